/*
 * article_put.c -- stores the result of fetching an article.
 *
 * Normal case: a queued article becomes done, with the page's text.  If the
 * page refuses access or is not an article, the article becomes feed_only: it
 * gets the feed's own text, and the reason is stored.  After a temporary
 * failure the article becomes failed, and the fetch is tried again at retry_at.
 * After LIMIT_ARTICLE_TRIES failures the article becomes feed_only, too.  A
 * published text is never replaced by a worse one: if the page is broken,
 * empty, forbidden or a paywall at a later visit, the article is not changed.
 * revisit.c decides when pages are visited again.
 */
#include <assert.h>

#include "base/array.h"
#include "base/limits.h"
#include "store/article/article_apply.h"
#include "store/article/page_worth.h"
#include "store/article/pending/revisit.h"
#include "store/article/spelling.h"
#include "store/filter/filter_state.h"
#include "store/page/page_store.h"
#include "store/page/page_text.h"
#include "store/page_feed.h"
#include "store/search/text.h"
#include "url/url.h"

/* The effect of a result on an article.  It depends on the stored status of the
 * article (row of `moves`) and on the status of the result (column). */
enum move {
	NEVER, /* not a valid result */
	STAY,  /* the visit is recorded, and the text is not changed */
	GO     /* the result is stored */
};
static const enum move moves[ARTICLE_STATUS_COUNT][ARTICLE_STATUS_COUNT] = {
	/* status of the result: queued, done, feed_only, failed, gone */
	[ARTICLE_QUEUED] = { NEVER, GO, GO, GO, GO },
	[ARTICLE_DONE] = { NEVER, GO, STAY, STAY, GO },
	[ARTICLE_FEED_ONLY] = { NEVER, GO, GO, STAY, GO },
	[ARTICLE_FAILED] = { NEVER, GO, GO, GO, GO },
	/* the result feed_only is stored for a gone article only if the
	 * article was never published */
	[ARTICLE_GONE] = { NEVER, GO, GO, STAY, STAY },
};

struct article_put_operation {
	const struct article_update *update;
	int64_t now;
	struct article_state old;
	bool *ret_less;  /* NULL: the page was fetched.  Not NULL: a stored
			    page was extracted again (recut.c). */
	bool is_planned; /* the next visit is planned */
};

/* ---- records of a visit ---- */

/* Records a visit that did not change the article. */
static int
article_put_note_visit(
    struct store *s, const struct article_put_operation *o, struct err *e)
{
	struct query q = query_of(s, SQL_article_visited);

	query_int(&q, ":id", o->old.id);
	query_date(&q, ":fetched_at",
	    o->update->fetched_at > 0 ? o->update->fetched_at : DATE_NONE);
	return query_run(&q, e);
}

static int
article_put_set_validators(struct store *s, const struct article_update *k,
    enum sql name, struct err *e)
{
	struct query q = query_of(s, name);

	query_int(&q, ":id", k->id);
	query_bytes(&q, ":etag", k->etag);
	query_bytes(&q, ":last_modified", k->last_modified);
	return query_run(&q, e);
}

/* Records the page from which the article's text is taken. */
static int
article_put_note_page(
    struct store *s, const struct article_put_operation *o, struct err *e)
{
	struct query q;
	int rc;

	if (o->ret_less != NULL)
		return 0; /* the response to a stored page was recorded when
			     the page was fetched */
	q = query_of(s, SQL_article_result);
	query_int(&q, ":id", o->old.id);
	query_date(&q, ":fetched_at",
	    o->update->fetched_at > 0 ? o->update->fetched_at : DATE_NONE);
	query_text(&q, ":final_url", o->update->final_url);
	query_text(&q, ":robots", page_usage(s, o->update));
	if ((rc = query_run(&q, e)) != 0)
		return rc;
	if (o->update->status == ARTICLE_DONE &&
	    (rc = page_store(s, o->update, o->now, e)) != 0)
		return rc;
	return article_put_set_validators(
	    s, o->update, SQL_article_set_validators, e);
}

/* ---- done ---- */

/* Stores the feed's text, with the other fields of the page.  The title is that
 * of an entitled feed, else that of the page, else that of a witness. */
