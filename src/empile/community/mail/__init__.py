"""Mail about accounts: links, and notices of changes."""
