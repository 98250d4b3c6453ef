/*
 * text.h -- internal to enrich/: the text of an article, divided into
 * sentences, words and stems.
 */
#ifndef ENRICH_TEXT_H
#define ENRICH_TEXT_H

#include "base/arena.h"
#include "enrich/frequency.h"
#include "enrich/stems.h"

/* A sentence, or a part of a sentence that is longer than LIMIT_ENRICH_SENTENCE
 * bytes. */
struct enrich_sentence {
	uint32_t from, to; /* bytes of the text, without white space around */
	uint32_t paragraph;
	uint32_t first_word, n_words;
	bool is_whole; /* true if it ends with a full stop or a similar mark */
};

enum enrich_word_flag {
	WORD_CAPITAL = 1, /* begins with a capital letter */
	WORD_ACRONYM = 2, /* two or more letters, all of them capitals */
	WORD_JOINED = 4,  /* at most three spaces, hyphens or "&", an elision,
			     or the full stop of "U.S." are between this word
			     and the word before it */
	WORD_FIRST = 8,   /* first word of a sentence */
	WORD_NUMBER = 16, /* begins with a digit */
	WORD_PAIR = 32    /* two characters of a script without spaces */
};

#define ENRICH_NO_TERM UINT32_MAX

struct enrich_word {
	uint32_t at; /* offset in the text */
	uint16_t bytes;
	uint8_t flags;
	uint32_t sentence;
	uint32_t term; /* ENRICH_NO_TERM: the word is too long */
};

/* A distinct stem of the text. */
struct enrich_term {
	struct slice stem;
	uint64_t key;       /* word_hash() of the stem */
	uint32_t hash;      /* frequency_hash() */
	uint32_t inverse;   /* frequencies_inverse() */
	bool is_stop;       /* a stop word, a single letter, or a stem that many
			       articles contain */
	bool is_listed;     /* struct stem */
	uint8_t edges;      /* run_edges_of(); 0 for scripts with spaces */
	uint32_t n;         /* occurrences */
	uint32_t n_capital; /* occurrences with a capital, except at the start
			       of a sentence */
	uint32_t n_lower;   /* occurrences without a capital */
};

struct enrich_text {
	struct arena *arena;
	/* cache of stems; set to the language of the text */
	struct stem_cache *stems;
	const struct language *language;
	struct frequencies frequencies;
	struct slice text;  /* title, line end, body; at most LIMIT_ENRICH_BYTES
			     */
	uint32_t title_end; /* sentences that begin before it are the title */
	uint32_t n_title_sentences;
	/* The bytes at which the texts of a story begin, in rising order.  The
	 * positions of sentences are counted from the start of their text. */
	const uint32_t *members;
	uint32_t n_members;
	struct enrich_sentence *sentences;
	uint32_t n_sentences;
	struct enrich_word *words;
	uint32_t n_words;
	struct enrich_term *terms; /* in the order of their first occurrence */
	uint32_t n_terms;
};

/* sentences.c: divides text->text. */
void enrich_find_sentences(struct enrich_text *);
/* words.c: finds the words of the sentences, by the word boundaries of Unicode
 * (UAX 29). */
void enrich_find_words(struct enrich_text *);
/* terms.c: stems the words and counts the stems. */
void enrich_find_terms(struct enrich_text *);

static inline struct slice
enrich_word_text(const struct enrich_text *text, const struct enrich_word *word)
{
	return slice_sub(text->text, word->at, (size_t)word->at + word->bytes);
}

#endif
