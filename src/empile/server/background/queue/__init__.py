"""Queues of jobs: computed in this process and its children, or by workers over Redis."""
