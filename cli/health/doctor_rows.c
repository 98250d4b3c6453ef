/*
 * doctor_rows.c -- checks of `gleaner doctor`: failing and silent feeds, hosts
 * that requested a pause, consumers that are behind, pushes that fail.
 */
#include <setjmp.h>
#include <string.h>

#include "base/limits.h"
#include "cli/health/doctor.h"
#include "control/push_state.h"
#include "store/feed/feed_health.h"
#include "store/feed/poll_update.h"
#include "url/url.h"

#define BEHIND_S     86400 /* enough for a consumer that runs once a day */
#define PAUSE_LONG_S 3600
#define WALLS_S      (7 * 86400)

/* ------------------------------------------------------------------- feeds */

struct feeds {
	struct doctor *doctor;
	int64_t n, n_of[FEED_HEALTH_COUNT];
};

/* Advice for the outcome of a poll; the first row that matches is used. */
static const struct {
	/* why: beginning of the reason; NULL: any reason */
	const char *outcome, *why;
	const char *advice;
} advices[] = {
	{ "http-error", "HTTP 401",
	    "the server requires credentials: set `headers` of the feed" },
	{ "http-error", "HTTP 403",
	    "the server refuses access: set `contact`, poll less often "
	    "(`interval`), or ask its operator" },
	{ "http-error", "HTTP 404",
	    "the feed no longer exists: find the site's feeds with gleaner "
	    "discover; remove this one with gleaner feed remove" },
	{ "http-error", "HTTP 429",
	    "requests are too frequent: raise `interval` of the feed or "
	    "`host.gap`" },
	{ "http-error", "HTTP 5",
	    "the server has a fault: no action is needed if it is temporary" },
	{ "http-error", NULL, "open it in a browser" },
	{ "not-a-feed", NULL,
	    "the address is a page now: find the site's feeds with gleaner "
	    "discover" },
	{ "dns", NULL,
	    "the host name was not found: check its spelling, the network "
	    "of this machine, or whether the site was closed" },
	{ "connect", NULL,
	    "the server does not answer: check whether the site was closed" },
	{ "tls", NULL,
	    "the server's certificate, the local clock or the local "
	    "ca-certificates are wrong" },
	{ "timeout", NULL, "the server is slow: raise `fetch.timeout`" },
	{ "incomplete", NULL,
	    "the server sends an incomplete document: ask its operator; the "
	    "received part is stored" },
	{ "too-large", NULL, "raise `fetch.feed_bytes`" },
	{ "forbidden", "redirected from https",
	    "the server redirects to http: set `fetch.allow_downgrade: true` "
	    "if this is intended" },
	{ "forbidden", NULL,
	    "a private address: set `host.allow_private: true` if this is "
	    "intended" },
	{ "postponed", NULL,
	    "the target host of a redirect pauses: no action is needed" },
	{ "redirects", NULL,
	    "a redirect loop: find the feed with gleaner discover" },
	{ "bad-url", NULL,
	    "its host or port is not allowed: correct the address, or remove "
	    "the feed" },
	{ NULL, NULL, "poll it again with gleaner feed poll" },
};

static const char *
doctor_rows_advice_for(const struct feed_row *row)
{
	size_t i = 0;

	for (; advices[i].outcome != NULL; i++)
		if (slice_equal(
			row->last_outcome, slice_of(advices[i].outcome)) &&
		    (advices[i].why == NULL ||
			slice_starts(row->last_why, slice_of(advices[i].why))))
			break;
	return advices[i].advice;
}

/* Stores the site of a feed, up to DOCTOR_SITES sites. The network test
 * requests their robots.txt, which every crawler requests. */
static void
doctor_rows_add_site(struct doctor *doctor, struct slice url)
{
	struct slice origin, site;
	jmp_buf exhausted;

	if (doctor->n_sites == DOCTOR_SITES || setjmp(exhausted) != 0)
		return;
	doctor->arena.exhausted = &exhausted;
	if (url_origin(&doctor->arena, url, &origin)) {
		site = arena_format(
		    &doctor->arena, "%.*s/robots.txt", SLICE_ARG(origin));
		for (size_t i = 0; i < doctor->n_sites; i++)
			if (slice_equal(doctor->sites[i], site))
				site = SLICE_NONE;
		if (site.len > 0)
			doctor->sites[doctor->n_sites++] = site;
	}
	doctor->arena.exhausted = NULL;
}

