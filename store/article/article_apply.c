/*
 * article_apply.c -- applies a text to an article and appends to the change
 * log.
 *
 * The first text of an article is published as "new".  If the title or the body
 * changes later (apart from white space, counters and dates; see
 * story_compare.c), the earlier text becomes a row of `revision`, and a change
 * of the kind "revised" is published.  Other modifications, for example a new
 * photo credit, are not published as a change.
 */
#include "store/article/article_apply.h"

#include <stdio.h>

#include "base/limits.h"
#include "base/text/utf8.h"
#include "store/duplicate/cluster.h"
#include "store/enrich/enrich_state.h"
#include "store/filter/filter_state.h"
#include "store/page/page_prepare.h"
#include "store/search/text.h"
#include "store/story_compare.h"

#define DAY_S 86400

int64_t
article_sort_at(int64_t published_at, int64_t first_seen_at, int64_t now)
{
	int64_t at = published_at != DATE_NONE ? published_at : first_seen_at;

	return at > now + DAY_S ? now + DAY_S : at;
}

/* ---- the stored article ---- */

static const char *const article_status_names[ARTICLE_STATUS_COUNT] = {
	[ARTICLE_QUEUED] = "queued",
	[ARTICLE_DONE] = "done",
	[ARTICLE_FEED_ONLY] = "feed_only",
	[ARTICLE_FAILED] = "failed",
	[ARTICLE_GONE] = "gone",
};

const char *
article_status_name(enum article_status status)
{
	return article_status_names[status];
}

static enum article_status
article_apply_status_of(struct slice name)
{
	enum article_status status = ARTICLE_QUEUED;

	while (status < ARTICLE_STATUS_COUNT - 1 &&
	       !slice_equal(name, slice_of(article_status_name(status))))
		status++;
	return status;
}

static struct query
article_apply_query_state(struct store *s, int64_t id)
{
	struct query q = query_of(s, SQL_article_load);

	query_int(&q, ":id", id);
	return q;
}

int
article_load(
    struct store *s, int64_t id, struct article_state *ret, struct err *e)
{
	struct query q = article_apply_query_state(s, id);
	int rc;

	if ((rc = query_step(&q, e)) > 0)
		*ret = (struct article_state){
			.id = id,
			.status =
			    article_apply_status_of(query_column_text(&q, 0)),
			.revision = query_column_int(&q, 1),
			.tries = query_column_int(&q, 2),
			.url = query_column_copy(&q, 3, &s->scratch),
			.title = query_column_copy(&q, 4, &s->scratch),
			.body = query_column_copy(&q, 5, &s->scratch),
			.origin = query_column_copy(&q, 6, &s->scratch),
			.extracted_at = query_column_date(&q, 7),
			.first_seen_at = query_column_int(&q, 8),
			.published_at = query_column_date(&q, 9),
			.modified_at = query_column_date(&q, 10),
			.lang = query_column_copy(&q, 11, &s->scratch),
			.canonical_url = query_column_copy(&q, 12, &s->scratch),
			.flags = query_column_copy(&q, 13, &s->scratch),
			.page_class = query_column_copy(&q, 14, &s->scratch),
			.revisit_from = query_column_date(&q, 15),
			.missing_since = query_column_date(&q, 16),
			.host_key = query_column_copy(&q, 17, &s->scratch),
			.cluster_id = query_column_int(&q, 18),
			.entitled = query_column_int(&q, 19),
			.announced_by = query_column_int(&q, 20),
			.status_why = query_column_copy(&q, 21, &s->scratch),
		};
	query_end(&q);
	ret->is_lent = rc > 0 && ret->entitled == 0 &&
		       !slice_equal(ret->origin, SLICE("page")) &&
		       !slice_equal(ret->origin, SLICE("rule")) &&
		       !slice_equal(ret->origin, SLICE("json-ld"));
	/* takeover.c and revisit_for_hints() clear the page class. */
	ret->is_read = ret->status == ARTICLE_DONE &&
		       (ret->entitled != 1 || ret->page_class.len > 0);
	if (rc == 0)
		return err_set(e, ERR_NOT_FOUND, "there is no article %lld",
		    (long long)id);
	return rc > 0 ? 0 : rc;
}

