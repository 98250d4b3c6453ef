/*
 * summary.c -- selects the sentences of a summary; see summary.h.
 *
 * The score of a sentence is a sum of three parts: the weight of its terms
 * (frequency in the text, inverse document frequency), its share of the terms
 * of the title, and its position.  Sentences about an interest of the reader
 * have a higher score.  Sentences are taken one after another; the score of the
 * others falls with their similarity to those that were taken.  In a summary of
 * several texts, a sentence that is similar to a taken one is not taken.
 *
 * Source: Carbonell, Goldstein, "The Use of MMR, Diversity-Based Reranking for
 * Reordering Documents and Producing Summaries", section 2 (maximal marginal
 * relevance).
 */
#include "enrich/summary.h"

#include "base/limits.h"
#include "enrich/interests.h"

/* Shares of the parts of a score.  Leads of news state the facts of a story, so
 * the position has the greatest share (docs/enrichment.md). */
#define TERMS_SHARE    50
#define TITLE_SHARE    50
#define POSITION_SHARE 900
#define POSITION_HALF  6 /* position at which its part is halved */
/* A sentence with the best interests rises above the lead. */
#define INTEREST_SHARE 1000
/* Similarity above SIMILAR_FROM lowers a score by up to SIMILAR_SHARE. */
#define ONE           1024
#define SIMILAR_FROM  800
#define SIMILAR_SHARE 300
#define STORY_SIMILAR 600 /* in a summary of several texts */
/* A sentence with fewer than SHORT_WORDS words is not taken. A part of a text
 * without a full stop is a heading, and is not taken, if it has fewer than
 * HEADING_WORDS words. The first sentence of the body may be taken in both
 * cases. */
#define SHORT_WORDS   3
#define HEADING_WORDS 6
#define LONG_WORDS    60 /* a longer sentence has a lower score */
/* Mean length of a sentence; a summary of n sentences has at most n times
 * this number of words, or is one sentence. */
#define MEAN_WORDS 18

struct summary_sentence {
	uint32_t first_term, n_terms; /* its distinct terms with a weight */
	int64_t weight; /* sum of the weights of its distinct terms */
	int64_t score;  /* 0 .. 1000, with interests 0 .. 2000 */
	int64_t
	    similar; /* 0 .. ONE: similarity to the sentences that were taken */
	bool is_taken, is_possible;
};

struct summary_work {
	const struct enrich_text *text;
	struct summary_sentence *sentences; /* parallel to text->sentences */
	int64_t *weights;                   /* weight of each term */
	uint32_t *terms; /* the distinct terms of the first sentence, of the
			    second one, and so on */
	bool *in_title, *in_taken;
};

static int64_t
summary_term_weight(const struct enrich_term *term)
{
	if (term->is_stop)
		return 0;
	return (int64_t)term->inverse * frequency_log2(term->n + 1) / 256;
}

/* Lists the distinct terms of each sentence, without stop words. */
static void
summary_list_terms(struct summary_work *w)
{
	const struct enrich_text *t = w->text;
	/* for each term: the last sentence with it, plus one */
	uint32_t *seen =
	    arena_array(t->arena, (size_t)t->n_terms + 1, sizeof(*seen));
	uint32_t n = 0;

	w->terms = arena_array_uninit(
	    t->arena, (size_t)t->n_words + 1, sizeof(*w->terms));
	for (uint32_t i = 0; i < t->n_sentences; i++) {
		const struct enrich_sentence *s = &t->sentences[i];
		struct summary_sentence *found = &w->sentences[i];

		found->first_term = n;
		for (uint32_t k = 0; k < s->n_words; k++) {
			uint32_t term = t->words[s->first_word + k].term;

			if (term == ENRICH_NO_TERM || seen[term] == i + 1 ||
			    w->weights[term] == 0)
				continue;
			seen[term] = i + 1;
			w->terms[n++] = term;
			found->weight += w->weights[term];
		}
		found->n_terms = n - found->first_term;
	}
}

/* Returns the weight of the distinct terms of a sentence with set[term]. */
static int64_t
summary_weigh(const struct summary_work *w, uint32_t sentence, const bool *set)
{
	const struct summary_sentence *s = &w->sentences[sentence];
	int64_t sum = 0;

	for (uint32_t i = 0; i < s->n_terms; i++) {
		uint32_t term = w->terms[s->first_term + i];

		sum += set[term] ? w->weights[term] : 0;
	}
	return sum;
}

static void
summary_set(
    const struct summary_work *w, uint32_t sentence, bool *set, bool value)
{
	const struct summary_sentence *s = &w->sentences[sentence];

	for (uint32_t i = 0; i < s->n_terms; i++)
		set[w->terms[s->first_term + i]] = value;
}

static void
summary_init(struct summary_work *w, const struct enrich_text *t)
{
	*w = (struct summary_work){ .text = t };
	w->sentences = arena_array(
	    t->arena, (size_t)t->n_sentences + 1, sizeof(*w->sentences));
	w->weights =
	    arena_array(t->arena, (size_t)t->n_terms + 1, sizeof(*w->weights));
	w->in_title =
	    arena_array(t->arena, (size_t)t->n_terms + 1, sizeof(bool));
	w->in_taken =
	    arena_array(t->arena, (size_t)t->n_terms + 1, sizeof(bool));
	for (uint32_t i = 0; i < t->n_terms; i++)
		w->weights[i] = summary_term_weight(&t->terms[i]);
	summary_list_terms(w);
	for (uint32_t i = 0; i < t->n_title_sentences; i++)
		summary_set(w, i, w->in_title, true);
}

