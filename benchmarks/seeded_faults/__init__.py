"""Faults that a contributor could make, seeded one at a time to see which test finds each first."""
