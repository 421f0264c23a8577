"""Compiled code that writes views, moves and messages of games on cells as JSON.

The rules of such a game are completed by it: the same code serves native programs and pages.
"""
