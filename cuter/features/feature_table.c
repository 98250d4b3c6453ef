/*
 * feature_table.c -- computes the first stage's features of each block.
 *
 * In:  tree, blocks with the decisions of another method, the counts of struct
 *      feature_table.
 * Out: the rows, group by group, in the order of feature_groups[].
 *
 * The measures of the papers are among the features: SL, SA, SH, LP and TP of a
 * block and of its ancestors (Adam, Bouras, Poulopoulos), link density and
 * amount of links (Gunasundari, Karthikeyan; Mantratzis, Orgun, Cassidy), text
 * for each node (Shinde, Bolli, Kulkarni), position and similarity to the title
 * (Adam, Bouras, Poulopoulos). Trees only compare values, so no feature needs a
 * logarithm or a scale. Only + - * / are used, because every compiler rounds
 * their results in the same way.
 */
#include "cuter/features/feature_table.h"

#include <assert.h>

/* The value of a distance if the block at its other end does not exist. */
#define FAR 999

static const struct block *
feature_table_block_of(const struct feature_row *row)
{
	return &row->n->page->blocks[row->i];
}

uint32_t
feature_distance(const struct feature_table *n, uint32_t block, uint32_t other)
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

/* --------------------------------------------------------------------- text */

static void
feature_table_put_text(struct feature_row *row)
{
	const struct block *b = feature_table_block_of(row);
	const struct text_counts *r = &row->n->texts[row->i];
	double runes = r->runes, words = r->words;

	feature_put(row, b->bytes);
	feature_put(row, r->runes);
	feature_put(row, words);
	feature_put(row, feature_ratio(b->link_bytes, b->bytes));
	feature_put(row, feature_ratio(b->bytes, row->n->page->text_bytes));
	feature_put(row, feature_ratio(r->letters, words));
	feature_put(row, feature_ratio(r->points, runes));
	feature_put(row, r->points);
	feature_put(row, r->commas);
	feature_put(row, r->sentences);
	feature_put(row, feature_ratio(words, r->sentences));
	feature_put(row, feature_ratio(r->capitals, r->letters));
	feature_put(row, feature_ratio(r->digits, r->letters));
	feature_put(row, feature_ratio(r->short_words, words));
	feature_put(row, feature_ratio(r->long_words, words));
	feature_put(row, feature_ratio(r->capital_words, words));
	feature_put(row, feature_ratio(r->letters, runes));
	feature_put(row, r->begins);
	feature_put(row, r->ends);
	feature_put(row, r->ends == EDGE_STOP || r->ends == EDGE_QUOTE);
	feature_put(row, r->link_runs);
	feature_put(row, feature_ratio(r->link_runs, words));
	feature_put(row, r->links_at_start);
	feature_put(row, b->bytes - b->link_bytes);
	feature_put(row, feature_ratio(r->emphasis_bytes, b->bytes));
	feature_put(row, r->elements);
	feature_put(row, r->breaks);
	feature_put(row, r->media);
	feature_put(row, r->has_copyright);
	feature_put(row, r->has_bar);
	feature_put(row, r->has_year);
	feature_put(row, r->has_arrow);
}

static void
feature_table_put_phrases(struct feature_row *row)
{
	const struct text_counts *r = &row->n->texts[row->i];
	uint32_t all = 0;

	for (int k = 0; k < PHRASE_COUNT; k++) {
		feature_put(row, r->phrases[k]);
		all += r->phrases[k];
	}
	feature_put(row, all);
	feature_put(row, feature_ratio(all, r->words));
}

/* ---------------------------------------------------------------- ancestors */

static const uint8_t own_tags[] = { TAG_P, TAG_H1, TAG_H2, TAG_H3, TAG_H4,
	TAG_LI, TAG_TD, TAG_DIV, TAG_BLOCKQUOTE, TAG_FIGCAPTION, TAG_SECTION,
	TAG_PRE };

