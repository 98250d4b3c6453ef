/*
 * numbers.h -- what the trained characteriser knows of each block: numbers,
 * by group.
 *
 * The first stage has NUMBERS_FIRST of them.  The second has these and
 * NUMBERS_SECOND more, which say what the first thinks of the block's
 * surroundings.  Training reads them from the same code (tests/model), so a
 * number is the same float in both.
 */
#ifndef CUTER_FEATURES_NUMBERS_H
#define CUTER_FEATURES_NUMBERS_H

#include "cuter/features/names.h"
#include "cuter/features/reading.h"

#define NUMBERS_FIRST  350
#define NUMBERS_SECOND 66
#define NUMBERS_ALL    (NUMBERS_FIRST + NUMBERS_SECOND)

/* Elements that are counted among a block's ancestors. */
#define NUMBERS_AROUND 18

/* Sums of all that stands in a node. */
struct node_sums {
	uint32_t blocks;
	uint32_t paragraph_bytes; /* of blocks that look like prose */
	uint32_t paragraphs;
	uint32_t media;
	float score; /* as Readability has it: seed-free, a field's classic */
};

/* What a node stands in, counted from the root down. */
struct node_around {
	uint8_t elements[NUMBERS_AROUND];
	uint8_t names[NAME_COUNT];
	uint32_t own_names;
	uint32_t near_names; /* its own and of two around it */
	uint32_t path;       /* number of its class path */
	uint32_t like;       /* children of its parent that look like it */
};

#define NUMBERS_NAMES 1024 /* values of attributes that are remembered */

struct name_memory {
	uint64_t hash;
	uint32_t names;
};

struct path_sums {
	uint32_t bytes, link_bytes, blocks;
};

struct numbers {
	struct page *page;
	float *rows; /* n_blocks * NUMBERS_ALL */
	struct reading *readings;
	struct node_sums *sums;
	struct node_around *around;
	struct path_sums *paths;
	uint32_t n_paths;
	uint32_t *same_text;    /* blocks that say the same as this one */
	uint32_t *rank;         /* blocks that are longer */
	uint32_t *heading;      /* the last heading before it; PAGE_NO_BLOCK */
	uint64_t *bytes_before; /* n_blocks + 1 */
	uint64_t *link_bytes_before;
	uint32_t *paragraphs_before;
	float best_score;
	uint32_t best_node;             /* of greatest score */
	uint32_t best_first, best_last; /* best run of text, Finn's way */
	struct word_set title, lead;
	struct names_index names_index;
	struct name_memory names[NUMBERS_NAMES];
	struct gram_set machine; /* of JSON-LD's articleBody */
};

/* A row that is being filled. */
struct number_row {
	float *at;
	const struct numbers *n;
	uint32_t i; /* the block */
};

static inline void
number_put(struct number_row *row, double value)
{
	*row->at++ = (float)value;
}

static inline double
number_share(double part, double whole)
{
	return whole > 0 ? part / whole : 0;
}

/* The node `steps` above a block's own, or the root. */
static inline uint32_t
number_above(const struct numbers *n, uint32_t node, unsigned steps)
{
	while (steps-- > 0 && node != TREE_ROOT)
		node = n->page->tree.nodes[node].parent;
	return node;
}

/* Elements between a block's own and the nearest that holds both. */
uint32_t number_distance(
    const struct numbers *, uint32_t block, uint32_t other);

/* numbers.c: all that is counted of the page, then the first NUMBERS_FIRST of
 * every row.  Verdicts of another method may stand in the blocks: they are
 * numbers, too.  O(nodes + text + blocks * LIMIT_PAGE_DEPTH). */
struct numbers *numbers_first(struct page *);
/* opinions.c: the rest, from what the first stage thinks of each block: more
 * than 0 is text.  Rows of blocks under surely_not are left.  O(blocks). */
void numbers_second(struct numbers *, const float *opinions, float surely_not);
/* sums.c: everything in struct numbers but the rows. */
void numbers_sum(struct numbers *);

/* The groups of numbers of a row, for ablation; the last has no name. */
struct number_group {
	const char *name;
	unsigned count;
	void (*put)(struct number_row *);
};
extern const struct number_group number_groups[];

#endif
