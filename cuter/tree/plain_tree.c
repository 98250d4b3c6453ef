/*
 * plain_tree.c -- builds the tree directly from the prefilter's output, without
 * a library. The last of the parsers: it cannot fail.
 *
 * The prefilter's output is balanced, so start and end tags give the tree. If
 * it were not, tree_open() and tree_close() would still keep the tree well
 * formed. No memory but the arena, one pass.
 */
#include "base/text/reference.h"
#include "cuter/tree/parser.h"
#include "cuter/tree/scan.h"

static void
plain_tree_open_element(struct tree *t, const struct scan *s)
{
	struct slice number = scan_attr(s, ATTR_TITLE);
	char digits[16];

	tree_open(t, s->tag->tag);
	if (number.len > 0 && number.len < sizeof(digits)) {
		memcpy(digits, number.p, number.len);
		digits[number.len] = '\0';
		tree_attr_number(t, ATTR_NUMBER, digits);
	}
	if (s->tag->flags & TAG_IS_VOID)
		tree_close(t);
}

void
tree_from_plain(struct tree *t, struct slice html)
{
	struct scan scan;
	enum scan_kind kind;
	struct slice skipped;
	bool in_body = false;

	scan_init(&scan, html);
	while ((kind = scan_next(&scan)) != SCAN_END && !t->is_full) {
		if (kind == SCAN_START_TAG && scan.tag->tag == TAG_BODY) {
			in_body = true;
		} else if (!in_body || kind == SCAN_TEXT ||
			   scan.tag->tag == TAG_BODY ||
			   scan.tag->tag == TAG_HTML) {
			if (in_body && kind == SCAN_TEXT)
				tree_text(t, reference_text(t->arena, scan.text,
						 REFERENCE_IN_TEXT));
		} else if (kind == SCAN_END_TAG) {
			tree_close(t);
		} else if (scan.tag->flags & TAG_IS_DROPPED) {
			(void)scan_skip_element(&scan, &skipped);
		} else {
			plain_tree_open_element(t, &scan);
		}
	}
	tree_finish(t);
}
