-- What is known of the clock by which times were noted (store/clock.c).  A row
-- is a span in which the daemon ran with one clock, which may have been wrong;
-- the newest row is of the clock of now.

CREATE TABLE clock (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	from_at INTEGER NOT NULL,    -- first and last look, by that clock
	until_at INTEGER NOT NULL,
	boot TEXT NOT NULL,          -- of the last look: the kernel's boot_id
	boot_s INTEGER NOT NULL,     -- and its seconds since the boot
	jump_s INTEGER NOT NULL,     -- from the row before to this one
	wait_s INTEGER NOT NULL,     -- retention still waits so long
	agreed_since INTEGER,        -- servers agree since then; NULL: they do not
	off_s INTEGER NOT NULL,      -- so far ahead servers say that it is
	is_right INTEGER NOT NULL CHECK (is_right IN (0, 1)),
	settled_at INTEGER           -- of one that was not: a later one was right
) STRICT;

PRAGMA user_version = 28;
