/*
 * numbers.c -- the first stage's row of each block.
 *
 * In:  tree, blocks with another method's verdicts, struct numbers' sums.
 * Out: rows, group by group, after the table at the end.
 *
 * The seeds' measures are here by name: SL, SA, SH, LP and TP of a block and
 * of what it stands in (seed 002), link density and amount (001, 003), text
 * for tags (004), position and overlap with the title (002).  Trees compare,
 * so a number needs no logarithm and no scale; only + - * / are used, which
 * every compiler rounds the same.
 */
#include "cuter/features/numbers.h"

#include <assert.h>

#define FAR 999 /* no such block */

static const struct block *
block_of(const struct number_row *row)
{
	return &row->n->page->blocks[row->i];
}

uint32_t
number_distance(const struct numbers *n, uint32_t block, uint32_t other)
{
	const struct tree *t = &n->page->tree;
	uint32_t node = n->page->blocks[block].node, steps = 0;
	uint32_t to = n->page->blocks[other].node;

	while (node != TREE_ROOT && !(node <= to && to < t->nodes[node].end)) {
		node = t->nodes[node].parent;
		steps++;
	}
	return steps;
}

/* ------------------------------------------------------------ the text */

static void
put_text(struct number_row *row)
{
	const struct block *b = block_of(row);
	const struct reading *r = &row->n->readings[row->i];
	double runes = r->runes, words = r->words;

	number_put(row, b->bytes);
	number_put(row, r->runes);
	number_put(row, words);
	number_put(row, number_share(b->link_bytes, b->bytes));
	number_put(row, number_share(b->bytes, row->n->page->text_bytes));
	number_put(row, number_share(r->letters, words));
	number_put(row, number_share(r->points, runes));
	number_put(row, r->points);
	number_put(row, r->commas);
	number_put(row, r->sentences);
	number_put(row, number_share(words, r->sentences));
	number_put(row, number_share(r->capitals, r->letters));
	number_put(row, number_share(r->digits, r->letters));
	number_put(row, number_share(r->short_words, words));
	number_put(row, number_share(r->long_words, words));
	number_put(row, number_share(r->capital_words, words));
	number_put(row, number_share(r->letters, runes));
	number_put(row, r->begins);
	number_put(row, r->ends);
	number_put(row, r->ends == EDGE_STOP || r->ends == EDGE_QUOTE);
	number_put(row, r->link_runs);
	number_put(row, number_share(r->link_runs, words));
	number_put(row, r->links_at_start);
	number_put(row, b->bytes - b->link_bytes);
	number_put(row, number_share(r->emphasis_bytes, b->bytes));
	number_put(row, r->elements);
	number_put(row, r->breaks);
	number_put(row, r->media);
	number_put(row, r->has_copyright);
	number_put(row, r->has_bar);
	number_put(row, r->has_year);
	number_put(row, r->has_arrow);
}

static void
put_phrases(struct number_row *row)
{
	const struct reading *r = &row->n->readings[row->i];
	uint32_t all = 0;

	for (int k = 0; k < PHRASE_COUNT; k++) {
		number_put(row, r->phrases[k]);
		all += r->phrases[k];
	}
	number_put(row, all);
	number_put(row, number_share(all, r->words));
}

/* --------------------------------------------------------- what it stands in
 */

static const uint8_t own_tags[] = { TAG_P, TAG_H1, TAG_H2, TAG_H3, TAG_H4,
	TAG_LI, TAG_TD, TAG_DIV, TAG_BLOCKQUOTE, TAG_FIGCAPTION, TAG_SECTION,
	TAG_PRE };

static void
put_elements(struct number_row *row)
{
	const struct tree *t = &row->n->page->tree;
	const struct block *b = block_of(row);
	const struct node_around *a = &row->n->around[b->node];
	uint32_t parent = number_above(row->n, b->node, 1);

	for (size_t k = 0; k < sizeof(own_tags); k++)
		number_put(row, t->nodes[b->node].tag == own_tags[k]);
	for (size_t k = 0; k < NUMBERS_AROUND; k++)
		number_put(row, a->elements[k]);
	number_put(row, b->is_heading);
	number_put(row, t->nodes[b->node].depth);
	number_put(row, t->nodes[parent].tag == TAG_DIV);
	number_put(row, t->nodes[parent].tag == TAG_LI);
	number_put(row, parent == TREE_ROOT);
	number_put(row, b->node == TREE_ROOT);
}