static int
article_put_apply_feed_text(struct store *s,
    const struct article_put_operation *o, struct slice why,
    const struct article_text *of_page, struct err *e)
{
	struct article_text text;
	int rc;

	if ((rc = article_feed_text(s, &o->old, &text, e)) != 0)
		return rc;
	if (of_page != NULL) {
		text.title = o->old.is_lent
				 ? text_first(of_page->title, text.title)
				 : text_first(text.title, of_page->title);
		text.lang = text_first(of_page->lang, text.lang);
		text.byline = of_page->byline;
		if (of_page->published_at != DATE_NONE)
			text.published_at = of_page->published_at;
		if (of_page->modified_at != DATE_NONE)
			text.modified_at = of_page->modified_at;
		text.canonical_url = of_page->canonical_url;
		text.canonical_key = of_page->canonical_key;
		text.section = of_page->section;
		text.publisher = of_page->publisher;
		text.license = of_page->license;
		text.access = of_page->access;
		text.fields = of_page->fields;
		text.published_zone = of_page->published_zone;
		text.flags = of_page->flags;
		text.page_class = of_page->page_class;
		text.node_classes = of_page->node_classes;
		text.cluster_id = of_page->cluster_id;
	}
	article_report(o->update, ARTICLE_FEED_ONLY, why);
	return article_apply(
	    s, &o->old, ARTICLE_FEED_ONLY, why, &text, o->now, e);
}

/* True if the article has the text of its page, or was withdrawn after it had
 * been published. */
static bool
article_put_had_its_text(const struct article_state *old)
{
	return old->is_read ||
	       (old->status == ARTICLE_GONE && old->revision > 0);
}

/* True if the page has no text that could be a story, as an error page. */
static bool
article_put_is_empty(const struct article_put_operation *o)
{
	const struct cuter_article *page = o->update->article;

	return page->body.len == 0 ||
	       page_worth[page->page_class] == WORTH_NOTHING;
}

static bool
article_put_is_flagged_since(const struct article_state *old,
    const struct article_text *text, struct slice flag)
{
	return slice_find(text->flags, flag, 0) != SLICE_NOT_FOUND &&
	       slice_find(old->flags, flag, 0) == SLICE_NOT_FOUND;
}

/* True if the page no longer has the text of the article.  This is the case if
 * the page was an article at an earlier visit and is not an article now (for
 * example a front page in its place).  It is also the case if the page has
 * become a paywall, a consent page or a stub, or if its text has become
 * truncated and shorter. */
static bool
article_put_is_degraded(const struct article_state *old,
    const struct article_text *text, enum cuter_page_class class)
{
	static const struct slice flags[] = { SLICE("paywall"),
		SLICE("consent"), SLICE("stub") };

	if (page_worth[class] != WORTH_ALL && article_is_complete(old))
		return true;
	for (size_t i = 0; i < ARRAY_LENGTH(flags); i++)
		if (article_put_is_flagged_since(old, text, flags[i]))
			return true;
	return article_put_is_flagged_since(old, text, SLICE("truncated")) &&
	       text->body.len < old->body.len;
}

/* True if the text was joined from several parts, or comes from a variant of
 * the page (daemon/page/parts.c).  Only the first page is stored, so a repeated
 * extraction gives only a part of the text. */
static bool
article_put_is_stored_in_part(const struct cuter_article *article)
{
	return article->next_part.len > 0 || article->single_page.len > 0 ||
	       article->variant_url.len > 0;
}

/* Sets *ret_why to the reason why the stored text or the feed's text is
 * preferred to the text of the page.  Does not change *ret_why if the text of
 * the page is used. */
static int
article_put_compare_known(struct store *s,
    const struct article_put_operation *o, const struct article_text *page,
    struct slice *ret_why, struct err *e)
{
	enum cuter_page_class class = o->update->article->page_class;
	struct article_text of_feed;
	size_t known = 0;
	int rc;

