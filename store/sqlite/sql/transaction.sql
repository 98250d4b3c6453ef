-- Transactions (store/sqlite/transaction.c).

-- name: begin
BEGIN IMMEDIATE;

-- name: begin_reading
BEGIN;

-- name: commit
COMMIT;

-- name: rollback
ROLLBACK;

-- name: savepoint
SAVEPOINT operation;

-- name: release
RELEASE operation;

-- name: undo
ROLLBACK TO operation;
