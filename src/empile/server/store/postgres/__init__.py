"""A store in a PostgreSQL database, for several processes. Needs the extra ``postgres``."""