	if (page->body.len == 0 ||
	    o->update->article->origin == CUTER_ORIGIN_FEED) {
		*ret_why = SLICE("the page has no article");
		return 0;
	}
	if (url_is_front_of(&s->scratch, o->update->final_url, o->old.url)) {
		*ret_why = SLICE("the link leads to the front page");
		return 0;
	}
	if (article_put_had_its_text(&o->old) &&
	    article_put_is_degraded(&o->old, page, class)) {
		*ret_why =
		    SLICE("the page no longer has the text of the article");
		return 0;
	}
	if (o->ret_less != NULL && o->old.status == ARTICLE_DONE &&
	    article_put_is_stored_in_part(o->update->article) &&
	    page->body.len <= o->old.body.len) {
		*ret_why = SLICE("the stored page is a part of the text");
		return 0;
	}
	if (page_worth[class] == WORTH_ALL)
		return 0;
	if (page_worth[class] == WORTH_LENGTH) {
		if ((rc = article_feed_text(s, &o->old, &of_feed, e)) != 0)
			return rc;
		/* The text of a witness is not compared with the text of the
		 * page. */
		if (o->old.entitled != 0)
			known = of_feed.body.len;
		if (article_put_had_its_text(&o->old) &&
		    o->old.body.len > known)
			known = o->old.body.len;
		if (page->body.len >= known)
			return 0;
	}
	*ret_why = arena_format(&s->scratch, "the page is not an article: %s",
	    cuter_page_class_name(class));
	return 0;
}

/* Plans the next visit of an article that gets the text of its page. */
static int
article_put_plan_done(
    struct store *s, struct article_put_operation *o, struct err *e)
{
	bool is_gone;

	if (o->ret_less != NULL)
		return 0;
	o->is_planned = true;
	return revisit_plan_next(s, &o->old, o->update, o->now, &is_gone, e);
}

/* Stores that the page has the text of the article `duplicate`. */
static int
article_put_store_duplicate(struct store *s,
    const struct article_put_operation *o, int64_t duplicate,
    const struct article_text *text, struct err *e)
{
	struct slice why = arena_format(&s->scratch, "the same as article %lld",
	    (long long)duplicate);
	int rc = duplicate_entitle(s, &o->old, duplicate, e);

	return rc != 0 ? rc : article_put_apply_feed_text(s, o, why, text, e);
}

/* If only witnesses have announced the article, and one of them gave another
 * address, queues that address: the witness whose address was requested must
 * not prevent that the page is read. */
static int
article_put_queue_next(struct store *s, const struct article_put_operation *o,
    bool *ret_is_queued, struct err *e)
{
	int rc = spelling_queue_next(s, &o->old, ret_is_queued, e);

	if (*ret_is_queued && o->update->ret_is_outdated != NULL)
		*o->update->ret_is_outdated = true;
	return rc;
}

static int
article_put_store_done(
    struct store *s, struct article_put_operation *o, struct err *e)
{
	const struct cuter_article *article = o->update->article;
	struct article_text text;
	struct slice why = SLICE_NONE;
	int64_t duplicate = 0;
	bool is_queued = false;
	int rc;

	if (article == NULL)
		return err_set(e, ERR_USAGE,
		    "article %lld is done, but no text is given",
		    (long long)o->old.id);
	if ((rc = site_rule_put(s, o->update, o->now, e)) != 0 ||
	    (rc = page_feed_of_page(
		 s, &o->old, article, o->update->final_url, e)) != 0)
		return rc;
	text = page_text(s, article, &o->old);
	text.canonical_key = article_canonical_key(s, o->update, &o->old);
	text.prepared = o->update->prepared;
	text.enrichment = o->update->enrichment;
	if ((rc = page_compare_language(s, o->old.id, article, &text, e)) != 0)
		return rc;
	if ((rc = article_put_compare_known(s, o, &text, &why, e)) != 0)
		return rc;
	if (o->ret_less != NULL)
		*o->ret_less = o->old.status == ARTICLE_DONE && why.len > 0;
	if (why.len == 0 && !o->old.is_read &&
	    (rc = article_find_duplicate(s, &o->old, &text, &duplicate, e)) !=
		0)
		return rc;
	if ((why.len > 0 || duplicate != 0) &&
	    (article_put_had_its_text(&o->old) ||
		(o->old.status == ARTICLE_DONE && article_put_is_empty(o))))
		return o->ret_less != NULL ? 0
					   : article_put_note_visit(s, o, e);
	if (why.len > 0 &&
	    (rc = article_put_queue_next(s, o, &is_queued, e)) != 0)
		return rc;
	if (is_queued)
		return 0;
	if ((rc = article_put_note_page(s, o, e)) != 0)
		return rc;
	if (why.len > 0) {
		if (page_worth[article->page_class] == WORTH_NOTHING)
			text = page_text_without_body(&text, &o->old);
		return article_put_apply_feed_text(
		    s, o, text_first(o->update->status_why, why), &text, e);
	}
	if (duplicate != 0)
		return article_put_store_duplicate(s, o, duplicate, &text, e);
	if ((rc = page_set_lists(s, &o->old, article, e)) != 0)
		return rc;
	if (!o->old.is_read &&
	    !revisit_needs_hints(&o->old, o->update->feed_id) &&
	    (rc = site_memory_learn(
		 s, o->old.id, article->site_seen, o->now, e)) != 0)
		return rc;
	/* The next visit is planned before the text is stored, because each
	 * later change of the row writes the whole text again. */
	if ((rc = article_put_plan_done(s, o, e)) != 0)
		return rc;
	return article_apply(
	    s, &o->old, ARTICLE_DONE, o->update->status_why, &text, o->now, e);
}

