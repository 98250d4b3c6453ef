/*
 * article_list.c -- reads articles for lists, and one article with all of its
 * parts.
 *
 * A list is read in pages of ids; each page begins after the last (sort_at, id)
 * of the previous page, and each article is read by a separate query.  A reader
 * therefore has a read transaction open only briefly, even if its output is
 * slow, and visits no article twice if articles are added meanwhile.
 */
#include "store/article/article_list.h"

#include "store/article/articles.h"
#include "store/search/text.h"

#define IDS_A_PAGE 512

static void
article_list_read_article(
    const struct query *q, struct arena *arena, void *ret_row)
{
	struct article_row *row = ret_row;

	*row = (struct article_row){
		.id = query_column_int(q, 0),
		.revision = query_column_int(q, 1),
		.word_count = query_column_int(q, 2),
		.published_at = query_column_date(q, 3),
		.modified_at = query_column_date(q, 4),
		.fetched_at = query_column_date(q, 5),
		.extracted_at = query_column_date(q, 6),
		.first_seen_at = query_column_date(q, 7),
		.url = query_column_copy(q, 8, arena),
		.canonical_url = query_column_copy(q, 9, arena),
		.title = query_column_copy(q, 10, arena),
		.lead = query_column_copy(q, 11, arena),
		.byline = query_column_copy(q, 12, arena),
		.lang = query_column_copy(q, 13, arena),
		.body = query_column_copy(q, 14, arena),
		.body_html = query_column_copy(q, 15, arena),
		.status = query_column_copy(q, 16, arena),
		.status_why = query_column_copy(q, 17, arena),
		.origin = query_column_copy(q, 18, arena),
		.flags = query_column_copy(q, 19, arena),
		.confidence = query_column_real(q, 20),
		.authors = query_column_copy(q, 21, arena),
		.tags = query_column_copy(q, 22, arena),
		.feeds = query_column_copy(q, 23, arena),
		.images = query_column_copy(q, 24, arena),
		.feed_title = query_column_copy(q, 25, arena),
		.page_class = query_column_copy(q, 26, arena),
		.node_classes = query_column_copy(q, 27, arena),
		.usage = query_column_copy(q, 28, arena),
		.section = query_column_copy(q, 29, arena),
		.publisher = query_column_copy(q, 30, arena),
		.license = query_column_copy(q, 31, arena),
		.access = query_column_copy(q, 32, arena),
		.published_zone = query_column_date(q, 33),
		.fields = query_column_copy(q, 34, arena),
		.cluster_id = query_column_int(q, 35),
		.keywords = query_column_copy(q, 36, arena),
		.categories = query_column_copy(q, 37, arena),
		.summary = query_column_copy(q, 38, arena),
	};
}

int
article_read(
    struct store *s, int64_t id, bool whole, struct rows *ret, struct err *e)
{
	struct query q = query_of(s, SQL_article_get);

	query_int(&q, ":id", id);
	query_int(&q, ":whole", whole);
	return rows_collect(
	    &q, sizeof(struct article_row), article_list_read_article, ret, e);
}

int
store_article_get(struct store *s, int64_t id,
    int (*visit)(const struct article_row *, void *), void *arg, struct err *e)
{
	struct rows rows;
	int rc = article_read(s, id, true, &rows, e);

	if (rc == 0 && rows.n == 0)
		rc = err_set(e, ERR_NOT_FOUND, "there is no article %lld",
		    (long long)id);
	else if (rc == 0)
		rc = visit(rows.items, arg);
	rows_release(&rows);
	return rc;
}

/* ---- lists ---- */

void
query_filter(struct query *q, const struct article_filter *filter)
{
	static const struct article_filter everything = { .since_at = DATE_NONE,
		.until_at = DATE_NONE };

	if (filter == NULL)
		filter = &everything;
	query_int(
	    q, ":since_at", filter->since_at); /* DATE_NONE is the smallest
						  number, so it sets no lower
						  bound */
	query_int(q, ":until_at",
	    filter->until_at != DATE_NONE ? filter->until_at : INT64_MAX);
	query_text(q, ":status", filter->status);
	query_text(q, ":lang", filter->lang);
	query_real(q, ":min_confidence", filter->min_confidence);
	query_text(q, ":category", filter->category);
	query_text(q, ":tag", filter->tag);
	query_text(q, ":feed", filter->feed);
	query_int(q, ":one_per_cluster", filter->one_per_cluster);
}

struct place {
	int64_t id, sort_at;
};

static void
article_list_read_place(
    const struct query *q, struct arena *arena, void *ret_row)
{
	struct place *place = ret_row;

	(void)arena;
	place->id = query_column_int(q, 0);
	place->sort_at = query_column_int(q, 1);
}

