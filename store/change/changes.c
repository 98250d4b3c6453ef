/*
 * changes.c -- reads the change log from a sequence number on.
 *
 * A sequence number is never used again (AUTOINCREMENT) and is committed
 * together with its article.  There is only one writer at a time.  Changes
 * therefore become visible in the order of their numbers, and a consumer misses
 * none.  Changes that do not match the consumer's filter are skipped and count
 * as read: the consumer's cursor moves past them.
 */
#include "base/limits.h"
#include "store/article/article_list.h"
#include "store/article/articles.h"
#include "store/change/consumers.h"

#define CHANGES_A_PAGE 256

struct change_place {
	int64_t article_id;
	bool wanted;
	struct change_row row;
};

static void
changes_read_change(const struct query *q, struct arena *arena, void *ret_row)
{
	struct change_place *place = ret_row;

	*place = (struct change_place){
		.article_id = query_column_int(q, 3),
		.wanted = query_column_int(q, 4) != 0,
		.row = { .seq = query_column_int(q, 0),
		    .at = query_column_int(q, 1),
		    .kind = query_column_copy(q, 2, arena) },
	};
}

/* Visits a change with the current article.  Does nothing if the article was
 * purged since the change. */
static int
changes_visit_change(struct store *s, struct change_place *place,
    int (*visit)(const struct change_row *, void *), void *arg, struct err *e)
{
	struct rows rows;
	int rc = article_read(s, place->article_id, true, &rows, e);

	if (rc == 0 && rows.n > 0) {
		place->row.article = *(struct article_row *)rows.items;
		rc = visit(&place->row, arg);
	}
	rows_release(&rows);
	return rc;
}

static int
changes_read_page(struct store *s, const struct change_query *what,
    int64_t after, struct rows *ret, struct err *e)
{
	struct query q = query_of(s, SQL_change_page);

	query_int(&q, ":after", after);
	query_int(&q, ":until", what->until > 0 ? what->until : INT64_MAX);
	query_int(&q, ":page", CHANGES_A_PAGE);
	query_text(&q, ":kind", what->kind);
	query_text(&q, ":feed", what->feed);
	query_text(&q, ":tag", what->tag);
	query_text(&q, ":lang", what->lang);
	query_real(&q, ":min_confidence", what->min_confidence);
	query_int(&q, ":one_per_cluster", what->one_per_cluster);
	query_text(&q, ":notified", what->notified);
	return rows_collect(
	    &q, sizeof(struct change_place), changes_read_change, ret, e);
}

/* Computes the score of the article at the time of the change, so that a reader
 * that reads the log again gets the same changes.  Sets place->wanted. */
static int
changes_score(const struct change_query *what, struct change_place *place,
    struct profile_score *score, struct err *e)
{
	int rc = profile_score_article(
	    what->profile, place->article_id, place->row.at, score, e);

	place->wanted = score->score > 0 && score->score >= what->min_score &&
			score->mark >= 0 &&
			(!score->is_other ||
			    slice_equal(place->row.kind, SLICE("withdrawn")));
	place->row.score = score;
	return rc;
}

/* Visits the matching changes of a page, at most *left.  Sets *seq to the last
 * change that was read. */
static int
changes_give_page(struct store *s, const struct change_query *what,
    const struct rows *page, size_t *left, int64_t *seq,
    int (*visit)(const struct change_row *, void *), void *arg, struct err *e)
{
	struct change_place *places = page->items;
	struct profile_score score;
	size_t n = page->n;
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0 && *left != 0; i++) {
		if (places[i].wanted && what->profile != NULL)
			rc = changes_score(what, &places[i], &score, e);
		if (rc == 0 && places[i].wanted) {
			rc = changes_visit_change(s, &places[i], visit, arg, e);
			(*left)--;
		}
		if (rc >= 0)
			*seq = places[i].row.seq;
	}
	return rc;
}

int
store_changes(struct store *s, const struct change_query *what,
    int (*visit)(const struct change_row *, void *), void *arg,
    int64_t *ret_seq, struct err *e)
{
	size_t left = what->limit, looked = 0;
	int64_t seq = what->after;
	bool is_last = false;
	int rc = 0;

	while (left > 0 && !is_last && looked < LIMIT_CHANGES_LOOK && rc == 0) {
		struct rows page;

		rc = changes_read_page(s, what, seq, &page, e);
		if (rc == 0)
			rc = changes_give_page(
			    s, what, &page, &left, &seq, visit, arg, e);
		is_last = page.n < CHANGES_A_PAGE;
		looked += page.n;
		rows_release(&page);
	}
	*ret_seq = seq;
	return rc;
}

/* Counts the matching changes of a page until `limit` are counted.  Returns
 * false if the page was not read to its end. */
static bool
changes_scan_page(
    const struct rows *page, size_t limit, struct change_scan *scan)
{
	const struct change_place *places = page->items;

	for (size_t i = 0; i < page->n; i++) {
		if (scan->n == limit)
			return false;
		scan->looked = places[i].row.seq;
		if (!places[i].wanted)
			continue;
		if (scan->n++ == 0)
			scan->first = scan->looked;
		scan->last = scan->looked;
	}
	return true;
}

int
store_change_scan(struct store *s, const struct change_query *what,
    struct change_scan *ret, struct err *e)
{
	struct change_scan scan = { .looked = what->after };
	size_t looked = 0;
	bool goes_on = true;
	int rc = 0;

	while (goes_on && looked < LIMIT_CHANGES_LOOK && rc == 0) {
		struct rows page;

		rc = changes_read_page(s, what, scan.looked, &page, e);
		if (rc == 0)
			goes_on = changes_scan_page(&page, what->limit, &scan);
		looked += page.n;
		if (goes_on && page.n < CHANGES_A_PAGE) {
			scan.is_end = rc == 0;
			goes_on = false;
		}
		rows_release(&page);
	}
	if (rc == 0)
		*ret = scan;
	return rc;
}

int
store_last_seq(struct store *s, int64_t *ret_seq, struct err *e)
{
	struct query q = query_of(s, SQL_change_last);

	return query_run_int(&q, ret_seq, e);
}