/* Appends a date to *ret, which the caller uses in a finding. */
static void
doctor_rows_write_date(struct doctor *doctor, struct buf *ret, int64_t at)
{
	buf_init(ret, 64);
	text_date(ret, at);
	buf_carry_failure(&doctor->out, ret);
}

/* Returns the advice for a state; NULL: no advice. */
static const char *
doctor_rows_advice_for_health(
    enum feed_health health, const struct feed_row *row)
{
	switch (health) {
	case FEED_IS_GONE:
		return "remove it with gleaner feed remove, or retry with feed "
		       "resume";
	case FEED_LATE:
		return "see gleaner feed explain, or journalctl -u gleanerd";
	case FEED_OVER_BUDGET:
		return "see its articles with gleaner articles; raise "
		       "`articles.feed_bytes_per_day` if all of it is wanted, "
		       "or remove it with gleaner feed remove";
	case FEED_SILENT:
		return "check whether it is maintained; gleaner discover finds "
		       "other feeds of the site";
	default:
		return doctor_rows_advice_for(row);
	}
}

static void
doctor_rows_find_health(
    struct doctor *doctor, enum feed_health health, const struct feed_row *row)
{
	struct buf why;

	buf_init(&why, 64 * KIB);
	feed_health_why(health, row, doctor->cli->now_at, &why);
	doctor_find(doctor,
	    feed_health_level(health) == FEED_HEALTH_WARNING ? DOCTOR_WARNING
							     : DOCTOR_NOTE,
	    "feed", row->url, doctor_rows_advice_for_health(health, row),
	    "%s%s%.*s", feed_health_name(health), why.len > 0 ? ": " : "",
	    SLICE_ARG(buf_slice(&why)));
	buf_carry_failure(&doctor->out, &why);
	buf_release(&why);
}

static void
doctor_rows_find_unstable(struct doctor *doctor, const struct feed_row *row)
{
	if (slice_equal(row->last_why, SLICE(WHY_UNSTABLE_KEYS)))
		doctor_find(doctor, DOCTOR_WARNING, "feed", row->url,
		    "ask its operator for guids that do not change; other "
		    "feeds of the site: gleaner discover",
		    "%s", WHY_UNSTABLE_KEYS);
}

static int
doctor_rows_visit_feed(const struct feed_row *row, void *arg)
{
	struct feeds *feeds = arg;
	struct doctor *doctor = feeds->doctor;
	enum feed_health health = feed_health(row, doctor->cli->now_at);

	feeds->n++;
	if (row->status == FEED_ACTIVE && row->failures == 0)
		doctor_rows_add_site(doctor, row->url);
	if (row->status == FEED_ACTIVE && row->failures == 0)
		doctor_rows_find_unstable(doctor, row);
	if (feeds->n_of[health]++ >= DOCTOR_SHOWN_MOST ||
	    feed_health_level(health) == FEED_HEALTH_GOOD)
		return 0;
	/* While no daemon runs, all feeds are late, so this state is not
	 * reported. */
	if (health != FEED_LATE || doctor->daemon_runs)
		doctor_rows_find_health(doctor, health, row);
	return 0;
}

static void
doctor_rows_find_rest(struct feeds *feeds)
{
	for (int i = 0; i < FEED_HEALTH_COUNT; i++)
		if (feed_health_level((enum feed_health)i) !=
			FEED_HEALTH_GOOD &&
		    feeds->n_of[i] > DOCTOR_SHOWN_MOST)
			doctor_find(feeds->doctor, DOCTOR_NOTE, "feeds",
			    SLICE_NONE, "gleaner feed list shows them all",
			    "%lld more are %s",
			    (long long)feeds->n_of[i] - DOCTOR_SHOWN_MOST,
			    feed_health_name((enum feed_health)i));
}

/* Counts a period of missed items if the items were not recovered. */
static int
doctor_rows_visit_missed(const struct missed_items_row *row, void *arg)
{
	int64_t *n = arg;

	*n += slice_equal(row->status, SLICE("left"));
	return 0;
}

static void
doctor_rows_find_missed(struct doctor *doctor)
{
	struct err e = ERR_INIT;
	int64_t n = 0;

	if (store_missed_items_list(doctor->store,
		doctor->cli->now_at - 7 * 86400, doctor_rows_visit_missed, &n,
		&e) < 0)
		doctor_find(doctor, DOCTOR_FAULT, "feeds", SLICE_NONE,
		    "see `gleaner check`", "%s", e.text);
	else if (n > 0)
		doctor_find(doctor, DOCTOR_NOTE, "feeds", SLICE_NONE,
		    "lower `interval` of those feeds or `poll.min`; gleaner "
		    "status --json names them",
		    "%lld times in a week items were added and removed "
		    "between two polls",
		    (long long)n);
}

