/*
 * builder.h -- collects the values of a feed and of its current entry by slots;
 * used by the XML and the JSON reader.
 */
#ifndef CRAWLER_FEED_BUILDER_H
#define CRAWLER_FEED_BUILDER_H

#include "base/buf.h"
#include "crawler/feed/feed.h"
#include "crawler/feed/format/vocabulary.h"

#define RANK_LAST 255
/* Rank of links with another scheme than http and https. */
#define RANK_OTHER_SCHEME 254

struct candidate {
	struct slice value; /* SLICE_NONE: no value yet */
	unsigned char rank;
};

struct date_candidate {
	int64_t at;
	unsigned char rank;
	struct slice undecided; /* a date like 02/01/2006, not parsed yet */
};

struct value_list {
	struct slice *items;
	size_t n, cap;
	unsigned char rank; /* rank of the items in the list; items with a lower
			       rank replace all of them */
};

/* The values of a feed or of an entry. */
struct scope {
	bool is_entry;
	struct candidate texts[N_TEXT_SLOTS];
	struct date_candidate dates[N_DATE_SLOTS];
	int64_t numbers[N_NUMBER_SLOTS];
	struct value_list lists[N_LIST_SLOTS];
	struct feed_media *media;
	size_t n_media, media_cap;
	struct feed_enclosure *enclosures;
	size_t n_enclosures, enclosure_cap;
	bool id_is_permalink, has_source;
	/* summary and content, with line breaks between paragraphs */
	struct slice summary_lines, content_lines;
};

struct undecided_date {
	size_t entry;
	enum date_slot slot;
	struct slice text;
};

struct entry_age {
	int64_t at;
	size_t index;
};

struct builder {
	struct arena *arena;
	struct feed *feed;
	struct slice base_url;
	struct scope feed_scope, entry_scope;
	struct scope
	    *scope; /* the current scope: &feed_scope or &entry_scope */
	size_t entry_cap;
	struct entry_age
	    *aged; /* memory for sorting the entries by age; NULL until there
		      are more entries than the limit */
	enum date_order date_order;
	bool date_order_mixed;
	struct undecided_date *undecided;
	size_t n_undecided, undecided_cap;
	struct buf text; /* scratch */
};

void builder_init(
    struct builder *, struct arena *, struct feed *, struct slice base_url);
void builder_release(struct builder *);
/* Sets the error for an exhausted arena; returns ERR_LIMIT or ERR_MEMORY. */
int builder_exhausted(const struct builder *, struct err *e);

/* Begins an entry: values go to its scope until builder_end_entry(). */
void builder_begin_entry(struct builder *);
/* If `keep` is true, appends the current entry to the feed, else discards
 * it. */
void builder_end_entry(struct builder *, bool keep);
/* Fills the members of feed from the slots. */
void builder_finish(struct builder *);

/* Each of these functions passes a value to the current scope (feed or entry).
 * If a slot gets several values, the value with the lowest rank is kept. Raw
 * texts are borrowed. */
void builder_text(struct builder *, enum text_slot, unsigned char rank,
    struct slice raw, enum markup);
void builder_token(
    struct builder *, enum text_slot, unsigned char rank, struct slice raw);
void builder_url(struct builder *, enum text_slot, unsigned char rank,
    struct slice base, struct slice raw);
void builder_date(
    struct builder *, enum date_slot, unsigned char rank, struct slice raw);
void builder_number(struct builder *, enum number_slot, struct slice raw);
/* Add a category, or the names of the persons in a text.  Duplicates are
 * dropped. */
void builder_term(struct builder *, enum list_slot, unsigned char rank,
    struct slice raw, enum markup);
void builder_name(
    struct builder *, unsigned char rank, struct slice raw, enum markup);
/* Add a media object or an enclosure.  `url` is resolved against `base`.  URLs
 * that are not valid, duplicates, and objects after the first LIMIT_ENTRY_LIST
 * are dropped. */
void builder_media(struct builder *, struct slice base, struct slice url,
    enum feed_media_kind);
void builder_enclosure(struct builder *, struct slice base, struct slice url,
    struct slice type, struct slice length);

#endif
