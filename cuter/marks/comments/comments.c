/*
 * comments.c -- finds the readers' comments on the article.
 *
 * In:  tree, marks, blocks, the title's block.
 * Out: MARK_THREAD on the blocks of comment threads.
 *
 * Comments may be longer than the article and have the same markup, so their
 * share of the page is not a criterion. Four signs are used, each only after
 * the title and some prose of the article: an element whose class or id names
 * comments; a short line that announces them ("3 comments", "Leave a reply");
 * links or buttons that repeat ("Reply", "Report") in elements of the same
 * kind; and lines with author and date that repeat between texts. Names and
 * lines that articles have, too ("comment-piece", "Comment ça marche") need
 * evidence after them: such a link or button, a form, or two similar elements
 * that each have a line with a name or time. Words of a forum ("thread",
 * "Discussion") need posts after them, and none before them, because the
 * article may be the first post. Cost: O(nodes * depth).
 */
#include "cuter/marks/comments/comments.h"

#include "cuter/features/features.h"

#define PROSE_WORDS 10 /* least number of words of a block of prose */
/* Least number of words of prose before the first comment. */
#define ARTICLE_WORDS 40
/* Maximum number of words in the container before a line that announces
 * comments. */
#define LINE_OTHERS 20
#define LINE_BLOCKS 64 /* maximum blocks before the line in its container */
/* Number of ancestors that are examined for a line that announces comments. */
#define LINE_LEVELS 3
#define ACTIONS     3 /* least number of repeated links of a thread */
/* Fewest blocks of an element that contains comments. */
#define NAMED_BLOCKS 2
#define MOST_ACTIONS 512

/* Maximum number of lines with signs that are not sure that are examined. */
#define MOST_WEAK 64
/* Maximum number of words of prose between a weak sign and its evidence. */
#define EVIDENCE_WORDS 150
/* Maximum number of words of a line with the name of an author or the time of a
 * comment. */
#define STAMP_WORDS 12

/* For each node, the first node at or after it that is evidence of comments;
 * the number of nodes if there is none. */
struct evidence {
	uint32_t *comment; /* a comment: an action, or one of two similar
			      elements with a name or time */
	uint32_t *form;
	/* smallest end of an element with a name or time that has a similar
	 * sibling */
	uint32_t first_end;
};

struct thread {
	struct page *page;
	uint32_t title;  /* node after which comments may begin */
	uint32_t *prose; /* for each block: words of prose before the block */
	struct evidence evidence; /* NULL until the first weak sign */
	bool is_forum;            /* the article is a post of a forum */
};

/* ---- places ---- */

/* Returns true if the node is after the title, and at least ARTICLE_WORDS words
 * of prose are between them. */
static bool
comments_may_begin(const struct thread *s, uint32_t node)
{
	return node > s->title &&
	       s->prose[page_block_at(s->page, node)] >= ARTICLE_WORDS;
}

/* Returns true if the title is in an element that is named after a forum, or is
 * declared as a post. */
static bool
comments_is_forum(const struct page *page)
{
	const struct tree *t = &page->tree;
	uint32_t node = TREE_ROOT;

	if (page->title_block != PAGE_NO_BLOCK)
		node = page->blocks[page->title_block].node;
	for (; node != TREE_ROOT; node = t->nodes[node].parent)
		if (comment_words_read_name(t, node) == COMMENT_SIGN_FORUM ||
		    slice_ends(tree_attr(t, node, ATTR_ITEMTYPE),
			SLICE("/DiscussionForumPosting")))
			return true;
	return false;
}

/* Returns true if at most LINE_OTHERS visible words, in at most LINE_BLOCKS
 * blocks, are between two nodes. The limit on blocks avoids quadratic time on
 * pages with many such lines. */
static bool
comments_is_bare(const struct page *page, uint32_t from, uint32_t to)
{
	uint32_t words = 0, i = page_block_at(page, from), n = 0;

	for (; i < page->n_blocks && page->blocks[i].first < to; i++) {
		if (!(page->blocks[i].marks & MARK_HIDDEN))
			words += page->blocks[i].words;
		if (words > LINE_OTHERS || ++n > LINE_BLOCKS)
			return false;
	}
	return true;
}