bool
article_is_readdressed(const struct article_state *article)
{
	return article->status == ARTICLE_GONE &&
	       slice_equal(article->status_why, SLICE(WHY_READDRESSED));
}

void
article_set_body(
    struct article_text *text, struct slice summary, struct slice content)
{
	text->body = text_first(content, text_first(summary, text->body));
	if (!text_starts_folded(text->body, summary))
		text->lead = summary;
	text->word_count = text_count_words(text->body);
}

int
article_feed_text(struct store *s, const struct article_state *old,
    struct article_text *ret, struct err *e)
{
	struct query q = query_of(s, SQL_entry_text_feed);
	struct article_text text = { .origin = SLICE("feed"),
		.published_at = DATE_NONE,
		.modified_at = DATE_NONE,
		.published_zone = DATE_NONE };
	int rc;

	/* Fields that witnesses gave, or that the page had before an entitled
	 * feed announced the article, are dropped. */
	if ((!old->is_lent || old->entitled != 1) &&
	    (old->is_read || old->status != ARTICLE_DONE)) {
		text.title = old->title;
		text.lang = old->lang;
		text.body = old->body;
		text.canonical_url = old->canonical_url;
		text.published_at = old->published_at;
		text.modified_at = old->modified_at;
	}

	query_int(&q, ":article_id", old->id);
	if ((rc = query_step(&q, e)) > 0) {
		text.title = text_first(
		    query_column_copy(&q, 1, &s->scratch), text.title);
		article_set_body(&text, query_column_copy(&q, 2, &s->scratch),
		    query_column_copy(&q, 3, &s->scratch));
		if (query_column_date(&q, 4) != DATE_NONE)
			text.published_at = query_column_date(&q, 4);
		if (query_column_date(&q, 5) != DATE_NONE)
			text.modified_at = query_column_date(&q, 5);
		text.lang = text_first(text.lang,
		    enrich_language_tag(&s->scratch, query_column_text(&q, 6)));
	}
	query_end(&q);
	if (rc < 0)
		return rc;
	if (rc == 0)
		text.word_count = text_count_words(text.body);
	text.lang = enrich_language(s, text.lang, text.body);
	*ret = text;
	return 0;
}

/* ---- a new text ---- */

static int
article_apply_run_for(struct store *s, enum sql name, int64_t id, struct err *e)
{
	struct query q = query_of(s, name);

	query_int(&q, ":id", id);
	return query_run(&q, e);
}

static int
article_apply_store_earlier_text(
    struct store *s, const struct article_state *old, struct err *e)
{
	struct query q;
	int rc = article_apply_run_for(s, SQL_revision_insert, old->id, e);

	if (rc != 0)
		return rc;
	q = query_of(s, SQL_revision_prune);
	query_int(&q, ":article_id", old->id);
	query_int(&q, ":newest", old->revision);
	query_int(&q, ":keep", LIMIT_REVISIONS);
	return query_run(&q, e);
}

/* Clamps a worker's number to the range 0 to 1. */
static double
article_apply_share(double x)
{
	return x > 0 ? (x < 1 ? x : 1) : 0;
}

/* Appends the flag `witness` to a text that only witnesses supplied. */
static struct slice
article_apply_flags(struct store *s, const struct article_state *old,
    enum article_status status, struct slice flags)
{
	if (status != ARTICLE_FEED_ONLY || old->entitled != 0)
		return flags;
	return arena_format(&s->scratch, "%.*s%switness", SLICE_ARG(flags),
	    flags.len > 0 ? " " : "");
}

