/*
 * story_topics.c -- marks the elements of a page that are stories on other
 * subjects.
 *
 * In:  tree, blocks, the title's block; the feed's title.
 * Out: MARK_OTHER_STORY on blocks.
 *
 * Some sites put other stories before, after or beside this one in elements of
 * any kind and depth.  A candidate is an element with a heading of the rank of
 * the title's heading, or of a higher rank; it does not contain the title.  A
 * section of this article may be a candidate, too.  The text outside of all
 * candidates is this article's own text.
 *
 * An element with a heading of a lower rank is a candidate, too, if the title
 * and nearly all of the own text are in another element beside it.  If that
 * element is declared as an article and the candidate is declared or announced,
 * the limits are wider.
 *
 * A candidate is another story if one of these conditions is true:
 * - few terms that it repeats are in this article's own text, and it contains
 *   few words of the title;
 * - it contains few words of the title, the text outside of it contains more of
 *   them, and few words of its headline are in the text outside of it.
 *
 * Some articles have little text outside of the candidates, because each of
 * their sections is one.  The candidate that contains most of the title's words
 * then counts as this article's own text.
 */
#include "cuter/marks/story/story_topics.h"

#include "cuter/features/term_set.h"
#include "cuter/marks/story/announced.h"

#define MOST_STORIES 16
#define MOST_LOOKS   64 /* elements whose words are counted */
#define STORY_WORDS  60 /* least number of unlinked words of another story */
#define TEXT_WORDS   40 /* of a text between the title and a section */
#define PROSE_WORDS  10 /* least number of words of a block of prose */
/* Least number of words of a headline. Section headings and names of sites
 * mostly have fewer. */
#define HEADLINE_WORDS 4
/* Least similarity of a heading to the title, if both are the same headline. */
#define TITLE_AGREES 0.62
#define LONG_WORD    4 /* least bytes; shorter words are in all texts */
/* Least number of long words of a headline; fewer words do not show its
 * topic. */
#define LONG_WORDS 3
/* if a text has at most this share of a headline's words, its topic is another
 * one */
#define SAME_TOPIC 0.40
/* Least difference between the shares of the title's words outside and inside
 * of the other story. */
#define MORE_TOPIC 0.20
/* Least number of unlinked words outside of the other story. */
#define OWN_WORDS 40

/* Comparison of repeated terms.  The limits were chosen with 286 pages into
 * which articles of other pages were inserted, and with 1185 pages of the
 * development corpora, on which no section may be marked. */
#define REPEATED_BYTES  5    /* least bytes of a repeated word */
#define FEWEST_REPEATED 8    /* least number of repeated terms */
#define ENOUGH_WORDS    150  /* of the own text */
#define NAMED_WORDS     0.62 /* most of the title's words in another story */
/* Largest share of common terms; it grows with the own text, because a long
 * text contains more of all terms. */
#define COMMON_BASE       0.28
#define COMMON_LONG       0.45
#define COMMON_LONG_WORDS 3000
/* Used if the own text has more of the title's words (MORE_TOPIC). */
#define COMMON_TITLE 0.33
/* If the own text has fewer words, a candidate may count as own text. */
#define SEED_WORDS 300
#define SEED_TITLE 0.50 /* least share of the title's words in it */
/* If headings of a lower rank are compared, the prose outside of the article's
 * element and of all candidates has at most this part of its words. */
#define OUTSIDE_PART 5

struct story {
	uint32_t first;    /* block of the first heading */
	uint32_t headline; /* block */
	uint8_t tag;       /* of the first heading */
	uint32_t box, end; /* nodes of the element */
	double title;      /* share of the title's words in the element; not set
			      by story_topics_collect() */
};

struct stories {
	struct page *page;
	struct words title;
	struct story list[MOST_STORIES];
	size_t n;
	struct term_set own, other; /* terms: own text; one candidate */
	uint32_t own_words;         /* number of words of the own text */
	double own_title;           /* share of the title's words in it */
};

