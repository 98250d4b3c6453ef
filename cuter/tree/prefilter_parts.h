/*
 * prefilter_parts.h -- the state of the prefilter; private to prefilter.c and
 * prefilter_attrs.c.
 */
#ifndef CUTER_TREE_PREFILTER_PARTS_H
#define CUTER_TREE_PREFILTER_PARTS_H

#include "cuter/tree/markup.h"
#include "cuter/tree/prefilter.h"

struct prefilter {
	struct arena *arena;
	struct scan scan;
	struct guard guard;
	struct buf *out;
	struct page_head *head;
	struct attr_table *attrs;
	uint32_t
	    record_first; /* first value of the element that is being written */
	struct slice picture_src; /* best <source> of the open <picture> */
	size_t hidden_at; /* offset after the last start tag if it hides its
			     element; 0: it does not */
	bool in_picture, in_noscript;
	bool ended_token; /* a token of MathML has ended, and no text follows */
	bool full;
	/* used only by prefilter_run_whole(): */
	bool is_whole;
	struct slice tag; /* the start tag that was read last */
	struct slice *head_tags;
	size_t n_head_tags;
};

/* ---- prefilter_attrs.c ---- */

/* Creates the table of attributes. */
void prefilter_init_attrs(struct prefilter *);
/* Returns the value of an attribute with its references decoded, trimmed. */
struct slice prefilter_decode(struct prefilter *, struct slice raw);
/* Writes '<' and the name of an element. The attributes are added next. */
void prefilter_begin_element(
    struct prefilter *, enum tag read, enum tag written);
/* Adds an attribute to the record of the element. Does nothing if the value is
 * absent or too long; a long list of classes is truncated. */
void prefilter_add_attr(struct prefilter *, enum attr, struct slice raw);
/* Adds those attributes of the start tag that the extractor uses. */
void prefilter_write_attrs(
    struct prefilter *, const struct tag_info *, enum tag written);
/* Stores the values added since prefilter_begin_element(), writes the index of
 * the record and the end of the tag. */
void prefilter_end_attrs(struct prefilter *);
/* Returns the address of an image. Lazy loaders put a placeholder into src; a
 * <picture> has better addresses in its <source>. */
struct slice prefilter_image_source(struct prefilter *);

#endif
