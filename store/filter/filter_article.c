/*
 * filter_article.c -- filters on an article that gets a text.
 *
 * In:  an article, its new text, and its entries.
 * Out: the article is blocked if filters block all of its entries; otherwise
 *      it gets the tags and other actions of the filters that are true for one
 *      of its entries.
 *
 * The fields are made from the text that is stored: the text of the page, or
 * the text of the feed that is used instead.  Only `feed` and `feed_tag` differ
 * between entries.
 */
#include "base/array.h"
#include "store/article/article_apply.h"
#include "store/category/categories.h"
#include "store/enrich/enrich_state.h"
#include "store/filter/filter_state.h"

/* Smallest article_tag.n of the tags that filters add (article_filter.sql).
 * Other tags have smaller numbers. */
#define LABELS_FROM 2000
#define WHY_PREFIX  "filter: "

bool
filter_is_blocked(const struct article_state *article)
{
	return article->status == ARTICLE_GONE &&
	       slice_starts(article->status_why, SLICE(WHY_PREFIX));
}

static struct slice
filter_article_why(struct store *s, struct slice expression)
{
	return arena_format(
	    &s->scratch, WHY_PREFIX "%.*s", SLICE_ARG(expression));
}

struct slice
filter_why(struct store *s, const struct filter_rule *rule)
{
	return filter_article_why(s, slice_of(rule->text));
}

/* ---- blocking ---- */

int
filter_block_article(struct store *s, const struct article_state *article,
    struct slice why, int64_t now, struct err *e)
{
	bool is_published =
	    article->revision > 0 && article->status != ARTICLE_GONE;
	struct query q = query_of(s, SQL_article_set_blocked);
	int rc;

	query_int(&q, ":id", article->id);
	query_text(&q, ":why", why);
	if ((rc = query_run(&q, e)) != 0 || !is_published)
		return rc;
	return change_put(
	    s, article->id, article->revision, CHANGE_WITHDRAWN, now, e);
}

/* Returns 1 and the reason if all entries of the article are blocked, else 0.
 */
static int
filter_article_all_blocked(
    struct store *s, int64_t article_id, struct slice *ret_why, struct err *e)
{
	struct query q = query_of(s, SQL_filter_entries);
	int rc;

	query_int(&q, ":id", article_id);
	query_count(&q, ":most", 1);
	rc = query_step(&q, e);
	query_end(&q);
	if (rc != 0)
		return rc > 0 ? 0 : rc;
	q = query_of(s, SQL_filter_of_article);
	query_int(&q, ":id", article_id);
	if ((rc = query_step(&q, e)) > 0)
		*ret_why = filter_article_why(
		    s, query_column_copy(&q, 0, &s->scratch));
	query_end(&q);
	return rc;
}

int
filter_block_if_all(struct store *s, const struct article_state *article,
    int64_t now, bool *ret_is_blocked, struct err *e)
{
	struct slice why = SLICE_NONE;
	int rc = filter_article_all_blocked(s, article->id, &why, e);

	*ret_is_blocked = rc > 0;
	return rc > 0 ? filter_block_article(s, article, why, now, e) : rc;
}

/* ---- judging ---- */

struct filter_entry_row {
	int64_t id, feed_id;
	bool is_entitled;
};

static void
filter_article_read_entry(
    const struct query *q, struct arena *arena, void *ret_row)
{
	(void)arena;
	*(struct filter_entry_row *)ret_row =
	    (struct filter_entry_row){ .id = query_column_int(q, 0),
		    .feed_id = query_column_int(q, 1),
		    .is_entitled = query_column_int(q, 2) != 0 };
}

/* Returns whether an entry of the publisher is in the list. */
static bool
filter_article_has_entitled(const struct filter_entry_row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (rows[i].is_entitled)
			return true;
	return false;
}

/* Evaluates the filters for one entry.  A filter that blocks it is recorded.
 * The actions are added to the verdict only if the entry is not blocked.
 * keeps: the entry may set keep-days. */
static int
filter_article_judge_entry(struct store *s,
    const struct filter_entry_row *entry, bool keeps,
    struct filter_subject *subject, struct filter_verdict *verdict,
    size_t *n_blocked, struct err *e)
{
	struct filter_verdict before = *verdict;
	int rc = filter_subject_of_feed(s, entry->feed_id, subject, e);

	if (rc == 0)
		rc = filter_state_judge(s, subject, verdict, e);
	if (!keeps)
		verdict->keep_days = before.keep_days;
	if (rc != 0 || verdict->blocker == NULL)
		return rc;
	rc =
	    filter_block_entry(s, entry->id, verdict->blocker, subject->now, e);
	*verdict = before;
	(*n_blocked)++;
	return rc;
}

/* If the publisher has announced the article, only the publisher's entries set
 * keep-days.  Otherwise the filters of another feed could delete the article
 * earlier. */
static int
filter_article_judge_all(struct store *s, const struct rows *entries,
    struct filter_subject *subject, struct filter_verdict *verdict,
    size_t *n_blocked, struct err *e)
{
	const struct filter_entry_row *rows = entries->items;
	bool has_entitled = filter_article_has_entitled(rows, entries->n);
	int rc = 0;

	for (size_t i = 0; i < entries->n && rc == 0; i++)
		rc = filter_article_judge_entry(s, &rows[i],
		    rows[i].is_entitled || !has_entitled, subject, verdict,
		    n_blocked, e);
	return rc;
}

