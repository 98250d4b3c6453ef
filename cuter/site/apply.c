/*
 * apply.c -- corrects the classification of a page with the memory of its site.
 *
 * In:  blocks, the model's scores, the blocks that the scores alone choose as
 *      text; the site's memory.
 * Out: corrected scores, the blocks that the site repeats, and what this page
 *      adds to the memory.
 * Source: Shinde, Bolli, Kulkarni, "Methods for extracting content blocks from
 * web pages": blocks on many pages are redundant (section 2.5, inverse block
 * document frequency), and places that always look alike are noise (section
 * 2.3, compressed structure tree).  The paper compares all pages of a site at
 * once; here each page is compared with a memory of the pages before it.
 *
 * The memory learns only from the result without memory, so that a mistake does
 * not reinforce itself.
 *
 * A block is removed from the text only if all of these conditions hold, which
 * limit the damage of a mistake.  The block was on SITE_REPEATS other pages, or
 * on one other page on which it was not text.  In places of article text, it
 * was on most pages, because articles share paragraphs of background.  It is
 * neither the title nor the summary in the feed or on the
 * page.  The removed blocks together are not too much of the text: otherwise
 * the article itself was seen before, under another address or in an earlier
 * version.
 */
#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "cuter/features/features.h"
#include "cuter/features/value_hash.h"
#include "cuter/model/model.h"
#include "cuter/site/memory.h"

/* Number of elements of a path, from the block's own element upwards. */
#define PATH_STEPS 4

/* A path is known after PATH_PAGES pages. It is a path of text if its blocks
 * were text on at least PATH_SHARE_TEXT of these pages, and a path without text
 * if they were text on at most PATH_SHARE_NONE of them. PATH_WORTH is added to
 * the scores of blocks at paths of text, and subtracted at paths without text.
 */
#define PATH_PAGES      3
#define PATH_SHARE_TEXT 0.9
#define PATH_SHARE_NONE 0.1
#define PATH_WORTH      (3 * MODEL_UNIT / 2)

/* Least number of earlier pages on which a removed text must have occurred. */
#define SITE_REPEATS 2
/* Least number of earlier pages, if the text is in a place in which the site
 * has its articles. */
#define REPEATS_INSIDE 3
/* In a place with articles, a text must have occurred on at least this share
 * of the pages since its first occurrence. */
#define SHARE_INSIDE 0.5
/* Shorter texts are not removed, because a word such as "Analysis" may begin
 * every article. */
#define WORDS_INSIDE 4

/* SHARE_DROPPED: maximum share of the page's text that is omitted outside of
 * places with articles. SHARE_DROPPED_INSIDE: the same in places with articles.
 * If a larger share is repeated, the article itself was seen before. */
#define SHARE_DROPPED        0.5
#define SHARE_DROPPED_INSIDE 0.25

/* If a smaller share of the text is in places known from earlier pages, the
 * page is unusual. */
#define SHARE_KNOWN 0.2
/* Least number of earlier pages; if there are fewer, no page counts as
 * unusual. */
#define STRANGE_PAGES 5
/* A block is a summary if a description of the article contains at least this
 * share of the block's words. */
#define SUMMARY_SHARE 0.6
#define SUMMARY_WORDS 4

#define KEY_TEXT    0x54u
#define KEY_PATH    0x50u
#define KEY_OPENING 0x4Fu

/* A caption between title and text is recorded as text if its score is over
 * -OPENING_DOUBT. If at least OPENING_SHARE of the site's pages with such a
 * caption recorded it as text, a score over -OPENING_MOST is raised. */
#define OPENING_WORDS 8
#define OPENING_SHARE 0.5
#define OPENING_DOUBT (2 * MODEL_UNIT)
#define OPENING_MOST  (7 * MODEL_UNIT / 2)

struct apply_state {
	struct page *page;
	struct site_memory memory;
	const bool *is_text;
	uint64_t *texts, *paths; /* keys of each block */
	const struct site_entry **of_text, **of_path;
};

