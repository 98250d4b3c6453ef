/*
 * page_sample.c -- samples of pages.
 *
 * Most pages have a quotation mark every thirty bytes, in attributes, scripts
 * and JSON.  Only the positions after these marks are hashed, because memchr()
 * finds them ten times as fast as a loop could hash each position.  In a page
 * with few marks every position is hashed.
 */
#include "store/page/page_sample.h"

#include <stdlib.h>
#include <string.h>

#define SAMPLE_BYTES 32 /* bytes that are hashed at a sampled position */
/* On average, one of this number of positions is sampled.  Whether a position
 * is sampled depends on the four bytes at the position. */
#define SAMPLE_OF_MARKS 4
#define SAMPLE_OF_ALL   64
/* A page has few marks if it has less than one in this number of bytes. */
#define SAMPLE_SPARSE_BYTES 512

static void
page_sample_add(struct page_sample *sample, const char *at, uint32_t of)
{
	static const uint64_t prime = UINT64_C(0x9E3779B97F4A7C15);
	uint64_t words[SAMPLE_BYTES / 8], hash = 0;
	uint32_t first;

	memcpy(&first, at, sizeof(first));
	if (first * UINT32_C(2654435761) >= UINT32_MAX / of)
		return;
	memcpy(words, at, sizeof(words));
	for (size_t i = 0; i < SAMPLE_BYTES / 8; i++) {
		hash = (hash ^ words[i]) * prime;
		hash ^= hash >> 32;
	}
	sample->hashes[sample->n++] = (uint32_t)(hash % PAGE_SAMPLE_BITS);
}

/* Samples the bytes after each quotation mark.  Returns the number of marks. */
static size_t
page_sample_marks(struct slice raw, struct page_sample *sample)
{
	const char *at = raw.p, *end = raw.p + raw.len - SAMPLE_BYTES;
	size_t n = 0;

	while (at < end && (at = memchr(at, '"', (size_t)(end - at))) != NULL) {
		page_sample_add(sample, ++at, SAMPLE_OF_MARKS);
		n++;
	}
	return n;
}

int
page_sample_take(struct slice raw, struct page_sample *ret, struct err *e)
{
	*ret = (struct page_sample){ 0 };
	if (raw.len <= SAMPLE_BYTES)
		return 0;
	if ((ret->hashes = malloc(raw.len * sizeof(ret->hashes[0]))) == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a page");
	if (page_sample_marks(raw, ret) >= raw.len / SAMPLE_SPARSE_BYTES)
		return 0;
	ret->n = 0;
	for (size_t i = 0; i + SAMPLE_BYTES <= raw.len; i++)
		page_sample_add(ret, raw.p + i, SAMPLE_OF_ALL);
	return 0;
}

void
page_sample_release(struct page_sample *sample)
{
	free(sample->hashes);
	*sample = (struct page_sample){ 0 };
}

void
page_sample_put(struct page_sample_set *set, const struct page_sample *sample)
{
	for (size_t i = 0; i < sample->n; i++)
		set->bits[sample->hashes[i] / 64] |= UINT64_C(1)
						     << sample->hashes[i] % 64;
}

double
page_sample_share(
    const struct page_sample_set *set, const struct page_sample *sample)
{
	size_t n_common = 0;

	for (size_t i = 0; i < sample->n; i++)
		n_common += set->bits[sample->hashes[i] / 64] >>
				sample->hashes[i] % 64 &
			    1;
	return sample->n > 0 ? (double)n_common / (double)sample->n : 0;
}
