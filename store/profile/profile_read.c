/*
 * profile_read.c -- opens a profile, and computes the score of one article.
 *
 * In:  the profile's keys of the configuration, the tables profile_mark and
 *      profile_feature.
 * Out: a vector (profile_vector.h).
 */
#include <stdlib.h>

#include "base/array.h"
#include "base/limits/limits_portal.h"
#include "enrich/term/term_stems.h"
#include "store/profile/profile_state.h"

/* Weights in Rocchio's formula: LIKED of the mean of the liked articles,
 * DISLIKED of the mean of the disliked articles.  The interests of the
 * configuration have the weight 1. */
#define LIKED    0.75
#define DISLIKED 0.15

/* Returns the primary part of a language tag. */
static struct slice
profile_read_primary_language(struct slice tag)
{
	return slice_sub(tag, 0, slice_find_char(tag, '-', 0));
}

/* ---- features of an article ---- */

static void
profile_read_feature(const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct profile_feature *)ret_row = (struct profile_feature){
		.facet = profile_facet_find(query_column_text(q, 0)),
		.value = query_column_copy(q, 1, arena),
		.label = query_column_copy(q, 2, arena),
		.weight = query_column_real(q, 3),
	};
}

int
profile_read_features(struct store *s, int64_t article_id, const bool *facets,
    struct rows *ret, struct err *e)
{
	struct query q = query_of(s, SQL_profile_features);
	int rc;

	query_int(&q, ":keywords", facets[PROFILE_KEYWORD]);
	query_int(&q, ":categories", facets[PROFILE_CATEGORY]);
	query_int(&q, ":feeds", facets[PROFILE_FEED]);
	query_int(&q, ":languages", facets[PROFILE_LANGUAGE]);
	query_int(&q, ":id", article_id);
	query_count(&q, ":most", LIMIT_PROFILE_LIST);
	rc = rows_collect(
	    &q, sizeof(struct profile_feature), profile_read_feature, ret, e);
	if (rc == 0)
		profile_features_scale(ret->items, ret->n);
	return rc;
}

/* ---- the configuration ---- */

/* Returns the dimension to which one of the lines of `values` belongs.  If
 * there is none, adds a dimension. */
static uint32_t
profile_read_dimension(struct profile *p, enum profile_facet facet,
    struct slice label, struct slice values)
{
	struct slice value;

	while (slice_next(&values, '\n', &value)) {
		uint32_t at = profile_vector_find(&p->vector, facet, value);

		if (value.len > 0 && at != UINT32_MAX)
			return at;
	}
	return profile_vector_add(&p->vector, facet, label);
}

/* Adds an interest with one value for each line of `values`.  Interests that
 * have a value in common are one dimension, because an article that has this
 * value matches all of them: a second dimension would only make the vector
 * longer and the scores lower. */
static bool
profile_read_add(struct profile *p, enum profile_facet facet,
    struct slice label, struct slice values)
{
	uint32_t dimension = profile_read_dimension(p, facet, label, values);
	struct slice value;
	bool added = true;

	p->vector.dimensions[dimension].given = 1;
	while (added && slice_next(&values, '\n', &value))
		if (value.len > 0)
			added = profile_vector_add_value(
			    &p->vector, dimension, value);
	return added;
}

static bool
profile_read_add_keyword(struct profile *p, struct slice keyword)
{
	struct buf stems;
	bool added;

	buf_init(&stems, LIMIT_PROFILE_STEM_BYTES);
	added = term_stems_list(p->stems, keyword, p->config->languages,
	    p->config->n_languages, &stems);
	if (added && stems.len > 0)
		added = profile_read_add(
		    p, PROFILE_KEYWORD, keyword, buf_slice(&stems));
	buf_release(&stems);
	return added;
}

static bool
profile_read_add_keywords(struct profile *p)
{
	const struct config_profile *c = p->config;
	bool added = true;

	if (c->n_keywords > 0)
		added = (p->stems = term_stems_new()) != NULL;
	for (size_t i = 0; i < c->n_keywords && added; i++)
		added = profile_read_add_keyword(p, slice_of(c->keywords[i]));
	return added;
}

static void
profile_read_url(const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct slice *)ret_row = query_column_copy(q, 0, arena);
}

/* A text of the configuration may be a part of the titles of several feeds.
 * These feeds are one dimension. */
