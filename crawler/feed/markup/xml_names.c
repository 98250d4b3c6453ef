/*
 * xml_names.c -- maps elements of a document to rows of the tables.
 *
 * A document has about forty different names and thousands of elements, so
 * results are cached by the parser's interned pointers.
 */
#include "crawler/feed/markup/xml_names.h"

#include "base/array.h"

static enum feed_namespace
xml_names_namespace_of(struct xml_names *n, const char *uri, const char *prefix)
{
	if (n->has_alias && uri == n->alias_uri && (uri || !prefix))
		return n->alias;
	if (n->is_sitemap && prefix && strcmp(prefix, "news") == 0)
		return NS_NEWS;
	if (!uri || uri != n->last_uri) {
		n->last = namespace_find(uri, prefix);
		n->last_uri = uri;
	}
	/* Sitemap elements have no meaning in a feed. */
	if (!n->is_sitemap && (n->last == NS_SITEMAP || n->last == NS_NEWS))
		return NS_OTHER;
	return n->last;
}

static const struct xml_match *
xml_names_match_of(struct xml_names *n, const struct xml_element *element)
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
	m->n_rules = vocabulary_find(
	    xml_names_namespace_of(n, element->uri, element->prefix),
	    element->local, m->rules);
	return m;
}

static const struct feed_rule *
xml_names_rule_of(
    struct xml_names *n, const struct xml_element *element, enum place place)
{
	const struct xml_match *m = xml_names_match_of(n, element);

	for (size_t i = 0; i < m->n_rules; i++)
		if (m->rules[i]->where & place)
			return m->rules[i];
	return NULL;
}

/* Handles a feed in a wrong namespace: RSS with Atom's URI, Atom without a URI,
 * a channel or an item with an unknown URI. The name of the element shows the
 * right namespace. From then on, the URI of the element is treated as the URI
 * of this namespace. An item must have an unknown URI and no prefix, because
 * other formats and extensions may have an element of this name. */
static const struct feed_rule *
xml_names_find_home(
    struct xml_names *n, const struct xml_element *element, enum place place)
{
	static const struct {
		const char *name;
		enum feed_namespace alias;
	} aliases[] = { { "rss", NS_RSS }, { "channel", NS_RSS },
		{ "RDF", NS_RDF }, { "feed", NS_ATOM }, { "entry", NS_ATOM },
		{ "urlset", NS_SITEMAP }, { "sitemapindex", NS_SITEMAP },
		{ "item", NS_RSS } };
	bool is_item =
	    slice_equal_nocase(slice_of(element->local), SLICE("item"));

	if (n->has_alias ||
	    (is_item && (element->prefix ||
			    namespace_find(element->uri, NULL) != NS_OTHER)) ||
	    !(place &
		(is_item ? PLACE_ROOT | PLACE_FEED : PLACE_TOP | PLACE_ROOT)))
		return NULL;
	for (size_t i = 0; i < ARRAY_LENGTH(aliases); i++) {
		if (!slice_equal_nocase(
			slice_of(aliases[i].name), slice_of(element->local)))
			continue;
		n->has_alias = true;
		n->alias_uri = element->uri;
		n->alias = aliases[i].alias;
		memset(n->matches, 0, sizeof(n->matches));
		return xml_names_rule_of(n, element, place);
	}
	return NULL;
}

const struct feed_rule *
xml_names_rule(
    struct xml_names *n, const struct xml_element *element, enum place place)
{
	const struct feed_rule *rule = xml_names_rule_of(n, element, place);

	return rule ? rule : xml_names_find_home(n, element, place);
}
