"""Request and response bodies of accounts, their profiles and their programs.

Times are milliseconds since 1970.
"""
