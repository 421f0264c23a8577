"""The commands of a table, one per module.

A command checks permissions and returns the steps to append, or raises
:class:`empile.server.wire.errors.CommandError`. It changes nothing.
"""
