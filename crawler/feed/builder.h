/*
 * builder.h -- what was read so far of a feed and of the entry in hand, by
 * slots; shared by the readers of XML and JSON.
 */
#ifndef CRAWLER_FEED_BUILDER_H
#define CRAWLER_FEED_BUILDER_H

#include "base/buf.h"
#include "crawler/feed/feed.h"
#include "crawler/feed/vocabulary.h"

#define RANK_LAST    255
#define RANK_FOREIGN 254 /* of links: a scheme that nobody fetches */

struct candidate {
	struct slice value; /* SLICE_NONE: nothing yet */
	unsigned char rank;
};

struct dated {
	int64_t at;
	unsigned char rank;
	struct slice undecided; /* 02/01/2006: day or month? */
};

struct gathered {
	struct slice *items;
	size_t n, cap;
	unsigned char rank; /* of what is in it: lower ones push it out */
};

/* One feed, or one entry. */
struct scope {
	bool is_entry;
	struct candidate texts[N_TEXT_SLOTS];
	struct dated dates[N_DATE_SLOTS];
	int64_t numbers[N_NUMBER_SLOTS];
	struct gathered lists[N_LIST_SLOTS];
	struct feed_enclosure *enclosures;
	size_t n_enclosures, enclosure_cap;
	bool id_is_permalink;
	/* summary and content with their paragraphs */
	struct slice summary_lines, content_lines;
};

struct undecided_date {
	size_t entry;
	enum date_slot slot;
	struct slice text;
};

struct aged_entry {
	int64_t at;
	size_t index;
};

struct builder {
	struct arena *arena;
	struct feed *feed;
	struct slice base_url;
	struct scope feed_scope, entry_scope;
	struct scope *scope; /* the one in hand */
	size_t entry_cap;
	struct aged_entry *aged; /* scratch; NULL until there are too many */
	enum date_order date_order;
	bool date_order_mixed;
	struct undecided_date *undecided;
	size_t n_undecided, undecided_cap;
	struct buf text; /* scratch */
};

void builder_init(
    struct builder *, struct arena *, struct feed *, struct slice base_url);
void builder_release(struct builder *);
/* What the jump out of its arena is told as: ERR_LIMIT, ERR_MEMORY. */
int builder_exhausted(const struct builder *, struct err *e);

void builder_begin_entry(struct builder *);
/* Adds the entry in hand to the feed, or forgets it. */
void builder_end_entry(struct builder *, bool keep);
/* Fills feed->… from the slots. */
void builder_finish(struct builder *);

/* Each offers a value to the scope in hand; raw texts are borrowed. */
void builder_text(struct builder *, enum text_slot, unsigned char rank,
    struct slice raw, enum markup);
void builder_token(
    struct builder *, enum text_slot, unsigned char rank, struct slice raw);
void builder_url(struct builder *, enum text_slot, unsigned char rank,
    struct slice base, struct slice raw);
void builder_date(
    struct builder *, enum date_slot, unsigned char rank, struct slice raw);
void builder_number(struct builder *, enum number_slot, struct slice raw);
/* A term or a name; duplicates are dropped. */
void builder_term(struct builder *, enum list_slot, unsigned char rank,
    struct slice raw, enum markup);
void builder_name(
    struct builder *, unsigned char rank, struct slice raw, enum markup);
void builder_media(struct builder *, struct slice base, struct slice url);
void builder_enclosure(struct builder *, struct slice base, struct slice url,
    struct slice type, struct slice length);

/* Text of a field: markup out, normalised, in the arena; SLICE_NONE if
 * nothing is left. ret_lines (may be NULL): the same with its paragraphs. */
struct slice builder_plain(
    struct builder *, struct slice raw, enum markup, struct slice *ret_lines);

#endif
