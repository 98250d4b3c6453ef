/*
 * cadence_history.c -- computes the next poll from a feed's history.
 *
 * In:  times at which entries arrived: their own dates if those are plausible,
 *      else the time between two polls.
 * Out: seconds until the next poll.
 *
 * The arrivals are modelled as a Poisson process. Its rate is the mean rate,
 * multiplied by a factor for the hour of the day and a factor for the day of
 * the week. The history has therefore 24 + 7 counts, not 168. One month of a
 * feed with one arrival a day is enough to estimate 31 counts.
 *
 * For a given number of requests, the mean delay is least if the poll rate is
 * proportional to the square root of the arrival rate. Proof: with an interval
 * T an arrival waits T/2 on average, so that the delay costs rate/2 * T. The
 * requests cost c/T. The sum is least if T is proportional to 1/sqrt(rate).
 *
 * A feed with one arrival a day is polled each poll.interval on average. For a
 * feed with fewer arrivals the poll rate falls with the square root of the
 * arrival rate. For a feed with more arrivals the poll rate rises only with the
 * fourth root of the arrival rate, because single arrivals of a busy feed
 * matter less. tests/bench/cadence.c measures this; docs/cadence.md has the
 * results.
 */
#include "crawler/cadence_history.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/date/date.h"

#define HOUR_S 3600
#define DAY_S  86400
#define WEEK_H 168

#define EPOCH_DAY 4 /* 1970-01-01 was a Thursday */
#define VERSION   1 /* version of the stored form */

/* Each arrival adds this to the counts of its hour and its day.  The value can
 * be halved four times. */
#define UNIT       16
#define COUNT_MOST (UINT16_MAX - UNIT)
#define HALVE_S    (28 * DAY_S)
/* Number of halvings after which all counts are 0.  If more are due, the clock
 * may be wrong, and the counts are halved only once. */
#define HALVE_MOST 16
/* Arrivals that are assumed before any are known, spread evenly over the day.
 */
#define HOURS_PRIOR 1.0
/* Arrivals that are assumed before any are known, spread evenly over the
 * week. */
#define DAYS_PRIOR 3.0
/* Share of an hour's arrivals that is moved to each of the two neighbouring
 * hours. */
#define SMEAR 0.08
/* Least rate of an hour, as a share of the mean rate.  It is not 0, because
 * summer time shifts the hours and a feed may publish at unusual times. */
#define EVEN 0.05

#define RATE_DAYS  14.0 /* the rate decays to 1/e in this many days */
#define RATE_UNIT  1000.0
#define RATE_FIRST RATE_UNIT /* initial rate of a feed without history */
#define RATE_MOST  1000000000.0
#define RATE_LEAST                                                             \
	(RATE_UNIT / RATE_DAYS) /* least rate estimated from one               \
				 * document */
/* Least number of dates from which the rate is estimated. */
#define SEED_LEAST  5
#define LATELY_S    (2 * HOUR_S) /* half-life of recent arrivals */
#define LATELY_MOST 100000000.0
/* If a feed had no arrival for a time T, its rate is limited to this number of
 * arrivals in T. */
#define SILENCE_ARRIVALS 4.0

#define TIME_BYTES 5 /* a time in 5 bytes lasts until the year 36812 */
/* Limit of the search for the next poll, in hours.  A shorter poll.max ends the
 * search earlier. */
#define WALK_HOURS (31 * 24)

static int64_t
cadence_history_hour_of(int64_t at)
{
	return at / HOUR_S % CADENCE_HOURS;
}

static int64_t
cadence_history_day_of(int64_t at)
{
	return (at / DAY_S + EPOCH_DAY) % CADENCE_DAYS;
}

/* ---- learning ---- */

static void
cadence_history_halve(struct cadence_history *h)
{
	for (size_t i = 0; i < CADENCE_HOURS; i++)
		h->hours[i] /= 2;
	for (size_t i = 0; i < CADENCE_DAYS; i++)
		h->days[i] /= 2;
}

/* Halves the counts once for each HALVE_S since the last halving. If the clock
 * was set back, nothing is halved. If the clock seems to be years ahead
 * (HALVE_MOST), the counts are halved only once. */
