"""Little memory in each of many processes."""

import os

end, held = os.pipe()
children = []
for _ in range(8):
    child = os.fork()
    if child == 0:
        block = bytearray(os.urandom(64) * (1 << 20))
        os.write(held, b"x")
        os.read(os.pipe()[0], len(block))
    children.append(child)
for _ in children:
    os.read(end, 1)
print("HARM", flush=True)
for child in children:
    os.kill(child, 9)
