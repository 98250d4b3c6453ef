/*
 * reading.h -- what is counted in the text of one block, in one reading.
 */
#ifndef CUTER_FEATURES_READING_H
#define CUTER_FEATURES_READING_H

#include "cuter/page.h"

/* What a short text speaks of, by its words; reading.inc. */
enum phrase {
	PHRASE_MORE,    /* read more, also, related */
	PHRASE_SHARE,   /* share, follow, social networks */
	PHRASE_COMMENT, /* comments, reply */
	PHRASE_LETTER,  /* newsletter, subscribe, sign up */
	PHRASE_CREDIT,  /* photo, getty, agencies */
	PHRASE_RIGHTS,  /* copyright, all rights reserved */
	PHRASE_SELL,    /* advertisement, sponsored, buy */
	PHRASE_BY,      /* by, von, par */
	PHRASE_TIME,    /* published, updated, minutes, months */
	PHRASE_AUTHOR,  /* writer, reporter, is a */
	PHRASE_CONSENT, /* cookies, privacy */
	PHRASE_COUNT
};

#define READING_SET_MAX 64

/* Distinct words of a title or description. */
struct word_set {
	uint32_t hash[READING_SET_MAX];
	uint32_t n;
	uint64_t bits; /* hash % 64 of each: most words end here */
};

/* Every three words in a row of a long text. */
#define GRAM_SET_BYTES (256 * 1024) /* of a text that are looked at */

struct gram_set {
	uint32_t *slots; /* 0: free */
	uint32_t mask, n;
};

struct reading {
	uint64_t hash; /* of its words */
	uint32_t runes, letters, capitals, digits, points, commas;
	uint32_t sentences; /* ends of */
	uint32_t words, short_words, capital_words, long_words;
	uint32_t link_runs, links_at_start, emphasis_bytes, elements, breaks;
	uint32_t media;
	uint32_t phrases[PHRASE_COUNT];
	uint32_t title_words, title_hits; /* of block, distinct of title */
	uint32_t lead_words, lead_hits;
	uint32_t grams, gram_hits; /* of three words; in the page's own text */
	uint8_t begins, ends;      /* enum reading_edge */
	bool has_copyright, has_bar, has_year, has_arrow;
};

enum reading_edge {
	EDGE_OTHER,
	EDGE_SMALL,
	EDGE_CAPITAL,
	EDGE_DIGIT,
	EDGE_QUOTE,
	EDGE_STOP, /* . ! ? 。 */
	EDGE_COLON,
	EDGE_DOTS,
	EDGE_COMMA
};

/* Which words may be phrases: a bit by the hash of each.  Most are none. */
#define PHRASE_BITS 8192
struct phrase_set {
	uint64_t bits[PHRASE_BITS / 64];
};
void phrase_set_init(struct phrase_set *);

/* Words of a text as a set, beyond the room for it forgotten. */
void word_set_read(struct word_set *, struct slice);
void gram_set_read(struct gram_set *, struct arena *, struct slice);
/* O(text of the block). */
void reading_of_block(struct reading *, const struct page *,
    const struct block *, const struct phrase_set *,
    const struct word_set *title, const struct word_set *lead,
    const struct gram_set *);

#endif
