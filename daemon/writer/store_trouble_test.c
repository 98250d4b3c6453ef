/* store_trouble_test.c -- tests the states of the store's thread: their
 * messages, the time of the next try, and the time after which a fault has
 * lasted too long. */
#include "base/array.h"
#include "base/limits.h"
#include "daemon/writer/store_trouble.h"
#include "tests/lib/tap.h"

#define MINUTE_MS 60000

static const struct err why = { ERR_DATABASE, "disk I/O error" };

static const struct {
	enum trouble_state try;
	bool is_told;
	enum trouble_state then;
} tries[] = {
	{ TROUBLE_NONE, false, TROUBLE_NONE },
	{ TROUBLE_WAITS, true, TROUBLE_WAITS },
	{ TROUBLE_WAITS, false, TROUBLE_WAITS },
	{ TROUBLE_NONE, true, TROUBLE_NONE },
	{ TROUBLE_WAITS, true, TROUBLE_WAITS },
	{ TROUBLE_FAULT, true, TROUBLE_FAULT },
	{ TROUBLE_FAULT, false, TROUBLE_FAULT },
	{ TROUBLE_WAITS, false, TROUBLE_FAULT },
	{ TROUBLE_NONE, true, TROUBLE_NONE },
	{ TROUBLE_FAULT, true, TROUBLE_FAULT },
	{ TROUBLE_NONE, true, TROUBLE_NONE },
};

static void
store_trouble_test_told(void)
{
	struct store_trouble t = { 0 };
	int n_bad = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(tries); i++) {
		bool told = trouble_note(&t, tries[i].try, &why, 1000);

		n_bad += told != tries[i].is_told || t.state != tries[i].then;
	}
	is_int(n_bad, 0,
	    "only the beginning and the end of a trouble are reported");
}

static void
store_trouble_test_lasting(void)
{
	struct store_trouble t = { 0 };
	int64_t now_ms = MINUTE_MS, first_ms = now_ms, wait_ms = 0;
	int n = 0;

	while (!trouble_lasts(&t, 5 * MINUTE_MS, now_ms)) {
		trouble_note(&t, TROUBLE_FAULT, &why, now_ms);
		if (trouble_retry_ms(&t) < wait_ms)
			break;
		wait_ms = trouble_retry_ms(&t);
		now_ms += wait_ms;
		n++;
	}
	ok(trouble_lasts(&t, 5 * MINUTE_MS, now_ms) &&
		now_ms < first_ms + 6 * MINUTE_MS,
	    "a fault lasts too long after five minutes");
	ok(n > 10 && n < 40, "during a fault the store is tried %d times", n);
	is_int(wait_ms, LIMIT_STORE_RETRY_MS,
	    "the interval between the tries reaches its maximum");
	trouble_note(&t, TROUBLE_NONE, NULL, now_ms);
	trouble_note(&t, TROUBLE_FAULT, &why, now_ms);
	is_int(trouble_retry_ms(&t), 500,
	    "the first interval of a later fault is short again");
	ok(!trouble_lasts(&t, 5 * MINUTE_MS, now_ms + MINUTE_MS),
	    "the duration of a fault begins with that fault");
	ok(trouble_lasts(&t, 0, now_ms),
	    "with a patience of 0 a fault lasts too long at once");
}

static void
store_trouble_test_waiting(void)
{
	struct store_trouble t = { 0 };

	for (int i = 0; i < 10000; i++)
		trouble_note(&t, TROUBLE_WAITS, &why, i * 500);
	is_int(trouble_retry_ms(&t), 500,
	    "a full disk is checked at a constant interval");
	ok(!trouble_lasts(&t, 0, 10000 * 500),
	    "a full disk never counts as a lasting fault");
	trouble_note(&t, TROUBLE_FAULT, &why, 10000 * 500);
	ok(!trouble_lasts(&t, 1000, 10000 * 500 + 999) &&
		trouble_lasts(&t, 1000, 10000 * 500 + 1000),
	    "the time on a full disk does not count for a later fault");
}

int
main(void)
{
	store_trouble_test_told();
	store_trouble_test_lasting();
	store_trouble_test_waiting();
	return done_testing();
}
