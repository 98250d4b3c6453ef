/*
 * rules.c -- answers whether robots.txt of a site allows a request (RFC 9309).
 *
 * Normal case: if the rules of the site are in memory, rules_ask() answers at
 * once. Otherwise the stored copy is read. If that is stale, robots.txt is
 * fetched (rules_fetch.c) and stored. Then all waiting requests are answered.
 *
 * Failures (sections of RFC 9309): a 4xx status allows everything (2.3.1.3).
 * After 5xx or no answer the old rules are used for one more day (2.4). After
 * that nothing is allowed, and articles are tried again later; after 30 days
 * everything is allowed (2.3.1.4). If no worker can read the file, it counts as
 * 5xx.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/limits.h"
#include "crawler/url.h"
#include "daemon/rules_parts.h"

#define AGENT           SLICE("gleaner")
#define FRESH_S         86400        /* RFC 9309, 2.4: at most 24 h */
#define UNREACHABLE_S   600          /* then robots.txt is requested again */
#define STALE_S         86400        /* 2.4: longer, while unreachable */
#define FORGOTTEN_S     (30 * 86400) /* 2.3.1.4: then everything is allowed */
#define SITES_AT_MOST   8192         /* then stale ones are removed */
#define URL_ARENA_BYTES (64 * KIB)
/* 500 KiB of the shortest rules take 6 MiB */
#define RULES_ARENA_BYTES (16 * MIB)

int
rules_new(struct hub *hub, struct rules **ret, struct err *e)
{
	struct rules *rules = calloc(1, sizeof(*rules));

	if (rules == NULL)
		return err_set(e, ERR_MEMORY, "rules");
	rules->hub = hub;
	table_init(&rules->sites);
	*ret = rules;
	return 0;
}

static void
rules_site_free(struct site *site)
{
	while (site->first != NULL) {
		struct waiting *waiting = site->first;

		site->first = waiting->next;
		free(waiting->url);
		free(waiting);
	}
	site_close_body(site);
	arena_release(&site->arena);
	buf_release(&site->text);
	free(site->origin);
	free(site->robots_url);
	free(site);
}

void
rules_free(struct rules *rules)
{
	struct slice origin;
	void *site;
	size_t at = 0;

	if (rules == NULL)
		return;
	while (table_next(&rules->sites, &at, &origin, &site))
		rules_site_free(site);
	table_release(&rules->sites);
	free(rules);
}

size_t
rules_waiting(const struct rules *rules)
{
	return rules->n_waiting;
}

/* ---- answers ---- */

static enum rules_verdict
rules_judge(const struct site *site, const char *url, const char **ret_why)
{
	struct arena arena;
	jmp_buf exhausted;
	volatile bool allowed = false;

	if (site->unreachable) {
		*ret_why = "robots.txt cannot be reached";
		return RULES_UNREACHABLE;
	}
	arena_init(&arena, URL_ARENA_BYTES);
	if (setjmp(exhausted) == 0) {
		arena.exhausted = &exhausted;
		allowed = robots_allows(
		    &site->robots, url_path_and_query(&arena, slice_of(url)));
	}
	arena_release(&arena);
	*ret_why = allowed ? "" : "robots.txt disallows it";
	return allowed ? RULES_ALLOWED : RULES_DISALLOWED;
}

static void
rules_answer(
    const struct site *site, const char *url, rules_done *done, void *arg)
{
	const char *why;
	enum rules_verdict verdict = rules_judge(site, url, &why);

	done(verdict, why, arg);
}

/* The state of the site is known: answers all waiting requests. */
static void
rules_site_known(struct site *site, bool unreachable, int64_t expires_at)
{
	struct waiting *list = site->first;

	site->state = SITE_KNOWN;
	site->unreachable = unreachable;
	site->expires_at = expires_at;
	site->first = NULL;
	site->last = &site->first;
	while (list != NULL) {
		struct waiting *waiting = list;

		list = waiting->next;
		site->rules->n_waiting--;
		rules_answer(site, waiting->url, waiting->done, waiting->arg);
		free(waiting->url);
		free(waiting);
	}
	hub_step_done(site->rules->hub);
}

