/*
 * sniff.c -- classifies a document by its first element.
 *
 * Servers send feeds as text/html and login pages as application/rss+xml, so
 * the media type is ignored.
 */
#include "crawler/feed/decode/sniff.h"

#include "base/array.h"
#include "crawler/feed/markup/html_tags.h"
#include "crawler/feed/markup/xml_lex.h"

/* Size of the part in which the attributes of a root are searched. */
#define ROOT_TAG_BYTES 2048

static const char *const kind_names[DOCUMENT_KIND_COUNT] = {
	[DOCUMENT_EMPTY] = "an empty document",
	[DOCUMENT_FEED] = "a feed",
	[DOCUMENT_JSON] = "JSON that is not a feed",
	[DOCUMENT_HTML] = "an HTML page",
	[DOCUMENT_SITEMAP] = "a sitemap",
	[DOCUMENT_OPML] = "a list of feeds (OPML)",
	[DOCUMENT_MOVED] = "a notice that the feed has moved",
	[DOCUMENT_XML] = "XML that is not a feed",
	[DOCUMENT_TEXT] = "plain text",
};

static const struct {
	const char *name; /* name without prefix, in lower case */
	enum document_kind kind;
} roots[] = {
	{ "rss", DOCUMENT_FEED },
	{ "rdf", DOCUMENT_FEED },
	{ "feed", DOCUMENT_FEED },
	{ "channel", DOCUMENT_FEED }, /* RSS 1.1, and RSS without its root */
	{ "entry", DOCUMENT_FEED },   /* an Atom entry document */
	{ "html", DOCUMENT_HTML },
	{ "head", DOCUMENT_HTML },
	{ "body", DOCUMENT_HTML },
	{ "urlset", DOCUMENT_SITEMAP },
	{ "sitemapindex", DOCUMENT_SITEMAP },
	{ "opml", DOCUMENT_OPML },
	{ "redirect", DOCUMENT_MOVED },
};

const char *
document_kind_name(enum document_kind kind)
{
	return kind_names[kind];
}

/* Returns the offset after `end`, which closes the construct that starts at
 * `at`. If `end` is missing, returns the offset after the `opening` bytes that
 * start the construct. */
static size_t
sniff_skip_to(struct slice text, struct slice end, size_t at, size_t opening)
{
	size_t found = slice_find(text, end, at + opening);

	return found == SLICE_NOT_FOUND ? at + opening : found + end.len;
}

/* Returns the offset after a DOCTYPE with its internal subset. */
static size_t
sniff_skip_doctype(struct slice text, size_t at)
{
	size_t close = slice_find_char(text, '>', at);
	size_t open = slice_find_char(text, '[', at);

	if (close == SLICE_NOT_FOUND)
		return text.len;
	if (open == SLICE_NOT_FOUND || open > close)
		return close + 1;
	close = slice_find_char(text, ']', open);
	if (close == SLICE_NOT_FOUND)
		return open + 1;
	return sniff_skip_to(text, SLICE(">"), close, 1);
}

static bool
sniff_find_root(struct slice name, enum document_kind *ret_kind)
{
	size_t colon = slice_find_char(name, ':', 0);

	if (colon != SLICE_NOT_FOUND)
		name = slice_sub(name, colon + 1, name.len);
	for (size_t i = 0; i < ARRAY_LENGTH(roots); i++)
		if (slice_equal_nocase(name, slice_of(roots[i].name))) {
			*ret_kind = roots[i].kind;
			return true;
		}
	return false;
}

/* The state of the scan. comments_end and instructions_end become false when
 * the end of a comment or an instruction was not found. The end is then not
 * searched again, because a search for each further comment would take
 * quadratic time. */
struct sniff_scan {
	bool comments_end, instructions_end, doctype_seen, is_html;
};

