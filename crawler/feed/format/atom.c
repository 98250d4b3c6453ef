/*
 * atom.c -- the elements of Atom 1.0 and 0.3 and their meaning, in Atom
 * documents and inside RSS.
 *
 * Source: RFC 4287; the Atom 0.3 draft (draft-ietf-atompub-format-00).
 */
#include "crawler/feed/format/vocabulary.h"

#define IN_FEED (PLACE_ROOT | PLACE_FEED)
#define IN_BOTH (PLACE_ROOT | PLACE_FEED | PLACE_ENTRY)

const struct feed_rule atom_rules[] = {
	{ NS_ATOM, "feed", PLACE_TOP, KIND_ENTER, PLACE_FEED, 0, 0 },
	{ NS_ATOM, "entry", PLACE_TOP | IN_BOTH, KIND_ENTRY, PLACE_ENTRY, 0,
	    0 },
	/* The source of a copied entry is skipped, because it is not part of
	 * the entry. */
	{ NS_ATOM, "source", PLACE_ENTRY, KIND_SOURCE, 0, 0, 0 },

	{ NS_ATOM, "title", IN_BOTH, KIND_TEXT, SLOT_TITLE, 1, MARKUP_TYPED },
	{ NS_ATOM, "link", IN_BOTH, KIND_ATOM_LINK, 0, 0, 0 },
	{ NS_ATOM, "subtitle", IN_FEED, KIND_TEXT, SLOT_SUMMARY, 1,
	    MARKUP_TYPED },
	{ NS_ATOM, "tagline", IN_FEED, KIND_TEXT, SLOT_SUMMARY, 1,
	    MARKUP_TYPED },
	{ NS_ATOM, "summary", PLACE_ENTRY, KIND_TEXT, SLOT_SUMMARY, 1,
	    MARKUP_TYPED },
	{ NS_ATOM, "content", PLACE_ENTRY, KIND_TEXT, SLOT_CONTENT, 1,
	    MARKUP_TYPED },
	{ NS_ATOM, "id", IN_BOTH, KIND_TOKEN, SLOT_ID, 1, 0 },
	{ NS_ATOM, "author", IN_BOTH, KIND_PERSON, SLOT_AUTHORS, 0, 0 },
	{ NS_ATOM, "contributor", IN_BOTH, KIND_ENTER, PLACE_NOWHERE, 0, 0 },
	{ NS_ATOM, "name", PLACE_PERSON, KIND_PART, SLOT_NAME, 0, 0 },
	{ NS_ATOM, "email", PLACE_PERSON, KIND_PART, SLOT_EMAIL, 0, 0 },
	{ NS_ATOM, "uri", PLACE_PERSON, KIND_PART, SLOT_URI, 0, 0 },
	{ NS_RSS, "name", PLACE_PERSON, KIND_PART, SLOT_NAME, 0, 0 },
	{ NS_RSS, "email", PLACE_PERSON, KIND_PART, SLOT_EMAIL, 0, 0 },
	{ NS_ATOM, "category", PLACE_ENTRY, KIND_TERM_ATTRIBUTE,
	    SLOT_CATEGORIES, 0, 0 },
	{ NS_ATOM, "published", IN_BOTH, KIND_DATE, SLOT_PUBLISHED, 1, 0 },
	{ NS_ATOM, "issued", IN_BOTH, KIND_DATE, SLOT_PUBLISHED, 2, 0 },
	{ NS_ATOM, "created", IN_BOTH, KIND_DATE, SLOT_PUBLISHED, 3, 0 },
	{ NS_ATOM, "updated", IN_BOTH, KIND_DATE, SLOT_UPDATED, 0, 0 },
	{ NS_ATOM, "modified", IN_BOTH, KIND_DATE, SLOT_UPDATED, 1, 0 },
	{ NS_ATOM, "rights", IN_FEED, KIND_TEXT, SLOT_RIGHTS, 1, MARKUP_TYPED },
	{ NS_ATOM, "copyright", IN_FEED, KIND_TEXT, SLOT_RIGHTS, 1,
	    MARKUP_TYPED },
	{ NS_ATOM, "generator", IN_FEED, KIND_TEXT, SLOT_GENERATOR, 1, 0 },
	{ NS_ATOM, "logo", IN_FEED, KIND_URL, SLOT_IMAGE, 1, 0 },
	{ NS_ATOM, "icon", IN_FEED, KIND_URL, SLOT_ICON, 0, 0 },
	/* Elements of RSS that occur in entries of Atom. */
	{ NS_ATOM, "guid", PLACE_ENTRY, KIND_GUID, SLOT_ID, 0, 0 },
	{ NS_ATOM, "pubDate", PLACE_ENTRY, KIND_DATE, SLOT_PUBLISHED, 4, 0 },
	{ NS_ATOM, "description", PLACE_ENTRY, KIND_TEXT, SLOT_SUMMARY, 2,
	    MARKUP_ALWAYS },
	{ NS_ATOM, "enclosure", PLACE_ENTRY, KIND_ENCLOSURE, 0, 0, 0 },
	{ 0 },
};
