/*
 * filter_subject.c -- collects the known fields of an entry or an article.
 *
 * In:  rows of the feed and of the article's lists, or the texts themselves.
 * Out: the fields of a filter_subject.  Texts that are not UTF-8 count as
 *      absent, because a regular expression cannot be applied to them.
 */
#include "base/array.h"
#include "base/text/utf8.h"
#include "config/profile/category.h"
#include "store/filter/filter_state.h"

static struct slice
filter_subject_valid(struct slice text)
{
	return utf8_valid(text) ? text : SLICE_NONE;
}

void
filter_subject_put(struct store *s, struct filter_subject *subject,
    enum filter_field field, struct slice text)
{
	struct slice *item = arena_alloc(&s->scratch, sizeof(*item));

	*item = filter_subject_valid(text);
	filter_subject_set(subject, field, item);
}

/* Reads the first column of the rows of a query as the values of a field. */
static int
filter_subject_rows(
    struct store *s, struct query *q, struct filter_texts *ret, struct err *e)
{
	struct slice *items =
	    arena_array(&s->scratch, LIMIT_ARTICLE_LIST, sizeof(*items));
	size_t n = 0;
	int rc;

	query_count(q, ":most", LIMIT_ARTICLE_LIST);
	while ((rc = query_step(q, e)) > 0) {
		struct slice text =
		    filter_subject_valid(query_column_copy(q, 0, &s->scratch));

		if (text.len > 0 && n < LIMIT_ARTICLE_LIST)
			items[n++] = text;
	}
	query_end(q);
	*ret =
	    (struct filter_texts){ .is_known = true, .items = items, .n = n };
	return rc < 0 ? rc : 0;
}

static int
filter_subject_names(
    struct store *s, int64_t feed_id, struct filter_texts *ret, struct err *e)
{
	struct query q = query_of(s, SQL_filter_feed);
	struct slice *names = arena_array(&s->scratch, 3, sizeof(*names));
	size_t n = 0;
	int rc;

	query_int(&q, ":id", feed_id);
	if ((rc = query_step(&q, e)) > 0)
		for (int i = 0; i < 3; i++) {
			names[n] = filter_subject_valid(
			    query_column_copy(&q, i, &s->scratch));
			n += names[n].len > 0;
		}
	query_end(&q);
	*ret =
	    (struct filter_texts){ .is_known = true, .items = names, .n = n };
	return rc < 0 ? rc : 0;
}

int
filter_subject_of_feed(struct store *s, int64_t feed_id,
    struct filter_subject *subject, struct err *e)
{
	int rc =
	    filter_subject_names(s, feed_id, &subject->texts[FILTER_FEED], e);
	struct query q;

	if (rc != 0)
		return rc;
	q = query_of(s, SQL_filter_feed_tags);
	query_int(&q, ":id", feed_id);
	return filter_subject_rows(s, &q, &subject->texts[FILTER_FEED_TAG], e);
}

int
filter_subject_of_lists(struct store *s, int64_t article_id,
    struct filter_subject *subject, struct err *e)
{
	static const struct {
		enum filter_field field;
		enum sql name;
	} lists[] = { { FILTER_AUTHOR, SQL_filter_authors },
		{ FILTER_KEYWORD, SQL_filter_keywords },
		{ FILTER_CATEGORY, SQL_filter_categories } };
	int rc = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(lists) && rc == 0; i++) {
		struct query q = query_of(s, lists[i].name);

		query_int(&q, ":id", article_id);
		rc = filter_subject_rows(
		    s, &q, &subject->texts[lists[i].field], e);
	}
	return rc;
}

void
filter_subject_of_keywords(struct store *s, const struct enrichment *found,
    struct filter_subject *subject)
{
	struct slice *items =
	    arena_array(&s->scratch, found->n_keywords + 1, sizeof(*items));

	for (size_t i = 0; i < found->n_keywords; i++)
		items[i] = arena_copy(&s->scratch, found->keywords[i].term);
	subject->texts[FILTER_KEYWORD] = (struct filter_texts){
		.is_known = true, .items = items, .n = found->n_keywords
	};
}

void
filter_subject_of_categories(
    struct store *s, uint32_t found, struct filter_subject *subject)
{
	struct slice *items =
	    arena_array(&s->scratch, CATEGORY_COUNT, sizeof(*items));
	size_t n = 0;

	for (size_t i = 0; i < CATEGORY_COUNT; i++)
		if ((found >> i & 1) != 0)
			items[n++] = slice_of(categories[i].name);
	subject->texts[FILTER_CATEGORY] =
	    (struct filter_texts){ .is_known = true, .items = items, .n = n };
}

void
filter_subject_of_text(struct store *s, const struct article_text *text,
    struct filter_subject *subject)
{
	filter_subject_put(s, subject, FILTER_TITLE, text->title);
	filter_subject_put(s, subject, FILTER_TEXT, text->body);
	filter_subject_put(s, subject, FILTER_LANG, text->lang);
	subject->knows_word_count = true;
	subject->word_count = text->word_count;
	subject->knows_published_at = true;
	subject->published_at = text->published_at;
}
