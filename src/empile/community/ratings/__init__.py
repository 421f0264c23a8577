"""Ratings of members: how strong they play, by game, number of seats and speed."""
