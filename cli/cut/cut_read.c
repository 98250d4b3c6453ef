/*
 * cut_read.c -- fetches a page by HTTP.
 *
 * The normal case: fetch_start() → the loop runs → cut_read_downloaded() copies
 * the body and ends the loop. A truncated page is accepted. Every other failure
 * that fetch.h names becomes one error message.
 */
#include <assert.h>
#include <errno.h>
#include <event2/event.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/cli_fetch.h"
#include "cli/cut/cut.h"
#include "config/config.h"
#include "crawler/access.h"
#include "crawler/fetch/fetch.h"

#define READ_BYTES   (64 * KIB)
#define FETCH_MS     30000 /* the daemon's default */
#define FETCH_BYTES  (10 * MIB)
#define HTTP_REFUSED 400

struct download {
	struct event_base *base;
	struct buf *page, *url, *content_type;
	struct err *e;
	int rc;
	bool done;
};

static int
cut_read_copy_body(struct download *d, int fd)
{
	ssize_t n;

	for (;;) {
		if (!buf_reserve(d->page, READ_BYTES))
			return d->page->no_memory
				   ? err_set(d->e, ERR_MEMORY, "out of memory")
				   : err_set(d->e, ERR_LIMIT,
					 "the page is too large");
		n = read(fd, d->page->p + d->page->len, READ_BYTES);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		d->page->len += (size_t)n;
	}
	d->page->p[d->page->len] = '\0';
	return n < 0 ? err_errno(d->e, "reading the page") : 0;
}

static void
cut_read_downloaded(const struct response *r, void *arg)
{
	struct download *d = arg;

	d->done = true;
	event_base_loopbreak(d->base);
	if (r->url != NULL)
		buf_append_string(d->url, r->url);
	if (r->content_type != NULL)
		buf_append_string(d->content_type, r->content_type);
	if (d->url->no_memory || d->content_type->no_memory)
		d->rc = err_set(d->e, ERR_MEMORY, "out of memory");
	else if (r->result != FETCH_OK && r->result != FETCH_TRUNCATED)
		d->rc = err_set(d->e, ERR_IO, "%s: %s%s%s",
		    r->url != NULL ? r->url : "page",
		    fetch_result_name(r->result), r->why[0] ? ": " : "",
		    r->why);
	else if (r->status >= HTTP_REFUSED || r->body_fd < 0)
		d->rc = err_set(d->e, ERR_IO, "%s: HTTP %ld",
		    r->url != NULL ? r->url : "page", r->status);
	else
		d->rc = cut_read_copy_body(d, r->body_fd);
	if (r->body_fd >= 0)
		close(r->body_fd);
}

static int
cut_read_download(
    struct download *d, const struct fetch_options *options, const char *url)
{
	const struct fetch_request request = {
		.kind = FETCH_PAGE,
		.url = url,
		.max_bytes = FETCH_BYTES,
		.timeout_ms = FETCH_MS,
	};
	struct fetcher *fetcher = NULL;
	struct fetch *fetch = NULL;
	int rc = fetcher_new(d->base, options, &fetcher, d->e);

	if (rc == 0)
		rc = fetch_start(
		    fetcher, &request, cut_read_downloaded, d, &fetch, d->e);
	if (rc == 0) {
		event_base_dispatch(d->base);
		rc = d->done ? d->rc
			     : err_set(d->e, ERR_LIBRARY,
				   "the event loop ended before the page was "
				   "fetched");
	}
	fetcher_free(fetcher);
	return rc;
}

int
cut_read_url(struct cli *cli, const char *url, struct buf *out,
    struct buf *ret_url, struct buf *ret_content_type, struct err *e)
{
	struct download d = { .page = out,
		.url = ret_url,
		.content_type = ret_content_type,
		.e = e };
	struct fetch_options options = { .parallel = 1 };
	struct access *access = NULL;
	struct buf agent;
	int rc;

	buf_clear(out);
	buf_clear(ret_url);
	buf_clear(ret_content_type);
	assert(cli->sends_requests);
	if (cli_config(cli) != CLI_OK)
		return err_set(e, ERR_CONFIG,
		    "the configuration is not valid; `gleanerd --check` lists "
		    "its errors");
	buf_init(&agent, 512);
	buf_append_string(&agent, "gleaner/" GLEANER_VERSION);
	if (cli->config != NULL) {
		options.allow_private = cli->config->host.allow_private;
		options.allow_downgrade = cli->config->fetch.allow_downgrade;
		options.proxy = cli->config->fetch.proxy;
		if (cli->config->contact != NULL)
			buf_printf(&agent, " (+%s)", cli->config->contact);
	}
	options.user_agent = agent.p;
	d.base = event_base_new();
	if (agent.no_memory)
		rc = err_set(e, ERR_MEMORY, "out of memory");
	else if (d.base == NULL)
		rc = err_set(
		    e, ERR_LIBRARY, "libevent: cannot create an event loop");
	else if ((rc = cli_access_new(cli, &access, e)) == 0) {
		options.access = access;
		rc = cut_read_download(&d, &options, url);
	}
	access_free(access);
	if (d.base != NULL)
		event_base_free(d.base);
	buf_release(&agent);
	return rc;
}
