"""Compiled rules of Block Ness. The compilation cache hashes this folder alone."""
