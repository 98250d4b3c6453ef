/*
 * cutoff.c -- the score over which the blocks of one page are text.
 *
 * In:  blocks, marks, the scores of both stages.
 * Out: the cutoff of this page, in MODEL_UNITs.
 *
 * The word F1 of a page is highest if a block is text when its probability is
 * over half of that F1 (Lipton et al., "Optimal thresholding of classifiers to
 * maximize F1 measure", 2014). So the best cutoff is lower on a page whose
 * blocks are all uncertain than on a page whose text is certain. The function
 * computes the expected F1 of each cutoff from the probabilities of the blocks,
 * and takes the best one. The lowest cutoff that is allowed rises with the
 * certainty of the text, because uncertain blocks beside a certain text mostly
 * do not belong to it. The blocks at or below 0 may at most double the text.
 * Cost: O(blocks).
 */
#include "cuter/model/cutoff.h"

#include "base/array.h"

#define STEP   (MODEL_UNIT / 16)
#define LOWEST (-4 * MODEL_UNIT - MODEL_UNIT / 2)
/* Number of steps from LOWEST to 8.5 log-odds. Higher scores are in the last
 * step. */
#define STEPS 208

#define LEAST_CUTOFF (-3 * MODEL_UNIT / 2)
#define MOST_CUTOFF  MODEL_UNIT

/* A cutoff below 0 takes at most twice as many words as a cutoff of 0. The
 * limit applies only to pages with at least SURE_WORDS words in blocks with a
 * score over 0, because it is computed from the number of these words. */
#define SURE_STEP  (-LOWEST / STEP) /* the step that begins at 0 */
#define SURE_WORDS 30

/* The certainty of a text is the mean score of its words, each at most
 * MOST_SCORE. For each unit of certainty over SURE_SCORE, the lowest cutoff
 * rises by SURE_RISE units. */
#define MOST_SCORE (5 * MODEL_UNIT)
#define SURE_SCORE (5 * MODEL_UNIT / 2)
#define SURE_RISE  3 / 10

/* The probability, in units of 1 / 65536, that a block with a score of -5, -4,
 * .. 8 log-odds is text: 1 / (1 + exp(-0.5 * (score - 0.44))). Cross-validated
 * scores have a slope of 0.73. The slope is less here, because the errors of
 * the blocks of one page are not independent. Of five pairs of slope and shift
 * that were compared, this pair has the highest word F1 on wcxb-dev-articles in
 * cross-validation. */
#define FIRST_PROBABILITY (-5)
static const uint32_t probabilities[] = { 4050, 6420, 9953, 14938, 21456, 29178,
	37326, 44937, 51279, 56079, 59455, 61708, 63159, 64074 };

/* Returns the probability of a score of LOWEST or more, by linear
 * interpolation. */
static uint64_t
cutoff_probability(int32_t score)
{
	uint32_t from =
	    (uint32_t)(score - FIRST_PROBABILITY * MODEL_UNIT) / MODEL_UNIT;
	uint32_t part =
	    (uint32_t)(score - FIRST_PROBABILITY * MODEL_UNIT) % MODEL_UNIT;

	if (from + 1 >= ARRAY_LENGTH(probabilities))
		return probabilities[ARRAY_LENGTH(probabilities) - 1];
	return ((uint64_t)probabilities[from] * (MODEL_UNIT - part) +
		   (uint64_t)probabilities[from + 1] * part) /
	       MODEL_UNIT;
}

static bool
cutoff_may_be_text(const struct block *b)
{
	return !(b->marks & MARK_NEVER_TEXT) && b->reason != REASON_TITLE;
}

/* Counts the words of the blocks in each range of scores. */
static void
cutoff_count_words(
    const struct page *page, const int32_t *score, uint64_t *words)
{
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		int32_t step = (score[i] - LOWEST) / STEP;

		if (score[i] >= LOWEST && cutoff_may_be_text(b))
			words[step < STEPS ? step : STEPS - 1] += b->words;
	}
}

/* Returns the lowest step whose cutoff does not take too many words. */
static int32_t
cutoff_lowest_step(const uint64_t *words)
{
	uint64_t sure = 0, unsure = 0;
	int32_t i = STEPS - 1;

	for (; i >= SURE_STEP; i--)
		sure += words[i];
	if (sure < SURE_WORDS)
		return 0;
	for (; i >= 0; i--) {
		unsure += words[i];
		if (unsure > sure)
			break;
	}
	return i + 1;
}

/* Returns the cutoff with the highest expected F1. The expected F1 of a cutoff
 * is a quotient: twice the expected words of text over the cutoff, divided by
 * the sum of all words over the cutoff and the expected words of text of the
 * page. */
static int32_t
cutoff_best(const uint64_t *words)
{
	double expected[STEPS], all = 0, hits = 0, taken = 0, best = 0;
	const int32_t lowest = cutoff_lowest_step(words);
	int32_t ret = 0;

	for (int32_t i = 0; i < STEPS; i++) {
		expected[i] =
		    (double)(words[i] *
			     cutoff_probability(LOWEST + i * STEP + STEP / 2)) /
		    65536;
		all += expected[i];
	}
	for (int32_t i = STEPS; i-- > lowest;) {
		hits += expected[i];
		taken += (double)words[i];
		if (words[i] > 0 && hits > best * (taken + all)) {
			best = hits / (taken + all);
			ret = LOWEST + i * STEP - 1;
		}
	}
	return ret < LEAST_CUTOFF  ? LEAST_CUTOFF
	       : ret > MOST_CUTOFF ? MOST_CUTOFF
				   : ret;
}

/* Returns the lowest cutoff that is allowed on the page. It rises with the
 * certainty of the page's text. */
static int32_t
cutoff_of_certainty(const struct page *page, const int32_t *score)
{
	int64_t sum = 0, words = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if (score[i] <= 0 || !cutoff_may_be_text(b))
			continue;
		sum += (int64_t)b->words *
		       (score[i] < MOST_SCORE ? score[i] : MOST_SCORE);
		words += b->words;
	}
	if (sum <= SURE_SCORE * words)
		return LEAST_CUTOFF;
	return (int32_t)((sum / words - SURE_SCORE) * SURE_RISE);
}

int32_t
cutoff_find(const struct page *page, const int32_t *score)
{
	uint64_t words[STEPS] = { 0 };
	int32_t best, least;

	cutoff_count_words(page, score, words);
	best = cutoff_best(words);
	least = cutoff_of_certainty(page, score);
	return best > least ? best : least;
}
