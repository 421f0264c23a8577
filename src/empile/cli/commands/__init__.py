"""One module or package per command; see :class:`empile.cli.parser.Verb` for their interface.

Modules import slow modules (games, the compiler, the server) in their functions, so that help and
errors appear at once.
"""
