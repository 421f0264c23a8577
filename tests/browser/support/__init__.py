"""Steps that several browser tests share."""