static void
feature_table_put_elements(struct feature_row *row)
{
	const struct tree *t = &row->n->page->tree;
	const struct block *b = feature_table_block_of(row);
	const struct node_ancestry *a = &row->n->ancestry[b->node];
	uint32_t parent = feature_ancestor(row->n, b->node, 1);

	for (size_t k = 0; k < sizeof(own_tags); k++)
		feature_put(row, t->nodes[b->node].tag == own_tags[k]);
	for (size_t k = 0; k < FEATURES_ANCESTOR_TAGS; k++)
		feature_put(row, a->elements[k]);
	feature_put(row, b->is_heading);
	feature_put(row, t->nodes[b->node].depth);
	feature_put(row, t->nodes[parent].tag == TAG_DIV);
	feature_put(row, t->nodes[parent].tag == TAG_LI);
	feature_put(row, parent == TREE_ROOT);
	feature_put(row, b->node == TREE_ROOT);
}

static void
feature_table_put_names(struct feature_row *row)
{
	const struct node_ancestry *a =
	    &row->n->ancestry[feature_table_block_of(row)->node];

	for (int k = 0; k < ATTR_WORD_COUNT; k++)
		feature_put(row, a->names[k]);
	for (int k = 0; k < ATTR_WORD_COUNT; k++)
		feature_put(row, a->near_words >> k & 1);
	for (int k = 0; k < ATTR_WORD_COUNT; k++)
		feature_put(row, a->own_words >> k & 1);
}

static void
feature_table_put_marks(struct feature_row *row)
{
	for (unsigned k = 0; k < MARK_COUNT; k++)
		feature_put(row, feature_table_block_of(row)->marks >> k & 1);
}

/* Adds two features for each of other stories, comments and notices: their
 * share of the page's text, and the number of blocks since their last block at
 * or before this block. */
static void
feature_table_put_regions(struct feature_row *row)
{
	const struct feature_table *n = row->n;

	for (size_t k = 0; k < FEATURES_REGIONS; k++) {
		uint32_t last = n->regions[k].last[row->i];

		feature_put(row, feature_ratio((double)n->regions[k].bytes,
				     n->page->text_bytes));
		feature_put(row, last != PAGE_NO_BLOCK ? row->i - last : FAR);
	}
}

static void
feature_table_put_container(struct feature_row *row, uint32_t node)
{
	const struct feature_table *n = row->n;
	const struct page *page = n->page;
	const struct node_counts *s = &n->counts[node];

	feature_put(row, feature_ratio(page->bytes[node], page->text_bytes));
	feature_put(
	    row, feature_ratio(page->link_bytes[node], page->bytes[node]));
	feature_put(row, feature_ratio(s->paragraph_bytes,
			     n->counts[TREE_ROOT].paragraph_bytes));
	feature_put(row, feature_ratio(s->paragraph_bytes, page->bytes[node]));
	feature_put(row, s->blocks);
	feature_put(row, s->paragraphs);
	feature_put(row, feature_ratio(s->score, n->best_score));
	feature_put(
	    row, feature_ratio(page->bytes[node],
		     page->tree.nodes[node].end - node)); /* bytes per node */
	feature_put(row, s->media);
}

static void
feature_table_put_containers(struct feature_row *row)
{
	static const uint8_t steps[] = { 1, 2, 3, 5, 8 };
	const struct feature_table *n = row->n;
	uint32_t node = feature_table_block_of(row)->node;

	for (size_t k = 0; k < sizeof(steps); k++)
		feature_table_put_container(
		    row, feature_ancestor(n, node, steps[k]));
}

