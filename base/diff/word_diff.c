/*
 * word_diff.c -- finds the differences between two texts, word by word.
 *
 * In:  two texts. Out: unchanged, removed and added runs of words.
 *
 * Each distinct word gets a number. First, words that occur in only one of the
 * texts are marked as changed. The other words are compared by sequence_diff.c.
 */
#include "base/diff/word_diff.h"

#include <stdlib.h>

#include "base/diff/sequence_diff.h"
#include "base/err.h"
#include "base/table.h"
#include "base/text/utf8.h"

struct word {
	uint32_t from, to; /* positions in the text, without white space */
	uint32_t number;
	/* bytes of all words from the beginning of the text to the end of this
	 * word, without white space */
	uint32_t weight;
	uint32_t breaks; /* line breaks up to the word's end */
	bool is_break;
};

struct words {
	struct slice text;
	struct word *items; /* owned */
	bool *changed;      /* owned, one flag per word: the other text does not
			       have the word at this place */
	size_t n, cap;
	bool too_many;
};

/* A change and the unchanged run after it. */
struct hunk {
	size_t a0, a1, b0, b1;
};

struct diff {
	struct words a, b;
	struct table numbers;      /* the value for a word is its number + 1, as
				      a pointer */
	uint32_t *seen_a, *seen_b; /* owned: number of occurrences of each word;
				      the index is the word's number */
	struct hunk *hunks;        /* owned */
	size_t n_hunks;
};

/* ---- words ---- */

static bool
word_diff_add_word(struct words *words, struct word word)
{
	if (words->n == words->cap) {
		size_t cap = words->cap > 0 ? 2 * words->cap : 256;
		struct word *items;

		words->too_many = words->n >= WORD_DIFF_WORDS;
		if (words->too_many)
			return false;
		items = realloc(words->items, cap * sizeof(*items));
		if (items == NULL)
			return false;
		words->items = items;
		words->cap = cap;
	}
	if (words->n > 0) {
		word.weight += words->items[words->n - 1].weight;
		word.breaks = words->items[words->n - 1].breaks;
	}
	word.breaks += word.is_break;
	words->items[words->n++] = word;
	return true;
}

/* Returns the offset after white space; *ret_breaks is the number of line
 * breaks in it. */
static size_t
word_diff_skip_space(struct slice text, size_t at, int *ret_breaks)
{
	*ret_breaks = 0;
	while (at < text.len) {
		uint32_t rune;
		size_t n = utf8_decode(text.p + at, text.len - at, &rune);

		if (!rune_is_space(rune))
			break;
		*ret_breaks += rune == '\n';
		at += n;
	}
	return at;
}

static size_t
word_diff_end_of_word(struct slice text, size_t at, uint32_t *ret_weight)
{
	uint32_t rune;
	size_t from = at;

	at += utf8_decode(text.p + at, text.len - at, &rune);
	*ret_weight = 0;
	if (rune_is_unspaced(rune) || rune_is_word(rune))
		*ret_weight = (uint32_t)(at - from);
	if (rune_is_unspaced(rune) || !rune_is_word(rune))
		return at;
	while (at < text.len) {
		size_t n = utf8_decode(text.p + at, text.len - at, &rune);

		if (!rune_is_word(rune) || rune_is_unspaced(rune))
			break;
		at += n;
	}
	*ret_weight = (uint32_t)(at - from);
	return at;
}

static bool
word_diff_split(struct words *words)
{
	struct slice text = words->text;
	size_t at = 0;
	int breaks;

	words->too_many = text.len > UINT32_MAX / 2;
	if (words->too_many)
		return false;
	for (;;) {
		size_t from = at;
		uint32_t weight;

		at = word_diff_skip_space(text, at, &breaks);
		if (at == text.len)
			return true;
		if (breaks > 0 && words->n > 0 &&
		    !word_diff_add_word(
			words, (struct word){ .from = (uint32_t)from,
				   .to = (uint32_t)at,
				   .number = breaks > 1,
				   .is_break = true }))
			return false;
		from = at;
		at = word_diff_end_of_word(text, at, &weight);
		if (!word_diff_add_word(
			words, (struct word){ .from = (uint32_t)from,
				   .to = (uint32_t)at,
				   .weight = weight }))
			return false;
	}
}

/* ---- numbers ---- */

