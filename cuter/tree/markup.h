/* markup.h -- functions for small pieces of HTML, which the prefilter uses. */
#ifndef CUTER_TREE_MARKUP_H
#define CUTER_TREE_MARKUP_H

#include "base/buf.h"
#include "base/text/reference.h"
#include "cuter/tree/scan.h"

/* Decodes references and escapes only what HTML requires, so that each parser
 * sees the same characters. */
void markup_write_escaped(struct buf *, struct slice, enum reference_place);
/* True if the start tag that was read last hides its element: by hidden,
 * aria-hidden or style. */
bool markup_is_hidden(const struct scan *);
/* Of the candidates of a srcset that are not placeholders, returns the one with
 * the largest width or density; SLICE_NONE if there is none. */
struct slice markup_best_candidate(struct slice srcset);
/* True for an empty address and for a placeholder that a script would replace:
 * "data:...", "/{width}/a.jpg". */
bool markup_is_placeholder(struct slice);
/* An image has an address in `src`, and another one in an attribute for lazy
 * loading. Returns true if the other address leads to a page about the picture.
 * This is assumed if `src` has a file name with an extension, and the other
 * address has none. */
bool markup_is_page_about(struct slice lazy, struct slice src);

#endif
