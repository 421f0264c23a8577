"""Tests of reports, acts of moderators, and appeals."""
