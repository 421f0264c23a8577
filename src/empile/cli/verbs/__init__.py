"""One module a verb; see :class:`empile.cli.parser.Verb` for what each offers.

Modules import what is slow (games, the compiler, the server) where they run, not where they are
imported, so that help and complaints come at once.
"""
