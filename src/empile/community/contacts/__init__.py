"""Contacts of members: friends, blocks, presence, and challenges by name."""
