"""Learning from self-play: ``empile train``. Requires the extra ``train``."""
