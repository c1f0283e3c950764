"""Running untrusted programs and timing them (paper, section 5.3)."""

from stab.execute.checking import agree, first_difference, same_output
from stab.execute.compiling import compile_solution
from stab.execute.counting import count_instructions, require_counting
from stab.execute.diagnosis import Diagnosis, Tool, diagnose, environment
from stab.execute.empty import empty_program
from stab.execute.generating import GENERATOR_LIMITS, run_generator_in_sandbox
from stab.execute.grading import Grader, blames_checker, blames_dead_checker, check_output, grade
from stab.execute.isolation import Isolation, Level
from stab.execute.proving import in_plain_words
from stab.execute.running import open_sandbox, run_program
from stab.execute.sandbox import Sandbox, probe_isolation
from stab.execute.timing import Protocol, RunDone, judge_program, measure, worst_verdict
from stab.execute.validating import check_input

__all__ = [
    "GENERATOR_LIMITS",
    "Diagnosis",
    "Grader",
    "Isolation",
    "Level",
    "Protocol",
    "RunDone",
    "Sandbox",
    "Tool",
    "agree",
    "blames_checker",
    "blames_dead_checker",
    "check_input",
    "check_output",
    "compile_solution",
    "count_instructions",
    "diagnose",
    "empty_program",
    "environment",
    "first_difference",
    "grade",
    "in_plain_words",
    "judge_program",
    "measure",
    "open_sandbox",
    "probe_isolation",
    "require_counting",
    "run_generator_in_sandbox",
    "run_program",
    "same_output",
    "worst_verdict",
]
