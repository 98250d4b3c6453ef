/*
 * text_index.c -- writes the full-text index of PostgreSQL; see text_index.h.
 *
 * All texts of a list are read before the first row is written.  A query that
 * runs between two rows of another query would copy the remaining rows into
 * memory (store/postgres/connection.h).
 */
#include "store/search/text_index.h"

#include "store/search/lexeme/vector.h"
#include "store/sqlite/statement.h"

struct text_row {
	int64_t id;
	struct slice title, body, lang;
};

static void
text_index_read(const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct text_row *)ret_row = (struct text_row){
		.id = query_column_int(q, 0),
		.title = query_column_copy(q, 1, arena),
		.body = query_column_copy(q, 2, arena),
		.lang = query_column_copy(q, 3, arena),
	};
}

static int
text_index_write(
    struct store *s, int64_t id, const struct vector *v, struct err *e)
{
	struct query q = query_of(s, SQL_index_put);

	query_int(&q, ":id", id);
	query_text_always(&q, ":words", buf_slice(&v->words));
	if (v->has_grams)
		query_text_always(&q, ":grams", buf_slice(&v->grams));
	if (v->language != NULL) {
		query_text_always(&q, ":stems", buf_slice(&v->stems));
		query_text(&q, ":language", slice_of(v->language));
	}
	return query_run(&q, e);
}

static int
text_index_put_one(struct store *s, const struct text_row *row, struct err *e)
{
	struct vector v;
	int rc = vector_make(row->title, row->body, row->lang, &v)
		     ? text_index_write(s, row->id, &v, e)
		     : err_set(e, ERR_MEMORY, "no memory for the index");

	vector_release(&v);
	return rc;
}

static int
text_index_put_list(struct store *s, struct slice ids, struct err *e)
{
	struct query q = query_of(s, SQL_index_texts);
	struct rows rows;
	int rc;

	query_text(&q, ":ids", ids);
	rc = rows_collect(
	    &q, sizeof(struct text_row), text_index_read, &rows, e);
	for (size_t i = 0; i < rows.n && rc == 0; i++)
		rc =
		    text_index_put_one(s, (struct text_row *)rows.items + i, e);
	rows_release(&rows);
	return rc;
}

/* Indexes the articles whose ids are before the comma at `at`, then those whose
 * ids are after it. */
static int
text_index_put_halves(
    struct store *s, struct slice ids, size_t at, struct err *e)
{
	struct buf half;
	int rc;

	buf_init(&half, ids.len + 2);
	buf_append(&half, ids.p, at);
	buf_append_char(&half, ']');
	rc = buf_failed(&half) ? err_set(e, ERR_MEMORY, "no memory for ids")
			       : text_index_put(s, buf_slice(&half), e);
	buf_clear(&half);
	buf_append_char(&half, '[');
	buf_append(&half, ids.p + at + 1, ids.len - at - 1);
	if (rc == 0)
		rc = buf_failed(&half)
			 ? err_set(e, ERR_MEMORY, "no memory for ids")
			 : text_index_put(s, buf_slice(&half), e);
	buf_release(&half);
	return rc;
}

/* If the texts together do not fit in the memory of an operation, the list is
 * divided into two halves. */
int
text_index_put(struct store *s, struct slice ids, struct err *e)
{
	const char *comma = memchr(ids.p + ids.len / 2, ',', ids.len / 2);
	int rc = text_index_put_list(s, ids, e);

	if (comma == NULL)
		comma = memchr(ids.p, ',', ids.len);
	if (rc != ERR_LIMIT || comma == NULL)
		return rc;
	return text_index_put_halves(s, ids, (size_t)(comma - ids.p), e);
}
