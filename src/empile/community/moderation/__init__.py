"""Reports by members, acts of moderators, and appeals."""
