/*
 * cli_fetch.c -- fetches single documents for a command.
 *
 * Normal case: cli_fetch.c fetches the robots.txt of the site once, checks the
 * address against it and waits for the host's rate limit. Then the event loop
 * runs until the transfer has ended. After a redirect the loop is left, and the
 * target is checked in the same way before the transfer continues. The fetch
 * fails for a reason listed in fetch.h, if robots.txt forbids the address, or
 * if the host requested a long pause. cli_fetched.why contains the reason.
 */
#include "cli/cli_fetch.h"

#include <assert.h>
#include <errno.h>
#include <event2/event.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/limits.h"
#include "cli/cut/site_reader.h"
#include "config/config.h"
#include "crawler/access.h"
#include "crawler/fetch/fetch.h"
#include "crawler/fetch/freshness.h"
#include "crawler/host.h"
#include "crawler/robots.h"
#include "url/url.h"

#define READ_BYTES (64 * KIB)
#define WAIT_MS    30000 /* longest wait for a host's rate limit */
/* Largest number of sites whose robots.txt is fetched. Documents of further
 * sites are refused if robots.txt must be obeyed. */
#define SITES_AT_MOST 16
#define ARENA_BYTES   (64 * MIB)

/* Default values of the daemon; they are used if the command has no
 * configuration. */
#define DEFAULT_TIMEOUT_MS 30000
#define DEFAULT_FEED_BYTES (32 * MIB)
#define DEFAULT_GAP_MS     1000

struct site {
	struct slice origin, text;
	struct robots robots;
	bool is_unreachable;
};

struct cli_fetcher {
	struct site_reader *reader;
	struct event_base *base;
	struct access *access; /* NULL: there is no configuration */
	struct fetcher *fetcher;
	struct host_table *hosts;
	struct host_policy policy;
	struct buf agent, body, url, content_type;
	int64_t max_bytes, timeout_ms;
	bool has_rules;
	struct arena arena; /* sites */
	jmp_buf exhausted;
	struct site sites[SITES_AT_MOST];
	size_t n_sites;
	/* the current transfer */
	struct host *host; /* NULL: the transfer uses no connection */
	bool done;
	struct fetch *redirected; /* it waits at a redirect; NULL: none waits */
	const char *redirect_url; /* the target, borrowed from the transfer */
	int64_t now_at;
	char why[ERR_TEXT_BYTES];
	long status;
	int64_t date_at;
	enum fetch_result result;
};

static void
cli_fetch_on_redirect(
    struct fetch *fetch, const char *url, void *owner, void *arg)
{
	struct cli_fetcher *l = arg;

	(void)owner;
	l->redirected = fetch;
	l->redirect_url = url;
	event_base_loopbreak(l->base);
}

static void
cli_fetch_take_config(struct cli_fetcher *l, const struct config *config,
    struct fetch_options *options)
{
	l->policy = (struct host_policy){ 1, DEFAULT_GAP_MS };
	l->max_bytes = DEFAULT_FEED_BYTES;
	l->timeout_ms = DEFAULT_TIMEOUT_MS;
	l->has_rules = true;
	buf_append_string(&l->agent, "gleaner/" GLEANER_VERSION);
	if (config == NULL)
		return;
	l->policy.gap_ms = config->host.gap_ms;
	l->max_bytes = config->fetch.feed_bytes;
	l->timeout_ms = config->fetch.timeout_s * 1000;
	l->has_rules = config->host.robots;
	options->allow_private = config->host.allow_private;
	options->allow_downgrade = config->fetch.allow_downgrade;
	options->proxy = config->fetch.proxy;
	if (config->contact != NULL)
		buf_printf(&l->agent, " (+%s)", config->contact);
}

int
cli_access_new(struct cli *cli, struct access **ret, struct err *e)
{
	*ret = NULL;
	if (cli->config == NULL)
		return 0;
	return access_new(cli->config->sites, cli->config->n_sites, ret, e);
}

int
cli_fetcher_new(struct cli *cli, struct site_reader *reader,
    struct cli_fetcher **ret, struct err *e)
{
	struct fetch_options options = { .parallel = 1 };
	struct cli_fetcher *l;
	int rc;

