"""The long suite: `make test-long`."""
