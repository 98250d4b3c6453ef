/* freshness_test.c -- tables of cases for the rows E11 to E21 of
 * docs/etiquette.md. */
#include "base/array.h"
#include "crawler/fetch/freshness.h"
#include "tests/lib/tap.h"

#define NOW 1792564080LL /* Wed, 21 Oct 2026 06:28:00 GMT */
#define DAY 86400LL

static const struct {
	const char *name, *cache_control, *age, *date, *expires;
	int64_t expected_s;
} lifetimes[] = {
	{ "no header about freshness", NULL, NULL, NULL, NULL, 0 },
	{ "E11: max-age", "max-age=43200", NULL, NULL, NULL, 43200 },
	{ "E12: the Age is subtracted from max-age", "max-age=43200", "40000",
	    NULL, NULL, 3200 },
	{ "an Age over max-age", "max-age=60", "61", NULL, NULL, 0 },
	{ "E13: Expires without Date", NULL, NULL, NULL,
	    "Wed, 21 Oct 2026 08:28:00 GMT", 7200 },
	{ "Expires and Date of the same clock", NULL, NULL,
	    "Wed, 21 Oct 2026 06:28:00 GMT", "Wed, 21 Oct 2026 08:28:00 GMT",
	    7200 },
	{ "Date is an hour old, Expires two hours ahead", NULL, NULL,
	    "Wed, 21 Oct 2026 05:28:00 GMT", "Wed, 21 Oct 2026 08:28:00 GMT",
	    7200 },
	{ "the clock of the server is an hour ahead", NULL, NULL,
	    "Wed, 21 Oct 2026 07:28:00 GMT", "Wed, 21 Oct 2026 08:28:00 GMT",
	    3600 },
	{ "an old Date counts as age", "max-age=7200", NULL,
	    "Wed, 21 Oct 2026 05:28:00 GMT", NULL, 3600 },
	{ "the larger of Age and the age by Date is subtracted", "max-age=7200",
	    "4000", "Wed, 21 Oct 2026 05:28:00 GMT", NULL, 3200 },
	{ "Expires: 0", NULL, NULL, NULL, "0", 0 },
	{ "Expires: -1", NULL, NULL, NULL, "-1", 0 },
	{ "Expires in the past", NULL, NULL, NULL,
	    "Wed, 21 Oct 2020 08:28:00 GMT", 0 },
	{ "Expires, RFC 850", NULL, NULL, NULL,
	    "Wednesday, 21-Oct-26 08:28:00 GMT", 7200 },
	{ "Expires, asctime", NULL, NULL, NULL, "Wed Oct 21 08:28:00 2026",
	    7200 },
	{ "max-age has priority over Expires", "max-age=60", NULL, NULL,
	    "Wed, 21 Oct 2026 08:28:00 GMT", 60 },
	{ "max-age=0 has priority over Expires", "max-age=0", NULL, NULL,
	    "Wed, 21 Oct 2026 08:28:00 GMT", 0 },
	{ "E14 no-store", "no-store, max-age=600", NULL, NULL, NULL, 0 },
	{ "E14 no-cache", "max-age=600, No-Cache", NULL, NULL, NULL, 0 },
	{ "E14 max-age=0", "max-age=0, must-revalidate", NULL, NULL, NULL, 0 },
	{ "no-cache for one field only is ignored",
	    "no-cache=\"Set-Cookie, X\", max-age=600", NULL, NULL, NULL, 600 },
	{ "directives in capitals", "Public, MAX-AGE=600", NULL, NULL, NULL,
	    600 },
	{ "blanks around a directive", " public ,\tmax-age = 600 ", NULL, NULL,
	    NULL, 600 },
	{ "a quoted max-age", "max-age=\"600\"", NULL, NULL, NULL, 600 },
	{ "of two max-age the first one counts", "max-age=600, max-age=9", NULL,
	    NULL, NULL, 600 },
	{ "s-maxage is ignored beside max-age", "s-maxage=9, max-age=600", NULL,
	    NULL, NULL, 600 },
	{ "s-maxage alone is ignored", "s-maxage=900", NULL, NULL, NULL, 0 },
	{ "a comma in a quoted value", "x=\"a, max-age=5\", max-age=600", NULL,
	    NULL, NULL, 600 },
	{ "a quoted value without its end", "x=\"a, max-age=600", NULL, NULL,
	    NULL, 0 },
	{ "a quoted value that ends with a backslash", "x=\"\\", NULL, NULL,
	    NULL, 0 },
	{ "max-age that is not a number", "max-age=soon", NULL, NULL,
	    "Wed, 21 Oct 2026 08:28:00 GMT", 0 },
	{ "a negative max-age", "max-age=-5", NULL, NULL, NULL, 0 },
	{ "max-age without a number", "max-age=", NULL, NULL, NULL, 0 },
	{ "an empty Cache-Control", "", NULL, NULL, NULL, 0 },
	{ "a Cache-Control of commas", ",,,", NULL, NULL, NULL, 0 },
	{ "max-age over 2^31 is limited", "max-age=99999999999999999999999",
	    NULL, NULL, NULL, 2147483648 },
	{ "Expires in the year 9999 is limited", NULL, NULL, NULL,
	    "Fri, 31 Dec 9999 23:59:59 GMT", 2147483648 },
	{ "an Age that is not a number is ignored", "max-age=600", "old", NULL,
	    NULL, 600 },
	{ "a negative Age is ignored", "max-age=600", "-100", NULL, NULL, 600 },
	{ "of two Age values the first one counts", "max-age=600", "100, 7",
	    NULL, NULL, 500 },
	{ "a huge Age", "max-age=600", "99999999999999999999", NULL, NULL, 0 },
};

