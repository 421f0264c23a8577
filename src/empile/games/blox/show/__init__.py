"""Views and pictures of Blox."""
