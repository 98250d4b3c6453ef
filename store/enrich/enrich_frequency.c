/*
 * enrich_frequency.c -- counts the articles that contain a stem, by language.
 *
 * Counts are collected in memory.  The transaction of every COUNT_ARTICLES-th
 * article adds them to the tables term_frequency and term_language; counts that
 * remain are added when the program ends.  After SAMPLED_FROM articles of a
 * language were counted, only one of SAMPLED_SHARE further articles is counted.
 * This is enough for inverse document frequencies.  Above LIMIT_ENRICH_COUNTED
 * articles all counts of the language are halved, so that recent articles have
 * more weight and the table stays bounded.
 *
 * Counts of a transaction that fails may be lost or be added twice.  They are
 * statistics, and no result depends on single articles.
 */
#include <stdlib.h>

#include "base/limits.h"
#include "store/enrich/enrich_state.h"
#include "store/enrich/enrichments.h"
#include "store/sqlite/statement.h"

#define COUNT_ARTICLES 64 /* about 10 000 rows, 20 ms */
#define COUNT_BYTES    24 /* size of a count as JSON */
#define SAMPLED_FROM   2000
#define SAMPLED_SHARE  8

/* ---- counts in memory ---- */

static void
enrich_frequency_copy_language(char to[4], struct slice language)
{
	size_t n = language.len < 3 ? language.len : 3;

	memset(to, 0, 4);
	if (n > 0)
		memcpy(to, language.p, n);
}

/* Returns the counter of a language, or NULL if the language has no counter and
 * all FREQUENCY_LANGUAGES counters are used. */
static struct enrich_total *
enrich_frequency_find_total(struct store_enrich *enrich, const char *language)
{
	for (size_t i = 0; i < FREQUENCY_LANGUAGES; i++) {
		struct enrich_total *total = &enrich->totals[i];

		if (total->language[0] == '\0')
			memcpy(total->language, language, 4);
		if (strcmp(total->language, language) == 0)
			return total;
	}
	return NULL;
}

static void
enrich_frequency_count_stem(
    struct enrich_counts *counts, const char *language, uint32_t hash)
{
	size_t at = hash % LIMIT_ENRICH_UNWRITTEN;

	while (counts->slots[at].language[0] != '\0' &&
	       (counts->slots[at].hash != hash ||
		   strcmp(counts->slots[at].language, language) != 0))
		at = (at + 1) % LIMIT_ENRICH_UNWRITTEN;
	if (counts->slots[at].language[0] == '\0') {
		memcpy(counts->slots[at].language, language, 4);
		counts->slots[at].hash = hash;
		counts->n_slots++;
	}
	counts->slots[at].n++;
}

/* ---- the tables ---- */

static int
enrich_frequency_write_total(
    struct store *s, struct enrich_total *total, struct err *e)
{
	struct query q = query_of(s, SQL_term_language_add);
	int rc;

	query_text(&q, ":lang", slice_of(total->language));
	query_int(&q, ":n", total->unwritten);
	if ((rc = query_step(&q, e)) > 0)
		total->articles = query_column_int(&q, 0);
	query_end(&q);
	total->unwritten = 0;
	frequency_table_set_total(
	    s->enrich->table, total->language, (uint32_t)total->articles);
	return rc < 0 ? rc : 0;
}

/* Writes the counts of a language as a JSON object. */
static void
enrich_frequency_put_counts(
    const struct enrich_counts *counts, const char *language, struct buf *out)
{
	char separator = '{';

	for (size_t i = 0; i < LIMIT_ENRICH_UNWRITTEN; i++) {
		const struct enrich_count *slot = &counts->slots[i];

		if (strcmp(slot->language, language) != 0)
			continue;
		buf_printf(out, "%c\"%u\":%u", separator, slot->hash, slot->n);
		separator = ',';
	}
	buf_append_string(out, separator == '{' ? "{}" : "}");
}

static int
enrich_frequency_write_language(
    struct store *s, const char *language, struct err *e)
{
	struct query q = query_of(s, SQL_term_frequency_add);
	struct buf counts;
	int rc;

	buf_init(&counts, LIMIT_ENRICH_UNWRITTEN * COUNT_BYTES);
	enrich_frequency_put_counts(&s->enrich->counts, language, &counts);
	if (buf_failed(&counts)) {
		buf_release(&counts);
		query_end(&q);
		return err_set(
		    e, ERR_MEMORY, "no memory for the counts of stems");
	}
	query_text(&q, ":lang", slice_of(language));
	query_text(&q, ":counts", buf_slice(&counts));
	while ((rc = query_step(&q, e)) > 0)
		frequency_table_set(s->enrich->table,
		    (uint32_t)query_column_int(&q, 0),
		    (uint32_t)query_column_int(&q, 1));
	query_end(&q);
	buf_release(&counts);
	return rc;
}

