/*
 * store_fence.c -- checks in each transaction that this node still holds the
 * leases of the shards for which the transaction writes (docs/fleet.md).
 *
 * Normal case: one statement checks and locks the leases of the batch. It is
 * the last statement before the commit, so that no other node can take a lease
 * until the commit. While the leases are locked, they cannot be renewed. The
 * statement therefore runs after the change log was written, because that may
 * wait for other nodes. Failure: a lease was taken by another node. The
 * operations of its shard are marked, the transaction is rolled back, and the
 * rest of the batch is run again. On SQLite nothing is checked.
 */
#include "daemon/writer/store_thread_parts.h"
#include "store/fleet/fleet_store.h"

/* Fills the distinct tenures of the batch; returns their number. If the batch
 * has several tenures of a shard, only the newest one is used, and the
 * operations of the older ones are lost. */
static size_t
store_fence_collect(
    struct operation *batch, struct fleet_tenure ret[LIMIT_SHARDS])
{
	int64_t epochs[LIMIT_SHARDS] = { 0 };
	size_t n = 0;

	for (const struct operation *o = batch; o != NULL; o = o->next)
		if (o->is_fenced && !o->is_lost &&
		    o->tenure.epoch > epochs[o->tenure.shard])
			epochs[o->tenure.shard] = o->tenure.epoch;
	for (int32_t shard = 0; shard < LIMIT_SHARDS; shard++)
		if (epochs[shard] != 0)
			ret[n++] =
			    (struct fleet_tenure){ shard, epochs[shard] };
	return n;
}

/* Marks the operations whose tenure is not in the list or is not held any more.
 * Returns their number. */
static size_t
store_fence_mark(struct operation *batch, const struct fleet_tenure *tenures,
    size_t n, const bool held[LIMIT_SHARDS])
{
	int64_t epochs[LIMIT_SHARDS] = { 0 };
	size_t n_lost = 0;

	for (size_t i = 0; i < n; i++)
		if (held[tenures[i].shard])
			epochs[tenures[i].shard] = tenures[i].epoch;
	for (struct operation *o = batch; o != NULL; o = o->next) {
		if (!o->is_fenced || o->is_lost ||
		    (o->tenure.epoch != 0 &&
			o->tenure.epoch == epochs[o->tenure.shard]))
			continue;
		o->is_lost = true;
		n_lost++;
	}
	return n_lost;
}

int
fence_check(struct store_thread *t, struct operation *batch, struct err *e)
{
	struct fleet_tenure tenures[LIMIT_SHARDS];
	bool held[LIMIT_SHARDS] = { false };
	int64_t node = atomic_load(&t->node);
	size_t n;
	int rc;

	if (node == 0)
		return 0;
	n = store_fence_collect(batch, tenures);
	if (n > 0 && ((rc = store_settle(t->store, e)) != 0 ||
			 (rc = store_fleet_fence(
			      t->store, node, tenures, n, held, e)) != 0))
		return rc;
	if (store_fence_mark(batch, tenures, n, held) == 0)
		return 0;
	return err_set(e, ERR_LEASE, "another node owns the host");
}

void
fence_refuse(struct operation *o)
{
	o->rc = err_set(
	    &o->e, ERR_LEASE, "not written: another node owns the host");
}