/* Returns the address by which the article is classified.  A witness chooses
 * the address that it announces. */
static struct slice
filter_article_address(
    const struct article_state *article, const struct article_text *text)
{
	if (article->entitled != 1)
		return SLICE_NONE;
	return text->canonical_url.len > 0 ? text->canonical_url : article->url;
}

static int
filter_article_subject(struct store *s, const struct article_state *article,
    const struct article_text *text, bool is_final, int64_t now,
    struct filter_subject *ret, struct err *e)
{
	uint32_t found = 0;
	int rc;

	*ret = (struct filter_subject){ .now = now };
	filter_subject_put(s, ret, FILTER_URL, article->url);
	if (!is_final) {
		filter_subject_put(s, ret, FILTER_TITLE, text->title);
		return 0;
	}
	filter_subject_of_text(s, text, ret);
	rc = filter_subject_of_lists(s, article->id, ret, e);
	if (rc == 0 && text->enrichment != NULL)
		filter_subject_of_keywords(s, text->enrichment, ret);
	if (rc != 0 || !enrich_has_categories(s))
		return rc;
	rc = category_of_text(s, article->id,
	    &(struct publisher_labels){
		.section = text->section,
		.address = filter_article_address(article, text),
		.language = text->lang,
	    },
	    &found, e);
	if (rc == 0 && found == 0 && text->enrichment != NULL)
		found = category_guess(s, text->enrichment, NULL, NULL);
	if (rc == 0)
		filter_subject_of_categories(s, found, ret);
	return rc;
}

int
filter_judge_article(struct store *s, const struct article_state *article,
    const struct article_text *text, bool is_final, int64_t now,
    struct filter_verdict *ret, struct slice *ret_why, struct err *e)
{
	struct query q = query_of(s, SQL_filter_entries);
	struct filter_subject subject;
	struct rows entries;
	size_t n_blocked = 0;
	int rc;

	*ret = (struct filter_verdict){ 0 };
	*ret_why = SLICE_NONE;
	filter_state_begin(s->filters);
	query_int(&q, ":id", article->id);
	query_count(&q, ":most", LIMIT_FILTER_ENTRIES);
	rc = rows_collect(&q, sizeof(struct filter_entry_row),
	    filter_article_read_entry, &entries, e);
	if (rc == 0)
		rc = filter_article_subject(
		    s, article, text, is_final, now, &subject, e);
	if (rc == 0)
		rc = filter_article_judge_all(
		    s, &entries, &subject, ret, &n_blocked, e);
	if (rc == 0 && n_blocked == entries.n)
		rc = filter_article_all_blocked(s, article->id, ret_why, e);
	rows_release(&entries);
	if (rc >= 0 && ret_why->len == 0 && is_final && article->revision == 0)
		rc = filter_count_true(s, now, e);
	return rc < 0 ? rc : 0;
}

/* ---- actions ---- */

static int
filter_article_put(struct store *s, int64_t article_id, const char *kind,
    struct slice value, struct err *e)
{
	struct query q = query_of(s, SQL_action_put);

	query_int(&q, ":id", article_id);
	query_text_always(&q, ":kind", slice_of(kind));
	query_text_always(&q, ":value", value);
	return query_run(&q, e);
}

static int
filter_article_put_number(struct store *s, int64_t article_id, const char *kind,
    int64_t number, struct err *e)
{
	char digits[SLICE_INT64_BYTES];

	if (number == 0)
		return 0;
	return filter_article_put(
	    s, article_id, kind, slice_of_int64(number, digits), e);
}

static int
filter_article_clear(struct store *s, int64_t article_id, struct err *e)
{
	static const enum sql steps[] = { SQL_action_clear, SQL_label_clear };
	int rc = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(steps) && rc == 0; i++) {
		struct query q = query_of(s, steps[i]);

		query_int(&q, ":id", article_id);
		rc = query_run(&q, e);
	}
	return rc;
}

static int
filter_article_label(struct store *s, int64_t article_id,
    const struct filter_verdict *verdict, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; i < verdict->n_tags && rc == 0; i++) {
		struct query q = query_of(s, SQL_tag_insert);

		query_int(&q, ":article_id", article_id);
		query_int(&q, ":n", LABELS_FROM + (int64_t)i);
		query_text(&q, ":tag", verdict->tags[i]);
		rc = query_run(&q, e);
	}
	return rc;
}

int
filter_act(struct store *s, int64_t article_id, bool had_text,
    const struct filter_verdict *verdict, struct err *e)
{
	int rc = had_text ? filter_article_clear(s, article_id, e) : 0;

	if (rc == 0)
		rc = filter_article_label(s, article_id, verdict, e);
	if (rc == 0)
		rc = filter_article_put_number(
		    s, article_id, "keep-days", verdict->keep_days, e);
	for (size_t i = 0; i < verdict->n_consumers && rc == 0; i++)
		rc = filter_article_put(
		    s, article_id, "notify-consumer", verdict->consumers[i], e);
	return rc;
}

int
filter_act_before_fetch(struct store *s, int64_t article_id,
    const struct filter_verdict *verdict, struct err *e)
{
	return filter_article_put_number(
	    s, article_id, "priority", verdict->priority, e);
}
