/*
 * scan.c -- reads tags, attributes, comments, raw text.
 */
#include "cuter/tree/scan.h"

#include "base/limits.h"
#include "base/text/ascii.h"

_Static_assert(ATTR_COUNT <= 32, "a bit for each attribute in scan.has");

void
scan_init(struct scan *s, struct slice page)
{
	memset(s, 0, sizeof(*s));
	s->page = page;
}

enum scan_char {
	SCAN_SPACE = 1,    /* white space of HTML; it does not include \v */
	SCAN_ENDS_TAG = 2, /* ends the name of an element */
	SCAN_ENDS_NAME = 4 /* ends the name of an attribute */
};

#define SCAN_ENDS_BOTH (SCAN_ENDS_TAG | SCAN_ENDS_NAME)

static const uint8_t char_is[256] = {
	[' '] = SCAN_SPACE | SCAN_ENDS_BOTH,
	['\n'] = SCAN_SPACE | SCAN_ENDS_BOTH,
	['\t'] = SCAN_SPACE | SCAN_ENDS_BOTH,
	['\r'] = SCAN_SPACE | SCAN_ENDS_BOTH,
	['\f'] = SCAN_SPACE | SCAN_ENDS_BOTH,
	['/'] = SCAN_ENDS_BOTH,
	['>'] = SCAN_ENDS_BOTH,
	['='] = SCAN_ENDS_NAME,
};

static inline bool
scan_is(char c, unsigned what)
{
	return (char_is[(unsigned char)c] & what) != 0;
}

static inline bool
scan_is_space(char c)
{
	return scan_is(c, SCAN_SPACE);
}

static size_t
scan_find_char(const struct scan *s, char c, size_t from)
{
	const char *found;

	if (from >= s->page.len)
		return s->page.len;
	found = memchr(s->page.p + from, c, s->page.len - from);
	return found != NULL ? (size_t)(found - s->page.p) : s->page.len;
}

/* Returns the offset after the next "-->" or "--!>"; SLICE_NOT_FOUND if there
 * is none. */
static size_t
scan_after_comment_end(const struct scan *s, size_t from)
{
	size_t at = from;

	while ((at = slice_find(s->page, SLICE("--"), at)) != SLICE_NOT_FOUND) {
		struct slice rest = slice_sub(s->page, at + 2, s->page.len);

		if (slice_starts(rest, SLICE(">")))
			return at + 3;
		if (slice_starts(rest, SLICE("!>")))
			return at + 4;
		at++;
	}
	return SLICE_NOT_FOUND;
}

/* Returns the offset after a comment that begins at `at`: HTML standard,
 * sections 13.2.5.43 to 13.2.5.51, with "<!-->" and "<!--->". A comment without
 * "-->" is ended at the next '>'. In a browser it ends at the end of the page,
 * but this would lose too much text. */
static size_t
scan_after_comment(struct scan *s, size_t at)
{
	struct slice rest = slice_sub(s->page, at + 4, s->page.len);
	size_t end;

	if (slice_starts(rest, SLICE(">")))
		return at + 5;
	if (slice_starts(rest, SLICE("->")))
		return at + 6;
	if (!s->no_comment_end) {
		end = scan_after_comment_end(s, at + 4);
		if (end != SLICE_NOT_FOUND)
			return end;
		s->no_comment_end = true;
	}
	end = scan_find_char(s, '>', at);
	return end < s->page.len ? end + 1 : end;
}

/* Reads the value after '=' at *at, and moves *at after it. */
static struct slice
scan_read_value(struct scan *s, size_t *at)
{
	const char *p = s->page.p;
	size_t i = *at, start, end;

	while (i < s->page.len && scan_is_space(p[i]))
		i++;
	if (i < s->page.len && (p[i] == '"' || p[i] == '\'')) {
		bool *absent = &s->no_quote[p[i] == '"'];

		end = *absent ? s->page.len : scan_find_char(s, p[i], i + 1);
		if (end < s->page.len) {
			*at = end + 1;
			return slice_sub(s->page, i + 1, end);
		}
		*absent = true;
		i++;
	}
	start = i;
	while (i < s->page.len && !scan_is_space(p[i]) && p[i] != '>')
		i++;
	*at = i;
	return slice_sub(s->page, start, i);
}

