/*
 * discover.c -- finds candidates for the feeds of a site.
 *
 * In:  a page's bytes, a robots.txt, an address.
 * Out: candidate addresses.  Sources: the RSS Advisory Board's autodiscovery,
 *      HTML 4.6.7.1 (alternate), sitemaps.org (robots.txt).  The page is not
 *      parsed but searched for tags: the result may differ from a browser's,
 *      and the cost is linear in the page's length.
 */
#include "crawler/discover.h"

#include "base/array.h"
#include "base/text/ascii.h"
#include "base/text/reference.h"
#include "base/text/utf8.h"
#include "crawler/feed/markup/html_tags.h"
#include "url/url.h"

/* Number of attributes of one tag that are read; the others are ignored. */
#define ATTRIBUTES_AT_MOST 64
#define TITLE_BYTES        256
/* Largest number of addresses that are resolved; spam pages have millions. */
#define LOOKS_AT_MOST 1024

static const char *const source_names[CANDIDATE_SOURCE_COUNT] = {
	[CANDIDATE_ITSELF] = "itself",
	[CANDIDATE_LINK] = "link",
	[CANDIDATE_ANCHOR] = "anchor",
	[CANDIDATE_ROBOTS] = "robots",
	[CANDIDATE_GUESS] = "guess",
};

const char *
candidate_source_name(enum candidate_source source)
{
	return source_names[source];
}

bool
candidates_add(struct arena *arena, struct candidates *c, struct slice base,
    struct slice url, struct slice title, enum candidate_source source)
{
	struct slice absolute;

	if (c->n == LIMIT_CANDIDATES || url.len > LIMIT_URL_BYTES ||
	    !url_resolve(arena, base, url, &absolute))
		return false;
	for (size_t i = 0; i < c->n; i++)
		if (slice_equal(c->items[i].url, absolute))
			return false;
	c->items[c->n++] = (struct feed_candidate){ absolute, title, source };
	return true;
}

/* ---- addresses ---- */

static bool
discover_is_word_of_feeds(struct slice word)
{
	static const char *const words[] = { "rss", "rss2", "feed", "feeds",
		"atom", "rdf", "xmlrss", "newsfeed", "jsonfeed" };

	for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
		if (slice_equal_nocase(word, slice_of(words[i])))
			return true;
	return false;
}

/* True if one of the words of the text (letters and digits) is typical of
 * feeds. */
static bool
discover_has_word_of_feeds(struct slice text)
{
	size_t from = 0;

	for (size_t i = 0; i <= text.len; i++) {
		if (i < text.len && ascii_is_alnum(text.p[i]))
			continue;
		if (discover_is_word_of_feeds(slice_sub(text, from, i)))
			return true;
		from = i + 1;
	}
	return false;
}

/* Returns path and query, without scheme, host and fragment. */
static struct slice
discover_path_of(struct slice url)
{
	size_t at = slice_find(url, SLICE("://"), 0);

	url = slice_sub(url, 0, slice_find_char(url, '#', 0));
	if (at == SLICE_NOT_FOUND)
		return url;
	at = slice_find_char(url, '/', at + 3);
	return at == SLICE_NOT_FOUND ? SLICE_NONE : slice_sub(url, at, url.len);
}

/* Counts hyphens and underscores, which separate words: the address of an
 * article about feeds contains more words than the address of a feed. */
static size_t
discover_count_hyphens(struct slice text)
{
	size_t n = 0;

	for (size_t i = 0; i < text.len; i++)
		n += text.p[i] == '-' || text.p[i] == '_';
	return n;
}

