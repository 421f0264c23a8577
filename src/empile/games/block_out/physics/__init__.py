"""Rigid bodies, statics and the simulated hand of Block Out!."""