static uint64_t
apply_mix(uint64_t a, uint64_t b)
{
	a = (a ^ b) * 0x9E3779B97F4A7C15u;
	return (a ^ a >> 31) | 1;
}

static uint64_t
apply_text_key(const struct page *page, const struct block *b)
{
	const struct tree *t = &page->tree;
	uint64_t key = KEY_TEXT;

	for (uint32_t i = b->first; i < b->end; i++) {
		struct slice text = slice_trim(t->nodes[i].text);

		if (t->nodes[i].tag == TAG_TEXT && text.len > 0)
			key = apply_mix(key, value_hash(text));
	}
	return key;
}

/* Returns the hash of an element's tag and of its classes. Digits are left out,
 * because they often number posts and columns. */
static uint64_t
apply_class_hash(const struct page *page, uint32_t node)
{
	struct slice class = tree_attr(&page->tree, node, ATTR_CLASS);
	char plain[128];
	size_t n = 0;

	for (size_t i = 0; i < class.len && n < sizeof(plain); i++)
		if (!ascii_is_digit(class.p[i]))
			plain[n++] = class.p[i];
	return apply_mix(
	    page->tree.nodes[node].tag, value_hash((struct slice){ plain, n }));
}

static uint64_t
apply_path_key(const struct page *page, const struct block *b)
{
	uint32_t node = b->node;
	uint64_t key = KEY_PATH;

	for (int k = 0; k < PATH_STEPS && node != TREE_ROOT; k++) {
		key = apply_mix(key, apply_class_hash(page, node));
		node = page->tree.nodes[node].parent;
	}
	return key;
}

/* Returns the key of the path of block i. If the previous block is a sibling
 * with the same element and class, its path is the same. */
static uint64_t
apply_path_key_after(const struct apply_state *a, uint32_t i)
{
	const struct page *page = a->page;
	const struct tree_node *nodes = page->tree.nodes;
	uint32_t node = page->blocks[i].node, before;

	if (i > 0 && node != TREE_ROOT) {
		before = page->blocks[i - 1].node;
		if (before != TREE_ROOT &&
		    nodes[before].parent == nodes[node].parent &&
		    nodes[before].tag == nodes[node].tag &&
		    slice_equal(tree_attr(&page->tree, before, ATTR_CLASS),
			tree_attr(&page->tree, node, ATTR_CLASS)))
			return a->paths[i - 1];
	}
	return apply_path_key(page, &page->blocks[i]);
}

static bool
apply_is_counted(const struct apply_state *a, uint32_t i)
{
	return i != a->page->title_block &&
	       !(a->page->blocks[i].marks & MARK_HIDDEN);
}

static void
apply_look_up(struct apply_state *a)
{
	struct page *page = a->page;
	size_t n = page->n_blocks + 1u;

	a->texts = arena_array(page->arena, n, sizeof(*a->texts));
	a->paths = arena_array(page->arena, n, sizeof(*a->paths));
	a->of_text = arena_array(page->arena, n, sizeof(*a->of_text));
	a->of_path = arena_array(page->arena, n, sizeof(*a->of_path));
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		a->paths[i] = apply_path_key_after(a, i);
		a->texts[i] = apply_mix(
		    a->paths[i], apply_text_key(page, &page->blocks[i]));
		a->of_text[i] = site_memory_find(&a->memory, a->texts[i]);
		a->of_path[i] = site_memory_find(&a->memory, a->paths[i]);
	}
}

static bool
apply_is_path_of_text(const struct site_entry *path)
{
	return path != NULL && path->seen >= PATH_PAGES &&
	       path->text >= PATH_SHARE_TEXT * path->seen;
}

static bool
apply_is_path_of_none(const struct site_entry *path)
{
	return path != NULL && path->seen >= PATH_PAGES &&
	       path->text <= PATH_SHARE_NONE * path->seen;
}

/* ---- repeated blocks ---- */

