/*
 * prefilter.h -- a page, less what nobody will read of it.
 *
 * News pages are two thirds script, style, comment and SVG, and half of the
 * rest is attributes for machines; tidy is four times as fast on what is
 * left.  What the head says is read on the way, so that no parser need do it.
 *
 * In:  UTF-8.
 * Out: the body as small, balanced HTML (through guard.h): only elements of
 * tag.h, instead of attributes the number of their record, all references
 * decoded but &amp; &lt; &gt; &quot;; the attributes; and what the head said.
 * Linear in bytes.
 */
#ifndef CUTER_TREE_PREFILTER_H
#define CUTER_TREE_PREFILTER_H

#include "base/arena.h"
#include "config/limits.h"
#include "cuter/tree/guard.h"

#define PREFILTER_METAS   256 /* a page of real use has up to 100 */
#define PREFILTER_SCRIPTS 16  /* JSON-LD blocks of one page */

struct page_meta {
	struct slice key; /* name, property, itemprop or http-equiv; borrowed */
	struct slice content; /* references decoded */
};

/* What the page says of itself outside its text. */
struct page_head {
	struct page_meta metas[PREFILTER_METAS];
	size_t n_metas;
	struct slice json_ld[PREFILTER_SCRIPTS]; /* bodies, borrowed */
	size_t n_json_ld;
	struct slice title, language, base, canonical, next;
	struct slice twin; /* the same page for AMP, or to print */
	/* Addresses of <link rel="alternate"> with the type of a feed that
	 * stand before the text: what stands in it may be a stranger's. */
	struct slice feeds[LIMIT_PAGE_FEEDS];
	size_t n_feeds;
};

/* The first meta of that name (ASCII letters folded); SLICE_NONE if none or
 * empty. */
struct slice page_head_meta(const struct page_head *, const char *key);

struct prefilter_result {
	struct page_head *head;   /* arena */
	struct attr_table *attrs; /* arena; what the numbers stand for */
	unsigned faults;          /* enum guard_fault; not 0: not for tidy */
	bool truncated;           /* out was full, or too many nodes */
	uint32_t n_nodes;         /* elements and texts written, about */
};

/* Writes a whole document to out (cleared first). */
void prefilter_run(struct arena *, struct slice page, struct buf *out,
    struct prefilter_result *ret);

#endif
