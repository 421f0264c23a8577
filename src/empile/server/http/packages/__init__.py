"""What the page gets of games that are not part of its build."""