static bool
apply_is_in_summary(const struct page *page, uint32_t i)
{
	const struct slice summaries[] = { page->input->hint_summary,
		page_head_meta(page->head, "description"),
		page_head_meta(page->head, "og:description") };
	struct words of_block, of_summary;

	words_read(&of_block, page_block_text(page, &page->blocks[i]));
	if (of_block.n < SUMMARY_WORDS)
		return false;
	for (size_t k = 0; k < ARRAY_LENGTH(summaries); k++) {
		if (summaries[k].len == 0)
			continue;
		words_read(&of_summary, summaries[k]);
		if (words_covered(&of_block, &of_summary) >= SUMMARY_SHARE)
			return true;
	}
	return false;
}

/* True if the blocks at this path were mostly not text. */
static bool
apply_is_aside(const struct site_entry *path)
{
	return path != NULL && 2 * path->text <= path->seen;
}

/* True if a block in a place without article text is repeated. One other page
 * is sufficient if the block was not text on that page. */
static bool
apply_is_repeated_aside(const struct apply_state *a, uint32_t i)
{
	const struct site_entry *text = a->of_text[i];

	return apply_is_aside(a->of_path[i]) &&
	       (text->seen >= SITE_REPEATS || text->text == 0);
}

static bool
apply_is_repeated_inside(const struct apply_state *a, uint32_t i)
{
	const struct site_entry *text = a->of_text[i];
	int pages = a->memory.pages - text->first_page +
		    1; /* number of pages since the text was first seen */

	return !apply_is_aside(a->of_path[i]) && text->seen >= REPEATS_INSIDE &&
	       a->page->blocks[i].words >= WORDS_INSIDE &&
	       text->seen >= SHARE_INSIDE * pages;
}

/* Omits the blocks for which is_repeated() is true, unless they are too much of
 * the text. */
static void
apply_omit_blocks(const struct apply_state *a,
    bool (*is_repeated)(const struct apply_state *, uint32_t block),
    double most, bool *omitted)
{
	const struct page *page = a->page;
	uint64_t text_bytes = 0, gone = 0;
	bool *these = arena_array(page->arena, page->n_blocks + 1u, 1);

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if (!a->is_text[i])
			continue;
		text_bytes += b->bytes;
		these[i] = a->of_text[i] != NULL && apply_is_counted(a, i) &&
			   !(b->marks & MARK_LEAD) && is_repeated(a, i) &&
			   !apply_is_in_summary(page, i);
		if (these[i])
			gone += b->bytes;
	}
	for (uint32_t i = 0; i < page->n_blocks; i++)
		omitted[i] |= these[i] && gone <= most * text_bytes;
}

/* ---- places ---- */

/* Finds the blocks between title and text, [*ret_from, end). Returns end; 0 if
 * there is no title or no text. */
static uint32_t
apply_before_text(const struct apply_state *a, uint32_t *ret_from)
{
	const struct page *page = a->page;
	uint32_t end = page->title_block + 1;

	*ret_from = end;
	if (page->title_block == PAGE_NO_BLOCK)
		return 0;
	while (end < page->n_blocks &&
	       !(a->is_text[end] && apply_is_counted(a, end)))
		end++;
	return end < page->n_blocks ? end : 0;
}

/* True for a block that has the properties of the caption of a video at the
 * start of an article. */
static bool
apply_is_opening_caption(const struct block *b)
{
	const uint32_t never = MARK_HIDDEN | MARK_BYLINE | MARK_BUTTON |
			       MARK_FIGURE | MARK_NAVIGATION |
			       MARK_ADVERTISEMENT | MARK_COMMENTS;

	return b->marks & MARK_CAPTION && !(b->marks & never) &&
	       b->words >= OPENING_WORDS && 4 * b->link_bytes < b->bytes;
}

static uint64_t
apply_opening_key(const struct apply_state *a, uint32_t i)
{
	return apply_mix(a->paths[i], KEY_OPENING);
}

/* Raises the scores of captions before the text if the site starts its articles
 * with captions of videos. This is decided once for all pages of the site,
 * because the scores of a single page are uncertain. */