/* Returns the offset of the next tag, or the end. */
static size_t
sniff_next_tag(struct slice text, size_t at, struct sniff_scan *scan)
{
	while ((at = slice_find_char(text, '<', at)) != SLICE_NOT_FOUND) {
		struct slice rest = slice_sub(text, at, text.len);
		size_t from = at;

		if (slice_starts(rest, SLICE("<!--")) && scan->comments_end) {
			at = sniff_skip_to(text, SLICE("-->"), at, 4);
			scan->comments_end = at > from + 4;
		} else if (slice_starts(rest, SLICE("<?")) &&
			   scan->instructions_end) {
			at = sniff_skip_to(text, SLICE("?>"), at, 2);
			scan->instructions_end = at > from + 2;
		} else if (slice_starts_nocase(rest, SLICE("<!DOCTYPE")) &&
			   !scan->doctype_seen) {
			scan->doctype_seen = true;
			scan->is_html = slice_starts_nocase(
			    slice_trim(slice_sub(rest, 9, 40)), SLICE("html"));
			at = sniff_skip_doctype(text, at);
		} else if (rest.len > 1 && text.p[at + 1] != '!' &&
			   text.p[at + 1] != '?' && text.p[at + 1] != '/') {
			return at;
		} else {
			at++;
		}
	}
	return text.len;
}

static size_t
sniff_skip_blank(struct slice text)
{
	size_t at = 0;

	while (at < text.len) {
		struct slice rest = slice_sub(text, at, text.len);

		if (slice_starts(rest, SLICE("\xef\xbb\xbf")))
			at += 3;
		else if ((unsigned char)text.p[at] <= ' ')
			at++;
		else
			break;
	}
	return at;
}

/* True if the character at `at` ends the name of a tag, by the rules of XML. */
static bool
sniff_ends_name(struct slice tag, size_t at)
{
	return at < tag.len && (xml_is_space(tag.p[at]) || tag.p[at] == '>' ||
				   tag.p[at] == '/');
}

/* True if the first element of an XML document shows that its "head" and "body"
 * are not those of HTML: for example the root "Envelope" of SOAP. */
static bool
sniff_is_other_xml(struct slice name, bool is_declared)
{
	size_t colon = slice_find_char(name, ':', 0);

	if (colon != SLICE_NOT_FOUND)
		name = slice_sub(name, colon + 1, name.len);
	return is_declared || html_tag_flags(name) == 0;
}

/* Like sniff_find_root(), but "head" and "body" of other XML are no roots. */
static bool
sniff_find_kind(struct slice name, bool is_other_xml, enum document_kind *ret)
{
	enum document_kind kind;

	if (!sniff_find_root(name, &kind) ||
	    (is_other_xml && kind == DOCUMENT_HTML &&
		!slice_ends_nocase(name, SLICE("html"))))
		return false;
	*ret = kind;
	return true;
}

/* True if the text, which begins with no white space, begins like a JSON object
 * or an array of the values that feeds have.  A message before a feed can begin
 * with a bracket, too: "[28-Nov-2020] PHP Warning". */
static bool
sniff_is_json(struct slice text)
{
	bool is_array = text.len > 0 && text.p[0] == '[';
	size_t at = 1;

	if (!is_array && !slice_starts(text, SLICE("{")))
		return false;
	while (at < text.len && (unsigned char)text.p[at] <= ' ')
		at++;
	return at == text.len ||
	       strchr(is_array ? "{[\"]" : "\"}", text.p[at]) != NULL;
}

/* True if this start tag can only be the root of a feed: its name is that of a
 * root, and it has the attribute of this root. */
static bool
sniff_is_sure_root(struct slice tag, struct slice name)
{
	static const struct {
		const char *name, *text;
	} sure[] = {
		{ "rss", "version=" },
		{ "feed", "w3.org/2005/Atom" },
		{ "rdf:RDF", "purl.org/rss/1.0/" },
	};

	/* A tag ends at "<", too, so that many tags without ">" take linear
	 * time. */
	tag = slice_sub(tag, 0, slice_find_char(tag, '>', 0));
	tag = slice_sub(tag, 0, slice_find_char(tag, '<', 0));
	for (size_t i = 0; i < ARRAY_LENGTH(sure); i++)
		if (slice_equal_nocase(name, slice_of(sure[i].name)))
			return slice_find_nocase(tag, slice_of(sure[i].text),
				   0) != SLICE_NOT_FOUND;
	return false;
}

