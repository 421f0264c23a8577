"""Text environments in frameworks for language models: TextArena, Inspect, verifiers and OpenEnv.

Each module needs its framework, which has an extra of the same name. The frameworks exclude each other by
the versions of packages that they need: install each in an environment of its own.
"""
