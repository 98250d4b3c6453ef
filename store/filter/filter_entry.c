/*
 * filter_entry.c -- filters on the entry of one feed, before its page is
 * fetched.
 *
 * In:  an item of a feed's document.
 * Out: whether a filter blocks it, whether its page is fetched, and how soon.
 *
 * A field that the feed does not state is unknown, because the page may state
 * it.  If no page is fetched, the feed's text is the text of the article, and
 * all fields are known.
 */
#include "crawler/feed/feed.h"
#include "store/article/article_apply.h"
#include "store/category/categories.h"
#include "store/enrich/enrich_state.h"
#include "store/entry/takeover.h"
#include "store/feed/feed_item.h"
#include "store/feed/polls.h"
#include "store/filter/filter_state.h"

/* Sets the field `author` to the authors that the feed gives.  The authors of
 * the whole feed are not used if the page is fetched, because the page may name
 * the author. */
static void
filter_entry_authors(struct store *s, const struct feed_item *g, bool is_whole,
    bool entitled, struct filter_subject *subject)
{
	struct feed_list authors = feed_item_authors(g, is_whole && entitled);
	size_t n = authors.n;
	struct slice *names;

	if (n == 0 && !is_whole)
		return;
	if (n > LIMIT_ARTICLE_LIST)
		n = LIMIT_ARTICLE_LIST;
	names = arena_array(&s->scratch, n + 1, sizeof(*names));
	for (size_t i = 0; i < n; i++) {
		struct filter_subject one = { 0 };

		filter_subject_put(s, &one, FILTER_AUTHOR, authors.items[i]);
		names[i] = one.texts[FILTER_AUTHOR].items[0];
	}
	subject->texts[FILTER_AUTHOR] =
	    (struct filter_texts){ .is_known = true, .items = names, .n = n };
}

/* Sets the fields of an entry whose page is fetched later. */
static void
filter_entry_stated(struct store *s, const struct article_text *text,
    struct filter_subject *subject)
{
	if (text->title.len > 0)
		filter_subject_put(s, subject, FILTER_TITLE, text->title);
	if (text->published_at == DATE_NONE)
		return;
	subject->knows_published_at = true;
	subject->published_at = text->published_at;
}

static int
filter_entry_subject(struct store *s, const struct feed_item *g,
    struct slice url, bool is_whole, bool entitled, struct filter_subject *ret,
    struct err *e)
{
	struct article_text text = feed_item_text(s, g, is_whole);
	struct publisher_labels labels;
	struct enrichment found;
	uint32_t labelled;

	*ret = (struct filter_subject){ .now = g->now };
	if (url.len > 0 || is_whole)
		filter_subject_put(s, ret, FILTER_URL, url);
	filter_entry_authors(s, g, is_whole, entitled, ret);
	if (is_whole) {
		filter_subject_of_text(s, &text, ret);
		enrich_complete(s, &text, &found);
		filter_subject_of_keywords(s, &found, ret);
		ret->texts[FILTER_CATEGORY].is_known = true;
		if (enrich_has_categories(s)) {
			labels = feed_item_labels(g, url, entitled, text.lang);
			labelled = category_of_labels(&labels);
			filter_subject_of_categories(s,
			    labelled != 0
				? labelled
				: category_guess(s, &found, NULL, NULL),
			    ret);
		}
	} else
		filter_entry_stated(s, &text, ret);
	return filter_subject_of_feed(s, g->update->poll.feed_id, ret, e);
}

int
filter_judge_item(struct store *s, const struct feed_item *g, struct slice url,
    bool is_whole, bool entitled, struct filter_verdict *ret, struct err *e)
{
	struct filter_subject subject;
	int rc;

	*ret = (struct filter_verdict){ 0 };
	if (s->filters == NULL)
		return 0;
	filter_state_begin(s->filters);
	if ((rc = filter_entry_subject(
		 s, g, url, is_whole, entitled, &subject, e)) != 0)
		return rc;
	return filter_state_judge(s, &subject, ret, e);
}

int
filter_block_entry(struct store *s, int64_t entry_id,
    const struct filter_rule *rule, int64_t now, struct err *e)
{
	struct query q = query_of(s, SQL_blocked_entry_put);
	int rc;

	query_int(&q, ":id", entry_id);
	query_text_always(&q, ":filter", slice_of(rule->text));
	query_int(&q, ":now", now);
	rc = query_run(&q, e);
	return rc == 0 ? filter_count_rule(s, rule, now, e) : rc;
}

/* ---- changed entries ---- */

/* Returns 1 and the filter that blocks the entry, else 0. */
static int
filter_entry_blocker(
    struct store *s, int64_t entry_id, struct slice *ret, struct err *e)
{
	struct query q = query_of(s, SQL_blocked_entry_get);
	int rc;

	query_int(&q, ":id", entry_id);
	if ((rc = query_step(&q, e)) > 0)
		*ret = query_column_copy(&q, 0, &s->scratch);
	query_end(&q);
	return rc;
}

static int
filter_entry_drop(struct store *s, int64_t entry_id, struct err *e)
{
	struct query q = query_of(s, SQL_blocked_entry_drop);

	query_int(&q, ":id", entry_id);
	return query_run(&q, e);
}

/* True if the filter that blocked an entry may still be true.  The result of a
 * filter is neither true nor false if it depends on a field that only the page
 * has. */
static bool
filter_entry_stays(struct store *s, const struct filter_rule *rule,
    const struct filter_subject *subject)
{
	bool limited = false;

	return rule != NULL && rule->actions.blocks &&
	       filter_evaluate(rule->filter->root, subject, s->filters->matcher,
		   &limited) != FILTER_FALSE;
}

int
filter_judge_changed(struct store *s, const struct feed_item *g,
    int64_t entry_id, const struct article_state *article, bool entitled,
    bool *ret_was, struct filter_verdict *ret_verdict, struct err *e)
{
	bool is_whole = article->status == ARTICLE_FEED_ONLY ||
			article->url.len == 0 || !g->update->fetch_articles;
	struct filter_subject subject;
	struct slice before = SLICE_NONE;
	const struct filter_rule *rule;
	int rc = filter_entry_blocker(s, entry_id, &before, e);

	*ret_was = rc > 0;
	*ret_verdict = (struct filter_verdict){ 0 };
	if (rc < 0)
		return rc;
	if (s->filters == NULL)
		return *ret_was ? filter_entry_drop(s, entry_id, e) : 0;
	filter_state_begin(s->filters);
	if ((rc = filter_entry_subject(
		 s, g, article->url, is_whole, entitled, &subject, e)) != 0 ||
	    (rc = filter_state_judge(s, &subject, ret_verdict, e)) != 0)
		return rc;
	rule = filter_set_find(s->filters->set, before);
	if (*ret_was && ret_verdict->blocker == NULL &&
	    filter_entry_stays(s, rule, &subject))
		ret_verdict->blocker = rule;
	if (*ret_was && ret_verdict->blocker == NULL)
		return filter_entry_drop(s, entry_id, e);
	if (!*ret_was && ret_verdict->blocker != NULL)
		return filter_block_entry(
		    s, entry_id, ret_verdict->blocker, g->now, e);
	return 0;
}
