/*
 * sitemap.c -- the elements of sitemaps, news sitemaps and sitemap indexes and
 * their meaning.
 *
 * Source: sitemaps.org protocol 0.9; Google's news sitemaps.  An entry is a
 * page, or a sitemap in an index.  Images, videos and translations of a page
 * are ignored.  The name of the publication is ignored, too, because it is the
 * same for all pages.
 */
#include "crawler/feed/format/vocabulary.h"

const struct feed_rule sitemap_rules[] = {
	{ NS_SITEMAP, "urlset", PLACE_TOP, KIND_ENTER, PLACE_FEED, 0, 0 },
	{ NS_SITEMAP, "sitemapindex", PLACE_TOP, KIND_ENTER, PLACE_FEED, 0, 0 },
	{ NS_SITEMAP, "url", PLACE_FEED, KIND_ENTRY, PLACE_ENTRY, 0, 0 },
	{ NS_SITEMAP, "sitemap", PLACE_FEED, KIND_ENTRY, PLACE_ENTRY, 0, 0 },
	{ NS_SITEMAP, "loc", PLACE_ENTRY, KIND_URL, SLOT_LINK, 0, 0 },
	{ NS_SITEMAP, "lastmod", PLACE_ENTRY, KIND_DATE, SLOT_UPDATED, 0, 0 },

	{ NS_NEWS, "news", PLACE_ENTRY, KIND_ENTER, PLACE_ENTRY, 0, 0 },
	{ NS_NEWS, "publication_date", PLACE_ENTRY, KIND_DATE, SLOT_PUBLISHED,
	    0, 0 },
	{ NS_NEWS, "title", PLACE_ENTRY, KIND_TEXT, SLOT_TITLE, 5,
	    MARKUP_DETECT },
	{ NS_NEWS, "keywords", PLACE_ENTRY, KIND_TERMS, SLOT_CATEGORIES, 0,
	    MARKUP_DETECT },
	{ 0 },
};
