/*
 * atom_link.h -- reads the links of Atom, also in RSS.
 */
#ifndef CRAWLER_FEED_FORMAT_ATOM_LINK_H
#define CRAWLER_FEED_FORMAT_ATOM_LINK_H

#include "crawler/feed/builder.h"
#include "crawler/feed/markup/xml_reader.h"

/* Ranks of SLOT_LINK, the link of an entry or of the feed. */
enum link_rank {
	RANK_RSS_LINK, /* the text of RSS's <link> */
	RANK_ALTERNATE_HTML,
	RANK_ALTERNATE_BARE, /* an alternate link without a type */
	RANK_ALTERNATE,
	RANK_LINK_TEXT, /* the text of Atom's <link> */
	RANK_PERMALINK, /* the guid of RSS */
	RANK_CONTENT_SOURCE
};

/* Reads an element <link> with the attribute href.  The relation decides
 * whether the address is the link or an enclosure of the entry, or an address
 * of the feed.  Other relations are ignored.  `base`: the base of relative
 * addresses; absent: that of the builder.  The result is in the arena. */
void atom_link_read(
    struct builder *, const struct xml_element *, struct slice base);

/* Returns the rule for the text of an element <link> of Atom that has no
 * attribute href; NULL if the element has this attribute, or a relation of
 * another address than the link of the entry or of the feed. */
const struct feed_rule *atom_link_text_rule(
    struct builder *, const struct xml_element *);

/* Reads the attribute src of an element <content>: the address of the content
 * is the link of the entry if it is a page and there is no link.  The result is
 * in the arena. */
void atom_link_read_source(
    struct builder *, const struct xml_element *, struct slice base);

#endif
