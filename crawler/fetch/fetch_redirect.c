/*
 * fetch_redirect.c -- checks the first address of a transfer, and the targets
 * of redirects.
 *
 * In:  the URL of the request, or a header Location.
 * Out: a normalised address, or the reason why it is refused.
 *
 * Each target is checked like the first address (docs/threat-rows.md, rows S3,
 * S5, S8, S10, S20; docs/etiquette.md, rows E27, E31, E32). url_resolve()
 * checks scheme, credentials and ports. This file checks the number of
 * redirects, and loops. A loop is an address that was requested before with the
 * same cookies. If the cookies have changed it is not a loop, because some
 * servers set a cookie and redirect to the same address.
 * fetch_request_open_socket() checks the socket address again.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "crawler/address.h"
#include "crawler/fetch/fetch_parts.h"
#include "url/url.h"

#define URL_ARENA_BYTES ((size_t)(256 * KIB)) /* a few URLs of 2 KiB */

/* Returns the absolute form of the URL, or NULL if it may not be fetched. The
 * caller owns the result. */
static char *
fetch_redirect_resolve(const char *base, struct slice reference)
{
	struct arena arena;
	struct slice url;
	jmp_buf exhausted;
	char *volatile ret = NULL;

	arena_init(&arena, URL_ARENA_BYTES);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) == 0 &&
	    url_resolve(&arena, slice_of(base), reference, &url))
		ret = strndup(url.p, url.len);
	arena_release(&arena);
	return ret;
}

bool
fetch_same_origin(const char *a, const char *b)
{
	struct arena arena;
	struct slice origin_a, origin_b;
	jmp_buf exhausted;
	volatile bool ret = false;

	arena_init(&arena, URL_ARENA_BYTES);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) == 0)
		ret = url_origin(&arena, slice_of(a), &origin_a) &&
		      url_origin(&arena, slice_of(b), &origin_b) &&
		      slice_equal(origin_a, origin_b);
	arena_release(&arena);
	return ret;
}

/* True for a URL whose host is a private address or localhost, or if the arena
 * is exhausted.  With a proxy only such hosts can be checked, because the
 * connection is made to the proxy. */
static bool
fetch_redirect_names_private_address(const char *url)
{
	struct arena arena;
	bool is_private = false;
	struct slice host;
	jmp_buf exhausted;
	volatile bool ret = true;

	arena_init(&arena, URL_ARENA_BYTES);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) == 0) {
		host = url_host(&arena, slice_of(url));
		ret = slice_equal(host, SLICE("localhost")) ||
		      slice_ends(host, SLICE(".localhost"));
		if (slice_starts(host, SLICE("[")))
			host = slice_sub(host, 1, host.len - 1);
		host = arena_copy(&arena, host);
		if (address_read_text(host.p, &is_private))
			ret = is_private;
	}
	arena_release(&arena);
	return ret;
}

/* True if the URL may be requested.  NULL is allowed and gives false. */
static bool
fetch_redirect_may_ask(const struct fetch *fetch, const char *url)
{
	if (url == NULL)
		return false;
	return fetch->fetcher->allow_private ||
	       fetch_site_proxy(fetch, url)[0] == '\0' ||
	       !fetch_redirect_names_private_address(url);
}

bool
fetch_redirect_first(struct fetch *fetch)
{
	char *url = fetch_redirect_resolve(NULL, slice_of(fetch->urls[0]));
	bool is_url = url != NULL;

	if (!fetch_redirect_may_ask(fetch, url)) {
		free(url);
		fetch_set_why(fetch, "%s",
		    is_url ? "not an address that may be fetched"
			   : "the URL has a user name, the port of another "
			     "protocol, or a scheme other than http and "
			     "https");
		return false;
	}
	free(fetch->urls[0]);
	fetch->urls[0] = url;
	return true;
}

/* A form is only sent to the target if the redirect keeps the method (RFC 9110,
 * section 15.4) and the encryption. */
