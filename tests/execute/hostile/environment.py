"""Looks for secrets in the environment."""

import os

print("HARM" if any("secret" in value for value in os.environ.values()) else "nothing")
