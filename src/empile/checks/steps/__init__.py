"""The steps of the suite, one or two a module, in the order of writing."""
