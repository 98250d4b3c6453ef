-- The database's id, a random UUID (RFC 9562, section 5.4).  With the number of
-- a change it names the change in all receivers (push/).

CREATE TABLE identity (
	n INTEGER PRIMARY KEY CHECK (n = 1),
	uuid TEXT NOT NULL
) STRICT;
INSERT INTO identity (n, uuid) SELECT 1,
    lower(hex(randomblob(4))) || '-' || lower(hex(randomblob(2))) ||
    '-4' || substr(lower(hex(randomblob(2))), 2) || '-' ||
    substr('89ab', 1 + (random() & 3), 1) ||
    substr(lower(hex(randomblob(2))), 2) || '-' ||
    lower(hex(randomblob(6)));

PRAGMA user_version = 31;