/* Returns the nearest heading around a node, from <h1> to the tag `lowest`;
 * TREE_ROOT if there is none. */
static uint32_t
story_topics_heading_of(const struct tree *t, uint32_t node, uint8_t lowest)
{
	for (; node != TREE_ROOT; node = t->nodes[node].parent)
		if (t->nodes[node].tag >= TAG_H1 &&
		    t->nodes[node].tag <= lowest)
			return node;
	return TREE_ROOT;
}

static bool
story_topics_is_in(const struct page *page, const struct block *b, uint32_t box)
{
	return b->first >= box && b->first < page->tree.nodes[box].end;
}

static bool
story_topics_is_prose(const struct page *page, uint32_t i)
{
	const struct block *b = &page->blocks[i];

	return i != page->title_block && !(b->marks & MARK_HIDDEN) &&
	       b->link_bytes * 2 <= b->bytes && b->words >= PROSE_WORDS;
}

/* Returns true if a block is prose and inside (or, if is_inside is false,
 * outside) of an element. */
static bool
story_topics_is_prose_of(
    const struct page *page, uint32_t i, uint32_t box, bool is_inside)
{
	return story_topics_is_prose(page, i) &&
	       story_topics_is_in(page, &page->blocks[i], box) == is_inside;
}

uint32_t
story_topics_words(const struct page *page, uint32_t box, bool is_inside)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (story_topics_is_prose_of(page, i, box, is_inside))
			n += page->blocks[i].words;
	return n;
}

/* Returns the share of the wanted words that are in the prose inside (or, if
 * is_inside is false, outside) of an element. */
static double
story_topics_coverage(const struct page *page, uint32_t box, bool is_inside,
    const struct words *wanted)
{
	bool seen[WORDS_MAX] = { false };

	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (story_topics_is_prose_of(page, i, box, is_inside))
			words_find_terms(wanted,
			    page_block_text(page, &page->blocks[i]), seen);
	return words_share(wanted, seen);
}

/* ---- candidates ---- */

/* Returns the heading, from <h1> to the tag `lowest`, that contains a block and
 * may be a headline; TREE_ROOT if there is none.  own: the title's heading. */
static uint32_t
story_topics_heading(
    const struct page *page, uint32_t i, uint32_t own, uint8_t lowest)
{
	const struct block *b = &page->blocks[i];

	if (i == page->title_block || b->words == 0 ||
	    b->link_bytes * 2 > b->bytes ||
	    b->marks & (MARK_HIDDEN | MARK_OTHER_STORY) ||
	    story_topics_is_in(page, b, own))
		return TREE_ROOT;
	return story_topics_heading_of(&page->tree, b->node, lowest);
}

/* Returns true if a heading has the words of the title.  Its element belongs to
 * the article. */
static bool
story_topics_is_title(const struct page *page, uint32_t i)
{
	struct words title, line;

	words_read(
	    &title, page_block_text(page, &page->blocks[page->title_block]));
	words_read(&line, page_block_text(page, &page->blocks[i]));
	return words_agree(&title, &line) >= TITLE_AGREES;
}

static bool
story_topics_is_headline(const struct page *page, uint32_t i)
{
	return page->blocks[i].words >= HEADLINE_WORDS;
}

/* Finds the candidates with a heading from <h1> to the tag `lowest`.  The
 * headline of a candidate is its first heading with HEADLINE_WORDS words, else
 * its first heading. */
