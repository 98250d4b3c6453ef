/*
 * cluster.c -- the same text on many sites is one cluster.
 *
 * The happy path: a text's sketch → its least hashes are looked up among
 * those of the first articles of clusters → what has some of them is compared
 * by the whole sketch → the likest is the cluster, else the article is the
 * first of its own.  Only firsts can be found, so that ten thousand copies of
 * a text are found as fast as two, and a cluster does not wander off from copy
 * to copy.
 *
 * The hashes of each generation of firsts (LIMIT_CLUSTER_GENERATION) are a
 * range of keys of their own, and the newest few generations are looked
 * through.  So hashes, which are random, are written into a range that fits
 * the page cache, and not into one that grows for years; older ranges are
 * deleted, some rows with each article that comes.  The youngest of a
 * generation stand in a small range first, and move in the order of keys: of
 * 4 096 stories, which touch each page of the larger range once, and not of
 * each story, which touches eight.
 *
 * An article stays in its cluster when its text is revised, unless nothing is
 * left of what they had in common.  Texts that are not a story's own (a
 * paywall's, a consent wall's, a stub) are in none: they are alike on all the
 * pages of a site, or of many.
 */
#include "store/cluster.h"

#include <stdlib.h>

#include "config/limits.h"
#include "store/text.h"

/* A text cut to its half has 0.5; a sketch tells that to within 0.09.  Of
 * 1.2 million pairs of pages of other sites none that were not the same had
 * more than 0.1. */
#define ALIKE 0.3
/* Of one site: texts from a template (weather, lottery, market reports) are
 * half alike, and not the same story. */
#define ALIKE_ON_SITE 0.8
#define STAYS         0.1 /* a revised text, with its cluster's first */

struct candidate {
	int64_t id;
	int hits;
};

_Static_assert(LIMIT_CLUSTER_GENERATIONS == 2, "shingle_find names each");

struct generation {
	int64_t id; /* from 1; 0: none has begun */
	int64_t began_at, n_firsts;
};

struct candidates {
	struct candidate of[LIMIT_CLUSTER_LOOKS];
	size_t n;
};

/* ---- what may be compared ---- */

static bool
is_own_text(const struct article_text *text)
{
	static const struct slice flags[] = { SLICE("stub"), SLICE("paywall"),
		SLICE("consent") };
	static const struct slice classes[] = { SLICE("error"),
		SLICE("consent"), SLICE("paywall"), SLICE("stub"),
		SLICE("listing") };

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		if (slice_find(text->flags, flags[i], 0) != SLICE_NOT_FOUND)
			return false;
	for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++)
		if (slice_equal(text->page_class, classes[i]))
			return false;
	return true;
}

/* n is 0 where it takes no part. */
static void
sketch_text(const struct article_text *text, struct sketch *ret)
{
	ret->n = 0;
	if (is_own_text(text))
		sketch_of(text->body, ret);
}

static int
sketch_get(struct store *s, int64_t id, struct sketch *ret, struct err *e)
{
	struct query q = query_of(s, SQL_fingerprint_get);
	int rc;

	ret->n = 0;
	query_int(&q, ":id", id);
	if ((rc = query_step(&q, e)) > 0)
		sketch_read(query_column_text(&q, 0), ret);
	query_end(&q);
	return rc < 0 ? rc : 0;
}

/* ---- finding ---- */

static void
add_candidate(struct candidates *all, int64_t id)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->of[i].id == id) {
			all->of[i].hits++;
			return;
		}
	if (all->n < LIMIT_CLUSTER_LOOKS)
		all->of[all->n++] = (struct candidate){ id, 1 };
}

static int
newest_generation(struct store *s, struct generation *ret, struct err *e)
{
	struct query q = query_of(s, SQL_generation_newest);
	int rc;

	*ret = (struct generation){ .id = 0 };
	if ((rc = query_step(&q, e)) > 0)
		*ret = (struct generation){ query_column_int(&q, 0),
			query_column_int(&q, 1), query_column_int(&q, 2) };
	query_end(&q);
	return rc < 0 ? rc : 0;
}

static int
collect(struct store *s, const struct sketch *sketch, struct candidates *all,
    struct err *e)
{
	size_t n = sketch->n < SKETCH_KEYS ? sketch->n : SKETCH_KEYS;
	struct generation newest;
	int rc = newest_generation(s, &newest, e);

