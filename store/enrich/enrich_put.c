/*
 * enrich_put.c -- writes keywords and summaries; see enrichments.h.
 *
 * The summary is a column of the article's row, which article_apply() writes:
 * a second update of the row would write the whole text again.
 */
#include <stdlib.h>

#include "base/limits.h"
#include "store/article/article_apply.h"
#include "store/category/categories.h"
#include "store/enrich/enrich_state.h"
#include "store/enrich/enrichments.h"

void
store_enrich_free(struct store_enrich *enrich)
{
	if (enrich == NULL)
		return;
	enricher_free(enrich->enricher);
	category_model_free(enrich->category_model);
	free(enrich);
}

void
store_unset_enrich(struct store *s)
{
	store_enrich_free(s->enrich);
	s->enrich = NULL;
}

int
store_set_enrich(struct store *s, size_t keywords, size_t sentences,
    struct frequency_table *table, struct err *e)
{
	const struct enrich_options options = {
		.keywords = keywords, .sentences = sentences, .table = table
	};
	struct store_enrich *enrich;
	int rc;

	if (s->enrich != NULL && s->enrich->table == table) {
		s->enrich->options = options;
		return 0;
	}
	enrich = calloc(1, sizeof(*enrich));
	if (enrich == NULL)
		return err_set(e, ERR_MEMORY, "no memory for keywords");
	if ((rc = enricher_new(&enrich->enricher, e)) != 0) {
		free(enrich);
		return rc;
	}
	enrich->table = table;
	enrich->options = options;
	store_unset_enrich(s);
	s->enrich = enrich;
	return table != NULL ? enrich_load_counts(s, e) : 0;
}

void
store_set_categories(struct store *s, bool wanted)
{
	if (s->enrich != NULL)
		s->enrich->leaves_out_categories = !wanted;
}

bool
enrich_has_categories(const struct store *s)
{
	return s->enrich != NULL && !s->enrich->leaves_out_categories;
}

void
enrich_complete(
    struct store *s, const struct article_text *text, struct enrichment *ret)
{
	const struct enrich_input in = {
		.title = text->title, .body = text->body, .language = text->lang
	};
	struct err e = ERR_INIT;

	*ret = (struct enrichment){ 0 };
	if (text->enrichment != NULL && text->enrichment->is_present)
		*ret = *text->enrichment;
	else if (s->enrich != NULL && text->body.len > 0 &&
		 enrich_text(s->enrich->enricher, &in, &s->enrich->options, ret,
		     &e) != 0)
		*ret = (struct enrichment){ 0 };
}

static int
enrich_put_keyword(struct store *s, int64_t article_id, size_t n,
    const struct enrich_keyword *keyword, struct err *e)
{
	struct query q = query_of(s, SQL_keyword_insert);

	query_int(&q, ":article_id", article_id);
	query_count(&q, ":n", n);
	query_text_always(&q, ":term", keyword->term);
	query_text_always(&q, ":stem", keyword->stem);
	query_real(&q, ":weight", keyword->weight);
	return query_run(&q, e);
}

static int
enrich_put_keywords(struct store *s, int64_t article_id,
    const struct enrichment *found, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; i < found->n_keywords && rc == 0; i++)
		rc = enrich_put_keyword(
		    s, article_id, i, &found->keywords[i], e);
	return rc;
}

int
enrich_put(struct store *s, int64_t article_id, const struct enrichment *found,
    struct err *e)
{
	struct query q = query_of(s, SQL_keyword_clear);
	int rc;

	query_int(&q, ":article_id", article_id);
	if ((rc = query_run(&q, e)) != 0 ||
	    (rc = enrich_put_keywords(s, article_id, found, e)) != 0 ||
	    (rc = category_clear(s, article_id, e)) != 0)
		return rc;
	return enrich_has_categories(s)
		   ? category_put(s, article_id, found, NULL, e)
		   : 0;
}

/* Deletes no rows: SQLite makes a table in memory for each of these DELETEs,
 * which costs more than to insert a row. */
int
enrich_put_first(struct store *s, int64_t article_id,
    const struct enrichment *found, const struct publisher_labels *labels,
    struct err *e)
{
	int rc = s->enrich != NULL
		     ? enrich_put_keywords(s, article_id, found, e)
		     : 0;

	if (rc == 0 && enrich_has_categories(s))
		rc = category_put(s, article_id, found, labels, e);
	return rc;
}

static int
enrich_put_stored(struct store *s, int64_t article_id, struct err *e)
{
	struct article_state stored;
	struct article_text text = { 0 };
	struct enrichment found;
	struct query q;
	int rc;

	if (s->enrich == NULL)
		return 0;
	if ((rc = article_load(s, article_id, &stored, e)) != 0)
		return rc;
	text.title = stored.title;
	text.body = stored.body;
	/* Earlier versions stored the language that the feed declares. */
	text.lang = enrich_language(s, stored.lang, stored.body);
	enrich_complete(s, &text, &found);
	q = query_of(s, SQL_article_set_enrichment);
	query_int(&q, ":id", article_id);
	query_text(&q, ":summary", found.summary);
	query_int(&q, ":version", ENRICH_VERSION);
	rc = query_run(&q, e);
	return rc == 0 ? enrich_put(s, article_id, &found, e) : rc;
}

/* ---- again ---- */

struct enrich_again {
	int64_t after, since_at, *ret_last, *ret_n;
	bool stale;
	size_t slice;
};

static void
enrich_put_read_id(const struct query *q, struct arena *arena, void *ret_row)
{
	(void)arena;
	*(int64_t *)ret_row = query_column_int(q, 0);
}

static int
enrich_put_run_again(struct store *s, void *arg, struct err *e)
{
	const struct enrich_again *again = arg;
	struct query q = query_of(s, SQL_enrich_stale);
	struct rows ids;
	int rc;

	query_int(&q, ":after", again->after);
	query_date(&q, ":since", again->since_at);
	query_int(&q, ":version", again->stale ? ENRICH_VERSION : -1);
	query_count(&q, ":slice", again->slice);
	*again->ret_last = 0;
	*again->ret_n = 0;
	rc = rows_collect(&q, sizeof(int64_t), enrich_put_read_id, &ids, e);
	for (size_t i = 0; i < ids.n && rc == 0; i++) {
		*again->ret_last = ((int64_t *)ids.items)[i];
		rc = enrich_put_stored(s, *again->ret_last, e);
		++*again->ret_n;
	}
	rows_release(&ids);
	return rc;
}

int
store_enrich_again(struct store *s, int64_t after, int64_t since_at, bool stale,
    size_t slice, int64_t *ret_last, int64_t *ret_n, struct err *e)
{
	struct enrich_again again = { after, since_at, ret_last, ret_n, stale,
		slice };

	return store_operate(s, enrich_put_run_again, &again, e);
}
