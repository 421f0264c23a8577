"""The webhook of a host."""