	all->n = 0;
	for (size_t i = 0; i < n && rc >= 0; i++) {
		struct query q = query_of(s, SQL_shingle_find);

		query_int(&q, ":newest", newest.id);
		query_int(&q, ":hash", (int64_t)sketch->hashes[i]);
		query_int(&q, ":most", LIMIT_CLUSTER_LOOKS / SKETCH_KEYS);
		while ((rc = query_step(&q, e)) > 0)
			add_candidate(all, query_column_int(&q, 0));
		query_end(&q);
	}
	return rc;
}

static int
is_of_host(struct store *s, int64_t id, struct slice host_key, bool *ret,
    struct err *e)
{
	struct query q = query_of(s, SQL_cluster_host);
	int rc;

	query_int(&q, ":id", id);
	*ret = (rc = query_step(&q, e)) > 0 &&
	       slice_equal(query_column_text(&q, 0), host_key);
	query_end(&q);
	return rc < 0 ? rc : 0;
}

/* How like the first of a cluster is; 0 where it is not like enough.  Whose
 * it is stands in a long row elsewhere, which few are like enough to be asked
 * for. */
static int
compare(struct store *s, const struct article_state *article,
    const struct sketch *sketch, int64_t first, double *ret, struct err *e)
{
	struct sketch other;
	bool same_site = false;
	double likeness = 0;
	int rc = sketch_get(s, first, &other, e);

	*ret = 0;
	if (rc == 0 && other.n > 0)
		likeness = sketch_likeness(sketch, &other);
	if (rc != 0 || likeness < ALIKE)
		return rc;
	if (likeness < ALIKE_ON_SITE)
		rc = is_of_host(s, first, article->host_key, &same_site, e);
	*ret = same_site ? 0 : likeness;
	return rc;
}

static int
by_hits(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->hits != y->hits)
		return x->hits > y->hits ? -1 : 1;
	return (x->id > y->id) - (x->id < y->id);
}

static int
find(struct store *s, const struct article_state *article,
    const struct sketch *sketch, int64_t *ret_first, struct err *e)
{
	struct candidates all;
	double best = 0;
	int rc = collect(s, sketch, &all, e);

	*ret_first = article->id;
	/* Most share a turn of phrase; copies share more. */
	qsort(all.of, all.n, sizeof(all.of[0]), by_hits);
	if (all.n > LIMIT_CLUSTER_COMPARED)
		all.n = LIMIT_CLUSTER_COMPARED;
	for (size_t i = 0; i < all.n && rc == 0; i++) {
		double likeness = 0;

		if (all.of[i].id == article->id)
			continue;
		rc = compare(s, article, sketch, all.of[i].id, &likeness, e);
		if (likeness > best || (likeness > 0 && likeness >= best &&
					   all.of[i].id < *ret_first)) {
			best = likeness;
			*ret_first = all.of[i].id;
		}
	}
	return rc;
}

/* Is a text that was revised still like its cluster's first? */
static int
stays(struct store *s, const struct article_state *article,
    const struct sketch *sketch, bool *ret, struct err *e)
{
	struct sketch first;
	int rc = 0;

	*ret = true;
	if (article->cluster_id == article->id || sketch->n == 0)
		return 0;
	if ((rc = sketch_get(s, article->cluster_id, &first, e)) == 0)
		*ret = first.n == 0 || sketch_likeness(sketch, &first) >= STAYS;
	return rc;
}

int
cluster_of(struct store *s, const struct article_state *article,
    const struct article_text *text, int64_t *ret_id, struct err *e)
{
	struct sketch sketch;
	bool remains = false;
	int rc = 0;

	*ret_id = article->cluster_id;
	sketch_text(text, &sketch);
	if (article->cluster_id != 0 &&
	    (rc = stays(s, article, &sketch, &remains, e)) != 0)
		return rc;
	if (remains || sketch.n == 0)
		return 0;
	return find(s, article, &sketch, ret_id, e);
}

int
cluster_find_twin(struct store *s, const struct article_state *article,
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

/* ---- keeping ---- */

static int
each_key(struct store *s, enum sql name, int64_t id, int64_t generation,
    const struct sketch *sketch, struct err *e)
{
	size_t n = sketch->n < SKETCH_KEYS ? sketch->n : SKETCH_KEYS;
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++) {
		struct query q = query_of(s, name);

		if (name == SQL_shingle_drop)
			query_int(&q, ":generation", generation);
		query_int(&q, ":hash", (int64_t)sketch->hashes[i]);
		query_int(&q, ":id", id);
		rc = query_run(&q, e);
	}
	return rc;
}

