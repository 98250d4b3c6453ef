/*
 * rss.c -- the elements of RSS 0.90 to 2.0, RSS 1.0 and 1.1 and their meaning.
 *
 * Source: RSS 2.0.11 (rssboard.org), RSS 0.91 (Netscape, UserLand), RSS 1.0 and
 * 1.1.  Titles are plain text in the specification and often HTML in practice,
 * so markup is detected; descriptions are HTML.
 */
#include "crawler/feed/format/vocabulary.h"

#define IN_CHANNEL (PLACE_ROOT | PLACE_FEED)
#define IN_BOTH    (PLACE_ROOT | PLACE_FEED | PLACE_ENTRY)

const struct feed_rule rss_rules[] = {
	/* the elements that contain other elements; in RSS 1.0, items are
	 * siblings of the channel */
	{ NS_RSS, "rss", PLACE_TOP, KIND_ENTER, PLACE_ROOT, 0, 0 },
	{ NS_RDF, "RDF", PLACE_TOP, KIND_ENTER, PLACE_ROOT, 0, 0 },
	{ NS_RSS, "RDF", PLACE_TOP, KIND_ENTER, PLACE_ROOT, 0, 0 },
	{ NS_RSS, "channel", PLACE_TOP | PLACE_ROOT, KIND_ENTER, PLACE_FEED, 0,
	    0 },
	/* Some programs write an item inside another item. */
	{ NS_RSS, "item", IN_BOTH, KIND_ENTRY, PLACE_ENTRY, 0, 0 },
	{ NS_RSS, "items", IN_CHANNEL, KIND_ENTER, PLACE_FEED, 0, 0 },
	{ NS_RSS, "image", IN_CHANNEL, KIND_ENTER, PLACE_IMAGE, 0, 0 },
	{ NS_RSS, "url", PLACE_IMAGE, KIND_URL, SLOT_IMAGE, 0, 0 },
	{ NS_RSS, "skipHours", IN_CHANNEL, KIND_ENTER, PLACE_SKIPS, 0, 0 },
	{ NS_RSS, "skipDays", IN_CHANNEL, KIND_ENTER, PLACE_SKIPS, 0, 0 },
	{ NS_RSS, "hour", PLACE_SKIPS, KIND_TERM, SLOT_SKIP_HOURS, 0, 0 },
	{ NS_RSS, "day", PLACE_SKIPS, KIND_TERM, SLOT_SKIP_DAYS, 0, 0 },

	{ NS_RSS, "title", IN_BOTH, KIND_TEXT, SLOT_TITLE, 0, MARKUP_DETECT },
	{ NS_RSS, "link", IN_BOTH, KIND_RSS_LINK, SLOT_LINK, 0, 0 },
	{ NS_RSS, "description", IN_BOTH, KIND_TEXT, SLOT_SUMMARY, 0,
	    MARKUP_ALWAYS },
	/* Elements without a namespace, or from other formats, that occur in
	 * RSS. */
	{ NS_RSS, "encoded", PLACE_ENTRY, KIND_TEXT, SLOT_CONTENT, 0,
	    MARKUP_ALWAYS },
	{ NS_RSS, "content", PLACE_ENTRY, KIND_TEXT, SLOT_CONTENT, 3,
	    MARKUP_ALWAYS },
	{ NS_RSS, "summary", PLACE_ENTRY, KIND_TEXT, SLOT_SUMMARY, 6,
	    MARKUP_ALWAYS },
	{ NS_RSS, "published", PLACE_ENTRY, KIND_DATE, SLOT_PUBLISHED, 7, 0 },
	{ NS_RSS, "date", PLACE_ENTRY, KIND_DATE, SLOT_PUBLISHED, 9, 0 },
	{ NS_RSS, "updated", PLACE_ENTRY, KIND_DATE, SLOT_UPDATED, 3, 0 },
	{ NS_RSS, "guid", PLACE_ENTRY, KIND_GUID, SLOT_ID, 0, 0 },
	{ NS_RSS, "comments", PLACE_ENTRY, KIND_URL, SLOT_COMMENTS, 0, 0 },
	{ NS_RSS, "author", IN_BOTH, KIND_PERSON, SLOT_AUTHORS, 0, 0 },
	{ NS_RSS, "managingEditor", IN_CHANNEL, KIND_NAME, SLOT_AUTHORS, 1, 0 },
	{ NS_RSS, "category", PLACE_ENTRY, KIND_TERM, SLOT_CATEGORIES, 0,
	    MARKUP_DETECT },
	{ NS_RSS, "enclosure", PLACE_ENTRY, KIND_ENCLOSURE, 0, 0, 0 },
	{ NS_RSS, "pubDate", IN_BOTH, KIND_DATE, SLOT_PUBLISHED, 0, 0 },
	{ NS_RSS, "lastBuildDate", IN_CHANNEL, KIND_DATE, SLOT_UPDATED, 0, 0 },

	{ NS_RSS, "language", IN_CHANNEL, KIND_TOKEN, SLOT_LANGUAGE, 0, 0 },
	{ NS_RSS, "copyright", IN_CHANNEL, KIND_TEXT, SLOT_RIGHTS, 0,
	    MARKUP_DETECT },
	{ NS_RSS, "generator", IN_CHANNEL, KIND_TEXT, SLOT_GENERATOR, 0, 0 },
	{ NS_RSS, "ttl", IN_CHANNEL, KIND_NUMBER, SLOT_TTL, 0, 0 },
	{ 0 },
};