/* Several sites may share the budget of a host: returns their longest crawl
 * delay. */
static int64_t
rules_longest_delay_s(const struct rules *rules, const struct host *host)
{
	struct slice origin;
	void *value;
	size_t at = 0;
	int64_t longest_s = 0;

	while (table_next(&rules->sites, &at, &origin, &value)) {
		const struct site *site = value;

		if (site->robots.crawl_delay_s > longest_s &&
		    gate_host(rules->hub, site->robots_url) == host)
			longest_s = site->robots.crawl_delay_s;
	}
	return longest_s;
}

static void
rules_set_delay(const struct site *site)
{
	struct host *host = gate_host(site->rules->hub, site->robots_url);

	if (host == NULL)
		return;
	if (site->robots.crawl_delay_s >= host->crawl_delay_s)
		host->crawl_delay_s = site->robots.crawl_delay_s;
	else if (host->crawl_delay_s > 0)
		host->crawl_delay_s = rules_longest_delay_s(site->rules, host);
}

/* The text is the worker's reduced text, not the bytes of the server. */
static void
rules_site_parse(struct site *site, struct slice text)
{
	jmp_buf exhausted;

	arena_clear(&site->arena);
	memset(&site->robots, 0, sizeof(site->robots));
	site->robots.crawl_delay_s = -1;
	if (setjmp(exhausted) != 0) {
		memset(&site->robots, 0, sizeof(site->robots));
		return;
	}
	site->arena.exhausted = &exhausted;
	robots_parse(&site->arena, text, AGENT, &site->robots);
	rules_set_delay(site);
}

/* ---- storing ---- */

struct robots_op {
	struct robots_row row;
	/* texts of the row; the site may be freed before */
	char *origin, *text;
};

static int
rules_put_run(struct store *store, void *arg, struct err *e)
{
	struct robots_op *op = arg;

	return store_robots_put(store, &op->row, e);
}

static void
rules_put_done(void *arg, int rc, const struct err *e)
{
	struct robots_op *op = arg;

	if (rc != 0)
		log_event(LOG_WARNING, "robots-not-kept",
		    LOG_TEXT("site", op->origin), LOG_TEXT("why", e->text));
	free(op->origin);
	free(op->text);
	free(op);
}

static void
rules_site_keep(struct site *site, const char *verdict, bool disallow_all,
    int64_t expires_at)
{
	struct robots_op *op = calloc(1, sizeof(*op));

	if (op == NULL)
		abort();
	op->origin = strdup(site->origin);
	op->text =
	    strndup(site->text.p != NULL ? site->text.p : "", site->text.len);
	if (op->origin == NULL || op->text == NULL)
		abort();
	op->row = (struct robots_row){
		.origin = slice_of(op->origin),
		.rules = slice_of(op->text),
		.fetched_at = hub_now(),
		.expires_at = expires_at,
		.disallow_all = disallow_all,
		.read_at = site->read_at,
		.unreachable_since = site->unreachable_since,
	};
	keeping_start(site->rules->hub, site->robots_url, 1, rules_put_run,
	    rules_put_done, op);
	log_event(LOG_INFO, "robots", LOG_TEXT("site", site->origin),
	    LOG_TEXT("verdict", verdict),
	    LOG_INT("rules", (int64_t)site->robots.n_rules));
	rules_site_known(site, disallow_all, expires_at);
}

void
site_keep_read(struct site *site)
{
	int64_t now = hub_now();

	site->read_at = now;
	site->unreachable_since = 0;
	rules_site_parse(site, buf_slice(&site->text));
	rules_site_keep(site, "read", false, now + FRESH_S);
}

