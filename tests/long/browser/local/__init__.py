"""Tables that the page plays by itself."""
