"""OpenEnv is not in the test environment."""