void
site_keep_unreachable(struct site *site)
{
	int64_t now = hub_now();

	/* also if the clock was set back */
	if (site->unreachable_since == 0 || site->unreachable_since > now)
		site->unreachable_since = now;
	if (now - site->unreachable_since >= FORGOTTEN_S) {
		buf_clear(&site->text);
		site->read_at = 0;
		rules_site_parse(site, SLICE_NONE);
		rules_site_keep(site, "forgotten", false, now + FRESH_S);
		return;
	}
	if (site->read_at > 0 && site->read_at <= now &&
	    now - site->read_at <= FRESH_S + STALE_S) {
		rules_site_parse(site, buf_slice(&site->text));
		rules_site_keep(site, "stale", false, now + UNREACHABLE_S);
		return;
	}
	rules_site_parse(site, SLICE_NONE);
	rules_site_keep(site, "unreachable", true, now + UNREACHABLE_S);
}

/* ---- loading ---- */

struct loading {
	struct site *site;
	bool found;
	struct robots_row row; /* without its texts */
	struct buf text;
};

static int
rules_take_row(const struct robots_row *row, void *arg)
{
	struct loading *loading = arg;

	buf_clear(&loading->text);
	buf_append_slice(&loading->text, row->rules);
	loading->found = true;
	loading->row = *row;
	return 0;
}

static int
rules_load_run(struct store *store, void *arg, struct err *e)
{
	struct loading *loading = arg;
	int rc;

	/* A batch that fails is repeated. */
	loading->found = false;
	loading->row = (struct robots_row){ .read_at = 0 };
	buf_clear(&loading->text);
	rc = store_robots_get(
	    store, slice_of(loading->site->origin), rules_take_row, loading, e);
	return rc == ERR_NOT_FOUND ? 0 : rc;
}

static void
rules_load_done(void *arg, int rc, const struct err *e)
{
	struct loading *loading = arg;
	const struct robots_row *row = &loading->row;
	struct site *site = loading->site;
	struct hub *hub = site->rules->hub;

	(void)e;
	buf_clear(&site->text);
	buf_append_slice(&site->text, buf_slice(&loading->text));
	site->read_at = loading->row.read_at;
	site->unreachable_since = loading->row.unreachable_since;
	if (rc == 0 && loading->found && row->expires_at > hub_now() &&
	    row->expires_at <= hub_now() + FRESH_S) {
		rules_site_parse(site, buf_slice(&site->text));
		rules_site_known(site, row->disallow_all, row->expires_at);
	} else if (hub->state == HUB_RUNNING) {
		site->state = SITE_FETCHING;
		if (!gate_submit(hub, &site->errand, site->robots_url))
			rules_site_known(site, true, hub_now() + UNREACHABLE_S);
	}
	buf_release(&loading->text);
	free(loading);
}

static void
rules_site_load(struct site *site)
{
	struct loading *loading = calloc(1, sizeof(*loading));

	if (loading == NULL)
		abort();
	loading->site = site;
	buf_init(&loading->text, LIMIT_ROBOTS_BYTES * 2);
	site->state = SITE_LOADING;
	keeping_start(site->rules->hub, site->robots_url, 1, rules_load_run,
	    rules_load_done, loading);
}

/* ---- requests ---- */

static void
rules_forget_stale(struct rules *rules)
{
	struct slice origin;
	void *value;
	size_t at = 0;
	int64_t now = hub_now();

	while (table_next(&rules->sites, &at, &origin, &value)) {
		struct site *site = value;

		if (site->state != SITE_KNOWN || site->expires_at > now)
			continue;
		table_remove(&rules->sites, origin);
		rules_site_free(site);
	}
}