static void
story_topics_collect(struct stories *s, uint32_t own, uint8_t lowest)
{
	struct page *page = s->page;
	uint32_t title = page->blocks[page->title_block].node, looks = 0;
	struct story story = { 0 };

	for (uint32_t i = 0; i < page->n_blocks && looks < MOST_LOOKS; i++) {
		const struct block *b = &page->blocks[i];
		uint32_t heading = story_topics_heading(page, i, own, lowest);

		if (heading == TREE_ROOT)
			continue;
		if (b->first < story.end) {
			if (s->n > 0 && s->list[s->n - 1].box == story.box &&
			    !story_topics_is_headline(page, story.headline) &&
			    story_topics_is_headline(page, i))
				s->list[s->n - 1].headline = story.headline = i;
			continue;
		}
		story.first = story.headline = i;
		story.tag = page->tree.nodes[heading].tag;
		story.box = tree_box_without(&page->tree, b->node, title);
		story.end = page->tree.nodes[story.box].end;
		looks++;
		if (s->n < MOST_STORIES && !story_topics_is_title(page, i) &&
		    story_topics_words(page, story.box, true) >= STORY_WORDS)
			s->list[s->n++] = story;
	}
}

/* ---- the article's own text ---- */

static bool
story_topics_is_own(const struct stories *s, uint32_t block)
{
	for (size_t i = 0; i < s->n; i++)
		if (story_topics_is_in(
			s->page, &s->page->blocks[block], s->list[i].box))
			return false;
	return true;
}

/* Adds a block to the own text. */
static void
story_topics_add_own(struct stories *s, uint32_t i, bool *title_seen)
{
	struct slice text = page_block_text(s->page, &s->page->blocks[i]);

	s->own_words += s->page->blocks[i].words;
	term_set_read(&s->own, text, LONG_WORD);
	words_find_terms(&s->title, text, title_seen);
}

/* Returns the candidate with the largest share of the title's words.  Of equal
 * candidates, it is the first one after the title, else the first one. */
static struct story *
story_topics_best(struct stories *s)
{
	struct story *best = NULL;

	for (int after = 1; after >= 0; after--)
		for (size_t i = 0; i < s->n; i++) {
			struct story *story = &s->list[i];

			if ((story->headline > s->page->title_block) == after &&
			    (best == NULL || story->title > best->title))
				best = story;
		}
	return best;
}

/* Reads the own text.  Returns the candidate that counts as own text; NULL: no
 * candidate. */
static struct story *
story_topics_read_own(struct stories *s)
{
	struct page *page = s->page;
	struct story *best = story_topics_best(s);
	bool seen[WORDS_MAX] = { false };

	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (story_topics_is_prose(page, i) && story_topics_is_own(s, i))
			story_topics_add_own(s, i, seen);
	s->own_title = words_share(&s->title, seen);
	if (s->own_words >= SEED_WORDS || best->title < SEED_TITLE ||
	    (s->own_words >= ENOUGH_WORDS &&
		best->title < s->own_title + MORE_TOPIC))
		return NULL;
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (story_topics_is_prose_of(page, i, best->box, true))
			story_topics_add_own(s, i, seen);
	s->own_title = words_share(&s->title, seen);
	return best;
}

/* ---- decisions ---- */

/* Returns the share of the repeated terms of a candidate that are in the own
 * text. Sets *ret_repeated to the number of repeated terms. */
static double
story_topics_common(
    struct stories *s, const struct story *story, uint32_t *ret_repeated)
{
	const struct page *page = s->page;

	term_set_clear(&s->other);
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (i != story->headline &&
		    story_topics_is_prose_of(page, i, story->box, true))
			term_set_read(&s->other,
			    page_block_text(page, &page->blocks[i]),
			    REPEATED_BYTES);
	return term_set_share(&s->other, &s->own, ret_repeated);
}

/* Returns true if few repeated terms of a candidate are in the own text, and
 * the candidate contains few words of the title. */
static bool
story_topics_differs(struct stories *s, const struct story *story)
{
	uint32_t n, words = s->own_words;
	double common, most;

	if (words < OWN_WORDS || story->title > NAMED_WORDS)
		return false;
	if (words > COMMON_LONG_WORDS)
		words = COMMON_LONG_WORDS;
	common = story_topics_common(s, story, &n);
	most = COMMON_BASE +
	       (COMMON_LONG - COMMON_BASE) * words / COMMON_LONG_WORDS;
	return n >= FEWEST_REPEATED &&
	       ((words >= ENOUGH_WORDS && common <= most) ||
		   (common <= COMMON_TITLE && story->title <= SAME_TOPIC &&
		       s->own_title >= story->title + MORE_TOPIC));
}

