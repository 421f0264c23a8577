"""The commands of a table, one per module.

A command checks the table and the caller's permissions and returns the steps to append, or raises
:class:`empile.server.refused.RefusedError`. It changes nothing itself.
"""