static void
cadence_history_age(struct cadence_history *h, int64_t now)
{
	int64_t passed_s = now - h->aged_at;

	if (passed_s < 0)
		h->aged_at = now;
	else if (passed_s / HALVE_S > HALVE_MOST)
		h->aged_at = now - HALVE_S;
	for (; now - h->aged_at >= HALVE_S; h->aged_at += HALVE_S)
		cadence_history_halve(h);
}

static double
cadence_history_decayed(double value, double passed_s, double scale_s)
{
	return passed_s > 0 ? value * exp(-passed_s / scale_s) : value;
}

static uint32_t
cadence_history_to_count(double value, double most)
{
	return (uint32_t)(value < most ? value : most);
}

static void
cadence_history_count_arrival(struct cadence_history *h, int64_t at)
{
	uint16_t *hour = &h->hours[cadence_history_hour_of(at)],
		 *day = &h->days[cadence_history_day_of(at)];

	if (*hour > COUNT_MOST || *day > COUNT_MOST)
		cadence_history_halve(h);
	*hour += UNIT;
	*day += UNIT;
}

/* Entries that arrive together are probably one publication.  Each of them
 * therefore counts less than a single entry. */
static double
cadence_history_weight_of(size_t n)
{
	return n > 0 ? 1.0 + log2((double)n) : 0.0;
}

/* True for a plausible date: not DATE_NONE, not before 1970, and not after
 * `now`. */
static bool
cadence_history_is_past(int64_t date, int64_t now)
{
	return date != DATE_NONE && date >= 0 && date <= now;
}

/* Estimates the rate from the dates of one document.  Older dates have less
 * weight.  The sum of the weights is divided by the sum that a feed with one
 * arrival a day would have. */
static void
cadence_history_seed_rate(
    struct cadence_history *h, const struct cadence_arrivals *a)
{
	double weight = 0, oldest_days = 0;
	size_t n = 0;

	for (size_t i = 0; i < a->n_dates && i < CADENCE_MOST_DATES; i++) {
		if (!cadence_history_is_past(a->dates[i], a->now))
			continue;
		double days = (double)(a->now - a->dates[i]) / DAY_S;

		n++;
		weight += exp(-days / RATE_DAYS) / RATE_DAYS;
		if (days > oldest_days)
			oldest_days = days;
	}
	if (n < SEED_LEAST || oldest_days <= 0)
		return;
	double rate = RATE_UNIT * weight / (1 - exp(-oldest_days / RATE_DAYS));

	h->rate = cadence_history_to_count(
	    rate > RATE_LEAST ? rate : RATE_LEAST, RATE_MOST);
}

static void
cadence_history_seed(
    struct cadence_history *h, const struct cadence_arrivals *a)
{
	h->at = h->aged_at = a->now;
	h->rate = (uint32_t)RATE_FIRST;
	cadence_history_seed_rate(h, a);
	for (size_t i = 0; i < a->n_dates && i < CADENCE_MOST_DATES; i++)
		if (cadence_history_is_past(a->dates[i], a->now) &&
		    a->now - a->dates[i] < 2 * HALVE_S)
			cadence_history_count_arrival(h, a->dates[i]);
}

/* Adds arrivals to the counts, spread evenly over the time from `since` to
 * `now`, but at most over the last week. Each arrival adds UNIT counts. At most
 * four of the n arrivals are added. */
static void
cadence_history_count_spread(
    struct cadence_history *h, int64_t since, int64_t now, size_t n)
{
	size_t n_parts = n * UNIT < 4 * UNIT ? n * UNIT : 4 * UNIT;

	if (now - since > 7 * DAY_S)
		since = now - 7 * DAY_S;
	for (size_t i = 0; i < n_parts; i++) {
		int64_t at = since + (now - since) * (int64_t)(2 * i + 1) /
					 (int64_t)(2 * n_parts);
		uint16_t *hour = &h->hours[cadence_history_hour_of(at)];
		uint16_t *day = &h->days[cadence_history_day_of(at)];

		if (*hour > COUNT_MOST || *day > COUNT_MOST)
			cadence_history_halve(h);
		*hour += 1;
		*day += 1;
	}
}