static const struct {
	const char *value;
	int64_t ceiling_s, expected_s;
} retries[] = {
	{ NULL, 7 * DAY, -1 },
	{ "", 7 * DAY, -1 },
	{ "7200", 7 * DAY, 7200 },
	{ " 7200 ", 7 * DAY, 7200 },
	{ "0", 7 * DAY, -1 },
	{ "Wed, 21 Oct 2026 07:28:00 GMT", 7 * DAY, 3600 },
	{ "Wednesday, 21-Oct-26 07:28:00 GMT", 7 * DAY, 3600 },
	{ "Wed Oct 21 07:28:00 2026", 7 * DAY, 3600 },
	{ "Wed, 21 Oct 2026 06:28:00 GMT", 7 * DAY, -1 },
	{ "Wed, 21 Oct 2026 05:28:00 GMT", 7 * DAY, -1 },
	{ "432000", 7 * DAY, 432000 }, /* E20 */
	{ "1000000000", 7 * DAY, 7 * DAY },
	{ "99999999999999999999999999", 7 * DAY, 7 * DAY },
	{ "Fri, 31 Dec 9999 23:59:59 GMT", 7 * DAY, 7 * DAY },
	{ "-5", 7 * DAY, -1 },
	{ "+5", 7 * DAY, -1 },
	{ "5.5", 7 * DAY, -1 },
	{ "5s", 7 * DAY, -1 },
	{ "soon", 7 * DAY, -1 },
	/* invalid values that are clear */
	{ "7200.5", 7 * DAY, 7201 },
	{ "7200s", 7 * DAY, 7200 },
	{ "\"7200\"", 7 * DAY, 7200 },
	{ "7200 Seconds", 7 * DAY, 7200 },
	{ "7200 minutes", 7 * DAY, -1 },
	{ "-7200.5", 7 * DAY, -1 },
	{ "2026-10-21T07:28:00Z", 7 * DAY, 3600 },
	{ "21 Oct 2026 09:28:00 +0200", 7 * DAY, 3600 },
	{ "wed, 21 oct 2026 07:28:00 utc", 7 * DAY, 3600 },
	{ "2026-10-21 07:28:00", 7 * DAY, -1 },
	{ "7200", 60, 60 },
	/* several headers, as they are joined */
	{ "7200, 60", 7 * DAY, 7200 },
	{ "60, 7200", 7 * DAY, 7200 },
	{ "60, 0", 7 * DAY, 60 },
	{ "soon, 60", 7 * DAY, 60 },
	{ "60, Wed, 21 Oct 2026 07:28:00 GMT", 7 * DAY, 3600 },
	{ "Wed, 21 Oct 2026 07:28:00 GMT, 60", 7 * DAY, 3600 },
	{ "Wed, 21 Oct 2026 05:28:00 GMT, 60", 7 * DAY, 60 },
	{ ",,", 7 * DAY, -1 },
};

