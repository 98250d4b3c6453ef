/*
 * frequency.c -- looks up the number of articles that contain a stem; see
 * frequency.h.
 *
 * Counts are stored as log2(count) in steps of 1/8, which is exact enough for
 * an inverse document frequency.
 */
#include "enrich/frequency.h"

#include "base/table.h"

#define TAG_MASK 0xFFFFFF00u
/* Number of articles that is assumed for a language without base counts. Each
 * of its stems then has the inverse document frequency of a rare stem. */
#define UNKNOWN_ARTICLES 1000

uint32_t
frequency_hash(const char *language, struct slice stem)
{
	uint64_t sum = hash_stable(stem);

	for (const char *p = language; *p != '\0'; p++)
		sum = (sum ^ (unsigned char)*p) * UINT64_C(0x100000001B3);
	sum ^= sum >> 29;
	sum *= UINT64_C(0xBF58476D1CE4E5B9);
	sum >>= 32;
	return sum == 0 ? 1 : (uint32_t)sum;
}

uint32_t
frequency_log2(uint64_t n)
{
	uint32_t whole;
	uint64_t part;
	uint32_t ret;

	if (n == 0)
		return 0;
	whole = 63 - (uint32_t)__builtin_clzll(n);
	part = (n << (63 - whole)) >> 32; /* in fixed point: 2^31 is 1 */
	ret = whole;
	for (int bit = 0; bit < 8; bit++) {
		part = part * part >> 31;
		/* There is no branch, because the processor could not predict
		 * it. */
		ret = ret << 1 | (uint32_t)(part >> 32);
		part >>= part >> 32;
	}
	return ret;
}

/* Returns 1 .. 255 for a count of at least 1. */
static uint32_t
frequency_step(uint32_t articles)
{
	uint32_t step = 1 + frequency_log2(articles) / 32;

	return step > 255 ? 255 : step;
}

static uint32_t
frequency_count(uint32_t step)
{
	static const uint32_t eighths[8] = { 256, 279, 304, 332, 362, 395, 431,
		470 };

	if (step == 0)
		return 0;
	step--;
	return (uint32_t)(((uint64_t)eighths[step % 8] << (step / 8)) >> 8);
}

/* ---- the table of the installation ---- */

uint64_t
frequency_table_changes(const struct frequency_table *table)
{
	return __atomic_load_n(&table->n_changes, __ATOMIC_ACQUIRE);
}

static uint32_t
frequency_language_key(const char *language)
{
	uint32_t key = 0;

	for (int i = 0; i < 3 && language[i] != '\0'; i++)
		key = key << 8 | (unsigned char)language[i];
	return key;
}

/* Only the owner of the table writes, so that the sum need not be atomic. */
static void
frequency_table_count_change(struct frequency_table *table)
{
	__atomic_store_n(
	    &table->n_changes, table->n_changes + 1, __ATOMIC_RELEASE);
}

void
frequency_table_set(
    struct frequency_table *table, uint32_t hash, uint32_t articles)
{
	uint32_t cell = (hash & TAG_MASK) | frequency_step(articles);

	for (uint32_t i = 0; i < FREQUENCY_PROBES; i++) {
		uint32_t *at = &table->cells[(hash + i) % FREQUENCY_CELLS];

		if (*at == 0 || (*at & TAG_MASK) == (hash & TAG_MASK)) {
			__atomic_store_n(at, cell, __ATOMIC_RELAXED);
			frequency_table_count_change(table);
			return;
		}
	}
}

static uint32_t
frequency_table_get(const struct frequency_table *table, uint32_t hash)
{
	for (uint32_t i = 0; i < FREQUENCY_PROBES; i++) {
		uint32_t cell =
		    __atomic_load_n(&table->cells[(hash + i) % FREQUENCY_CELLS],
			__ATOMIC_RELAXED);

		if (cell == 0)
			return 0;
		if ((cell & TAG_MASK) == (hash & TAG_MASK))
			return frequency_count(cell & ~TAG_MASK);
	}
	return 0;
}

void
frequency_table_set_total(
    struct frequency_table *table, const char *language, uint32_t articles)
{
	uint32_t key = frequency_language_key(language);

	for (size_t i = 0; i < FREQUENCY_LANGUAGES; i++)
		if (table->totals[i].language == 0 ||
		    table->totals[i].language == key) {
			table->totals[i].articles = articles;
			table->totals[i].language = key;
			frequency_table_count_change(table);
			return;
		}
}

static uint32_t
frequency_table_total(const struct frequency_table *table, const char *language)
{
	uint32_t key = frequency_language_key(language);

	for (size_t i = 0; i < FREQUENCY_LANGUAGES; i++)
		if (table->totals[i].language == key)
			return table->totals[i].articles;
	return 0;
}

/* ---- both ---- */

void
frequencies_init(struct frequencies *f, const char *language,
    const struct frequency_table *table)
{
	*f = (struct frequencies){ .table = table };
	for (size_t i = 0; i < frequency_n_bases; i++)
		if (strcmp(frequency_bases[i].language, language) == 0)
			f->base = &frequency_bases[i];
	f->articles = f->base != NULL ? f->base->articles : UNKNOWN_ARTICLES;
	if (table != NULL)
		f->articles += frequency_table_total(table, language);
	f->articles_log2 = frequency_log2(f->articles + 1);
}

/* The rows are hashes, which are distributed evenly: the place of a row is
 * estimated from its value.  The range around the estimate is doubled until the
 * row is in it, and then halved. */
#define ESTIMATE_ROWS 32

static size_t
frequency_base_estimate(const struct frequency_base *base, uint32_t hash)
{
	return (size_t)((uint64_t)(hash & TAG_MASK) * base->n >> 32);
}

static uint32_t
frequency_base_get(const struct frequency_base *base, uint32_t hash)
{
	const uint32_t *rows = base->rows;
	uint32_t tag = hash & TAG_MASK;
	size_t low, high, step = ESTIMATE_ROWS;

	if (base->n == 0)
		return 0;
	low = high = frequency_base_estimate(base, hash);
	for (; low > 0 && (rows[low] & TAG_MASK) > tag; step *= 2)
		low = low > step ? low - step : 0;
	for (; high < base->n && (rows[high] & TAG_MASK) < tag; step *= 2)
		high = base->n - high > step ? high + step : base->n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if ((rows[middle] & TAG_MASK) < tag)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == base->n || (rows[low] & TAG_MASK) != tag)
		return 0;
	return frequency_count(rows[low] & ~TAG_MASK);
}

uint32_t
frequencies_of(const struct frequencies *f, uint32_t hash)
{
	uint32_t articles = 0;

	if (f->base != NULL)
		articles += frequency_base_get(f->base, hash);
	if (f->table != NULL)
		articles += frequency_table_get(f->table, hash);
	return articles < f->articles ? articles : f->articles;
}

void
frequencies_prefetch(const struct frequencies *f, uint32_t hash)
{
	if (f->base != NULL)
		__builtin_prefetch(
		    &f->base->rows[frequency_base_estimate(f->base, hash)]);
	if (f->table != NULL)
		__builtin_prefetch(&f->table->cells[hash % FREQUENCY_CELLS]);
}

uint32_t
frequencies_inverse(const struct frequencies *f, uint32_t n)
{
	return f->articles_log2 - frequency_log2(n + 1);
}