/* Returns true if a candidate has few words of the title, the rest of the page
 * has more of them, and the rest has few words of the candidate's headline. */
static bool
story_topics_has_other_headline(struct stories *s, const struct story *story)
{
	const struct page *page = s->page;
	struct words line;

	if (s->title.n < LONG_WORDS || story->title > SAME_TOPIC ||
	    !story_topics_is_headline(page, story->headline) ||
	    story_topics_words(page, story->box, false) < OWN_WORDS)
		return false;
	words_read_terms(&line,
	    page_block_text(page, &page->blocks[story->headline]), LONG_WORD);
	return line.n >= LONG_WORDS &&
	       story_topics_coverage(page, story->box, false, &line) <=
		   SAME_TOPIC &&
	       story_topics_coverage(page, story->box, false, &s->title) >=
		   story->title + MORE_TOPIC;
}

uint32_t
story_topics_first_prose(const struct page *page)
{
	uint32_t i = page->title_block + 1;

	while (i < page->n_blocks && !story_topics_is_prose(page, i))
		i++;
	return i;
}

bool
story_topics_continues(
    const struct page *page, uint32_t box, uint32_t first, uint32_t prose)
{
	uint32_t n = 0;

	if (prose >= first || page->blocks[prose].first < box)
		return false;
	for (uint32_t i = prose; i < first; i++)
		if (story_topics_is_prose(page, i))
			n += page->blocks[i].words;
	return n >= TEXT_WORDS;
}

static bool
story_topics_is_text(const struct page *page, const struct story *story)
{
	return story_topics_continues(
	    page, story->box, story->first, story_topics_first_prose(page));
}

static void
story_topics_mark_box(struct page *page, uint32_t box)
{
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (story_topics_is_in(page, &page->blocks[i], box))
			page->blocks[i].marks |= MARK_OTHER_STORY;
}

static void
story_topics_init(struct stories *s)
{
	struct page *page = s->page;
	uint32_t words = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++)
		words += page->blocks[i].words;
	term_set_init(&s->own, page->arena, words);
	term_set_init(&s->other, page->arena, words);
}

/* Marks candidates whose heading has at least the rank of the title's. */
static void
story_topics_mark_same_rank(struct page *page, struct stories *s, uint32_t own)
{
	struct story *counted;

	story_topics_collect(s, own, page->tree.nodes[own].tag);
	if (s->n == 0)
		return;
	story_topics_init(s);
	for (size_t i = 0; i < s->n; i++)
		s->list[i].title = story_topics_coverage(
		    page, s->list[i].box, true, &s->title);
	counted = story_topics_read_own(s);
	for (size_t i = 0; i < s->n; i++)
		if (&s->list[i] != counted &&
		    !story_topics_is_text(page, &s->list[i]) &&
		    (story_topics_differs(s, &s->list[i]) ||
			story_topics_has_other_headline(s, &s->list[i])))
			story_topics_mark_box(page, s->list[i].box);
}

/* ---- headings of a lower rank ---- */

/* Reads the text of the element `own_box` as own text.  Returns false if it has
 * few words, or if much prose is outside of it and of all candidates. */
static bool
story_topics_read_box(struct stories *s, uint32_t own_box)
{
	struct page *page = s->page;
	bool seen[WORDS_MAX] = { false };
	uint32_t inside = story_topics_words(page, own_box, true), outside = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (story_topics_is_prose_of(page, i, own_box, false) &&
		    story_topics_is_own(s, i))
			outside += page->blocks[i].words;
	if (inside < ENOUGH_WORDS || outside * OUTSIDE_PART > inside)
		return false;
	if (s->own.slots == NULL)
		story_topics_init(s);
	term_set_clear(&s->own);
	s->own_words = 0;
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (story_topics_is_prose_of(page, i, own_box, true))
			story_topics_add_own(s, i, seen);
	s->own_title = words_share(&s->title, seen);
	return true;
}