static void
comments_mark(struct thread *s, uint32_t from, uint32_t to)
{
	struct page *page = s->page;

	for (uint32_t i = page_block_at(page, from);
	     i < page->n_blocks && page->blocks[i].first < to; i++)
		page->blocks[i].marks |= MARK_THREAD;
}

/* ---- evidence ---- */

static bool
comments_is_prose(const struct block *b)
{
	return b->words >= PROSE_WORDS && b->link_bytes * 2 < b->bytes &&
	       !(b->marks & MARK_HIDDEN);
}

/* Returns true if a block is a line with the name of an author or a time. */
static bool
comments_is_stamp(const struct page *page, const struct block *b)
{
	if (b->words == 0 || b->words > STAMP_WORDS || b->is_heading)
		return false;
	if (b->marks & MARK_BYLINE)
		return true;
	for (uint32_t i = b->first; i < b->end; i++)
		if (tree_up_to(&page->tree, i, TAG_TIME) != TREE_NOWHERE)
			return true;
	return features_is_meta_line(page, b) ||
	       comment_posts_is_line(page, b) || comment_posts_is_name(page, b);
}

static bool
comments_are_alike(const struct tree *t, uint32_t a, uint32_t b)
{
	return t->nodes[a].tag == t->nodes[b].tag &&
	       slice_equal(
		   tree_attr(t, a, ATTR_CLASS), tree_attr(t, b, ATTR_CLASS));
}

/* Sets found[i] for each element that has a stamp and other text if the
 * previous or next such element of the same parent is similar. */
static void
comments_find_pairs(const struct thread *s, bool *found)
{
	const struct page *page = s->page;
	const struct tree *t = &page->tree;
	uint32_t *last = arena_array(page->arena, t->n, sizeof(*last));
	uint32_t *stamps =
	    arena_array(page->arena, page->n_blocks + 1u, sizeof(*stamps));

	for (uint32_t i = 0; i < page->n_blocks; i++)
		stamps[i + 1] =
		    stamps[i] + comments_is_stamp(page, &page->blocks[i]);
	for (uint32_t i = s->title + 1; i < t->n; i++) {
		uint32_t parent = t->nodes[i].parent, from, to;

		if (!tag_is(t->nodes[i].tag, TAG_IS_BLOCK))
			continue;
		from = page_block_at(page, i);
		to = page_block_at(page, t->nodes[i].end);
		if (stamps[to] == stamps[from] || to - from < 2)
			continue;
		if (last[parent] != 0 && comments_are_alike(t, last[parent], i))
			found[last[parent]] = found[i] = true;
		last[parent] = i;
	}
}

static void
comments_find_evidence(struct thread *s)
{
	const struct tree *t = &s->page->tree;
	struct arena *arena = s->page->arena;
	bool *found = arena_array(arena, t->n, sizeof(*found));
	uint32_t comment = t->n, form = t->n;

	s->evidence.comment = arena_array(arena, t->n + 1u, sizeof(uint32_t));
	s->evidence.form = arena_array(arena, t->n + 1u, sizeof(uint32_t));
	s->evidence.first_end = t->n;
	comments_find_pairs(s, found);
	for (uint32_t i = t->n; i > s->title; i--) {
		if (i < t->n && slice_equal_nocase(
				    tree_attr(t, i, ATTR_ROLE), SLICE("form")))
			form = i;
		if (i < t->n &&
		    (found[i] || (t->nodes[i].tag == TAG_TEXT &&
				     comment_words_is_action(s->page, i))))
			comment = i;
		if (i < t->n && found[i] &&
		    t->nodes[i].end < s->evidence.first_end)
			s->evidence.first_end = t->nodes[i].end;
		s->evidence.comment[i] = comment;
		s->evidence.form[i] = form;
	}
}

/* Returns true if the nodes [from, to) begin with comments: a form or a comment
 * is found after a few words. */
