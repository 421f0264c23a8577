"""Tables: the event log replayed into state, commands, redaction and rooms."""
