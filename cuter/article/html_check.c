/*
 * html_check.c -- checks the grammar of an article's HTML.
 *
 * In:  bytes that should be the output of html.c.
 * Out: true if they have this grammar.
 *
 * 	html    = *( text / element / "<br>" / figure )
 * 	element = "<" NAME ">" html "</" NAME ">"     NAME: article_html_name()
 * 	        / "<a" [ ' href="' URL '"' ] ">" html "</a>"
 * 	figure  = "<figure>" ( '<img src="' URL '" alt="' text '">'
 * 	        / '<a href="' URL '">' text "</a>" )
 * 	          [ "<figcaption>" text "</figcaption>" ] "</figure>"
 * 	text    = *( any rune but < > " ' & and controls / REF )
 * 	REF     = "&amp;" / "&lt;" / "&gt;" / "&quot;" / "&#39;"
 *
 * Controls are C0 (except \n and \t), DEL and C1. A URL is printable ASCII up
 * to LIMIT_URL_BYTES, begins with http:// or https:// and a host, and has no
 * credentials and no backslash before its path. Names are in lower case,
 * attributes in this order and quoted like this. Elements nest at most
 * DEPTH_MAX deep. Nothing else is accepted: no comment, no other reference, no
 * other attribute, nothing unclosed. html.c writes only this grammar. The check
 * can therefore be stricter than a browser and still accepts every output of
 * html.c.
 */
#include "cuter/article/html_check.h"

#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "cuter/article/article.h"

#define DEPTH_MAX 64 /* equals PATH_MAX_NODES of html.c */

struct html_check {
	struct slice html;
	size_t at;
	size_t depth;
	enum tag open[DEPTH_MAX];
};

static bool
html_check_end(const struct html_check *c)
{
	return c->at == c->html.len;
}

/* Skips the text if the input continues with it. */
static bool
html_check_take(struct html_check *c, struct slice text)
{
	size_t left = c->html.len - c->at;

	if (left < text.len || memcmp(c->html.p + c->at, text.p, text.len) != 0)
		return false;
	c->at += text.len;
	return true;
}

/* The class of each byte in text. */
enum byte_kind { BYTE_PLAIN, BYTE_OPEN, BYTE_REFERENCE, BYTE_C2, BYTE_BAD };

static const unsigned char byte_kinds[256] = {
	[0 ... 8] = BYTE_BAD, /* 9, 10: \t, \n */
	[11 ... 31] = BYTE_BAD,
	['"'] = BYTE_BAD,
	['&'] = BYTE_REFERENCE,
	['\''] = BYTE_BAD,
	['<'] = BYTE_OPEN,
	['>'] = BYTE_BAD,
	[0x7F] = BYTE_BAD,
	[0xC2] = BYTE_C2,
};

/* Reads a character reference and returns its byte; 0 for a reference that
 * html.c does not write. */
static char
html_check_reference(struct html_check *c)
{
	static const struct {
		struct slice text;
		char stands_for;
	} references[] = {
		{ SLICE("&amp;"), '&' },
		{ SLICE("&lt;"), '<' },
		{ SLICE("&gt;"), '>' },
		{ SLICE("&quot;"), '"' },
		{ SLICE("&#39;"), '\'' },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(references); i++)
		if (html_check_take(c, references[i].text))
			return references[i].stands_for;
	return '\0';
}

static void
html_check_plain(struct html_check *c)
{
	const unsigned char *p = (const unsigned char *)c->html.p;
	size_t at = c->at;

	while (at < c->html.len && byte_kinds[p[at]] == BYTE_PLAIN)
		at++;
	c->at = at;
}

/* Reads up to the next '<', a quote or the end; returns false if a byte is not
 * allowed in text. */
static bool
html_check_text(struct html_check *c)
{
	while (!html_check_end(c)) {
		unsigned char byte = (unsigned char)c->html.p[c->at];

		switch ((enum byte_kind)byte_kinds[byte]) {
		case BYTE_PLAIN:
			html_check_plain(c);
			break;
		case BYTE_REFERENCE:
			if (html_check_reference(c) == '\0')
				return false;
			break;
		case BYTE_C2: /* C1 is C2 80 to C2 9F */
			if (c->at + 1 < c->html.len &&
			    (unsigned char)c->html.p[c->at + 1] < 0xA0)
				return false;
			c->at++;
			break;
		case BYTE_OPEN:
			return true;
		case BYTE_BAD:
			return byte == '"'; /* the end of an attribute */
		}
	}
	return true;
}

