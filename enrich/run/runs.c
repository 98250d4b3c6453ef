/*
 * runs.c -- finds whole names in scripts without spaces; see runs.h.
 *
 * A run is a sequence of adjacent words.  In a script without spaces, each
 * word is a pair of characters, which shares one character with the next pair.
 * A run may also contain up to three words of other scripts ("5G技术").  Each
 * term has a list of its occurrences.  The occurrences of a run are found in
 * the list of its first word.  RUN_WORDS limits the length of a run.
 */
#include "enrich/run/runs.h"

#include <string.h>

#include "enrich/run/run_edges.h"

/* A character is added to a fragment if at least GROW_SHARE % of the fragment's
 * occurrences have it, and at least GROW_LEAST occurrences. */
#define GROW_SHARE 75
#define GROW_LEAST 2
/* Removing a character at the edge makes a run more frequent. The character is
 * removed if the longer run has fewer than TRIM_SHARE % of the occurrences of
 * the shorter one. */
#define TRIM_SHARE 60
/* A run of which OVERLAP_SHARE % of the occurrences share a character with
 * chosen terms is redundant. */
#define OVERLAP_SHARE 60

struct runs {
	const struct enrich_text *text;
	uint32_t *first; /* for each term: its first word; n_words: none */
	uint32_t *next;  /* for each word: the next word of the same term */
	uint32_t *found; /* for each occurrence of a run: its first word */
	uint32_t n_found;
	bool *chosen; /* for each byte: it is in a chosen run */
	bool is_loose;
};

/* A sequence of n words from the word `at` on. */
struct run {
	uint32_t at, n;
};

struct runs *
runs_new(const struct enrich_text *t, bool is_loose)
{
	struct runs *r = arena_array(t->arena, 1, sizeof(*r));

	r->text = t;
	r->is_loose = is_loose;
	r->first = arena_array_uninit(
	    t->arena, (size_t)t->n_terms + 1, sizeof(uint32_t));
	r->next = arena_array_uninit(
	    t->arena, (size_t)t->n_words + 1, sizeof(uint32_t));
	r->found = arena_array_uninit(
	    t->arena, (size_t)t->n_words + 1, sizeof(uint32_t));
	r->chosen = arena_array(t->arena, t->text.len + 1, sizeof(bool));
	for (uint32_t i = 0; i < t->n_terms; i++)
		r->first[i] = t->n_words;
	for (uint32_t i = t->n_words; i-- > 0;) {
		uint32_t term = t->words[i].term;

		if (term == ENRICH_NO_TERM)
			continue;
		r->next[i] = r->first[term];
		r->first[term] = i;
	}
	return r;
}

bool
runs_is_run(const struct enrich_text *t, const struct phrase *p)
{
	for (uint32_t i = 0; i < p->n; i++)
		if ((t->words[p->sample + i].flags & WORD_PAIR) != 0)
			return true;
	return false;
}

/* ---- occurrences ---- */

/* Returns true if the word `at` and the next one are pairs that share a
 * character. */
static bool
runs_is_adjacent(const struct enrich_text *t, uint32_t at)
{
	const struct enrich_word *word = &t->words[at], *next = word + 1;

	return at + 1 < t->n_words && word->sentence == next->sentence &&
	       next->at < word->at + word->bytes &&
	       (next->flags & WORD_JOINED) != 0 &&
	       word->term != ENRICH_NO_TERM && next->term != ENRICH_NO_TERM;
}

/* Returns true if the words at `at` are the words of the run, joined to each
 * other. */
static bool
runs_is_at(const struct enrich_text *t, struct run run, uint32_t at)
{
	const struct enrich_word *word = &t->words[at],
				 *same = &t->words[run.at];

	if (at + run.n > t->n_words ||
	    word->sentence != word[run.n - 1].sentence)
		return false;
	for (uint32_t i = 0; i < run.n; i++)
		if (word[i].term != same[i].term ||
		    (i > 0 && (word[i].flags & WORD_JOINED) == 0))
			return false;
	return true;
}

/* Writes the occurrences of the run to r->found.  Returns their number. */
static uint32_t
runs_locate(struct runs *r, struct run run)
{
	const struct enrich_text *t = r->text;

	r->n_found = 0;
	for (uint32_t at = r->first[t->words[run.at].term]; at < t->n_words;
	     at = r->next[at])
		if (runs_is_at(t, run, at))
			r->found[r->n_found++] = at;
	return r->n_found;
}

