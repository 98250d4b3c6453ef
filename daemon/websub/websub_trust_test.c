/* websub_trust_test.c -- tests when a feed is polled less often because its hub
 * delivers its items. */
#include "base/array.h"
#include "base/date/date.h"
#include "base/limits.h"
#include "daemon/websub/websub_trust.h"
#include "tests/lib/tap.h"

#define NOW 1700000000

/* A poll, and what is expected after it. */
static const struct {
	const char *name;
	bool has_delivered, was_proven;
	size_t unconfirmed, n_new, n_pushed;
	bool is_proven, is_missed, is_changed;
} polls[] = {
	{ "a poll that finds the delivered item", true, false, 1, 0, 1, true,
	    false, true },
	{ "a proven hub is proven again", true, true, 2, 0, 2, true, false,
	    true },
	{ "no delivery and no new item", true, true, 0, 0, 0, true, false,
	    false },
	{ "no delivery and no new item, of a hub that is not proven", true,
	    false, 0, 0, 0, false, false, false },
	{ "a new item that was not delivered", true, true, 0, 1, 0, false, true,
	    true },
	{ "a delivered and an undelivered new item", true, true, 1, 1, 1, false,
	    true, true },
	{ "the delivered item is not in the feed", true, true, 1, 0, 0, false,
	    false, true },
	{ "the delivered item is not in the feed of a hub that is not proven",
	    true, false, 1, 0, 0, false, false, false },
	{ "new items of a hub that has delivered nothing yet", false, false, 0,
	    3, 0, false, false, false },
};

static void
websub_trust_test_polls(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(polls); i++) {
		struct websub_trust trust = {
			.delivered_at =
			    polls[i].has_delivered ? NOW - 60 : DATE_NONE,
			.proven_at = polls[i].was_proven ? NOW - 90 : DATE_NONE,
			.missed_at = DATE_NONE,
			.unconfirmed = polls[i].unconfirmed,
		};
		bool is_changed = websub_trust_poll(
		    &trust, polls[i].n_new, polls[i].n_pushed, NOW);

		ok(is_changed == polls[i].is_changed &&
			(trust.proven_at != DATE_NONE) == polls[i].is_proven &&
			(trust.missed_at == NOW) == polls[i].is_missed &&
			trust.unconfirmed == 0,
		    "%s", polls[i].name);
	}
}

static void
websub_trust_test_wait(void)
{
	struct websub_trust trust = {
		.delivered_at = NOW, .proven_at = NOW, .missed_at = DATE_NONE
	};

	is_int(websub_trust_wait_s(&trust, NOW + 10), LIMIT_WEBSUB_POLL_S,
	    "a proven hub slows down polling");
	is_int(websub_trust_wait_s(&trust, NOW + LIMIT_WEBSUB_SILENT_S - 60),
	    60, "the wait ends after a day without deliveries");
	is_int(websub_trust_wait_s(&trust, NOW + LIMIT_WEBSUB_SILENT_S), 0,
	    "a silent hub does not slow down polling");
	is_int(websub_trust_wait_s(&trust, NOW - 10), 0,
	    "a delivery in the future does not slow it down");
	trust.proven_at = DATE_NONE;
	is_int(websub_trust_wait_s(&trust, NOW + 10), 0,
	    "a hub that is not proven does not slow it down");
	trust = (struct websub_trust){ DATE_NONE, NOW, DATE_NONE, 0 };
	is_int(websub_trust_wait_s(&trust, NOW + 10), 0,
	    "a hub without deliveries does not slow it down");
}

static void
websub_trust_test_rate(void)
{
	struct websub_rate rate = { 0 };
	int n = 0;

	while (n < 1000 && websub_rate_take(&rate, 1000000))
		n++;
	is_int(n, LIMIT_WEBSUB_BURST,
	    "LIMIT_WEBSUB_BURST deliveries are accepted at once");
	for (int i = n = 0; i < 600; i++)
		n += websub_rate_take(&rate, 1000000 + i * 100);
	ok(n == LIMIT_WEBSUB_PER_MINUTE || n == LIMIT_WEBSUB_PER_MINUTE - 1,
	    "then %d in a minute", n);
}

static void
websub_trust_test_renewal(void)
{
	is_int(websub_renewal_s(1000, 0), 800,
	    "a lease is renewed at the latest after four fifths");
	is_int(websub_renewal_s(1000, 1), 750,
	    "a lease is renewed earlier with jitter");
	is_int(websub_renewal_s(1, 1), LIMIT_WEBSUB_RENEW_S,
	    "a short lease is renewed after LIMIT_WEBSUB_RENEW_S");
	ok(websub_renewal_s(INT64_MAX, 0) <= LIMIT_WEBSUB_LEASE_MAX_S,
	    "a lease without end is renewed");
}

int
main(void)
{
	websub_trust_test_polls();
	websub_trust_test_wait();
	websub_trust_test_rate();
	websub_trust_test_renewal();
	return done_testing();
}
