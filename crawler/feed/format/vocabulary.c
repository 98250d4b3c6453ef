/*
 * vocabulary.c -- finds namespaces by their URIs, also misspelt ones, and
 * elements in the tables.
 */
#include "crawler/feed/format/vocabulary.h"

#include "base/array.h"
#include "base/text/ascii.h"

#define LONGEST_URI 80

/* The URIs are in lower case, without scheme, "www." and the final "/" or "#",
 * because feeds have mistakes in these parts. */
static const struct {
	const char *uri;
	enum feed_namespace ns;
} uris[] = {
	{ "", NS_RSS },
	{ "purl.org/rss/1.0", NS_RSS },
	{ "purl.org/rss/2.0", NS_RSS },
	{ "purl.org/net/rss1.1", NS_RSS },
	{ "my.netscape.com/rdf/simple/0.9", NS_RSS },
	{ "channel.netscape.com/rdf/simple/0.9", NS_RSS },
	{ "my.netscape.com/publish/formats/rss-0.91.dtd", NS_RSS },
	{ "backend.userland.com/rss", NS_RSS },
	{ "backend.userland.com/rss091", NS_RSS },
	{ "backend.userland.com/rss092", NS_RSS },
	{ "backend.userland.com/rss2", NS_RSS },
	{ "blogs.law.harvard.edu/tech/rss", NS_RSS },
	{ "cyber.law.harvard.edu/rss", NS_RSS },
	{ "rssboard.org/rss-specification", NS_RSS },
	{ "w3.org/2005/atom", NS_ATOM },
	{ "purl.org/atom", NS_ATOM },
	{ "purl.org/atom/ns", NS_ATOM },
	{ "w3.org/1999/02/22-rdf-syntax-ns", NS_RDF },
	{ "w3.org/1999/xhtml", NS_XHTML },
	{ "purl.org/dc/elements/1.1", NS_DC },
	{ "purl.org/dc/elements/1.0", NS_DC },
	{ "purl.org/dc/terms", NS_DCTERMS },
	{ "purl.org/rss/1.0/modules/dcterms", NS_DCTERMS },
	{ "purl.org/rss/1.0/modules/content", NS_CONTENT },
	{ "search.yahoo.com/mrss", NS_MEDIA },
	{ "tools.search.yahoo.com/mrss", NS_MEDIA },
	{ "rssboard.org/media-rss", NS_MEDIA },
	{ "itunes.com/dtds/podcast-1.0.dtd", NS_ITUNES },
	{ "itunes.apple.com/dtds/podcast-1.0.dtd", NS_ITUNES },
	{ "example.com/dtds/podcast-1.0.dtd", NS_ITUNES },
	{ "purl.org/rss/1.0/modules/syndication", NS_SY },
	{ "rssnamespace.org/feedburner/ext/1.0", NS_FEEDBURNER },
	{ "purl.org/syndication/history/1.0", NS_HISTORY },
	{ "purl.org/atompub/tombstones/1.0", NS_TOMBSTONE },
	{ "sitemaps.org/schemas/sitemap/0.9", NS_SITEMAP },
	{ "google.com/schemas/sitemap/0.84", NS_SITEMAP },
	{ "google.com/schemas/sitemap/0.9", NS_SITEMAP },
	{ "google.com/schemas/sitemap-news/0.9", NS_NEWS },
	{ "purl.org/rss/1.0/modules/prism", NS_PRISM },
	{ "news.yandex.ru", NS_FULL_TEXT },
	{ "news.mail.ru", NS_FULL_TEXT },
	{ "news.rambler.ru", NS_FULL_TEXT },
	{ "w3.org/xml/1998/namespace", NS_XML },
};

/* The usual prefixes. */
static const struct {
	const char *prefix;
	enum feed_namespace ns;
} prefixes[] = {
	{ "rss", NS_RSS },
	{ "atom", NS_ATOM },
	{ "atom10", NS_ATOM },
	{ "a10", NS_ATOM },
	{ "atom03", NS_ATOM },
	{ "rdf", NS_RDF },
	{ "xhtml", NS_XHTML },
	{ "dc", NS_DC },
	{ "dcterms", NS_DCTERMS },
	{ "content", NS_CONTENT },
	{ "media", NS_MEDIA },
	{ "itunes", NS_ITUNES },
	{ "sy", NS_SY },
	{ "xml", NS_XML },
	{ "feedburner", NS_FEEDBURNER },
	{ "news", NS_NEWS },
	{ "fh", NS_HISTORY },
	{ "at", NS_TOMBSTONE },
	{ "prism", NS_PRISM },
	{ "yandex", NS_FULL_TEXT },
	{ "mailru", NS_FULL_TEXT },
	{ "rambler", NS_FULL_TEXT },
};

/* Normalises a URI to the form of the table; false if it is too long. */
static bool
vocabulary_fold_uri(const char *uri, char out[LONGEST_URI + 1])
{
	static const char *const starts[] = { "http://", "https://", "www." };
	struct slice text = slice_trim(slice_of(uri));
	size_t n = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(starts); i++)
		if (slice_starts_nocase(text, slice_of(starts[i])))
			text = slice_sub(text, strlen(starts[i]), text.len);
	while (text.len > 0 && strchr("/#", text.p[text.len - 1]))
		text.len--;
	if (text.len > LONGEST_URI)
		return false;
	for (size_t i = 0; i < text.len; i++)
		if ((unsigned char)text.p[i] > ' ')
			out[n++] = ascii_lower(text.p[i]);
	out[n] = '\0';
	return true;
}

enum feed_namespace
namespace_find(const char *uri, const char *prefix)
{
	char folded[LONGEST_URI + 1];

	/* In RDF, a URI is often an entity that the document declares
	 * (xmlns="&rss;"). An entity that is not declared there cannot be
	 * replaced (entities.c). */
	if (uri && uri[0] == '&')
		uri = NULL;
	if (!uri && !prefix)
		return NS_RSS;
	if (uri) {
		if (!vocabulary_fold_uri(uri, folded))
			return NS_OTHER;
		for (size_t i = 0; i < ARRAY_LENGTH(uris); i++)
			if (strcmp(folded, uris[i].uri) == 0)
				return uris[i].ns;
		/* A draft of Atom: http://purl.org/atom/ns#draft-… */
		if (strncmp(folded, "purl.org/atom/", 14) == 0)
			return NS_ATOM;
		/* …/namespaces/1.2/basic, …/namespaces/basic/2.0 */
		if (strncmp(folded, "prismstandard.org/namespaces/", 29) == 0)
			return NS_PRISM;
		return NS_OTHER;
	}
	for (size_t i = 0; i < ARRAY_LENGTH(prefixes); i++)
		if (slice_equal_nocase(
			slice_of(prefix), slice_of(prefixes[i].prefix)))
			return prefixes[i].ns;
	return NS_OTHER;
}

size_t
vocabulary_find(enum feed_namespace ns, const char *name,
    const struct feed_rule *ret_rules[VOCABULARY_MATCHES])
{
	static const struct feed_rule *const tables[] = { rss_rules, atom_rules,
		extension_rules, sitemap_rules };
	struct slice text = slice_of(name);
	char first = (char)(name[0] | 0x20); /* excludes most rules */
	size_t n = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(tables); i++)
		for (const struct feed_rule *r = tables[i]; r->name; r++)
			if (r->ns == ns && (r->name[0] | 0x20) == first &&
			    n < VOCABULARY_MATCHES &&
			    slice_equal_nocase(text, slice_of(r->name)))
				ret_rules[n++] = r;
	return n;
}
