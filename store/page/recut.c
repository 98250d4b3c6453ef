/*
 * recut.c -- repeats the extraction from stored pages.
 *
 * The normal case: the pages that another extractor version has extracted are
 * listed in the order of their articles.  The caller extracts each page.  The
 * result is stored like the result of a visit, in one transaction with the
 * extractor's version.  After a kill, the recut continues with the pages that
 * do not have the current version.
 *
 * If a page cannot be extracted, the current version is stored for the page,
 * too; otherwise the page would be tried again without end.  If an article has
 * changed since the extraction, the result is older than the article and is not
 * stored.
 */
#include <stdlib.h>

#include "store/article/article_apply.h"
#include "store/page/page_pack.h"
#include "store/page/page_store.h"
#include "store/page/pages.h"

/* Number of pages whose rules are compared in one transaction. */
#define RULES_SLICE 1000

/* A version that differs from every stored version, so that all pages match. */
#define NO_EXTRACTOR (-1)

static struct query
recut_query_for(
    struct store *s, enum sql name, const struct recut_query *wanted)
{
	struct query q = query_of(s, name);

	query_int(&q, ":feed_id", wanted->feed_id);
	query_text_always(&q, ":feed", wanted->feed_title);
	query_int(&q, ":since", wanted->since_at); /* DATE_NONE is the smallest
						      number: no lower bound */
	return q;
}

static int64_t
recut_extractor_of(const struct recut_query *wanted)
{
	return wanted->all ||
		       (wanted->rules != NULL && wanted->rules->has_rules)
		   ? NO_EXTRACTOR
		   : (int64_t)cuter_extractor_version();
}

static void
recut_select(struct query *q, const struct recut_query *wanted)
{
	query_int(q, ":extractor", recut_extractor_of(wanted));
	query_int(q, ":ruled", wanted->rules != NULL);
}

int
store_recut_count(struct store *s, const struct recut_query *wanted,
    int64_t *ret_n, int64_t *ret_stored, struct err *e)
{
	struct query q = recut_query_for(s, SQL_recut_count, wanted);
	int rc;

	recut_select(&q, wanted);
	if ((rc = query_step(&q, e)) > 0) {
		*ret_n = query_column_int(&q, 0);
		*ret_stored = query_column_int(&q, 1);
	}
	query_end(&q);
	return rc < 0 ? rc : 0;
}

int
store_recut_count_ruled(struct store *s, const struct recut_query *wanted,
    int64_t *ret_n, struct err *e)
{
	struct query q = recut_query_for(s, SQL_recut_count_ruled, wanted);
	int rc = query_step(&q, e);

	if (rc > 0)
		*ret_n = query_column_int(&q, 0);
	query_end(&q);
	return rc < 0 ? rc : 0;
}

struct forget_operation {
	const struct recut_query *wanted;
	size_t slice;
	int64_t n;
};

static int
recut_forget(struct store *s, void *arg, struct err *e)
{
	struct forget_operation *o = arg;
	struct query q = recut_query_for(s, SQL_recut_forget, o->wanted);
	struct rows ids;
	int rc;

	query_int(&q, ":slice", (int64_t)o->slice);
	rc = rows_collect_ids(&q, &ids, e);
	o->n = (int64_t)ids.n;
	rows_release(&ids);
	return rc;
}

int
store_recut_forget(struct store *s, const struct recut_query *wanted,
    size_t slice, int64_t *ret_n, struct err *e)
{
	struct forget_operation o = { wanted, slice, 0 };
	int rc = store_operate(s, recut_forget, &o, e);

	if (rc == 0)
		*ret_n = o.n;
	return rc;
}

/* ---- changed rules ---- */

struct rules_operation {
	const struct recut_rules *wanted;
	int64_t after, n;
	bool is_last;
};

struct rules_row {
	int64_t id, digest;
	struct slice url;
};

static void
recut_read_rules(const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct rules_row *)ret_row =
	    (struct rules_row){ query_column_int(q, 0), query_column_int(q, 1),
		    query_column_copy(q, 2, arena) };
}

static int
recut_forget_page(struct store *s, int64_t id, struct err *e)
{
	struct query q = query_of(s, SQL_recut_forget_page);

	query_int(&q, ":article_id", id);
	return query_run(&q, e);
}

static int
recut_forget_changed(struct store *s, void *arg, struct err *e)
{
	struct rules_operation *o = arg;
	const struct recut_rules *wanted = o->wanted;
	struct query q = query_of(s, SQL_recut_rules);
	const struct rules_row *row;
	struct rows rows;
	int rc;

	query_int(&q, ":after", o->after);
	query_int(&q, ":all", wanted->has_rules);
	query_int(&q, ":slice", RULES_SLICE);
	rc = rows_collect(
	    &q, sizeof(struct rules_row), recut_read_rules, &rows, e);
	row = rows.items;
	o->is_last = rc != 0 || rows.n < RULES_SLICE;
	for (size_t i = 0; i < rows.n && rc == 0; i++) {
		o->after = row[i].id;
		if (wanted->digest_of(row[i].url, wanted->arg) == row[i].digest)
			continue;
		rc = recut_forget_page(s, row[i].id, e);
		o->n++;
	}
	rows_release(&rows);
	return rc;
}

