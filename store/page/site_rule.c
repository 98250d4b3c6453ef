/*
 * site_rule.c -- counts the pages on which the rules of a site found a text,
 * and those on which they found none (docs/rules.md).
 *
 * A row of the table site_rule has the counts of one file of rules.  `gleaner
 * doctor` reads these rows, to name rules that do not work any more.
 */
#include <stdio.h>

#include "base/limits.h"
#include "store/article/articles.h"
#include "store/page/page_store.h"
#include "store/page/pages.h"

int
site_rule_put(
    struct store *s, const struct article_update *k, int64_t now, struct err *e)
{
	bool is_applied;
	struct query q;

	if (k->rules.path.len == 0 || k->article == NULL)
		return 0;
	is_applied =
	    k->rules.why.len == 0 && k->article->rule == CUTER_RULE_APPLIED;
	q = query_of(s, SQL_site_rule_put);
	query_text(&q, ":path", k->rules.path);
	query_int(&q, ":digest", k->rules.digest);
	query_int(&q, ":applied", is_applied);
	query_date(&q, ":applied_at", is_applied ? now : DATE_NONE);
	query_int(&q, ":failed", !is_applied);
	query_date(&q, ":failed_at", is_applied ? DATE_NONE : now);
	query_text(&q, ":why",
	    k->rules.why.len > 0 ? k->rules.why : k->article->rule_why);
	return query_run(&q, e);
}

int
store_site_rule_get(struct store *s, struct slice path,
    struct site_rule_counts *ret, struct err *e)
{
	struct site_rule_counts counts = { .applied_at = DATE_NONE,
		.failed_at = DATE_NONE };
	struct query q = query_of(s, SQL_site_rule_get);
	struct slice why;
	int rc;

	query_text(&q, ":path", path);
	if ((rc = query_step(&q, e)) > 0) {
		counts.digest = query_column_int(&q, 0);
		counts.applied = query_column_int(&q, 1);
		counts.applied_at = query_column_date(&q, 2);
		counts.failed = query_column_int(&q, 3);
		counts.failed_at = query_column_date(&q, 4);
		why = slice_sub(
		    query_column_text(&q, 5), 0, sizeof(counts.why) - 1);
		if (why.len > 0)
			memcpy(counts.why, why.p, why.len);
	}
	query_end(&q);
	if (rc >= 0)
		*ret = counts;
	return rc < 0 ? rc : 0;
}

/* ---- pages of a site ---- */

struct page_place {
	int64_t id;
	struct slice url;
};

static void
site_rule_read_place(const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct page_place *)ret_row =
	    (struct page_place){ query_column_int(q, 0),
		    query_column_copy(q, 1, arena) };
}

int
store_page_of_host(struct store *s, struct slice domain, size_t most,
    int (*visit)(int64_t id, struct slice url, void *), void *arg,
    struct err *e)
{
	struct query q = query_of(s, SQL_site_rule_pages);
	char prefix[LIMIT_HOST_BYTES + 2];
	const struct page_place *place;
	struct rows rows;
	int rc;

	snprintf(prefix, sizeof(prefix), "%.*s:", SLICE_ARG(domain));
	query_text(&q, ":host_key", domain);
	query_text(&q, ":prefix", slice_of(prefix));
	query_int(&q, ":most", (int64_t)most);
	rc = rows_collect(
	    &q, sizeof(struct page_place), site_rule_read_place, &rows, e);
	place = rows.items;
	for (size_t i = 0; i < rows.n && rc == 0; i++)
		rc = visit(place[i].id, place[i].url, arg);
	rows_release(&rows);
	return rc;
}