/* Returns true if the own text is in an element that is declared as an article
 * and is, or is in, the element `own_box`. */
static bool
story_topics_is_declared(const struct page *page, uint32_t own_box)
{
	const struct tree *t = &page->tree;
	uint32_t i = page->blocks[page->title_block].node;

	while (i > own_box && !next_stories_is_article(t, i))
		i = t->nodes[i].parent;
	return next_stories_is_article(t, i) &&
	       story_topics_words(page, i, true) >= ENOUGH_WORDS;
}

/* Returns true if a line before a candidate announces it, or its element is
 * declared as another article. */
static bool
story_topics_is_announced(const struct page *page, const struct story *story)
{
	uint32_t i = page_block_at(page, story->box);

	return (i > 0 && announced_is_label(page, &page->blocks[i - 1])) ||
	       announced_is_label(page, &page->blocks[i]) ||
	       announced_is_declared(page, page->blocks[story->headline].node,
		   page->blocks[page->title_block].node);
}

/* Returns true if a candidate beside a declared article has a headline, is
 * announced, and is another story by its terms or by its headline. A text of
 * which only the beginning is on the page has few words of its title. */
static bool
story_topics_is_next(struct stories *s, const struct story *story)
{
	uint32_t n;

	if (!story_topics_is_headline(s->page, story->headline) ||
	    story->title > NAMED_WORDS || story->title > s->own_title ||
	    !story_topics_is_announced(s->page, story))
		return false;
	return (story_topics_common(s, story, &n) <= COMMON_BASE &&
		   n >= FEWEST_REPEATED) ||
	       story_topics_has_other_headline(s, story);
}

/* Marks candidates whose heading has a lower rank than the title's.  A section
 * of the article has such a heading, too.  The article's own text must
 * therefore be in one element with the title, beside the candidate. */
static void
story_topics_mark_lower_rank(struct page *page, struct stories *s, uint32_t own)
{
	const struct tree *t = &page->tree;
	uint32_t title = page->blocks[page->title_block].node,
		 before = TREE_ROOT;
	bool has_text = false, is_declared = false;

	s->n = 0;
	story_topics_collect(s, own, TAG_H4);
	for (size_t i = 0; i < s->n; i++) {
		struct story *story = &s->list[i];
		uint32_t own_box;

		if (story->tag <= t->nodes[own].tag)
			continue;
		own_box = tree_box_without(t, title, story->box);
		if (own_box != before) {
			has_text = story_topics_read_box(s, own_box);
			is_declared = story_topics_is_declared(page, own_box);
		}
		before = own_box;
		if (!has_text || story_topics_is_text(page, story))
			continue;
		story->title =
		    story_topics_coverage(page, story->box, true, &s->title);
		if ((story->title <= SAME_TOPIC &&
			s->own_title >= story->title + MORE_TOPIC &&
			story_topics_differs(s, story)) ||
		    (is_declared && story_topics_is_next(s, story)))
			story_topics_mark_box(page, story->box);
	}
}

void
story_topics_mark(struct page *page)
{
	struct stories s = { .page = page };
	uint32_t own;

	if (!page->has_hint_title)
		return;
	own = story_topics_heading_of(
	    &page->tree, page->blocks[page->title_block].node, TAG_H3);
	if (own == TREE_ROOT)
		return;
	words_read_terms(&s.title,
	    page_block_text(page, &page->blocks[page->title_block]), LONG_WORD);
	story_topics_mark_same_rank(page, &s, own);
	story_topics_mark_lower_rank(page, &s, own);
}
