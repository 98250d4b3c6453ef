/*
 * page.h -- one page with the results of all passes.
 *
 * Private to cuter/. All memory is from the page's arena. The passes in order:
 * tree (tree/), marks (marks/), blocks (features/), the method's decision for
 * each block (classify/, methods/), classes (features/classes.c), article
 * (article/), explanation (explain.c).
 */
#ifndef CUTER_PAGE_H
#define CUTER_PAGE_H

#include "cuter/cuter.h"
#include "cuter/tree/prefilter.h"
#include "cuter/tree/tree.h"

#define PAGE_NO_BLOCK UINT32_MAX

/* Properties of a node, which are mostly derived from its element, class and
 * id. The descendants of the node have them, too. */
enum mark {
	MARK_HIDDEN = 1,
	MARK_LINK = 2,
	MARK_BUTTON = 4,
	MARK_NAVIGATION = 8,     /* nav, menu, footer, related, share ... */
	MARK_ADVERTISEMENT = 16, /* advertising frames, sponsored boxes */
	MARK_FIGURE = 32,
	MARK_CAPTION = 64, /* figcaption, credit */
	MARK_BYLINE = 128, /* author and date */
	MARK_COMMENTS = 256,
	MARK_LEAD = 512, /* the class denotes a standfirst */
	MARK_HEADER = 1024,
	MARK_LIST = 2048, /* the block is inside of ul, ol or dl */
	MARK_QUOTE = 4096,
	MARK_TABLE = 8192,
	MARK_OTHER_STORY =
	    16384, /* the block belongs to another story of the page */
	MARK_THREAD =
	    32768, /* the block is in the readers' comments on the article */
	MARK_META_LINE = 65536, /* the block contains only a date, byline or
				   reading time, or is a line that all stories
				   of the page have */
	MARK_NOTICE = 131072 /* the block is a request to subscribe or log in */
};
#define MARK_COUNT 18
/* A block with one of these marks is never the article's text. */
#define MARK_NEVER_TEXT                                                        \
	(MARK_HIDDEN | MARK_OTHER_STORY | MARK_THREAD | MARK_BYLINE |          \
	    MARK_META_LINE | MARK_NOTICE)

/* The reason for a block's class. features/classes.c has the texts. */
enum reason {
	REASON_NONE,
	REASON_CHOSEN, /* the block is in the group that was chosen as the
			  article */
	REASON_EMPTY,
	REASON_HIDDEN,
	REASON_LINKS,       /* LP of the block is at or over its limit */
	REASON_LINK_REGION, /* the block is in a node whose LP is at or over its
			       limit */
	REASON_SMALL, /* TP of the block is too small, and no other text is near
		       */
	REASON_FAR, /* the block is valid, but in a group that was not chosen */
	REASON_BEFORE_TITLE,
	REASON_TITLE,      /* the block is the title itself */
	REASON_NAVIGATION, /* the block has MARK_NAVIGATION */
	REASON_ADVERTISEMENT,
	REASON_CAPTION,
	REASON_BYLINE,
	REASON_COMMENTS,
	REASON_BUTTON,
	REASON_READ_MORE, /* the block is only a link and its label */
	REASON_LEAD,
	REASON_MEDIA,
	REASON_REPEATED,
	REASON_UNLIKE, /* the trained model decided that the block is not text
			*/
	REASON_OTHER_STORY,
	REASON_NOTICE,
	REASON_SITE, /* the same text is on other pages of the site */
	REASON_OUTSIDE_RULE, /* the block is not in the body that a rule names
			      */
	REASON_LABEL,        /* boilerplate.c */
	REASON_COUNT
};
/* Returns the reason as it is shown to users: "an image or player". */
const char *reason_text(enum reason);

/* A run of text without block boundary, mostly a paragraph. */
struct block {
	uint32_t node; /* the block element that contains the run */
	uint32_t first,
	    end;        /* text nodes and inline elements of the block: [first,
			   end) */
	uint32_t bytes; /* SL (CUTER, table I) */
	uint32_t link_bytes; /* SA */
	uint32_t words;
	uint32_t marks; /* marks of the node: enum mark */
	uint8_t class;  /* enum cuter_class of the block, set by the method */
	uint8_t reason; /* enum reason */
	bool is_heading;
};

struct page {
	struct arena *arena;
	const struct cuter_input *input;
	const struct cuter_options *options;
	struct trees *trees; /* scratch memory of the model; borrowed */
	struct slice summary; /* the feed's summary without markup */
	struct slice utf8;    /* the page in UTF-8 */
	struct page_head *head;
	struct slice base_url;
	struct tree tree;
	bool is_truncated;

	/* set by features/ and marks/ */
	struct block *blocks;
	uint32_t n_blocks;
	uint32_t *marks; /* of each node */
	uint32_t
	    *bytes; /* SL of each node: its text and that of its descendants */
	uint32_t *link_bytes; /* SA of each node */
	uint32_t text_bytes;  /* SH: SL of the whole page */
	uint32_t title_block; /* block of the title; PAGE_NO_BLOCK: none */
	bool title_continues; /* title_block is a paragraph that begins with
				 the title */
	double title_score;   /* similarity of title_block to the title,
				 0 .. 1 */
	bool has_hint_title;  /* the feed gave a title */
	/* The page has several stories, and none of them is the story that the
	 * feed's title or summary names. */
	bool has_no_story;
	bool has_stories; /* one of several stories was chosen */
	/* whether a visible heading has the feed's title; computed only if a
	 * hidden heading has this title */
	enum { PAGE_NOT_READ, PAGE_SHOWN, PAGE_NOT_SHOWN } shows_title;
	/* the hidden panel whose label has the feed's title; TREE_ROOT if there
	 * is none; valid if has_read_panels is true */
	uint32_t story_panel;
	bool has_read_panels;
	struct slice json_ld_body; /* JSON-LD's articleBody */

	/* set by the method (classify/, methods/) and features/classes.c */
	uint8_t *classes;               /* enum cuter_class of each node */
	uint32_t first_text, last_text; /* indexes of blocks; PAGE_NO_BLOCK: no
					   text */
	uint8_t *kinds;        /* enum cuter_kind of each node; marks/kinds.c */
	const int32_t *scores; /* score of each block, in MODEL_UNITs; NULL: the
				  trained model was not used */
	struct slice seen; /* the observations for the site's memory;
			      site/seen.c */
	/* links that are appended after the text; methods/crunch.c */
	uint32_t *retained;
	uint32_t n_retained;

	/* set by rule/; NULL: the page's site has no rules */
	struct rule_result *rule;

	/* set by article/ */
	uint32_t lead_block; /* block of the standfirst; PAGE_NO_BLOCK: none */
	bool lead_in_body;
	uint32_t *media_nodes; /* the node of each of the article's media */
	struct json_t
	    *json; /* the JSON document that is being read; cut.c frees it after
		      a jump */
};

/* Returns the text of a block, white space folded and trimmed; from the tree or
 * from the arena. */
struct slice page_block_text(const struct page *, const struct block *);
/* Sets first and end of a block so that a <time> at its beginning or end is
 * left out, if the block has other text. O(nodes of the block + depth). */
void page_block_skip_time(const struct page *, struct block *);
/* Returns the index of the first block at or after a node; n_blocks if there is
 * no such block. O(log n_blocks). */
uint32_t page_block_at(const struct page *, uint32_t node);

#endif
