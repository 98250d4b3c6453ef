/*
 * repeats.c -- text that a page contains twice.
 *
 * In:  blocks; for each block, whether it is text.
 * Out: the later copies.
 *
 * Some sites send an article once for wide screens and once for narrow ones,
 * and a style sheet hides one of them. A copy is a run of blocks that equals an
 * earlier run. An author may repeat a single line, paragraph or filler on
 * purpose. A copy is therefore only reported if the run has several blocks with
 * different texts and the two runs are in different elements. Cost: O(bytes of
 * the text), and for each block at most REPEATS_TRIED comparisons of runs.
 */
#include "cuter/classify/repeats.h"

#include "base/array.h"
#include "cuter/features/value_hash.h"

#define REPEATS_BLOCKS 3   /* least number of different texts in a run */
#define REPEATS_BYTES  360 /* least size of a run */
/* Largest number of earlier blocks with which a block is compared. */
#define REPEATS_TRIED 8

struct repeats {
	uint32_t *blocks; /* indexes of the blocks of text */
	uint64_t *hashes; /* hashes of the texts of these blocks */
	/* for each block: index of the last earlier block in the same hash
	 * slot, plus one; 0: none */
	uint32_t *before;
	/* for each hash slot: index of its last block, plus one; 0: none */
	uint32_t *slots;
	uint32_t n, n_slots;
};

static void
repeats_read(struct repeats *r, struct page *page, const bool *text)
{
	size_t size = page->n_blocks + 1u;

	r->blocks = arena_array(page->arena, size, sizeof(*r->blocks));
	r->hashes = arena_array(page->arena, size, sizeof(*r->hashes));
	r->before = arena_array(page->arena, size, sizeof(*r->before));
	r->slots = arena_array(page->arena, size, sizeof(*r->slots));
	r->n_slots = page->n_blocks + 1u;
	r->n = 0;
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		if (!text[i])
			continue;
		r->blocks[r->n] = i;
		r->hashes[r->n++] =
		    value_hash(page_block_text(page, &page->blocks[i]));
	}
}

static bool
repeats_in_one_element(
    const struct repeats *r, const struct page *page, uint32_t a, uint32_t b)
{
	const struct tree_node *nodes = page->tree.nodes;

	return nodes[page->blocks[r->blocks[a]].node].parent ==
	       nodes[page->blocks[r->blocks[b]].node].parent;
}

/* Compares the blocks from `at` on with the blocks from `earlier` on. Returns
 * the number of equal blocks; 0 if the blocks have too few different texts or
 * too few bytes, or if both runs are in the same element. */
static uint32_t
repeats_run(const struct repeats *r, const struct page *page, uint32_t earlier,
    uint32_t at)
{
	uint64_t seen[REPEATS_BLOCKS];
	uint32_t n = 0, different = 0, bytes = 0;

	if (repeats_in_one_element(r, page, earlier, at))
		return 0;
	while (at + n < r->n && earlier + n < at &&
	       r->hashes[earlier + n] == r->hashes[at + n]) {
		uint64_t hash = r->hashes[at + n];
		uint32_t k = 0;

		while (k < different && seen[k] != hash)
			k++;
		if (k == different && different < REPEATS_BLOCKS)
			seen[different++] = hash;
		bytes += page->blocks[r->blocks[at + n]].bytes;
		n++;
	}
	return different == REPEATS_BLOCKS && bytes >= REPEATS_BYTES ? n : 0;
}

/* Returns the number of blocks in the longest run that begins at block `at` and
 * equals a run that begins at an earlier block; 0 if no run does. */
static uint32_t
repeats_longest(const struct repeats *r, const struct page *page, uint32_t at)
{
	uint32_t j = r->slots[r->hashes[at] % r->n_slots], longest = 0;

	for (int tried = 0; j > 0 && tried < REPEATS_TRIED; tried++) {
		uint32_t n = repeats_run(r, page, j - 1, at);

		longest = n > longest ? n : longest;
		j = r->before[j - 1];
	}
	return longest;
}

void
repeats_find(struct page *page, const bool *text, bool *ret_again)
{
	struct repeats r;
	uint32_t left = 0; /* blocks of the run that is being read */

	repeats_read(&r, page, text);
	for (uint32_t i = 0; i < r.n; i++) {
		uint32_t *slot = &r.slots[r.hashes[i] % r.n_slots];

		if (left == 0)
			left = repeats_longest(&r, page, i);
		if (left > 0) {
			ret_again[r.blocks[i]] = true;
			left--;
		}
		r.before[i] = *slot;
		*slot = i + 1;
	}
}