static const struct {
	const char *retry_after, *reset, *cache_control;
	int64_t expected_s;
	const char *name;
} pauses[] = {
	{ NULL, NULL, NULL, -1, "E18: no hint" },
	{ "60", NULL, NULL, 60, "E15: Retry-After" },
	{ "60", NULL, "max-age=5400", 5400,
	    "E19: a max-age longer than Retry-After" },
	{ "7200", NULL, "max-age=5400", 7200,
	    "E19: a max-age shorter than Retry-After" },
	{ NULL, NULL, "max-age=5", -1, "E18: max-age alone is no hint" },
	{ NULL, NULL, "max-age=5400", -1,
	    "E18: a long max-age alone is no hint" },
	{ "0", NULL, "max-age=5400", -1,
	    "E18: max-age with Retry-After: 0 is no hint" },
	{ "60", "5400", NULL, 5400, "E19: X-RateLimit-Reset in seconds" },
	{ NULL, "1792567680", NULL, 3600,
	    "E19: X-RateLimit-Reset as a time in seconds" },
	{ NULL, "1792560000", NULL, -1, "E19: X-RateLimit-Reset in the past" },
	{ NULL, "1792567680500", NULL, 3600,
	    "E19: X-RateLimit-Reset as a time in milliseconds" },
	{ NULL, "9223372036854775807", NULL, 7 * DAY,
	    "E21: a huge X-RateLimit-Reset is limited" },
	{ NULL, "soon", "no-store", -1,
	    "E21: X-RateLimit-Reset that is not a number" },
	{ "-5", "-5", NULL, -1, "E21: negative values are ignored" },
	{ "0", NULL, NULL, -1, "E18: Retry-After: 0 is no hint" },
	{ "99999999999", NULL, NULL, 7 * DAY,
	    "E21: a huge Retry-After is limited" },
};

/* The server's clock differs from ours. */
static const struct {
	const char *retry_after, *reset, *date, *age;
	int64_t expected_s;
	const char *name;
} skewed[] = {
	{ "Tue, 20 Oct 2026 22:28:00 GMT", NULL,
	    "Tue, 20 Oct 2026 20:28:00 GMT", NULL, 7200,
	    "E16: the clock of the server is ten hours behind" },
	{ "Wed, 21 Oct 2026 19:28:00 GMT", NULL,
	    "Wed, 21 Oct 2026 17:28:00 GMT", NULL, 7200,
	    "E16: the clock of the server is eleven hours ahead" },
	{ "Wed, 21 Oct 2026 19:28:00 GMT", NULL,
	    "Wed, 21 Oct 2026 17:28:00 GMT", "3600", 3600,
	    "E16: the Age of a copy is subtracted" },
	{ "Wed, 21 Oct 2026 07:28:00 GMT", NULL,
	    "Mon, 23 Nov 2026 00:00:00 GMT", NULL, 3600,
	    "E16: a Retry-After before the Date, but in the future" },
	{ "Wed, 21 Oct 2026 07:28:00 GMT", NULL, "yesterday", NULL, 3600,
	    "E16: an invalid Date is ignored" },
	{ "Wed, 21 Oct 2026 05:28:00 GMT", NULL,
	    "Wed, 21 Oct 2026 06:28:00 GMT", NULL, -1,
	    "E21: a Retry-After in the past by both clocks" },
	{ NULL, "1792531680", "Tue, 20 Oct 2026 20:28:00 GMT", NULL, 3600,
	    "E19: X-RateLimit-Reset of a clock that is behind" },
};

static void
freshness_test_skewed(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(skewed); i++) {
		struct freshness_input in = {
			.date = skewed[i].date, .age = skewed[i].age, .now = NOW
		};

		is_int(pause_asked_s(skewed[i].retry_after, skewed[i].reset,
			   &in, 7 * DAY),
		    skewed[i].expected_s, skewed[i].name);
	}
}

int
main(void)
{
	freshness_test_skewed();
	for (size_t i = 0; i < ARRAY_LENGTH(pauses); i++) {
		struct freshness_input in = {
			.cache_control = pauses[i].cache_control, .now = NOW
		};

		is_int(pause_asked_s(pauses[i].retry_after, pauses[i].reset,
			   &in, 7 * DAY),
		    pauses[i].expected_s, pauses[i].name);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(lifetimes); i++) {
		struct freshness_input in = { lifetimes[i].cache_control,
			lifetimes[i].age, lifetimes[i].date,
			lifetimes[i].expires, NOW };

		is_int(freshness_lifetime_s(&in), lifetimes[i].expected_s,
		    lifetimes[i].name);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(retries); i++)
		ok(retry_after_s(retries[i].value, NOW, retries[i].ceiling_s) ==
			retries[i].expected_s,
		    "Retry-After: %s",
		    retries[i].value != NULL ? retries[i].value : "(absent)");
	return done_testing();
}
