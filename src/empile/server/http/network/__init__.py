"""The local network: this machine's addresses, and letting other devices in."""