	assert(cli->sends_requests);
	if (cli_config(cli) != CLI_OK)
		return err_set(e, ERR_CONFIG,
		    "the configuration has faults; `gleanerd --check` lists "
		    "them");
	if ((l = calloc(1, sizeof(*l))) == NULL)
		return err_set(e, ERR_MEMORY, "no memory");
	buf_init(&l->agent, 512);
	buf_init(&l->url, LIMIT_URL_BYTES * 2);
	buf_init(&l->content_type, LIMIT_HEADERS_BYTES);
	arena_init(&l->arena, ARENA_BYTES);
	cli_fetch_take_config(l, cli->config, &options);
	buf_init(&l->body, (size_t)l->max_bytes + READ_BYTES);
	l->reader = reader;
	l->now_at = cli->now_at;
	options.user_agent = l->agent.p;
	options.on_redirect = cli_fetch_on_redirect;
	options.on_redirect_arg = l;
	l->base = event_base_new();
	if (l->agent.no_memory)
		rc = err_set(e, ERR_MEMORY, "no memory");
	else if (l->base == NULL)
		rc = err_set(
		    e, ERR_LIBRARY, "libevent: cannot create an event loop");
	else if ((rc = host_table_new(&l->hosts, e)) == 0 &&
		 (rc = cli_access_new(cli, &l->access, e)) == 0) {
		options.access = l->access;
		rc = fetcher_new(l->base, &options, &l->fetcher, e);
	}
	if (rc != 0)
		cli_fetcher_free(l);
	else
		*ret = l;
	return rc;
}

void
cli_fetcher_free(struct cli_fetcher *l)
{
	if (l == NULL)
		return;
	if (l->fetcher != NULL)
		fetcher_free(l->fetcher);
	access_free(l->access);
	if (l->hosts != NULL)
		host_table_free(l->hosts);
	if (l->base != NULL)
		event_base_free(l->base);
	buf_release(&l->agent);
	buf_release(&l->body);
	buf_release(&l->url);
	buf_release(&l->content_type);
	arena_release(&l->arena);
	free(l);
}

/* ---- one transfer ---- */

static void
cli_fetch_read_body(struct cli_fetcher *l, int fd)
{
	ssize_t n;

	do {
		if (!buf_reserve(&l->body, READ_BYTES))
			return;
		n = read(fd, l->body.p + l->body.len, READ_BYTES);
		if (n > 0)
			l->body.len += (size_t)n;
	} while (n > 0 || (n < 0 && errno == EINTR));
}

static void
cli_fetch_on_done(const struct response *r, void *arg)
{
	struct cli_fetcher *l = arg;

	l->done = true;
	l->result = r->result;
	l->status = r->status;
	if (r->date != NULL)
		date_parse_http(slice_of(r->date), &l->date_at);
	if (l->host != NULL)
		host_finished(l->host, r->status,
		    retry_after_s(
			r->retry_after, time(NULL), LIMIT_HOST_PAUSE_S),
		    0, time(NULL));
	l->host = NULL;
	if (r->url != NULL)
		buf_append_string(&l->url, r->url);
	if (r->content_type != NULL)
		buf_append_string(&l->content_type, r->content_type);
	if (r->body_fd >= 0) {
		cli_fetch_read_body(l, r->body_fd);
		close(r->body_fd);
	}
	if (l->url.no_memory || l->content_type.no_memory || l->body.no_memory)
		snprintf(l->why, sizeof(l->why), "out of memory");
	else if (r->result != FETCH_OK)
		snprintf(l->why, sizeof(l->why), "%s%s%s",
		    fetch_result_name(r->result), r->why[0] ? ": " : "",
		    r->why);
	else if (r->status < 200 || r->status >= 300)
		snprintf(l->why, sizeof(l->why), "HTTP %ld", r->status);
	else if (l->body.len == 0)
		snprintf(l->why, sizeof(l->why), "an empty document");
	event_base_loopbreak(l->base);
}

