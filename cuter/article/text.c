/*
 * text.c -- helpers for cuter/article/: lines, plain texts, lists, escapes.
 */
#include "base/limits.h"
#include "base/text/reference.h"
#include "base/text/utf8.h"
#include "cuter/article/article.h"
#include "cuter/tree/scan.h"

struct slice
article_line(struct arena *arena, struct slice s, size_t max_bytes)
{
	char *line;
	size_t n = 0, i = 0;
	bool space = true;

	s = slice_trim(reference_text(
	    arena, utf8_prefix(s, 4 * max_bytes + 64), REFERENCE_IN_TEXT));
	line = arena_alloc(arena, s.len + 1);
	while (i < s.len) {
		uint32_t rune;
		size_t took = utf8_decode(s.p + i, s.len - i, &rune);

		if (rune_is_space(rune)) {
			if (!space)
				line[n++] = ' ';
			space = true;
		} else if (rune >= 0x20 && rune != 0x7F && rune != 0xAD &&
			   rune != 0x200B && rune != 0xFEFF &&
			   rune != RUNE_BAD) {
			memcpy(line + n, s.p + i, took);
			n += took;
			space = false;
		}
		i += took;
	}
	s = slice_trim(utf8_prefix((struct slice){ line, n }, max_bytes));
	return s.len > 0 ? s : SLICE_NONE;
}

struct slice
article_line_from_buf(struct arena *arena, struct buf *text, size_t max_bytes)
{
	bool no_memory = text->no_memory;
	struct slice line = SLICE_NONE;

	if (!no_memory)
		line = article_line(arena, buf_slice(text), max_bytes);
	buf_release(text);
	if (no_memory)
		arena_give_up(arena);
	return line;
}

struct plain {
	char *text;
	size_t n;
	int breaks; /* line ends to write before the next character */
	bool space; /* a space is to be written */
};

static void
text_plain_add(struct plain *out, struct slice s)
{
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.p[i];

		if (c == '\n') {
			out->breaks++;
		} else if (c <= ' ') {
			out->space = true;
		} else {
			if (out->n > 0 && out->breaks > 0)
				memcpy(out->text + out->n, "\n\n", 2);
			if (out->n > 0 && out->breaks > 0)
				out->n += 2;
			else if (out->n > 0 && out->space)
				out->text[out->n++] = ' ';
			out->breaks = 0;
			out->space = false;
			out->text[out->n++] = (char)c;
		}
	}
}

struct slice
article_plain(struct arena *arena, struct slice html)
{
	struct plain out = { 0 };
	struct slice text = reference_text(arena, html, REFERENCE_IN_TEXT);
	enum scan_kind kind;
	struct scan scan;
	struct slice skipped;

	/* One byte of a line end may become two bytes. */
	out.text = arena_alloc(arena, 2 * text.len + 2);
	scan_init(&scan, text);
	while ((kind = scan_next(&scan)) != SCAN_END) {
		if (kind == SCAN_TEXT)
			text_plain_add(&out, scan.text);
		else if (tag_is(scan.tag->tag, TAG_IS_BLOCK) ||
			 scan.tag->tag == TAG_BR)
			out.breaks++;
		else if (kind == SCAN_START_TAG &&
			 scan.tag->flags & TAG_IS_DROPPED &&
			 !(scan.tag->flags & TAG_IS_VOID))
			(void)scan_skip_element(&scan, &skipped);
	}
	text = slice_trim((struct slice){ out.text, out.n });
	return text.len > 0 ? text : SLICE_NONE;
}

void
article_list_add(
    struct arena *arena, struct slice **items, size_t *n, struct slice item)
{
	if (item.len == 0 || *n >= LIMIT_ARTICLE_LIST)
		return;
	for (size_t i = 0; i < *n; i++)
		if (slice_equal_nocase((*items)[i], item))
			return;
	if (*items == NULL)
		*items =
		    arena_array(arena, LIMIT_ARTICLE_LIST, sizeof(**items));
	(*items)[(*n)++] = item;
}

/* Returns the length in bytes of the control character at `at` (C0 except \n
 * and \t, DEL, C1 as U+0080 to U+009F); 0 if there is none. */
static size_t
text_control_bytes(struct slice s, size_t at)
{
	unsigned char c = (unsigned char)s.p[at];

	if (c == 0xC2 && at + 1 < s.len && (unsigned char)s.p[at + 1] < 0xA0)
		return 2;
	return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F;
}

/* Bytes that article_escape() examines: characters that it writes as
 * references, control characters, and the first byte of U+0080 to U+009F. */
static const bool may_change[256] = { ['&'] = true,
	['<'] = true,
	['>'] = true,
	['"'] = true,
	['\''] = true,
	[0 ... 0x1F] = true,
	[0x7F] = true,
	[0xC2] = true };

void
article_escape(struct buf *out, struct slice s)
{
	size_t start = 0;

	for (size_t i = 0; i < s.len; i++) {
		const char *as = NULL;
		size_t n = 1;

		if (!may_change[(unsigned char)s.p[i]])
			continue;
		switch (s.p[i]) {
		case '&':
			as = "&amp;";
			break;
		case '<':
			as = "&lt;";
			break;
		case '>':
			as = "&gt;";
			break;
		case '"':
			as = "&quot;";
			break;
		case '\'':
			as = "&#39;";
			break;
		default:
			n = text_control_bytes(s, i);
			if (n == 0)
				continue;
			as = "";
		}
		buf_append(out, s.p + start, i - start);
		buf_append_string(out, as);
		i += n - 1;
		start = i + 1;
	}
	buf_append(out, s.p + start, s.len - start);
}
