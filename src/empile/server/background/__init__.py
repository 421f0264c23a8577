"""Work off the event loop: bots, hints, analyses and the cache of loaded games."""
