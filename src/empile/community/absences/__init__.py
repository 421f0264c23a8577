"""Absences of members: one calendar for all games with days for each move."""
