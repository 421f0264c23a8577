"""What may happen at a table next: one verb a module.

Each verb looks at the table and at who asks, and returns the steps that are to happen, or raises
:class:`empile.server.refused.RefusedError`. It changes nothing: the steps happen once they are kept.
"""
