/*
 * scan.h -- splits a page into tags and text, as the HTML standard's tokenizer
 * (section 13.2.5) does.
 *
 * Uses no memory and cannot fail. The time is linear even if quotes, comments
 * or scripts have no end: if the end of one kind was not found once, it is not
 * searched again.
 */
#ifndef CUTER_TREE_SCAN_H
#define CUTER_TREE_SCAN_H

#include "base/slice.h"
#include "cuter/tree/attr.h"
#include "cuter/tree/tag.h"

/* Maximum number of entries in no_end_of. The extractor skips fewer kinds of
 * elements than this. */
#define SCAN_ABSENT 64

enum scan_kind { SCAN_END, SCAN_TEXT, SCAN_START_TAG, SCAN_END_TAG };

struct scan {
	struct slice page; /* borrowed */
	size_t at;
	/* the current token: */
	struct slice text; /* SCAN_TEXT: raw, references not decoded */
	struct slice name; /* name of the tag */
	const struct tag_info *tag;
	uint32_t has; /* one bit for each attribute that is present */
	struct slice
	    attr[ATTR_COUNT]; /* raw; valid only if its bit in `has` is set */
	/* markup that is known not to occur between here and the end of the
	 * page: the end of a comment, a quote, end tags */
	bool no_comment_end, no_quote[2];
	const struct tag_info *no_end_of[SCAN_ABSENT]; /* no </name> */
	size_t n_absent;
};

/* Begins at the start of the page, which is borrowed. */
void scan_init(struct scan *, struct slice page);
/* Reads the next tag or text into the struct; the kind of the end of the page
 * is SCAN_END.  O(bytes) for the whole page. */
enum scan_kind scan_next(struct scan *);

static inline bool
scan_has(const struct scan *s, enum attr attr)
{
	return (s->has >> attr & 1) != 0;
}
static inline struct slice
scan_attr(const struct scan *s, enum attr attr)
{
	return scan_has(s, attr) ? s->attr[attr] : SLICE_NONE;
}

/* Moves after the end tag of the element whose start tag was read last, and
 * returns the content of the element. If there is no end tag, returns false and
 * does not move. */
bool scan_skip_element(struct scan *, struct slice *ret_content);
/* Moves to the end of the page. */
void scan_skip_rest(struct scan *);

#endif
