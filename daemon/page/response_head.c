/*
 * response_head.c -- the head of a response for a page: whether its type can be
 * a page, and the headers that restrict the use of the text.
 */
#include "base/array.h"
#include "base/limits.h"
#include "crawler/fetch/fetch.h"
#include "daemon/hub.h"
#include "daemon/page/page.h"

/* Largest size of a stored header that restricts the use of the text. */
#define ROBOTS_LINE_BYTES 1024

bool
page_is_type(const char *content_type)
{
	static const struct slice page_types[] = {
		SLICE("text/html"),
		SLICE("application/xhtml+xml"),
		SLICE("application/xml"),
		SLICE("text/xml"),
		SLICE("text/plain"),
		SLICE("application/octet-stream"),
	};
	struct slice type = slice_of(content_type), part;

	if (!slice_next(&type, ';', &part))
		return true;
	part = slice_trim(part);
	if (part.len == 0)
		return true;
	for (size_t i = 0; i < ARRAY_LENGTH(page_types); i++)
		if (slice_equal_nocase(part, page_types[i]))
			return true;
	return false;
}

/* Returns the beginning of the line, up to the last comma before `max` bytes if
 * the line is longer. */
static struct slice
response_head_shorten_robots(struct slice line, size_t max)
{
	size_t end = max;

	if (line.len <= max)
		return line;
	while (end > 0 && line.p[end] != ',')
		end--;
	return slice_sub(line, 0, end > 0 ? end : max);
}

/* Stores the headers that restrict the use of the text (docs/etiquette.md, row
 * E42; TDM reservation protocol), one per line, as printable ASCII. A long
 * header is shortened, so that it does not displace the others. */
static void
response_head_take_robots(struct page *page, struct slice headers)
{
	static const struct slice names[] = { SLICE("x-robots-tag:"),
		SLICE("tdm-reservation:"), SLICE("tdm-policy:") };
	struct slice line;

	while (slice_next(&headers, '\n', &line)) {
		bool wanted = false;

		line = slice_trim(line);
		for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
			wanted |= slice_starts_nocase(line, names[i]);
		line = response_head_shorten_robots(line, ROBOTS_LINE_BYTES);
		if (!wanted ||
		    page->robots.len + 1 + line.len > LIMIT_TITLE_BYTES)
			continue;
		if (page->robots.len > 0)
			buf_append_char(&page->robots, '\n');
		for (size_t i = 0; i < line.len; i++)
			buf_append_char(&page->robots,
			    line.p[i] >= ' ' && line.p[i] <= '~' ? line.p[i]
								 : '?');
	}
}

void
page_take_response(struct page *page, const struct response *r)
{
	response_copy_take(&page->response, r, hub_now());
	page->headers = hub_copy(r->headers);
	page->headers_bytes = r->headers.len;
	response_head_take_robots(page, r->headers);
}
