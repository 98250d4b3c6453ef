-- Transactions (store/sqlite/transaction.c).

-- name: begin
BEGIN IMMEDIATE;

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