static int
enrich_frequency_run_for_language(
    struct store *s, enum sql name, const char *language, struct err *e)
{
	struct query q = query_of(s, name);

	query_text(&q, ":lang", slice_of(language));
	return query_run(&q, e);
}

static int
enrich_frequency_halve(
    struct store *s, struct enrich_total *total, struct err *e)
{
	int rc = enrich_frequency_run_for_language(
	    s, SQL_term_language_halve, total->language, e);

	if (rc == 0)
		rc = enrich_frequency_run_for_language(
		    s, SQL_term_frequency_halve, total->language, e);
	if (rc == 0)
		rc = enrich_frequency_run_for_language(
		    s, SQL_term_frequency_prune, total->language, e);
	total->articles /= 2;
	return rc;
}

static int
enrich_frequency_compare_totals(const void *a, const void *b)
{
	const struct enrich_total *const *p = a, *const *q = b;

	return strcmp((*p)->language, (*q)->language);
}

/* Several daemons may write the counts of one database.  Each locks the row of
 * a language before the rows of its stems, and the languages in alphabetical
 * order, so that no two transactions wait for each other. */
static int
enrich_frequency_write_counts(struct store *s, struct err *e)
{
	struct enrich_total *totals[FREQUENCY_LANGUAGES];
	struct store_enrich *enrich = s->enrich;
	size_t n = 0;
	int rc = 0;

	for (size_t i = 0; i < FREQUENCY_LANGUAGES; i++)
		if (enrich->totals[i].unwritten > 0)
			totals[n++] = &enrich->totals[i];
	qsort(totals, n, sizeof(totals[0]), enrich_frequency_compare_totals);
	for (size_t i = 0; i < n && rc == 0; i++) {
		rc = enrich_frequency_write_total(s, totals[i], e);
		if (rc == 0)
			rc = enrich_frequency_write_language(
			    s, totals[i]->language, e);
		if (rc == 0 && totals[i]->articles > LIMIT_ENRICH_COUNTED)
			rc = enrich_frequency_halve(s, totals[i], e);
	}
	memset(&enrich->counts, 0, sizeof(enrich->counts));
	return rc;
}

static int
enrich_frequency_run_flush(struct store *s, void *arg, struct err *e)
{
	(void)arg;
	return enrich_frequency_write_counts(s, e);
}

int
store_enrich_flush(struct store *s, struct err *e)
{
	if (s->enrich == NULL || s->enrich->counts.n_articles == 0)
		return 0;
	return store_operate(s, enrich_frequency_run_flush, NULL, e);
}

int
enrich_count(struct store *s, int64_t article_id,
    const struct enrichment *found, struct err *e)
{
	struct store_enrich *enrich = s->enrich;
	struct enrich_total *total;
	char language[4];

	if (enrich == NULL || enrich->table == NULL || found->language.len == 0)
		return 0;
	enrich_frequency_copy_language(language, found->language);
	total = enrich_frequency_find_total(enrich, language);
	if (total == NULL ||
	    (total->articles + total->unwritten >= SAMPLED_FROM &&
		article_id % SAMPLED_SHARE != 0))
		return 0;
	for (size_t i = 0; i < found->n_stems; i++)
		enrich_frequency_count_stem(
		    &enrich->counts, language, found->stems[i]);
	total->unwritten++;
	if (++enrich->counts.n_articles < COUNT_ARTICLES &&
	    enrich->counts.n_slots + LIMIT_ENRICH_STEMS <
		LIMIT_ENRICH_UNWRITTEN / 4 * 3)
		return 0;
	return enrich_frequency_write_counts(s, e);
}

/* ---- at the start ---- */

static int
enrich_frequency_load_totals(struct store *s, struct err *e)
{
	struct query q = query_of(s, SQL_term_language_list);
	int rc;

	while ((rc = query_step(&q, e)) > 0) {
		struct enrich_total *total;
		char language[4];

		enrich_frequency_copy_language(
		    language, query_column_text(&q, 0));
		total = enrich_frequency_find_total(s->enrich, language);
		if (total == NULL)
			continue;
		total->articles = query_column_int(&q, 1);
		frequency_table_set_total(
		    s->enrich->table, language, (uint32_t)total->articles);
	}
	query_end(&q);
	return rc;
}

int
enrich_load_counts(struct store *s, struct err *e)
{
	int rc = enrich_frequency_load_totals(s, e);
	struct query q;

	if (rc != 0)
		return rc;
	q = query_of(s, SQL_term_frequency_list);
	while ((rc = query_step(&q, e)) > 0)
		frequency_table_set(s->enrich->table,
		    (uint32_t)query_column_int(&q, 0),
		    (uint32_t)query_column_int(&q, 1));
	query_end(&q);
	return rc;
}
