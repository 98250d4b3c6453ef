/*
 * duplicate_entitle.c -- entitles the feed of a duplicate for the article that
 * is kept.
 *
 * The normal case: a witness announces the canonical address of a page, and the
 * publisher's feed then announces another address of the same page (a
 * redirector, a parameter).  The second article is a duplicate of the first,
 * which only a witness has announced.  Without this step the kept article would
 * have no value of the publisher's feed, and would count as foreign.
 */
#include "base/array.h"
#include "store/article/article_apply.h"
#include "store/entry/entitlement.h"

static int
duplicate_entitle_check(struct store *s, const struct article_state *duplicate,
    const struct article_state *kept, bool *ret, struct err *e)
{
	struct entitlement of = { .feed_id = duplicate->announced_by };
	const struct entitlement_page page = {
		.url = kept->url, .site = kept->host_key, .article_id = kept->id
	};
	bool is_of_site;

	return entitlement_check(s, &of, &page, ret, &is_of_site, e);
}

static int
duplicate_entitle_fill(struct store *s, const struct article_state *duplicate,
    const struct article_state *kept, struct err *e)
{
	static const enum sql steps[] = { SQL_article_fill_as_duplicate,
		SQL_authors_of_duplicate, SQL_tags_of_duplicate,
		SQL_media_of_duplicate };
	bool reindex = kept->lang.len == 0; /* the language selects the index */
	int rc = reindex ? text_unindex(s, kept->id, e) : 0;

	for (size_t i = 0; i < ARRAY_LENGTH(steps) && rc == 0; i++) {
		struct query q = query_of(s, steps[i]);

		query_int(&q, ":id", kept->id);
		query_int(&q, ":from", duplicate->id);
		rc = query_run(&q, e);
	}
	return rc == 0 && reindex ? text_index_later(s, kept->id, e) : rc;
}

int
duplicate_entitle(struct store *s, const struct article_state *duplicate,
    int64_t id, struct err *e)
{
	struct article_state kept;
	struct query q;
	bool is_entitled = false;
	int rc;

	if (duplicate->entitled != 1 || duplicate->announced_by == 0)
		return 0;
	if ((rc = article_load(s, id, &kept, e)) != 0 || kept.entitled != 0 ||
	    (rc = duplicate_entitle_check(
		 s, duplicate, &kept, &is_entitled, e)) != 0 ||
	    !is_entitled)
		return rc;
	q = query_of(s, SQL_article_set_announcer);
	query_int(&q, ":id", id);
	query_int(&q, ":feed_id", duplicate->announced_by);
	rc = query_run(&q, e);
	return rc == 0 ? duplicate_entitle_fill(s, duplicate, &kept, e) : rc;
}