bool
discover_is_feed_address(struct slice url)
{
	static const char *const endings[] = { ".rss", ".atom", ".rdf", ".xml",
		".xml.gz" };
	struct slice path = discover_path_of(url), rest, segment,
		     last = SLICE_NONE;
	struct slice plain = slice_sub(path, 0, slice_find_char(path, '?', 0));

	for (size_t i = 0; i < ARRAY_LENGTH(endings); i++)
		if (slice_ends_nocase(plain, slice_of(endings[i])))
			return true;
	for (rest = plain; slice_next(&rest, '/', &segment);)
		if (segment.len > 0)
			last = segment;
	if (discover_count_hyphens(last) < 3 &&
	    discover_has_word_of_feeds(last) &&
	    !slice_ends_nocase(last, SLICE(".html")))
		return true;
	return discover_has_word_of_feeds(slice_sub(path, plain.len, path.len));
}

/* ---- tags ---- */

struct attribute {
	struct slice name, value; /* as written */
};

struct tag {
	struct slice name;
	bool is_end;
	struct attribute attributes[ATTRIBUTES_AT_MOST];
	size_t n;
};

static size_t
discover_skip_space(struct slice text, size_t at)
{
	while (at < text.len && ascii_is_space(text.p[at]))
		at++;
	return at;
}

/* Reads the attribute at `at`, which must be before the end of the tag. Returns
 * the offset after the attribute. */
static size_t
discover_read_attribute(struct slice text, size_t at, struct attribute *ret)
{
	size_t from = at, end;
	char quote;

	while (at < text.len && !ascii_is_space(text.p[at]) &&
	       text.p[at] != '>' && (text.p[at] != '=' || at == from) &&
	       text.p[at] != '/')
		at++;
	if (at == from) /* a stray slash */
		at++;
	ret->name = slice_sub(text, from, at);
	ret->value = SLICE_NONE;
	end = discover_skip_space(text, at);
	if (end >= text.len || text.p[end] != '=')
		return at;
	at = discover_skip_space(text, end + 1);
	quote = at < text.len ? text.p[at] : '\0';
	if (quote == '"' || quote == '\'') {
		end = slice_find_char(text, quote, at + 1);
		if (end == SLICE_NOT_FOUND)
			end = text.len;
		ret->value = slice_sub(text, at + 1, end);
		return end < text.len ? end + 1 : end;
	}
	for (end = at; end < text.len && !ascii_is_space(text.p[end]) &&
		       text.p[end] != '>';)
		end++;
	ret->value = slice_sub(text, at, end);
	return end;
}

/* Reads the tag at `at` ('<').  Returns the offset after the tag, or after the
 * '<' if there is no tag. */
static size_t
discover_read_tag(struct slice text, size_t at, struct tag *ret)
{
	struct attribute dropped;
	size_t n;

	ret->name = SLICE_NONE; /* the attributes are not cleared, to save time
				   on pages with very many "<" */
	ret->n = 0;
	ret->is_end = ++at < text.len && text.p[at] == '/';
	at += ret->is_end;
	n = html_tag_name_length(slice_sub(text, at, text.len));
	if (n == 0)
		return at;
	ret->name = slice_sub(text, at, at + n);
	at = discover_skip_space(text, at + n);
	while (at < text.len && text.p[at] != '>') {
		bool has_space = ret->n < ATTRIBUTES_AT_MOST;

		at = discover_read_attribute(
		    text, at, has_space ? &ret->attributes[ret->n] : &dropped);
		ret->n += has_space;
		at = discover_skip_space(text, at);
	}
	return at < text.len ? at + 1 : at;
}

static struct slice
discover_attribute_of(
    struct arena *arena, const struct tag *tag, const char *name)
{
	for (size_t i = 0; i < tag->n; i++)
		if (slice_equal_nocase(tag->attributes[i].name, slice_of(name)))
			return slice_trim(reference_text(arena,
			    utf8_repair(
				arena, slice_sub(tag->attributes[i].value, 0,
					   LIMIT_URL_BYTES)),
			    REFERENCE_IN_ATTRIBUTE));
	return SLICE_NONE;
}

/* ---- a page ---- */

struct page {
	struct arena *arena;
	struct candidates *found;
	struct slice base;
	struct slice site; /* budget key of the page */
	bool has_base;
	int looks;
};

