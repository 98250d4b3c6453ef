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

/* Checks that the text begins with this attribute, and returns the text after
 * its value. */
static struct slice
html_check_fuzz_skip(struct slice text, const char *attribute, bool is_url)
{
	size_t from = strlen(attribute), end;
	struct slice value;

	if (!slice_starts(text, slice_of(attribute)))
		abort();
	end = slice_find_char(text, '"', from);
	if (end == SLICE_NOT_FOUND)
		abort();
	value = slice_sub(text, from, end);
	if (is_url && !slice_starts(value, SLICE("http://")) &&
	    !slice_starts(value, SLICE("https://")))
		abort();
	return slice_sub(text, end + 1, text.len);
}

/* Checks the text between the brackets of a tag; returns the change of
 * depth. */
static int
html_check_fuzz_check_tag(struct slice tag)
{
	static const char *const bad[] = { "style", "script", "iframe", "svg",
		"!--", "srcdoc", "form", "\t", "\n" };
	struct slice name, rest = SLICE("");
	size_t blank = slice_find_char(tag, ' ', 0);

	name = slice_sub(tag, 0, blank);
	for (size_t i = 0; i < ARRAY_LENGTH(bad); i++)
		if (slice_find(name, slice_of(bad[i]), 0) != SLICE_NOT_FOUND)
			abort();
	if (blank != SLICE_NOT_FOUND)
		rest = slice_sub(tag, blank, tag.len);
	if (slice_equal(name, SLICE("img"))) {
		rest = html_check_fuzz_skip(rest, " src=\"", true);
		rest = html_check_fuzz_skip(rest, " alt=\"", false);
	} else if (rest.len > 0 && slice_equal(name, SLICE("a"))) {
		rest = html_check_fuzz_skip(rest, " href=\"", true);
	}
	if (rest.len > 0)
		abort();
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