static bool
comments_has_evidence(struct thread *s, uint32_t from, uint32_t to)
{
	const struct page *page = s->page;
	uint32_t comment, form;

	if (s->evidence.comment == NULL)
		comments_find_evidence(s);
	comment = s->evidence.comment[from];
	form = s->evidence.form[from];
	if (form < to && comments_is_bare(page, from, form))
		return true;
	return comment < to &&
	       s->prose[page_block_at(page, comment)] <=
		   s->prose[page_block_at(page, from)] + EVIDENCE_WORDS;
}

/* Returns true if the posts of a forum at or after a node are not the article:
 * no similar elements with names or times are before the node. */
static bool
comments_are_apart(const struct thread *s, uint32_t node)
{
	return !s->is_forum && s->evidence.first_end > node;
}

/* Returns true if the first `most` blocks of prose in the nodes [from, to) have
 * a block with the markup of the last prose before the node `before`. The
 * article then continues after `from`. */
static bool
comments_is_continued(const struct thread *s, uint32_t before, uint32_t from,
    uint32_t to, uint32_t most)
{
	const struct page *page = s->page;
	const struct tree *t = &page->tree;
	uint32_t last = page_block_at(page, before), node;

	while (last > 0 && !comments_is_prose(&page->blocks[last - 1]))
		last--;
	if (last == 0)
		return false;
	node = page->blocks[last - 1].node;
	if (t->nodes[node].tag != TAG_P)
		return false;
	for (uint32_t i = page_block_at(page, from);
	     i < page->n_blocks && page->blocks[i].first < to && most > 0;
	     i++) {
		uint32_t other = page->blocks[i].node;

		if (!comments_is_prose(&page->blocks[i]))
			continue;
		if (comments_are_alike(t, node, other) &&
		    t->nodes[node].parent == t->nodes[other].parent)
			return true;
		most--;
	}
	return false;
}

/* Returns true if comments follow the line of a block, up to the node `end`. */
static bool
comments_follow_line(struct thread *s, const struct block *b,
    enum comment_sign sign, uint32_t end)
{
	switch (sign) {
	case COMMENT_SIGN_NONE:
		return false;
	case COMMENT_SIGN_FORUM:
	case COMMENT_SIGN_WEAK:
		return comments_has_evidence(s, b->end, end) &&
		       (sign == COMMENT_SIGN_WEAK ||
			   comments_are_apart(s, b->first)) &&
		       !comments_is_continued(
			   s, b->end, b->end, end, UINT32_MAX);
	case COMMENT_SIGN_LIKELY:
		return !comments_is_continued(s, b->end, b->end, end, 1);
	case COMMENT_SIGN_SURE:
		return true;
	}
	return false;
}

/* ---- the four signs ---- */

/* Returns true if a class or id names comments, and the element has comments if
 * the name is weak. */
static bool
comments_is_named(struct thread *s, uint32_t node)
{
	const struct tree *t = &s->page->tree;
	enum comment_sign sign = comment_words_read_name(t, node);

	return sign == COMMENT_SIGN_SURE ||
	       (sign != COMMENT_SIGN_NONE &&
		   comments_has_evidence(s, node, t->nodes[node].end) &&
		   (sign == COMMENT_SIGN_WEAK || comments_are_apart(s, node)));
}

static void
comments_by_name(struct thread *s)
{
	const struct page *page = s->page;
	const struct tree *t = &page->tree;
	uint32_t at = page_block_at(page, s->title + 1); /* first block at or
							    after i */

	for (uint32_t i = s->title + 1; i < t->n;) {
		uint32_t end = t->nodes[i].end;

		while (at < page->n_blocks && page->blocks[at].first < i)
			at++;
		if (at + NAMED_BLOCKS > page->n_blocks)
			return;
		if (s->prose[at] < ARTICLE_WORDS ||
		    page->blocks[at + NAMED_BLOCKS - 1].first >= end ||
		    t->nodes[i].record == TREE_NOWHERE ||
		    !tag_is(t->nodes[i].tag, TAG_IS_BLOCK) ||
		    !comments_is_named(s, i)) {
			i++;
			continue;
		}
		comments_mark(s, i, end);
		i = end;
	}
}

/* Returns the end of the comments after a heading: the end of the element that
 * contains the heading and little text before it. */
