"""Puzzles: positions in which one move is better than all others, with a proof.

They are found in games (:mod:`.mining`), proven (:mod:`.proving`) and shipped with each game
(:mod:`.library`).
"""
