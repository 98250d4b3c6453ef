/*
 * trained.c -- the default method: a trained model that also uses CUTER's
 * decisions.
 *
 * In:  blocks, marks, the title's block.
 * Out: class and reason of each block.
 *
 * CUTER runs first; its decisions are among the features of the trees
 * (cuter/model/). A block that the trees reject keeps CUTER's reason, except
 * REASON_CHOSEN and REASON_FAR, which are replaced. If a page is too large for
 * the trees, or the trees find no text, only CUTER decides.
 * trained_keep_long_text() handles pages with many text blocks. If no block is
 * text, captions.c may choose the captions.
 */
#include "base/array.h"
#include "cuter/classify/captions.h"
#include "cuter/classify/methods.h"
#include "cuter/classify/repeats.h"
#include "cuter/features/features.h"
#include "cuter/model/model.h"
#include "cuter/site/memory.h"

/* Subtracted from the score of a block that is marked as advertisement. This
 * rule lowers word F1 by 0.02 points, but is needed for small pages
 * (cuter/model/README.md, Rules after the trees). */
#define ADVERTISEMENT_DOUBT (2 * MODEL_UNIT)

/* Maximum number of levels from a caption to the element that contains its
 * image, too, and of nodes between them. */
#define CAPTION_LEVELS 2
#define CAPTION_NODES  32

/* A page has a long text if CUTER chose at least this number of blocks. Only 10
 * of 2560 annotated pages have a body of so many blocks. */
#define LONG_TEXT 450
/* A block is in the text if its parent has at least this number of text blocks.
 */
#define AMONG_TEXTS 10
/* A block is also in the text if its grandparent has at least this number of
 * text blocks, because a text may be divided into chapters. */
#define AMONG_PARTS 30

/* Inside of the text, a cell of a table with short cells needs a score that is
 * lower by CELL_BONUS, and a code block a score that is lower by CODE_BONUS. In
 * cross-validation, F1 is better if such cells are included than if they are
 * left out. */
#define CELL_BONUS  (2 * MODEL_UNIT)
#define CODE_BONUS  (MODEL_UNIT / 4)
#define CELL_LEVELS 4  /* maximum number of levels from a block to its table */
#define CELL_BYTES  96 /* maximum mean size of a data table's blocks */

/* Least number of texts that end with a block named as a byline, if these
 * blocks belong to the texts. */
#define ITEMS 5

/* maximum number of blocks from a table of data to the text */
#define TABLE_DISTANCE 8

/* Returns true for links (CUTER's step 3) before the title. Such links are
 * never text. In cross-validation, neither this rule nor the rule for bylines
 * lowers F1. */
static bool
trained_is_menu(const struct page *page, uint32_t i)
{
	return page->title_block != PAGE_NO_BLOCK && i < page->title_block &&
	       page->blocks[i].reason == REASON_LINKS;
}

/* Marks of blocks that are never the article's text, and the reason that is
 * reported for them. The score of such a block is ignored. */
static const struct {
	uint32_t mark;
	enum reason reason;
} excluded[] = {
	{ MARK_HIDDEN, REASON_HIDDEN },
	{ MARK_OTHER_STORY, REASON_OTHER_STORY },
	{ MARK_THREAD, REASON_COMMENTS },
	{ MARK_BYLINE | MARK_META_LINE, REASON_BYLINE },
	{ MARK_NOTICE, REASON_NOTICE },
};

/* Returns true if a block is the only text of an element in which an image is
 * before it. */
static bool
trained_is_under_image(const struct page *page, const struct block *b)
{
	const struct tree *t = &page->tree;
	uint32_t box = b->node, last = b->first;

	for (int up = 0; up <= CAPTION_LEVELS && box != TREE_ROOT &&
			 page->bytes[box] <= b->bytes;
	     up++) {
		if (last - box > CAPTION_NODES)
			return false;
		for (uint32_t i = box + 1; i < last; i++)
			if (t->nodes[i].tag == TAG_IMG)
				return true;
		last = box;
		box = t->nodes[box].parent;
	}
	return false;
}

