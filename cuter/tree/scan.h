/*
 * scan.h -- a page cut into tags and text, as the HTML standard's tokenizer
 * (13.2.5) cuts it.
 *
 * No memory, no tree, never an error.  Linear even where quotes, comments or
 * scripts do not end: what was not found once is not looked for again.
 */
#ifndef CUTER_TREE_SCAN_H
#define CUTER_TREE_SCAN_H

#include "base/slice.h"
#include "cuter/tree/attr.h"
#include "cuter/tree/tag.h"

#define SCAN_ABSENT 64 /* more than there are kinds of element to skip */

enum scan_kind { SCAN_END, SCAN_TEXT, SCAN_START_TAG, SCAN_END_TAG };

struct scan {
	struct slice page; /* borrowed */
	size_t at;
	/* the token: */
	struct slice text; /* SCAN_TEXT: raw, references and all */
	struct slice name; /* of a tag */
	const struct tag_info *tag;
	uint32_t has;                  /* bit per attribute that stood there */
	struct slice attr[ATTR_COUNT]; /* raw; only where `has` says so */
	/* what is known to be absent from here on: */
	bool no_comment_end, no_quote[2];
	const struct tag_info *no_end_of[SCAN_ABSENT]; /* no </name> */
	size_t n_absent;
};

void scan_init(struct scan *, struct slice page);
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

/* Goes behind the end tag of the element whose start tag was read last, and
 * gives what stood between.  False, and nowhere gone, if there is no end
 * tag. */
bool scan_skip_element(struct scan *, struct slice *ret_content);
/* Goes to the end of the page. */
void scan_skip_rest(struct scan *);

#endif
