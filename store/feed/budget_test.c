/*
 * budget_test.c -- tests the limit of bytes of text that one feed may add per
 * day.
 */
#include "base/array.h"
#include "store/feed/budget.h"
#include "tests/lib/tap.h"

#define NOW 1700000000

static struct feed_budget
budget_test_budget_at(int64_t since, int64_t bytes, int64_t now)
{
	struct feed_budget budget = {
		.limit_bytes = 1000, .since = since, .bytes = bytes
	};

	budget_begin(&budget, now);
	return budget;
}

static void
budget_test_days(void)
{
	static const struct {
		int64_t since, now, left_since, left_bytes;
		const char *name;
	} cases[] = {
		{ DATE_NONE, NOW, NOW, 0, "the first day" },
		{ NOW - 10, NOW, NOW - 10, 900, "the same day" },
		{ NOW - BUDGET_DAY_S + 1, NOW, NOW - BUDGET_DAY_S + 1, 900,
		    "the last second of the day" },
		{ NOW - BUDGET_DAY_S, NOW, NOW, 0, "the next day" },
		{ NOW + 10, NOW, NOW, 900,
		    "I9: setting the clock back does not enlarge the budget" },
		{ NOW + 3650 * BUDGET_DAY_S, NOW, NOW, 900,
		    "I9: and the wait is at most a day" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct feed_budget budget =
		    budget_test_budget_at(cases[i].since, 900, cases[i].now);

		ok(budget.since == cases[i].left_since &&
			budget.bytes == cases[i].left_bytes,
		    "%s", cases[i].name);
	}
}

static void
budget_test_use(void)
{
	struct feed_budget budget = budget_test_budget_at(DATE_NONE, 0, NOW);

	ok(budget_take(&budget, BUDGET_REWORD, 400),
	    "the first changed text is accepted");
	ok(budget_take(&budget, BUDGET_REWORD, 400),
	    "the second changed text is accepted");
	ok(!budget_take(&budget, BUDGET_REWORD, 1),
	    "I9: half of the budget is for changed texts");
	is_int(budget.n_waiting, 1, "the changed text counts as waiting");
	ok(budget_take(&budget, BUDGET_NEW, 100),
	    "I9: the other half of the budget is for new entries");
	ok(budget_take(&budget, BUDGET_NEW, 5000),
	    "I9: a text larger than the budget is stored");
	ok(!budget_take(&budget, BUDGET_NEW, 1),
	    "I9: the budget is then used up");
	is_int(budget_next_at(&budget), NOW + BUDGET_DAY_S,
	    "the text waits until the end of the day");
	budget_begin(&budget, NOW + BUDGET_DAY_S);
	ok(budget_take(&budget, BUDGET_NEW, 1),
	    "on the next day there is budget again");
	budget = (struct feed_budget){ .since = NOW };
	for (int i = 0; i < 3; i++)
		ok(budget_take(&budget, BUDGET_REWORD, 1 << 30),
		    "without a limit each text is stored");
	ok(budget_next_at(&budget) == DATE_NONE,
	    "no text waits on the next day");
}

int
main(void)
{
	budget_test_days();
	budget_test_use();
	return done_testing();
}
