-- Transactions (store/sqlite/transaction.c).

-- name: begin
BEGIN;

-- name: writer_lock
-- Writers take turns, as on SQLite: a transaction that reads a row and then
-- writes needs no other lock, and changes are numbered in the order of the
-- commits.  The number is "gleaner" in ASCII.
SELECT pg_advisory_xact_lock(29111105283319154);

-- name: undo
ROLLBACK TO operation;