static int
article_apply_write_text(struct store *s, const struct article_state *old,
    enum article_status status, struct slice why,
    const struct article_text *text, int64_t revision, int64_t cluster_id,
    int64_t now, struct err *e)
{
	const struct enrichment *found = text->enrichment;
	struct query q = query_of(s, SQL_article_apply);

	query_int(&q, ":id", old->id);
	query_text(&q, ":status", slice_of(article_status_name(status)));
	query_text(&q, ":status_why", why);
	query_int(&q, ":revision", revision);
	query_text(&q, ":title", text->title);
	query_text(&q, ":lead", text->lead);
	query_text(&q, ":byline", text->byline);
	query_text(&q, ":lang", text->lang);
	query_date(&q, ":published_at", text->published_at);
	query_date(&q, ":modified_at", text->modified_at);
	query_int(&q, ":now", now);
	query_int(&q, ":sort_at",
	    article_sort_at(text->published_at, old->first_seen_at, now));
	query_text(&q, ":body", text->body);
	query_text(&q, ":body_html", text->body_html);
	query_text(&q, ":origin", text->origin);
	query_real(&q, ":confidence", article_apply_share(text->confidence));
	query_text_always(
	    &q, ":flags", article_apply_flags(s, old, status, text->flags));
	query_text(&q, ":page_class", text->page_class);
	query_text(&q, ":node_classes", text->node_classes);
	query_int(&q, ":word_count", text->word_count);
	query_text(&q, ":section", text->section);
	query_text(&q, ":publisher", text->publisher);
	query_text(&q, ":license", text->license);
	query_text(&q, ":access", text->access);
	query_date(&q, ":published_zone", text->published_zone);
	query_text(&q, ":fields", text->fields);
	query_text(&q, ":canonical_url", text->canonical_url);
	query_text(&q, ":canonical_key", text->canonical_key);
	query_int(&q, ":cluster_id", cluster_id);
	query_int(&q, ":enriches", found != NULL);
	query_text(&q, ":summary", found != NULL ? found->summary : SLICE_NONE);
	query_int(&q, ":enrich_version",
	    found != NULL && found->is_present ? ENRICH_VERSION : 0);
	return query_run(&q, e);
}

/* Returns the kind of change that is logged for a new text. */
static enum change_kind
article_apply_kind_of_change(
    const struct article_state *old, enum article_status to, bool changed)
{
	if (old->revision == 0)
		return to == ARTICLE_GONE ? CHANGE_NONE : CHANGE_NEW;
	if (changed || old->status == ARTICLE_GONE)
		return CHANGE_REVISED;
	return CHANGE_NONE;
}

/* Stores the keywords and categories of a text.  The stems of an article are
 * counted only once, with its first text, and not if only witnesses have
 * announced it. */
static int
article_apply_put_enrichment(struct store *s, const struct article_state *old,
    const struct enrichment *found, struct err *e)
{
	int rc = 0;

	if (found->is_present || old->revision > 0)
		rc = enrich_put(s, old->id, found, e);
	if (rc == 0 && found->is_present && old->revision == 0 &&
	    old->entitled != 0)
		rc = enrich_count(s, old->id, found, e);
	return rc;
}

static int
article_apply_text(struct store *s, const struct article_state *old,
    enum article_status to, struct slice why, const struct article_text *text,
    int64_t now, struct err *e)
{
	bool changed = !text_equal_folded(old->title, text->title) ||
		       !story_compare(old->body, text->body);
	enum change_kind kind = article_apply_kind_of_change(old, to, changed);
	bool reindex = kind == CHANGE_NEW ||
		       !slice_equal(old->title, text->title) ||
		       !slice_equal(old->body, text->body) ||
		       !slice_equal(old->lang, text->lang);
	int64_t revision = old->revision, cluster_id = text->cluster_id;
	int rc = 0;

	if (kind == CHANGE_NEW)
		revision = 1;
	else if (kind == CHANGE_REVISED && changed) {
		revision++;
		rc = article_apply_store_earlier_text(s, old, e);
	}
	if (rc == 0 && reindex && old->revision > 0)
		rc = text_unindex(s, old->id, e);
	if (rc == 0 && cluster_id == 0)
		rc = cluster_of(s, old, text, &cluster_id, e);
	if (rc == 0)
		rc = article_apply_write_text(
		    s, old, to, why, text, revision, cluster_id, now, e);
	if (rc == 0 && text->enrichment != NULL)
		rc = article_apply_put_enrichment(s, old, text->enrichment, e);
	if (rc == 0 && cluster_id != 0 &&
	    (reindex || cluster_id != old->cluster_id))
		rc = cluster_note(s, old, text, cluster_id, e);
	if (rc == 0 && reindex && revision > 0 &&
	    (rc = text_index_later(s, old->id, e)) == 0 &&
	    text->prepared != NULL)
		token_lists_offer(&s->tokens, &text->prepared->tokens);
	if (rc == 0 && kind != CHANGE_NONE)
		rc = change_put(s, old->id, revision, kind, now, e);
	return rc;
}

