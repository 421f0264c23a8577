"""Adapters of text environments to frameworks for language models."""
