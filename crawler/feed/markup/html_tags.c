/*
 * html_tags.c -- properties of HTML elements by name.
 *
 * Source: HTML Living Standard, sections 15.3 (blocks, by their rendering) and
 * 13.1.2 (void elements); also elements of earlier HTML that feeds still use.
 */
#include "crawler/feed/markup/html_tags.h"

#include <pthread.h>

#include "base/array.h"
#include "base/text/ascii.h"

#define LONGEST_NAME 10

struct tag {
	char name[LONGEST_NAME + 1];
	unsigned char flags;
};

#define KNOWN HTML_TAG_KNOWN
#define BLOCK (HTML_TAG_KNOWN | HTML_TAG_BLOCK)
#define VOID  (HTML_TAG_KNOWN | HTML_TAG_VOID)
#define RAW   (HTML_TAG_KNOWN | HTML_TAG_RAW)

/* The tags are sorted by name. */
static const struct tag tags[] = {
	{ "a", KNOWN },
	{ "abbr", KNOWN },
	{ "acronym", KNOWN },
	{ "address", BLOCK },
	{ "applet", KNOWN },
	{ "area", VOID },
	{ "article", BLOCK },
	{ "aside", BLOCK },
	{ "audio", KNOWN },
	{ "b", KNOWN },
	{ "base", VOID },
	{ "bdi", KNOWN },
	{ "bdo", KNOWN },
	{ "bgsound", VOID },
	{ "big", KNOWN },
	{ "blink", KNOWN },
	{ "blockquote", BLOCK },
	{ "body", BLOCK },
	{ "br", BLOCK | HTML_TAG_VOID | HTML_TAG_BREAK },
	{ "button", KNOWN },
	{ "canvas", KNOWN },
	{ "caption", BLOCK },
	{ "center", BLOCK },
	{ "cite", KNOWN },
	{ "code", KNOWN },
	{ "col", VOID },
	{ "colgroup", KNOWN },
	{ "data", KNOWN },
	{ "datalist", KNOWN },
	{ "dd", BLOCK },
	{ "del", KNOWN },
	{ "details", BLOCK },
	{ "dfn", KNOWN },
	{ "dialog", BLOCK },
	{ "dir", BLOCK },
	{ "div", BLOCK },
	{ "dl", BLOCK },
	{ "dt", BLOCK },
	{ "em", KNOWN },
	{ "embed", VOID },
	{ "fieldset", BLOCK },
	{ "figcaption", BLOCK },
	{ "figure", BLOCK },
	{ "font", KNOWN },
	{ "footer", BLOCK },
	{ "form", BLOCK },
	{ "frame", VOID },
	{ "frameset", BLOCK },
	{ "h1", BLOCK },
	{ "h2", BLOCK },
	{ "h3", BLOCK },
	{ "h4", BLOCK },
	{ "h5", BLOCK },
	{ "h6", BLOCK },
	{ "head", BLOCK },
	{ "header", BLOCK },
	{ "hgroup", BLOCK },
	{ "hr", BLOCK | HTML_TAG_VOID },
	{ "html", BLOCK },
	{ "i", KNOWN },
	{ "iframe", RAW },
	{ "img", VOID },
	{ "input", VOID },
	{ "ins", KNOWN },
	{ "kbd", KNOWN },
	{ "label", KNOWN },
	{ "legend", BLOCK },
	{ "li", BLOCK },
	{ "link", VOID },
	{ "main", BLOCK },
	{ "map", KNOWN },
	{ "mark", KNOWN },
	{ "marquee", KNOWN },
	{ "math", KNOWN },
	{ "menu", BLOCK },
	{ "meta", VOID },
	{ "meter", KNOWN },
	{ "nav", BLOCK },
	{ "nobr", KNOWN },
	{ "noembed", RAW },
	{ "noframes", RAW },
	{ "noscript", BLOCK },
	{ "object", KNOWN },
	{ "ol", BLOCK },
	{ "optgroup", BLOCK },
	{ "option", BLOCK },
	{ "output", KNOWN },
	{ "p", BLOCK },
	{ "param", VOID },
	{ "picture", KNOWN },
	{ "pre", BLOCK },
	{ "progress", KNOWN },
	{ "q", KNOWN },
	{ "rp", KNOWN },
	{ "rt", KNOWN },
	{ "ruby", KNOWN },
	{ "s", KNOWN },
	{ "samp", KNOWN },
	{ "script", RAW },
	{ "search", BLOCK },
	{ "section", BLOCK },
	{ "select", KNOWN },
	{ "slot", KNOWN },
	{ "small", KNOWN },
	{ "source", VOID },
	{ "span", KNOWN },
	{ "strike", KNOWN },
	{ "strong", KNOWN },
	{ "style", RAW },
	{ "sub", KNOWN },
	{ "summary", BLOCK },
	{ "sup", KNOWN },
	{ "svg", KNOWN },
	{ "table", BLOCK },
	{ "tbody", BLOCK },
	{ "td", BLOCK },
	{ "template", KNOWN | HTML_TAG_TEMPLATE },
	{ "textarea", KNOWN },
	{ "tfoot", BLOCK },
	{ "th", BLOCK },
	{ "thead", BLOCK },
	{ "time", KNOWN },
	{ "title", KNOWN },
	{ "tr", BLOCK },
	{ "track", VOID },
	{ "tt", KNOWN },
	{ "u", KNOWN },
	{ "ul", BLOCK },
	{ "var", KNOWN },
	{ "video", KNOWN },
	{ "wbr", VOID },
	{ "xmp", BLOCK },
};

#define LETTERS 26

/* For each letter, the first tag that begins with it. */
static uint8_t first_of_letter[LETTERS + 1];
static pthread_once_t html_tags_once = PTHREAD_ONCE_INIT;
_Static_assert(ARRAY_LENGTH(tags) <= UINT8_MAX, "a byte for each tag");

static void
html_tags_fill_index(void)
{
	size_t i = 0;

	for (int letter = 0; letter < LETTERS; letter++) {
		first_of_letter[letter] = (uint8_t)i;
		while (i < ARRAY_LENGTH(tags) &&
		       tags[i].name[0] == 'a' + letter)
			i++;
	}
	first_of_letter[LETTERS] = (uint8_t)i;
}

unsigned
html_tag_flags(struct slice name)
{
	char folded[LONGEST_NAME + 1] = "";
	int letter;

	if (name.len == 0 || name.len > LONGEST_NAME)
		return 0;
	for (size_t i = 0; i < name.len; i++)
		folded[i] = ascii_lower(name.p[i]);
	letter = folded[0] - 'a';
	if (letter < 0 || letter >= LETTERS)
		return 0;
	pthread_once(&html_tags_once, html_tags_fill_index);
	for (size_t i = first_of_letter[letter];
	     i < first_of_letter[letter + 1]; i++)
		if (tags[i].name[1] == folded[1] &&
		    memcmp(tags[i].name, folded, sizeof(folded)) == 0)
			return tags[i].flags;
	return 0;
}

static bool
html_tags_ends_name(char c)
{
	return c == ' ' || c == '>' || c == '/' || c == '<' || c == '\n' ||
	       c == '\t' || c == '\r' || c == '\f';
}

size_t
html_tag_name_length(struct slice text)
{
	size_t n = 0;

	if (text.len == 0 || !ascii_is_letter(text.p[0]))
		return 0;
	while (n < text.len && !html_tags_ends_name(text.p[n]))
		n++;
	return n;
}
