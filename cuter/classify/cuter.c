/*
 * cuter.c -- CUTER: link percentage, text percentage, neighbours.
 *
 * In:  blocks with SL and SA, the tree, the title's block.
 * Out: class and reason of each block.
 *
 * Source: Adam, Bouras, Poulopoulos, "CUTER: an Efficient Useful Text
 * Extraction Mechanism", section IV, text and listing.
 *
 * The steps, in the order of method_cuter():
 *
 *   1. Nodes without text are dropped: features_count() creates no blocks for
 *      them.
 *   2. Blocks with one of the marks in omitted_marks[] (hidden text,
 *      advertisement, navigation ...) are left out.
 *   3. A node whose LP = SA / SL is at least maxLP is left out with its
 *      children.
 *   4. Blocks before the title are left out.
 *   5. TP = SL / SH of the remaining nodes. Nodes over minTP are valid. minTP
 *      is a third of the greatest TP. (The limit for neighbours in the paper's
 *      text and the "minimum ... depending on each webpage" in its listing are
 *      the same.)
 *   6. Valid nodes that are neighbours by identifier are united to groups.
 *   7. The first group longer than AL times the longest group is the article.
 *
 * docs/algorithm.md lists the questions that the paper leaves open, and the
 * answers chosen here.
 */
#include "base/array.h"
#include "cuter/classify/container.h"
#include "cuter/classify/methods.h"

#define CUTER_MAX_LINK_SHARE 0.5       /* maxLP: section IV */
#define CUTER_NEIGHBOUR_TP   (1.0 / 3) /* "TP(nk)/3": section IV */
/* The paper gives no values for the following constants. They were chosen on
 * the development corpora. Halving or doubling one of them changes F1 on these
 * corpora by less than a point. */
#define CUTER_AL       0.4 /* AL of the paper: share of the longest group */
#define CUTER_DISTANCE 120 /* maximum distance of neighbours, in nodes */
/* Largest distance of a paragraph after the group, in nodes. */
#define CUTER_DISTANCE_AFTER 30
/* Largest distance of a paragraph before the group, in nodes. If the title was
 * found, step 4 has left out the blocks before the title. */
#define CUTER_DISTANCE_BEFORE 150
/* The search for further paragraphs ends after this number of link blocks. */
#define CUTER_LIST          3
#define CUTER_HEADING_BYTES 80 /* maximum size of a list heading */
/* Steps 3 and 4 must not remove the article. A node with at least
 * CUTER_REGION_SHARE of the unlinked text is therefore not a menu. If less than
 * CUTER_TITLE_SHARE of the text is after the title, the blocks before the title
 * are not left out. */
#define CUTER_REGION_SHARE 0.3
#define CUTER_TITLE_SHARE  0.25

/* A parent of paragraphs, drawn as a square in figure 4 of the paper. */
struct candidate {
	uint32_t node;
	uint32_t first, last; /* blocks */
	uint32_t bytes;       /* SL */
};

struct group {
	uint32_t first, last; /* blocks */
	uint32_t bytes;
};

static void
cuter_method_omit(struct block *b, enum cuter_class class, enum reason reason)
{
	b->class = class;
	b->reason = reason;
}

/* ------------------------------------------------------------ step 2: marks */

static const struct {
	uint32_t mark;
	uint8_t class;
	uint8_t reason;
} omitted_marks[] = {
	{ MARK_HIDDEN, CUTER_EMPTY, REASON_HIDDEN },
	{ MARK_ADVERTISEMENT, CUTER_ADVERTISEMENT, REASON_ADVERTISEMENT },
	{ MARK_NAVIGATION, CUTER_NAVIGATION, REASON_NAVIGATION },
	{ MARK_COMMENTS, CUTER_NAVIGATION, REASON_COMMENTS },
	{ MARK_BUTTON, CUTER_NAVIGATION, REASON_BUTTON },
	{ MARK_CAPTION, CUTER_NAVIGATION, REASON_CAPTION },
	{ MARK_BYLINE, CUTER_NAVIGATION, REASON_BYLINE },
};

static void
cuter_method_omit_marked(struct page *page)
{
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		b->class = CUTER_TEXT;
		b->reason = REASON_NONE;
		for (size_t k = 0; k < ARRAY_LENGTH(omitted_marks); k++)
			if (b->marks & omitted_marks[k].mark) {
				cuter_method_omit(b, omitted_marks[k].class,
				    omitted_marks[k].reason);
				break;
			}
	}
}

