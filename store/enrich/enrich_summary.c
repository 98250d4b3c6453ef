/*
 * enrich_summary.c -- summarises stored articles again; see enrichments.h.
 *
 * The stored summary of an article is the same for all readers.  A summary for
 * the interests of one reader, and that of a story, are computed when they are
 * asked for.
 */
#include "base/limits.h"
#include "store/enrich/enrichments.h"
#include "store/sqlite/statement.h"

struct summary_text {
	struct slice title, body, language;
	int64_t cluster_id;
};

static void
enrich_summary_read(const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct summary_text *)ret_row = (struct summary_text){
		.title = query_column_copy(q, 0, arena),
		.body = query_column_copy(q, 1, arena),
		.language = query_column_copy(q, 2, arena),
		.cluster_id = query_column_int(q, 3),
	};
}

static int
enrich_summary_collect(struct query *q, struct rows *ret, struct err *e)
{
	return rows_collect(
	    q, sizeof(struct summary_text), enrich_summary_read, ret, e);
}

/* Reads the texts.  rows_release() must be called in each case. */
static int
enrich_summary_load(struct store *s, const struct summary_query *query,
    struct rows *rows, int64_t *ret_cluster, struct err *e)
{
	struct query q = query_of(s, SQL_summary_article);
	int rc;

	query_int(&q, ":id", query->article_id);
	if ((rc = enrich_summary_collect(&q, rows, e)) != 0)
		return rc;
	/* The first article of a story may have been deleted. */
	*ret_cluster = rows->n > 0
			   ? ((struct summary_text *)rows->items)[0].cluster_id
			   : query->article_id;
	if (query->is_story && *ret_cluster != 0) {
		rows_release(rows);
		q = query_of(s, SQL_summary_story);
		query_int(&q, ":cluster_id", *ret_cluster);
		query_int(&q, ":most", LIMIT_ENRICH_MEMBERS);
		rc = enrich_summary_collect(&q, rows, e);
	}
	if (rc == 0 && rows->n == 0)
		rc = err_set(e, ERR_NOT_FOUND, "there is no article %lld",
		    (long long)query->article_id);
	return rc;
}

/* Returns the number of texts that are not empty. */
static size_t
enrich_summary_inputs(
    const struct rows *rows, struct enrich_input in[LIMIT_ENRICH_MEMBERS])
{
	size_t n = 0;

	for (size_t i = 0; i < rows->n && n < LIMIT_ENRICH_MEMBERS; i++) {
		const struct summary_text *text =
		    &((const struct summary_text *)rows->items)[i];

		if (text->body.len > 0)
			in[n++] = (struct enrich_input){ text->title,
				text->body, text->language };
	}
	return n;
}

static int
enrich_summary_write(const struct rows *rows, const struct summary_query *query,
    struct arena *arena, struct summary_result *ret, struct err *e)
{
	const struct enrich_options options = { .sentences = query->sentences,
		.interests = query->interests,
		.n_interests = query->n_interests };
	struct enrich_input in[LIMIT_ENRICH_MEMBERS];
	struct enricher *enricher;
	struct enrichment found;
	int rc;

	ret->n_articles = enrich_summary_inputs(rows, in);
	if (ret->n_articles == 0)
		return 0;
	if ((rc = enricher_new(&enricher, e)) != 0)
		return rc;
	rc = enrich_story(enricher, in, ret->n_articles, &options, &found, e);
	if (rc == 0)
		ret->text = arena_copy(arena, found.summary);
	enricher_free(enricher);
	return rc;
}

int
store_summarise(struct store *s, const struct summary_query *query,
    struct arena *arena, struct summary_result *ret, struct err *e)
{
	struct summary_result result = { .text = SLICE_NONE };
	struct rows rows = { 0 };
	int rc = enrich_summary_load(s, query, &rows, &result.cluster_id, e);

	if (rc == 0)
		rc = enrich_summary_write(&rows, query, arena, &result, e);
	rows_release(&rows);
	if (rc == 0)
		*ret = result;
	return rc;
}