/* ---- other results ---- */

/* Stores that the page cannot be read: queues the address of another feed, or
 * stores the text of the feed. */
static int
article_put_store_feed_only(
    struct store *s, const struct article_put_operation *o, struct err *e)
{
	bool is_queued;
	int rc = article_put_queue_next(s, o, &is_queued, e);

	if (rc == 0 && !is_queued)
		return article_put_apply_feed_text(
		    s, o, o->update->status_why, NULL, e);
	return rc;
}

static int
article_put_store_failed(
    struct store *s, const struct article_put_operation *o, struct err *e)
{
	struct query q;
	int rc;

	if (!o->update->was_not_asked &&
	    o->old.tries + 1 >= LIMIT_ARTICLE_TRIES)
		return article_put_store_feed_only(s, o, e);
	q = query_of(s, SQL_article_set_failed);
	query_int(&q, ":id", o->old.id);
	query_text(&q, ":status_why", o->update->status_why);
	query_int(&q, ":counted", !o->update->was_not_asked);
	query_int(&q, ":retry_at",
	    o->update->retry_at != DATE_NONE ? o->update->retry_at : o->now);
	rc = query_run(&q, e);
	return rc == 0 ? spelling_turn(s, &o->old, e) : rc;
}

/* A published article is withdrawn.  An unpublished one becomes gone with the
 * feed's text, without an entry in the change log. */
static int
article_put_store_gone(
    struct store *s, const struct article_put_operation *o, struct err *e)
{
	struct article_text text;
	struct query q;
	int rc;

	if (o->old.revision == 0) {
		if ((rc = article_feed_text(s, &o->old, &text, e)) != 0)
			return rc;
		return article_apply(s, &o->old, ARTICLE_GONE,
		    o->update->status_why, &text, o->now, e);
	}
	q = query_of(s, SQL_article_set_gone);
	query_int(&q, ":id", o->old.id);
	query_text(&q, ":status_why", o->update->status_why);
	if ((rc = query_run(&q, e)) != 0)
		return rc;
	return change_put(
	    s, o->old.id, o->old.revision, CHANGE_WITHDRAWN, o->now, e);
}

/* Stores an HTTP 304.  The validators of the response are those of the current
 * page (RFC 9111, section 4.3.4). */
static int
article_put_store_unchanged(
    struct store *s, const struct article_put_operation *o, struct err *e)
{
	int rc;

	if (o->old.status != ARTICLE_DONE)
		return err_set(e, ERR_USAGE,
		    "article %lld is unchanged, but no text of its page is "
		    "stored",
		    (long long)o->old.id);
	if ((rc = article_put_note_visit(s, o, e)) != 0)
		return rc;
	return article_put_set_validators(
	    s, o->update, SQL_article_refresh_validators, e);
}

static int
article_put_store_result(
    struct store *s, struct article_put_operation *o, struct err *e)
{
	const struct article_update *k = o->update;
	enum move move = moves[o->old.status][k->status];
	int rc;