/* Sets the keywords of a text that is new or changed, or that a worker has
 * enriched.  This is done before the filters are evaluated, because filters use
 * the keywords. */
static void
article_apply_enrich(struct store *s, const struct article_state *old,
    struct article_text *text, struct enrichment *found)
{
	if (text->enrichment == NULL && old->revision > 0 &&
	    slice_equal(old->title, text->title) &&
	    slice_equal(old->body, text->body) &&
	    slice_equal(old->lang, text->lang))
		return;
	enrich_complete(s, text, found);
	text->enrichment = found;
}

int
article_apply(struct store *s, const struct article_state *old,
    enum article_status to, struct slice why, const struct article_text *given,
    int64_t now, struct err *e)
{
	bool is_final = to != ARTICLE_QUEUED;
	struct article_text whole = *given, *text = &whole;
	struct enrichment found;
	struct filter_verdict verdict;
	struct slice blocked;
	int rc;

	article_apply_enrich(s, old, text, &found);
	if (s->filters == NULL || to == ARTICLE_GONE)
		return article_apply_text(s, old, to, why, text, now, e);
	rc = filter_judge_article(
	    s, old, text, is_final, now, &verdict, &blocked, e);
	if (rc != 0 || blocked.len > 0)
		return rc != 0 ? rc
			       : filter_block_article(s, old, blocked, now, e);
	rc = article_apply_text(s, old, to, why, text, now, e);
	if (rc == 0 && is_final)
		rc = filter_act(s, old->id, old->revision > 0, &verdict, e);
	return rc;
}

int
article_join_cluster(struct store *s, const struct article_state *article,
    const struct article_text *text, struct err *e)
{
	struct query q = query_of(s, SQL_article_join_cluster);
	int64_t cluster_id = 0;
	int rc;

	/* A text with fewer than LIMIT_CLUSTER_WORDS words has no sketch
	 * (sketch.c).  Most texts of feeds are shorter than that. */
	if (text->word_count < LIMIT_CLUSTER_WORDS)
		return 0;
	rc = cluster_of(s, article, text, &cluster_id, e);
	if (rc != 0 || cluster_id == 0)
		return rc;
	query_int(&q, ":id", article->id);
	query_int(&q, ":cluster_id", cluster_id);
	rc = query_run(&q, e);
	return rc == 0 ? cluster_note(s, article, text, cluster_id, e) : rc;
}

/* ---- lists ---- */

enum article_list { LIST_AUTHORS, LIST_TAGS, LIST_MEDIA };

static struct query
article_apply_query_lists(struct store *s, int64_t id)
{
	struct query q = query_of(s, SQL_article_lacks);

	query_int(&q, ":id", id);
	return q;
}

/* Determines which lists of the article are empty.  Does nothing if an
 * earlier call in this operation has determined them. */
static int
article_apply_read_lists(struct store *s, int64_t id, struct err *e)
{
	struct query q;
	int rc;

	if (s->empty_lists.id == id)
		return 0;
	q = article_apply_query_lists(s, id);
	if ((rc = query_step(&q, e)) > 0) {
		s->empty_lists.id = id;
		for (int i = 0; i < ARTICLE_LISTS; i++)
			s->empty_lists.is_empty[i] =
			    query_column_int(&q, i) != 0;
	}
	query_end(&q);
	return rc < 0 ? rc : 0;
}