static uint32_t
comments_end_of_line(const struct thread *s, const struct block *b)
{
	const struct page *page = s->page;
	const struct tree *t = &page->tree;
	uint32_t node = b->node;

	for (int up = 0;
	     up < LINE_LEVELS && node != TREE_ROOT &&
	     t->nodes[node].parent > s->title &&
	     comments_is_bare(page, t->nodes[node].parent, b->first);
	     up++)
		node = t->nodes[node].parent;
	if (node != TREE_ROOT &&
	    (node == b->node || t->nodes[node].end == b->end))
		node = t->nodes[node].parent;
	return t->nodes[node].end;
}

/* Marks the blocks from a heading of comments to the end of the element that
 * contains the heading. */
static void
comments_by_line(struct thread *s)
{
	struct page *page = s->page;
	unsigned weak = 0;

	for (uint32_t i = page_block_at(page, s->title + 1); i < page->n_blocks;
	     i++) {
		const struct block *b = &page->blocks[i];
		enum comment_sign sign;
		uint32_t end;

		if (b->marks & MARK_THREAD || !comments_may_begin(s, b->first))
			continue;
		sign = comment_words_read_line(page, b);
		weak += sign != COMMENT_SIGN_NONE && sign != COMMENT_SIGN_SURE;
		if (sign == COMMENT_SIGN_NONE ||
		    (sign != COMMENT_SIGN_SURE && weak > MOST_WEAK))
			continue;
		end = comments_end_of_line(s, b);
		if (comments_follow_line(s, b, sign, end))
			comments_mark(s, b->first, end);
	}
}

static uint32_t
comments_common(const struct tree *t, uint32_t a, uint32_t b)
{
	while (b >= t->nodes[a].end || b < a)
		a = t->nodes[a].parent;
	return a;
}

static void
comments_by_action(struct thread *s)
{
	const struct tree *t = &s->page->tree;
	uint32_t n = 0, first = 0, last = 0, common;

	for (uint32_t i = s->title + 1; i < t->n && n < MOST_ACTIONS; i++) {
		if (t->nodes[i].tag != TAG_TEXT ||
		    !comment_words_is_action(s->page, i) ||
		    !comments_may_begin(s, i))
			continue;
		first = n == 0 ? i : first;
		last = i;
		n++;
	}
	if (n < ACTIONS)
		return;
	common = comments_common(t, first, last);
	while (first != common && t->nodes[first].parent != common)
		first = t->nodes[first].parent;
	if (comments_may_begin(s, first))
		comments_mark(s, first, t->nodes[common].end);
}

/* Marks comments that nothing announces, after ARTICLE_WORDS words of prose. A
 * page without headline may be a list of stories with authors and dates. The
 * entries of a diary and quotations have such lines, too, but the article
 * continues after the last line. */
static void
comments_by_unit(struct thread *s)
{
	uint32_t i = page_block_at(s->page, s->title + 1), from, to, last;

	if (s->page->title_block == PAGE_NO_BLOCK)
		return;
	while (i < s->page->n_blocks && s->prose[i] < ARTICLE_WORDS)
		i++;
	if (comment_units_find(s->page, i, s->is_forum, &from, &to, &last) &&
	    comments_may_begin(s, from) &&
	    !comments_is_continued(s, from, s->page->blocks[last].end,
		s->page->tree.nodes[TREE_ROOT].end, UINT32_MAX))
		comments_mark(s, from, to);
}

void
features_find_comments(struct page *page)
{
	struct thread s = { .page = page };
	uint32_t words = 0, from = 0;

	if (page->title_block != PAGE_NO_BLOCK) {
		from = page->title_block;
		s.title = page->blocks[from].node;
	}
	s.prose =
	    arena_array(page->arena, page->n_blocks + 1u, sizeof(*s.prose));
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		s.prose[i] = words;
		if (i >= from && comments_is_prose(b))
			words += b->words;
	}
	s.prose[page->n_blocks] = words;
	s.is_forum = comments_is_forum(page);
	comments_by_name(&s);
	comments_by_line(&s);
	comments_by_action(&s);
	comments_by_unit(&s);
}