static void
feature_table_put_best_container(struct feature_row *row)
{
	const struct feature_table *n = row->n;
	const struct tree *t = &n->page->tree;
	uint32_t node = feature_table_block_of(row)->node, steps = 0;
	float best = 0;
	bool inside;

	inside = n->best_node <= node && node < t->nodes[n->best_node].end;
	for (uint32_t up = node; up != TREE_ROOT; up = t->nodes[up].parent)
		if (n->counts[up].score > best)
			best = n->counts[up].score;
	for (uint32_t up = node;
	     up != TREE_ROOT &&
	     !(up <= n->best_node && n->best_node < t->nodes[up].end);
	     up = t->nodes[up].parent)
		steps++;
	feature_put(row, inside);
	feature_put(row, steps);
	feature_put(row, feature_ratio(best, n->best_score));
	feature_put(row, (double)node - n->best_node);
	feature_put(row, (double)node - t->nodes[n->best_node].end);
}

static void
feature_table_put_path(struct feature_row *row)
{
	const struct feature_table *n = row->n;
	const struct path_counts *p =
	    &n->paths[n->ancestry[feature_table_block_of(row)->node].path];
	feature_put(row, p->blocks);
	feature_put(row, feature_ratio(p->blocks, n->page->n_blocks));
	feature_put(row, feature_ratio(p->bytes, n->page->text_bytes));
	feature_put(row, feature_ratio(p->link_bytes, p->bytes));
	feature_put(row, feature_ratio(p->bytes, p->blocks));
}

/* Adds features that show whether the block is part of one of many similar
 * elements, such as cards. */
static void
feature_table_put_cards(struct feature_row *row)
{
	const struct feature_table *n = row->n;
	uint32_t node = feature_table_block_of(row)->node, most = 0, at = 0;

	for (uint32_t k = 0; k < 6; k++) {
		uint8_t tag = n->page->tree.nodes[node].tag;
		uint32_t similar =
		    n->ancestry[node]
			.similar; /* 0 at the root, which has no parent */

		if (tag != TAG_P && tag != TAG_SPAN && similar > most) {
			most = similar;
			at = k;
		}
		if (k < 4)
			feature_put(row, similar);
		node = feature_ancestor(n, node, 1);
	}
	feature_put(row, most);
	feature_put(row, at);
}

/* ----------------------------------------------------------------- position */

static void
feature_table_put_position(struct feature_row *row)
{
	const struct feature_table *n = row->n;
	const struct page *page = n->page;
	double count = page->n_blocks, i = row->i;
	bool titled = page->title_block != PAGE_NO_BLOCK;
	double title = titled ? page->title_block : 0;

	feature_put(row, feature_ratio(i, count));
	feature_put(row, count);
	feature_put(row, page->text_bytes);
	feature_put(row, feature_ratio((double)n->bytes_before[row->i],
			     (double)n->bytes_before[page->n_blocks]));
	feature_put(row, titled ? i - title : FAR);
	feature_put(row, titled ? feature_ratio(i - title, count) : 9);
	feature_put(row, page->title_score);
	feature_put(row, titled && row->i > page->title_block
			     ? (double)(n->bytes_before[row->i] -
					n->bytes_before[page->title_block + 1])
			     : -1);
	feature_put(row, titled && row->i > page->title_block
			     ? n->paragraphs_before[row->i] -
				   n->paragraphs_before[page->title_block]
			     : -1.0);
	feature_put(
	    row, titled ? feature_distance(n, row->i, page->title_block) : FAR);
	feature_put(
	    row, titled ? feature_distance(n, page->title_block, row->i) : FAR);
	feature_put(row, feature_ratio(n->paragraphs_before[row->i],
			     n->paragraphs_before[page->n_blocks]));
	feature_put(row, n->paragraphs_before[page->n_blocks] -
			     n->paragraphs_before[row->i]);
	feature_put(row, feature_ratio(n->rank[row->i], count));
	feature_put(row, n->rank[row->i]);
	feature_put(row, n->same_text[row->i]);
	feature_put(row, feature_ratio(page->link_bytes[0], page->text_bytes));
}

