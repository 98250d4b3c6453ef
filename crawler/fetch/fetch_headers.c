/*
 * fetch_headers.c -- counts, stores and parses the header of a response.
 *
 * In:  lines of libcurl's header callback: status lines, interim responses
 * (1xx), the final response, trailers.
 * Out: the final response's lines, and the values of struct response.
 * Values are opaque: only the blanks around them are removed.  Every byte
 * counts against LIMIT_HEADERS_BYTES, because libcurl's own limit does not
 * include trailers (docs/threat-rows.md, rows S15, S16).
 */
#include <stdlib.h>

#include "base/array.h"
#include "crawler/fetch/fetch_parts.h"

/* The headers that are stored, and their members of struct response. If a
 * header occurs several times, its last value is used. With `join` the header
 * is a list by definition (RFC 9110, 5.3), and its values are joined. The
 * values of Retry-After are joined, because the latest counts. If several rows
 * have the same member, the first row with a value is used. */
static const struct {
	struct slice name;
	size_t field;
	bool join;
} fields[] = {
#define FIELD(text, member, join)                                              \
	{                                                                      \
		{ text, sizeof(text) - 1 }, offsetof(struct response, member), \
		    join                                                       \
	}
	FIELD("etag", etag, false),
	FIELD("last-modified", last_modified, false),
	FIELD("content-type", content_type, false),
	FIELD("cache-control", cache_control, true),
	FIELD("age", age, false),
	FIELD("date", date, false),
	FIELD("expires", expires, false),
	FIELD("retry-after", retry_after, true),
	FIELD("x-robots-tag", x_robots_tag, true),
	FIELD("link", link, true),
	FIELD("location", location, false),
	FIELD("content-location", content_location, false),
	FIELD("cf-mitigated", cf_mitigated, false),
	FIELD("x-ratelimit-reset", ratelimit_reset, false),
	FIELD("ratelimit-reset", ratelimit_reset, false),
	FIELD("x-rate-limit-reset", ratelimit_reset, false),
#undef FIELD
};

#define N_FIELDS ARRAY_LENGTH(fields)

void
fetch_headers_init(struct fetch_headers *headers)
{
	*headers = (struct fetch_headers){ .status = 0 };
	buf_init(&headers->lines, LIMIT_HEADERS_BYTES);
}

void
fetch_headers_release(struct fetch_headers *headers)
{
	buf_release(&headers->lines);
	free(headers->values);
	headers->values = NULL;
}

void
fetch_headers_clear(struct fetch_headers *headers)
{
	buf_clear(&headers->lines);
	headers->status = 0;
	headers->bytes = 0;
	headers->complete = false;
}

/* Reads the three digits of "HTTP/1.1 200 OK" or "HTTP/2 200 ". */
static bool
fetch_headers_read_status(struct slice line, long *ret)
{
	size_t blank = slice_find_char(line, ' ', 0);
	int64_t value;

	if (!slice_starts(line, SLICE("HTTP/")) || blank == SLICE_NOT_FOUND)
		return false;
	if (!slice_to_int64(slice_sub(line, blank + 1, blank + 4), &value))
		return false;
	*ret = (long)value;
	return true;
}

/* Appends a blank and a folded line (obs-fold, RFC 9112, 5.2) to the line
 * before it.  If there is no line before it, the text becomes a line of its
 * own. */
static void
fetch_headers_unfold(struct buf *lines, struct slice line)
{
	if (lines->len >= 2 && !buf_failed(lines))
		lines->len -= 2;
	buf_append_char(lines, ' ');
	buf_append_slice(lines, line);
	buf_append_string(lines, "\r\n");
}