/* Waits until the host allows a request. Returns false if this would take
 * longer than WAIT_MS. */
static bool
cli_fetch_wait_for_host(struct cli_fetcher *l)
{
	int64_t wait_ms =
	    host_wait_ms(l->host, &l->policy, clock_monotonic_ms(), time(NULL));
	struct timespec wait = { .tv_sec = wait_ms / 1000,
		.tv_nsec = wait_ms % 1000 * 1000000 };

	if (wait_ms < 0 || wait_ms > WAIT_MS)
		return false;
	while (nanosleep(&wait, &wait) != 0 && errno == EINTR)
		;
	host_started(l->host, clock_monotonic_ms());
	return true;
}

static void
cli_fetch_forget_last(struct cli_fetcher *l)
{
	buf_clear(&l->body);
	buf_clear(&l->url);
	buf_clear(&l->content_type);
	l->why[0] = '\0';
	l->done = false;
	l->redirected = NULL;
	l->status = 0;
	l->date_at = DATE_NONE;
	l->result = FETCH_CANCELLED;
}

static bool
cli_fetch_take_host(struct cli_fetcher *l, struct slice url)
{
	struct slice key;

	return url_budget_key(&l->arena, url, &key) &&
	       (l->host = host_get(l->hosts, key)) != NULL;
}

static const char long_pause[] =
    "the host requests a longer pause than this command waits";

static const char *cli_fetch_why_not(struct cli_fetcher *, struct slice);

/* Checks the target of a redirect like the first address, and continues or ends
 * the transfer. */
static void
cli_fetch_follow(struct cli_fetcher *l, bool obeys_robots)
{
	struct fetch *fetch = l->redirected;
	struct slice url = arena_copy(&l->arena, slice_of(l->redirect_url));
	const char *why = NULL;

	l->redirected = NULL;
	host_finished(l->host, 302, -1, 0, time(NULL));
	l->host = NULL;
	if (obeys_robots)
		why = cli_fetch_why_not(l, url);
	cli_fetch_forget_last(l);
	l->host = NULL;
	if (why != NULL) {
		fetch_refuse(fetch, FETCH_DISALLOWED, 0, why);
	} else if (cli_fetch_take_host(l, url) && cli_fetch_wait_for_host(l)) {
		fetch_go_on(fetch);
	} else {
		l->host = NULL;
		fetch_refuse(fetch, FETCH_POSTPONED, 0, long_pause);
	}
}

/* Fetches one document. On success l->why is "", otherwise it contains the
 * reason of the failure. obeys_robots: the targets of redirects are checked
 * against robots.txt. */
static void
cli_fetch_transfer(struct cli_fetcher *l, struct slice url,
    enum fetch_kind kind, bool obeys_robots)
{
	const struct fetch_request request = {
		.kind = kind,
		.url = arena_string(&l->arena, url),
		.max_bytes =
		    kind == FETCH_ROBOTS ? LIMIT_ROBOTS_BYTES : l->max_bytes,
		.timeout_ms = l->timeout_ms,
		.redirect_owner = l,
	};
	struct err e = ERR_INIT;

	cli_fetch_forget_last(l);
	if (!cli_fetch_take_host(l, url)) {
		snprintf(l->why, sizeof(l->why),
		    "the URL has no host, or memory ran out");
		return;
	}
	if (!cli_fetch_wait_for_host(l)) {
		snprintf(l->why, sizeof(l->why), "%s", long_pause);
		return;
	}
	if (fetch_start(l->fetcher, &request, cli_fetch_on_done, l, NULL, &e) !=
	    0) {
		snprintf(l->why, sizeof(l->why), "%s", e.text);
		host_finished(l->host, 0, -1, 0, time(NULL));
		l->host = NULL;
		return;
	}
	event_base_dispatch(l->base);
	while (!l->done && l->redirected != NULL) {
		cli_fetch_follow(l, obeys_robots);
		event_base_dispatch(l->base);
	}
	if (!l->done)
		snprintf(l->why, sizeof(l->why), "the loop ended");
}

/* ---- robots.txt ---- */