/* Returns the mean weight of a term, with a prior for short sentences. */
static int64_t
summary_density(const struct summary_work *w, uint32_t sentence)
{
	int64_t n = w->text->sentences[sentence].n_words;

	if (n > LONG_WORDS)
		n = n * n / LONG_WORDS;
	return w->sentences[sentence].weight / (n + 10);
}

/* Returns the position of a sentence in its text. */
static int64_t
summary_position(const struct enrich_text *t, uint32_t sentence,
    uint32_t *member, uint32_t *first)
{
	while (*member + 1 < t->n_members &&
	       t->sentences[sentence].from >= t->members[*member + 1]) {
		++*member;
		*first = sentence;
	}
	return sentence - *first;
}

static void
summary_score(struct summary_work *w)
{
	const struct enrich_text *t = w->text;
	uint32_t first = t->n_title_sentences;
	uint32_t member = 0, first_of_member = first;
	int64_t title = 1, most = 1;

	for (uint32_t i = 0; i < t->n_terms; i++)
		title += w->in_title[i] ? w->weights[i] : 0;
	for (uint32_t i = first; i < t->n_sentences; i++)
		if (summary_density(w, i) > most)
			most = summary_density(w, i);
	for (uint32_t i = first; i < t->n_sentences; i++) {
		struct summary_sentence *s = &w->sentences[i];
		int64_t position =
		    summary_position(t, i, &member, &first_of_member);

		s->is_possible =
		    position == 0 ||
		    (t->sentences[i].n_words >= SHORT_WORDS &&
			(t->sentences[i].is_whole ||
			    t->sentences[i].n_words >= HEADING_WORDS));
		s->score =
		    TERMS_SHARE * summary_density(w, i) / most +
		    TITLE_SHARE * summary_weigh(w, i, w->in_title) / title +
		    POSITION_SHARE * POSITION_HALF / (POSITION_HALF + position);
		if (t->sentences[i].n_words > LONG_WORDS)
			s->score =
			    s->score * LONG_WORDS / t->sentences[i].n_words;
	}
}

static void
summary_add_interests(struct summary_work *w,
    const struct enrich_interest *interests, size_t n_interests)
{
	const uint32_t *shares =
	    interests_find(w->text, interests, n_interests);

	for (uint32_t i = w->text->n_title_sentences;
	     shares != NULL && i < w->text->n_sentences; i++)
		w->sentences[i].score +=
		    (int64_t)INTEREST_SHARE * shares[i] / INTEREST_ONE;
}

/* Takes a sentence into the summary. Raises `similar` of each other sentence to
 * its similarity to the taken sentence. */
static void
summary_take(struct summary_work *w, uint32_t taken)
{
	const struct enrich_text *t = w->text;

	w->sentences[taken].is_taken = true;
	summary_set(w, taken, w->in_taken, true);
	for (uint32_t i = t->n_title_sentences; i < t->n_sentences; i++) {
		struct summary_sentence *s = &w->sentences[i];
		int64_t least = s->weight < w->sentences[taken].weight
				    ? s->weight
				    : w->sentences[taken].weight;
		int64_t similar =
		    summary_weigh(w, i, w->in_taken) * ONE / (least + 1);

		if (similar > s->similar)
			s->similar = similar;
	}
	summary_set(w, taken, w->in_taken, false);
}

/* Returns the best sentence that is not taken yet; n_sentences if there is
 * none. If `any` is true, short sentences and headings are considered, too. */
static uint32_t
summary_best(const struct summary_work *w, bool any)
{
	uint32_t best = w->text->n_sentences;
	int64_t most = INT64_MIN;

	for (uint32_t i = w->text->n_title_sentences; i < w->text->n_sentences;
	     i++) {
		const struct summary_sentence *s = &w->sentences[i];
		int64_t over = s->similar - SIMILAR_FROM;
		int64_t score = s->score;

		if (over > 0)
			score -= SIMILAR_SHARE * over / (ONE - SIMILAR_FROM);

		if (w->text->n_members > 1 && s->similar > STORY_SIMILAR)
			continue;
		if (!s->is_taken && (s->is_possible || any) && score > most) {
			most = score;
			best = i;
		}
	}
	return best;
}

struct slice
summary_find(const struct enrich_text *t, size_t n,
    const struct enrich_interest *interests, size_t n_interests)
{
	struct summary_work w;
	struct slice parts[2 * LIMIT_ENRICH_SENTENCES];
	size_t n_parts = 0;
	bool any = false;
	uint32_t total = 0;

	if (n == 0 || t->n_sentences == t->n_title_sentences)
		return SLICE_NONE;
	summary_init(&w, t);
	summary_score(&w);
	summary_add_interests(&w, interests, n_interests);
	for (size_t i = 0; i < n; i++) {
		uint32_t best = summary_best(&w, any);

		if (best == t->n_sentences && i == 0) {
			any = true;
			best = summary_best(&w, any);
		}
		if (best == t->n_sentences ||
		    (i > 0 &&
			total + t->sentences[best].n_words > MEAN_WORDS * n))
			break;
		total += t->sentences[best].n_words;
		summary_take(&w, best);
	}
	for (uint32_t i = 0; i < t->n_sentences; i++)
		if (w.sentences[i].is_taken) {
			if (n_parts > 0)
				parts[n_parts++] = SLICE(" ");
			parts[n_parts++] = slice_sub(
			    t->text, t->sentences[i].from, t->sentences[i].to);
		}
	return arena_join(t->arena, parts, n_parts);
}
