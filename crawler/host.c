/*
 * host.c -- the rate limit of each host.
 *
 * In:  starts and results of requests, the time.
 * Out: the time that the next request has to wait.  The rules are in
 * docs/etiquette.md, rows E15 to E23 and E35.  The end of a pause is a time of
 * the wall clock, because a pause must survive a restart.  The gap between two
 * requests is measured by the monotonic clock.
 */
#include "crawler/host.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/table.h"

/* The interval of a slow host is doubled from at least this value, even if the
 * policy allows a shorter interval. */
#define SLOWED_INTERVAL_MS 500
/* An answer is slow if it took at least this time and this many times the
 * usual time. */
#define SLOW_MS     2000
#define SLOW_FACTOR 4
/* Weight of an answer in the moving average of the usual time.  Slow answers
 * weigh less, but they count, because the server may have become slower. */
#define USUAL_SHARE      8
#define USUAL_SHARE_SLOW 64

struct host_table {
	struct table by_key;
};

int
host_table_new(struct host_table **ret, struct err *e)
{
	struct host_table *hosts = calloc(1, sizeof(*hosts));

	if (hosts == NULL)
		return err_set(e, ERR_MEMORY, "no memory for the hosts");
	table_init(&hosts->by_key);
	*ret = hosts;
	return 0;
}

static void
host_free(struct host *host)
{
	free(host->key);
	free(host);
}

void
host_table_free(struct host_table *hosts)
{
	struct host *host;
	size_t at = 0;

	if (hosts == NULL)
		return;
	while ((host = host_next(hosts, &at)) != NULL)
		host_free(host);
	table_release(&hosts->by_key);
	free(hosts);
}

struct host *
host_find(const struct host_table *hosts, struct slice key)
{
	return table_get(&hosts->by_key, key);
}

struct host *
host_get(struct host_table *hosts, struct slice key)
{
	struct host *host = host_find(hosts, key);

	if (host != NULL)
		return host;
	host = calloc(1, sizeof(*host));
	if (host == NULL)
		return NULL;
	host->key = strndup(key.p != NULL ? key.p : "", key.len);
	if (host->key == NULL ||
	    table_put(&hosts->by_key, slice_of(host->key), host) != 0) {
		host_free(host);
		return NULL;
	}
	return host;
}

size_t
host_count(const struct host_table *hosts)
{
	return hosts->by_key.n_used;
}

struct host *
host_next(const struct host_table *hosts, size_t *at)
{
	struct slice key;
	void *host;

	return table_next(&hosts->by_key, at, &key, &host) ? host : NULL;
}

bool
host_is_shared(const struct host *host)
{
	/* The key of a public host is a domain. Only the key of another host
	 * contains a port (url_budget_key()). */
	return strchr(host->key, ':') == NULL;
}

enum host_rank
host_rank(const struct host *host)
{
	if (!host->answers)
		return HOST_SILENT;
	return host->is_known && host->fast_documents_due == 0 ? HOST_TRUSTED
							       : HOST_ANSWERS;
}

void
host_note_document(struct host *host, bool is_fast)
{
	if (!is_fast)
		host->fast_documents_due = LIMIT_TRUST_DOCUMENTS;
	else if (host->fast_documents_due > 0)
		host->fast_documents_due--;
}

void
host_note_known(struct host *host)
{
	host->answers = host->is_known = true;
}