/* -------------------------------------------------- step 3: link percentage */

static bool
cuter_method_is_undecided(const struct block *b)
{
	return b->reason == REASON_NONE;
}

/* Leaves out the nodes and blocks whose LP is too high. Nodes are tested from
 * the root down: if a node is left out, its children are left out. */
static void
cuter_method_omit_link_regions(struct page *page)
{
	const struct tree *t = &page->tree;
	bool *out = arena_array(page->arena, t->n, sizeof(bool));
	uint32_t unlinked = page->text_bytes - page->link_bytes[TREE_ROOT];

	for (uint32_t i = 1; i < t->n; i++) {
		uint32_t own = page->bytes[i] - page->link_bytes[i];

		out[i] = out[t->nodes[i].parent];
		if (out[i] || !tag_is(t->nodes[i].tag, TAG_IS_BLOCK))
			continue;
		if (page->link_bytes[i] >=
			CUTER_MAX_LINK_SHARE * page->bytes[i] &&
		    page->bytes[i] > 0 && own < CUTER_REGION_SHARE * unlinked)
			out[i] = true;
	}
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		if (!cuter_method_is_undecided(b))
			continue;
		if (b->link_bytes >= CUTER_MAX_LINK_SHARE * b->bytes)
			cuter_method_omit(b, CUTER_NAVIGATION, REASON_LINKS);
		else if (out[b->node])
			cuter_method_omit(
			    b, CUTER_NAVIGATION, REASON_LINK_REGION);
	}
}

/* ------------------------------------------------------------ step 4: title */

static void
cuter_method_omit_before_title(struct page *page)
{
	uint64_t before = 0, after = 0;

	if (page->title_block == PAGE_NO_BLOCK)
		return;
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (cuter_method_is_undecided(&page->blocks[i]) &&
		    i < page->title_block)
			before += page->blocks[i].bytes;
		else if (cuter_method_is_undecided(&page->blocks[i]) &&
			 i > page->title_block)
			after += page->blocks[i].bytes;
	if ((double)after < CUTER_TITLE_SHARE * (double)(before + after))
		return; /* the block only mentions the title and is not the
			   headline */
	for (uint32_t i = 0; i < page->title_block; i++)
		if (cuter_method_is_undecided(&page->blocks[i]))
			cuter_method_omit(&page->blocks[i], CUTER_NAVIGATION,
			    REASON_BEFORE_TITLE);
	if (!page->title_continues)
		cuter_method_omit(
		    &page->blocks[page->title_block], CUTER_TEXT, REASON_TITLE);
}

/* -------------------------------------------------- step 5: text percentage */

static size_t
cuter_method_find_candidates(
    const struct page *page, struct candidate *candidates)
{
	/* for each node, the index of its candidate plus 1; 0: no candidate */
	uint32_t *of_node =
	    arena_array(page->arena, page->tree.n, sizeof(uint32_t));
	size_t n = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		struct candidate *c;
		uint32_t node;

		if (!cuter_method_is_undecided(b))
			continue;
		node = container_of(page, b);
		if (of_node[node] == 0) {
			of_node[node] = (uint32_t)++n;
			candidates[n - 1] =
			    (struct candidate){ .node = node, .first = i };
		}
		c = &candidates[of_node[node] - 1];
		c->last = i;
		c->bytes += b->bytes - b->link_bytes;
	}
	return n;
}

/* Keeps the candidates over minTP, in document order. */
static size_t
cuter_method_keep_valid(struct candidate *candidates, size_t n)
{
	uint32_t greatest = 0;
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (candidates[i].bytes > greatest)
			greatest = candidates[i].bytes;
	for (size_t i = 0; i < n; i++)
		if (candidates[i].bytes > CUTER_NEIGHBOUR_TP * greatest)
			candidates[kept++] = candidates[i];
	return kept;
}

/* ------------------------------------------------ steps 6 and 7: neighbours */

/* Returns the number of nodes between the end of one block and the beginning of
 * the next. */
static uint32_t
cuter_method_distance(const struct page *page, uint32_t from, uint32_t to)
{
	uint32_t end = page->blocks[from].end, first = page->blocks[to].first;

	return first > end ? first - end : 0;
}

