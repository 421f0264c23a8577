"""verifiers is not in the test environment."""
