/*
 * access.c -- see access.h.
 *
 * The table has one key for each site: host, port (0: any) and 1 for https
 * only.  A search tries the keys of a URL from the most to the least specific
 * one.
 */
#include "crawler/access.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/table.h"
#include "config/site/site_rules.h"
#include "url/site/url_site.h"

#define ARENA_BYTES ((size_t)(256 * KIB)) /* a few URLs of 2 KiB */

struct access {
	struct table by_key;
	char **keys; /* owned */
	size_t n_keys;
};

static void
access_write_key(
    char out[ACCESS_KEY_BYTES], struct slice host, int port, bool only_tls)
{
	snprintf(out, ACCESS_KEY_BYTES, "%.*s %d %d", SLICE_ARG(host), port,
	    only_tls);
}

void
access_key(const struct config_site *site, char out[ACCESS_KEY_BYTES])
{
	access_write_key(out, slice_of(site->host), site->port, site->only_tls);
}

const struct config_site *
access_get(const struct access *access, struct slice key)
{
	return access != NULL ? table_get(&access->by_key, key) : NULL;
}

static bool
access_add(struct access *access, const struct config_site *site)
{
	char key[ACCESS_KEY_BYTES], *copy;

	access_key(site, key);
	copy = strdup(key);
	if (copy == NULL)
		return false;
	access->keys[access->n_keys++] = copy;
	return table_put(&access->by_key, slice_of(copy),
		   (void *)(uintptr_t)site) == 0;
}

int
access_new(const struct config_site *sites, size_t n, struct access **ret,
    struct err *e)
{
	struct access *access = calloc(1, sizeof(*access));
	bool good = access != NULL;

	if (good) {
		table_init(&access->by_key);
		access->keys = calloc(n + 1, sizeof(*access->keys));
		good = access->keys != NULL;
	}
	for (size_t i = 0; i < n && good; i++)
		good = access_add(access, &sites[i]);
	if (!good) {
		access_free(access);
		return err_set(e, ERR_MEMORY, "no memory for the sites");
	}
	*ret = access;
	return 0;
}

void
access_free(struct access *access)
{
	if (access == NULL)
		return;
	for (size_t i = 0; i < access->n_keys; i++)
		free(access->keys[i]);
	free(access->keys);
	table_release(&access->by_key);
	free(access);
}

/* Tries the keys of one name: with and without port, with and without scheme.
 */
static const struct config_site *
access_find_name(const struct access *access, struct slice name,
    const struct url_site *url, bool is_domain)
{
	char key[ACCESS_KEY_BYTES];

	for (int i = 0; i < 4; i++) {
		const struct config_site *site;
		bool only_tls = i % 2 == 0;

		if (name.len > LIMIT_HOST_BYTES || (only_tls && !url->is_tls))
			continue;
		access_write_key(key, name, i < 2 ? url->port : 0, only_tls);
		site = table_get(&access->by_key, slice_of(key));
		if (site != NULL && (!is_domain || site->whole_domain))
			return site;
	}
	return NULL;
}

const struct config_site *
access_find(const struct access *access, const char *url)
{
	const struct config_site *volatile ret = NULL;
	struct url_site site;
	struct arena arena;
	jmp_buf exhausted;

	if (access == NULL || access->n_keys == 0)
		return NULL;
	arena_init(&arena, ARENA_BYTES);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) == 0 &&
	    url_site_read(&arena, slice_of(url), &site)) {
		ret = access_find_name(access, site.host, &site, false);
		if (ret == NULL && site.domain.p != NULL)
			ret =
			    access_find_name(access, site.domain, &site, true);
	}
	arena_release(&arena);
	return ret;
}

/* Returns the site's file of rules for the host of a URL; NULL: none. */
static const struct config_rules *
access_rules_of(const struct config_site *site, const char *url)
{
	const struct config_rules *volatile ret = NULL;
	struct url_site parts;
	struct arena arena;
	jmp_buf exhausted;

	arena_init(&arena, ARENA_BYTES);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) == 0 &&
	    url_site_read(&arena, slice_of(url), &parts))
		ret = site_rules_of(site, parts.host);
	arena_release(&arena);
	return ret;
}

const struct config_rules *
access_rules(const struct access *access, const char *url)
{
	const struct config_site *site = access_find(access, url);

	return site != NULL && site->n_rule_files > 0
		   ? access_rules_of(site, url)
		   : NULL;
}

bool
access_ignores_robots(const struct access *access, const char *url)
{
	const struct config_site *site = access_find(access, url);

	return site != NULL && site->ignores_robots;
}

/* ---- description ---- */

void
access_describe_proxy(const char *proxy, struct buf *out)
{
	struct slice s = slice_of(proxy);
	size_t scheme = slice_find(s, SLICE("://"), 0), at = s.len;

	while (at > 0 && s.p[at - 1] != '@')
		at--;
	if (at > 0 && scheme != SLICE_NOT_FOUND)
		buf_append_slice(out, slice_sub(s, 0, scheme + 3));
	buf_append_slice(out, slice_sub(s, at, s.len));
}

static void
access_describe_headers(const struct config_site *site, struct buf *out)
{
	for (size_t i = 0; i < site->n_headers; i++)
		buf_printf(out, "%s%s", i == 0 ? "headers " : ", ",
		    site->headers[i].name);
}

/* Appends a separator if an item was appended since `start`. */
static void
access_describe_next(struct buf *out, size_t start)
{
	if (out->len > start)
		buf_append_string(out, "; ");
}

void
access_describe(
    const struct config_site *site, bool has_renderer, struct buf *out)
{
	const struct {
		const char *name, *value;
	} texts[] = {
		{ "user agent ", site->user_agent },
		{ "cookies ", site->cookies_file },
		{ "client certificate ", site->client_certificate },
		{ "rules ", site->rules },
		{ "robots.txt ignored: ",
		    site->ignores_robots ? site->reason : NULL },
	};
	size_t start = out->len;

	access_describe_headers(site, out);
	if (site->lacks_proxy) {
		access_describe_next(out, start);
		buf_append_string(out, "proxy of a file or credential");
	}
	if (site->proxy != NULL) {
		access_describe_next(out, start);
		buf_append_string(out, "proxy ");
		access_describe_proxy(
		    site->proxy[0] != '\0' ? site->proxy : "none", out);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
		if (texts[i].value == NULL)
			continue;
		access_describe_next(out, start);
		buf_printf(out, "%s%s", texts[i].name, texts[i].value);
	}
	if (site->render) {
		access_describe_next(out, start);
		buf_append_string(
		    out, has_renderer
			     ? "rendered if no text is found"
			     : "not rendered: articles.renderer is not set");
	}
}