static void
put_names(struct number_row *row)
{
	const struct node_around *a = &row->n->around[block_of(row)->node];

	for (int k = 0; k < NAME_COUNT; k++)
		number_put(row, a->names[k]);
	for (int k = 0; k < NAME_COUNT; k++)
		number_put(row, a->near_names >> k & 1);
	for (int k = 0; k < NAME_COUNT; k++)
		number_put(row, a->own_names >> k & 1);
}

static void
put_marks(struct number_row *row)
{
	for (unsigned k = 0; k < 14; k++)
		number_put(row, block_of(row)->marks >> k & 1);
}

static void
put_container(struct number_row *row, uint32_t node)
{
	const struct numbers *n = row->n;
	const struct page *page = n->page;
	const struct node_sums *s = &n->sums[node];

	number_put(row, number_share(page->bytes[node], page->text_bytes));
	number_put(
	    row, number_share(page->link_bytes[node], page->bytes[node]));
	number_put(row, number_share(s->paragraph_bytes,
			    n->sums[TREE_ROOT].paragraph_bytes));
	number_put(row, number_share(s->paragraph_bytes, page->bytes[node]));
	number_put(row, s->blocks);
	number_put(row, s->paragraphs);
	number_put(row, number_share(s->score, n->best_score));
	number_put(
	    row, number_share(page->bytes[node],
		     page->tree.nodes[node].end - node)); /* text for nodes */
	number_put(row, s->media);
}

static void
put_containers(struct number_row *row)
{
	static const uint8_t steps[] = { 1, 2, 3, 5, 8 };
	const struct numbers *n = row->n;
	uint32_t node = block_of(row)->node;

	for (size_t k = 0; k < sizeof(steps); k++)
		put_container(row, number_above(n, node, steps[k]));
}

static void
put_best(struct number_row *row)
{
	const struct numbers *n = row->n;
	const struct tree *t = &n->page->tree;
	uint32_t node = block_of(row)->node, steps = 0;
	float best = 0;
	bool inside;

	inside = n->best_node <= node && node < t->nodes[n->best_node].end;
	for (uint32_t up = node; up != TREE_ROOT; up = t->nodes[up].parent)
		if (n->sums[up].score > best)
			best = n->sums[up].score;
	for (uint32_t up = node;
	     up != TREE_ROOT &&
	     !(up <= n->best_node && n->best_node < t->nodes[up].end);
	     up = t->nodes[up].parent)
		steps++;
	number_put(row, inside);
	number_put(row, steps);
	number_put(row, number_share(best, n->best_score));
	number_put(row, (double)node - n->best_node);
	number_put(row, (double)node - t->nodes[n->best_node].end);
}

static void
put_path(struct number_row *row)
{
	const struct numbers *n = row->n;
	const struct path_sums *p =
	    &n->paths[n->around[block_of(row)->node].path];
	number_put(row, p->blocks);
	number_put(row, number_share(p->blocks, n->page->n_blocks));
	number_put(row, number_share(p->bytes, n->page->text_bytes));
	number_put(row, number_share(p->link_bytes, p->bytes));
	number_put(row, number_share(p->bytes, p->blocks));
}

/* Cards: what stands among many of its kind. */
static void
put_cards(struct number_row *row)
{
	const struct numbers *n = row->n;
	uint32_t node = block_of(row)->node, most = 0, at = 0;

	for (uint32_t k = 0; k < 6; k++) {
		uint8_t tag = n->page->tree.nodes[node].tag;
		uint32_t like = n->around[node].like; /* the root's is 0 */

		if (tag != TAG_P && tag != TAG_SPAN && like > most) {
			most = like;
			at = k;
		}
		if (k < 4)
			number_put(row, like);
		node = number_above(n, node, 1);
	}
	number_put(row, most);
	number_put(row, at);
}

/* -------------------------------------------------------------- the place */