static bool
fetch_redirect_keeps_form(const struct fetch *fetch, const char *next)
{
	struct slice from = slice_of(fetch->urls[fetch->n_urls - 1]);

	return fetch->form == NULL ||
	       ((fetch->headers.status == 307 ||
		    fetch->headers.status == 308) &&
		   (!slice_starts(from, SLICE("https:")) ||
		       slice_starts(slice_of(next), SLICE("https:"))));
}

/* True for a redirect from https to http that the configuration does not allow:
 * an attacker in the network could change the page.  robots.txt is exempt,
 * because none of its text is stored. */
static bool
fetch_redirect_is_downgrade(const struct fetch *fetch, const char *next)
{
	return fetch->kind != FETCH_ROBOTS &&
	       !fetch->fetcher->allow_downgrade && next != NULL &&
	       slice_starts(
		   slice_of(fetch->urls[fetch->n_urls - 1]), SLICE("https:")) &&
	       slice_starts(slice_of(next), SLICE("http:"));
}

char *
fetch_redirect_over_tls(const char *url)
{
	const char *host = url + strlen("http://");
	size_t length = strcspn(host, "/?#");
	const char *colon = memrchr(host, ':', length);
	char *https;

	if (colon != NULL &&
	    memchr(colon, ']', length - (size_t)(colon - host)) == NULL)
		return NULL;
	return asprintf(&https, "https://%s", host) < 0 ? NULL : https;
}

/* Replaces the target of a redirect from https to http by the same URL with
 * https.  A target that names a port is not replaced. */
static char *
fetch_redirect_upgrade(struct fetch *fetch, char *next)
{
	char *https = fetch_redirect_over_tls(next);

	if (https == NULL)
		return next;
	free(next);
	fetch->was_upgraded = true;
	return https;
}

static enum fetch_result
fetch_redirect_refuse_downgrade(struct fetch *fetch)
{
	fetch_set_why(fetch,
	    "redirected from https to http; fetch.allow_downgrade: true "
	    "permits it");
	return FETCH_FORBIDDEN;
}

static enum fetch_result
fetch_redirect_judge_next(
    struct fetch *fetch, const char *next, struct slice location)
{
	uint64_t cookies = fetch_cookies_state(fetch->easy);

	if (fetch_redirect_is_downgrade(fetch, next))
		return fetch_redirect_refuse_downgrade(fetch);
	if (fetch->is_local || !fetch_redirect_may_ask(fetch, next) ||
	    !fetch_redirect_keeps_form(fetch, next)) {
		fetch_set_why(fetch,
		    "redirected to an address that may not be fetched: %.*s",
		    SLICE_ARG(location));
		return FETCH_FORBIDDEN;
	}
	for (int i = 0; i < fetch->n_urls; i++)
		if (fetch->cookies_before[i] == cookies &&
		    strcmp(fetch->urls[i], next) == 0) {
			if (fetch->was_upgraded)
				return fetch_redirect_refuse_downgrade(fetch);
			fetch_set_why(fetch, "a redirect loop");
			return FETCH_REDIRECTS;
		}
	if (fetch->n_urls > LIMIT_REDIRECTS) {
		fetch_set_why(fetch, "more than %d redirects", LIMIT_REDIRECTS);
		return FETCH_REDIRECTS;
	}
	return FETCH_OK;
}

enum fetch_result
fetch_redirect_next(struct fetch *fetch)
{
	long status = fetch->headers.status;
	struct slice location =
	    fetch_headers_find(&fetch->headers, SLICE("location"));
	char *next =
	    fetch_redirect_resolve(fetch->urls[fetch->n_urls - 1], location);
	enum fetch_result result;

	fetch->was_upgraded = false;
	if (fetch_redirect_is_downgrade(fetch, next))
		next = fetch_redirect_upgrade(fetch, next);
	result = fetch_redirect_judge_next(fetch, next, location);
	if (result != FETCH_OK) {
		free(next);
		return result;
	}
	if (status != 301 && status != 308)
		fetch->all_permanent = false;
	if (!fetch_same_origin(fetch->urls[0], next))
		fetch->left_origin = true;
	fetch->urls[fetch->n_urls++] = next;
	return FETCH_OK;
}