static bool
discover_has_token(struct slice tokens, const char *wanted)
{
	size_t from = 0;

	for (size_t i = 0; i <= tokens.len; i++) {
		if (i < tokens.len && !ascii_is_space(tokens.p[i]))
			continue;
		if (slice_equal_nocase(
			slice_sub(tokens, from, i), slice_of(wanted)))
			return true;
		from = i + 1;
	}
	return false;
}

/* True for the media type of a feed, with or without parameters.  General XML
 * and JSON types are accepted only if the address looks like a feed. */
static bool
discover_is_feed_type(struct slice type, struct slice href)
{
	static const char *const feeds[] = { "application/rss+xml",
		"application/atom+xml", "application/rdf+xml",
		"application/feed+json", "application/x.atom+xml",
		"application/x-atom+xml", "text/rss+xml", "text/rss" };
	static const char *const others[] = { "text/xml", "application/xml",
		"application/json" };

	type = slice_trim(slice_sub(type, 0, slice_find_char(type, ';', 0)));
	for (size_t i = 0; i < ARRAY_LENGTH(feeds); i++)
		if (slice_equal_nocase(type, slice_of(feeds[i])))
			return true;
	for (size_t i = 0; i < ARRAY_LENGTH(others); i++)
		if (slice_equal_nocase(type, slice_of(others[i])))
			return discover_is_feed_address(href);
	return false;
}

static void
discover_take_link(struct page *page, const struct tag *tag)
{
	struct arena *arena = page->arena;
	struct slice rel = discover_attribute_of(arena, tag, "rel");
	struct slice href = discover_attribute_of(arena, tag, "href");
	struct slice type = discover_attribute_of(arena, tag, "type");

	if (href.len == 0 || discover_has_token(rel, "stylesheet") ||
	    page->looks++ >= LOOKS_AT_MOST)
		return;
	if ((discover_has_token(rel, "alternate") &&
		discover_is_feed_type(type, href)) ||
	    (discover_has_token(rel, "feed") &&
		!discover_has_token(rel, "alternate")))
		candidates_add(arena, page->found, page->base, href,
		    utf8_prefix(discover_attribute_of(arena, tag, "title"),
			TITLE_BYTES),
		    CANDIDATE_LINK);
}

/* Returns true if the URL is on the site of the page or of a feed hosting
 * service. Links to feeds of other sites are common in pages, and are not feeds
 * of this site. */
static bool
discover_is_of_site(const struct page *page, struct slice url)
{
	struct slice key;

	if (!url_budget_key(page->arena, url, &key))
		return false;
	return slice_equal(key, page->site) ||
	       slice_starts(key, SLICE("feedburner.")) ||
	       slice_equal(
		   url_host(page->arena, url), SLICE("feeds.feedburner.com"));
}

static void
discover_take_anchor(struct page *page, const struct tag *tag)
{
	struct slice href = discover_attribute_of(page->arena, tag, "href");
	struct slice url;

	if (href.len == 0 || !discover_is_feed_address(href) ||
	    page->looks++ >= LOOKS_AT_MOST ||
	    !url_resolve(page->arena, page->base, href, &url) ||
	    !discover_is_of_site(page, url))
		return;
	candidates_add(page->arena, page->found, SLICE_NONE, url,
	    utf8_prefix(
		discover_attribute_of(page->arena, tag, "title"), TITLE_BYTES),
	    CANDIDATE_ANCHOR);
}

static void
discover_take_tag(struct page *page, const struct tag *tag, bool wants_anchors)
{
	struct slice url;

	if (tag->is_end)
		return;
	if (slice_equal_nocase(tag->name, SLICE("a"))) {
		if (wants_anchors)
			discover_take_anchor(page, tag);
	} else if (wants_anchors) {
		return;
	} else if (slice_equal_nocase(tag->name, SLICE("link"))) {
		discover_take_link(page, tag);
	} else if (slice_equal_nocase(tag->name, SLICE("base")) &&
		   !page->has_base) {
		page->has_base = true;
		if (url_resolve(page->arena, page->base,
			discover_attribute_of(page->arena, tag, "href"), &url))
			page->base = url;
	}
}