static void
feature_table_put_hints(struct feature_row *row)
{
	const struct feature_table *n = row->n;
	const struct text_counts *r = &n->texts[row->i];

	feature_put(row, feature_ratio(r->title_words, r->words));
	feature_put(row, feature_ratio(r->title_hits, n->title.n));
	feature_put(row, r->title_hits);
	feature_put(row, feature_ratio(r->lead_words, r->words));
	feature_put(row, feature_ratio(r->lead_hits, n->lead.n));
	feature_put(row, n->lead.n);
	feature_put(row, n->json_ld_grams.n);
	feature_put(
	    row, r->grams > 0 ? feature_ratio(r->gram_hits, r->grams) : -1);
	feature_put(row, r->gram_hits);
}

/* ------------------------------------------------- other methods' decisions */

static void
feature_table_put_methods(struct feature_row *row)
{
	const struct feature_table *n = row->n;
	const struct block *b = feature_table_block_of(row);

	feature_put(row, b->reason == REASON_CHOSEN);
	feature_put(row, b->reason == REASON_FAR);
	feature_put(
	    row, b->reason == REASON_LINKS || b->reason == REASON_LINK_REGION);
	feature_put(row, b->reason == REASON_BEFORE_TITLE);
	feature_put(row, b->reason == REASON_TITLE);
	feature_put(row, n->best_first != PAGE_NO_BLOCK &&
			     row->i >= n->best_first && row->i <= n->best_last);
	feature_put(row, n->best_first != PAGE_NO_BLOCK
			     ? (double)row->i - n->best_first
			     : FAR);
	feature_put(row, n->best_first != PAGE_NO_BLOCK
			     ? (double)row->i - n->best_last
			     : FAR);
}

/* --------------------------------------------------------------- neighbours */

static void
feature_table_put_heading(struct feature_row *row)
{
	const struct feature_table *n = row->n;
	uint32_t h = n->heading[row->i];
	const struct text_counts *r = h != PAGE_NO_BLOCK ? &n->texts[h] : NULL;
	const struct block *b = r != NULL ? &n->page->blocks[h] : NULL;

	feature_put(row, r != NULL ? row->i - h : FAR);
	feature_put(row, r != NULL ? n->page->tree.nodes[b->node].tag : 0);
	feature_put(row, r != NULL ? b->bytes : 0);
	feature_put(row, r != NULL ? r->words : 0);
	feature_put(row, r != NULL ? r->phrases[PHRASE_MORE] +
					 r->phrases[PHRASE_SHARE] +
					 r->phrases[PHRASE_LETTER]
				   : 0);
	feature_put(row, r != NULL ? r->phrases[PHRASE_COMMENT] : 0);
	feature_put(row, r != NULL ? feature_distance(n, row->i, h) : FAR);
	feature_put(row, r != NULL ? feature_distance(n, h, row->i) : FAR);
	feature_put(
	    row, r != NULL ? feature_ratio(b->link_bytes, b->bytes) : 0);
	feature_put(row, r != NULL ? r->title_hits : 0);
}

static void
feature_table_put_neighbour(struct feature_row *row, int64_t at)
{
	const struct feature_table *n = row->n;
	const struct page *page = n->page;
	const struct block *b;
	const struct text_counts *r;

	if (at < 0 || at >= page->n_blocks) {
		for (int k = 0; k < 9; k++)
			feature_put(row, -1);
		return;
	}
	b = &page->blocks[at];
	r = &n->texts[at];
	feature_put(row, b->bytes);
	feature_put(row, feature_ratio(b->link_bytes, b->bytes));
	feature_put(row, r->sentences);
	feature_put(row, r->ends);
	feature_put(row, page->tree.nodes[b->node].tag == TAG_P);
	feature_put(row, b->is_heading);
	feature_put(row,
	    page->tree.nodes[b->node].parent ==
		page->tree.nodes[feature_table_block_of(row)->node].parent);
	feature_put(row, r->phrases[PHRASE_MORE] + r->phrases[PHRASE_SHARE]);
	feature_put(
	    row, n->ancestry[b->node].path ==
		     n->ancestry[feature_table_block_of(row)->node].path);
}

static void
feature_table_put_neighbours(struct feature_row *row)
{
	for (int64_t step = -3; step <= 3; step++)
		if (step != 0)
			feature_table_put_neighbour(
			    row, (int64_t)row->i + step);
}

