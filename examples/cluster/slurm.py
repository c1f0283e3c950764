"""Compare on the nodes of a Slurm cluster: stab score ... --cluster examples/cluster/slurm.py

Needs `pip install 'stab-gen[cluster]'` here and stab in the environment that `worker_init` enters on the nodes.
"""

from parsl import Config
from parsl.executors import HighThroughputExecutor
from parsl.launchers import SrunLauncher
from parsl.providers import SlurmProvider

config = Config(
    executors=[
        HighThroughputExecutor(
            label="stab",
            cores_per_worker=1,  # 2 keeps every other core idle: fewer workers, steadier times
            cpu_affinity="block",  # a worker and the programs it runs stay on their core
            provider=SlurmProvider(
                partition="compute",
                account=None,
                nodes_per_block=1,
                init_blocks=1,
                max_blocks=4,  # nodes at a time
                exclusive=True,  # nobody else's work beside what is timed
                walltime="02:00:00",
                worker_init="source ~/stab/.venv/bin/activate",
                launcher=SrunLauncher(),
            ),
        )
    ],
    retries=1,  # a job that a lost node took with it is done once more
    run_dir="parsl-logs",
)
