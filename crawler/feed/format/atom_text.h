/*
 * atom_text.h -- the meaning of Atom's type and mode attributes for a text.
 */
#ifndef CRAWLER_FEED_FORMAT_ATOM_TEXT_H
#define CRAWLER_FEED_FORMAT_ATOM_TEXT_H

#include "base/arena.h"
#include "crawler/feed/format/vocabulary.h"

struct atom_text {
	enum markup markup;
	bool is_tree;   /* child elements are markup; "<" in text is text */
	bool is_base64; /* decode base64 if the text has this form, because some
			   feeds declare it wrongly */
	bool is_binary; /* an image, sound, video or font, in any encoding: not
			   a text */
};

/* Interprets the attributes as RFC 4287, sections 3.1.1 and 4.1.3.3, do, or as
 * Atom 0.3 does if is_atom03 is true or a mode is given. */
void atom_text_type(struct slice type, struct slice mode, bool is_atom03,
    struct atom_text *ret);

/* Decodes RFC 4648 base64; ignores white space.  Returns text itself if it is
 * not base64.  If the decoded bytes are not UTF-8, returns SLICE_NONE, or text
 * itself if its length without white space is not a multiple of four.  Arena.
 */
struct slice base64_decode(struct arena *, struct slice);

#endif
