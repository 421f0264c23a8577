"""Public results for another program of the host, by signed requests."""
