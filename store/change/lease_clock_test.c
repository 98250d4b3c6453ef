/* lease_clock_test.c -- two readers take a lease at the same time.  The lease
 * of the first reader begins after the second reader has read the clock. */
#include "store/fixture_test.h"

static const struct slice shared = SLICE("shared");
static struct store *s;
static struct fixture_feed f;
static int64_t boot_ms = 1000;
static bool must_race;
static struct lease other;

static int64_t lease_clock_test_clock(void);

static struct lease
lease_clock_test_take(void)
{
	struct lease_request request = { .consumer = shared,
		.wanted = { .limit = 1 },
		.lease_ms = 60000,
		.max_redeliveries = 3,
		.now = NOW,
		.clock_ms = lease_clock_test_clock };
	struct lease lease = { .id = -1 };
	struct err e = ERR_INIT;

	if (store_lease_take(s, &request, &lease, &e) != 0)
		printf("# %s\n", e.text);
	return lease;
}

/* Returns boot_ms. At one call, another reader takes a batch 5 ms after the
 * returned time. */
static int64_t
lease_clock_test_clock(void)
{
	int64_t at_ms = boot_ms;

	if (must_race) {
		must_race = false;
		boot_ms += 5;
		other = lease_clock_test_take();
	}
	return at_ms;
}

int
main(void)
{
	struct err e = ERR_INIT;
	struct lease lease;
	int64_t feed, seq = -1;

	fixture_begin();
	s = fixture_open("clock.db", STORE_DAEMON);
	feed = put_feed_at(s, "https://example.org/feed");
	feed_begin(&f, "F");
	feed_add(&f, "1", NULL, "A story", "Words.");
	feed_add(&f, "2", NULL, "Another story", "Other words.");
	poll(s, feed, &f, NOW);
	is_int(store_consumer_make(s, shared, 0, NOW, &seq, &e), 0,
	    "the shared consumer is created");

	must_race = true;
	lease = lease_clock_test_take();
	is_int(other.upto_seq, 1, "the other reader gets the first change");
	is_int(lease.upto_seq, 2, "this reader gets the second change");
	is_int(
	    lease.redelivered, 0, "the change is delivered for the first time");
	store_close(s);
	return done_testing();
}
