/*
 * page.h -- one page on its way through the passes: what each reads and adds.
 *
 * Private to cuter/.  Everything lives in the page's arena.  The passes, in
 * order: tree (cut.c) → blocks, marks, hints (features/) → verdicts (methods/)
 * → classes (features/classes.c) → article (article/) → explanation.
 */
#ifndef CUTER_PAGE_H
#define CUTER_PAGE_H

#include "cuter/cuter.h"
#include "cuter/tree/prefilter.h"
#include "cuter/tree/tree.h"

#define PAGE_NO_BLOCK UINT32_MAX

/* What a node stands in, its own word or an ancestor's. */
enum mark {
	MARK_HIDDEN = 1,
	MARK_LINK = 2,
	MARK_BUTTON = 4,
	MARK_NAVIGATION = 8,     /* nav, menu, footer, related, share … */
	MARK_ADVERTISEMENT = 16, /* ad frames, sponsored boxes */
	MARK_FIGURE = 32,
	MARK_CAPTION = 64, /* figcaption, credit */
	MARK_BYLINE = 128, /* who and when */
	MARK_COMMENTS = 256,
	MARK_LEAD = 512, /* standfirst, by its class */
	MARK_HEADER = 1024,
	MARK_LIST = 2048, /* inside ul, ol, dl */
	MARK_QUOTE = 4096,
	MARK_TABLE = 8192,
	MARK_OTHER_STORY = 16384 /* an article of its own behind this one */
};

/* Why a block is what it is; the words stand in features/classes.c. */
enum reason {
	REASON_NONE,
	REASON_CHOSEN, /* in the group that is the article */
	REASON_EMPTY,
	REASON_HIDDEN,
	REASON_LINKS,       /* LP at or over its bound */
	REASON_LINK_REGION, /* inside a node whose LP is */
	REASON_SMALL,       /* TP too small, and nobody's neighbour */
	REASON_FAR,         /* valid, but in a group that was not taken */
	REASON_BEFORE_TITLE,
	REASON_TITLE,      /* the title itself */
	REASON_NAVIGATION, /* by mark */
	REASON_ADVERTISEMENT,
	REASON_CAPTION,
	REASON_BYLINE,
	REASON_COMMENTS,
	REASON_BUTTON,
	REASON_READ_MORE, /* a paragraph that is one link and its label */
	REASON_LEAD,
	REASON_MEDIA,
	REASON_REPEATED,
	REASON_UNLIKE, /* the model says so */
	REASON_OTHER_STORY,
	REASON_SITE, /* other pages of the site have it, too */
	REASON_COUNT
};
const char *reason_text(enum reason);

/* A run of text that no block boundary interrupts: a paragraph, mostly. */
struct block {
	uint32_t node;       /* the block element it stands in */
	uint32_t first, end; /* its leaves and inline elements: [first, end) */
	uint32_t bytes;      /* SL, seed 002, table 1 */
	uint32_t link_bytes; /* SA */
	uint32_t words;
	uint32_t marks;  /* enum mark, of the node */
	uint8_t verdict; /* enum cuter_class, by the method */
	uint8_t reason;  /* enum reason */
	bool is_heading;
};

struct page {
	struct arena *arena;
	const struct cuter_input *input;
	const struct cuter_options *options;
	struct trees *trees; /* of the model that was asked last; borrowed */
	struct slice utf8;   /* the page as it came, but UTF-8 */
	struct page_head *head;
	struct slice base_url;
	struct tree tree;
	bool is_truncated;

	/* features/ */
	struct block *blocks;
	uint32_t n_blocks;
	uint32_t *marks;      /* of each node */
	uint32_t *bytes;      /* SL of each node: its text and its children's */
	uint32_t *link_bytes; /* SA of each node */
	uint32_t text_bytes;  /* SH */
	uint32_t title_block; /* where the title stands; PAGE_NO_BLOCK */
	double title_score;   /* how well it agrees, 0 .. 1 */
	bool has_hint_title;  /* the feed gave one */
	struct slice machine_body; /* JSON-LD's articleBody */

	/* methods/, features/classes.c */
	uint8_t *classes;               /* enum cuter_class of each node */
	uint32_t first_text, last_text; /* blocks; PAGE_NO_BLOCK: none */
	uint8_t *kinds;        /* enum cuter_kind of each node; kinds.c */
	const int32_t *scores; /* of blocks, MODEL_UNITs; NULL: no model's */
	struct slice seen;     /* for the site's memory; site/seen.c */

	/* article/ */
	uint32_t lead_block; /* PAGE_NO_BLOCK: none */
	bool lead_in_body;
	uint32_t *media_nodes; /* of each of the article's media */
	struct json_t *json;   /* being read; cut.c frees it after a jump */
};

/* The text of a block, white space folded, trimmed; from the arena. */
struct slice page_block_text(const struct page *, const struct block *);

#endif
