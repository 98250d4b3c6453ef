/*
 * url_form.c -- what an address is known by: canonical form, keys, parts.
 *
 * In:  a URL, mostly one that url_resolve gave.
 * Out: texts to compare and to look up by; none of them is ever sent.
 * RFC 3986, section 6.2: case, percent-encoding and scheme are normalised;
 * beyond that, parameters that follow the reader go (url_rules.c).
 */
#include <arpa/inet.h>
#include <libpsl.h>
#include <string.h>

#include <curl/curl.h>

#include "config/limits.h"
#include "crawler/url.h"
#include "crawler/url_plain.h"
#include "crawler/url_rules.h"

/* Longest text made here: every byte of a raw URL encoded by CURLU. */
#define FORM_BYTES (3 * LIMIT_URL_BYTES + 16)

/* Large: to clear all of it costs more than to write an address. */
struct form {
	char p[FORM_BYTES + 1];
	size_t len;
};

/* A URL taken apart: borrowed from it where it is plain, else in CURLU's
 * memory. */
struct parts {
	struct slice scheme, host, port, path, query; /* port, query: if any */
	CURLU *handle;
	char *owned[5];
};

static void
put(struct form *out, char c)
{
	if (out->len < FORM_BYTES)
		out->p[out->len++] = c;
}

static void
put_slice(struct form *out, struct slice s)
{
	for (size_t i = 0; i < s.len; i++)
		put(out, s.p[i]);
}

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 0x20) : c;
}

static int
hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = lower(c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* RFC 3986, 2.3 */
static bool
is_unreserved(int c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' ||
	       c == '~';
}

/* %7e becomes ~, %c3 becomes %C3. */
static void
put_normal(struct form *out, struct slice s)
{
	static const char hex[] = "0123456789ABCDEF";

	for (size_t i = 0; i < s.len; i++) {
		int high = i + 2 < s.len ? hex_value(s.p[i + 1]) : -1;
		int low = i + 2 < s.len ? hex_value(s.p[i + 2]) : -1;

		if (s.p[i] != '%' || high < 0 || low < 0) {
			put(out, s.p[i]);
			continue;
		}
		if (is_unreserved(high * 16 + low)) {
			put(out, (char)(high * 16 + low));
		} else {
			put(out, '%');
			put(out, hex[high]);
			put(out, hex[low]);
		}
		i += 2;
	}
}

static void
parts_release(struct parts *parts)
{
	for (size_t i = 0; i < sizeof(parts->owned) / sizeof(*parts->owned);
	     i++)
		curl_free(parts->owned[i]);
	curl_url_cleanup(parts->handle);
}

/* False: it has none. */
static bool
take_part(struct parts *parts, size_t i, CURLUPart what, unsigned flags,
    struct slice *ret)
{
	bool there = curl_url_get(parts->handle, what, &parts->owned[i],
			 flags) == CURLUE_OK;

	*ret = there ? slice_of(parts->owned[i]) : SLICE_NONE;
	return there;
}

/* By CURLU. */
static bool
take_apart(struct parts *parts, const char *text)
{
	parts->handle = curl_url();
	if (parts->handle == NULL ||
	    curl_url_set(parts->handle, CURLUPART_URL, text, CURLU_URLENCODE) !=
		CURLUE_OK ||
	    !take_part(parts, 0, CURLUPART_SCHEME, 0, &parts->scheme) ||
	    (!slice_equal(parts->scheme, SLICE("http")) &&
		!slice_equal(parts->scheme, SLICE("https"))) ||
	    !take_part(parts, 1, CURLUPART_HOST, 0, &parts->host) ||
	    !take_part(parts, 2, CURLUPART_PATH, 0, &parts->path))
		return false;
	/* these two may be absent */
	take_part(
	    parts, 3, CURLUPART_PORT, CURLU_NO_DEFAULT_PORT, &parts->port);
	take_part(parts, 4, CURLUPART_QUERY, 0, &parts->query);
	for (char *p = parts->owned[1]; *p != '\0'; p++)
		*p = lower(*p);
	return true;
}

/* Any http(s) URL that CURLU can read, also one with credentials. */
static bool
parts_read(struct parts *parts, struct slice url)
{
	char text[LIMIT_URL_BYTES + 1];
	struct url_plain plain;

	*parts = (struct parts){ .handle = NULL };
	if (url_plain_read(url, &plain)) {
		parts->scheme = plain.scheme;
		parts->host = plain.host;
		parts->path = plain.path;
		parts->query = plain.query;
		return true;
	}
	if (url.len == 0 || url.len > LIMIT_URL_BYTES ||
	    memchr(url.p, '\0', url.len) != NULL)
		return false;
	memcpy(text, url.p, url.len);
	text[url.len] = '\0';
	if (take_apart(parts, text))
		return true;
	parts_release(parts);
	return false;
}

/* Without the dot that says "from the root". */
static struct slice
host_of(const struct parts *parts)
{
	struct slice host = parts->host;

	if (host.len > 1 && slice_ends(host, SLICE(".")))
		host.len--;
	return host;
}

static void
put_origin(struct form *out, const struct parts *parts)
{
	put_slice(out, parts->scheme);
	put_slice(out, SLICE("://"));
	put_slice(out, host_of(parts));
	if (parts->port.p != NULL) {
		put(out, ':');
		put_slice(out, parts->port);
	}
}

/* The parameters that are the article's, in their order. */
static void
put_query(struct form *out, const struct parts *parts)
{
	struct slice rest = parts->query, parameter;
	char separator = '?';

	while (slice_next(&rest, '&', &parameter)) {
		size_t equals = slice_find_char(parameter, '=', 0);
		struct slice name = slice_sub(parameter, 0, equals), value;

		/* "?a=1&amp;utm_source=…", escaped once too often */
		if (slice_starts(name, SLICE("amp;")))
			name = slice_sub(name, 4, name.len);
		value = equals == SLICE_NOT_FOUND
			    ? SLICE_NONE
			    : slice_sub(parameter, equals + 1, parameter.len);
		if (parameter.len == 0 ||
		    url_is_tracking(host_of(parts), name, value))
			continue;
		put(out, separator);
		put_slice(out, parameter);
		separator = '&';
	}
}

/* Path and query, without the last slash of a path that is "/" only (the
 * empty path, where no query follows) or, for a key, of any. */
static void
put_path_and_query(
    struct form *out, const struct parts *parts, struct slice path, bool as_key)
{
	size_t start = out->len, end;

	put_slice(out, path);
	end = out->len;
	put_query(out, parts);
	if (out->p[end - 1] == '/' &&
	    (as_key || (end - start == 1 && out->len == end))) {
		memmove(out->p + end - 1, out->p + end, out->len - end);
		out->len--;
	}
}

/* Resolved, and with the triplets in one spelling: an encoded dot is a dot,
 * so this goes before CURLU looks at the segments. */
static bool
normal_parts(struct arena *arena, struct slice url, struct parts *ret)
{
	struct url_plain plain;
	struct form form;
	struct slice clean;

	if (url_plain_read(url, &plain))
		return parts_read(ret, url);
	form.len = 0;
	if (!url_resolve(arena, SLICE_NONE, url, &clean))
		return false;
	put_normal(&form, clean);
	clean = (struct slice){ form.p, form.len };
	return url_resolve(arena, SLICE_NONE, clean, &clean) &&
	       parts_read(ret, clean);
}

bool
url_canonical(struct arena *arena, struct slice url, struct slice *ret_url)
{
	struct form form;
	struct parts parts;

	form.len = 0;
	if (!normal_parts(arena, url, &parts))
		return false;
	put_origin(&form, &parts);
	put_path_and_query(&form, &parts, parts.path, false);
	parts_release(&parts);
	*ret_url = arena_copy(arena, (struct slice){ form.p, form.len });
	return true;
}

/* "de.m.example.org" is "de.example.org"; the host stands at `at`. */
static void
take_out_infix(struct form *form, size_t at, struct slice host)
{
	size_t from, n = url_twin_infix(host, &from);

	if (n == 0)
		return;
	memmove(form->p + at + from, form->p + at + from + n,
	    form->len - at - from - n);
	form->len -= n;
}

static bool
names_amp(struct slice url)
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
	/* An address in another may be encoded. */
	if ((!url_plain_read(url, &plain) || names_amp(url)) &&
	    !url_canonical(arena, url, &url))
		return false;
	if (names_amp(url))
		url_amp_origin(arena, url, &url);
	if (!normal_parts(arena, url, &parts))
		return false;
	put_origin(&form, &parts);
	take_out_infix(
	    &form, parts.scheme.len + strlen("://"), host_of(&parts));
	key = (struct slice){ form.p, form.len };
	key = slice_sub(key, parts.scheme.len + strlen("://"), key.len);
	key = slice_sub(key, url_twin_label(host_of(&parts)), key.len);
	put_path_and_query(
	    &form, &parts, url_twin_path(arena, parts.path), true);
	key.len = (size_t)(form.p + form.len - key.p);
	parts_release(&parts);
	*ret_key = arena_copy(arena, key);
	return true;
}