/* Visits one page of articles that follow *at, and moves *at to its last
 * article. *ret_n: the number of articles of the page. */
static int
article_list_page(struct store *s, const struct article_filter *filter,
    size_t limit, struct place *at, size_t *ret_n,
    int (*visit)(const struct article_row *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_article_list);
	struct rows places, rows;
	int rc;

	query_filter(&q, filter);
	query_int(&q, ":sort_at", at->sort_at);
	query_int(&q, ":id", at->id);
	query_int(&q, ":page", (int64_t)limit);
	rc = rows_collect(&q, sizeof(*at), article_list_read_place, &places, e);
	for (size_t i = 0; i < places.n && rc == 0; i++) {
		*at = ((struct place *)places.items)[i];
		rc = article_read(s, at->id, false, &rows, e);
		if (rc == 0 && rows.n > 0)
			rc = visit(rows.items, arg);
		rows_release(&rows);
	}
	*ret_n = places.n;
	rows_release(&places);
	return rc;
}

int
store_article_list(struct store *s, const struct article_filter *filter,
    int (*visit)(const struct article_row *, void *), void *arg, struct err *e)
{
	struct place at = { INT64_MAX, INT64_MAX };
	size_t left =
	    filter != NULL && filter->limit > 0 ? filter->limit : SIZE_MAX;
	int rc = 0;

	while (left > 0 && rc == 0) {
		size_t page = left < IDS_A_PAGE ? left : IDS_A_PAGE, n = 0;

		rc = article_list_page(s, filter, page, &at, &n, visit, arg, e);
		if (n < page)
			break;
		left -= n;
	}
	return rc;
}

/* ---- parts of one article ---- */

static void
article_list_read_media(
    const struct query *q, struct arena *arena, void *ret_row)
{
	struct article_media *row = ret_row;

	*row = (struct article_media){
		.kind = query_column_copy(q, 0, arena),
		.url = query_column_copy(q, 1, arena),
		.alt = query_column_copy(q, 2, arena),
		.caption = query_column_copy(q, 3, arena),
		.credit = query_column_copy(q, 4, arena),
		.role = query_column_copy(q, 5, arena),
		.width = query_column_int(q, 6),
		.height = query_column_int(q, 7),
		.relevance = query_column_real(q, 8),
	};
}

int
store_article_media(struct store *s, int64_t id,
    int (*visit)(const struct article_media *, void *), void *arg,
    struct err *e)
{
	struct query q = query_of(s, SQL_article_media);
	struct rows rows;
	const struct article_media *media;
	int rc;

	query_int(&q, ":article_id", id);
	rc = rows_collect(&q, sizeof(struct article_media),
	    article_list_read_media, &rows, e);
	media = rows.items;
	for (size_t i = 0; i < rows.n && rc == 0; i++)
		rc = visit(&media[i], arg);
	rows_release(&rows);
	return rc;
}

static void
article_list_read_revision(
    const struct query *q, struct arena *arena, void *ret_row)
{
	struct article_revision *row = ret_row;

	*row = (struct article_revision){
		.revision = query_column_int(q, 0),
		.at = query_column_date(q, 1),
		.title = query_column_copy(q, 2, arena),
		.body = query_column_copy(q, 3, arena),
	};
}

/* Visits the row of q. *ret_revision: the number of the revision; 0 if there is
 * no row. */
static int
article_list_visit_revision(struct query *q, int64_t *ret_revision,
    int (*visit)(const struct article_revision *, void *), void *arg,
    struct err *e)
{
	struct rows rows;
	int rc = rows_collect(q, sizeof(struct article_revision),
	    article_list_read_revision, &rows, e);

	*ret_revision = 0;
	if (rc == 0 && rows.n > 0) {
		*ret_revision =
		    ((struct article_revision *)rows.items)->revision;
		rc = visit(rows.items, arg);
	}
	rows_release(&rows);
	return rc;
}

int
store_article_revisions(struct store *s, int64_t id,
    int (*visit)(const struct article_revision *, void *), void *arg,
    struct err *e)
{
	struct query q;
	int64_t after = 0;
	int rc;

	do {
		q = query_of(s, SQL_article_later);
		query_int(&q, ":article_id", id);
		query_int(&q, ":after", after);
		rc = article_list_visit_revision(&q, &after, visit, arg, e);
	} while (rc == 0 && after > 0);
	if (rc != 0)
		return rc;
	q = query_of(s, SQL_article_present);
	query_int(&q, ":id", id);
	return article_list_visit_revision(&q, &after, visit, arg, e);
}
