"""The calendar of absences, and what follows at tables."""
