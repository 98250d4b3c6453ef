/*
 * filter_read.c -- stored articles as filters see them, for `gleaner filter`.
 *
 * In:  an article, or all articles of a period.
 * Out: a visit for each entry of an article.  Nothing is written.
 *
 * An article without a text has the fields that are known before the fetch.
 */
#include "store/filter/filter_state.h"

#define ARTICLES_A_PAGE 256

struct filter_read {
	struct store *store;
	int64_t id, now;
	int (*visit)(const struct filter_article *, void *);
	void *arg;
	struct err *e;
};

/* Reads the article.  Returns 1 if the article exists, 0 if it does not, or an
 * error. */
static int
filter_read_article(const struct filter_read *r, struct filter_article *ret)
{
	struct store *s = r->store;
	struct arena *arena = &s->scratch;
	struct query q = query_of(s, SQL_filter_article_get);
	struct article_text text = { 0 };
	int rc;

	query_int(&q, ":id", r->id);
	if ((rc = query_step(&q, r->e)) > 0) {
		ret->has_text = query_column_int(&q, 0) > 0;
		ret->url = query_column_copy(&q, 1, arena);
		text.title = query_column_copy(&q, 2, arena);
		text.body = query_column_copy(&q, 3, arena);
		text.lang = query_column_copy(&q, 4, arena);
		text.published_at = query_column_date(&q, 5);
		text.word_count = query_column_int(&q, 6);
		ret->status = query_column_copy(&q, 7, arena);
		ret->status_why = query_column_copy(&q, 8, arena);
	}
	query_end(&q);
	if (rc <= 0)
		return rc;
	ret->id = r->id;
	ret->title = text.title;
	ret->subject.now = r->now;
	filter_subject_put(s, &ret->subject, FILTER_URL, ret->url);
	if (ret->has_text) {
		filter_subject_of_text(s, &text, &ret->subject);
		rc = filter_subject_of_lists(s, r->id, &ret->subject, r->e);
		return rc == 0 ? 1 : rc;
	}
	if (text.title.len > 0)
		filter_subject_put(s, &ret->subject, FILTER_TITLE, text.title);
	ret->subject.knows_published_at = text.published_at != DATE_NONE;
	ret->subject.published_at = text.published_at;
	return 1;
}

static void
filter_read_feed_id(const struct query *q, struct arena *arena, void *ret_row)
{
	(void)arena;
	*(int64_t *)ret_row = query_column_int(q, 1);
}

static int
filter_read_entries(const struct filter_read *r, struct filter_article *article)
{
	struct query q = query_of(r->store, SQL_filter_all_entries);
	struct rows feeds;
	int rc;

	query_int(&q, ":id", r->id);
	query_count(&q, ":most", LIMIT_FILTER_ENTRIES);
	rc = rows_collect(
	    &q, sizeof(int64_t), filter_read_feed_id, &feeds, r->e);
	for (size_t i = 0; i < feeds.n && rc == 0; i++) {
		rc = filter_subject_of_feed(r->store,
		    ((int64_t *)feeds.items)[i], &article->subject, r->e);
		if (rc == 0)
			rc = r->visit(article, r->arg);
	}
	rows_release(&feeds);
	return rc;
}

/* Visits one article.  If its fields need more memory than the arena's limit,
 * the arena jumps to the setjmp() of this function. */
static int
filter_read_visit(const struct filter_read *r, bool is_required)
{
	struct arena *scratch = &r->store->scratch;
	struct filter_article article = { 0 };
	jmp_buf exhausted;
	int rc;

	arena_clear(scratch);
	if (setjmp(exhausted) != 0) {
		scratch->exhausted = NULL;
		return err_set(r->e, ERR_LIMIT,
		    "article %lld needs too much memory", (long long)r->id);
	}
	scratch->exhausted = &exhausted;
	rc = filter_read_article(r, &article);
	if (rc > 0)
		rc = filter_read_entries(r, &article);
	else if (rc == 0 && is_required)
		rc = err_set(r->e, ERR_NOT_FOUND, "there is no article %lld",
		    (long long)r->id);
	scratch->exhausted = NULL;
	return rc;
}

int
store_filter_article(struct store *s, int64_t id, int64_t now,
    int (*visit)(const struct filter_article *, void *), void *arg,
    struct err *e)
{
	struct filter_read r = { s, id, now, visit, arg, e };

	return filter_read_visit(&r, true);
}

int
store_filter_recent(struct store *s, int64_t since, int64_t now,
    int (*visit)(const struct filter_article *, void *), void *arg,
    struct err *e)
{
	struct filter_read r = { s, INT64_MAX, now, visit, arg, e };
	size_t n = ARTICLES_A_PAGE;
	int rc = 0;

	while (n == ARTICLES_A_PAGE && rc == 0) {
		struct query q = query_of(s, SQL_filter_recent);
		struct rows ids;

		query_int(&q, ":since", since);
		query_int(&q, ":below", r.id);
		query_int(&q, ":page", ARTICLES_A_PAGE);
		rc = rows_collect_ids(&q, &ids, e);
		n = ids.n;
		for (size_t i = 0; i < ids.n && rc == 0; i++) {
			r.id = ((int64_t *)ids.items)[i];
			rc = filter_read_visit(&r, false);
		}
		rows_release(&ids);
	}
	return rc;
}