/* RFC 9309, section 2.3.1: after a response 4xx or too many redirects every
 * address is allowed. After a response 5xx or no response no address is
 * allowed, and after a 429, because it means that Gleaner sends too many
 * requests. If a file is too large, the received part is used. */
static void
cli_fetch_read_rules(struct cli_fetcher *l, struct site *site)
{
	bool came =
	    l->result == FETCH_OK && l->status >= 200 && l->status < 300;

	if (came || l->result == FETCH_TOO_LARGE) {
		struct slice rules;

		site->text = arena_copy(&l->arena, buf_slice(&l->body));
		if (!site_reader_rules(l->reader, site->text, &rules)) {
			site->is_unreachable = true;
			return;
		}
		robots_parse(&l->arena, arena_copy(&l->arena, rules),
		    SLICE("gleaner"), &site->robots);
		if (site->robots.crawl_delay_s > 0 &&
		    cli_fetch_take_host(l, site->origin))
			l->host->crawl_delay_s = site->robots.crawl_delay_s;
	} else if (l->result != FETCH_REDIRECTS &&
		   (l->result != FETCH_OK || l->status >= 500 ||
		       l->status == 429)) {
		site->is_unreachable = true;
	}
}

static struct site *
cli_fetch_site_of(struct cli_fetcher *l, struct slice url)
{
	struct slice origin;
	struct site *site;

	if (!url_origin(&l->arena, url, &origin))
		return NULL;
	for (size_t i = 0; i < l->n_sites; i++)
		if (slice_equal(l->sites[i].origin, origin))
			return &l->sites[i];
	if (l->n_sites == SITES_AT_MOST)
		return NULL;
	site = &l->sites[l->n_sites++];
	site->origin = arena_copy(&l->arena, origin);
	site->text = SLICE("");
	site->robots.crawl_delay_s = -1;
	cli_fetch_transfer(l,
	    arena_format(&l->arena, "%.*s/robots.txt", SLICE_ARG(site->origin)),
	    FETCH_ROBOTS, false);
	cli_fetch_read_rules(l, site);
	return site;
}

/* Returns the reason why robots.txt does not permit the URL; NULL: it does, or
 * the configuration ignores the robots.txt of the site. */
static const char *
cli_fetch_why_not(struct cli_fetcher *l, struct slice url)
{
	struct site *site;

	if (access_ignores_robots(l->access, arena_string(&l->arena, url)))
		return NULL;
	site = cli_fetch_site_of(l, url);
	if (site == NULL)
		return "the search has reached its largest number of sites";
	if (site->is_unreachable)
		return "robots.txt cannot be reached";
	if (!robots_allows(&site->robots, url_path_and_query(&l->arena, url)))
		return "robots.txt disallows it";
	return NULL;
}

/* ---- public functions ---- */

void
cli_fetcher_get(struct cli_fetcher *l, struct slice url, bool obeys_robots,
    struct cli_fetched *ret)
{
	*ret = (struct cli_fetched){
		.why = "the documents of the search need too much memory",
		.date_at = DATE_NONE
	};
	if (setjmp(l->exhausted) != 0)
		return;
	l->arena.exhausted = &l->exhausted;
	obeys_robots = obeys_robots && l->has_rules;
	ret->why = obeys_robots ? cli_fetch_why_not(l, url) : NULL;
	if (ret->why != NULL)
		return;
	cli_fetch_transfer(l, url, FETCH_FEED, obeys_robots);
	ret->why = l->why[0] != '\0' ? l->why : NULL;
	ret->status = l->status;
	ret->date_at = l->date_at;
	ret->bytes = buf_slice(&l->body);
	ret->url = buf_slice(&l->url);
	ret->content_type = buf_slice(&l->content_type);
}

struct slice
cli_fetcher_robots(struct cli_fetcher *l, struct slice url)
{
	struct site *site;

	if (setjmp(l->exhausted) != 0)
		return SLICE("");
	l->arena.exhausted = &l->exhausted;
	site = cli_fetch_site_of(l, url);
	return site != NULL ? site->text : SLICE("");
}
