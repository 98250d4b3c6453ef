/*
 * cuter.c -- CUTER: link percentage, text percentage, neighbours.
 *
 * In:  blocks with SL and SA, the tree, the title's block.
 * Out: verdict and reason of each block.
 * After: Adam, Bouras, Poulopoulos, "CUTER: an Efficient Useful Text
 * Extraction Mechanism" (seed 002), section IV, its text and its listing.
 *
 * The steps, each a function, in the order of judge():
 *   1. nodes without text are gone before (features_count makes none);
 *   2. what the page itself calls navigation or advertisement is out;
 *   3. LP = SA / SL at or over maxLP: the node and its children are out;
 *   4. what stands before the title is out;
 *   5. TP = SL / SH of the nodes that are left; valid are those over minTP, a
 *      third of the greatest TP (the text's bound for neighbours and the
 *      listing's "minimum ... depending on each webpage" are one);
 *   6. valid nodes that are neighbours by identifier are united to groups;
 *   7. the first group longer than AL x the longest is the article.
 * docs/algorithm.md says where the paper is silent and how we read it there.
 */
#include "cuter/methods/container.h"
#include "cuter/methods/methods.h"

#define CUTER_MAX_LINK_SHARE 0.5       /* maxLP: seed 002, section IV */
#define CUTER_NEIGHBOUR_TP   (1.0 / 3) /* "TP(nk)/3": seed 002, section IV */
/* The paper gives no value for these; chosen on the development corpora,
 * where each may be doubled or halved for less than a point of F1: */
#define CUTER_AL              0.4 /* AL: share of the longest group */
#define CUTER_DISTANCE        120 /* nodes between neighbours, at most */
#define CUTER_DISTANCE_AFTER  30  /* the same for lone paragraphs behind … */
#define CUTER_DISTANCE_BEFORE 150 /* … and before, where the title bounds */
#define CUTER_LIST            3   /* so many links on end are a list */
#define CUTER_HEADING_BYTES   80  /* what heads one is no paragraph */
/* Steps 3 and 4 must not lose the page: where a whole has over this share of
 * the unlinked text, it is no menu, and what precedes it no header. */
#define CUTER_REGION_SHARE 0.3
#define CUTER_TITLE_SHARE  0.25

/* A parent of paragraphs: what the paper's figure 4 draws a square around. */
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
omit(struct block *b, enum cuter_class class, enum reason reason)
{
	b->verdict = class;
	b->reason = reason;
}

/* ------------------------------------------------- 2: what says so itself */

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
omit_marked(struct page *page)
{
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		b->verdict = CUTER_TEXT;
		b->reason = REASON_NONE;
		for (size_t k = 0;
		     k < sizeof(omitted_marks) / sizeof(omitted_marks[0]); k++)
			if (b->marks & omitted_marks[k].mark) {
				omit(b, omitted_marks[k].class,
				    omitted_marks[k].reason);
				break;
			}
	}
}

/* -------------------------------------------------- 3: the link percentage */

static bool
is_open(const struct block *b)
{
	return b->reason == REASON_NONE;
}

/* LP of whole nodes, from the top: once out, all children are. */
static void
omit_link_regions(struct page *page)
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

		if (!is_open(b))
			continue;
		if (b->link_bytes >= CUTER_MAX_LINK_SHARE * b->bytes)
			omit(b, CUTER_NAVIGATION, REASON_LINKS);
		else if (out[b->node])
			omit(b, CUTER_NAVIGATION, REASON_LINK_REGION);
	}
}

/* ------------------------------------------------------------- 4: the title */

static void
omit_before_title(struct page *page)
{
	uint64_t before = 0, after = 0;

	if (page->title_block == PAGE_NO_BLOCK)
		return;
	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (is_open(&page->blocks[i]) && i < page->title_block)
			before += page->blocks[i].bytes;
		else if (is_open(&page->blocks[i]) && i > page->title_block)
			after += page->blocks[i].bytes;
	if ((double)after < CUTER_TITLE_SHARE * (double)(before + after))
		return; /* that was some other place where it is named */
	for (uint32_t i = 0; i < page->title_block; i++)
		if (is_open(&page->blocks[i]))
			omit(&page->blocks[i], CUTER_NAVIGATION,
			    REASON_BEFORE_TITLE);
	omit(&page->blocks[page->title_block], CUTER_TEXT, REASON_TITLE);
}

