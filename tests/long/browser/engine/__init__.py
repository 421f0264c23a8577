"""Rules in the page: the runtime in workers of three browsers."""
