-- Work sharing (store/change/leases.c): a batch of the change log is leased to
-- one reader of a consumer until the reader acknowledges the batch.

-- The last change that was given to a reader of a shared consumer.  NULL: the
-- consumer has one reader, which acknowledges everything up to a change.
ALTER TABLE consumer ADD COLUMN delivered_seq INTEGER;

CREATE TABLE lease (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- new at each delivery
	consumer TEXT NOT NULL REFERENCES consumer (name) ON DELETE CASCADE,
	after_seq INTEGER NOT NULL,
	upto_seq INTEGER NOT NULL CHECK (upto_seq > after_seq),
	deliveries INTEGER NOT NULL CHECK (deliveries >= 0),
	lease_ms INTEGER NOT NULL,
	taken_at INTEGER,                     -- NULL: not delivered
	taken_ms INTEGER NOT NULL,            -- CLOCK_BOOTTIME
	expires_ms INTEGER NOT NULL           -- CLOCK_BOOTTIME
) STRICT;
CREATE UNIQUE INDEX lease_of_consumer ON lease (consumer, after_seq);

CREATE TABLE dead_change (
	consumer TEXT NOT NULL REFERENCES consumer (name) ON DELETE CASCADE,
	seq INTEGER NOT NULL REFERENCES change (seq) ON DELETE CASCADE,
	redelivered INTEGER NOT NULL,
	at INTEGER NOT NULL,
	PRIMARY KEY (consumer, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX dead_change_by_seq ON dead_change (seq);

PRAGMA user_version = 30;