/* Deletes the rows of a list.  Runs no DELETE if the list is empty: SQLite
 * makes a table in memory for each of these DELETEs, which costs ten times as
 * much as the query of article_apply_read_lists().  The list then counts as not
 * empty, because the caller inserts rows. */
static int
article_apply_clear_list(
    struct store *s, int64_t id, enum article_list list, struct err *e)
{
	static const enum sql clear[] = { [LIST_AUTHORS] = SQL_author_clear,
		[LIST_TAGS] = SQL_tag_clear,
		[LIST_MEDIA] = SQL_media_clear };
	struct query q;
	int rc = article_apply_read_lists(s, id, e);
	bool is_empty = s->empty_lists.is_empty[list];

	s->empty_lists.is_empty[list] = false;
	if (rc != 0 || is_empty)
		return rc;
	q = query_of(s, clear[list]);
	query_int(&q, ":article_id", id);
	return query_run(&q, e);
}

void
article_load_ahead(struct store *s, int64_t id)
{
	struct query q = article_apply_query_state(s, id);

	query_ahead(&q);
	q = article_apply_query_lists(s, id);
	query_ahead(&q);
}

static int
article_apply_set_list(struct store *s, int64_t id, enum article_list list,
    enum sql insert, const char *parameter, const struct slice *items, size_t n,
    struct err *e)
{
	struct query q;
	int64_t kept = 0;
	int rc = article_apply_clear_list(s, id, list, e);

	for (size_t i = 0; i < n && kept < LIMIT_ARTICLE_LIST && rc == 0; i++) {
		struct slice item = slice_trim(utf8_prefix(
		    slice_trim(text_one_line(&s->scratch, items[i])),
		    LIMIT_INDEXED_BYTES));

		if (item.len == 0)
			continue;
		q = query_of(s, insert);
		query_int(&q, ":article_id", id);
		query_int(&q, ":n", kept++);
		query_text(&q, parameter, item);
		rc = query_run(&q, e);
	}
	return rc;
}

int
article_set_authors(struct store *s, int64_t id, const struct slice *names,
    size_t n, struct err *e)
{
	return article_apply_set_list(
	    s, id, LIST_AUTHORS, SQL_author_insert, ":name", names, n, e);
}

int
article_set_tags(struct store *s, int64_t id, const struct slice *tags,
    size_t n, struct err *e)
{
	return article_apply_set_list(
	    s, id, LIST_TAGS, SQL_tag_insert, ":tag", tags, n, e);
}

int
article_set_media(struct store *s, int64_t id, const struct media_item *items,
    size_t n, struct err *e)
{
	struct query q;
	int64_t kept = 0;
	int rc = article_apply_clear_list(s, id, LIST_MEDIA, e);

	for (size_t i = 0; i < n && kept < LIMIT_ARTICLE_LIST && rc == 0; i++) {
		const struct media_item *item = &items[i];

		if (item->url.len == 0)
			continue;
		q = query_of(s, SQL_media_insert);
		query_int(&q, ":article_id", id);
		query_int(&q, ":n", kept++);
		query_text(&q, ":kind", item->kind);
		query_text(&q, ":url", text_one_line(&s->scratch, item->url));
		query_text(&q, ":alt", item->alt);
		query_text(&q, ":caption", item->caption);
		query_text(&q, ":credit", item->credit);
		query_text(&q, ":role", item->role);
		query_int(&q, ":width", item->width);
		query_int(&q, ":height", item->height);
		query_real(
		    &q, ":relevance", article_apply_share(item->relevance));
		rc = query_run(&q, e);
	}
	return rc;
}

void
article_report(const struct article_update *update, enum article_status status,
    struct slice why)
{
	struct article_stored *stored = update->ret_stored;

	if (stored == NULL)
		return;
	stored->status = status;
	snprintf(stored->why, sizeof(stored->why), "%.*s",
	    SLICE_ARG(utf8_prefix(why, sizeof(stored->why) - 1)));
}