/* Returns the reason why a mark excludes the block; REASON_NONE if none does.
 */
static enum reason
trained_excluded(const struct page *page, const struct block *b)
{
	for (size_t i = 0;
	     b->marks & MARK_NEVER_TEXT && i < ARRAY_LENGTH(excluded); i++)
		if (b->marks & excluded[i].mark)
			return excluded[i].reason;
	/* Some sites use a class named "caption" for ordinary text. The mark
	 * therefore only excludes blocks in a <figcaption>, and on a page with
	 * several stories those under an image. */
	if (b->marks & MARK_CAPTION &&
	    (tree_up_to(&page->tree, b->node, TAG_FIGCAPTION) != TREE_NOWHERE ||
		(page->has_stories && trained_is_under_image(page, b))))
		return REASON_CAPTION;
	return REASON_NONE;
}

static bool
trained_is_text(const struct page *page, uint32_t i, int32_t score)
{
	const struct block *b = &page->blocks[i];

	if (b->marks & MARK_ADVERTISEMENT)
		score -= ADVERTISEMENT_DOUBT;
	return score > 0 && !trained_is_menu(page, i) &&
	       b->reason != REASON_TITLE &&
	       trained_excluded(page, b) == REASON_NONE;
}

/* True if the trees find text. If they find none, CUTER's decision is used. */
static bool
trained_has_text(const struct page *page, const int32_t *score)
{
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (trained_is_text(page, i, score[i]))
			return true;
	return false;
}

/* Returns true if a block is only named as a byline: the trees say that it is
 * text, and it has other words than a date and names. */
static bool
trained_is_item(const struct page *page, uint32_t i, int32_t score)
{
	const struct block *b = &page->blocks[i];

	return score > 0 && b->marks & MARK_BYLINE &&
	       !(b->marks & MARK_NEVER_TEXT & ~MARK_BYLINE) &&
	       !features_is_meta_line(page, b);
}

/* A list of events, hotels or products has a line for each item, such as
 * "Rated: good" or "Room 12, second floor", with a class for bylines ("meta",
 * "author"). If ITEMS such lines alternate with text, they are not bylines: an
 * article has few bylines. */
static void
trained_keep_items(struct page *page, const int32_t *score)
{
	uint32_t items = 0;
	bool is_after_text = false;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		if (trained_is_item(page, i, score[i])) {
			items += is_after_text;
			is_after_text = false;
		} else if (trained_is_text(page, i, score[i])) {
			is_after_text = true;
		}
	}
	if (items < ITEMS)
		return;
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (trained_is_item(page, i, score[i]))
			page->blocks[i].marks &= ~(uint32_t)MARK_BYLINE;
}

/* Returns, for each node, the number of text blocks whose element is a child or
 * a grandchild of the node. */
static const uint32_t *
trained_count_texts(struct page *page, const int32_t *score)
{
	const struct tree *t = &page->tree;
	uint32_t *texts = arena_array(page->arena, t->n, sizeof(*texts));

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		uint32_t node = page->blocks[i].node;

		if (!trained_is_text(page, i, score[i]))
			continue;
		for (int k = 0; k < 2 && node != TREE_ROOT; k++) {
			node = t->nodes[node].parent;
			texts[node]++;
		}
	}
	return texts;
}

static bool
trained_is_among(const struct tree *t, const uint32_t *texts, uint32_t node)
{
	if (node == TREE_ROOT)
		return false;
	node = t->nodes[node].parent;
	if (texts[node] >= AMONG_TEXTS)
		return true;
	return node != TREE_ROOT && texts[t->nodes[node].parent] >= AMONG_PARTS;
}

