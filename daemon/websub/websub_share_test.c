/*
 * websub_share_test.c -- the shares of hubs and subscriptions in the memory for
 * deliveries.
 */
#include <stdlib.h>

#include "base/limits.h"
#include "daemon/websub/websub_share.h"
#include "tests/lib/tap.h"

#define SUBS 12

/* The deliveries of subscriptions; subscription i is at the host host[i]. */
struct websub_share_test {
	int64_t n[SUBS];
	int host[SUBS];
};

/* Delivers to a subscription until a delivery is refused. */
static void
websub_share_test_fill(struct websub_share_test *t, int sub)
{
	struct websub_use use;

	for (int64_t i = 0; i <= LIMIT_WEBSUB_HELD; i++) {
		use = (struct websub_use){ .limit = LIMIT_WEBSUB_HELD,
			.of_sub = t->n[sub] };
		for (int other = 0; other < SUBS; other++) {
			use.held += t->n[other];
			if (t->host[other] == t->host[sub])
				use.of_host += t->n[other];
		}
		if (t->n[sub] >= LIMIT_WEBSUB_WAITING ||
		    !websub_share_fits(&use, 1))
			return;
		t->n[sub]++;
	}
}

static void
websub_share_test_one_host(void)
{
	struct websub_share_test t = { { 0 }, { 0 } };
	int64_t sum = 0;

	for (int sub = 0; sub < SUBS; sub++) {
		websub_share_test_fill(&t, sub);
		sum += t.n[sub];
	}
	is_int(t.n[0], LIMIT_WEBSUB_WAITING,
	    "one subscription can have a burst waiting");
	ok(t.n[3] > 10, "the fourth subscription has a share: %lld",
	    (long long)t.n[3]);
	ok(t.n[SUBS - 1] > 0, "the twelfth subscription has a place");
	ok(sum <= LIMIT_WEBSUB_HELD * 3 / 4,
	    "a quarter of the places stays free");
	t.host[SUBS - 1] = 1;
	t.n[SUBS - 1] = 0;
	websub_share_test_fill(&t, SUBS - 1);
	ok(t.n[SUBS - 1] > 10, "another host has a share: %lld",
	    (long long)t.n[SUBS - 1]);
}

static void
websub_share_test_bytes(void)
{
	const struct websub_use none = { .limit = LIMIT_WEBSUB_HELD_BYTES };
	struct websub_use use = none;

	ok(websub_share_fits(&none, LIMIT_WEBSUB_HELD_BYTES),
	    "a first delivery can use all bytes");
	ok(!websub_share_fits(&none, LIMIT_WEBSUB_HELD_BYTES + 1),
	    "a first delivery cannot use more than all bytes");
	use.held = LIMIT_WEBSUB_HELD_BYTES / 2;
	ok(websub_share_fits(&use, LIMIT_WEBSUB_HELD_BYTES / 2),
	    "the first delivery of another host can use all free bytes");
	use.of_host = use.of_sub = use.held;
	ok(!websub_share_fits(&use, LIMIT_WEBSUB_HELD_BYTES / 2),
	    "a second delivery of a subscription cannot use all free bytes");
	use.of_sub = 0;
	ok(websub_share_fits(&use, LIMIT_WEBSUB_HELD_BYTES / 4),
	    "another subscription can use a part of the rest");
}

static void
websub_share_test_hosts(void)
{
	static const char *const rows[][2] = {
		{ "https://hub.example.org/a?b", "example.org" },
		{ "https://www.example.org:8080/", "example.org" },
		{ "http://127.0.0.1:81/hub", "127.0.0.1:81" },
		{ "no URL", "no URL" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *host = websub_share_host(rows[i][0]);

		is_text(slice_of(host), rows[i][1], rows[i][0]);
		free(host);
	}
}

int
main(void)
{
	websub_share_test_one_host();
	websub_share_test_bytes();
	websub_share_test_hosts();
	return done_testing();
}