static void
put_place(struct number_row *row)
{
	const struct numbers *n = row->n;
	const struct page *page = n->page;
	double count = page->n_blocks, i = row->i;
	bool titled = page->title_block != PAGE_NO_BLOCK;
	double title = titled ? page->title_block : 0;

	number_put(row, number_share(i, count));
	number_put(row, count);
	number_put(row, page->text_bytes);
	number_put(row, number_share((double)n->bytes_before[row->i],
			    (double)n->bytes_before[page->n_blocks]));
	number_put(row, titled ? i - title : FAR);
	number_put(row, titled ? number_share(i - title, count) : 9);
	number_put(row, page->title_score);
	number_put(row, titled && row->i > page->title_block
			    ? (double)(n->bytes_before[row->i] -
				       n->bytes_before[page->title_block + 1])
			    : -1);
	number_put(row, titled && row->i > page->title_block
			    ? n->paragraphs_before[row->i] -
				  n->paragraphs_before[page->title_block]
			    : -1.0);
	number_put(
	    row, titled ? number_distance(n, row->i, page->title_block) : FAR);
	number_put(
	    row, titled ? number_distance(n, page->title_block, row->i) : FAR);
	number_put(row, number_share(n->paragraphs_before[row->i],
			    n->paragraphs_before[page->n_blocks]));
	number_put(row, n->paragraphs_before[page->n_blocks] -
			    n->paragraphs_before[row->i]);
	number_put(row, number_share(n->rank[row->i], count));
	number_put(row, n->rank[row->i]);
	number_put(row, n->same_text[row->i]);
	number_put(row, number_share(page->link_bytes[0], page->text_bytes));
}

static void
put_hints(struct number_row *row)
{
	const struct numbers *n = row->n;
	const struct reading *r = &n->readings[row->i];

	number_put(row, number_share(r->title_words, r->words));
	number_put(row, number_share(r->title_hits, n->title.n));
	number_put(row, r->title_hits);
	number_put(row, number_share(r->lead_words, r->words));
	number_put(row, number_share(r->lead_hits, n->lead.n));
	number_put(row, n->lead.n);
	number_put(row, n->machine.n);
	number_put(
	    row, r->grams > 0 ? number_share(r->gram_hits, r->grams) : -1);
	number_put(row, r->gram_hits);
}

/* --------------------------------------------------- what others think */

static void
put_methods(struct number_row *row)
{
	const struct numbers *n = row->n;
	const struct block *b = block_of(row);

	number_put(row, b->reason == REASON_CHOSEN);
	number_put(row, b->reason == REASON_FAR);
	number_put(
	    row, b->reason == REASON_LINKS || b->reason == REASON_LINK_REGION);
	number_put(row, b->reason == REASON_BEFORE_TITLE);
	number_put(row, b->reason == REASON_TITLE);
	number_put(row, n->best_first != PAGE_NO_BLOCK &&
			    row->i >= n->best_first && row->i <= n->best_last);
	number_put(row, n->best_first != PAGE_NO_BLOCK
			    ? (double)row->i - n->best_first
			    : FAR);
	number_put(row, n->best_first != PAGE_NO_BLOCK
			    ? (double)row->i - n->best_last
			    : FAR);
}

/* ------------------------------------------------------- the neighbours */

static void
put_heading(struct number_row *row)
{
	const struct numbers *n = row->n;
	uint32_t h = n->heading[row->i];
	const struct reading *r = h != PAGE_NO_BLOCK ? &n->readings[h] : NULL;
	const struct block *b = r != NULL ? &n->page->blocks[h] : NULL;

	number_put(row, r != NULL ? row->i - h : FAR);
	number_put(row, r != NULL ? n->page->tree.nodes[b->node].tag : 0);
	number_put(row, r != NULL ? b->bytes : 0);
	number_put(row, r != NULL ? r->words : 0);
	number_put(row, r != NULL ? r->phrases[PHRASE_MORE] +
					r->phrases[PHRASE_SHARE] +
					r->phrases[PHRASE_LETTER]
				  : 0);
	number_put(row, r != NULL ? r->phrases[PHRASE_COMMENT] : 0);
	number_put(row, r != NULL ? number_distance(n, row->i, h) : FAR);
	number_put(row, r != NULL ? number_distance(n, h, row->i) : FAR);
	number_put(row, r != NULL ? number_share(b->link_bytes, b->bytes) : 0);
	number_put(row, r != NULL ? r->title_hits : 0);
}

