"""Twice the memory that is allowed, every page touched."""

held = []
for _ in range(64):
    held.append(b"x" * (8 << 20))
print("HARM")
