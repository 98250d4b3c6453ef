/* shard_test.c -- the shards of hosts are stored, so they must never change. */
#include "base/array.h"
#include "store/fleet/shard.h"
#include "tests/lib/tap.h"

int
main(void)
{
	/* Each value is the output of: printf %s KEY | sha256sum | cut -c 1-2
	 */
	static const struct {
		const char *key;
		int32_t shard;
	} keys[] = {
		{ "", 0xe3 },
		{ "example.org", 0xbf },
		{ "bbc.co.uk", 0x46 },
		{ "127.0.0.1:8001", 0xd5 },
		{ "localhost", 0x49 },
		{ "xn--bcher-kva.example", 0x97 },
	};
	static const struct {
		const char *url;
		const char *key;
	} urls[] = {
		{ "https://www.bbc.co.uk/news", "bbc.co.uk" },
		{ "http://FEEDS.example.org:8080/x", "example.org" },
		{ "https://xn--bcher-kva.example/", "xn--bcher-kva.example" },
		{ "http://127.0.0.1:8001/feed", "127.0.0.1:8001" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(keys); i++)
		is_int(shard_of_key(slice_of(keys[i].key)), keys[i].shard,
		    keys[i].key);
	is_int(shard_of_key(SLICE_NONE), 0, "an absent key is in shard 0");
	for (size_t i = 0; i < ARRAY_LENGTH(urls); i++)
		is_int(shard_of_url(slice_of(urls[i].url)),
		    shard_of_key(slice_of(urls[i].key)), urls[i].url);
	is_int(shard_of_url(SLICE("mailto:a@b")), 0, "a URL without a host");
	return done_testing();
}
