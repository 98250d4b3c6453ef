/*
 * duplicate.c -- finds a duplicate: an earlier article with the same story.
 *
 * In:  an article whose page was fetched, and its new text.
 * Out: another article with the same text, so that the article can be marked as
 *      a duplicate; or 0.
 *
 * A foreign source must not cause an article to be marked as a duplicate
 * (docs/security.md, "Attribution").  The bodies must therefore agree, and one
 * of these conditions must hold:
 * - The page of this article names the address of the other article as its own
 *   address (rel=canonical, or a redirect).
 * - The pages of both state the same third address, and either both have the
 *   same host and path or one entitled feed has announced both.  An article of
 *   an entitled feed is not the duplicate of an article of witnesses.
 * - One entitled feed has announced both, title and text are equal, and both
 *   are on one site.
 *
 * Some hosts have pages of several people under their names (/~ann, /@bob;
 * url_publisher.h).  There, a common feed does not prove that two pages belong
 * to the same person.
 */
#include "store/article/article_apply.h"
#include "store/duplicate/cluster.h"
#include "store/search/text.h"
#include "store/sqlite/statement.h"
#include "store/story_compare.h"
#include "url/site/url_publisher.h"
#include "url/url.h"
#include "url/url_rules.h"

static bool
duplicate_same_site(struct arena *arena, struct slice a, struct slice b)
{
	struct slice key_a, key_b;

	return url_budget_key(arena, a, &key_a) &&
	       url_budget_key(arena, b, &key_b) && slice_equal(key_a, key_b);
}

struct slice
article_canonical_key(struct store *s, const struct article_update *k,
    const struct article_state *old)
{
	struct slice found = text_first(k->final_url, old->url);
	struct slice said = k->article->canonical_url;
	struct slice key = SLICE_NONE;

	/* A page in an AMP cache belongs to the publisher. The address in the
	 * cache contains the address at the publisher. */
	if (found.len > 0)
		url_amp_origin(&s->scratch, found, &found);
	if (said.len > 0 && url_fetchable(said) &&
	    duplicate_same_site(&s->scratch, said, found) &&
	    !slice_equal(url_path_and_query(&s->scratch, said), SLICE("/")) &&
	    url_key(&s->scratch, said, &key))
		return key;
	if (found.len > 0 && url_key(&s->scratch, found, &key))
		return key;
	return SLICE_NONE;
}

/* ---- conditions ---- */

struct duplicate {
	int64_t id, cluster_id, announced_by;
	bool entitled;
	struct slice url, title, body; /* borrowed until the next row */
};

static struct duplicate
duplicate_read(const struct query *q)
{
	return (struct duplicate){ .id = query_column_int(q, 0),
		.title = query_column_text(q, 1),
		.body = query_column_text(q, 2),
		.cluster_id = query_column_int(q, 3),
		.url = query_column_text(q, 4),
		.announced_by = query_column_int(q, 5),
		.entitled = query_column_int(q, 6) == 1 };
}

/* True if both addresses contain the name of the same person, or no name. */
static bool
duplicate_same_person(struct arena *arena, struct slice a, struct slice b)
{
	struct url_publisher of_a, of_b;

	return url_publisher_read(arena, a, &of_a) &&
	       url_publisher_read(arena, b, &of_b) &&
	       slice_equal_nocase(of_a.name, of_b.name);
}

static struct slice
duplicate_path(struct arena *arena, struct slice url)
{
	struct slice path = url_path_and_query(arena, url);

	return slice_sub(path, 0, slice_find_char(path, '?', 0));
}

static bool
duplicate_same_path(struct arena *arena, const struct article_state *old,
    const struct duplicate *duplicate)
{
	return slice_equal_nocase(url_host(arena, old->url),
		   url_host(arena, duplicate->url)) &&
	       slice_equal(duplicate_path(arena, old->url),
		   duplicate_path(arena, duplicate->url));
}

/* True if one entitled feed has announced both articles, and both belong to the
 * same person. */
static bool
duplicate_same_feed(struct arena *arena, const struct article_state *old,
    const struct duplicate *duplicate)
{
	return old->entitled == 1 && duplicate->entitled &&
	       old->announced_by != 0 &&
	       old->announced_by == duplicate->announced_by &&
	       duplicate_same_person(arena, old->url, duplicate->url);
}

/* True if few words differ, for example because the page shows other text
 * beside the story. */
