/*
 * feature_counts.c -- counts the values from which the features of a page's
 * blocks are computed.
 *
 * In:  tree, blocks, marks.
 * Out: struct feature_table without its rows: sums over subtrees, names and
 * elements of ancestors, class paths, ranks, runs.
 */
#include "base/array.h"
#include "cuter/features/feature_table.h"
#include "cuter/features/value_hash.h"

/* A block with more bytes counts as prose even outside of <p>, if it is visible
 * and less than half of it is linked. */
#define PROSE_BYTES 80
#define SCORE_BYTES 25   /* smaller blocks give their ancestors no score */
#define RANK_BYTES  4096 /* all larger blocks have the same rank */
#define PATH_STEPS  3    /* number of elements in a class path */
/* Number of bytes by which each node lowers the sum of a run (see
 * feature_counts_find_run()). */
#define RUN_NODE 12

/* The elements that are counted among ancestors. Each kind of element has a
 * number, from 1. */
static const uint8_t around_tags[TAG_COUNT] = { [TAG_ARTICLE] = 1,
	[TAG_MAIN] = 2,
	[TAG_HEADER] = 3,
	[TAG_FOOTER] = 4,
	[TAG_NAV] = 5,
	[TAG_ASIDE] = 6,
	[TAG_FORM] = 7,
	[TAG_FIGURE] = 8,
	[TAG_TABLE] = 9,
	[TAG_UL] = 10,
	[TAG_OL] = 11,
	[TAG_BLOCKQUOTE] = 12,
	[TAG_SECTION] = 13,
	[TAG_LI] = 14,
	[TAG_P] = 15,
	[TAG_DL] = 16,
	[TAG_FIGCAPTION] = 17,
	[TAG_DIV] = 18 };
_Static_assert(FEATURES_ANCESTOR_TAGS == 18, "each has its place");

/* --------------------------------------------------------- numbers for keys */

/* A hash table that maps 64-bit keys to numbers: open addressing, in the
 * arena. */
struct numbering {
	uint64_t *keys; /* 0: free */
	uint32_t *values;
	size_t mask;
};

static void
feature_counts_numbering_init(
    struct numbering *m, struct arena *arena, size_t most)
{
	size_t size = 16;

	while (size < 2 * most)
		size *= 2;
	m->keys = arena_array(arena, size, sizeof(uint64_t));
	m->values = arena_array(arena, size, sizeof(uint32_t));
	m->mask = size - 1;
}

static uint64_t
feature_counts_mix(uint64_t a, uint64_t b)
{
	uint64_t x = (a ^ (b + 0x9E3779B97F4A7C15u + (a << 6) + (a >> 2))) *
		     0xBF58476D1CE4E5B9u;

	x = (x ^ (x >> 29)) * 0x94D049BB133111EBu;
	return (x ^ (x >> 32)) | 1;
}

/* Returns the index of the key in m->keys and m->values. */
static size_t
feature_counts_place_of(struct numbering *m, uint64_t key)
{
	size_t i = (key >> 8) & m->mask;

	while (m->keys[i] != 0 && m->keys[i] != key)
		i = (i + 1) & m->mask;
	m->keys[i] = key;
	return i;
}

static uint32_t *
feature_counts_number_of(struct numbering *m, uint64_t key)
{
	return &m->values[feature_counts_place_of(m, key)];
}

/* ------------------------------------------------------- from the root down */

static uint64_t
feature_counts_look(const struct page *page, uint32_t node)
{
	struct slice class = tree_attr(&page->tree, node, ATTR_CLASS);

	return feature_counts_mix(
	    class.len > 0 ? value_hash(slice_sub(class, 0, 64)) : 7,
	    page->tree.nodes[node].tag);
}

/* Many nodes have the same class value. The words of a value are therefore
 * cached; the key is the hash of the value. */
static uint32_t
feature_counts_words_of_value(struct feature_table *n, struct slice value)
{
	uint64_t hash;
	struct attr_words_cached *m;

	if (value.len == 0)
		return 0;
	hash = value_hash(value);
	m = &n->names[(hash >> 8) % FEATURES_WORD_CACHE];
	if (m->hash != hash) {
		m->hash = hash;
		m->names = attr_words_read(value);
	}
	return m->names;
}

