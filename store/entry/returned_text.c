/*
 * returned_text.c -- recognises an older version of an item without a date of
 * modification, as in RSS.
 *
 * In:  an item whose text differs from the stored one.
 * Out: true if a cache in front of the server has probably returned an older
 *      document (docs/feed-rows.md, row T27).
 *
 * If caches return two versions of a document in turns, each poll would be a
 * revision of the article.  The text of an earlier revision therefore does not
 * replace a text that is newer.  A publisher may restore an earlier text, too.
 * The text is stored if the item has a later date of publication, if the
 * document states a date that is later than the poll that read the newer text,
 * or if the newer text was read some time ago.
 *
 * Only articles with the text of a feed are compared.  If an article has the
 * text of its page, the page decides which version is stored.
 */
#include "base/date/date.h"
#include "crawler/feed/feed.h"
#include "store/article/article_apply.h"
#include "store/feed/feed_item.h"
#include "store/feed/polls.h"
#include "store/search/text.h"

/* Time for which an earlier text is not stored again: if the document states an
 * earlier date, and if it states no date. */
#define DATED_HOLD_S   (7 * 86400)
#define UNDATED_HOLD_S 86400

static int64_t
returned_text_later(int64_t a, int64_t b)
{
	return a == DATE_NONE || (b != DATE_NONE && b > a) ? b : a;
}

/* Returns the time at which the document was made; DATE_NONE: not stated. */
static int64_t
returned_text_document_at(const struct poll_update *k)
{
	int64_t at =
	    returned_text_later(k->feed->updated_at, k->feed->published_at);

	if (at == DATE_NONE && !date_parse_http(k->last_modified, &at))
		return DATE_NONE;
	return at;
}

/* True if the text of the article is so new that an earlier text does not
 * replace it. */
static bool
returned_text_is_held(
    const struct feed_item *g, const struct article_state *article)
{
	int64_t read_at = article->extracted_at;
	int64_t made_at = returned_text_document_at(g->update);
	int64_t hold_s = made_at == DATE_NONE ? UNDATED_HOLD_S : DATED_HOLD_S;

	return article->status == ARTICLE_FEED_ONLY && article->revision > 1 &&
	       read_at != DATE_NONE && read_at <= g->now &&
	       g->now - read_at < hold_s &&
	       (made_at == DATE_NONE || made_at <= read_at);
}

/* True if the feed gives the item a later date of publication than before, as
 * the feeds of status pages do. */
static bool
returned_text_is_republished(const struct feed_item *g)
{
	int64_t was = g->known->published_at, is = g->entry->published_at;

	return was != DATE_NONE && is != DATE_NONE && is > was;
}

static bool
returned_text_is_equal(
    const struct article_text *text, struct slice title, struct slice body)
{
	return text_equal_folded(text->title, title) &&
	       text_equal_folded(text->body, body);
}

/* A new link is always followed (feed_item_readdress()). */
static int
returned_text_has_new_link(
    struct store *s, const struct feed_item *g, bool *ret, struct err *e)
{
	struct query q = query_of(s, SQL_entry_title);
	int rc;

	query_int(&q, ":id", g->known->id);
	if ((rc = query_step(&q, e)) > 0)
		*ret = !slice_equal(
		    query_column_text(&q, 1), entry_address(g->entry));
	query_end(&q);
	return rc < 0 ? rc : 0;
}

int
feed_item_is_returned(
    struct store *s, const struct feed_item *g, bool *ret, struct err *e)
{
	struct article_state article = { 0 };
	struct article_text text = { .title = g->entry->title };
	bool has_new_link = false;
	struct query q;
	int rc;

	*ret = false;
	if (returned_text_is_republished(g))
		return 0;
	if ((rc = article_load(s, g->known->article_id, &article, e)) != 0 ||
	    !returned_text_is_held(g, &article) ||
	    (rc = returned_text_has_new_link(s, g, &has_new_link, e)) != 0 ||
	    has_new_link)
		return rc;
	article_set_body(&text, g->entry->summary, entry_feed_text(g->entry));
	if (returned_text_is_equal(&text, article.title, article.body))
		return 0;
	q = query_of(s, SQL_revision_texts);
	query_int(&q, ":article_id", article.id);
	while (!*ret && (rc = query_step(&q, e)) > 0)
		*ret = returned_text_is_equal(
		    &text, query_column_text(&q, 0), query_column_text(&q, 1));
	query_end(&q);
	return rc < 0 ? rc : 0;
}
