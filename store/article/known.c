/*
 * known.c -- checks if the values that a filter names exist; see known.h.
 */
#include "store/article/known.h"

#include "store/sqlite/statement.h"

static int
known_ask(struct store *s, enum sql name, const char *parameter,
    struct slice value, bool *ret, struct err *e)
{
	struct query q = query_of(s, name);
	int rc;

	query_text_always(&q, parameter, value);
	rc = query_step(&q, e);
	*ret = rc > 0 && query_column_int(&q, 0) != 0;
	query_end(&q);
	return rc < 0 ? rc : 0;
}

int
store_known_feed(struct store *s, struct slice feed, bool *ret, struct err *e)
{
	return known_ask(s, SQL_known_feed, ":feed", feed, ret, e);
}

int
store_known_tag(struct store *s, struct slice tag, bool *ret, struct err *e)
{
	return known_ask(s, SQL_known_tag, ":tag", tag, ret, e);
}

int
store_known_language(
    struct store *s, struct slice lang, bool *ret, struct err *e)
{
	return known_ask(s, SQL_known_language, ":lang", lang, ret, e);
}

int
store_known_notified(
    struct store *s, struct slice consumer, bool *ret, struct err *e)
{
	return known_ask(s, SQL_known_notified, ":consumer", consumer, ret, e);
}

static void
known_read_text(const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct slice *)ret_row = query_column_copy(q, 0, arena);
}

static int
known_list(struct store *s, enum sql name, int (*visit)(struct slice, void *),
    void *arg, struct err *e)
{
	struct query q = query_of(s, name);
	const struct slice *texts;
	struct rows rows;
	int rc =
	    rows_collect(&q, sizeof(struct slice), known_read_text, &rows, e);

	texts = rows.items;
	for (size_t i = 0; i < rows.n && rc == 0; i++)
		rc = visit(texts[i], arg);
	rows_release(&rows);
	return rc;
}

int
store_tag_list(struct store *s, int (*visit)(struct slice, void *), void *arg,
    struct err *e)
{
	return known_list(s, SQL_known_tags, visit, arg, e);
}

int
store_language_list(struct store *s, int (*visit)(struct slice, void *),
    void *arg, struct err *e)
{
	return known_list(s, SQL_known_languages, visit, arg, e);
}