/* Returns the offset after the end tag of an element whose content is not
 * markup. */
static size_t
discover_skip_raw(struct slice text, size_t at, struct slice name)
{
	while ((at = slice_find(text, SLICE("</"), at)) != SLICE_NOT_FOUND) {
		struct slice rest = slice_sub(text, at + 2, text.len);

		if (slice_starts_nocase(rest, name))
			return at + 2 + name.len;
		at += 2;
	}
	return text.len;
}

/* Visits all tags in one pass.  An unclosed comment extends to the end of the
 * page, as in a browser; its end is therefore searched only once. */
static void
discover_walk(struct page *page, struct slice text, bool wants_anchors)
{
	size_t at = 0;

	while ((at = slice_find_char(text, '<', at)) != SLICE_NOT_FOUND) {
		struct slice rest = slice_sub(text, at, text.len);
		struct tag tag;

		if (slice_starts(rest, SLICE("<!--"))) {
			at = slice_find(text, SLICE("-->"), at + 4);
			if (at == SLICE_NOT_FOUND)
				return;
			continue;
		}
		at = discover_read_tag(text, at, &tag);
		if (tag.name.len == 0)
			continue;
		discover_take_tag(page, &tag, wants_anchors);
		if (!tag.is_end && html_tag_flags(tag.name) & HTML_TAG_RAW)
			at = discover_skip_raw(text, at, tag.name);
	}
}

void
discover_page(struct arena *arena, struct slice bytes, struct slice url,
    struct candidates *found)
{
	struct page page = { .arena = arena, .found = found, .base = url };

	if (!url_budget_key(arena, url, &page.site))
		return;
	discover_walk(&page, bytes, false);
	discover_walk(&page, bytes, true);
}

/* ---- robots.txt ---- */

static void
discover_take_sitemaps(struct arena *arena, struct slice bytes,
    struct slice url, struct candidates *found, bool wants_news)
{
	const struct slice field = SLICE("sitemap:");
	struct slice line;
	int n = 0;

	while (
	    n < LIMIT_CANDIDATE_SITEMAPS && slice_next(&bytes, '\n', &line)) {
		bool is_news;

		line = slice_sub(line, 0, slice_find_char(line, '#', 0));
		line = slice_trim(line);
		if (!slice_starts_nocase(line, field))
			continue;
		line = slice_trim(slice_sub(line, field.len, line.len));
		if (line.len == 0)
			continue;
		is_news = slice_find_nocase(line, SLICE("news"), 0) !=
			  SLICE_NOT_FOUND;
		if (is_news == wants_news)
			n += candidates_add(arena, found, url, line, SLICE_NONE,
			    CANDIDATE_ROBOTS);
	}
}

void
discover_robots(struct arena *arena, struct slice bytes, struct slice url,
    struct candidates *found)
{
	bytes = slice_sub(bytes, 0, LIMIT_ROBOTS_BYTES);
	if (slice_starts(bytes, SLICE("\xef\xbb\xbf")))
		bytes = slice_sub(bytes, 3, bytes.len);
	discover_take_sitemaps(arena, bytes, url, found, true);
	discover_take_sitemaps(arena, bytes, url, found, false);
}

/* ---- well-known paths ---- */

void
discover_guess(struct arena *arena, struct slice url, struct candidates *found)
{
	static const char *const paths[] = { "/feed/", "/rss.xml", "/feed.xml",
		"/atom.xml", "/rss", "/index.xml", "/feed.json" };

	for (size_t i = 0; i < ARRAY_LENGTH(paths); i++)
		candidates_add(arena, found, url, slice_of(paths[i]),
		    SLICE_NONE, CANDIDATE_GUESS);
}

void
discover_guess_sitemap(
    struct arena *arena, struct slice url, struct candidates *found)
{
	candidates_add(arena, found, url, SLICE("/sitemap.xml"), SLICE_NONE,
	    CANDIDATE_GUESS);
}
