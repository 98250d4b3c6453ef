/*
 * twin.c -- which article has the same story already.
 *
 * In:  an article whose page was fetched, and the text that it is to have.
 * Out: one that has said the same before, or none.
 * By the canonical address, where title or body agree; else by the cluster
 * (cluster.c) and the site, where both do.
 */
#include "crawler/url.h"
#include "crawler/url_rules.h"
#include "store/cluster.h"
#include "store/text.h"

static bool
same_budget(struct arena *arena, struct slice a, struct slice b)
{
	struct slice key_a, key_b;

	return url_budget_key(arena, a, &key_a) &&
	       url_budget_key(arena, b, &key_b) && slice_equal(key_a, key_b);
}

struct slice
article_canonical_key(struct store *s, const struct article_keep *k,
    const struct article_state *old)
{
	struct slice found = text_first(k->final_url, old->url);
	struct slice said = k->article->canonical_url;
	struct slice key = SLICE_NONE;

	/* An AMP cache's page is the publisher's, and names it. */
	if (found.len > 0)
		url_amp_origin(&s->scratch, found, &found);
	if (said.len > 0 && url_fetchable(said) &&
	    same_budget(&s->scratch, said, found) &&
	    !slice_equal(url_path_and_query(&s->scratch, said), SLICE("/")) &&
	    url_key(&s->scratch, said, &key))
		return key;
	if (found.len > 0 && url_key(&s->scratch, found, &key))
		return key;
	return SLICE_NONE;
}

/* The id of an article that was kept before under the same canonical address
 * and says the same, 0 for none.  Title or body must agree: some sites put
 * one canonical address on all they have. */
static int
find_canonical_twin(struct store *s, int64_t id, struct article_text *text,
    int64_t *ret_twin, struct err *e)
{
	struct query q = query_of(s, SQL_article_twin);
	int rc;

	*ret_twin = 0;
	query_text(&q, ":canonical_key", text->canonical_key);
	query_int(&q, ":id", id);
	while ((rc = query_step(&q, e)) > 0)
		if (text_equal_folded(query_column_text(&q, 1), text->title) ||
		    text_equal_folded(query_column_text(&q, 2), text->body)) {
			*ret_twin = query_column_int(&q, 0);
			text->cluster_id = query_column_int(&q, 3);
			break;
		}
	query_end(&q);
	return rc < 0 ? rc : 0;
}

/* An article of the same site that stands and has the same title and body; 0
 * for none. */
static int
find_cluster_twin(struct store *s, const struct article_state *article,
    const struct article_text *text, int64_t cluster_id, int64_t *ret_twin,
    struct err *e)
{
	struct query q = query_of(s, SQL_cluster_twin);
	int rc = 0;

	*ret_twin = 0;
	query_int(&q, ":cluster_id", cluster_id);
	query_text(&q, ":host_key", article->host_key);
	query_int(&q, ":id", article->id);
	while ((rc = query_step(&q, e)) > 0)
		if (text_equal_folded(query_column_text(&q, 1), text->title) &&
		    text_equal_folded(query_column_text(&q, 2), text->body)) {
			*ret_twin = query_column_int(&q, 0);
			break;
		}
	query_end(&q);
	return rc < 0 ? rc : 0;
}

int
article_find_twin(struct store *s, const struct article_state *old,
    struct article_text *text, int64_t *ret_twin, struct err *e)
{
	int rc = find_canonical_twin(s, old->id, text, ret_twin, e);

	if (rc != 0 || *ret_twin != 0)
		return rc;
	if ((rc = cluster_of(s, old, text, &text->cluster_id, e)) != 0 ||
	    text->cluster_id == 0 || text->cluster_id == old->id)
		return rc;
	return find_cluster_twin(s, old, text, text->cluster_id, ret_twin, e);
}