static bool
duplicate_same_body(struct slice a, struct slice b)
{
	struct sketch of_a, of_b;

	if (story_compare(a, b))
		return true;
	sketch_of(a, &of_a);
	sketch_of(b, &of_b);
	return of_a.n > 0 && of_b.n > 0 &&
	       sketch_likeness(&of_a, &of_b) >= CLUSTER_ALIKE_ON_SITE;
}

/* ---- search ---- */

typedef bool duplicate_test(struct store *, const struct article_state *old,
    const struct article_text *, const struct duplicate *);

static bool
duplicate_is_at(struct store *s, const struct article_state *old,
    const struct article_text *text, const struct duplicate *duplicate)
{
	(void)s;
	(void)old;
	return duplicate_same_body(duplicate->body, text->body);
}

/* A witness could announce an address of the page with any parameter before the
 * publisher announces the page.  This address must not replace the publisher's.
 */
static bool
duplicate_is_claimed_alike(struct store *s, const struct article_state *old,
    const struct article_text *text, const struct duplicate *duplicate)
{
	if (old->entitled == 1 && !duplicate->entitled)
		return false;
	return (duplicate_same_path(&s->scratch, old, duplicate) ||
		   duplicate_same_feed(&s->scratch, old, duplicate)) &&
	       duplicate_same_body(duplicate->body, text->body);
}

static bool
duplicate_is_listed_alike(struct store *s, const struct article_state *old,
    const struct article_text *text, const struct duplicate *duplicate)
{
	return duplicate_same_feed(&s->scratch, old, duplicate) &&
	       text_equal_folded(duplicate->title, text->title) &&
	       text_equal_folded(duplicate->body, text->body);
}

/* Uses the first row of the query that passes the test; *ret_duplicate stays 0
 * if no row passes. */
static int
duplicate_find(struct query *q, duplicate_test *test,
    const struct article_state *old, struct article_text *text,
    int64_t *ret_duplicate, struct err *e)
{
	int rc;

	while ((rc = query_step(q, e)) > 0) {
		struct duplicate duplicate = duplicate_read(q);

		if (!test(q->store, old, text, &duplicate))
			continue;
		*ret_duplicate = duplicate.id;
		if (duplicate.cluster_id != 0)
			text->cluster_id = duplicate.cluster_id;
		break;
	}
	query_end(q);
	return rc < 0 ? rc : 0;
}

static int
duplicate_find_canonical(struct store *s, const struct article_state *old,
    struct article_text *text, int64_t *ret_duplicate, struct err *e)
{
	struct slice own;
	struct query q;
	int rc;

	/* If the article is at its canonical address, this address does not
	 * show that the article is a duplicate. */
	if (text->canonical_key.len == 0 ||
	    (url_key(&s->scratch, old->url, &own) &&
		slice_equal(own, text->canonical_key)))
		return 0;
	q = query_of(s, SQL_article_at);
	query_text(&q, ":canonical_key", text->canonical_key);
	query_int(&q, ":id", old->id);
	rc = duplicate_find(&q, duplicate_is_at, old, text, ret_duplicate, e);
	if (rc != 0 || *ret_duplicate != 0)
		return rc;
	q = query_of(s, SQL_article_duplicate);
	query_text(&q, ":canonical_key", text->canonical_key);
	query_int(&q, ":id", old->id);
	return duplicate_find(
	    &q, duplicate_is_claimed_alike, old, text, ret_duplicate, e);
}

int
article_find_duplicate(struct store *s, const struct article_state *old,
    struct article_text *text, int64_t *ret_duplicate, struct err *e)
{
	struct query q;
	int rc;

	*ret_duplicate = 0;
	rc = duplicate_find_canonical(s, old, text, ret_duplicate, e);
	if (rc != 0 || *ret_duplicate != 0)
		return rc;
	if ((rc = cluster_of(s, old, text, &text->cluster_id, e)) != 0 ||
	    text->cluster_id == 0 || text->cluster_id == old->id ||
	    old->entitled != 1)
		return rc;
	q = query_of(s, SQL_cluster_duplicate);
	query_int(&q, ":cluster_id", text->cluster_id);
	query_text(&q, ":host_key", old->host_key);
	query_int(&q, ":id", old->id);
	query_int(&q, ":announced_by", old->announced_by);
	return duplicate_find(
	    &q, duplicate_is_listed_alike, old, text, ret_duplicate, e);
}