static int
run_generation(struct store *s, enum sql name, int64_t id, struct err *e)
{
	struct query q = query_of(s, name);

	query_int(&q, ":id", id);
	return query_run(&q, e);
}

/* The young move to the generation that they were counted in. */
static int
grow_up(struct store *s, int64_t id, struct err *e)
{
	struct query q;
	int rc = run_generation(s, SQL_shingle_grow_up, id, e);

	if (rc != 0)
		return rc;
	q = query_of(s, SQL_shingle_drop_young);
	return query_run(&q, e);
}

static int
begin_generation(struct store *s, int64_t id, int64_t now, struct err *e)
{
	struct query q = query_of(s, SQL_generation_begin);
	int rc;

	query_int(&q, ":id", id);
	query_int(&q, ":now", now);
	rc = query_run(&q, e);
	return rc == 0 ? run_generation(s, SQL_generation_end,
			     id - LIMIT_CLUSTER_GENERATIONS, e)
		       : rc;
}

/* Some of what is not looked through any more. */
static int
expire(struct store *s, int64_t newest, struct err *e)
{
	struct query q = query_of(s, SQL_shingle_expire);

	query_int(&q, ":generation", newest - LIMIT_CLUSTER_GENERATIONS);
	query_int(&q, ":most", (int64_t)SKETCH_KEYS * 4);
	return query_run(&q, e);
}

static bool
is_full(const struct generation *g, int64_t now)
{
	return g->n_firsts >= LIMIT_CLUSTER_GENERATION ||
	       now - g->began_at >= LIMIT_CLUSTER_GENERATION_S;
}

/* The generation that a first of now is counted in. */
static int
join_generation(struct store *s, int64_t now, int64_t *ret, struct err *e)
{
	struct generation newest;
	int rc = newest_generation(s, &newest, e);
	bool next = newest.id == 0 || is_full(&newest, now);

	if (rc == 0 && newest.id > 0 &&
	    (next || newest.n_firsts % LIMIT_CLUSTER_YOUNG == 0))
		rc = grow_up(s, newest.id, e);
	*ret = newest.id + next;
	if (rc == 0 && next)
		rc = begin_generation(s, *ret, now, e);
	if (rc == 0)
		rc = run_generation(s, SQL_generation_count, *ret, e);
	return rc == 0 ? expire(s, *ret, e) : rc;
}

int
cluster_note(struct store *s, const struct article_state *article,
    const struct article_text *text, int64_t cluster_id, int64_t now,
    struct err *e)
{
	char bytes[SKETCH_SIZE * SKETCH_BYTES];
	bool is_first = cluster_id == article->id;
	struct sketch sketch;
	int64_t generation = 0;
	struct query q;
	int rc;

	sketch_text(text, &sketch);
	/* What was known of a better text stays. */
	if (sketch.n == 0 && is_first)
		return 0;
	if ((rc = cluster_forget(s, article->id, e)) != 0 || sketch.n == 0)
		return rc;
	if (is_first && (rc = join_generation(s, now, &generation, e)) != 0)
		return rc;
	q = query_of(s, SQL_fingerprint_put);
	query_int(&q, ":id", article->id);
	query_blob(&q, ":sketch", sketch_write(&sketch, bytes));
	if (is_first)
		query_int(&q, ":generation", generation);
	rc = query_run(&q, e);
	return rc == 0 && is_first
		   ? each_key(s, SQL_shingle_put, article->id, 0, &sketch, e)
		   : rc;
}

int
cluster_forget(struct store *s, int64_t article_id, struct err *e)
{
	struct query q = query_of(s, SQL_fingerprint_generation);
	struct sketch before = { .n = 0 };
	int64_t generation = 0;
	int rc;

	query_int(&q, ":id", article_id);
	if ((rc = query_step(&q, e)) > 0) {
		sketch_read(query_column_text(&q, 0), &before);
		generation = query_column_int(&q, 1);
	}
	query_end(&q);
	if (rc < 0 || generation == 0)
		return rc < 0 ? rc : 0;
	return each_key(
	    s, SQL_shingle_drop, article_id, generation, &before, e);
}
