/*
 * url_form.c -- canonical form, keys and parts of a URL.
 *
 * In:  a URL, usually one from url_resolve().
 * Out: texts for comparisons and look-ups; they are never sent.
 *
 * Source: RFC 3986, section 6.2 (case, percent-encoding and scheme
 * normalisation).  Tracking parameters are removed, too (url_rules.c).
 */
#include <arpa/inet.h>
#include <libpsl.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "url/url.h"
#include "url/url_parts.h"
#include "url/url_plain.h"
#include "url/url_rules.h"
#include "url/url_text.h"

#define FORM_BYTES (LIMIT_URL_BYTES + 16)

/* The buffer is not cleared, because clearing it would cost more than writing a
 * URL. */
struct form {
	char p[FORM_BYTES + 1];
	size_t len;
};

/* The parts of a URL.  They are borrowed from the URL if it is plain
 * (url_plain.h), else from `text`.  Port and query may be absent.  A default
 * port is always absent. */
struct parts {
	struct slice scheme, host, port, path, query;
	struct url_text text;
};

static void
url_form_put_char(struct form *out, char c)
{
	if (out->len < FORM_BYTES)
		out->p[out->len++] = c;
}

static void
url_form_put_slice(struct form *out, struct slice s)
{
	for (size_t i = 0; i < s.len; i++)
		url_form_put_char(out, s.p[i]);
}

/* True for an unreserved character (RFC 3986, 2.3). */
static bool
url_form_is_unreserved(int c)
{
	return ascii_is_alnum((char)c) || c == '-' || c == '.' || c == '_' ||
	       c == '~';
}

/* Normalises the percent-encoding: %7e becomes ~, %c3 becomes %C3. */
static void
url_form_put_normal(struct form *out, struct slice s)
{
	static const char hex[] = "0123456789ABCDEF";

	for (size_t i = 0; i < s.len; i++) {
		int high = i + 2 < s.len ? ascii_hex_value(s.p[i + 1]) : -1;
		int low = i + 2 < s.len ? ascii_hex_value(s.p[i + 2]) : -1;

		if (s.p[i] != '%' || high < 0 || low < 0) {
			url_form_put_char(out, s.p[i]);
			continue;
		}
		if (url_form_is_unreserved(high * 16 + low)) {
			url_form_put_char(out, (char)(high * 16 + low));
		} else {
			url_form_put_char(out, '%');
			url_form_put_char(out, hex[high]);
			url_form_put_char(out, hex[low]);
		}
		i += 2;
	}
}

/* Returns the URL without credentials.  If the URL had credentials, the result
 * is in the arena. */
static struct slice
url_form_strip_credentials(struct arena *arena, struct slice url)
{
	struct url_parts parts;
	size_t from, to;

	if (!url_parts_read(url, &parts) || parts.credentials.p == NULL)
		return url;
	from = (size_t)(parts.credentials.p - url.p);
	to = (size_t)(parts.host.p - url.p);
	return arena_format(arena, "%.*s%.*s",
	    SLICE_ARG(slice_sub(url, 0, from)),
	    SLICE_ARG(slice_sub(url, to, url.len)));
}

/* Returns false if the URL is invalid. */
static bool
url_form_read_parts(struct arena *arena, struct slice url, struct parts *parts)
{
	struct url_plain plain;
	struct url_parts all;

	if (url_plain_read(url, &plain)) {
		parts->scheme = plain.scheme;
		parts->host = plain.host;
		parts->port = SLICE_NONE;
		parts->path = plain.path;
		parts->query = plain.query;
		return true;
	}
	url_text_init(&parts->text);
	if (!url_resolve_text(SLICE_NONE,
		url_form_strip_credentials(arena, url), &parts->text) ||
	    !url_parts_read(url_text_slice(&parts->text), &all))
		return false;
	parts->scheme = all.scheme;
	parts->host = all.host;
	parts->port = all.port;
	if (slice_equal(all.port, slice_equal(all.scheme, SLICE("https"))
				      ? SLICE("443")
				      : SLICE("80")))
		parts->port = SLICE_NONE;
	parts->path = all.path;
	parts->query = all.query;
	return true;
}

