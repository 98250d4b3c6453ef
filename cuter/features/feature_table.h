/*
 * feature_table.h -- the features of each block that the trained model reads.
 *
 * The first stage has FEATURES_FIRST features. The second stage has these and
 * FEATURES_CONTEXT more, computed from the first stage's scores of the
 * neighbouring blocks. Training uses the same code (tests/model), so a feature
 * has the same float in training and in extraction.
 */
#ifndef CUTER_FEATURES_FEATURE_TABLE_H
#define CUTER_FEATURES_FEATURE_TABLE_H

#include "cuter/features/attr_words.h"
#include "cuter/features/text_counts.h"

#define FEATURES_FIRST   360
#define FEATURES_CONTEXT 66
#define FEATURES_ALL     (FEATURES_FIRST + FEATURES_CONTEXT)

/* Number of elements that are counted among a block's ancestors. */
#define FEATURES_ANCESTOR_TAGS 18

/* Number of kinds of regions whose sizes are summed up: other stories,
 * comments, notices. */
#define FEATURES_REGIONS 3

/* Sums over the subtree of a node. */
struct node_counts {
	uint32_t blocks;
	uint32_t paragraph_bytes; /* bytes of the node's blocks that look like
				     prose */
	uint32_t paragraphs;
	uint32_t media;
	float score; /* score of the node, as Readability computes it */
};

/* For a node and its ancestors: how often each counted element occurs, and how
 * often each kind of attribute word. Also sets of attribute words. */
struct node_ancestry {
	uint8_t elements[FEATURES_ANCESTOR_TAGS];
	uint8_t names[ATTR_WORD_COUNT];
	uint32_t own_words;
	uint32_t near_words; /* attribute words of the node and two ancestors */
	uint32_t path;       /* number that identifies the class path */
	uint32_t similar;    /* number of the parent's children with the same
				element and class, including the node itself */
};

/* Number of attribute values whose words are cached. */
#define FEATURES_WORD_CACHE 1024

struct attr_words_cached {
	uint64_t hash;
	uint32_t names;
};

struct path_counts {
	uint32_t bytes, link_bytes, blocks;
};

struct marked_blocks {
	uint64_t bytes;
	uint32_t *last; /* for each block, the last marked block at or before
			   it; PAGE_NO_BLOCK: none */
};

struct feature_table {
	struct page *page;
	float *rows; /* n_blocks * FEATURES_ALL */
	struct text_counts *texts;
	struct node_counts *counts;
	struct node_ancestry *ancestry;
	struct path_counts *paths;
	struct marked_blocks regions[FEATURES_REGIONS];
	uint32_t n_paths;
	/* for each block: number of blocks with the same text */
	uint32_t *same_text;
	uint32_t *rank; /* for each block: number of longer blocks */
	/* for each block: the last heading at or before it; PAGE_NO_BLOCK: none
	 */
	uint32_t *heading;
	/* for each block: sum over the blocks before it; n_blocks + 1 values */
	uint64_t *bytes_before;
	uint64_t *link_bytes_before;
	uint32_t *paragraphs_before;
	float best_score;
	uint32_t best_node; /* the node with the highest score */
	uint32_t best_first,
	    best_last; /* first and last block of Finn's body text extraction;
			  PAGE_NO_BLOCK: none */
	struct word_set title, lead;
	struct attr_words_cached names[FEATURES_WORD_CACHE];
	struct gram_set
	    json_ld_grams; /* word sequences of JSON-LD's articleBody */
};

/* A row that is being filled. */
struct feature_row {
	float *at;
	const struct feature_table *n;
	uint32_t i; /* the block's index */
};

static inline void
feature_put(struct feature_row *row, double value)
{
	*row->at++ = (float)value;
}

static inline double
feature_ratio(double part, double whole)
{
	return whole > 0 ? part / whole : 0;
}

/* Returns the ancestor `steps` above a node, or the root. */
static inline uint32_t
feature_ancestor(const struct feature_table *n, uint32_t node, unsigned steps)
{
	while (steps-- > 0 && node != TREE_ROOT)
		node = n->page->tree.nodes[node].parent;
	return node;
}

/* Returns the number of levels from a block's node up to the nearest ancestor
 * that also contains the other block. */
uint32_t feature_distance(
    const struct feature_table *, uint32_t block, uint32_t other);

/* feature_table.c: reads the page and fills the first FEATURES_FIRST of every
 * row. If the blocks have decisions of another method, the decisions become
 * features. The table is in the page's arena. O(nodes + text + blocks *
 * LIMIT_PAGE_DEPTH). */
struct feature_table *feature_table_new(struct page *);
/* context.c: fills the remaining features from the first stage's score of each
 * block (over 0: text). Rows of blocks with a score under `lowest` are left
 * out. O(blocks). */
void feature_table_add_context(
    struct feature_table *, const float *scores, float lowest);
/* feature_counts.c: fills struct feature_table except for the rows. */
void feature_counts_fill(struct feature_table *);

/* The groups of features of a row, for ablation. The last group has no name. */
struct feature_group {
	const char *name;
	unsigned count;
	void (*put)(struct feature_row *);
};
extern const struct feature_group feature_groups[];

#endif
