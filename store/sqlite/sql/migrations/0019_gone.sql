-- Schema 13: what a feed that says it is complete holds no more (RFC 5005,
-- section 2; etiquette E45).

ALTER TABLE entry ADD COLUMN gone_at INTEGER; -- NULL: not known to be

PRAGMA user_version = 19;
