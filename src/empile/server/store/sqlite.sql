CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE log (
    place INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (place),
    UNIQUE (number, seq),
    FOREIGN KEY(number) REFERENCES tables (number)
);
CREATE TABLE analyses (
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (place),
    UNIQUE (name)
);
CREATE TABLE "tables" (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    code TEXT UNIQUE,
    made INTEGER NOT NULL
);
CREATE TABLE deletions (
    place INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    pending INTEGER NOT NULL
);
CREATE TABLE probes (
    place INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (place)
);
CREATE TABLE jobs (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    name TEXT,
    made INTEGER NOT NULL,
    input BLOB NOT NULL,
    state TEXT DEFAULT 'waiting' NOT NULL,
    result BLOB,
    UNIQUE (name)
);
INSERT INTO alembic_version VALUES ('0004')
