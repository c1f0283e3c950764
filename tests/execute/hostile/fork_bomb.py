"""Three hundred processes at once."""

import os
import signal

children = []
try:
    while len(children) < 300:
        child = os.fork()
        if child == 0:
            signal.pause()
        children.append(child)
    print("HARM")
except OSError:
    print("no more than", len(children))
for child in children:
    os.kill(child, 9)
