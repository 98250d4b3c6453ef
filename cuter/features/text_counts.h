/*
 * text_counts.h -- counts of the text of one block, made in one pass.
 */
#ifndef CUTER_FEATURES_TEXT_COUNTS_H
#define CUTER_FEATURES_TEXT_COUNTS_H

#include "cuter/page.h"

/* The topic of a phrase in a short text; phrases.inc has the phrases. */
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

#define WORD_SET_MAX   64
#define WORD_SET_SLOTS 256

/* The distinct words of a title or description. */
struct word_set {
	uint32_t hash[WORD_SET_MAX];
	uint32_t n;
	/* a hash table with open addressing: index in hash[] + 1; 0: free */
	uint8_t slots[WORD_SET_SLOTS];
};

/* All sequences of three words of a long text. */
#define GRAM_SET_BYTES (256 * 1024) /* only the beginning of a text is read */

struct gram_set {
	uint32_t *slots; /* 0: free */
	uint32_t mask, n;
};

/* Numbers of characters, words and elements of a block.  A name that ends in
 * "_hits" is the number of those that are also in the other text. */
struct text_counts {
	uint64_t hash; /* of all words */
	uint32_t runes, letters, capitals, digits, points, commas;
	uint32_t sentences; /* ends of sentences */
	uint32_t words, short_words, capital_words, long_words;
	uint32_t link_runs, links_at_start, emphasis_bytes, elements, breaks;
	uint32_t media;
	uint32_t phrases[PHRASE_COUNT];
	uint32_t title_words,
	    title_hits; /* words of the block that are in the title; distinct
			   words of the title that are in the block */
	uint32_t lead_words, lead_hits;
	uint32_t grams, gram_hits; /* number of sequences of three words, and of
				      those that are in the gram_set */
	uint8_t begins, ends;      /* enum text_edge */
	bool has_copyright, has_bar, has_year, has_arrow;
};

enum text_edge {
	EDGE_OTHER,
	EDGE_SMALL,
	EDGE_CAPITAL,
	EDGE_DIGIT,
	EDGE_QUOTE,
	EDGE_STOP, /* . ! ? and their CJK forms */
	EDGE_COLON,
	EDGE_DOTS,
	EDGE_COMMA
};

/* One bit for the hash of each phrase. It excludes most words without a search.
 */
#define PHRASE_BITS 8192
struct phrase_set {
	uint64_t bits[PHRASE_BITS / 64];
};
/* Sets the bits of all phrases of phrases.inc. */
void phrase_set_init(struct phrase_set *);

/* Reads the words of a text into a set; words beyond its size are ignored. */
void word_set_read(struct word_set *, struct slice);
/* Reads the sequences of words of a text into a set, whose slots are in the
 * arena.  O(GRAM_SET_BYTES). */
void gram_set_read(struct gram_set *, struct arena *, struct slice);
/* Fills *r. O(text of the block). */
void text_counts_read(struct text_counts *, const struct page *,
    const struct block *, const struct phrase_set *,
    const struct word_set *title, const struct word_set *lead,
    const struct gram_set *);

#endif