static size_t
cuter_method_unite(const struct page *page, const struct candidate *valid,
    size_t n, struct group *groups)
{
	size_t n_groups = 0;

	for (size_t i = 0; i < n; i++) {
		struct group *last =
		    n_groups > 0 ? &groups[n_groups - 1] : NULL;

		if (last == NULL || cuter_method_distance(page, last->last,
					valid[i].first) > CUTER_DISTANCE) {
			groups[n_groups++] = (struct group){ valid[i].first,
				valid[i].last, valid[i].bytes };
			continue;
		}
		if (valid[i].last > last->last)
			last->last = valid[i].last;
		last->bytes += valid[i].bytes;
	}
	return n_groups;
}

static struct group *
cuter_method_first_acceptable(struct group *groups, size_t n)
{
	uint32_t longest = 0;

	for (size_t i = 0; i < n; i++)
		if (groups[i].bytes > longest)
			longest = groups[i].bytes;
	for (size_t i = 0; i < n; i++)
		if (groups[i].bytes > CUTER_AL * longest)
			return &groups[i];
	return NULL;
}

/* True if the block was left out only because of its links. */
static bool
cuter_method_is_link(const struct block *b)
{
	return b->reason == REASON_LINKS || b->reason == REASON_LINK_REGION;
}

/* Applies the rule of step 6 to single paragraphs: a paragraph near an end of
 * the group is added if it is longer than a third of the mean paragraph of the
 * group. */
static void
cuter_method_extend(const struct page *page, struct group *g)
{
	uint64_t bytes = 0;
	uint32_t n = 0;

	for (uint32_t i = g->first; i <= g->last; i++)
		if (cuter_method_is_undecided(&page->blocks[i]) &&
		    !page->blocks[i].is_heading) {
			bytes += page->blocks[i].bytes;
			n++;
		}
	if (n == 0)
		return;
	for (uint32_t i = g->last + 1, links = 0;
	     i < page->n_blocks && links < CUTER_LIST &&
	     cuter_method_distance(page, g->last, i) <= CUTER_DISTANCE_AFTER;
	     i++) {
		const struct block *b = &page->blocks[i];

		links += cuter_method_is_link(b);
		if (cuter_method_is_undecided(b) &&
		    b->bytes > CUTER_NEIGHBOUR_TP * (double)bytes / n)
			g->last = i;
	}
	for (uint32_t i = g->first;
	     i-- > 0 &&
	     cuter_method_distance(page, i, g->first) <= CUTER_DISTANCE_BEFORE;)
		if (cuter_method_is_undecided(&page->blocks[i]) &&
		    page->blocks[i].bytes >
			CUTER_NEIGHBOUR_TP * (double)bytes / n)
			g->first = i;
}

/* Omits a heading of a list of links ("Read also"). */
static void
cuter_method_omit_list_headings(struct page *page, const struct group *g)
{
	for (uint32_t i = g->first; i <= g->last && i + 2 < page->n_blocks;
	     i++) {
		struct block *b = &page->blocks[i];

		if (cuter_method_is_undecided(b) &&
		    b->bytes < CUTER_HEADING_BYTES &&
		    cuter_method_is_link(b + 1) && cuter_method_is_link(b + 2))
			cuter_method_omit(
			    b, CUTER_NAVIGATION, REASON_LINK_REGION);
	}
}

static void
cuter_method_take(struct page *page, const struct group *article)
{
	if (article != NULL)
		cuter_method_omit_list_headings(page, article);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		if (!cuter_method_is_undecided(b))
			continue;
		if (article != NULL && i >= article->first &&
		    i <= article->last)
			cuter_method_omit(b, CUTER_TEXT, REASON_CHOSEN);
		else
			cuter_method_omit(b, CUTER_NAVIGATION,
			    article != NULL ? REASON_FAR : REASON_SMALL);
	}
}

void
method_cuter(struct page *page)
{
	struct candidate *candidates =
	    arena_array(page->arena, page->n_blocks + 1, sizeof(*candidates));
	struct group *groups =
	    arena_array(page->arena, page->n_blocks + 1, sizeof(*groups));
	struct group *article;
	size_t n;

	cuter_method_omit_marked(page);
	cuter_method_omit_link_regions(page);
	cuter_method_omit_before_title(page);
	n = cuter_method_find_candidates(page, candidates);
	n = cuter_method_keep_valid(candidates, n);
	n = cuter_method_unite(page, candidates, n, groups);
	article = cuter_method_first_acceptable(groups, n);
	if (article != NULL)
		cuter_method_extend(page, article);
	cuter_method_take(page, article);
}
