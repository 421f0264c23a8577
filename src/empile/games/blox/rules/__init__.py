"""Compiled rules of Blox. The compilation cache hashes this folder alone."""
