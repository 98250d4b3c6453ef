/*
 * spelling.c -- selects the address at which the page of an article is
 * requested, if several feeds gave the article different addresses.
 *
 * In:  an article that only witnesses have announced and whose page could not
 *      be read, and the links of its entries.
 * Out: the article with the next address; or no change, if each address was
 *      requested.
 *
 * url_key() is the same for several spellings of an address (http and https,
 * /amp, m.), and the page may exist at one of them only.  The first witness
 * must not decide which spelling is requested, because a witness cannot prevent
 * a fetch (docs/security.md, "Attribution").
 *
 * The addresses have the order in which they were announced.  After the last
 * address follows the first one, if a request has failed temporarily.  This
 * counts as a try, so that the number of requests is limited to
 * LIMIT_ARTICLE_TRIES for each address.
 */
#include "store/article/spelling.h"

#include "base/limits.h"
#include "store/feed/feed_item.h"
#include "url/url.h"

/* The address after the present one, and the first address.  Absent: there is
 * no such address, or it is the present one. */
struct spellings {
	struct slice next, first;
};

static bool
spelling_is_open(const struct article_state *article)
{
	return article->entitled != 1 && (article->status == ARTICLE_QUEUED ||
					     article->status == ARTICLE_FAILED);
}

static int
spelling_find(struct store *s, const struct article_state *article,
    struct spellings *ret, struct err *e)
{
	struct spellings found = { SLICE_NONE, SLICE_NONE };
	struct slice key, of_link;
	bool is_passed = false;
	struct query q;
	int rc;

	*ret = found;
	if (!spelling_is_open(article) ||
	    !entry_url_key(&s->scratch, article->url, &key))
		return 0;
	q = query_of(s, SQL_article_spellings);
	query_int(&q, ":id", article->id);
	while ((rc = query_step(&q, e)) > 0) {
		struct slice link = query_column_copy(&q, 0, &s->scratch);

		if (!url_fetchable(link) ||
		    !entry_url_key(&s->scratch, link, &of_link) ||
		    !slice_equal(of_link, key))
			continue;
		if (found.first.len == 0)
			found.first = link;
		if (is_passed && found.next.len == 0 &&
		    !url_is_same_resource(link, article->url))
			found.next = link;
		is_passed |= slice_equal(link, article->url);
	}
	query_end(&q);
	if (!is_passed)
		found.next = found.first;
	if (slice_equal(found.first, article->url))
		found.first = SLICE_NONE;
	*ret = found;
	return rc;
}

static int
spelling_set(struct store *s, const struct article_state *article,
    struct slice url, struct err *e)
{
	struct query q = query_of(s, SQL_article_set_address);
	struct slice host_key = article->host_key;

	url_budget_key(&s->scratch, url, &host_key);
	query_int(&q, ":id", article->id);
	query_text(&q, ":url", url);
	query_text(&q, ":host_key", host_key);
	return query_run(&q, e);
}

int
spelling_turn(
    struct store *s, const struct article_state *article, struct err *e)
{
	struct spellings of;
	struct slice url;
	struct query q;
	int rc;

	if ((rc = spelling_find(s, article, &of, e)) != 0)
		return rc;
	url = of.next.len > 0 ? of.next : of.first;
	if (url.len == 0 || (rc = spelling_set(s, article, url, e)) != 0)
		return rc;
	q = query_of(s, SQL_article_set_tried);
	query_int(&q, ":id", article->id);
	return query_run(&q, e);
}

int
spelling_queue_next(struct store *s, const struct article_state *article,
    bool *ret_is_queued, struct err *e)
{
	int64_t tries = article->tries;
	struct spellings of;
	struct query q;
	int rc;

	*ret_is_queued = false;
	if ((rc = spelling_find(s, article, &of, e)) != 0)
		return rc;
	if (of.next.len == 0 && tries > 0 && tries < LIMIT_ARTICLE_TRIES) {
		of.next = of.first;
		tries++;
	}
	if (of.next.len == 0)
		return 0;
	if ((rc = spelling_set(s, article, of.next, e)) != 0)
		return rc;
	*ret_is_queued = true;
	q = query_of(s, SQL_article_queue_again);
	query_int(&q, ":id", article->id);
	query_int(&q, ":tries", tries);
	return query_run(&q, e);
}
