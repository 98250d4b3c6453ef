/*
 * xml_names.c -- from an element of a document to its row in the tables.
 *
 * A document has some forty different names and thousands of elements, so
 * what was found once is kept by the parser's own (interned) pointers.
 */
#include "crawler/feed/xml_names.h"

static enum feed_namespace
namespace_of(struct xml_names *n, const char *uri, const char *prefix)
{
	if (n->has_home && uri == n->home_uri && (uri || !prefix))
		return n->home;
	if (n->is_sitemap && prefix && strcmp(prefix, "news") == 0)
		return NS_NEWS;
	if (!uri || uri != n->last_uri) {
		n->last = namespace_find(uri, prefix);
		n->last_uri = uri;
	}
	/* A feed may name them; it says nothing by them. */
	if (!n->is_sitemap && (n->last == NS_SITEMAP || n->last == NS_NEWS))
		return NS_OTHER;
	return n->last;
}

static const struct xml_match *
match_of(struct xml_names *n, const struct xml_element *element)
{
	uintptr_t hash = (uintptr_t)element->local >> 3 ^
			 (uintptr_t)element->uri >> 5 ^
			 (uintptr_t)element->prefix >> 4;
	struct xml_match *m = &n->matches[(hash ^ hash >> 7) % MATCH_SLOTS];

	if (m->local == element->local && m->uri == element->uri &&
	    m->prefix == element->prefix)
		return m;
	m->local = element->local;
	m->uri = element->uri;
	m->prefix = element->prefix;
	m->n_rules =
	    vocabulary_find(namespace_of(n, element->uri, element->prefix),
		element->local, m->rules);
	return m;
}

static const struct feed_rule *
rule_of(
    struct xml_names *n, const struct xml_element *element, enum place place)
{
	const struct xml_match *m = match_of(n, element);

	for (size_t i = 0; i < m->n_rules; i++)
		if (m->rules[i]->where & place)
			return m->rules[i];
	return NULL;
}

/* A feed in a namespace of its own: RSS under Atom's URI, Atom under none, a
 * channel under something made up.  From here on that URI is what the name
 * shows it to be. */
static const struct feed_rule *
find_home(
    struct xml_names *n, const struct xml_element *element, enum place place)
{
	static const struct {
		const char *name;
		enum feed_namespace home;
	} homes[] = { { "rss", NS_RSS }, { "channel", NS_RSS },
		{ "RDF", NS_RDF }, { "feed", NS_ATOM }, { "entry", NS_ATOM },
		{ "urlset", NS_SITEMAP }, { "sitemapindex", NS_SITEMAP } };

	if (n->has_home || !(place & (PLACE_TOP | PLACE_ROOT)))
		return NULL;
	for (size_t i = 0; i < sizeof(homes) / sizeof(homes[0]); i++) {
		if (!slice_equal_nocase(
			slice_of(homes[i].name), slice_of(element->local)))
			continue;
		n->has_home = true;
		n->home_uri = element->uri;
		n->home = homes[i].home;
		memset(n->matches, 0, sizeof(n->matches));
		return rule_of(n, element, place);
	}
	return NULL;
}

const struct feed_rule *
xml_names_rule(
    struct xml_names *n, const struct xml_element *element, enum place place)
{
	const struct feed_rule *rule = rule_of(n, element, place);

	return rule ? rule : find_home(n, element, place);
}
