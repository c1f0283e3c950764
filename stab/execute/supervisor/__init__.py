"""A program of its own: starts boxed programs, accounts for their whole tree, kills it.

It runs apart from stab, as `supervisor.__main__.main()` with only this folder's parent on the path, reads one
JSON object a line and answers each with one line. It stays small and single-threaded on purpose: a child
inherits its parent's memory peak, and forking a large parent costs CPU time that would be charged to the
solution. Standard library only; nothing of stab may be imported here.
"""