/* ---- edges ---- */

static unsigned
runs_edges(const struct runs *r, uint32_t at)
{
	return r->text->terms[r->text->words[at].term].edges;
}

/* Removes function characters at both ends. */
static struct run
runs_strip(const struct runs *r, struct run run)
{
	while (run.n > 0 && (runs_edges(r, run.at) & RUN_NOT_FIRST) != 0) {
		run.at++;
		run.n--;
	}
	while (run.n > 0 &&
	       (runs_edges(r, run.at + run.n - 1) & RUN_NOT_LAST) != 0)
		run.n--;
	return run;
}

/* Returns true if the word at `at` is a function word of two characters. */
static bool
runs_is_function(const struct runs *r, uint32_t at)
{
	return (runs_edges(r, at) & RUN_FUNCTION) != 0;
}

/* Returns true if most located occurrences of the run begin or end inside a
 * function word. */
static bool
runs_is_cut(const struct runs *r, uint32_t n)
{
	const struct enrich_text *t = r->text;
	uint32_t n_cut = 0;

	for (uint32_t i = 0; i < r->n_found; i++) {
		uint32_t at = r->found[i], last = at + n - 1;

		n_cut += (at > 0 && runs_is_adjacent(t, at - 1) &&
			     runs_is_function(r, at - 1)) ||
			 (runs_is_adjacent(t, last) &&
			     runs_is_function(r, last + 1));
	}
	return n_cut * 100 >= r->n_found * OVERLAP_SHARE;
}

/* Returns true if punctuation, an end of the sentence or a word with RUN_STOP
 * is at each end of the run. */
static bool
runs_is_delimited(const struct runs *r, struct run run)
{
	const struct enrich_text *t = r->text;
	uint32_t last = run.at + run.n - 1;

	return (run.at == 0 || !runs_is_adjacent(t, run.at - 1) ||
		   (runs_edges(r, run.at - 1) & RUN_STOP) != 0) &&
	       (!runs_is_adjacent(t, last) ||
		   (runs_edges(r, last + 1) & RUN_STOP) != 0);
}

/* Removes a character at an edge if the run is clearly more frequent without
 * it. */
static struct run
runs_trim(struct runs *r, struct run run)
{
	uint32_t n = runs_locate(r, run);

	while (run.n > 1) {
		struct run left = { run.at, run.n - 1 },
			   right = { run.at + 1, run.n - 1 };
		uint32_t n_left = runs_locate(r, left),
			 n_right = runs_locate(r, right);
		uint32_t more = n_left > n_right ? n_left : n_right;

		if (n * 100 >= more * TRIM_SHARE)
			break;
		run = n_left >= n_right ? left : right;
		n = more;
	}
	return run;
}

/* ---- growth ---- */

/* Returns the word after (step 1) or before (step -1) an occurrence, or n_words
 * if the run cannot continue there. */
static uint32_t
runs_neighbour(const struct runs *r, uint32_t at, uint32_t n, int step)
{
	const struct enrich_text *t = r->text;
	uint32_t from = step > 0 ? at + n - 1 : at - 1,
		 to = step > 0 ? at + n : at - 1;

	if ((step < 0 && at == 0) || !runs_is_adjacent(t, from))
		return t->n_words;
	return (t->words[to].flags & WORD_PAIR) != 0 &&
		       (runs_edges(r, to) & (RUN_BREAK | RUN_STOP)) == 0
		   ? to
		   : t->n_words;
}

/* Returns the neighbour of one of the occurrences.  If more than half of the
 * neighbours have the same term, the result has this term.  Returns n_words if
 * no occurrence has a neighbour.  (Boyer, Moore, "MJRTY: A Fast Majority Vote
 * Algorithm") */
static uint32_t
runs_majority(const struct runs *r, uint32_t n, int step)
{
	const struct enrich_text *t = r->text;
	uint32_t best = t->n_words, votes = 0;

	for (uint32_t i = 0; i < r->n_found; i++) {
		uint32_t at = runs_neighbour(r, r->found[i], n, step);

		if (at == t->n_words)
			continue;
		if (votes == 0)
			best = at;
		votes = votes == 0 || t->words[at].term == t->words[best].term
			    ? votes + 1
			    : votes - 1;
	}
	return best;
}

/* Adds a word at one end and keeps the occurrences that have it.  Returns false
 * and changes nothing if fewer than `least` have it. */
