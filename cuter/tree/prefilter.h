/*
 * prefilter.h -- removes the parts of a page that the extractor does not use.
 *
 * Two thirds of a news page are scripts, styles, comments and SVG, and half of
 * the rest are attributes that only scripts use. tidy is four times as fast on
 * the remainder. The head's elements are read in the same pass, so that the
 * parsers need not read them.
 *
 * In:  the page in UTF-8.
 * Out: the body as small, balanced HTML (through guard.h), which has only the
 *      elements of tag.h, and the index of a record in place of the attributes;
 *      all references are decoded except &amp; &lt; &gt; &quot;. The table of
 *      attributes. The fields of the head.
 *
 * Linear in bytes.
 */
#ifndef CUTER_TREE_PREFILTER_H
#define CUTER_TREE_PREFILTER_H

#include "base/arena.h"
#include "base/limits.h"
#include "cuter/tree/guard.h"

#define PREFILTER_METAS   256 /* maximum <meta>s; real pages have up to 100 */
#define PREFILTER_SCRIPTS 16  /* maximum JSON-LD scripts of one page */

struct page_meta {
	struct slice key; /* name, property, itemprop or http-equiv; borrowed */
	struct slice content; /* references decoded */
};

/* The values in the head of the page. */
struct page_head {
	struct page_meta metas[PREFILTER_METAS];
	size_t n_metas;
	struct slice json_ld[PREFILTER_SCRIPTS]; /* script contents, borrowed */
	size_t n_json_ld;
	struct slice title, language, base, canonical, next;
	/* address of the AMP version, else of the print version */
	struct slice variant;
	/* content of <meta http-equiv="refresh">; one outside of <noscript> is
	 * preferred */
	struct slice refresh;
	bool is_refresh_for_noscript;
	/* Addresses of <link rel="alternate"> with the type of a feed. Only
	 * links before the page's text are used, because the text may contain
	 * HTML that readers have written (comments). */
	struct slice feeds[LIMIT_PAGE_FEEDS];
	size_t n_feeds;
};

/* Returns the content of the first meta of that name (ASCII case ignored);
 * SLICE_NONE if there is none or it is empty. */
struct slice page_head_meta(const struct page_head *, const char *key);

struct prefilter_result {
	struct page_head *head;   /* arena */
	struct attr_table *attrs; /* from the arena; its indices are the numbers
				     written to `out` */
	unsigned faults;          /* enum guard_fault; not 0: do not use tidy */
	bool truncated;   /* out became full, or there were too many nodes */
	uint32_t n_nodes; /* approximate number of elements and texts written */
	/* Start tags of meta, link and script elements as they are in
	 * the page, without '<'; see prefilter_run_whole(). */
	struct slice *head_tags;
	size_t n_head_tags; /* at most LIMIT_RULES_HEAD */
};

/* Writes a whole document to `out` (cleared first). The arena's `exhausted`
 * must be set. */
void prefilter_run(struct arena *, struct slice page, struct buf *out,
    struct prefilter_result *ret);
/* Like prefilter_run(), for pages that have rules. Also writes elements that
 * have no meaning for the extractor (as <span>), gives each element a record,
 * and fills attrs->tags and head_tags. */
void prefilter_run_whole(struct arena *, struct slice page, struct buf *out,
    struct prefilter_result *ret);

#endif