int
store_recut_forget_rules(struct store *s, const struct recut_rules *wanted,
    int64_t *ret_n, struct err *e)
{
	struct rules_operation o = { .wanted = wanted, .after = INT64_MIN };
	int rc = 0;

	while (rc == 0 && !o.is_last)
		rc = store_operate(s, recut_forget_changed, &o, e);
	if (rc == 0)
		*ret_n = o.n;
	return rc;
}

/* ---- the next page ---- */

struct next_row {
	struct recut_page page;
	struct page_packed packed;
	struct page_dictionary dictionary;
	int64_t extractor, rules; /* of the last extraction; 0: none */
};

static void
recut_read_next(const struct query *q, struct arena *arena, void *ret_row)
{
	struct next_row *row = ret_row;

	*row = (struct next_row){
		.page = { .id = query_column_int(q, 0),
		    .fetched_at = query_column_int(q, 1),
		    .content_type = query_column_copy(q, 2, arena),
		    .url = query_column_copy(q, 5, arena),
		    .hint_title = query_column_copy(q, 6, arena),
		    .hint_summary = query_column_copy(q, 7, arena) },
		.packed = { .bytes = query_column_int(q, 3),
		    .body = query_column_copy(q, 4, arena) },
	};
	page_read_dictionary(q, 8, arena, &row->dictionary);
	row->extractor = query_column_int(q, 11);
	row->rules = query_column_int(q, 12);
}

/* Returns true if the present version has extracted the page with the rules of
 * the query. */
static bool
recut_is_current(const struct recut_query *wanted, const struct next_row *row)
{
	const struct recut_rules *rules = wanted->rules;

	return !wanted->all && rules != NULL &&
	       row->extractor == (int64_t)cuter_extractor_version() &&
	       row->rules == rules->digest_of(row->page.url, rules->arg);
}

static int
recut_find_next(struct store *s, const struct recut_query *wanted,
    int64_t after, struct rows *ret, struct err *e)
{
	struct query q = recut_query_for(s, SQL_recut_next, wanted);

	recut_select(&q, wanted);
	query_int(&q, ":after", after);
	return rows_collect(
	    &q, sizeof(struct next_row), recut_read_next, ret, e);
}

int
store_recut_next(struct store *s, const struct recut_query *wanted,
    int64_t after, int (*visit)(const struct recut_page *, void *), void *arg,
    struct err *e)
{
	struct next_row *row;
	struct rows rows;
	char *body = NULL;
	int rc = recut_find_next(s, wanted, after, &rows, e);

	row = rows.items;
	while (rc == 0 && rows.n > 0 && recut_is_current(wanted, row)) {
		after = row->page.id;
		rows_release(&rows);
		rc = recut_find_next(s, wanted, after, &rows, e);
		row = rows.items;
	}
	if (rc == 0 && rows.n > 0) {
		rc = page_unpack(&row->packed, &row->dictionary, &body, e);
		if (rc == 0)
			row->page.body =
			    (struct slice){ body, (size_t)row->packed.bytes };
		if (rc == 0 || rc == ERR_DATABASE)
			rc = visit(&row->page, arg);
	}
	free(body);
	rows_release(&rows);
	return rc;
}

/* ---- the result ---- */

struct recut_operation {
	const struct recut_update *update;
	int64_t now;
	enum recut_result result;
};

/* Reads the revision of the article.  *ret_revision: -1 if the page or the
 * article has changed since the extraction. */
static int
recut_revision_of(struct store *s, const struct recut_update *k,
    int64_t *ret_revision, struct err *e)
{
	struct query q = query_of(s, SQL_recut_still);
	int rc;

	*ret_revision = -1;
	query_int(&q, ":article_id", k->id);
	rc = query_step(&q, e);
	if (rc > 0 && query_column_int(&q, 0) == k->fetched_at &&
	    (slice_equal(query_column_text(&q, 1), SLICE("done")) ||
		slice_equal(query_column_text(&q, 1), SLICE("feed_only"))))
		*ret_revision = query_column_int(&q, 2);
	query_end(&q);
	return rc < 0 ? rc : 0;
}

static int
recut_store_text(
    struct store *s, struct recut_operation *o, int64_t before, struct err *e)
{
	const struct article_update update = { .id = o->update->id,
		.status = ARTICLE_DONE,
		.final_url = o->update->url,
		.article = o->update->article,
		.enrichment = o->update->enrichment };
	bool less = false;
	int64_t after = before;
	int rc;

	rc = article_recut(s, &update, o->now, &less, e);
	if (rc == 0)
		rc = recut_revision_of(s, o->update, &after, e);
	o->result = less              ? RECUT_LESS
		    : after != before ? RECUT_REVISED
				      : RECUT_SAME;
	return rc;
}

static int
recut_store(struct store *s, void *arg, struct err *e)
{
	struct recut_operation *o = arg;
	int64_t revision;
	int rc;

	o->result = RECUT_PASSED;
	if ((rc = recut_revision_of(s, o->update, &revision, e)) != 0 ||
	    revision < 0)
		return rc;
	if (o->update->article != NULL &&
	    (rc = recut_store_text(s, o, revision, e)) != 0)
		return rc;
	return page_cut_put(s, o->update->id, o->update->rules_digest, e);
}

int
store_recut_put(struct store *s, const struct recut_update *k, int64_t now,
    enum recut_result *ret, struct err *e)
{
	struct recut_operation o = { .update = k, .now = now };
	int rc = store_operate(s, recut_store, &o, e);

	if (rc == 0)
		*ret = o.result;
	return rc;
}