/* Returns the host without the final dot of a fully qualified name. */
static struct slice
url_form_get_host(const struct parts *parts)
{
	struct slice host = parts->host;

	if (host.len > 1 && slice_ends(host, SLICE(".")))
		host.len--;
	return host;
}

static void
url_form_put_origin(struct form *out, const struct parts *parts)
{
	url_form_put_slice(out, parts->scheme);
	url_form_put_slice(out, SLICE("://"));
	url_form_put_slice(out, url_form_get_host(parts));
	if (parts->port.p != NULL) {
		url_form_put_char(out, ':');
		url_form_put_slice(out, parts->port);
	}
}

/* Writes the parameters of the query, in their order, without empty parameters
 * and tracking parameters. */
static void
url_form_put_query(struct form *out, const struct parts *parts)
{
	struct slice rest = parts->query, parameter;
	char separator = '?';

	while (slice_next(&rest, '&', &parameter)) {
		size_t equals = slice_find_char(parameter, '=', 0);
		struct slice name = slice_sub(parameter, 0, equals), value;

		/* the URL was escaped twice: "?a=1&amp;utm_source=…" */
		if (slice_starts(name, SLICE("amp;")))
			name = slice_sub(name, 4, name.len);
		value = equals == SLICE_NOT_FOUND
			    ? SLICE_NONE
			    : slice_sub(parameter, equals + 1, parameter.len);
		if (parameter.len == 0 ||
		    url_is_tracking(url_form_get_host(parts), name, value))
			continue;
		url_form_put_char(out, separator);
		url_form_put_slice(out, parameter);
		separator = '&';
	}
}

/* Writes path and query.  The final slash of the path is omitted if the path is
 * "/" and no query follows.  In a key, the final slash of every path is
 * omitted. */
static void
url_form_put_path_and_query(
    struct form *out, const struct parts *parts, struct slice path, bool as_key)
{
	size_t start = out->len, end;

	url_form_put_slice(out, path);
	end = out->len;
	url_form_put_query(out, parts);
	if (out->p[end - 1] == '/' &&
	    (as_key || (end - start == 1 && out->len == end))) {
		memmove(out->p + end - 1, out->p + end, out->len - end);
		out->len--;
	}
}

/* Percent-encoded triplets are normalised before dot segments are removed,
 * because an encoded dot counts as a dot. */
static bool
url_form_normal_parts(struct arena *arena, struct slice url, struct parts *ret)
{
	struct url_plain plain;
	struct form form;
	struct slice clean;

	if (url_plain_read(url, &plain))
		return url_form_read_parts(arena, url, ret);
	form.len = 0;
	if (!url_resolve(arena, SLICE_NONE, url, &clean))
		return false;
	url_form_put_normal(&form, clean);
	clean = (struct slice){ form.p, form.len };
	return url_resolve(arena, SLICE_NONE, clean, &clean) &&
	       url_form_read_parts(arena, clean, ret);
}

bool
url_canonical(struct arena *arena, struct slice url, struct slice *ret_url)
{
	struct form form;
	struct parts parts;

	form.len = 0;
	if (!url_form_normal_parts(arena, url, &parts))
		return false;
	url_form_put_origin(&form, &parts);
	url_form_put_path_and_query(&form, &parts, parts.path, false);
	*ret_url = arena_copy(arena, (struct slice){ form.p, form.len });
	return true;
}

/* Replaces "de.m.example.org" by "de.example.org". `at` is the offset of the
 * host in the form. */
static void
url_form_remove_infix(struct form *form, size_t at, struct slice host)
{
	size_t from, n = url_variant_infix(host, &from);

	if (n == 0)
		return;
	memmove(form->p + at + from, form->p + at + from + n,
	    form->len - at - from - n);
	form->len -= n;
}

static bool
url_form_mentions_amp(struct slice url)
{
	return slice_find_nocase(url, SLICE("amp"), 0) != SLICE_NOT_FOUND;
}

