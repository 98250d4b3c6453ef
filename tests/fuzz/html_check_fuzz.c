/*
 * html_check_fuzz.c -- checks any bytes as an article's HTML.
 *
 * HTML that article_html_check() accepts is checked again by a simpler parser:
 * no tags of scripts, styles, frames or forms, balanced tags, attributes only
 * in a and img, only http and https addresses, no control characters. If the
 * bytes are UTF-8, the output of article_text_to_html() must be accepted.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "cuter/article/article.h"
#include "cuter/article/html_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
html_check_fuzz_check_address(struct slice tag, const char *attribute)
{
	size_t at = slice_find(tag, slice_of(attribute), 0);
	struct slice url;

	if (at == SLICE_NOT_FOUND)
		return;
	url = slice_sub(tag, at + strlen(attribute), tag.len);
	if (!slice_starts(url, SLICE("http://")) &&
	    !slice_starts(url, SLICE("https://")))
		abort();
}

/* Checks the text between the brackets of a tag; returns the change of
 * depth. */
static int
html_check_fuzz_check_tag(struct slice tag)
{
	static const char *const bad[] = { " on", "style", "script", "iframe",
		"svg", "!--", "srcdoc", "form", "\t", "\n" };
	struct slice name = tag;
	size_t blank = slice_find_char(tag, ' ', 0);

	name = slice_sub(tag, 0, blank);
	for (size_t i = 0; i < ARRAY_LENGTH(bad); i++)
		if (slice_find(name, slice_of(bad[i]), 0) != SLICE_NOT_FOUND)
			abort();
	if (blank != SLICE_NOT_FOUND && !slice_equal(name, SLICE("a")) &&
	    !slice_equal(name, SLICE("img")))
		abort();
	html_check_fuzz_check_address(tag, " href=\"");
	html_check_fuzz_check_address(tag, " src=\"");
	if (slice_equal(name, SLICE("br")) || slice_equal(name, SLICE("img")))
		return 0;
	return tag.p[0] == '/' ? -1 : 1;
}

static void
html_check_fuzz_check_accepted(struct slice html)
{
	int depth = 0;

	for (size_t i = 0; i < html.len; i++) {
		unsigned char c = (unsigned char)html.p[i];
		size_t end;

		if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7F)
			abort();
		if (c != '<')
			continue;
		end = slice_find_char(html, '>', i);
		if (end == SLICE_NOT_FOUND || end == i + 1)
			abort();
		depth += html_check_fuzz_check_tag(slice_sub(html, i + 1, end));
		if (depth < 0)
			abort();
	}
	if (depth != 0)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice whole = { malloc(size > 0 ? size : 1), size };
	struct buf made;

	if (whole.p == NULL)
		abort();
	memcpy((void *)(uintptr_t)whole.p, data, size);
	if (article_html_check(whole))
		html_check_fuzz_check_accepted(whole);
	if (utf8_valid(whole)) {
		buf_init(&made, 16 * MIB);
		article_text_to_html(whole, &made);
		if (!article_html_check(buf_slice(&made)))
			abort();
		buf_release(&made);
	}
	free((void *)(uintptr_t)whole.p);
	return 0;
}
