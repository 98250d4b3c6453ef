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

/* Interprets the attributes `type` and `mode` of a text. The rules are those of
 * RFC 4287, sections 3.1.1 and 4.1.3.3. If is_atom03 is true or the element has
 * a `mode`, the rules of Atom 0.3 apply. */
void atom_text_type(struct slice type, struct slice mode, bool is_atom03,
    struct atom_text *ret);

/* Decodes base64 (RFC 4648); white space is ignored. Returns the text itself if
 * it is not base64. If the decoded bytes are not UTF-8, returns SLICE_NONE; but
 * if the length of the text without white space is not a multiple of four,
 * returns the text itself. Arena. */
struct slice base64_decode(struct arena *, struct slice);

#endif
