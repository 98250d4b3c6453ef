-- Transactions (store/postgres/transaction.c).

-- name: begin
BEGIN;

-- name: writer_lock
-- One writer runs at a time, as on SQLite.  A transaction that reads a row and
-- then writes it therefore needs no other lock.  The key of the lock is
-- "gleaner" in ASCII.  Returns the number of the transaction.
SELECT pg_current_xact_id()::text::bigint
FROM (SELECT pg_advisory_xact_lock(29111105283319154)) AS locked;

-- name: writer_lock_shared
-- Shares the writer lock with other transactions of this kind, which run at the
-- same time (store_begin_beside()).
SELECT pg_current_xact_id()::text::bigint
FROM (SELECT pg_advisory_xact_lock_shared(29111105283319154)) AS locked;

-- name: plan_once
-- For the following queries of a connection that only reads (pipeline.c).
SELECT set_config('plan_cache_mode', 'force_generic_plan', false);

-- name: plan_anew
SELECT set_config('plan_cache_mode', 'force_custom_plan', false);

-- name: transaction_status
SELECT pg_xact_status(:id::text::xid8);