static void
put_neighbour(struct number_row *row, int64_t at)
{
	const struct numbers *n = row->n;
	const struct page *page = n->page;
	const struct block *b;
	const struct reading *r;

	if (at < 0 || at >= page->n_blocks) {
		for (int k = 0; k < 9; k++)
			number_put(row, -1);
		return;
	}
	b = &page->blocks[at];
	r = &n->readings[at];
	number_put(row, b->bytes);
	number_put(row, number_share(b->link_bytes, b->bytes));
	number_put(row, r->sentences);
	number_put(row, r->ends);
	number_put(row, page->tree.nodes[b->node].tag == TAG_P);
	number_put(row, b->is_heading);
	number_put(row, page->tree.nodes[b->node].parent ==
			    page->tree.nodes[block_of(row)->node].parent);
	number_put(row, r->phrases[PHRASE_MORE] + r->phrases[PHRASE_SHARE]);
	number_put(row,
	    n->around[b->node].path == n->around[block_of(row)->node].path);
}

static void
put_neighbours(struct number_row *row)
{
	for (int64_t step = -3; step <= 3; step++)
		if (step != 0)
			put_neighbour(row, (int64_t)row->i + step);
}

static void
put_edges(struct number_row *row)
{
	const struct numbers *n = row->n;
	const struct page *page = n->page;
	uint32_t i = row->i;

	number_put(row, i > 0 ? number_distance(n, i, i - 1) : FAR);
	number_put(row, i > 0 ? number_distance(n, i - 1, i) : FAR);
	number_put(
	    row, i > 0 ? (double)page->blocks[i].first - page->blocks[i - 1].end
		       : FAR);
	if (i + 1 == page->n_blocks) {
		for (int k = 0; k < 3; k++)
			number_put(row, FAR);
		return;
	}
	number_put(row, number_distance(n, i, i + 1));
	number_put(row, number_distance(n, i + 1, i));
	number_put(
	    row, (double)page->blocks[i + 1].first - page->blocks[i].end);
}

static void
put_windows(struct number_row *row)
{
	static const uint8_t widths[] = { 2, 5, 15 };
	const struct numbers *n = row->n;

	for (size_t k = 0; k < sizeof(widths); k++) {
		uint32_t from = row->i > widths[k] ? row->i - widths[k] : 0;
		uint32_t to = row->i + widths[k] + 1;
		double bytes, links;

		if (to > n->page->n_blocks)
			to = n->page->n_blocks;
		bytes = (double)(n->bytes_before[to] - n->bytes_before[from]);
		links = (double)(n->link_bytes_before[to] -
				 n->link_bytes_before[from]);
		number_put(row, number_share(links, bytes));
		number_put(row, number_share(bytes, n->page->text_bytes));
		number_put(row, number_share(n->paragraphs_before[to] -
						 n->paragraphs_before[from],
				    to - from));
	}
}

const struct number_group number_groups[] = {
	{ "text", 32, put_text },
	{ "phrases", PHRASE_COUNT + 2, put_phrases },
	{ "elements", sizeof(own_tags) + NUMBERS_AROUND + 6, put_elements },
	{ "names", 3 * NAME_COUNT, put_names },
	{ "marks", 14, put_marks },
	{ "containers", 45, put_containers },
	{ "best container", 5, put_best },
	{ "class path", 5, put_path },
	{ "cards", 6, put_cards },
	{ "place", 17, put_place },
	{ "hints", 9, put_hints },
	{ "methods", 8, put_methods },
	{ "heading before", 10, put_heading },
	{ "neighbours", 54, put_neighbours },
	{ "edges", 6, put_edges },
	{ "windows", 9, put_windows },
	{ NULL, 0, NULL },
};

struct numbers *
numbers_first(struct page *page)
{
	struct numbers *n = arena_alloc(page->arena, sizeof(*n));

	n->page = page;
	numbers_sum(n);
	n->rows = arena_array_uninit(
	    page->arena, page->n_blocks, NUMBERS_ALL * sizeof(float));
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct number_row row = { n->rows + (size_t)i * NUMBERS_ALL, n,
			i };

		if (page->blocks[i].marks & MARK_HIDDEN) {
			memset(row.at, 0, NUMBERS_ALL * sizeof(float));
			continue;
		}
		for (const struct number_group *g = number_groups;
		     g->name != NULL; g++)
			g->put(&row);
		assert(row.at ==
		       n->rows + (size_t)i * NUMBERS_ALL + NUMBERS_FIRST);
		memset(row.at, 0, NUMBERS_SECOND * sizeof(float));
	}
	return n;
}
