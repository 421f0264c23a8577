"""Compiled entry points of tests, loaded by ``tests.support.compiled``.

They are copied and compiled for each game, like ``empile.engine.compiled.templates``.
"""
