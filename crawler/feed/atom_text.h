/*
 * atom_text.h -- what Atom's type and mode make of a text.
 */
#ifndef CRAWLER_FEED_ATOM_TEXT_H
#define CRAWLER_FEED_ATOM_TEXT_H

#include "base/arena.h"
#include "crawler/feed/vocabulary.h"

struct atom_text {
	enum markup markup;
	bool is_tree;   /* its elements are its markup: "<" in it is text */
	bool is_base64; /* if it can be read so: some only say so */
	bool is_binary; /* a picture, a sound: no text, in whatever coding */
};

/* Reads the attributes as RFC 4287, 3.1.1 and 4.1.3.3 do, or as Atom 0.3
 * does where that is the format or a mode is given. */
void atom_text_type(struct slice type, struct slice mode, bool is_atom03,
    struct atom_text *ret);

/* RFC 4648, white space passed over.  The text itself where it is not base64,
 * SLICE_NONE where what it encodes is no UTF-8 text.  Arena. */
struct slice base64_decode(struct arena *, struct slice);

#endif
