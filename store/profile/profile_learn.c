/*
 * profile_learn.c -- stores which articles a reader likes and dislikes.
 *
 * The features of the article are stored with the mark, so that the mark has
 * the same effect after the article was changed or deleted.  profile_read.c
 * adds them to the interests of the profile.
 */
#include "base/limits/limits_portal.h"
#include "store/profile/profile_state.h"

struct profile_marking {
	struct slice profile;
	int64_t article_id, now;
	int mark;
};

static int
profile_learn_put_features(struct store *s, const struct profile_marking *m,
    const struct rows *features, struct err *e)
{
	const struct profile_feature *items = features->items;
	int rc = 0;

	for (size_t i = 0; i < features->n && rc == 0; i++) {
		struct query q = query_of(s, SQL_profile_feature_put);

		query_text(&q, ":profile", m->profile);
		query_int(&q, ":id", m->article_id);
		query_count(&q, ":n", i);
		query_text(
		    &q, ":facet", slice_of(profile_facet_name(items[i].facet)));
		query_text_always(&q, ":value", items[i].value);
		query_text_always(&q, ":label", items[i].label);
		query_real(&q, ":weight", items[i].weight);
		rc = query_run(&q, e);
	}
	return rc;
}

static int
profile_learn_put(
    struct store *s, const struct profile_marking *m, struct err *e)
{
	struct query q = query_of(s, SQL_profile_mark_put);
	static const bool all[PROFILE_FACETS] = { true, true, true, true };
	struct rows features = { 0 };
	int rc;

	query_text(&q, ":profile", m->profile);
	query_int(&q, ":id", m->article_id);
	query_int(&q, ":mark", m->mark);
	query_int(&q, ":now", m->now);
	rc = query_run(&q, e);
	if (rc == 0)
		rc = profile_read_features(s, m->article_id, all, &features, e);
	if (rc == 0)
		rc = profile_learn_put_features(s, m, &features, e);
	rows_release(&features);
	if (rc != 0)
		return rc;
	q = query_of(s, SQL_profile_mark_prune);
	query_text(&q, ":profile", m->profile);
	query_int(&q, ":most", LIMIT_PROFILE_MARKS);
	return query_run(&q, e);
}

static int
profile_learn_mark(struct store *s, void *arg, struct err *e)
{
	const struct profile_marking *m = arg;
	struct query q = query_of(s, SQL_profile_mark_drop);
	int64_t sort_at;
	int rc;

	query_text(&q, ":profile", m->profile);
	query_int(&q, ":id", m->article_id);
	rc = query_run(&q, e);
	if (rc != 0 || m->mark == 0)
		return rc;
	q = query_of(s, SQL_profile_article);
	query_text(&q, ":profile", m->profile);
	query_int(&q, ":id", m->article_id);
	rc = query_run_int(&q, &sort_at, e);
	if (rc == ERR_NOT_FOUND)
		return err_set(e, ERR_NOT_FOUND, "there is no article %lld",
		    (long long)m->article_id);
	return rc == 0 ? profile_learn_put(s, m, e) : rc;
}

int
store_profile_mark(struct store *s, struct slice profile, int64_t article_id,
    int mark, int64_t now, struct err *e)
{
	struct profile_marking m = { profile, article_id, now, mark };

	return store_operate(s, profile_learn_mark, &m, e);
}