/* The numbers 0 and 1 are used for line breaks. */
static bool
word_diff_number_words(
    struct diff *diff, struct words *words, uint32_t *ret_next)
{
	for (size_t i = 0; i < words->n; i++) {
		struct word *word = &words->items[i];
		struct slice key = slice_sub(words->text, word->from, word->to);
		void *known;

		if (word->is_break)
			continue;
		known = table_get(&diff->numbers, key);
		if (known == NULL) {
			known = (void *)(uintptr_t)++ * ret_next;
			if (table_put(&diff->numbers, key, known) != 0)
				return false;
		}
		word->number = (uint32_t)(uintptr_t)known;
	}
	return true;
}

static void
word_diff_count_words(const struct words *words, uint32_t *seen)
{
	for (size_t i = 0; i < words->n; i++)
		seen[words->items[i].number]++;
}

/* ---- comparing ---- */

/* The words of one text that also occur in the other text. */
struct shared {
	uint32_t *numbers, *places; /* owned */
	bool *changed;              /* owned */
	size_t n;
};

static void
word_diff_shared_free(struct shared *shared)
{
	free(shared->numbers);
	free(shared->places);
	free(shared->changed);
}

static bool
word_diff_share(
    const struct words *words, const uint32_t *seen_there, struct shared *ret)
{
	size_t n = words->n + 1;

	ret->numbers = calloc(n, sizeof(*ret->numbers));
	ret->places = calloc(n, sizeof(*ret->places));
	ret->changed = calloc(n, sizeof(*ret->changed));
	if (ret->numbers == NULL || ret->places == NULL || ret->changed == NULL)
		return false;
	for (size_t i = 0; i < words->n; i++) {
		uint32_t number = words->items[i].number;

		if (seen_there[number] == 0) {
			words->changed[i] = true;
			continue;
		}
		ret->numbers[ret->n] = number;
		ret->places[ret->n++] = (uint32_t)i;
	}
	return true;
}

static void
word_diff_take_changed(struct words *words, const struct shared *shared)
{
	for (size_t i = 0; i < shared->n; i++)
		if (shared->changed[i])
			words->changed[shared->places[i]] = true;
}

static bool
word_diff_compare(struct diff *diff)
{
	struct shared a = { 0 }, b = { 0 };
	bool done = word_diff_share(&diff->a, diff->seen_b, &a) &&
		    word_diff_share(&diff->b, diff->seen_a, &b);

	if (done) {
		struct sequence of_a = { a.numbers, a.n, a.changed };
		struct sequence of_b = { b.numbers, b.n, b.changed };

		done = sequence_diff(&of_a, &of_b);
	}
	if (done) {
		word_diff_take_changed(&diff->a, &a);
		word_diff_take_changed(&diff->b, &b);
	}
	word_diff_shared_free(&a);
	word_diff_shared_free(&b);
	return done;
}

/* ---- hunks ---- */

static struct word
word_diff_before(const struct words *words, size_t at)
{
	return at > 0 ? words->items[at - 1] : (struct word){ 0 };
}

static uint32_t
word_diff_weigh(const struct words *words, size_t from, size_t to)
{
	return word_diff_before(words, to).weight -
	       word_diff_before(words, from).weight;
}

static uint32_t
word_diff_weigh_hunk(const struct diff *diff, const struct hunk *hunk)
{
	uint32_t a = word_diff_weigh(&diff->a, hunk->a0, hunk->a1);
	uint32_t b = word_diff_weigh(&diff->b, hunk->b0, hunk->b1);

	return a > b ? a : b;
}

/* Returns true if the unchanged run between two changes is not longer than each
 * of the changes and contains no line break. */
static bool
word_diff_belong_together(
    const struct diff *diff, const struct hunk *left, const struct hunk *right)
{
	uint32_t between = word_diff_weigh(&diff->b, left->b1, right->b0);

	return word_diff_before(&diff->b, left->b1).breaks ==
		   word_diff_before(&diff->b, right->b0).breaks &&
	       between <= word_diff_weigh_hunk(diff, left) &&
	       between <= word_diff_weigh_hunk(diff, right);
}

static void
word_diff_push(struct diff *diff, struct hunk hunk)
{
	while (
	    diff->n_hunks > 0 && word_diff_belong_together(diff,
				     &diff->hunks[diff->n_hunks - 1], &hunk)) {
		hunk.a0 = diff->hunks[diff->n_hunks - 1].a0;
		hunk.b0 = diff->hunks[diff->n_hunks - 1].b0;
		diff->n_hunks--;
	}
	diff->hunks[diff->n_hunks++] = hunk;
}

