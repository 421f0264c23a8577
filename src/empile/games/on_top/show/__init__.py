"""Views and pictures of On Top."""
