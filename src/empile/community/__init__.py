"""Accounts, their members and what is kept for them.

Loaded only if a server has accounts, but for :mod:`~empile.community.database` and
:mod:`~empile.community.transfers`, which need none. Modules are functions of a
:class:`sqlalchemy.Connection` with thin routes around them; all state is in the store, so that any
process of a server answers any request.
"""
