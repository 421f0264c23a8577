"""Templates of trees that an evaluator guides; see ``.search``."""
