/*
 * verdict.h -- from what a method chose (nodes, words) to verdicts on blocks.
 *
 *	verdict_begin(page);            hidden blocks are out, others open
 *	verdict_omit_nodes(page, …);    open blocks inside are out
 *	verdict_take_nodes(page, …);    open blocks inside are the article
 *	verdict_end(page, reason);      what is still open is out
 *
 * All methods share what the page's form asks for: hidden text is never
 * taken, and the title's block is the title and no part of the text.
 */
#ifndef CUTER_METHODS_VERDICT_H
#define CUTER_METHODS_VERDICT_H

#include "cuter/page.h"

void verdict_begin(struct page *);
bool verdict_is_open(const struct block *);
void verdict_set(struct block *, enum cuter_class, enum reason);
/* nodes[i]: node i and all in it.  A block of which more than half stands in
 * such nodes is meant.  O(nodes). */
void verdict_omit_nodes(
    struct page *, const bool *nodes, enum cuter_class, enum reason);
void verdict_take_nodes(struct page *, const bool *nodes);
/* words[b]: so many words of block b.  A block of which more than half were
 * counted is taken. */
void verdict_take_words(struct page *, const uint32_t *words);
void verdict_end(struct page *, enum reason);

#endif