static bool
runs_grow_one(struct runs *r, struct run *run, uint32_t least, int step)
{
	const struct enrich_text *t = r->text;
	uint32_t best = runs_majority(r, run->n, step), n = 0;

	for (uint32_t pass = 0; pass < 2; pass++) {
		n = 0;
		for (uint32_t i = 0; i < r->n_found && best < t->n_words; i++) {
			uint32_t at =
			    runs_neighbour(r, r->found[i], run->n, step);

			if (at == t->n_words ||
			    t->words[at].term != t->words[best].term)
				continue;
			if (pass == 1)
				r->found[n] = r->found[i] - (step < 0);
			n++;
		}
		if (n < least)
			return false;
	}
	r->n_found = n;
	run->at = r->found[0];
	run->n++;
	return true;
}

/* Adds the characters that most occurrences have (GROW_SHARE).  A run that is
 * longer than RUN_WORDS is a repeated sentence: it is not a term. */
static struct run
runs_grow(struct runs *r, struct run fragment)
{
	uint32_t n = runs_locate(r, fragment),
		 least = (n * GROW_SHARE + 99) / 100;
	struct run run = fragment;

	if (least < GROW_LEAST)
		least = GROW_LEAST;
	while (run.n <= RUN_WORDS && (runs_grow_one(r, &run, least, 1) ||
					 runs_grow_one(r, &run, least, -1)))
		;
	if (run.n <= RUN_WORDS)
		return run;
	return r->is_loose ? fragment : (struct run){ 0 };
}

/* ---- selection ---- */

static size_t
runs_end(const struct enrich_text *t, uint32_t at, uint32_t n)
{
	const struct enrich_word *last = &t->words[at + n - 1];

	return (size_t)last->at + last->bytes;
}

/* Returns true if most of the located occurrences share a character with a
 * chosen run. */
static bool
runs_overlap(const struct runs *r, uint32_t n)
{
	const struct enrich_text *t = r->text;
	uint32_t n_overlaps = 0;

	for (uint32_t i = 0; i < r->n_found; i++) {
		size_t at = t->words[r->found[i]].at,
		       end = runs_end(t, r->found[i], n);

		while (at < end && !r->chosen[at])
			at++;
		n_overlaps += at < end;
	}
	return n_overlaps * 100 >= r->n_found * OVERLAP_SHARE;
}

bool
runs_cover(struct runs *r, const struct phrase *p)
{
	runs_locate(r, (struct run){ p->sample, p->n });
	return runs_overlap(r, p->n);
}

void
runs_choose(struct runs *r, const struct phrase *p)
{
	const struct enrich_text *t = r->text;

	runs_locate(r, (struct run){ p->sample, p->n });
	for (uint32_t i = 0; i < r->n_found; i++)
		memset(r->chosen + t->words[r->found[i]].at, true,
		    runs_end(t, r->found[i], p->n) - t->words[r->found[i]].at);
}

/* Returns the run as a phrase with the score of the fragment. */
static struct phrase *
runs_phrase(const struct runs *r, struct run run, const struct phrase *fragment)
{
	const struct enrich_text *t = r->text;
	struct phrase *p = arena_array(t->arena, 1, sizeof(*p));

	*p = *fragment;
	p->n = run.n;
	p->n_body = p->n_title = 0;
	p->first = p->sample = r->found[0];
	for (uint32_t i = 0; i < r->n_found; i++)
		if (t->words[r->found[i]].at < t->title_end)
			p->n_title++;
		else if (p->n_body++ == 0)
			p->sample = r->found[i];
	for (uint32_t i = 0; i < PHRASE_WORDS; i++)
		p->terms[i] =
		    i < run.n ? t->words[run.at + i].term : ENRICH_NO_TERM;
	return p;
}

struct phrase *
runs_find(struct runs *r, const struct phrase *fragment)
{
	struct run run = { fragment->sample, fragment->n };

	run = runs_grow(r, run);
	if (run.n == 0)
		return NULL;
	run = runs_grow(r, runs_trim(r, run));
	run = runs_strip(r, run);
	if (run.n == 0)
		return NULL;
	runs_locate(r, run);
	if (r->n_found < GROW_LEAST && !r->is_loose &&
	    !runs_is_delimited(r, run))
		return NULL;
	if (runs_is_cut(r, run.n) || runs_overlap(r, run.n))
		return NULL;
	return runs_phrase(r, run, fragment);
}