static void
feature_table_put_edges(struct feature_row *row)
{
	const struct feature_table *n = row->n;
	const struct page *page = n->page;
	uint32_t i = row->i;

	feature_put(row, i > 0 ? feature_distance(n, i, i - 1) : FAR);
	feature_put(row, i > 0 ? feature_distance(n, i - 1, i) : FAR);
	feature_put(
	    row, i > 0 ? (double)page->blocks[i].first - page->blocks[i - 1].end
		       : FAR);
	if (i + 1 == page->n_blocks) {
		for (int k = 0; k < 3; k++)
			feature_put(row, FAR);
		return;
	}
	feature_put(row, feature_distance(n, i, i + 1));
	feature_put(row, feature_distance(n, i + 1, i));
	feature_put(
	    row, (double)page->blocks[i + 1].first - page->blocks[i].end);
}

static void
feature_table_put_windows(struct feature_row *row)
{
	static const uint8_t widths[] = { 2, 5, 15 };
	const struct feature_table *n = row->n;

	for (size_t k = 0; k < sizeof(widths); k++) {
		uint32_t from = row->i > widths[k] ? row->i - widths[k] : 0;
		uint32_t to = row->i + widths[k] + 1;
		double bytes, links;

		if (to > n->page->n_blocks)
			to = n->page->n_blocks;
		bytes = (double)(n->bytes_before[to] - n->bytes_before[from]);
		links = (double)(n->link_bytes_before[to] -
				 n->link_bytes_before[from]);
		feature_put(row, feature_ratio(links, bytes));
		feature_put(row, feature_ratio(bytes, n->page->text_bytes));
		feature_put(row, feature_ratio(n->paragraphs_before[to] -
						   n->paragraphs_before[from],
				     to - from));
	}
}

const struct feature_group feature_groups[] = {
	{ "text", 32, feature_table_put_text },
	{ "phrases", PHRASE_COUNT + 2, feature_table_put_phrases },
	{ "elements", sizeof(own_tags) + FEATURES_ANCESTOR_TAGS + 6,
	    feature_table_put_elements },
	{ "names", 3 * ATTR_WORD_COUNT, feature_table_put_names },
	{ "marks", MARK_COUNT, feature_table_put_marks },
	{ "regions", 2 * FEATURES_REGIONS, feature_table_put_regions },
	{ "containers", 45, feature_table_put_containers },
	{ "best container", 5, feature_table_put_best_container },
	{ "class path", 5, feature_table_put_path },
	{ "cards", 6, feature_table_put_cards },
	{ "place", 17, feature_table_put_position },
	{ "hints", 9, feature_table_put_hints },
	{ "methods", 8, feature_table_put_methods },
	{ "heading before", 10, feature_table_put_heading },
	{ "neighbours", 54, feature_table_put_neighbours },
	{ "edges", 6, feature_table_put_edges },
	{ "windows", 9, feature_table_put_windows },
	{ NULL, 0, NULL },
};

struct feature_table *
feature_table_new(struct page *page)
{
	struct feature_table *n = arena_alloc(page->arena, sizeof(*n));

	n->page = page;
	feature_counts_fill(n);
	n->rows = arena_array_uninit(
	    page->arena, page->n_blocks, FEATURES_ALL * sizeof(float));
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct feature_row row = { n->rows + (size_t)i * FEATURES_ALL,
			n, i };

		if (page->blocks[i].marks & MARK_HIDDEN) {
			memset(row.at, 0, FEATURES_ALL * sizeof(float));
			continue;
		}
		for (const struct feature_group *g = feature_groups;
		     g->name != NULL; g++)
			g->put(&row);
		assert(row.at ==
		       n->rows + (size_t)i * FEATURES_ALL + FEATURES_FIRST);
		memset(row.at, 0, FEATURES_CONTEXT * sizeof(float));
	}
	return n;
}