static int
profile_read_find_feeds(struct profile *p, const char *text, struct err *e)
{
	struct query q = query_of(p->store, SQL_profile_feed_find);
	struct rows feeds;
	struct buf urls;
	int rc;

	query_text(&q, ":feed", slice_of(text));
	query_count(&q, ":most", LIMIT_PROFILE_LIST);
	rc =
	    rows_collect(&q, sizeof(struct slice), profile_read_url, &feeds, e);
	buf_init(&urls, LIMIT_PROFILE_LIST * (LIMIT_URL_BYTES + 1));
	for (size_t i = 0; i < feeds.n; i++) {
		buf_append_slice(&urls, ((const struct slice *)feeds.items)[i]);
		buf_append_char(&urls, '\n');
	}
	if (rc == 0 &&
	    (buf_failed(&urls) ||
		(feeds.n > 0 && !profile_read_add(p, PROFILE_FEED,
				    slice_of(text), buf_slice(&urls)))))
		rc = err_set(e, ERR_MEMORY, "no memory for a profile");
	buf_release(&urls);
	rows_release(&feeds);
	return rc;
}

/* Lists the primary parts of the languages for the queries. */
static struct slice
profile_read_list_languages(struct profile *p)
{
	struct slice parts[2 * LIMIT_PROFILE_LIST + 1] = { SLICE(" ") };
	size_t n = 1;

	for (size_t i = 0; i < p->config->n_languages; i++) {
		if (n + 2 > ARRAY_LENGTH(parts))
			break;
		parts[n++] = profile_read_primary_language(
		    slice_of(p->config->languages[i]));
		parts[n++] = SLICE(" ");
	}
	return arena_join(&p->arena, parts, n);
}

static int
profile_read_config(struct profile *p, struct err *e)
{
	const struct config_profile *c = p->config;
	bool added = profile_read_add_keywords(p);
	int rc = 0;

	p->languages = profile_read_list_languages(p);
	for (size_t i = 0; i < c->n_categories && added; i++)
		added = profile_read_add(p, PROFILE_CATEGORY,
		    slice_of(c->categories[i]), slice_of(c->categories[i]));
	for (size_t i = 0; i < c->n_languages && added; i++)
		added = profile_read_add(p, PROFILE_LANGUAGE,
		    slice_of(c->languages[i]),
		    profile_read_primary_language(slice_of(c->languages[i])));
	for (size_t i = 0; i < c->n_feeds && added && rc == 0; i++)
		rc = profile_read_find_feeds(p, c->feeds[i], e);
	return added ? rc : err_set(e, ERR_MEMORY, "no memory for a profile");
}

/* ---- marks ---- */

struct profile_learned {
	struct profile_feature
	    feature; /* feature.weight: the sum of the weights of this
			feature in all articles with this mark */
	int mark;
};

static void
profile_read_learned_row(
    const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct profile_learned *)ret_row = (struct profile_learned){
		.feature = { profile_facet_find(query_column_text(q, 0)),
		    query_column_copy(q, 1, arena),
		    query_column_copy(q, 2, arena), query_column_real(q, 4) },
		.mark = (int)query_column_int(q, 3),
	};
}

static bool
profile_read_learn(struct profile *p, const struct profile_learned *row)
{
	const struct profile_feature *f = &row->feature;
	uint32_t at = profile_vector_find(&p->vector, f->facet, f->value);
	double sum = row->mark > 0
			 ? LIKED * f->weight / (double)p->n_liked
			 : -DISLIKED * f->weight / (double)p->n_disliked;

	if (at == UINT32_MAX) {
		at = profile_vector_add(&p->vector, f->facet, f->label);
		if (!profile_vector_add_value(&p->vector, at, f->value))
			return false;
	}
	p->vector.dimensions[at].learned += sum;
	return true;
}

static int
profile_read_marks(struct profile *p, struct err *e)
{
	struct query q = query_of(p->store, SQL_profile_marks);
	struct rows learned;
	int rc;

	query_text(&q, ":profile", slice_of(p->config->name));
	if ((rc = query_step(&q, e)) > 0) {
		p->n_liked = query_column_int(&q, 0);
		p->n_disliked = query_column_int(&q, 1);
	}
	query_end(&q);
	if (rc < 0 || p->n_liked + p->n_disliked == 0)
		return rc < 0 ? rc : 0;
	q = query_of(p->store, SQL_profile_learned);
	query_text(&q, ":profile", slice_of(p->config->name));
	rc = rows_collect(&q, sizeof(struct profile_learned),
	    profile_read_learned_row, &learned, e);
	for (size_t i = 0; i < learned.n && rc == 0; i++)
		if (!profile_read_learn(
			p, &((struct profile_learned *)learned.items)[i]))
			rc = err_set(e, ERR_MEMORY, "no memory for a profile");
	rows_release(&learned);
	return rc;
}