	if (move == NEVER)
		return err_set(e, ERR_USAGE, "article %lld cannot become %s",
		    (long long)k->id, article_status_name(k->status));
	if (k->unchanged)
		return article_put_store_unchanged(s, o, e);
	if (move == STAY || (k->status == ARTICLE_FEED_ONLY &&
				article_put_had_its_text(&o->old)))
		return article_put_note_visit(s, o, e);
	switch (k->status) {
	case ARTICLE_DONE:
		return article_put_store_done(s, o, e);
	case ARTICLE_FEED_ONLY:
		if ((rc = article_put_note_page(s, o, e)) != 0)
			return rc;
		return article_put_store_feed_only(s, o, e);
	case ARTICLE_FAILED:
		if ((rc = article_put_note_visit(s, o, e)) != 0)
			return rc;
		return article_put_store_failed(s, o, e);
	case ARTICLE_GONE:
		if ((rc = article_put_note_visit(s, o, e)) != 0)
			return rc;
		return article_put_store_gone(s, o, e);
	default:
		assert(!"a status that results do not have");
	}
	return 0;
}

/* Plans the next visit of an article that is published, or that was published
 * until its page disappeared.  Withdraws the article if its page has been
 * missing for too long. */
static int
article_put_plan_next(
    struct store *s, struct article_put_operation *o, struct err *e)
{
	const struct article_update gone = { .id = o->update->id,
		.status = ARTICLE_GONE,
		.status_why = o->update->status_why,
		.fetched_at = o->update->fetched_at,
		.revisits = o->update->revisits };
	const struct article_update *given = o->update;
	struct article_state now_is = { 0 };
	bool is_gone = false;
	int rc;

	if (o->is_planned)
		return 0;
	if ((rc = article_load(s, o->update->id, &now_is, e)) != 0 ||
	    (now_is.status != ARTICLE_DONE && now_is.status != ARTICLE_GONE) ||
	    now_is.revision == 0 || filter_is_blocked(&now_is))
		return rc;
	rc = revisit_plan_next(s, &now_is, o->update, o->now, &is_gone, e);
	if (rc != 0 || !is_gone)
		return rc;
	/* o->update is restored after the call, because the transaction may be
	 * repeated. */
	o->update = &gone;
	if (now_is.status == ARTICLE_DONE)
		rc = article_put_store_gone(s, o, e);
	o->update = given;
	if (rc == 0)
		rc = revisit_plan_next(s, &now_is, &gone, o->now, &is_gone, e);
	return rc;
}

/* Sends the queries that the result needs. */
static void
article_put_read_ahead(struct store *s, const struct article_update *k)
{
	if (k->status != ARTICLE_DONE || k->article == NULL)
		return;
	article_load_ahead(s, k->id);
	page_languages_ahead(s, k->id);
	if (k->article->site_seen.len > 0)
		site_memory_ahead(s, k->id);
}

static int
article_put_store_article(struct store *s, void *arg, struct err *e)
{
	struct article_put_operation *o = arg;
	bool is_outdated;
	int rc;

	assert(o->update->status < ARTICLE_STATUS_COUNT);
	if (store_reads_ahead(s))
		article_put_read_ahead(s, o->update);
	if ((rc = article_load(s, o->update->id, &o->old, e)) != 0)
		return rc;
	is_outdated = article_is_readdressed(&o->old) ||
		      (o->update->url.len > 0 &&
			  !url_is_same_resource(o->update->url, o->old.url));
	if (o->update->ret_is_outdated != NULL)
		*o->update->ret_is_outdated = is_outdated;
	if (is_outdated)
		return 0;
	article_report(o->update, o->update->status, o->update->status_why);
	if ((rc = article_put_store_result(s, o, e)) != 0 ||
	    (rc = article_put_plan_next(s, o, e)) != 0 ||
	    (o->update->was_handed_over &&
		(rc = article_give_back(s, o->update->id, e)) != 0))
		return rc;
	return revisit_for_hints(s, &o->old, o->update, o->now, e);
}

int
store_article_put(
    struct store *s, const struct article_update *k, int64_t now, struct err *e)
{
	struct article_put_operation o = { .update = k, .now = now };

	return store_operate(s, article_put_store_article, &o, e);
}

int
article_recut(struct store *s, const struct article_update *k, int64_t now,
    bool *ret_less, struct err *e)
{
	struct article_put_operation o = {
		.update = k, .now = now, .ret_less = ret_less
	};
	int rc = article_load(s, k->id, &o.old, e);

	/* Only a visit reads a page for the first time. */
	o.old.is_read = o.old.status == ARTICLE_DONE;
	return rc == 0 ? article_put_store_done(s, &o, e) : rc;
}
