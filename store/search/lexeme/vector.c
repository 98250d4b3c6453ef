/*
 * vector.c -- writes a text for PostgreSQL's full-text index; see vector.h.
 */
#include "store/search/lexeme/vector.h"

#include <stdio.h>

#include "base/limits.h"
#include "store/search/grams.h"
#include "store/search/lexeme/stemmer.h"
#include "store/search/lexeme/words.h"

/* Number of unused positions between title and body, so that no phrase matches
 * the end of the title and the beginning of the body. */
#define GAP 8

/* Writes the tokens of a text, each followed by a space. */
typedef void vector_split(struct buf *out, struct slice text);

struct vector_writer {
	struct buf *out;
	struct sb_stemmer *stemmer; /* NULL: the tokens are words or grams */
	struct slice head; /* text before each token: ' or 'LANGUAGE: */
	bool omits_grams;  /* omit words with scripts without spaces */
	int position;
	size_t n_bytes; /* number of bytes of all tokens */
	bool failed;
};

/* Appends the end of a token: ':POSITION and the mark.  With printf(), half of
 * the time to make a vector would be spent here. */
static void
vector_write_place(struct vector_writer *w, char mark)
{
	char digits[SLICE_INT64_BYTES], end[] = { mark, ' ' };

	buf_append_slice(w->out, SLICE("':"));
	buf_append_slice(w->out, slice_of_int64(w->position, digits));
	buf_append(w->out, end, sizeof(end));
}

static void
vector_write_token(struct vector_writer *w, struct slice token, char mark)
{
	struct slice stem = token;

	w->position++;
	w->n_bytes += token.len + 1;
	if (token.len > LIMIT_SEARCH_WORD_BYTES ||
	    (w->omits_grams && grams_has(token)))
		return;
	if (w->stemmer != NULL)
		stem = stemmer_stem(w->stemmer, token);
	if (stem.p == NULL) {
		w->failed = true;
		return;
	}
	buf_append_slice(w->out, w->head);
	buf_append_slice(w->out, stem);
	vector_write_place(w, mark);
}

static void
vector_write_text(struct vector_writer *w, struct slice tokens, char mark)
{
	size_t from = 0, to;

	while (from < tokens.len && w->position < LIMIT_SEARCH_WORDS &&
	       w->n_bytes < LIMIT_SEARCH_VECTOR_BYTES &&
	       (to = slice_find_char(tokens, ' ', from)) != SLICE_NOT_FOUND) {
		vector_write_token(w, slice_sub(tokens, from, to), mark);
		from = to + 1;
	}
}

static bool
vector_write(struct vector_writer *w, struct slice title, struct slice body)
{
	vector_write_text(w, title, 'A');
	w->position += GAP;
	vector_write_text(w, body, 'D');
	return !w->failed && !buf_failed(w->out);
}

static bool
vector_write_stems(
    struct vector *v, int stemmer, struct slice title, struct slice body)
{
	struct vector_writer w = { .out = &v->stems,
		.stemmer = stemmer_new(stemmer),
		.omits_grams = v->has_grams };
	char head[16];
	bool done;

	v->language = stemmer_language(stemmer);
	snprintf(head, sizeof(head), "'%s:", v->language);
	w.head = slice_of(head);
	done = w.stemmer != NULL && vector_write(&w, title, body);
	stemmer_free(w.stemmer);
	return done;
}

static bool
vector_write_words(
    struct vector *v, int stemmer, struct slice title, struct slice body)
{
	struct vector_writer w = { .out = &v->words,
		.head = SLICE("'"),
		.omits_grams = v->has_grams };

	return vector_write(&w, title, body) &&
	       (stemmer < 0 || vector_write_stems(v, stemmer, title, body));
}

static bool
vector_write_grams(
    struct vector *v, int stemmer, struct slice title, struct slice body)
{
	struct vector_writer w = { .out = &v->grams, .head = SLICE("'") };

	(void)stemmer;
	return vector_write(&w, title, body);
}

/* Divides title and body into tokens, and writes them. */
static bool
vector_fill(struct vector *v, vector_split *split, int stemmer,
    struct slice title, struct slice body,
    bool (*write)(struct vector *, int, struct slice, struct slice))
{
	struct buf of_title, of_body;
	bool done;

	/* A token has at most four bytes for each byte of its text. */
	buf_init(&of_title, 4 * title.len + 2);
	buf_init(&of_body, 4 * body.len + 2);
	split(&of_title, title);
	split(&of_body, body);
	done = !buf_failed(&of_title) && !buf_failed(&of_body) &&
	       write(v, stemmer, buf_slice(&of_title), buf_slice(&of_body));
	buf_release(&of_title);
	buf_release(&of_body);
	return done;
}

bool
vector_make(struct slice title, struct slice body, struct slice language_tag,
    struct vector *ret)
{
	/* In the vector, the language, the position and the signs around a
	 * token have at most 16 bytes. */
	size_t most = LIMIT_SEARCH_VECTOR_BYTES + 24 * LIMIT_SEARCH_WORDS;

	*ret =
	    (struct vector){ .has_grams = grams_has(title) || grams_has(body) };
	buf_init(&ret->words, most);
	buf_init(&ret->stems, most);
	buf_init(&ret->grams, most);
	return vector_fill(ret, words_of_text, stemmer_find(language_tag),
		   title, body, vector_write_words) &&
	       (!ret->has_grams || vector_fill(ret, grams_of_text, -1, title,
				       body, vector_write_grams));
}

void
vector_release(struct vector *v)
{
	buf_release(&v->words);
	buf_release(&v->stems);
	buf_release(&v->grams);
}