bool
url_key(struct arena *arena, struct slice url, struct slice *ret_key)
{
	struct url_plain plain;
	struct form form;
	struct parts parts;
	struct slice key;

	form.len = 0;
	/* An AMP address may contain the publisher's address with
	 * percent-encoding, so the AMP address is normalised first. */
	if ((!url_plain_read(url, &plain) || url_form_mentions_amp(url)) &&
	    !url_canonical(arena, url, &url))
		return false;
	if (url_form_mentions_amp(url))
		url_amp_origin(arena, url, &url);
	if (!url_form_normal_parts(arena, url, &parts))
		return false;
	url_form_put_origin(&form, &parts);
	url_form_remove_infix(
	    &form, parts.scheme.len + strlen("://"), url_form_get_host(&parts));
	key = (struct slice){ form.p, form.len };
	key = slice_sub(key, parts.scheme.len + strlen("://"), key.len);
	key = slice_sub(
	    key, url_variant_label(url_form_get_host(&parts)), key.len);
	url_form_put_path_and_query(
	    &form, &parts, url_variant_path(arena, parts.path), true);
	key.len = (size_t)(form.p + form.len - key.p);
	*ret_key = arena_copy(arena, key);
	return true;
}

bool
url_is_front_of(struct arena *arena, struct slice front, struct slice url)
{
	struct slice host, key;

	if (!url_key(arena, front, &host) || !url_key(arena, url, &key) ||
	    slice_find_char(host, '/', 0) != SLICE_NOT_FOUND ||
	    slice_find_char(host, '?', 0) != SLICE_NOT_FOUND ||
	    key.len < host.len + 2 || !slice_starts(key, host) ||
	    (key.p[host.len] != '/' && key.p[host.len] != '?'))
		return false;
	key = slice_sub(key, host.len + 1, key.len);
	return !slice_starts_nocase(key, SLICE("index."));
}

struct slice
url_host(struct arena *arena, struct slice url)
{
	struct form form;
	struct parts parts;

	form.len = 0;
	if (!url_form_read_parts(arena, url, &parts))
		return SLICE_NONE;
	url_form_put_slice(&form, url_form_get_host(&parts));
	return arena_copy(arena, (struct slice){ form.p, form.len });
}

bool
url_origin(struct arena *arena, struct slice url, struct slice *ret_origin)
{
	struct form form;
	struct parts parts;

	form.len = 0;
	if (!url_form_read_parts(arena, url, &parts))
		return false;
	url_form_put_origin(&form, &parts);
	*ret_origin = arena_copy(arena, (struct slice){ form.p, form.len });
	return true;
}

struct slice
url_path_and_query(struct arena *arena, struct slice url)
{
	struct form form;
	struct parts parts;

	form.len = 0;
	if (!url_form_read_parts(arena, url, &parts))
		return SLICE("/");
	url_form_put_slice(&form, parts.path);
	if (parts.query.p != NULL) {
		url_form_put_char(&form, '?');
		url_form_put_slice(&form, parts.query);
	}
	return arena_copy(arena, (struct slice){ form.p, form.len });
}

static bool
url_form_is_address(const char *host)
{
	struct in_addr four;

	return host[0] == '[' || inet_pton(AF_INET, host, &four) == 1;
}

bool
url_budget_key(struct arena *arena, struct slice url, struct slice *ret_key)
{
	struct form form;
	struct parts parts;
	char host[FORM_BYTES + 1];
	const char *domain = NULL;
	struct slice name;

	form.len = 0;
	if (!url_form_read_parts(arena, url, &parts))
		return false;
	name = url_form_get_host(&parts);
	memcpy(host, name.p, name.len);
	host[name.len] = '\0';
	if (!url_form_is_address(host))
		domain = psl_registrable_domain(psl_builtin(), host);
	url_form_put_slice(&form, slice_of(domain != NULL ? domain : host));
	if (domain == NULL) {
		url_form_put_char(&form, ':');
		url_form_put_slice(&form,
		    parts.port.p != NULL                        ? parts.port
		    : slice_equal(parts.scheme, SLICE("https")) ? SLICE("443")
								: SLICE("80"));
	}
	*ret_key = arena_copy(arena, (struct slice){ form.p, form.len });
	return true;
}
