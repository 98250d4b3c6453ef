/*
 * stories.c -- marks the parts of a page that are other articles.
 *
 * In:  tree, blocks, the title's block.
 * Out: MARK_OTHER_STORY on blocks.
 *
 * Some sites append the next article to the end of this one, as an <article>
 * with an <h1> of its own. Such an <article> is only marked if this article's
 * title is also in an <h1> and outside of that <article>. This condition
 * excludes sections of one article and posts of a live blog.
 *
 * Other sites put other stories before, after or beside this one in elements of
 * any kind and depth. stories_mark_foreign() marks an element as another story
 * under three conditions: the element has a headline of the rank of the title
 * or of a higher rank; few words of this headline are in the rest of the page;
 * and the element contains few words of the title.
 */
#include "cuter/features/features.h"

/* Least number of words of a headline. Section headings and names of sites
 * mostly have fewer. */
#define HEADLINE_WORDS 4
#define LONG_WORD      4 /* bytes; shorter words are not compared */
/* Least number of long words of a headline; fewer words do not show its
 * topic. */
#define LONG_WORDS  3
#define STORY_WORDS 60 /* least number of unlinked words of another story */
/* Least number of unlinked words outside of the other story. */
#define OWN_WORDS 40
/* Least number of unlinked words of an <article> that has a text of its own. */
#define OWN_ARTICLE_WORDS 100
#define PROSE_WORDS       10 /* least number of words of a block of prose */
/* if a text has at most this share of a headline's words, its topic is another
 * one */
#define SAME_TOPIC 0.40
/* Least difference between the shares of the title's words outside and inside
 * of the other story. */
#define MORE_TOPIC   0.20
#define MOST_STORIES 16

/* Returns the outermost <article> around a node, or the node itself if there is
 * none. */
static uint32_t
stories_outermost_article(const struct tree *t, uint32_t node)
{
	uint32_t found = node;

	for (; node != TREE_ROOT; node = t->nodes[node].parent)
		if (t->nodes[node].tag == TAG_ARTICLE)
			found = node;
	return found;
}

static bool
stories_is_in_heading(const struct tree *t, uint32_t node)
{
	for (; node != TREE_ROOT; node = t->nodes[node].parent)
		if (t->nodes[node].tag == TAG_H1)
			return true;
	return false;
}

static bool
stories_has_heading(const struct page *page, uint32_t article)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = article + 1; i < t->nodes[article].end; i++)
		if (t->nodes[i].tag == TAG_H1 && page->bytes[i] > 0)
			return true;
	return false;
}

/* An element with most of the page's unlinked text is the article, even if the
 * title is outside of it and it has another heading.  Exception: the title is
 * in an <article> with a text of its own. */
static bool
stories_is_most(const struct page *page, uint32_t node)
{
	return 2 * (page->bytes[node] - page->link_bytes[node]) >
	       page->bytes[TREE_ROOT] - page->link_bytes[TREE_ROOT];
}

static void
stories_mark_article(struct page *page, uint32_t *at, uint32_t article)
{
	uint32_t end = page->tree.nodes[article].end;

	for (; *at < page->n_blocks && page->blocks[*at].first < end; (*at)++)
		if (page->blocks[*at].first >= article)
			page->blocks[*at].marks |= MARK_OTHER_STORY;
}

/* ---- by topic ---- */

/* Returns the nearest <h1>, <h2> or <h3> around a node; TREE_ROOT if there is
 * none. */
static uint32_t
stories_heading_of(const struct tree *t, uint32_t node)
{
	for (; node != TREE_ROOT; node = t->nodes[node].parent)
		if (t->nodes[node].tag >= TAG_H1 &&
		    t->nodes[node].tag <= TAG_H3)
			return node;
	return TREE_ROOT;
}

/* Returns the outermost element that contains `node` and does not contain
 * `other`. */
static uint32_t
stories_box(const struct tree *t, uint32_t node, uint32_t other)
{
	for (;;) {
		uint32_t up = t->nodes[node].parent;

		if (up <= other && other < t->nodes[up].end)
			return node;
		node = up;
	}
}

static bool
stories_is_in(const struct page *page, const struct block *b, uint32_t box)
{
	return b->first >= box && b->first < page->tree.nodes[box].end;
}

/* True for a block of prose that is inside (or, if `inside` is false, outside)
 * of an element. */