/* Rejects credentials and backslashes before the path, so that a browser finds
 * the same host. */
static bool
html_check_authority(struct slice rest)
{
	size_t i = 0;

	while (i < rest.len && strchr("/?#", rest.p[i]) == NULL) {
		if (rest.p[i] == '@' || rest.p[i] == '\\')
			return false;
		i++;
	}
	return i > 0;
}

/* Reads the value of an attribute up to its closing quote, which is not
 * consumed. Returns false if the value is not an allowed URL. */
static bool
html_check_url(struct html_check *c)
{
	static const struct slice schemes[] = { SLICE("https://"),
		SLICE("http://") };
	char url[LIMIT_URL_BYTES];
	size_t n = 0;
	struct slice whole;

	while (!html_check_end(c) && c->html.p[c->at] != '"') {
		char byte = c->html.p[c->at];

		if (n == sizeof(url) || byte <= ' ' || byte > '~' ||
		    byte == '<' || byte == '>' || byte == '\'')
			return false;
		if (byte == '&') {
			byte = html_check_reference(c);
			if (byte == '\0')
				return false;
		} else {
			c->at++;
		}
		url[n++] = byte;
	}
	whole = (struct slice){ url, n };
	for (size_t i = 0; i < ARRAY_LENGTH(schemes); i++)
		if (slice_starts(whole, schemes[i]))
			return html_check_authority(
			    slice_sub(whole, schemes[i].len, n));
	return false;
}

static bool
html_check_figure(struct html_check *c)
{
	if (html_check_take(c, SLICE("<img src=\""))) {
		if (!html_check_url(c) ||
		    !html_check_take(c, SLICE("\" alt=\"")) ||
		    !html_check_text(c) || !html_check_take(c, SLICE("\">")))
			return false;
	} else if (!html_check_take(c, SLICE("<a href=\"")) ||
		   !html_check_url(c) || !html_check_take(c, SLICE("\">")) ||
		   !html_check_text(c) || !html_check_take(c, SLICE("</a>"))) {
		return false;
	}
	if (html_check_take(c, SLICE("<figcaption>")) &&
	    (!html_check_text(c) ||
		!html_check_take(c, SLICE("</figcaption>"))))
		return false;
	return html_check_take(c, SLICE("</figure>"));
}

/* Reads the name of an element that html.c can open; TAG_OTHER: no such
 * element. */
static enum tag
html_check_name(struct html_check *c)
{
	size_t begin = c->at;
	struct slice name;
	const char *written;
	enum tag tag;

	while (!html_check_end(c) &&
	       ((c->html.p[c->at] >= 'a' && c->html.p[c->at] <= 'z') ||
		   (c->html.p[c->at] >= '0' && c->html.p[c->at] <= '9')))
		c->at++;
	name = slice_sub(c->html, begin, c->at);
	if (name.len == 0 || name.len > TAG_NAME_BYTES)
		return TAG_OTHER;
	tag = tag_find(name)->tag;
	written = article_html_name(tag);
	return written != NULL && slice_equal(name, slice_of(written))
		   ? tag
		   : TAG_OTHER;
}

static bool
html_check_open(struct html_check *c)
{
	enum tag tag = html_check_name(c);

	if (tag == TAG_OTHER || c->depth == DEPTH_MAX)
		return false;
	if (tag == TAG_A && html_check_take(c, SLICE(" href=\"")) &&
	    (!html_check_url(c) || !html_check_take(c, SLICE("\""))))
		return false;
	c->open[c->depth++] = tag;
	return html_check_take(c, SLICE(">"));
}

static bool
html_check_close(struct html_check *c)
{
	enum tag tag = html_check_name(c);

	return tag != TAG_OTHER && c->depth > 0 && c->open[--c->depth] == tag &&
	       html_check_take(c, SLICE(">"));
}

static bool
html_check_tag(struct html_check *c)
{
	if (html_check_take(c, SLICE("<br>")))
		return true;
	if (html_check_take(c, SLICE("<figure>")))
		return html_check_figure(c);
	if (html_check_take(c, SLICE("</")))
		return html_check_close(c);
	return html_check_take(c, SLICE("<")) && html_check_open(c);
}

bool
article_html_check(struct slice html)
{
	struct html_check c = { .html = html };

	while (!html_check_end(&c)) {
		if (!html_check_text(&c))
			return false;
		if (!html_check_end(&c) && !html_check_tag(&c))
			return false;
	}
	return c.depth == 0;
}