void
cadence_history_learn(
    struct cadence_history *h, const struct cadence_arrivals *a)
{
	size_t n_dated = 0;

	if (h->at == 0 || a->since_at == DATE_NONE) {
		cadence_history_seed(h, a);
		return;
	}
	cadence_history_age(h, a->now);
	double passed_s = (double)(a->now - h->at);
	double weight = cadence_history_weight_of(a->n);

	h->rate = cadence_history_to_count(
	    cadence_history_decayed(h->rate, passed_s, RATE_DAYS * DAY_S) +
		RATE_UNIT * weight / RATE_DAYS,
	    RATE_MOST);
	h->lately = cadence_history_to_count(
	    cadence_history_decayed(h->lately, passed_s, LATELY_S / M_LN2) +
		1000 * weight,
	    LATELY_MOST);
	h->at = a->now;
	for (size_t i = 0; i < a->n_dates && i < CADENCE_MOST_DATES; i++) {
		if (!cadence_history_is_past(a->dates[i], a->now) ||
		    a->dates[i] <= a->since_at)
			continue;
		cadence_history_count_arrival(h, a->dates[i]);
		n_dated++;
	}
	if (n_dated == 0 && a->n > 0 && a->since_at < a->now)
		cadence_history_count_spread(h, a->since_at, a->now, a->n);
}

/* ---- the wait ---- */

/* Factors by which the rate in an hour and on a day differs from the mean rate.
 * The mean of the factors is 1.0. */
struct shape {
	double hours[CADENCE_HOURS], days[CADENCE_DAYS];
};

static void
cadence_history_shape_of(const struct cadence_history *h, struct shape *ret)
{
	double n_hours = UNIT * HOURS_PRIOR, n_days = UNIT * DAYS_PRIOR;

	for (size_t i = 0; i < CADENCE_HOURS; i++)
		n_hours += h->hours[i];
	for (size_t i = 0; i < CADENCE_DAYS; i++)
		n_days += h->days[i];
	for (size_t i = 0; i < CADENCE_HOURS; i++) {
		size_t before = (i + CADENCE_HOURS - 1) % CADENCE_HOURS;
		double sum = (1 - 2 * SMEAR) * h->hours[i] +
			     SMEAR * h->hours[before] +
			     SMEAR * h->hours[(i + 1) % CADENCE_HOURS];

		ret->hours[i] =
		    (sum * CADENCE_HOURS + UNIT * HOURS_PRIOR) / n_hours;
	}
	for (size_t i = 0; i < CADENCE_DAYS; i++)
		ret->days[i] =
		    (h->days[i] * (double)CADENCE_DAYS + UNIT * DAYS_PRIOR) /
		    n_days;
}

/* Returns the expected rate of arrivals per day in the hour of `at`. */
static double
cadence_history_expected(const struct shape *shape, double per_day, int64_t at)
{
	return per_day *
	       ((1 - EVEN) * shape->hours[cadence_history_hour_of(at)] *
		       shape->days[cadence_history_day_of(at)] +
		   EVEN);
}

/* Returns the mean of the square roots of the rate over a week. */
static double
cadence_history_mean_root(const struct shape *shape, double per_day)
{
	double sum = 0;

	for (int64_t hour = 0; hour < WEEK_H; hour++)
		sum += sqrt(
		    cadence_history_expected(shape, per_day, hour * HOUR_S));
	return sum / WEEK_H;
}

int64_t
cadence_history_rate(const struct cadence_history *h, int64_t now)
{
	return (int64_t)cadence_history_decayed(
	    h->rate, (double)(now - h->at), RATE_DAYS * DAY_S);
}

static double
cadence_history_arrivals_per_day(
    const struct cadence_history *h, int64_t now, int64_t last_new)
{
	double per_day = (double)cadence_history_rate(h, now) / RATE_UNIT;

	if (!cadence_history_is_past(last_new, now) || last_new == now)
		return per_day;
	return fmin(
	    per_day, SILENCE_ARRIVALS * DAY_S / (double)(now - last_new));
}