static uint32_t
feature_counts_words_of_node(struct feature_table *n, uint32_t node)
{
	const uint32_t read = 1u << ATTR_CLASS | 1u << ATTR_ID |
			      1u << ATTR_ITEMPROP | 1u << ATTR_ROLE |
			      1u << ATTR_REL;
	const struct tree *t = &n->page->tree;
	uint32_t names = 0;
	const struct attr_record *record;

	if (t->nodes[node].record == TREE_NOWHERE)
		return 0;
	record = &t->attrs->records[t->nodes[node].record];
	for (uint32_t i = 0; i < record->n; i++) {
		const struct attr_value *v =
		    &t->attrs->values[record->first + i];

		if (read >> v->attr & 1)
			names |= feature_counts_words_of_value(n, v->value);
	}
	return names;
}

static void
feature_counts_increment(uint8_t *count)
{
	*count += *count < UINT8_MAX;
}

static void
feature_counts_inherit(struct feature_table *n, uint32_t i)
{
	const struct tree *t = &n->page->tree;
	uint32_t parent = t->nodes[i].parent;
	struct node_ancestry *a = &n->ancestry[i];

	*a = n->ancestry[parent];
	a->own_words = feature_counts_words_of_node(n, i);
	a->near_words = a->own_words | n->ancestry[parent].own_words;
	if (parent != TREE_ROOT)
		a->near_words |= n->ancestry[t->nodes[parent].parent].own_words;
	if (around_tags[t->nodes[i].tag] != 0)
		feature_counts_increment(
		    &a->elements[around_tags[t->nodes[i].tag] - 1]);
	for (uint32_t names = a->own_words; names != 0; names &= names - 1)
		feature_counts_increment(&a->names[__builtin_ctz(names)]);
}

/* Sets ancestry[i].similar for each element i: the number of its siblings with
 * the same tag and class, including the element itself. */
static void
feature_counts_count_similar(struct feature_table *n, const uint64_t *looks)
{
	const struct tree *t = &n->page->tree;
	struct numbering groups;
	size_t elements = 0;

	for (uint32_t i = 1; i < t->n; i++)
		elements += t->nodes[i].tag != TAG_TEXT;
	feature_counts_numbering_init(&groups, n->page->arena, elements);
	/* Until all elements are counted, `similar` is a place in `groups`. */
	for (uint32_t i = 1; i < t->n; i++) {
		size_t place;

		if (t->nodes[i].tag == TAG_TEXT)
			continue;
		place = feature_counts_place_of(
		    &groups, feature_counts_mix(looks[i], t->nodes[i].parent));
		groups.values[place]++;
		n->ancestry[i].similar = (uint32_t)place;
	}
	for (uint32_t i = 1; i < t->n; i++)
		if (t->nodes[i].tag != TAG_TEXT)
			n->ancestry[i].similar =
			    groups.values[n->ancestry[i].similar];
}

static void
feature_counts_ancestors(struct feature_table *n)
{
	const struct page *page = n->page;
	const struct tree *t = &page->tree;
	uint64_t *looks = /* filled for elements only, not for text nodes */
	    arena_array_uninit(page->arena, t->n, sizeof(uint64_t));
	struct numbering paths;

	/* filled for the root and for elements, not for text nodes */
	n->ancestry =
	    arena_array_uninit(page->arena, t->n, sizeof(*n->ancestry));
	n->ancestry[TREE_ROOT] = (struct node_ancestry){ 0 };
	feature_counts_numbering_init(&paths, page->arena, page->n_blocks + 1);
	for (uint32_t i = 1; i < t->n; i++) {
		if (t->nodes[i].tag == TAG_TEXT)
			continue;
		looks[i] = feature_counts_look(page, i);
		feature_counts_inherit(n, i);
	}
	feature_counts_count_similar(n, looks);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		uint32_t node = page->blocks[i].node, *number;
		uint64_t key = 1;

		for (unsigned k = 0; k < PATH_STEPS && node != TREE_ROOT; k++) {
			key = feature_counts_mix(key, looks[node]);
			node = t->nodes[node].parent;
		}
		number = feature_counts_number_of(&paths, key);
		if (*number == 0)
			*number = ++n->n_paths;
		n->ancestry[page->blocks[i].node].path = *number - 1;
	}
}

static void
feature_counts_paths(struct feature_table *n)
{
	const struct page *page = n->page;

	n->paths = arena_array(page->arena, n->n_paths + 1, sizeof(*n->paths));
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		struct path_counts *path = &n->paths[n->ancestry[b->node].path];

		path->bytes += b->bytes;
		path->link_bytes += b->link_bytes;
		path->blocks++;
	}
}

