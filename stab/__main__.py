"""`python -m stab`."""

from stab.cli import main

main()
