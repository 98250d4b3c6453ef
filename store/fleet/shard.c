/* shard.c -- the shard of a host; see shard.h. */
#include "store/fleet/shard.h"

#include "base/arena.h"
#include "base/limits.h"
#include "store/fleet/sha256.h"
#include "url/url.h"

/* Memory for url_budget_key(), which copies only the host. */
#define SHARD_ARENA_BYTES (64 * KIB)

_Static_assert(LIMIT_SHARDS == 256, "a shard is one byte");

int32_t
shard_of_key(struct slice key)
{
	unsigned char digest[SHA256_BYTES];

	if (key.p == NULL)
		return 0;
	sha256(key, digest);
	return digest[0];
}

int32_t
shard_of_url(struct slice url)
{
	struct arena arena;
	jmp_buf exhausted;
	struct slice key;
	volatile int32_t shard = 0;

	arena_init(&arena, SHARD_ARENA_BYTES);
	if (setjmp(exhausted) == 0) {
		arena.exhausted = &exhausted;
		if (url_budget_key(&arena, url, &key))
			shard = shard_of_key(key);
	}
	arena_release(&arena);
	return shard;
}