bool
fetch_headers_take(struct fetch_headers *headers, struct slice line)
{
	struct slice text = slice_trim(line);
	long status;

	headers->bytes += (int64_t)line.len;
	if (headers->bytes > LIMIT_HEADERS_BYTES)
		return false;
	if (headers->complete) /* a trailer */
		return true;
	if (fetch_headers_read_status(text, &status)) {
		buf_clear(&headers->lines);
		headers->status = status;
	} else if (line.len > 0 && (line.p[0] == ' ' || line.p[0] == '\t')) {
		fetch_headers_unfold(&headers->lines, text);
	} else if (text.len == 0) {
		headers->complete = headers->status >= 200;
	} else {
		buf_append_slice(&headers->lines, text);
		buf_append_string(&headers->lines, "\r\n");
	}
	return !buf_failed(&headers->lines);
}

/* Finds the next header line in *rest that has a value, and splits it into name
 * and value. Removes this line and the lines before it from *rest. Returns
 * false if no such line is left. */
static bool
fetch_headers_next_header(
    struct slice *rest, struct slice *ret_name, struct slice *ret_value)
{
	struct slice line;
	size_t colon;

	while (slice_next(rest, '\n', &line)) {
		colon = slice_find_char(line, ':', 0);
		if (colon == SLICE_NOT_FOUND)
			continue;
		*ret_name = slice_trim(slice_sub(line, 0, colon));
		*ret_value = slice_trim(slice_sub(line, colon + 1, line.len));
		if (ret_value->len > 0) /* an empty header counts as absent */
			return true;
	}
	return false;
}

struct slice
fetch_headers_find(const struct fetch_headers *headers, struct slice name)
{
	struct slice rest = buf_slice(&headers->lines), ret = SLICE_NONE;
	struct slice other, value;

	while (fetch_headers_next_header(&rest, &other, &value))
		if (slice_equal_nocase(other, name))
			ret = value;
	return ret;
}

size_t
fetch_headers_encodings(
    const struct fetch_headers *headers, struct slice *ret_names, size_t max)
{
	struct slice rest = buf_slice(&headers->lines), name, value, part;
	size_t n = 0;

	while (fetch_headers_next_header(&rest, &name, &value)) {
		if (!slice_equal_nocase(name, SLICE("content-encoding")))
			continue;
		while (slice_next(&value, ',', &part)) {
			part = slice_trim(part);
			if (part.len == 0 ||
			    slice_equal_nocase(part, SLICE("identity")) ||
			    slice_equal_nocase(part, SLICE("none")))
				continue;
			if (n < max)
				ret_names[n] = part;
			n++;
		}
	}
	return n;
}

/* Appends the values of all headers with this name, separated by commas.
 * Returns the length, 0 if there is no such header. */
static size_t
fetch_headers_append_list(char *out, struct slice rest, struct slice name)
{
	struct slice other, value;
	size_t n = 0;

	while (fetch_headers_next_header(&rest, &other, &value)) {
		if (!slice_equal_nocase(other, name))
			continue;
		if (n > 0) {
			memcpy(out + n, ", ", 2);
			n += 2;
		}
		memcpy(out + n, value.p, value.len);
		n += value.len;
	}
	return n;
}

void
fetch_headers_fill(struct fetch_headers *headers, struct response *response)
{
	/* Two lines of one field are joined by two bytes (", "), and each line
	 * had at least four other bytes ("a:" and CRLF), so the joined values
	 * are not longer than the lines. Each field adds its NUL. */
	size_t size = headers->lines.len + N_FIELDS;
	char *out;

	response->status = headers->status;
	response->headers = buf_slice(&headers->lines);
	free(headers->values);
	headers->values = out = malloc(size);
	if (out == NULL)
		return;
	for (size_t i = 0; i < N_FIELDS; i++) {
		const char **field =
		    (const char **)(void *)((char *)response + fields[i].field);
		struct slice value;
		size_t n;

		if (*field != NULL)
			continue;
		if (fields[i].join) {
			n = fetch_headers_append_list(
			    out, buf_slice(&headers->lines), fields[i].name);
		} else {
			value = fetch_headers_find(headers, fields[i].name);
			n = value.len;
			if (n > 0)
				memcpy(out, value.p, n);
		}
		if (n == 0)
			continue;
		out[n] = '\0';
		*field = out;
		out += n + 1;
	}
}