static void
apply_raise_openings(const struct apply_state *a, int32_t *scores)
{
	uint32_t from, end = apply_before_text(a, &from);

	for (uint32_t i = from; i < end; i++) {
		const struct site_entry *place =
		    site_memory_find(&a->memory, apply_opening_key(a, i));

		if (place != NULL && place->seen >= PATH_PAGES &&
		    place->text >= OPENING_SHARE * place->seen &&
		    apply_is_opening_caption(&a->page->blocks[i]) &&
		    a->of_text[i] == NULL && scores[i] <= 0 &&
		    scores[i] > -OPENING_MOST)
			scores[i] = 1;
	}
}

static void
apply_measure(const struct apply_state *a, int32_t *scores)
{
	apply_raise_openings(a, scores);
	for (uint32_t i = 0; i < a->page->n_blocks; i++) {
		const struct block *b = &a->page->blocks[i];

		if (a->of_text[i] != NULL || !apply_is_counted(a, i) ||
		    b->is_heading)
			continue;
		if (apply_is_path_of_text(a->of_path[i]) &&
		    2 * b->link_bytes < b->bytes)
			scores[i] += PATH_WORTH;
		else if (apply_is_path_of_none(a->of_path[i]) &&
			 !(b->marks & MARK_CAPTION))
			scores[i] -= PATH_WORTH;
	}
}

/* ---- observations ---- */

static void
apply_add(struct site_seen *seen, uint64_t key, bool is_text, uint32_t bytes)
{
	if (seen->n < LIMIT_SITE_SEEN)
		seen->observations[seen->n++] = (struct site_observation){ key,
			is_text ? (int64_t)bytes : -(int64_t)bytes };
}

static void
apply_record_openings(
    const struct apply_state *a, const int32_t *scores, struct site_seen *seen)
{
	uint32_t from, end = apply_before_text(a, &from);

	for (uint32_t i = from; i < end; i++)
		if (apply_is_opening_caption(&a->page->blocks[i]))
			apply_add(seen, apply_opening_key(a, i),
			    scores[i] > -OPENING_DOUBT,
			    a->page->blocks[i].bytes);
}

/* Records text and path of each block.  A block that other pages contain, too,
 * does not count as text in the record of its path. */
static void
apply_record(struct apply_state *a, const int32_t *scores)
{
	struct page *page = a->page;
	struct site_seen seen = { 0 };
	uint64_t known = 0, text = 0;

	seen.observations = arena_array(
	    page->arena, LIMIT_SITE_SEEN, sizeof(*seen.observations));
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		uint32_t bytes = page->blocks[i].bytes;

		if (!apply_is_counted(a, i))
			continue;
		if (a->is_text[i])
			text += bytes;
		if (a->is_text[i] && a->of_path[i] != NULL)
			known += bytes;
		apply_add(&seen, a->texts[i], a->is_text[i], bytes);
		apply_add(&seen, a->paths[i],
		    a->is_text[i] && a->of_text[i] == NULL, bytes);
	}
	apply_record_openings(a, scores, &seen);
	seen.is_strange = a->memory.pages >= STRANGE_PAGES && text > 0 &&
			  known < SHARE_KNOWN * text;
	page->seen = site_seen_write(page->arena, &seen);
}

void
site_apply(
    struct page *page, int32_t *scores, const bool *is_text, bool *omitted)
{
	struct apply_state a = { .page = page, .is_text = is_text };

	if (page->options == NULL || page->options->memory.p == NULL)
		return;
	site_memory_read(page->arena, page->options->memory, &a.memory);
	apply_look_up(&a);
	apply_omit_blocks(&a, apply_is_repeated_aside, SHARE_DROPPED, omitted);
	apply_omit_blocks(
	    &a, apply_is_repeated_inside, SHARE_DROPPED_INSIDE, omitted);
	apply_record(&a, scores);
	apply_measure(&a, scores);
}