/* The training data contains few pages with many hundred paragraphs. Each
 * paragraph has a small share of such a page, and the trees reject most of the
 * paragraphs. On these pages a block that CUTER chose is therefore text if the
 * trees chose enough blocks around it. */
static void
trained_keep_long_text(struct page *page, int32_t *score)
{
	const uint32_t *texts;
	uint32_t chosen = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++)
		chosen += page->blocks[i].reason == REASON_CHOSEN;
	if (chosen < LONG_TEXT)
		return;
	texts = trained_count_texts(page, score);
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (score[i] <= 0 && page->blocks[i].reason == REASON_CHOSEN &&
		    trained_is_among(&page->tree, texts, page->blocks[i].node))
			score[i] = 1;
}

/* Returns the outermost table around the node, TREE_ROOT if there is none. */
static uint32_t
trained_table_of(const struct tree *t, uint32_t node)
{
	uint32_t table = TREE_ROOT;

	for (; node != TREE_ROOT; node = t->nodes[node].parent)
		if (t->nodes[node].tag == TAG_TABLE)
			table = node;
	return table;
}

/* True if the node is a sibling of the table, or a child of a sibling. */
static bool
trained_is_beside(const struct tree *t, uint32_t node, uint32_t table)
{
	uint32_t parent = t->nodes[table].parent;

	if (node == TREE_ROOT)
		return false;
	node = t->nodes[node].parent;
	return node == parent ||
	       (node != TREE_ROOT && t->nodes[node].parent == parent);
}

/* Searches from block `from` on, in the direction of `step`, for a block that
 * no mark excludes. Returns true if the first such block is text and is beside
 * the table. At most TABLE_DISTANCE blocks are searched. */
static bool
trained_text_beside(const struct page *page, const int32_t *score,
    uint32_t table, uint32_t from, int step)
{
	uint32_t i = from;

	for (int k = 0; k < TABLE_DISTANCE && i < page->n_blocks;
	     k++, i += (uint32_t)step)
		if (trained_excluded(page, &page->blocks[i]) == REASON_NONE)
			return trained_is_text(page, i, score[i]) &&
			       trained_is_beside(
				   &page->tree, page->blocks[i].node, table);
	return false;
}

/* The cells of a table of data are short, and the trees reject most of them. If
 * there is text directly before and directly after a table without links, the
 * table belongs to the text. */
static void
trained_keep_tables(struct page *page, int32_t *score)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = 0; i < page->n_blocks;) {
		uint32_t table = trained_table_of(t, page->blocks[i].node);
		uint32_t end = i + 1;
		bool plain = table != TREE_ROOT;

		while (plain && end < page->n_blocks &&
		       page->blocks[end].node < t->nodes[table].end)
			end++;
		for (uint32_t k = i; k < end && plain; k++)
			plain = page->blocks[k].link_bytes == 0;
		if (plain && i > 0 &&
		    trained_text_beside(page, score, table, i - 1, -1) &&
		    trained_text_beside(page, score, table, end, 1))
			for (uint32_t k = i; k < end; k++)
				score[k] = score[k] > 0 ? score[k] : 1;
		i = end;
	}
}

/* Returns the table that contains the node at most CELL_LEVELS - 1 levels above
 * it; TREE_ROOT: there is none. */
static uint32_t
trained_cell_table(const struct tree *t, uint32_t node)
{
	for (int k = 0; k < CELL_LEVELS && node != TREE_ROOT; k++) {
		if (t->nodes[node].tag == TAG_TABLE)
			return node;
		node = t->nodes[node].parent;
	}
	return TREE_ROOT;
}

/* True if there are several blocks from `from` to the end of the table, and
 * their mean size is at most CELL_BYTES. */
static bool
trained_is_data(const struct page *page, uint32_t table, uint32_t from)
{
	uint64_t bytes = 0, n = 0;

	for (uint32_t i = from;
	     i < page->n_blocks &&
	     page->blocks[i].node < page->tree.nodes[table].end;
	     i++, n++)
		bytes += page->blocks[i].bytes;
	return n > 1 && bytes <= CELL_BYTES * n;
}

