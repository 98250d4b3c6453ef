/*
 * extension.c -- the elements of the extensions of RSS and Atom and their
 * meaning.
 *
 * Source: Dublin Core 1.1 and terms; RSS 1.0's content and syndication modules;
 * Media RSS 1.5.1; PRISM; Apple's podcast namespace; XHTML body; RFC 5005; RFC
 * 6721; the RSS of Yandex News, Mail.ru and Rambler.
 */
#include "crawler/feed/format/vocabulary.h"

#define IN_FEED (PLACE_ROOT | PLACE_FEED)
#define IN_BOTH (PLACE_ROOT | PLACE_FEED | PLACE_ENTRY)

const struct feed_rule extension_rules[] = {
	{ NS_DC, "title", IN_BOTH, KIND_TEXT, SLOT_TITLE, 2, MARKUP_DETECT },
	{ NS_DC, "description", IN_BOTH, KIND_TEXT, SLOT_SUMMARY, 2,
	    MARKUP_ALWAYS },
	{ NS_DC, "creator", IN_BOTH, KIND_NAME, SLOT_AUTHORS, 0, 0 },
	{ NS_DC, "author", IN_BOTH, KIND_NAME, SLOT_AUTHORS, 0, 0 },
	{ NS_DC, "subject", PLACE_ENTRY, KIND_TERM, SLOT_CATEGORIES, 0,
	    MARKUP_DETECT },
	{ NS_DC, "date", IN_BOTH, KIND_DATE, SLOT_PUBLISHED, 4, 0 },
	{ NS_DC, "language", IN_FEED, KIND_TOKEN, SLOT_LANGUAGE, 1, 0 },
	{ NS_DC, "rights", IN_FEED, KIND_TEXT, SLOT_RIGHTS, 2, MARKUP_DETECT },
	{ NS_DCTERMS, "issued", IN_BOTH, KIND_DATE, SLOT_PUBLISHED, 5, 0 },
	{ NS_DCTERMS, "created", IN_BOTH, KIND_DATE, SLOT_PUBLISHED, 6, 0 },
	{ NS_DCTERMS, "modified", IN_BOTH, KIND_DATE, SLOT_UPDATED, 2, 0 },
	/* PRISM: the feeds of scientific journals */
	{ NS_PRISM, "publicationDate", PLACE_ENTRY, KIND_DATE, SLOT_PUBLISHED,
	    8, 0 },
	{ NS_PRISM, "coverDate", PLACE_ENTRY, KIND_DATE, SLOT_PUBLISHED, 10,
	    0 },

	{ NS_CONTENT, "encoded", PLACE_ENTRY, KIND_TEXT, SLOT_CONTENT, 0,
	    MARKUP_ALWAYS },
	{ NS_XHTML, "body", PLACE_ENTRY, KIND_TEXT, SLOT_CONTENT, 2,
	    MARKUP_ALWAYS },
	/* Russian publishers write the whole text of an article for news
	 * aggregators. */
	{ NS_FULL_TEXT, "full-text", PLACE_ENTRY, KIND_TEXT, SLOT_CONTENT, 4,
	    MARKUP_ALWAYS },
	{ NS_FULL_TEXT, "fulltext", PLACE_ENTRY, KIND_TEXT, SLOT_CONTENT, 4,
	    MARKUP_ALWAYS },

	{ NS_MEDIA, "group", PLACE_ENTRY, KIND_ENTER, PLACE_ENTRY, 0, 0 },
	{ NS_MEDIA, "content", PLACE_ENTRY, KIND_MEDIA, 0, 0, 0 },
	{ NS_MEDIA, "thumbnail", PLACE_ENTRY, KIND_URL_ATTRIBUTE, SLOT_IMAGE, 0,
	    0 },
	/* the picture of one of several videos */
	{ NS_MEDIA, "thumbnail", PLACE_MEDIA, KIND_URL_ATTRIBUTE, SLOT_IMAGE, 1,
	    0 },
	{ NS_MEDIA, "title", PLACE_ENTRY, KIND_TEXT, SLOT_TITLE, 4,
	    MARKUP_DETECT },
	{ NS_MEDIA, "description", PLACE_ENTRY, KIND_TEXT, SLOT_SUMMARY, 4,
	    MARKUP_DETECT },

	{ NS_ITUNES, "title", IN_BOTH, KIND_TEXT, SLOT_TITLE, 3,
	    MARKUP_DETECT },
	{ NS_ITUNES, "summary", IN_BOTH, KIND_TEXT, SLOT_SUMMARY, 3,
	    MARKUP_DETECT },
	{ NS_ITUNES, "subtitle", IN_FEED, KIND_TEXT, SLOT_SUMMARY, 5,
	    MARKUP_DETECT },
	{ NS_ITUNES, "author", IN_BOTH, KIND_NAME, SLOT_AUTHORS, 2, 0 },
	{ NS_ITUNES, "image", IN_BOTH, KIND_URL_ATTRIBUTE, SLOT_IMAGE, 2, 0 },

	{ NS_ITUNES, "new-feed-url", IN_FEED, KIND_URL, SLOT_NEW_URL, 0, 0 },

	{ NS_FEEDBURNER, "origLink", PLACE_ENTRY, KIND_URL, SLOT_ORIGINAL_LINK,
	    0, 0 },

	{ NS_HISTORY, "complete", IN_FEED, KIND_PRESENCE, 0, 0, 0 },

	{ NS_TOMBSTONE, "deleted-entry", IN_FEED, KIND_DELETION, 0, 0, 0 },

	{ NS_SY, "updatePeriod", IN_FEED, KIND_TOKEN, SLOT_SY_PERIOD, 0, 0 },
	{ NS_SY, "updateFrequency", IN_FEED, KIND_NUMBER, SLOT_SY_FREQUENCY, 0,
	    0 },
	{ 0 },
};
