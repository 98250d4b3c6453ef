-- The clocks by which times were recorded (store/clock.c).  A row is a time in
-- which the daemon ran with one clock, which may have been wrong.  The newest
-- row describes the current clock.

CREATE TABLE clock (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	from_at INTEGER NOT NULL,    -- first and last check, by this clock
	until_at INTEGER NOT NULL,
	boot TEXT NOT NULL,          -- boot_id of the kernel at the last check
	boot_s INTEGER NOT NULL,     -- seconds since the boot at that check
	jump_s INTEGER NOT NULL,     -- difference from the previous clock
	wait_s INTEGER NOT NULL,     -- remaining wait of retention
	agreed_since INTEGER,        -- NULL: servers disagree
	off_s INTEGER NOT NULL,      -- seconds ahead of the servers' clocks
	is_right INTEGER NOT NULL CHECK (is_right IN (0, 1)),
	settled_at INTEGER           -- when a later clock was right
) STRICT;

PRAGMA user_version = 28;
