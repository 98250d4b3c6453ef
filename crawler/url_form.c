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
#include <stdio.h>

#include <curl/curl.h>

#include "config/limits.h"
#include "crawler/url.h"
#include "crawler/url_rules.h"

/* Longest text made here: every byte of a raw URL encoded by CURLU. */
#define FORM_BYTES (3 * LIMIT_URL_BYTES + 16)

/* Large: to clear all of it costs more than to write an address. */
struct form {
	char p[FORM_BYTES + 1];
	size_t len;
};

/* A URL taken apart, in CURLU's memory. */
struct parts {
	CURLU *handle;
	char *scheme, *host, *port, *path, *query; /* port, query may be NULL */
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
	curl_free(parts->scheme);
	curl_free(parts->host);
	curl_free(parts->port);
	curl_free(parts->path);
	curl_free(parts->query);
	curl_url_cleanup(parts->handle);
}

/* Any http(s) URL that CURLU can read, also one with credentials. */
static bool
parts_read(struct parts *parts, struct slice url)
{
	char text[LIMIT_URL_BYTES + 1];

	*parts = (struct parts){ .handle = NULL };
	if (url.len == 0 || url.len > LIMIT_URL_BYTES ||
	    memchr(url.p, '\0', url.len) != NULL)
		return false;
	memcpy(text, url.p, url.len);
	text[url.len] = '\0';
	parts->handle = curl_url();
	if (parts->handle == NULL)
		return false;
	if (curl_url_set(parts->handle, CURLUPART_URL, text, CURLU_URLENCODE) !=
		CURLUE_OK ||
	    curl_url_get(parts->handle, CURLUPART_SCHEME, &parts->scheme, 0) !=
		CURLUE_OK ||
	    (strcmp(parts->scheme, "http") != 0 &&
		strcmp(parts->scheme, "https") != 0) ||
	    curl_url_get(parts->handle, CURLUPART_HOST, &parts->host, 0) !=
		CURLUE_OK ||
	    curl_url_get(parts->handle, CURLUPART_PATH, &parts->path, 0) !=
		CURLUE_OK) {
		parts_release(parts);
		return false;
	}
	/* these two may be absent */
	(void)curl_url_get(
	    parts->handle, CURLUPART_PORT, &parts->port, CURLU_NO_DEFAULT_PORT);
	(void)curl_url_get(parts->handle, CURLUPART_QUERY, &parts->query, 0);
	for (char *p = parts->host; *p != '\0'; p++)
		*p = lower(*p);
	return true;
}

/* Without the dot that says "from the root". */
static struct slice
host_of(const struct parts *parts)
{
	struct slice host = slice_of(parts->host);

	if (host.len > 1 && slice_ends(host, SLICE(".")))
		host.len--;
	return host;
}

static void
put_origin(struct form *out, const struct parts *parts)
{
	put_slice(out, slice_of(parts->scheme));
	put_slice(out, SLICE("://"));
	put_slice(out, host_of(parts));
	if (parts->port != NULL) {
		put(out, ':');
		put_slice(out, slice_of(parts->port));
	}
}

/* The parameters that are the article's, in their order. */
static void
put_query(struct form *out, const struct parts *parts)
{
	struct slice rest = slice_of(parts->query), parameter;
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
	struct form form;
	struct slice clean;

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
	put_path_and_query(&form, &parts, slice_of(parts.path), false);
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

bool
url_key(struct arena *arena, struct slice url, struct slice *ret_key)
{
	struct form form;
	struct parts parts;
	struct slice key;

	form.len = 0;
	if (slice_find_nocase(url, SLICE("amp"), 0) != SLICE_NOT_FOUND)
		url_amp_origin(arena, url, &url);
	if (!normal_parts(arena, url, &parts))
		return false;
	put_origin(&form, &parts);
	take_out_infix(
	    &form, strlen(parts.scheme) + strlen("://"), host_of(&parts));
	key = (struct slice){ form.p, form.len };
	key = slice_sub(key, strlen(parts.scheme) + strlen("://"), key.len);
	key = slice_sub(key, url_twin_label(host_of(&parts)), key.len);
	put_path_and_query(
	    &form, &parts, url_twin_path(arena, slice_of(parts.path)), true);
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
	put_slice(&form, slice_of(parts.path));
	if (parts.query != NULL) {
		put(&form, '?');
		put_slice(&form, slice_of(parts.query));
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

	form.len = 0;
	if (!parts_read(&parts, url))
		return false;
	snprintf(host, sizeof(host), "%.*s", SLICE_ARG(host_of(&parts)));
	if (!is_address(host))
		domain = psl_registrable_domain(psl_builtin(), host);
	put_slice(&form, slice_of(domain != NULL ? domain : host));
	if (domain == NULL) {
		put(&form, ':');
		put_slice(&form,
		    slice_of(parts.port != NULL                   ? parts.port
			     : strcmp(parts.scheme, "https") == 0 ? "443"
								  : "80"));
	}
	parts_release(&parts);
	*ret_key = arena_copy(arena, (struct slice){ form.p, form.len });
	return true;
}