static bool
word_diff_find_hunks(struct diff *diff)
{
	const struct words *a = &diff->a, *b = &diff->b;
	size_t i = 0, j = 0;

	/* The array has space for all hunks: there are at most as many hunks as
	 * changed words. */
	diff->hunks = calloc(a->n + b->n + 1, sizeof(*diff->hunks));
	if (diff->hunks == NULL)
		return false;
	while (i < a->n || j < b->n) {
		struct hunk hunk = { i, i, j, j };

		while (hunk.a1 < a->n && a->changed[hunk.a1])
			hunk.a1++;
		while (hunk.b1 < b->n && b->changed[hunk.b1])
			hunk.b1++;
		if (hunk.a1 > i || hunk.b1 > j)
			word_diff_push(diff, hunk);
		i = hunk.a1 + 1;
		j = hunk.b1 + 1;
	}
	return true;
}

/* ---- public function ---- */

static bool
word_diff_prepare(struct diff *diff)
{
	uint32_t next = 1;
	bool done = word_diff_split(&diff->a) && word_diff_split(&diff->b);

	if (done)
		done = word_diff_number_words(diff, &diff->a, &next) &&
		       word_diff_number_words(diff, &diff->b, &next);
	diff->seen_a = calloc((size_t)next + 1, sizeof(*diff->seen_a));
	diff->seen_b = calloc((size_t)next + 1, sizeof(*diff->seen_b));
	diff->a.changed = calloc(diff->a.n + 1, sizeof(bool));
	diff->b.changed = calloc(diff->b.n + 1, sizeof(bool));
	if (!done || diff->seen_a == NULL || diff->seen_b == NULL ||
	    diff->a.changed == NULL || diff->b.changed == NULL)
		return false;
	word_diff_count_words(&diff->a, diff->seen_a);
	word_diff_count_words(&diff->b, diff->seen_b);
	return word_diff_compare(diff) && word_diff_find_hunks(diff);
}

/* Returns the words `from` to `to`, with the white space before them. */
static struct slice
word_diff_text_of(const struct words *words, size_t from, size_t to)
{
	if (from == to)
		return SLICE_NONE;
	return slice_sub(words->text, word_diff_before(words, from).to,
	    words->items[to - 1].to);
}

static int
word_diff_visit_run(enum word_diff_kind kind, struct slice text,
    word_diff_visit *visit, void *arg)
{
	return text.len > 0 ? visit(kind, text, arg) : 0;
}

static int
word_diff_visit_all(const struct diff *diff, word_diff_visit *visit, void *arg)
{
	size_t j = 0;
	int rc = 0;

	for (size_t i = 0; i < diff->n_hunks && rc == 0; i++) {
		const struct hunk *hunk = &diff->hunks[i];

		rc = word_diff_visit_run(WORDS_SAME,
		    word_diff_text_of(&diff->b, j, hunk->b0), visit, arg);
		if (rc == 0)
			rc = word_diff_visit_run(WORDS_REMOVED,
			    word_diff_text_of(&diff->a, hunk->a0, hunk->a1),
			    visit, arg);
		if (rc == 0)
			rc = word_diff_visit_run(WORDS_ADDED,
			    word_diff_text_of(&diff->b, hunk->b0, hunk->b1),
			    visit, arg);
		j = hunk->b1;
	}
	if (rc == 0)
		rc = word_diff_visit_run(WORDS_SAME,
		    word_diff_text_of(&diff->b, j, diff->b.n), visit, arg);
	return rc;
}

static void
word_diff_release(struct diff *diff)
{
	table_release(&diff->numbers);
	free(diff->seen_a);
	free(diff->seen_b);
	free(diff->hunks);
	free(diff->a.items);
	free(diff->b.items);
	free(diff->a.changed);
	free(diff->b.changed);
}

int
word_diff(struct slice old, struct slice new, word_diff_visit *visit, void *arg)
{
	struct diff diff = { .a = { .text = old }, .b = { .text = new } };
	int rc;

	table_init(&diff.numbers);
	if (word_diff_prepare(&diff)) {
		rc = word_diff_visit_all(&diff, visit, arg);
	} else if (!diff.a.too_many && !diff.b.too_many) {
		rc = ERR_MEMORY;
	} else {
		rc = word_diff_visit_run(WORDS_REMOVED, old, visit, arg);
		if (rc == 0)
			rc = word_diff_visit_run(WORDS_ADDED, new, visit, arg);
	}
	word_diff_release(&diff);
	return rc;
}
