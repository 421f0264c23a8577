"""Views and pictures of Block Out!."""