/* ------------------------------------------------------- from the leaves up */

static bool
feature_counts_is_prose(const struct page *page, const struct block *b)
{
	return !(b->marks & MARK_HIDDEN) && b->link_bytes * 2 < b->bytes &&
	       (page->tree.nodes[b->node].tag == TAG_P ||
		   b->bytes > PROSE_BYTES);
}

/* Adds the score of a paragraph to its parent, half of the score to the next
 * ancestor, and a sixth of the score to the third ancestor. */
static void
feature_counts_add_score(
    struct feature_table *n, const struct block *b, const struct text_counts *r)
{
	static const float parts[] = { 1.0f, 0.5f, 0.16666667f };
	uint32_t node = b->node;
	float score = 1.0f + (float)r->commas;

	if (b->bytes < SCORE_BYTES || b->link_bytes * 2 > b->bytes ||
	    b->marks & MARK_HIDDEN)
		return;
	score += b->bytes >= 300 ? 3.0f : (float)b->bytes / 100.0f;
	for (size_t i = 0; i < 3 && node != TREE_ROOT; i++) {
		node = n->page->tree.nodes[node].parent;
		n->counts[node].score += score * parts[i];
	}
}

static void
feature_counts_subtrees(struct feature_table *n)
{
	struct page *page = n->page;
	const struct tree *t = &page->tree;

	n->counts = arena_array(page->arena, t->n, sizeof(*n->counts));
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		struct node_counts *s = &n->counts[b->node];

		s->blocks++;
		if (feature_counts_is_prose(page, b)) {
			s->paragraph_bytes += b->bytes;
			s->paragraphs++;
		}
		feature_counts_add_score(n, b, &n->texts[i]);
	}
	for (uint32_t i = t->n; i-- > 0;) {
		struct node_counts *s = &n->counts[i];

		s->media += tag_is(t->nodes[i].tag, TAG_IS_MEDIA);
		s->score *= 1.0f - (float)feature_ratio(
				       page->link_bytes[i], page->bytes[i]);
		if (s->score > n->best_score) {
			n->best_score = s->score;
			n->best_node = i;
		}
		if (i == TREE_ROOT)
			break;
		n->counts[t->nodes[i].parent].blocks += s->blocks;
		n->counts[t->nodes[i].parent].paragraphs += s->paragraphs;
		n->counts[t->nodes[i].parent].paragraph_bytes +=
		    s->paragraph_bytes;
		n->counts[t->nodes[i].parent].media += s->media;
	}
}

/* -------------------------------------------------------- in document order */

static void
feature_counts_rank(struct feature_table *n)
{
	const struct page *page = n->page;
	uint32_t *longer =
	    arena_array(page->arena, RANK_BYTES + 1, sizeof(uint32_t));
	uint32_t sum = 0;

	n->rank = arena_array(page->arena, page->n_blocks, sizeof(uint32_t));
	for (uint32_t i = 0; i < page->n_blocks; i++)
		longer[page->blocks[i].bytes < RANK_BYTES
			   ? page->blocks[i].bytes
			   : RANK_BYTES]++;
	for (uint32_t k = RANK_BYTES + 1; k-- > 0;) {
		uint32_t here = longer[k];

		longer[k] = sum;
		sum += here;
	}
	for (uint32_t i = 0; i < page->n_blocks; i++)
		n->rank[i] = longer[page->blocks[i].bytes < RANK_BYTES
					? page->blocks[i].bytes
					: RANK_BYTES];
}

static void
feature_counts_same_text(struct feature_table *n)
{
	const struct page *page = n->page;
	struct numbering texts;

	n->same_text =
	    arena_array(page->arena, page->n_blocks, sizeof(uint32_t));
	feature_counts_numbering_init(&texts, page->arena, page->n_blocks + 1);
	for (uint32_t i = 0; i < page->n_blocks; i++)
		(*feature_counts_number_of(&texts, n->texts[i].hash | 1))++;
	for (uint32_t i = 0; i < page->n_blocks; i++)
		n->same_text[i] =
		    *feature_counts_number_of(&texts, n->texts[i].hash | 1);
}

/* Finds the sequence of blocks with the greatest sum of text bytes minus twice
 * the linked bytes, minus RUN_NODE for each node. This is Finn's body text
 * extraction as Agarwal et al. and Mantratzis, Orgun, Cassidy describe it. */
