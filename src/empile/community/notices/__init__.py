"""Notices to members: by the page, by Web Push, and by mail."""
