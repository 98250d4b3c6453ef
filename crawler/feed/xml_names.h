/*
 * xml_names.h -- from an element of a document to its row in the tables.
 */
#ifndef CRAWLER_FEED_XML_NAMES_H
#define CRAWLER_FEED_XML_NAMES_H

#include "crawler/feed/vocabulary.h"
#include "crawler/feed/xml_reader.h"

#define MATCH_SLOTS 128 /* names kept; feeds have some 40 */

/* What the tables say of one name of the document. */
struct xml_match {
	const char *local, *prefix, *uri; /* interned: compared as pointers */
	size_t n_rules;
	const struct feed_rule *rules[VOCABULARY_MATCHES];
};

/* Of one document; zeroed before it. */
struct xml_names {
	/* a namespace that no table has, but that the root is in */
	bool has_home;
	const char *home_uri;
	enum feed_namespace home;
	bool is_sitemap; /* where "news:" is news, whatever its URI */
	/* the last that was looked up by its URI */
	const char *last_uri;
	enum feed_namespace last;
	struct xml_match matches[MATCH_SLOTS];
};

/* The rule for an element in a place, or NULL. */
const struct feed_rule *xml_names_rule(
    struct xml_names *, const struct xml_element *, enum place);

#endif
