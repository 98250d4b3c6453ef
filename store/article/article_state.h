/*
 * article_state.h -- internal to store/: an article as it is stored, and its
 * new content.
 */
#ifndef STORE_ARTICLE_ARTICLE_STATE_H
#define STORE_ARTICLE_ARTICLE_STATE_H

#include "base/slice.h"
#include "enrich/enrichment.h"
#include "store/article/articles.h"

/* Reason (status_why) of an article that is gone because its last entry was
 * linked to another article.  The article is published again if a feed
 * announces it again. */
#define WHY_READDRESSED "the feed gives the item another address"

/* Reason (status_why) of an article whose page was not requested because the
 * subscriptions to all its feeds were ended.  The page is requested if another
 * feed announces it. */
#define WHY_ENDED "the subscription to the feed was ended"

/* Number of the column of article_pending_get that reports that the
 * subscriptions to all feeds of the article were ended. */
#define PENDING_ENDED 16

/* The stored state of an article.  Its texts are in s->scratch. */
struct article_state {
	int64_t id, revision, tries, extracted_at, first_seen_at;
	int64_t published_at, modified_at, revisit_from, missing_since;
	enum article_status status;
	struct slice url, title, body, origin, lang, canonical_url;
	struct slice flags, page_class, host_key, status_why;
	int64_t cluster_id; /* 0: none */
	int64_t
	    entitled; /* 1: an entitled feed has announced the article; 0: no
			 such feed; -1: not determined (rows from before schema
			 25) */
	int64_t announced_by; /* id of a feed; 0: not determined */
	/* True if the fields of the row are values of witnesses
	 * (docs/security.md, "Attribution").  These fields are dropped when the
	 * page or an entitled feed supplies a text. */
	bool is_lent;
	/* True if the article has the text of its page.  False if the page was
	 * read only before an entitled feed announced the article: it was
	 * extracted without hints, and may have been another page then.  The
	 * next visit then decides about the text like a first visit. */
	bool is_read;
};

/* The new content of an article. */
struct article_text {
	struct slice title, lead, byline, lang, body, body_html;
	struct slice canonical_url, canonical_key;
	struct slice origin, flags, page_class, node_classes;
	struct slice section, publisher, license, access;
	struct slice fields; /* JSON */
	int64_t published_at, modified_at, word_count;
	int64_t published_zone; /* minutes east of UTC; DATE_NONE: not known */
	double confidence;
	int64_t cluster_id; /* 0: not determined yet */
	/* Contains the sketch of a text.  The sketch is used only if that text
	 * is the same slice as `body`.  NULL: no sketch was made. */
	const struct page_prepared *prepared;
	/* The keywords and summary that the worker found.  NULL:
	 * article_apply() computes them if the text is new. */
	const struct enrichment *enrichment;
};

#endif