/* ------------------------------------------------- 5: the text percentage */

static size_t
find_candidates(const struct page *page, struct candidate *candidates)
{
	uint32_t *of_node = arena_array(
	    page->arena, page->tree.n, sizeof(uint32_t)); /* index + 1 */
	size_t n = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		struct candidate *c;
		uint32_t node;

		if (!is_open(b))
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

/* Those over minTP, in document order as they came. */
static size_t
keep_valid(struct candidate *candidates, size_t n)
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

/* ------------------------------------------------ 6 and 7: the neighbours */

/* Nodes between the end of one block and the begin of another. */
static uint32_t
distance(const struct page *page, uint32_t from, uint32_t to)
{
	uint32_t end = page->blocks[from].end, first = page->blocks[to].first;

	return first > end ? first - end : 0;
}

static size_t
unite(const struct page *page, const struct candidate *valid, size_t n,
    struct group *groups)
{
	size_t n_groups = 0;

	for (size_t i = 0; i < n; i++) {
		struct group *last =
		    n_groups > 0 ? &groups[n_groups - 1] : NULL;

		if (last == NULL || distance(page, last->last, valid[i].first) >
					CUTER_DISTANCE) {
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
first_acceptable(struct group *groups, size_t n)
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

/* Omitted for its links alone. */
static bool
is_link(const struct block *b)
{
	return b->reason == REASON_LINKS || b->reason == REASON_LINK_REGION;
}

/* The same rule once more among paragraphs: one that is near an end of the
 * group, and longer than a third of the group's own, is united with it. */
static void
extend(const struct page *page, struct group *g)
{
	uint64_t bytes = 0;
	uint32_t n = 0;

	for (uint32_t i = g->first; i <= g->last; i++)
		if (is_open(&page->blocks[i]) && !page->blocks[i].is_heading) {
			bytes += page->blocks[i].bytes;
			n++;
		}
	if (n == 0)
		return;
	for (uint32_t i = g->last + 1, links = 0;
	     i < page->n_blocks && links < CUTER_LIST &&
	     distance(page, g->last, i) <= CUTER_DISTANCE_AFTER;
	     i++) {
		const struct block *b = &page->blocks[i];

		links += is_link(b);
		if (is_open(b) &&
		    b->bytes > CUTER_NEIGHBOUR_TP * (double)bytes / n)
			g->last = i;
	}
	for (uint32_t i = g->first;
	     i-- > 0 && distance(page, i, g->first) <= CUTER_DISTANCE_BEFORE;)
		if (is_open(&page->blocks[i]) &&
		    page->blocks[i].bytes >
			CUTER_NEIGHBOUR_TP * (double)bytes / n)
			g->first = i;
}

/* A line that heads a list of links ("Read also") is out with its list. */
static void
omit_list_headings(struct page *page, const struct group *g)
{
	for (uint32_t i = g->first; i <= g->last && i + 2 < page->n_blocks;
	     i++) {
		struct block *b = &page->blocks[i];

		if (is_open(b) && b->bytes < CUTER_HEADING_BYTES &&
		    is_link(b + 1) && is_link(b + 2))
			omit(b, CUTER_NAVIGATION, REASON_LINK_REGION);
	}
}

static void
take(struct page *page, const struct group *article)
{
	if (article != NULL)
		omit_list_headings(page, article);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		if (!is_open(b))
			continue;
		if (article != NULL && i >= article->first &&
		    i <= article->last)
			omit(b, CUTER_TEXT, REASON_CHOSEN);
		else
			omit(b, CUTER_NAVIGATION,
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

	omit_marked(page);
	omit_link_regions(page);
	omit_before_title(page);
	n = find_candidates(page, candidates);
	n = keep_valid(candidates, n);
	n = unite(page, candidates, n, groups);
	article = first_acceptable(groups, n);
	if (article != NULL)
		extend(page, article);
	take(page, article);
}