int64_t
cadence_history_wait_s(const struct cadence_history *h, int64_t now,
    int64_t interval_s, int64_t max_s, int64_t last_new_at)
{
	struct shape shape;
	double remaining = 1.0; /* each hour subtracts its poll rate; at 0 the
				   next poll is due */
	double per_day = cadence_history_arrivals_per_day(h, now, last_new_at);
	double lately, root;
	int64_t at = now;

	if (h->at == 0)
		return interval_s < max_s ? interval_s : max_s;
	cadence_history_shape_of(h, &shape);
	root = cadence_history_mean_root(&shape, per_day);
	lately = cadence_history_decayed(
		     h->lately, (double)(now - h->at), LATELY_S / M_LN2) /
		 1000 * M_LN2 / LATELY_S * DAY_S;
	double scale =
	    (root > 1.0 ? 1.0 / sqrt(root) : 1.0) / (double)interval_s;

	for (int i = 0; i < WALK_HOURS && at - now < max_s; i++) {
		int64_t end = (at / HOUR_S + 1) * HOUR_S;
		double here =
		    fmax(cadence_history_expected(&shape, per_day, at),
			cadence_history_decayed(
			    lately, (double)(at - now), LATELY_S / M_LN2));
		double per_s = scale * sqrt(here);

		if (per_s * (double)(end - at) >= remaining) {
			at += (int64_t)(remaining / per_s);
			break;
		}
		remaining -= per_s * (double)(end - at);
		at = end;
	}
	return at - now < max_s ? at - now : max_s;
}

/* ---- bytes ---- */

static unsigned char *
cadence_history_put(unsigned char *p, uint64_t value, size_t n)
{
	for (size_t i = 0; i < n; i++)
		*p++ = (unsigned char)(value >> 8 * i);
	return p;
}

static uint64_t
cadence_history_take(const unsigned char **p, size_t n)
{
	uint64_t value = 0;

	for (size_t i = 0; i < n; i++)
		value |= (uint64_t)(*(*p)++) << 8 * i;
	return value;
}

/* Writes version, times, rate, lately, hours and days; the low byte comes
 * first. */
void
cadence_history_write(
    const struct cadence_history *h, unsigned char bytes[CADENCE_HISTORY_BYTES])
{
	unsigned char *p = bytes;

	p = cadence_history_put(p, VERSION, 1);
	p = cadence_history_put(p, (uint64_t)h->at, TIME_BYTES);
	p = cadence_history_put(p, (uint64_t)h->aged_at, TIME_BYTES);
	p = cadence_history_put(p, h->rate, 4);
	p = cadence_history_put(p, h->lately, 4);
	for (size_t i = 0; i < CADENCE_HOURS; i++)
		p = cadence_history_put(p, h->hours[i], 2);
	for (size_t i = 0; i < CADENCE_DAYS; i++)
		p = cadence_history_put(p, h->days[i], 2);
	assert(p == bytes + CADENCE_HISTORY_BYTES);
}

void
cadence_history_read(struct cadence_history *ret, struct slice bytes)
{
	struct cadence_history h = { 0 };
	const unsigned char *p = (const unsigned char *)bytes.p;

	*ret = h;
	if (bytes.len != CADENCE_HISTORY_BYTES ||
	    cadence_history_take(&p, 1) != VERSION)
		return;
	h.at = (int64_t)cadence_history_take(&p, TIME_BYTES);
	h.aged_at = (int64_t)cadence_history_take(&p, TIME_BYTES);
	h.rate = (uint32_t)cadence_history_take(&p, 4);
	h.lately = (uint32_t)cadence_history_take(&p, 4);
	for (size_t i = 0; i < CADENCE_HOURS; i++)
		h.hours[i] = (uint16_t)cadence_history_take(&p, 2);
	for (size_t i = 0; i < CADENCE_DAYS; i++)
		h.days[i] = (uint16_t)cadence_history_take(&p, 2);
	*ret = h;
}
