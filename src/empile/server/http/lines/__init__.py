"""Engine lines over REST."""
