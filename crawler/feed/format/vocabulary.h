/*
 * vocabulary.h -- tables that map (namespace, element name, place) to the
 * treatment of an element.
 */
#ifndef CRAWLER_FEED_FORMAT_VOCABULARY_H
#define CRAWLER_FEED_FORMAT_VOCABULARY_H

#include "base/slice.h"

enum feed_namespace {
	NS_OTHER,
	NS_RSS, /* no namespace, and the URIs of RSS 0.9 to 2.0 */
	NS_ATOM,
	NS_RDF,
	NS_XHTML,
	NS_DC,
	NS_DCTERMS,
	NS_CONTENT,
	NS_MEDIA,
	NS_ITUNES,
	NS_SY,
	NS_FEEDBURNER,
	NS_HISTORY,   /* RFC 5005 */
	NS_TOMBSTONE, /* RFC 6721 */
	NS_SITEMAP,
	NS_NEWS,
	NS_PRISM,     /* PRISM 1.2 to 3.0 */
	NS_FULL_TEXT, /* the feeds that Yandex, Mail.ru and Rambler read */
	NS_XML
};

/* The place of an element: the class of its parent. */
enum place {
	PLACE_NOWHERE = 0, /* content is ignored */
	PLACE_ROOT = 1,    /* elements in rss or rdf:RDF */
	PLACE_FEED = 2,    /* in channel, feed */
	PLACE_ENTRY = 4,   /* elements in item or entry, and in their media
			      groups */
	PLACE_PERSON = 8,
	PLACE_IMAGE = 16,
	PLACE_SKIPS = 32, /* in skipHours, skipDays */
	PLACE_TOP = 64,   /* the document itself */
	PLACE_MEDIA = 128 /* in a media:content */
};

enum kind {
	KIND_ENTER,         /* its children are in the place given by `slot` */
	KIND_ENTRY,         /* begins an entry; its children have PLACE_ENTRY */
	KIND_SOURCE,        /* Atom's source: the entry is a copy */
	KIND_TEXT,          /* plain text */
	KIND_TOKEN,         /* unchanged, trimmed */
	KIND_URL,           /* its text, resolved */
	KIND_URL_ATTRIBUTE, /* an attribute (href, url, src, rdf:resource),
			       resolved */
	KIND_DATE,
	KIND_NUMBER,
	KIND_PRESENCE,       /* the presence of the element is the value */
	KIND_NAME, /* its text is the name of a person; added to a list */
	KIND_TERM,           /* its text is a term; added to a list */
	KIND_TERMS,          /* its text consists of terms, separated by commas;
				added to a list */
	KIND_TERM_ATTRIBUTE, /* its attribute `term` is a term; added to a list
				*/
	KIND_PERSON, /* its children have PLACE_PERSON; the person is added to a
			list */
	KIND_PART,   /* inside a person: its text is a part of the person */
	KIND_GUID,
	KIND_RSS_LINK,
	KIND_ATOM_LINK,
	KIND_ENCLOSURE,
	KIND_MEDIA,   /* its children have PLACE_MEDIA */
	KIND_DELETION /* an entry that the publisher has deleted */
};

/* How a text is treated. */
enum markup {
	MARKUP_NEVER,
	MARKUP_ALWAYS,
	MARKUP_DETECT, /* treated as markup if it has a tag or a character
			  reference */
	MARKUP_TYPED   /* Atom's type and mode decide */
};

enum text_slot {
	SLOT_TITLE,
	SLOT_LINK,
	SLOT_SUMMARY, /* the summary of an entry, or the description of a feed
		       */
	SLOT_CONTENT,
	SLOT_ID,
	SLOT_COMMENTS,
	SLOT_LANGUAGE,
	SLOT_RIGHTS,
	SLOT_GENERATOR,
	SLOT_IMAGE,
	SLOT_ICON,
	SLOT_HUB,
	SLOT_SELF,
	SLOT_NEXT,
	SLOT_PREV_ARCHIVE,
	SLOT_SY_PERIOD,
	SLOT_ORIGINAL_LINK,
	SLOT_NEW_URL,
	N_TEXT_SLOTS
};

enum date_slot { SLOT_PUBLISHED, SLOT_UPDATED, N_DATE_SLOTS };
enum number_slot { SLOT_TTL, SLOT_SY_FREQUENCY, N_NUMBER_SLOTS };
enum list_slot {
	SLOT_AUTHORS,
	SLOT_CATEGORIES,
	SLOT_SKIP_HOURS,
	SLOT_SKIP_DAYS,
	N_LIST_SLOTS
};
enum person_slot { SLOT_NAME, SLOT_EMAIL, SLOT_URI, N_PERSON_SLOTS };

/* One row.  If several elements give a value for a slot, the value with the
 * lowest rank is used; of equal ranks, the first non-empty value. */
struct feed_rule {
	enum feed_namespace ns;
	const char *name; /* case is ignored */
	unsigned where;   /* set of enum place */
	enum kind kind;
	unsigned char slot;
	unsigned char rank;
	enum markup markup;
};

/* Tables end with a row whose name is NULL. */
extern const struct feed_rule rss_rules[];       /* rss.c */
extern const struct feed_rule atom_rules[];      /* atom.c */
extern const struct feed_rule extension_rules[]; /* extension.c */
extern const struct feed_rule sitemap_rules[];   /* sitemap.c */

/* Finds a namespace by its URI, also with common misspellings. If the document
 * does not declare the namespace (uri NULL), or declares it with an entity
 * (xmlns:dc="&dc;"), finds it by its prefix.  Returns NS_RSS if both are NULL,
 * NS_OTHER for an unknown namespace. */
enum feed_namespace namespace_find(const char *uri, const char *prefix);

/* Finds the rules for a name, in the order of the tables; returns their number,
 * at most VOCABULARY_MATCHES. */
#define VOCABULARY_MATCHES 6
size_t vocabulary_find(enum feed_namespace, const char *name,
    const struct feed_rule *ret_rules[VOCABULARY_MATCHES]);

#endif
