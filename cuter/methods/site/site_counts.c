/*
 * site_counts.c -- a hash table of counts over the pages of a site.
 *
 * In:  keys that the methods compute from texts.
 * Out: the counts of each key.
 */
#include "cuter/methods/site/site_counts.h"

#include <math.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/table.h"
#include "cuter/methods/papers.h"

#define FIRST_SLOTS 4096

struct cuter_site {
	struct site_count
	    *slots; /* open addressing; the size is a power of two */
	size_t n_slots, n_used;
	uint32_t n_pages;
	bool learned;
	uint64_t *sample; /* owned; NULL: no block was sampled */
	size_t n_sample, cap_sample, open; /* open: index of the first key of
					      the open block */
	bool is_sampled;                   /* true if the sample is complete */
	double value;
};

int
cuter_site_new(struct cuter_site **ret, struct err *e)
{
	struct cuter_site *s = calloc(1, sizeof(*s));

	if (s != NULL) {
		s->n_slots = FIRST_SLOTS;
		s->slots = calloc(s->n_slots, sizeof(*s->slots));
	}
	if (s == NULL || s->slots == NULL) {
		free(s);
		return err_set(e, ERR_MEMORY, "site: out of memory");
	}
	s->value = -1;
	*ret = s;
	return 0;
}

void
cuter_site_free(struct cuter_site *s)
{
	if (s == NULL)
		return;
	free(s->slots);
	free(s->sample);
	free(s);
}

void
cuter_site_learned(struct cuter_site *s)
{
	s->learned = true;
}

struct cuter_site *
site_counts_of_page(const struct page *page)
{
	return page->options != NULL ? page->options->site : NULL;
}

bool
site_counts_is_learning(const struct cuter_site *s)
{
	return s != NULL && !s->learned;
}

uint32_t
site_counts_pages(const struct cuter_site *s)
{
	return s->n_pages;
}

void
site_counts_begin_page(struct cuter_site *s)
{
	s->n_pages++;
}

uint64_t
site_counts_key(uint64_t before, struct slice text)
{
	uint64_t key[2] = { before, hash_bytes(text) };

	key[0] = hash_bytes((struct slice){ (const char *)key, sizeof(key) });
	return key[0] != 0 ? key[0] : 1;
}

/* Returns the slot of the key, or the free slot for it. */
static size_t
site_counts_slot(const struct site_count *slots, size_t n, uint64_t key)
{
	size_t at = (size_t)key & (n - 1);

	while (slots[at].key != 0 && slots[at].key != key)
		at = (at + 1) & (n - 1);
	return at;
}

static bool
site_counts_grow(struct cuter_site *s)
{
	size_t n = s->n_slots * 2;
	struct site_count *slots = NULL;

	if (n * sizeof(*slots) <= LIMIT_SITE_BYTES)
		slots = calloc(n, sizeof(*slots));
	if (slots == NULL)
		return false;
	for (size_t i = 0; i < s->n_slots; i++)
		if (s->slots[i].key != 0)
			slots[site_counts_slot(slots, n, s->slots[i].key)] =
			    s->slots[i];
	free(s->slots);
	s->slots = slots;
	s->n_slots = n;
	return true;
}

struct site_count *
site_counts_at(struct cuter_site *s, const struct page *page, uint64_t key)
{
	struct site_count *count;

	if (s->n_used * 4 >= s->n_slots * 3 && !site_counts_grow(s))
		longjmp(*page->arena->exhausted, 1);
	count = &s->slots[site_counts_slot(s->slots, s->n_slots, key)];
	if (count->key == 0) {
		count->key = key;
		s->n_used++;
	}
	return count;
}

const struct site_count *
site_counts_find(const struct cuter_site *s, uint64_t key)
{
	const struct site_count *count =
	    &s->slots[site_counts_slot(s->slots, s->n_slots, key)];

	return count->key != 0 ? count : NULL;
}

void
site_counts_add(const struct cuter_site *s, struct site_count *count)
{
	if (count->page != s->n_pages) {
		count->page = s->n_pages;
		count->pages++;
		count->now = 0;
	}
	count->now++;
	count->total++;
}

/* ---- the sample ---- */

/* Appends a key to the sample. If the limit is reached or memory runs out, the
 * open block is dropped and the sample is complete. */
static void
site_counts_put(struct cuter_site *s, uint64_t key)
{
	size_t cap = s->cap_sample > 0 ? 2 * s->cap_sample : FIRST_SLOTS;
	uint64_t *grown;

	if (s->is_sampled)
		return;
	if (s->n_sample == s->cap_sample) {
		grown = cap <= LIMIT_SITE_SAMPLE
			    ? realloc(s->sample, cap * sizeof(*grown))
			    : NULL;
		if (grown == NULL) {
			s->n_sample = s->open;
			s->is_sampled = true;
			return;
		}
		s->sample = grown;
		s->cap_sample = cap;
	}
	s->sample[s->n_sample++] = key;
}

void
site_counts_sample_key(struct cuter_site *s, uint64_t key)
{
	site_counts_put(s, key);
}

void
site_counts_sample_end(struct cuter_site *s)
{
	if (s->n_sample == s->open)
		return;
	site_counts_put(s, 0);
	s->open = s->n_sample;
}

const uint64_t *
site_counts_sample(const struct cuter_site *s, size_t *ret_n)
{
	*ret_n = s->open;
	return s->sample;
}

double
site_counts_value(const struct cuter_site *s)
{
	return s->value;
}

void
site_counts_set_value(struct cuter_site *s, double value)
{
	s->value = value;
}

double
site_counts_log(uint32_t n)
{
	return n > 1 ? n * log(n) : 0;
}

double
site_counts_entropy(uint32_t total, double logs, uint32_t equal)
{
	if (total < 2 || equal < 2)
		return 0;
	return (log(total) - logs / total) / log(equal);
}