static bool
stories_is_prose(const struct page *page, uint32_t i, uint32_t box, bool inside)
{
	const struct block *b = &page->blocks[i];

	return i != page->title_block && !(b->marks & MARK_HIDDEN) &&
	       b->link_bytes * 2 <= b->bytes && b->words >= PROSE_WORDS &&
	       stories_is_in(page, b, box) == inside;
}

static uint32_t
stories_words(const struct page *page, uint32_t box, bool inside)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (stories_is_prose(page, i, box, inside))
			n += page->blocks[i].words;
	return n;
}

/* Returns the share of the wanted words that are in the prose inside (or, if
 * `inside` is false, outside) of an element. */
static double
stories_coverage(const struct page *page, uint32_t box, bool inside,
    const struct words *wanted)
{
	bool seen[WORDS_MAX] = { false };

	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (stories_is_prose(page, i, box, inside))
			words_find_terms(wanted,
			    page_block_text(page, &page->blocks[i]), seen);
	return words_share(wanted, seen);
}

static bool
stories_read_headline(
    const struct page *page, uint32_t block, struct words *ret_words)
{
	const struct block *b = &page->blocks[block];

	words_read_terms(ret_words, page_block_text(page, b), LONG_WORD);
	return ret_words->n >= LONG_WORDS;
}

/* Returns true if an element is another story: it has few words of the title,
 * the rest of the page has more of them, and the rest has few words of the
 * element's headline. */
static bool
stories_is_foreign(const struct page *page, uint32_t headline, uint32_t box)
{
	struct words title, line;
	double title_inside;

	if (stories_words(page, box, true) < STORY_WORDS ||
	    stories_words(page, box, false) < OWN_WORDS ||
	    !stories_read_headline(page, page->title_block, &title) ||
	    !stories_read_headline(page, headline, &line))
		return false;
	title_inside = stories_coverage(page, box, true, &title);
	return title_inside <= SAME_TOPIC &&
	       stories_coverage(page, box, false, &line) <= SAME_TOPIC &&
	       stories_coverage(page, box, false, &title) >=
		   title_inside + MORE_TOPIC;
}

static bool
stories_may_be_headline(const struct page *page, uint32_t i, uint8_t lowest)
{
	const struct tree *t = &page->tree;
	const struct block *b = &page->blocks[i];
	uint32_t heading = stories_heading_of(t, b->node);

	return heading != TREE_ROOT && t->nodes[heading].tag <= lowest &&
	       b->words >= HEADLINE_WORDS && b->link_bytes * 2 <= b->bytes &&
	       !(b->marks & (MARK_HIDDEN | MARK_OTHER_STORY)) &&
	       i != page->title_block;
}

static void
stories_mark_foreign(struct page *page)
{
	const struct tree *t = &page->tree;
	uint32_t title = page->blocks[page->title_block].node;
	uint32_t own = stories_heading_of(t, title), examined = 0, end = 0;

	if (own == TREE_ROOT || !page->has_hint_title)
		return;
	for (uint32_t i = 0; i < page->n_blocks && examined < MOST_STORIES;
	     i++) {
		uint32_t box;

		if (page->blocks[i].first < end ||
		    !stories_may_be_headline(page, i, t->nodes[own].tag) ||
		    stories_is_in(page, &page->blocks[i], own))
			continue;
		box = stories_box(t, page->blocks[i].node, title);
		end = t->nodes[box].end;
		examined++;
		if (!stories_is_foreign(page, i, box))
			continue;
		for (uint32_t k = 0; k < page->n_blocks; k++)
			if (stories_is_in(page, &page->blocks[k], box))
				page->blocks[k].marks |= MARK_OTHER_STORY;
	}
}

void
features_mark_stories(struct page *page)
{
	const struct tree *t = &page->tree;
	uint32_t own, title, at = 0;
	bool may_be_most;

	if (page->title_block == PAGE_NO_BLOCK)
		return;
	stories_mark_foreign(page);
	title = page->blocks[page->title_block].node;
	if (!stories_is_in_heading(t, title))
		return;
	own = stories_outermost_article(t, title);
	may_be_most = t->nodes[own].tag != TAG_ARTICLE ||
		      stories_words(page, own, true) < OWN_ARTICLE_WORDS;
	for (uint32_t i = 1; i < t->n;) {
		if (i == own) {
			i = t->nodes[own].end;
			continue;
		}
		if (t->nodes[i].tag != TAG_ARTICLE) {
			i++;
			continue;
		}
		if (stories_has_heading(page, i) &&
		    !(may_be_most && stories_is_most(page, i)))
			stories_mark_article(page, &at, i);
		i = t->nodes[i].end;
	}
}