static void
feature_counts_find_run(struct feature_table *n)
{
	const struct page *page = n->page;
	int64_t sum = 0, best = 0;
	uint32_t from = 0, last_node = 0;

	n->best_first = n->best_last = PAGE_NO_BLOCK;
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		int64_t nodes = b->end - last_node;

		last_node = b->end;
		if (b->marks & MARK_HIDDEN)
			continue;
		if (sum <= 0) {
			sum = 0;
			from = i;
		}
		sum += (int64_t)b->bytes - 2 * (int64_t)b->link_bytes -
		       RUN_NODE * nodes;
		if (sum > best) {
			best = sum;
			n->best_first = from;
			n->best_last = i;
		}
	}
}

static void
feature_counts_prefix_sums(struct feature_table *n)
{
	const struct page *page = n->page;
	struct arena *arena = page->arena;
	uint32_t heading = PAGE_NO_BLOCK;

	n->heading = arena_array(arena, page->n_blocks, sizeof(uint32_t));
	n->bytes_before =
	    arena_array(arena, page->n_blocks + 1u, sizeof(uint64_t));
	n->link_bytes_before =
	    arena_array(arena, page->n_blocks + 1u, sizeof(uint64_t));
	n->paragraphs_before =
	    arena_array(arena, page->n_blocks + 1u, sizeof(uint32_t));
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if (b->is_heading)
			heading = i;
		n->heading[i] = heading;
		n->bytes_before[i + 1] = n->bytes_before[i] + b->bytes;
		n->link_bytes_before[i + 1] =
		    n->link_bytes_before[i] + b->link_bytes;
		n->paragraphs_before[i + 1] =
		    n->paragraphs_before[i] + feature_counts_is_prose(page, b);
	}
}

/* Fills n->regions, which has one element for each kind of region: other
 * stories, comments, notices. Each element gets the bytes of all blocks of its
 * kind and, for each block of the page, the last block of the kind at or before
 * that block. */
static void
feature_counts_regions(struct feature_table *n)
{
	static const uint32_t marks[FEATURES_REGIONS] = { MARK_OTHER_STORY,
		MARK_THREAD, MARK_NOTICE };
	const struct page *page = n->page;

	for (size_t k = 0; k < FEATURES_REGIONS; k++) {
		struct marked_blocks *r = &n->regions[k];
		uint32_t last = PAGE_NO_BLOCK;

		r->last =
		    arena_array(page->arena, page->n_blocks, sizeof(*r->last));
		for (uint32_t i = 0; i < page->n_blocks; i++) {
			if (page->blocks[i].marks & marks[k]) {
				last = i;
				r->bytes += page->blocks[i].bytes;
			}
			r->last[i] = last;
		}
	}
}

static void
feature_counts_read_hints(struct feature_table *n)
{
	static const char *const keys[] = { "og:description", "description",
		"twitter:description" };
	const struct page *page = n->page;
	struct slice title = page->input->hint_title;
	struct slice lead = page->input->hint_summary;

	if (slice_trim(title).len == 0)
		title = page_head_meta(page->head, "og:title");
	if (slice_trim(title).len == 0)
		title = page->head->title;
	for (size_t i = 0; i < ARRAY_LENGTH(keys); i++)
		if (slice_trim(lead).len == 0)
			lead = page_head_meta(page->head, keys[i]);
	word_set_read(&n->title, title);
	word_set_read(&n->lead, lead);
	gram_set_read(&n->json_ld_grams, page->arena, page->json_ld_body);
}

void
feature_counts_fill(struct feature_table *n)
{
	const struct page *page = n->page;
	struct phrase_set phrases;

	feature_counts_read_hints(n);
	n->texts =
	    arena_array_uninit(page->arena, page->n_blocks, sizeof(*n->texts));
	phrase_set_init(&phrases);
	for (uint32_t i = 0; i < page->n_blocks; i++)
		text_counts_read(&n->texts[i], page, &page->blocks[i], &phrases,
		    &n->title, &n->lead, &n->json_ld_grams);
	feature_counts_ancestors(n);
	feature_counts_paths(n);
	feature_counts_subtrees(n);
	feature_counts_prefix_sums(n);
	feature_counts_rank(n);
	feature_counts_same_text(n);
	feature_counts_find_run(n);
	feature_counts_regions(n);
}
