/*
 * atom_link.c -- reads the links of Atom, also in RSS.
 *
 * In:  an element <link> or <content>, and the base of its relative address.
 * Out: a value of the builder: the link or an enclosure of the entry, or an
 *      address of the feed.
 *
 * Source: RFC 4287, sections 4.1.3.2 (src) and 4.2.7 (link); RFC 5005 (next,
 * prev-archive); WebSub (hub, self).
 */
#include "crawler/feed/format/atom_link.h"

#include "base/array.h"
#include "crawler/feed/format/xml_attribute.h"

static const struct {
	const char *rel;
	enum text_slot slot;
} feed_relations[] = {
	{ "self", SLOT_SELF },
	{ "hub", SLOT_HUB },
	{ "next", SLOT_NEXT },
	{ "prev-archive", SLOT_PREV_ARCHIVE },
};

static struct slice
atom_link_attribute(
    struct builder *b, const struct xml_element *element, const char *local)
{
	return xml_attribute_decoded(
	    b->arena, xml_attribute_value(element, local));
}

/* Returns the relation without the prefix that the registry of relations gives
 * to it. */
static struct slice
atom_link_relation(struct builder *b, const struct xml_element *element)
{
	static const struct slice iana =
	    SLICE("http://www.iana.org/assignments/relation/");
	struct slice rel = slice_trim(atom_link_attribute(b, element, "rel"));

	return slice_starts(rel, iana) ? slice_sub(rel, iana.len, rel.len)
				       : rel;
}

static bool
atom_link_is_alternate(struct slice rel)
{
	return rel.len == 0 || slice_equal_nocase(rel, SLICE("alternate"));
}

static bool
atom_link_is_page(struct slice type)
{
	return slice_starts_nocase(type, SLICE("text/html")) ||
	       slice_starts_nocase(type, SLICE("application/xhtml"));
}

static void
atom_link_read_alternate(
    struct builder *b, struct slice base, struct slice href, struct slice type)
{
	enum link_rank rank = RANK_ALTERNATE;

	if (atom_link_is_page(type))
		rank = RANK_ALTERNATE_HTML;
	else if (type.len == 0)
		rank = RANK_ALTERNATE_BARE;
	builder_url(b, SLOT_LINK, (unsigned char)rank, base, href);
}

static void
atom_link_read_of_feed(
    struct builder *b, struct slice rel, struct slice base, struct slice href)
{
	for (size_t i = 0; i < ARRAY_LENGTH(feed_relations); i++)
		if (slice_equal_nocase(rel, slice_of(feed_relations[i].rel)))
			builder_url(b, feed_relations[i].slot, 0, base, href);
}

void
atom_link_read(
    struct builder *b, const struct xml_element *element, struct slice base)
{
	struct slice rel = atom_link_relation(b, element);
	struct slice href = atom_link_attribute(b, element, "href");
	struct slice type = slice_trim(atom_link_attribute(b, element, "type"));

	if (href.p && href.len == 0) /* an empty href means the document itself,
					or its xml:base */
		href = base;
	if (atom_link_is_alternate(rel))
		atom_link_read_alternate(b, base, href, type);
	else if (!b->scope->is_entry)
		atom_link_read_of_feed(b, rel, base, href);
	else if (slice_equal_nocase(rel, SLICE("enclosure")))
		builder_enclosure(b, base, href, type,
		    atom_link_attribute(b, element, "length"));
}

const struct feed_rule *
atom_link_text_rule(struct builder *b, const struct xml_element *element)
{
	static const struct feed_rule rule = { .ns = NS_ATOM,
		.name = "link",
		.kind = KIND_URL,
		.slot = SLOT_LINK,
		.rank = RANK_LINK_TEXT };

	return xml_attribute_value(element, "href").p == NULL &&
		       atom_link_is_alternate(atom_link_relation(b, element))
		   ? &rule
		   : NULL;
}

void
atom_link_read_source(
    struct builder *b, const struct xml_element *element, struct slice base)
{
	struct slice type = slice_trim(atom_link_attribute(b, element, "type"));

	if (atom_link_is_page(type) ||
	    slice_equal_nocase(type, SLICE("html")) ||
	    slice_equal_nocase(type, SLICE("xhtml")))
		builder_url(b, SLOT_LINK, RANK_CONTENT_SOURCE, base,
		    atom_link_attribute(b, element, "src"));
}
