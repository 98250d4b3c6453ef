/*
 * freshness.c -- how long a response is fresh, and how long a server asks
 * clients to wait.
 *
 * In:  header values as sent, and the time of the response.
 * Out: seconds.
 * RFC 9111, sections 4.2 (freshness), 4.2.3 (age), 5.1 to 5.3 (Age, Cache-
 * Control, Expires); RFC 9110, section 10.2.3 (Retry-After).  Gleaner is a
 * private cache, so s-maxage does not apply.
 */
#include "crawler/fetch/freshness.h"

#include "base/array.h"
#include "base/date/date.h"
#include "base/limits.h"
#include "base/text/ascii.h"

/* Numbers that are too large count as this number (RFC 9111, 1.2.2). */
#define DELTA_SECONDS_MAX 2147483648LL
/* X-RateLimit-Reset is not standardised. A smaller value is a number of seconds
 * to wait. This value (30 years) or more is a time in seconds since 1970. */
#define RESET_IS_INSTANT 1000000000LL
/* This value (the year 5138) or more is a time in milliseconds since 1970. */
#define RESET_IS_MS 100000000000LL

/* The directives of Cache-Control. */
struct cache_control {
	bool unusable; /* no-store, no-cache, or an invalid max-age */
	bool has_max_age;
	int64_t max_age_s;
};

/* Reads delta-seconds, which consist of digits only.  Returns false for
 * anything else. */
static bool
freshness_read_seconds(struct slice s, int64_t *ret)
{
	int64_t value = 0;

	if (s.len == 0)
		return false;
	for (size_t i = 0; i < s.len; i++) {
		if (s.p[i] < '0' || s.p[i] > '9')
			return false;
		value = value * 10 + (s.p[i] - '0');
		if (value > DELTA_SECONDS_MAX)
			value = DELTA_SECONDS_MAX;
	}
	*ret = value;
	return true;
}

static void
freshness_take_directive(struct cache_control *ret, struct slice directive)
{
	size_t equals = slice_find_char(directive, '=', 0);
	struct slice name = slice_trim(slice_sub(directive, 0, equals));
	struct slice value = SLICE_NONE;

	if (equals != SLICE_NOT_FOUND)
		value =
		    slice_trim(slice_sub(directive, equals + 1, directive.len));
	if (slice_equal_nocase(name, SLICE("no-store")))
		ret->unusable = true;
	/* no-cache="Set-Cookie" applies to that field only (5.2.2.4) */
	if (slice_equal_nocase(name, SLICE("no-cache")) && value.len == 0)
		ret->unusable = true;
	/* if max-age occurs twice, the first one counts (4.2.1) */
	if (!slice_equal_nocase(name, SLICE("max-age")) || ret->has_max_age)
		return;
	if (value.len >= 2 && value.p[0] == '"' &&
	    value.p[value.len - 1] == '"')
		value = slice_sub(value, 1, value.len - 1);
	ret->has_max_age = true;
	if (!freshness_read_seconds(value, &ret->max_age_s))
		ret->unusable = true;
}

/* Splits the header at commas outside of quotes. */
static struct cache_control
freshness_read_cache_control(struct slice s)
{
	struct cache_control ret = { .unusable = false };
	bool quoted = false;
	size_t start = 0;

	for (size_t i = 0; i < s.len; i++) {
		if (s.p[i] == '"')
			quoted = !quoted;
		if (s.p[i] == '\\' && quoted)
			i++;
		else if (s.p[i] == ',' && !quoted) {
			freshness_take_directive(&ret, slice_sub(s, start, i));
			start = i + 1;
		}
	}
	freshness_take_directive(&ret, slice_sub(s, start, s.len));
	return ret;
}

/* Computes the current age (RFC 9111, 4.2.3) without the delay of the response
 * itself. */
static int64_t
freshness_current_age_s(const struct freshness_input *in)
{
	struct slice age = slice_trim(slice_of(in->age));
	int64_t value, date_at, ret = 0;

	/* a list is an error; its first member counts (5.1) */
	age = slice_trim(slice_sub(age, 0, slice_find_char(age, ',', 0)));
	if (freshness_read_seconds(age, &value))
		ret = value;
	if (date_parse_http(slice_trim(slice_of(in->date)), &date_at) &&
	    in->now - date_at > ret)
		ret = in->now - date_at;
	return ret;
}

int64_t
freshness_lifetime_s(const struct freshness_input *in)
{
	struct cache_control control =
	    freshness_read_cache_control(slice_of(in->cache_control));
	int64_t lifetime_s, expires_at, date_at;

	if (control.unusable)
		return 0;
	if (control.has_max_age) {
		lifetime_s = control.max_age_s;
	} else {
		/* an invalid date, in particular "0", is in the past (5.3) */
		if (!date_parse_http(
			slice_trim(slice_of(in->expires)), &expires_at))
			return 0;
		if (!date_parse_http(slice_trim(slice_of(in->date)), &date_at))
			date_at = in->now;
		lifetime_s = expires_at - date_at;
		if (lifetime_s > DELTA_SECONDS_MAX)
			lifetime_s = DELTA_SECONDS_MAX;
	}
	lifetime_s -= freshness_current_age_s(in);
	return lifetime_s > 0 ? lifetime_s : 0;
}

