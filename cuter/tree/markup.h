/*
 * markup.h -- small pieces of HTML, read and written: what the prefilter is
 * made of.
 */
#ifndef CUTER_TREE_MARKUP_H
#define CUTER_TREE_MARKUP_H

#include "base/buf.h"
#include "base/reference.h"
#include "cuter/tree/scan.h"

/* References decoded, and only what HTML needs escaped again, so that each
 * parser sees the same characters. */
void markup_write_escaped(struct buf *, struct slice, enum reference_place);
/* Does the start tag that was read last say that it is not shown? */
bool markup_is_hidden(const struct scan *);
/* The candidate of a srcset with the largest width or density that is no
 * placeholder; SLICE_NONE. */
struct slice markup_best_candidate(struct slice srcset);
/* Nothing, or what stands for an address that is not known yet: "data:…",
 * "/{width}/a.jpg". */
bool markup_is_placeholder(struct slice);
/* Of an image: a lazy address that has no file's name, as src has, is that of
 * a page about the picture. */
bool markup_is_page_about(struct slice lazy, struct slice src);

#endif