struct slice
url_host(struct arena *arena, struct slice url)
{
	struct form form;
	struct parts parts;

	form.len = 0;
	if (!parts_read(&parts, url))
		return SLICE_NONE;
	put_slice(&form, host_of(&parts));
	parts_release(&parts);
	return arena_copy(arena, (struct slice){ form.p, form.len });
}

bool
url_origin(struct arena *arena, struct slice url, struct slice *ret_origin)
{
	struct form form;
	struct parts parts;

	form.len = 0;
	if (!parts_read(&parts, url))
		return false;
	put_origin(&form, &parts);
	parts_release(&parts);
	*ret_origin = arena_copy(arena, (struct slice){ form.p, form.len });
	return true;
}

struct slice
url_path_and_query(struct arena *arena, struct slice url)
{
	struct form form;
	struct parts parts;

	form.len = 0;
	if (!parts_read(&parts, url))
		return SLICE("/");
	put_slice(&form, parts.path);
	if (parts.query.p != NULL) {
		put(&form, '?');
		put_slice(&form, parts.query);
	}
	parts_release(&parts);
	return arena_copy(arena, (struct slice){ form.p, form.len });
}

static bool
is_address(const char *host)
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
	if (!parts_read(&parts, url))
		return false;
	name = host_of(&parts);
	memcpy(host, name.p, name.len);
	host[name.len] = '\0';
	if (!is_address(host))
		domain = psl_registrable_domain(psl_builtin(), host);
	put_slice(&form, slice_of(domain != NULL ? domain : host));
	if (domain == NULL) {
		put(&form, ':');
		put_slice(&form,
		    parts.port.p != NULL ? parts.port
		    : slice_equal(parts.scheme, SLICE("https"))
			? SLICE("443")
			: SLICE("80"));
	}
	parts_release(&parts);
	*ret_key = arena_copy(arena, (struct slice){ form.p, form.len });
	return true;
}
