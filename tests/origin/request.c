/*
 * request.c -- parses the header of a request.
 */
#include "tests/origin/origin.h"

static bool
request_read_request_line(struct request *r, struct slice line)
{
	struct slice version, target;
	size_t at;

	if (!slice_next(&line, ' ', &r->method) ||
	    !slice_next(&line, ' ', &target) || line.p == NULL)
		return false;
	version = slice_trim(line);
	if (!slice_starts(version, SLICE("HTTP/1.")))
		return false;
	r->keep_alive = slice_equal(version, SLICE("HTTP/1.1"));
	if (slice_starts_nocase(target, SLICE("http://"))) {
		at = slice_find_char(target, '/', 7);
		target = at == SLICE_NOT_FOUND
			     ? SLICE("/")
			     : slice_sub(target, at, target.len);
	}
	if (!slice_starts(target, SLICE("/")))
		return false;
	r->target = target;
	r->query = target;
	slice_next(&r->query, '?', &r->path);
	return true;
}

static bool
request_read_headers(struct request *r, struct slice head)
{
	struct slice line, name;

	while (slice_next(&head, '\n', &line)) {
		if (slice_ends(line, SLICE("\r")))
			line.len--;
		if (line.len == 0)
			continue;
		if (r->n_headers == ORIGIN_MAX_HEADERS ||
		    !slice_next(&line, ':', &name) || line.p == NULL)
			return false;
		r->headers[r->n_headers].name = name;
		r->headers[r->n_headers++].value = slice_trim(line);
	}
	return true;
}

size_t
request_head_bytes(struct slice in)
{
	size_t at = slice_find(in, SLICE("\r\n\r\n"), 0);

	return at == SLICE_NOT_FOUND ? 0 : at + 4;
}

struct slice
request_header(const struct request *r, const char *name)
{
	for (size_t i = 0; i < r->n_headers; i++)
		if (slice_equal_nocase(r->headers[i].name, slice_of(name)))
			return r->headers[i].value;
	return SLICE_NONE;
}

bool
request_read(struct request *r, struct slice head)
{
	size_t line = slice_find(head, SLICE("\r\n"), 0);

	memset(r, 0, sizeof(*r));
	return request_read_request_line(r, slice_sub(head, 0, line)) &&
	       request_read_headers(r, slice_sub(head, line + 2, head.len));
}
