/*
 * xml_names.h -- maps elements of a document to rows of the tables.
 */
#ifndef CRAWLER_FEED_MARKUP_XML_NAMES_H
#define CRAWLER_FEED_MARKUP_XML_NAMES_H

#include "crawler/feed/format/vocabulary.h"
#include "crawler/feed/markup/xml_reader.h"

#define MATCH_SLOTS 128 /* number of cached names; feeds have about 40 */

/* The rules for one name of the document. */
struct xml_match {
	const char *local, *prefix, *uri; /* interned, so that they can be
					     compared as pointers */
	size_t n_rules;
	const struct feed_rule *rules[VOCABULARY_MATCHES];
};

/* State for one document; zero it first. */
struct xml_names {
	/* the feed uses a wrong namespace URI: elements with alias_uri are
	 * treated as elements of `alias` */
	bool has_alias;
	const char *alias_uri;
	enum feed_namespace alias;
	bool is_sitemap; /* the prefix "news" means news sitemaps, whatever its
			    URI is */
	/* cache of the last look-up by URI */
	const char *last_uri;
	enum feed_namespace last;
	struct xml_match matches[MATCH_SLOTS];
};

/* Returns the rule for an element in a place, NULL if there is none. */
const struct feed_rule *xml_names_rule(
    struct xml_names *, const struct xml_element *, enum place);

#endif
