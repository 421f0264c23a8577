"""Compiled rules of On Top. The compilation cache hashes this folder alone."""
