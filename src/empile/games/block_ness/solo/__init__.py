"""Solo Block Ness: solver, hints, generator and levels."""