static bool
sniff_has_entries(struct slice text)
{
	return slice_find_nocase(text, SLICE("<item"), 0) != SLICE_NOT_FOUND ||
	       slice_find_nocase(text, SLICE("<entry"), 0) != SLICE_NOT_FOUND;
}

/* Searches an HTML page, from `at` on, for a feed with entries.  Returns the
 * offset of the feed's root; the length of the page if it contains no such
 * feed. Some programs write the feed into the template of their pages.  A feed
 * in a script is part of a program and does not count. */
static size_t
sniff_find_inner(struct slice text, size_t at, struct sniff_scan *scan)
{
	while ((at = sniff_next_tag(text, at, scan)) < text.len) {
		struct slice tag =
		    slice_sub(text, at + 1, at + 1 + ROOT_TAG_BYTES);
		struct slice name =
		    slice_sub(tag, 0, html_tag_name_length(tag));

		if (sniff_is_sure_root(tag, name))
			return sniff_has_entries(slice_sub(text, at, text.len))
				   ? at
				   : text.len;
		if (slice_equal_nocase(name, SLICE("script"))) {
			at = slice_find_nocase(text, SLICE("</script"), at);
			if (at == SLICE_NOT_FOUND)
				return text.len;
		}
		at++;
	}
	return text.len;
}

/* Returns the kind of an HTML page, whose first tag is at `at`. */
static enum document_kind
sniff_html(
    struct slice text, size_t at, struct sniff_scan *scan, size_t *ret_root_at)
{
	size_t inner = sniff_find_inner(text, at, scan);

	if (inner == text.len)
		return DOCUMENT_HTML;
	*ret_root_at = inner;
	return DOCUMENT_FEED;
}

enum document_kind
document_sniff(struct slice utf8, size_t *ret_root_at)
{
	size_t at = sniff_skip_blank(utf8);
	struct sniff_scan scan = { .comments_end = true,
		.instructions_end = true };
	bool is_xml, is_declared, is_first = true, is_other_xml = false;
	enum document_kind kind;

	*ret_root_at = at;
	if (at == utf8.len)
		return DOCUMENT_EMPTY;
	if (sniff_is_json(slice_sub(utf8, at, utf8.len)))
		return DOCUMENT_JSON;
	is_xml = utf8.p[at] == '<';
	is_declared =
	    slice_starts(slice_sub(utf8, at, utf8.len), SLICE("<?xml "));
	while ((at = sniff_next_tag(utf8, at, &scan)) < utf8.len) {
		struct slice rest = slice_sub(utf8, at + 1, utf8.len);
		struct slice name =
		    slice_sub(rest, 0, html_tag_name_length(rest));

		if (sniff_ends_name(rest, name.len) &&
		    xml_name_length(name) == name.len &&
		    sniff_find_kind(name, is_other_xml, &kind)) {
			*ret_root_at = at;
			return kind == DOCUMENT_HTML
				   ? sniff_html(utf8, at, &scan, ret_root_at)
				   : kind;
		}
		if (is_first && is_xml && name.len > 0)
			is_other_xml = sniff_is_other_xml(name, is_declared);
		is_first = false;
		/* Some programs write the DOCTYPE of HTML before a feed, too,
		 * so that the root after this DOCTYPE decides. */
		if (scan.is_html)
			break;
		at++;
	}
	if (scan.is_html)
		return sniff_html(utf8, at, &scan, ret_root_at);
	return is_xml ? DOCUMENT_XML : DOCUMENT_TEXT;
}