/* Applies CELL_BONUS and CODE_BONUS between the first and the last block of
 * text. Captions get no bonus, because a table may contain a picture with its
 * caption. */
static void
trained_keep_cells(struct page *page, int32_t *score)
{
	const struct tree *t = &page->tree;
	uint32_t from = 0, to = page->n_blocks, table = TREE_ROOT;
	bool is_data = false;

	while (from < to && !trained_is_text(page, from, score[from]))
		from++;
	while (to > from && !trained_is_text(page, to - 1, score[to - 1]))
		to--;
	for (uint32_t i = from; i < to; i++) {
		uint32_t node = page->blocks[i].node;
		uint32_t of = trained_cell_table(t, node);
		int32_t bonus = 0;

		if (of != table && of != TREE_ROOT)
			is_data = trained_is_data(page, of, i);
		table = of;
		if (table != TREE_ROOT && is_data &&
		    !(page->blocks[i].marks & MARK_CAPTION))
			bonus = CELL_BONUS;
		else if (t->nodes[node].tag == TAG_PRE)
			bonus = CODE_BONUS;
		if (score[i] <= 0 && score[i] > -bonus)
			score[i] = 1;
	}
}

/* Finds repeated text. reason[n_blocks] is REASON_SITE if other pages of the
 * site have the block, REASON_REPEATED if the block is a later copy of a block
 * of this page, else REASON_NONE. */
static const uint8_t *
trained_find_repeated(struct page *page, int32_t *score)
{
	size_t n = page->n_blocks + 1u;
	bool *text = arena_array(page->arena, n, sizeof(*text));
	bool *repeated = arena_array(page->arena, n, sizeof(*repeated));
	bool *again = arena_array(page->arena, n, sizeof(*again));
	uint8_t *reason = arena_array(page->arena, n, sizeof(*reason));

	for (uint32_t i = 0; i < page->n_blocks; i++)
		text[i] = trained_is_text(page, i, score[i]);
	site_apply(page, score, text, repeated);
	for (uint32_t i = 0; i < page->n_blocks; i++)
		text[i] = !repeated[i] && trained_is_text(page, i, score[i]);
	repeats_find(page, text, again);
	for (uint32_t i = 0; i < page->n_blocks; i++)
		reason[i] = repeated[i] ? REASON_SITE
			    : again[i]  ? REASON_REPEATED
					: REASON_NONE;
	return reason;
}

static void
trained_decide(struct page *page)
{
	const struct cuter_model *model = &model_weights;
	int32_t *score =
	    arena_array(page->arena, page->n_blocks + 1u, sizeof(*score));
	const uint8_t *repeated;

	if (page->options != NULL && page->options->model != NULL)
		model = page->options->model;
	method_cuter(page);
	if (!model_score_blocks(page, model, score) ||
	    !trained_has_text(page, score))
		return;
	trained_keep_items(page, score);
	trained_keep_long_text(page, score);
	trained_keep_tables(page, score);
	trained_keep_cells(page, score);
	page->scores = score;
	repeated = trained_find_repeated(page, score);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		if (repeated[i] != REASON_NONE) {
			b->class = CUTER_NAVIGATION;
			b->reason = repeated[i];
		} else if (trained_is_text(page, i, score[i])) {
			b->class = CUTER_TEXT;
			b->reason = REASON_CHOSEN;
		} else if (b->reason == REASON_CHOSEN ||
			   b->reason == REASON_FAR) {
			b->class = CUTER_NAVIGATION;
			b->reason = trained_excluded(page, b);
			if (b->reason == REASON_NONE)
				b->reason = REASON_UNLIKE;
		}
	}
}

void
method_model(struct page *page)
{
	trained_decide(page);
	captions_choose(page);
}
