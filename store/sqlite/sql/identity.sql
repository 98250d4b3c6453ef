-- The database's id (store/identity.c).

-- name: identity_get
SELECT uuid FROM identity WHERE n = 1;

-- name: salvage_identity
-- Inserts a new id if the row was lost in a damaged database.
INSERT INTO identity (n, uuid) SELECT 1,
    lower(hex(randomblob(4))) || '-' || lower(hex(randomblob(2))) ||
    '-4' || substr(lower(hex(randomblob(2))), 2) || '-' ||
    substr('89ab', 1 + (random() & 3), 1) ||
    substr(lower(hex(randomblob(2))), 2) || '-' ||
    lower(hex(randomblob(6)))
WHERE NOT EXISTS (SELECT 1 FROM identity);
