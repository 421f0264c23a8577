"""Compiled rules of Block Out!. The compilation cache hashes this folder alone."""
