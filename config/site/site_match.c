/*
 * site_match.c -- reads the key `match` of a site (site_list.h).
 *
 * In:  [https://]NAME[:PORT][/]
 * Out: the host in the form that url_site_read() returns.
 * A public suffix is refused, because its hosts belong to different owners.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "config/site/site_list.h"
#include "url/site/url_site.h"
#include "url/url_parts.h"

#define URL_ARENA_BYTES ((size_t)(256 * KIB))
#define URL_BYTES       (LIMIT_HOST_BYTES + sizeof("https://"))

static const char tls_prefix[] = "https://";

/* Returns the fault of a name that has a path, a query or a fragment, or is a
 * public suffix. Returns NULL for a name without a fault. */
static const char *
site_match_problem(struct slice url, const struct url_site *site)
{
	struct url_parts parts;

	if (!url_parts_read(url, &parts) || parts.query.p != NULL ||
	    (parts.path.len > 0 && !slice_equal(parts.path, SLICE("/"))) ||
	    slice_find_char(url, '#', 0) != SLICE_NOT_FOUND)
		return "a name with a path";
	if (url_site_is_public_suffix(site->host))
		return "a public suffix, whose names have different owners";
	return NULL;
}

static const char *
site_match_set(struct config_site *ret, struct arena *arena, const char *url)
{
	struct slice text = slice_of(url);
	struct url_site site;
	struct url_parts parts;
	const char *problem;

	if (!url_site_read(arena, text, &site))
		return "not the name of a site";
	problem = site_match_problem(text, &site);
	if (problem != NULL)
		return problem;
	ret->whole_domain = slice_equal(site.host, site.domain);
	ret->only_tls = site.is_tls;
	ret->port =
	    url_parts_read(text, &parts) && parts.port.len > 0 ? site.port : 0;
	ret->host = strndup(site.host.p, site.host.len);
	return NULL;
}

const char *
site_match_read(struct config_site *site, bool *ret_memory)
{
	struct slice match = slice_of(site->match);
	bool tls = slice_starts_nocase(match, slice_of(tls_prefix));
	const char *volatile problem = "not the name of a site";
	char url[URL_BYTES + 1];
	struct arena arena;
	jmp_buf exhausted;

	*ret_memory = true;
	if (tls)
		match = slice_sub(match, sizeof(tls_prefix) - 1, match.len);
	if (slice_find(match, SLICE("://"), 0) != SLICE_NOT_FOUND ||
	    match.len > LIMIT_HOST_BYTES)
		return problem;
	snprintf(url, sizeof(url), "%s%.*s", tls ? tls_prefix : "http://",
	    SLICE_ARG(match));
	arena_init(&arena, URL_ARENA_BYTES);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) == 0) {
		problem = site_match_set(site, &arena, url);
		*ret_memory = problem != NULL || site->host != NULL;
	} else {
		*ret_memory = false;
	}
	arena_release(&arena);
	return problem;
}