void
doctor_feeds(struct doctor *doctor)
{
	struct feeds feeds = { .doctor = doctor };
	struct err e = ERR_INIT;

	if (store_feed_list(doctor->store, doctor_rows_visit_feed, &feeds, &e) <
	    0) {
		doctor_find(doctor, DOCTOR_FAULT, "feeds", SLICE_NONE,
		    "see `gleaner check`", "%s", e.text);
		return;
	}
	doctor_rows_find_rest(&feeds);
	if (feeds.n == 0)
		doctor_find(doctor, DOCTOR_WARNING, "feeds", SLICE_NONE,
		    "gleaner feed add URL, or `feeds` in the configuration",
		    "there are no feeds");
	else
		doctor_find(doctor, DOCTOR_OK, "feeds", SLICE_NONE, NULL,
		    "%lld: %lld well, %lld not yet polled, %lld paused",
		    (long long)feeds.n, (long long)feeds.n_of[FEED_WELL],
		    (long long)feeds.n_of[FEED_NEW],
		    (long long)feeds.n_of[FEED_IS_PAUSED]);
	doctor_rows_find_missed(doctor);
}

/* --------------------------------------------------------- hosts, consumers */

struct counted {
	struct doctor *doctor;
	int64_t n, n_found;
};

static int
doctor_rows_visit_host(const struct host_row *row, void *arg)
{
	struct counted *hosts = arg;
	struct doctor *doctor = hosts->doctor;
	int64_t left_s = row->pause_until_at - doctor->cli->now_at;
	struct buf date;

	if (left_s <= 0)
		return 0;
	if (hosts->n_found++ >= DOCTOR_SHOWN_MOST)
		return 0;
	doctor_rows_write_date(doctor, &date, row->pause_until_at);
	doctor_find(doctor,
	    left_s > PAUSE_LONG_S ? DOCTOR_WARNING : DOCTOR_NOTE, "host",
	    row->key,
	    row->is_foreign
		? "these pages are requested again automatically"
		: "it is polled again automatically; if this recurs, raise "
		  "`interval` of its feeds or `host.gap`",
	    "requested a pause until %s%s, after %lld refusals in a row",
	    date.p,
	    row->is_foreign ? " for pages that only feeds of other sites "
			      "announce"
			    : "",
	    (long long)row->failures);
	buf_release(&date);
	return 0;
}

void
doctor_hosts(struct doctor *doctor)
{
	struct counted hosts = { .doctor = doctor };
	struct err e = ERR_INIT;

	if (store_host_each(doctor->store, doctor_rows_visit_host, &hosts, &e) <
	    0)
		doctor_find(doctor, DOCTOR_FAULT, "hosts", SLICE_NONE,
		    "see `gleaner check`", "%s", e.text);
	else if (hosts.n_found == 0)
		doctor_find(doctor, DOCTOR_OK, "hosts", SLICE_NONE, NULL,
		    "no host requested a pause");
	else if (hosts.n_found > DOCTOR_SHOWN_MOST)
		doctor_find(doctor, DOCTOR_NOTE, "hosts", SLICE_NONE, NULL,
		    "%lld more requested a pause",
		    (long long)hosts.n_found - DOCTOR_SHOWN_MOST);
}

/* Advice for each kind of wall. A wall is a page that a site sends in place of
 * the article. The first row that matches is used. */
static const struct {
	struct slice why;
	const char *advice;
} wall_advices[] = {
	{ SLICE("challenge"),
	    "the site refuses crawlers: ask its operator to admit Gleaner's "
	    "User-Agent; until then the feed's own text is stored" },
	{ SLICE("login wall"),
	    "the site requires a login: set `headers` of the feed, if you have "
	    "an account for this purpose" },
	{ SLICE("consent wall"),
	    "the site requires a choice about cookies: set a Cookie in "
	    "`headers` of the feed" },
	{ SLICE(""),
	    "the site does not serve this country: set `fetch.proxy`, if you "
	    "may read it from another one" },
};

