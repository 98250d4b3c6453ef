/*
 * route.c -- finds the handler of a request.
 */
#include "serve/route.h"

#include <string.h>

#include "base/text/ascii.h"
#include "store/article/article_scan.h"

const struct serve_route *const serve_route_tables[] = {
	serve_page_routes,
	serve_feed_routes,
	serve_api_routes,
	NULL,
};

/* Reads a number from 1 on, without a sign and without leading zeros, so that
 * each page has one address. */
static bool
route_read_id(struct slice text, int64_t *ret)
{
	return text.len > 0 && text.p[0] >= '1' && text.p[0] <= '9' &&
	       slice_to_int64(text, ret);
}

/* Returns the length of the text that a placeholder covers. `tail`: the literal
 * text after the placeholder, up to the next '/' of the pattern. is_rest: the
 * placeholder may contain '/'. */
static size_t
route_placeholder_length(struct slice path, struct slice tail, bool is_rest)
{
	size_t end = is_rest ? path.len : slice_find_char(path, '/', 0);

	if (end == SLICE_NOT_FOUND)
		end = path.len;
	if (end < tail.len)
		return SLICE_NOT_FOUND;
	return end - tail.len;
}

/* Matches the part of a pattern that begins with a placeholder against the
 * start of *path. Moves both to the position after the placeholder. */
static bool
route_match_placeholder(struct slice *pattern, struct slice *path,
    struct slice *ret_name, int64_t *ret_id)
{
	size_t close = slice_find_char(*pattern, '}', 0);
	bool is_id = slice_starts(*pattern, SLICE("{id}"));
	struct slice tail = slice_sub(*pattern, close + 1, pattern->len);
	struct slice part;
	size_t n;

	n = slice_find_char(tail, '/', 0);
	n = route_placeholder_length(*path,
	    slice_sub(tail, 0, n == SLICE_NOT_FOUND ? tail.len : n),
	    !is_id && n == SLICE_NOT_FOUND);
	if (n == SLICE_NOT_FOUND || n == 0)
		return false;
	part = slice_sub(*path, 0, n);
	if (is_id && !route_read_id(part, ret_id))
		return false;
	if (!is_id)
		*ret_name = part;
	*path = slice_sub(*path, n, path->len);
	*pattern = tail;
	return true;
}

bool
serve_route_match(const char *pattern_text, struct slice path,
    struct slice *ret_name, int64_t *ret_id, size_t *ret_literal)
{
	struct slice pattern = slice_of(pattern_text);
	size_t literal = 0;

	while (pattern.len > 0) {
		if (pattern.p[0] == '{') {
			if (!route_match_placeholder(
				&pattern, &path, ret_name, ret_id))
				return false;
			continue;
		}
		if (path.len == 0 || path.p[0] != pattern.p[0])
			return false;
		path = slice_sub(path, 1, path.len);
		pattern = slice_sub(pattern, 1, pattern.len);
		literal++;
	}
	*ret_literal = literal;
	return path.len == 0;
}

int
serve_route_find(enum serve_method method, struct slice path,
    const struct serve_route **ret, struct slice *ret_name, int64_t *ret_id,
    unsigned *ret_methods)
{
	const struct serve_route *best = NULL;
	size_t best_literal = 0;
	unsigned methods = 0;

	for (size_t t = 0; serve_route_tables[t] != NULL; t++)
		for (const struct serve_route *route = serve_route_tables[t];
		     route->pattern != NULL; route++) {
			struct slice name = SLICE_NONE;
			int64_t id = 0;
			size_t literal;

			if (!serve_route_match(
				route->pattern, path, &name, &id, &literal))
				continue;
			if (literal > best_literal)
				methods = 0;
			if (literal >= best_literal)
				methods |= route->methods;
			if (literal < best_literal ||
			    (literal == best_literal && best != NULL &&
				(route->methods & method) == 0))
				continue;
			best = route;
			best_literal = literal;
			*ret_name = name;
			*ret_id = id;
		}
	if (best == NULL)
		return 404;
	*ret_methods = methods;
	if ((best->methods & method) == 0)
		return 405;
	*ret = best;
	return 0;
}

int
serve_wait(struct serve_exchange *exchange, int64_t after_seq, int64_t until_ms)
{
	int64_t latest_ms = exchange->began_ms + LIMIT_SERVE_WAIT_MS;

	exchange->waits = true;
	exchange->wait_after_seq = after_seq;
	exchange->wait_until_ms = until_ms < latest_ms ? until_ms : latest_ms;
	return 0;
}

int
serve_set_modified(struct serve_exchange *exchange, struct err *e)
{
	int64_t at = 0;
	int rc = store_change_newest(exchange->store, &at, e);

	if (rc == 0 && at > 0)
		exchange->response->last_modified_at =
		    at < exchange->now_at ? at + 1 : exchange->now_at;
	return rc;
}