/* Returns the time by the server's clock; `now` if the response has no valid
 * Date. */
static int64_t
freshness_server_now(const struct freshness_input *in)
{
	struct slice age = slice_trim(slice_of(in->age));
	int64_t date_at, age_s;

	if (!date_parse_http(slice_trim(slice_of(in->date)), &date_at))
		return in->now;
	return freshness_read_seconds(age, &age_s) ? date_at + age_s : date_at;
}

/* Reads a number of seconds that is not written as RFC 9110 requires: in
 * quotation marks, with a fraction, which is rounded up, or with a unit.  A
 * number below LIMIT_BACKOFF_FLOOR_S is refused: the caller then waits longer.
 */
static bool
freshness_read_loose_seconds(struct slice s, int64_t *ret_s)
{
	static const struct slice units[] = { SLICE(""), SLICE("s"),
		SLICE("sec"), SLICE("seconds") };
	size_t n = 0, digits;

	if (s.len >= 2 && s.p[0] == '"' && s.p[s.len - 1] == '"')
		s = slice_trim(slice_sub(s, 1, s.len - 1));
	while (n < s.len && ascii_is_digit(s.p[n]))
		n++;
	if (!freshness_read_seconds(slice_sub(s, 0, n), ret_s))
		return false;
	digits = n;
	if (n < s.len && s.p[n] == '.')
		do
			n++;
		while (n < s.len && ascii_is_digit(s.p[n]));
	*ret_s += n > digits;
	if (*ret_s < LIMIT_BACKOFF_FLOOR_S)
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(units); i++)
		if (slice_equal_nocase(
			slice_trim(slice_sub(s, n, s.len)), units[i]))
			return true;
	return false;
}

/* Reads a date of Retry-After.  A date in another form than those of HTTP is
 * accepted if it has a time and a zone, because to wait is polite. */
static bool
freshness_read_retry_date(struct slice text, int64_t *ret_at)
{
	static const unsigned needs = DATE_HAS_TIME | DATE_HAS_ZONE;
	unsigned flags;

	if (date_parse_http(text, ret_at))
		return true;
	return date_parse(text, ret_at, &flags) && (flags & needs) == needs;
}

/* Reads one value of Retry-After; see retry_after_s(). */
static int64_t
freshness_read_retry(struct slice text, int64_t now, int64_t ceiling_s)
{
	int64_t at, wait_s;

	text = slice_trim(text);
	if (!freshness_read_seconds(text, &wait_s) &&
	    !freshness_read_loose_seconds(text, &wait_s)) {
		if (!freshness_read_retry_date(text, &at) || at <= now)
			return -1;
		wait_s = at - now;
	}
	/* A wait of 0 would replace the back-off, so that a refused request is
	 * repeated at once. */
	if (wait_s == 0)
		return -1;
	return wait_s < ceiling_s ? wait_s : ceiling_s;
}

int64_t
retry_after_s(const char *value, int64_t now, int64_t ceiling_s)
{
	struct slice rest = slice_of(value);
	int64_t ret_s = -1;

	while (rest.len > 0) {
		size_t end = slice_find_char(rest, ',', 0), second;
		int64_t wait_s = freshness_read_retry(
		    slice_sub(rest, 0, end), now, ceiling_s);

		/* most dates contain a comma */
		if (wait_s < 0 && end != SLICE_NOT_FOUND) {
			second = slice_find_char(rest, ',', end + 1);
			wait_s = freshness_read_retry(
			    slice_sub(rest, 0, second), now, ceiling_s);
			if (wait_s >= 0)
				end = second;
		}
		if (wait_s > ret_s)
			ret_s = wait_s;
		rest = end != SLICE_NOT_FOUND
			   ? slice_sub(rest, end + 1, rest.len)
			   : SLICE_NONE;
	}
	return ret_s;
}

int64_t
pause_asked_s(const char *retry_after, const char *ratelimit_reset,
    const struct freshness_input *in, int64_t ceiling_s)
{
	int64_t server_now = freshness_server_now(in);
	int64_t ret_s = retry_after_s(retry_after, server_now, ceiling_s);
	int64_t fresh_s = freshness_lifetime_s(in), reset_s;

	if (ret_s < 0)
		ret_s = retry_after_s(retry_after, in->now, ceiling_s);
	if (slice_to_int64(slice_trim(slice_of(ratelimit_reset)), &reset_s)) {
		if (reset_s >= RESET_IS_MS)
			reset_s /= 1000;
		if (reset_s >= RESET_IS_INSTANT)
			reset_s -= reset_s > server_now ? server_now : in->now;
		if (reset_s > ret_s && reset_s > 0)
			ret_s = reset_s;
	}
	if (ret_s >= 0 && fresh_s > ret_s)
		ret_s = fresh_s;
	return ret_s < ceiling_s ? ret_s : ceiling_s;
}