static int
doctor_rows_visit_wall(const struct wall_row *row, void *arg)
{
	struct counted *walls = arg;
	size_t i = 0;

	if (walls->n_found++ >= DOCTOR_SHOWN_MOST)
		return 1;
	while (!slice_starts(row->why, wall_advices[i].why))
		i++;
	doctor_find(walls->doctor, DOCTOR_WARNING, "host", row->host,
	    wall_advices[i].advice,
	    "sent no article for %lld pages of the last week: %.*s",
	    (long long)row->articles, SLICE_ARG(row->why));
	return 0;
}

void
doctor_walls(struct doctor *doctor)
{
	struct counted walls = { .doctor = doctor };
	struct err e = ERR_INIT;

	if (store_walls(doctor->store, doctor->cli->now_at - WALLS_S,
		DOCTOR_SHOWN_MOST, doctor_rows_visit_wall, &walls, &e) < 0)
		doctor_find(doctor, DOCTOR_FAULT, "hosts", SLICE_NONE,
		    "see `gleaner check`", "%s", e.text);
}

static int
doctor_rows_visit_consumer(const struct consumer_row *row, void *arg)
{
	struct counted *consumers = arg;
	struct doctor *doctor = consumers->doctor;
	int64_t seen_at =
	    row->last_ack_at != DATE_NONE ? row->last_ack_at : row->made_at;
	struct buf date;

	consumers->n++;
	if (row->dead > 0)
		doctor_find(doctor, DOCTOR_WARNING, "consumer", row->name,
		    "gleaner consumers --dead NAME lists them; with --retry it "
		    "delivers them again",
		    "%lld changes were set aside after too many deliveries",
		    (long long)row->dead);
	if (row->lag <= 0 || doctor->cli->now_at - seen_at <= BEHIND_S)
		return 0;
	if (consumers->n_found++ >= DOCTOR_SHOWN_MOST)
		return 0;
	doctor_rows_write_date(doctor, &date, seen_at);
	doctor_find(doctor, DOCTOR_WARNING, "consumer", row->name,
	    "start it again, or remove it: gleaner consumers --remove NAME",
	    "%lld changes behind, last active at %s", (long long)row->lag,
	    date.p);
	buf_release(&date);
	return 0;
}

void
doctor_consumers(struct doctor *doctor)
{
	struct counted consumers = { .doctor = doctor };
	struct err e = ERR_INIT;

	if (store_consumer_list(
		doctor->store, doctor_rows_visit_consumer, &consumers, &e) < 0)
		doctor_find(doctor, DOCTOR_FAULT, "consumers", SLICE_NONE,
		    "see `gleaner check`", "%s", e.text);
	else if (consumers.n == 0)
		doctor_find(doctor, DOCTOR_OK, "consumers", SLICE_NONE, NULL,
		    "there are no consumers");
	else if (consumers.n_found == 0)
		doctor_find(doctor, DOCTOR_OK, "consumers", SLICE_NONE, NULL,
		    "%lld, and none has been behind for a day",
		    (long long)consumers.n);
	else if (consumers.n_found > DOCTOR_SHOWN_MOST)
		doctor_find(doctor, DOCTOR_WARNING, "consumers", SLICE_NONE,
		    "gleaner consumers lists them", "%lld more are behind",
		    (long long)consumers.n_found - DOCTOR_SHOWN_MOST);
}

/* ------------------------------------------------------------------- pushes */

static int
doctor_rows_visit_push(const struct push_state *push, void *arg)
{
	struct counted *pushes = arg;

	pushes->n++;
	if (push->error[0] == '\0' || pushes->n_found++ >= DOCTOR_SHOWN_MOST)
		return 0;
	doctor_find(pushes->doctor, DOCTOR_WARNING, "push",
	    slice_of(push->consumer),
	    "check the receiver; the push tries again until it succeeds",
	    "%lld deliveries to %s failed in a row: %s",
	    (long long)push->failures, push->target, push->error);
	return 0;
}

/* Reports pushes that fail. A push that does not run is not reported here, but
 * doctor_consumers() reports its consumer as behind. */
void
doctor_pushes(struct doctor *doctor)
{
	struct counted pushes = { .doctor = doctor };

	if (!doctor->daemon_runs ||
	    push_state_each(cli_control_path(doctor->cli),
		doctor_rows_visit_push, &pushes, NULL) < 0)
		return;
	if (pushes.n > 0 && pushes.n_found == 0)
		doctor_find(doctor, DOCTOR_OK, "pushes", SLICE_NONE, NULL,
		    "%lld, and none fails", (long long)pushes.n);
}