static int64_t
host_longer(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* Returns the interval of a slow host. The interval is longer than the duration
 * of an answer, so that the server has idle time. */
static int64_t
host_slowed_interval_ms(
    int slowdown, int64_t last_ms, const struct host_policy *policy)
{
	int64_t gap_ms = host_longer(
	    host_longer(policy->gap_ms, SLOWED_INTERVAL_MS), last_ms);

	if (slowdown == 0)
		return 0;
	if (gap_ms > (LIMIT_CRAWL_DELAY_S * 1000) >> slowdown)
		return LIMIT_CRAWL_DELAY_S * 1000;
	return gap_ms << slowdown;
}

static int64_t
host_crawl_delay_ms(int64_t delay_s)
{
	return 1000 *
	       (delay_s < LIMIT_CRAWL_DELAY_S ? delay_s : LIMIT_CRAWL_DELAY_S);
}

int64_t
host_gap_ms(const struct host *host, const struct host_policy *policy)
{
	return host_longer(host_longer(host_crawl_delay_ms(host->crawl_delay_s),
			       policy->gap_ms),
	    host_slowed_interval_ms(host->slowdown, host->last_ms, policy));
}

/* Returns the rest of the time after the last start. */
static int64_t
host_gap_left_ms(const struct host *host, const struct host_policy *policy,
    int64_t monotonic_ms)
{
	int64_t left_ms =
	    host->started_ms + host_gap_ms(host, policy) - monotonic_ms;

	return host->has_started && left_ms > 0 ? left_ms : 0;
}

/* True if a pause or a slowdown of foreign requests must be remembered. */
static bool
host_has_foreign_state(const struct host *host,
    const struct host_policy *policy, int64_t monotonic_ms, int64_t now_at)
{
	return host->foreign_failures > 0 ||
	       host_foreign_wait_ms(host, policy, monotonic_ms, now_at) > 0;
}

size_t
host_table_trim(struct host_table *hosts, const struct host_policy *policy,
    int64_t monotonic_ms, int64_t now_at)
{
	struct host *host;
	size_t at = 0, n = 0;

	while ((host = host_next(hosts, &at)) != NULL) {
		if (host->active > 0 || host->reading > 0 ||
		    host->user != NULL || host->failures > 0 ||
		    host->crawl_delay_s > 0 ||
		    host->foreign_crawl_delay_s > 0 ||
		    host->pause_until_at > now_at ||
		    host_has_foreign_state(
			host, policy, monotonic_ms, now_at) ||
		    host_gap_left_ms(host, policy, monotonic_ms) > 0)
			continue;
		table_remove(&hosts->by_key, slice_of(host->key));
		host_free(host);
		n++;
	}
	return n;
}

int64_t
host_wait_ms(const struct host *host, const struct host_policy *policy,
    int64_t monotonic_ms, int64_t now_at)
{
	int64_t gap_ms = host_gap_left_ms(host, policy, monotonic_ms);

	if (host->active >= policy->connections)
		return -1;
	return host_longer(
	    1000 * host_pause_left_s(host, false, now_at), gap_ms);
}

int64_t
host_pause_left_s(const struct host *host, bool is_foreign, int64_t now_at)
{
	int64_t pause_s = host->pause_until_at - now_at;

	if (is_foreign)
		pause_s =
		    host_longer(pause_s, host->foreign_pause_until_at - now_at);
	/* The pause is limited, because the clock may have been set back. */
	if (pause_s > LIMIT_HOST_PAUSE_S)
		return LIMIT_HOST_PAUSE_S;
	return pause_s > 0 ? pause_s : 0;
}

int64_t
host_foreign_wait_ms(const struct host *host, const struct host_policy *policy,
    int64_t monotonic_ms, int64_t now_at)
{
	int64_t pause_ms = 1000 * host_pause_left_s(host, true, now_at);
	int64_t interval_ms =
	    host_longer(host_crawl_delay_ms(host->foreign_crawl_delay_s),
		host_slowed_interval_ms(
		    host->foreign_slowdown, host->foreign_last_ms, policy));

	return host_longer(
	    pause_ms, host->foreign_started_ms + interval_ms - monotonic_ms);
}

void
host_continued(struct host *host, bool is_foreign, int64_t monotonic_ms)
{
	host->started_ms = monotonic_ms;
	host->has_started = true;
	if (is_foreign)
		host->foreign_started_ms = monotonic_ms;
}

void
host_sent(struct host *host, bool is_foreign, int64_t monotonic_ms)
{
	host->started_ms = host_longer(host->started_ms, monotonic_ms);
	if (is_foreign)
		host->foreign_started_ms =
		    host_longer(host->foreign_started_ms, monotonic_ms);
}

void
host_started(struct host *host, int64_t monotonic_ms)
{
	host->active++;
	host_continued(host, false, monotonic_ms);
}

void
host_started_foreign(struct host *host, int64_t monotonic_ms)
{
	host->active++;
	host_continued(host, true, monotonic_ms);
}

/* Adjusts the given number of doublings after an answer, and updates the usual
 * duration of answers. */
static void
host_adjust(int *slowdown, int64_t *usual_ms, int64_t *last_ms, long status,
    int64_t elapsed_ms)
{
	bool is_slow = *usual_ms > 0 && elapsed_ms >= SLOW_MS &&
		       elapsed_ms > SLOW_FACTOR * *usual_ms;

	if (status == 0) /* no answer */
		return;
	if (elapsed_ms < 1)
		elapsed_ms = 1;
	if (*usual_ms == 0)
		*usual_ms = elapsed_ms;
	*usual_ms += (elapsed_ms - *usual_ms) /
		     (is_slow ? USUAL_SHARE_SLOW : USUAL_SHARE);
	*last_ms = elapsed_ms;
	if (is_slow || status == 403 || status == 429 || status == 503)
		*slowdown += *slowdown < LIMIT_SLOWDOWN;
	else if (status < 500)
		*slowdown -= *slowdown > 0;
}

void
host_adjust_interval(struct host *host, long status, int64_t elapsed_ms)
{
	host_adjust(&host->slowdown, &host->usual_ms, &host->last_ms, status,
	    elapsed_ms);
}

/* Foreign requests have a usual duration of their own, which begins with that
 * of the host: a feed of another host could announce pages that the host
 * answers fast, after which its own pages would be slow in comparison. */
void
host_adjust_foreign_interval(struct host *host, long status, int64_t elapsed_ms)
{
	if (host->foreign_usual_ms == 0)
		host->foreign_usual_ms = host->usual_ms;
	host_adjust(&host->foreign_slowdown, &host->foreign_usual_ms,
	    &host->foreign_last_ms, status, elapsed_ms);
}

/* Returns the back-off after this number of failures: 15 min, 30 min, … 24 h.
 */
static int64_t
host_backoff_s(int failures)
{
	int64_t ret = LIMIT_BACKOFF_FLOOR_S;

	while (--failures > 0 && ret < LIMIT_BACKOFF_S)
		ret *= 2;
	return ret < LIMIT_BACKOFF_S ? ret : LIMIT_BACKOFF_S;
}

/* Returns the least pause after this number of failures: 0, 1 s, 2 s, 4 s, … 15
 * min. A server that always asks for a short wait does not get a request per
 * second for ever. */
static int64_t
host_least_pause_s(int failures)
{
	int64_t ret = failures > 1;

	while (--failures > 1 && ret < LIMIT_BACKOFF_FLOOR_S)
		ret *= 2;
	return ret < LIMIT_BACKOFF_FLOOR_S ? ret : LIMIT_BACKOFF_FLOOR_S;
}

/* Counts a refusal, and sets the end of the pause that it requests.  If
 * simultaneous requests cause several pauses, the longest pause is used. */
static void
host_refused(int *failures, int64_t *until_at, int64_t retry_after_s,
    int64_t fresh_s, int64_t now_at)
{
	int64_t pause_s;

	if (*failures < INT32_MAX)
		++*failures;
	pause_s = retry_after_s >= 0 ? host_longer(retry_after_s,
					   host_least_pause_s(*failures))
				     : host_backoff_s(*failures);
	pause_s = host_longer(pause_s, fresh_s);
	if (pause_s > LIMIT_HOST_PAUSE_S)
		pause_s = LIMIT_HOST_PAUSE_S;
	*until_at = host_longer(*until_at, now_at + pause_s);
}

void
host_finished(struct host *host, long status, int64_t retry_after_s,
    int64_t fresh_s, int64_t now_at)
{
	assert(host->active > 0);
	host->active--;
	if (status >= 200 && status < 400)
		host->failures = 0;
	if (status == 429 || status == 503)
		host_refused(&host->failures, &host->pause_until_at,
		    retry_after_s, fresh_s, now_at);
}

void
host_finished_foreign(struct host *host, long status, int64_t retry_after_s,
    int64_t fresh_s, int64_t now_at)
{
	assert(host->active > 0);
	host->active--;
	if (status >= 200 && status < 400)
		host->failures = host->foreign_failures = 0;
	if (status == 429 || status == 503)
		host_refused(&host->foreign_failures,
		    &host->foreign_pause_until_at, retry_after_s, fresh_s,
		    now_at);
}