/* Reads attributes from `at` on; returns the offset after the tag's '>'. */
static size_t
scan_read_attributes(struct scan *s, size_t at)
{
	const char *p = s->page.p;
	size_t n = 0, len = s->page.len;

	s->has = 0;
	for (;;) {
		struct slice name, value = SLICE("");
		enum attr attr;
		size_t start;

		while (at < len && (scan_is_space(p[at]) || p[at] == '/'))
			at++;
		if (at >= len || p[at] == '>')
			return at < len ? at + 1 : len;
		start = at++; /* a '=' at this place is part of the attribute's
				 name */
		while (at < len && !scan_is(p[at], SCAN_ENDS_NAME))
			at++;
		name = slice_sub(s->page, start, at);
		start = at;
		while (start < len && scan_is_space(p[start]))
			start++;
		if (start < len && p[start] == '=') {
			at = start + 1;
			value = scan_read_value(s, &at);
		}
		if (n++ >= LIMIT_PAGE_ATTRIBUTES)
			continue;
		attr = attr_find(name);
		if (attr == ATTR_NONE || scan_has(s, attr))
			continue;
		s->has |= 1u << attr;
		s->attr[attr] = value;
	}
}

static enum scan_kind
scan_read_tag(struct scan *s, size_t name_at, enum scan_kind kind)
{
	size_t end = name_at;

	while (end < s->page.len && !scan_is(s->page.p[end], SCAN_ENDS_TAG))
		end++;
	s->name = slice_sub(s->page, name_at, end);
	s->tag = tag_find(s->name);
	s->at = scan_read_attributes(s, end);
	return kind;
}

/* True if the '<' at `at` begins a tag or a comment. */
static inline bool
scan_begins_markup(const struct scan *s, size_t at)
{
	char next;

	if (at + 1 >= s->page.len)
		return false;
	next = s->page.p[at + 1];
	return ascii_is_letter(next) || next == '/' || next == '!' ||
	       next == '?';
}

/* Returns the offset at which the text ends: that of the next '<' that begins a
 * tag or a comment, else the end of the page. */
static size_t
scan_text_end(const struct scan *s, size_t from)
{
	for (size_t at = scan_find_char(s, '<', from); at < s->page.len;
	     at = scan_find_char(s, '<', at + 1))
		if (scan_begins_markup(s, at))
			return at;
	return s->page.len;
}

enum scan_kind
scan_next(struct scan *s)
{
	while (s->at < s->page.len) {
		const char *p = s->page.p + s->at;
		size_t left = s->page.len - s->at, start = s->at;

		if (p[0] != '<' || !scan_begins_markup(s, start)) {
			s->at = scan_text_end(s, start);
			s->text = slice_sub(s->page, start, s->at);
			return SCAN_TEXT;
		}
		if (ascii_is_letter(p[1]))
			return scan_read_tag(s, start + 1, SCAN_START_TAG);
		if (p[1] == '/' && left > 2 && ascii_is_letter(p[2]))
			return scan_read_tag(s, start + 2, SCAN_END_TAG);
		if (left >= 4 && memcmp(p, "<!--", 4) == 0) {
			s->at = scan_after_comment(s, start);
			continue;
		}
		/* doctype, processing instruction, "</>", "</ x" */
		s->at = scan_find_char(s, '>', start);
		if (s->at < s->page.len)
			s->at++;
	}
	return SCAN_END;
}

bool
scan_skip_element(struct scan *s, struct slice *ret_content)
{
	size_t at = s->at, start = s->at;
	struct slice name = s->name;

	for (size_t i = 0; i < s->n_absent; i++)
		if (s->no_end_of[i] == s->tag)
			return false;
	while ((at = scan_find_char(s, '<', at)) < s->page.len) {
		struct slice rest = slice_sub(s->page, at + 1, s->page.len);

		if (rest.len > name.len && rest.p[0] == '/' &&
		    slice_starts_nocase(slice_sub(rest, 1, rest.len), name) &&
		    (rest.len == name.len + 1 ||
			scan_is_space(rest.p[name.len + 1]) ||
			rest.p[name.len + 1] == '>' ||
			rest.p[name.len + 1] == '/')) {
			*ret_content = slice_sub(s->page, start, at);
			at = scan_find_char(s, '>', at);
			s->at = at < s->page.len ? at + 1 : at;
			return true;
		}
		at++;
	}
	if (s->n_absent < SCAN_ABSENT)
		s->no_end_of[s->n_absent++] = s->tag;
	return false;
}

void
scan_skip_rest(struct scan *s)
{
	s->at = s->page.len;
}