static struct site *
rules_find_site(struct rules *rules, const char *url)
{
	struct arena arena;
	jmp_buf exhausted;
	struct slice origin;
	struct site *volatile site = NULL;

	arena_init(&arena, URL_ARENA_BYTES);
	if (setjmp(exhausted) != 0)
		goto out;
	arena.exhausted = &exhausted;
	if (!url_origin(&arena, slice_of(url), &origin))
		goto out;
	site = table_get(&rules->sites, origin);
	if (site != NULL)
		goto out;
	if (rules->sites.n_used >= SITES_AT_MOST)
		rules_forget_stale(rules);
	site = calloc(1, sizeof(*site));
	if (site == NULL)
		abort();
	site->rules = rules;
	site->last = &site->first;
	site->body_fd = -1;
	site->errand.kind = ERRAND_ROBOTS;
	site->errand.start = site_fetch;
	arena_init(&site->arena, RULES_ARENA_BYTES);
	buf_init(&site->text, LIMIT_ROBOTS_BYTES * 2);
	if (asprintf(&site->origin, "%.*s", SLICE_ARG(origin)) < 0 ||
	    asprintf(&site->robots_url, "%.*s/robots.txt", SLICE_ARG(origin)) <
		0 ||
	    table_put(&rules->sites, slice_of(site->origin), site) != 0)
		abort();
out:
	arena_release(&arena);
	return site;
}

static bool
rules_is_current(const struct site *site)
{
	return site->state == SITE_KNOWN && site->expires_at > hub_now();
}

bool
rules_known(struct rules *rules, const char *url, enum rules_verdict *ret,
    const char **ret_why)
{
	const struct site *site = rules_find_site(rules, url);

	if (site == NULL || !rules_is_current(site))
		return false;
	*ret = rules_judge(site, url, ret_why);
	return true;
}

void
rules_forget(struct rules *rules, const char *url, const void *arg)
{
	struct site *site = rules_find_site(rules, url);
	struct waiting **at, *waiting;

	if (site == NULL)
		return;
	at = &site->first;
	while ((waiting = *at) != NULL) {
		if (waiting->arg != arg) {
			at = &waiting->next;
			continue;
		}
		*at = waiting->next;
		rules->n_waiting--;
		free(waiting->url);
		free(waiting);
	}
	site->last = at;
}

/* The robots.txt takes the fair share of the request that needs it. */
static void
rules_site_take_share(
    struct site *site, const struct errand *errand, const char *url)
{
	bool starts = site->state == SITE_NEW || site->state == SITE_KNOWN;

	if (starts) {
		site->errand.is_own = false;
		site->errand.queued.feed_id = errand->queued.feed_id;
		site->errand.queued.order = INT64_MAX;
	}
	if (gate_is_own(site->rules->hub, errand, url) && !site->errand.is_own)
		gate_make_own(&site->errand, errand->queued.feed_id, INT64_MAX);
}

void
rules_make_own(
    struct rules *rules, const char *url, const struct errand *errand)
{
	struct site *site = rules_find_site(rules, url);

	if (site != NULL &&
	    (site->state == SITE_LOADING || site->state == SITE_FETCHING))
		rules_site_take_share(site, errand, url);
}

void
rules_ask(struct rules *rules, const char *url, const struct errand *errand,
    rules_done *done, void *arg)
{
	struct site *site = rules_find_site(rules, url);
	struct waiting *waiting;

	if (site == NULL) {
		done(RULES_DISALLOWED, "the URL cannot be fetched", arg);
		return;
	}
	if (rules_is_current(site)) {
		rules_answer(site, url, done, arg);
		return;
	}
	waiting = calloc(1, sizeof(*waiting));
	if (waiting == NULL || (waiting->url = strdup(url)) == NULL)
		abort();
	waiting->done = done;
	waiting->arg = arg;
	*site->last = waiting;
	site->last = &waiting->next;
	rules->n_waiting++;
	rules_site_take_share(site, errand, url);
	if (site->state == SITE_NEW || site->state == SITE_KNOWN)
		rules_site_load(site);
}

void
rules_shift(struct rules *rules, int64_t by_s)
{
	struct slice origin;
	void *value;
	size_t at = 0;

	while (table_next(&rules->sites, &at, &origin, &value)) {
		struct site *site = value;

		site->expires_at = clock_shifted(site->expires_at, by_s);
		site->read_at = clock_shifted(site->read_at, by_s);
		site->unreachable_since =
		    clock_shifted(site->unreachable_since, by_s);
	}
}
