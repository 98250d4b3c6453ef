/*
 * features.h -- what is counted and marked before a method judges.
 */
#ifndef CUTER_FEATURES_FEATURES_H
#define CUTER_FEATURES_FEATURES_H

#include "cuter/page.h"

/* marks.c: page->marks from tags, roles and the words of class and id.  O(n).
 */
void features_mark(struct page *);
/* block.c: page->blocks, bytes, link_bytes, text_bytes.  O(n). */
void features_count(struct page *);
/* hints.c: page->title_block. O(text). */
void features_find_title(struct page *);
/* stories.c: MARK_OTHER_STORY.  O(n). */
void features_mark_stories(struct page *);
/* classes.c: each node's class from the verdicts on the blocks.  O(n). */
void features_classify(struct page *);
/* One block is of another class after all, and so what it stands in. */
void features_class_block(
    struct page *, const struct block *, enum cuter_class);
/* kinds.c: page->kinds; after the standfirst is known.  O(text). */
void features_find_kinds(struct page *);
/* Is a block that is not of the body text nevertheless: a byline, a date, a
 * caption of the article? */
bool features_is_text_aside(const struct page *, uint32_t block);

/* words.c: texts as sets of folded words. */
#define WORDS_MAX 64

struct words {
	uint64_t hash[WORDS_MAX];
	size_t n;
	size_t n_total; /* words, also those beyond the set */
};

/* Lower case, letters and digits only; unspaced scripts by character. */
void words_read(struct words *, struct slice);
/* Share of a's distinct words that b has, and of the union (Jaccard). */
double words_covered(const struct words *a, const struct words *b);
double words_overlap(const struct words *a, const struct words *b);
/* Words of a text, as an editor counts them. */
uint32_t words_count(struct slice);

#endif