/* ---- open, close ---- */

/* If the interests need more memory than the arena's limit, the arena jumps to
 * the setjmp() of this function. */
static int
profile_read_all(struct profile *p, struct err *e)
{
	jmp_buf exhausted;
	int rc;

	if (setjmp(exhausted) != 0) {
		p->arena.exhausted = NULL;
		return err_set(e, ERR_LIMIT, "profile %s needs too much memory",
		    p->config->name);
	}
	p->arena.exhausted = &exhausted;
	rc = profile_read_config(p, e);
	if (rc == 0)
		rc = profile_read_marks(p, e);
	p->arena.exhausted = NULL;
	if (rc == 0)
		profile_vector_settle(&p->vector);
	return rc;
}

int
profile_open(struct store *s, const struct config_profile *config,
    struct profile **ret, struct err *e)
{
	struct profile *p = calloc(1, sizeof(*p));
	int rc;

	if (p == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a profile");
	p->store = s;
	p->config = config;
	arena_init(&p->arena, LIMIT_PROFILE_ARENA);
	profile_vector_init(&p->vector, &p->arena);
	rc = profile_read_all(p, e);
	term_stems_free(p->stems);
	p->stems = NULL;
	if (rc == 0)
		*ret = p;
	else
		profile_close(p);
	return rc;
}

void
profile_close(struct profile *p)
{
	if (p == NULL)
		return;
	profile_vector_release(&p->vector);
	arena_release(&p->arena);
	free(p);
}

void
profile_count_marks(
    const struct profile *p, int64_t *ret_liked, int64_t *ret_disliked)
{
	*ret_liked = p->n_liked;
	*ret_disliked = p->n_disliked;
}

/* ---- the score of an article ---- */

static void
profile_read_article_row(
    const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct profile_article *)ret_row = (struct profile_article){
		.sort_at = query_column_int(q, 0),
		.language = query_column_copy(q, 1, arena),
		.is_published = query_column_int(q, 2) != 0,
		.mark = (int)query_column_int(q, 3),
	};
}

bool
profile_accepts_language(const struct profile *p, struct slice tag)
{
	for (size_t i = 0; i < p->config->n_languages; i++) {
		struct slice wanted = slice_of(p->config->languages[i]);

		if (slice_starts_nocase(tag, wanted) &&
		    (tag.len == wanted.len || tag.p[wanted.len] == '-'))
			return true;
	}
	return p->config->n_languages == 0 || tag.len == 0;
}

int
profile_read_score(struct profile *p, const struct profile_article *article,
    int64_t at, struct profile_score *ret, struct err *e)
{
	struct rows features;
	int rc = profile_read_features(
	    p->store, article->id, p->vector.has, &features, e);

	*ret = (struct profile_score){ 0 };
	ret->sort_at = article->sort_at;
	ret->mark = article->mark;
	ret->is_other = !article->is_published ||
			!profile_accepts_language(p, article->language);
	if (rc == 0) {
		ret->similarity =
		    profile_vector_score(&p->vector, features.items, features.n,
			ret->parts, PROFILE_PARTS, &ret->n_parts);
		ret->score =
		    ret->similarity * profile_recency(at - article->sort_at);
	}
	rows_release(&features);
	return rc;
}

int
profile_score_article(struct profile *p, int64_t article_id, int64_t at,
    struct profile_score *ret, struct err *e)
{
	struct query q = query_of(p->store, SQL_profile_article);
	struct profile_article *article;
	struct rows rows;
	int rc;

	*ret = (struct profile_score){ .is_other = true, .sort_at = DATE_NONE };
	query_int(&q, ":id", article_id);
	query_text(&q, ":profile", slice_of(p->config->name));
	rc = rows_collect(&q, sizeof(struct profile_article),
	    profile_read_article_row, &rows, e);
	if (rc == 0 && rows.n > 0) {
		article = rows.items;
		article->id = article_id;
		rc = profile_read_score(p, article, at, ret, e);
	}
	rows_release(&rows);
	return rc;
}

size_t
profile_list_stems(
    const struct profile *p, struct enrich_interest *ret, size_t most)
{
	const struct profile_vector *v = &p->vector;
	size_t n = 0;

	for (uint32_t i = 0; i < v->n_values && n < most; i++) {
		uint32_t at = v->values[i].dimension;
		double weight = profile_vector_weight(v, at);

		if (v->dimensions[at].facet == PROFILE_KEYWORD && weight > 0)
			ret[n++] = (struct enrich_interest){ v->values[i].value,
				weight };
	}
	return n;
}
