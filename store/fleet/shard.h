/*
 * shard.h -- the shard of a host.
 *
 * On PostgreSQL hosts are divided into LIMIT_SHARDS shards, so that several
 * daemons can share them (docs/fleet.md).  A feed has the shard of its host. An
 * article has the shard of the host of its page.
 */
#ifndef STORE_FLEET_SHARD_H
#define STORE_FLEET_SHARD_H

#include <stdint.h>

#include "base/slice.h"

/* Returns the shard, 0 to LIMIT_SHARDS - 1, of a budget key (url_budget_key()):
 * the first byte of its SHA-256.  An absent key has shard 0.  The numbers are
 * stored in the database, whose function shard_of() computes the same number.
 */
int32_t shard_of_key(struct slice key);

/* Returns the shard of the host of a URL; 0 if the URL has no host. */
int32_t shard_of_url(struct slice url);

#endif
