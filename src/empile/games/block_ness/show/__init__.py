"""Views and pictures of Block Ness."""
