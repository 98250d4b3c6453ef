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
 * The hashes stand in memory (firsts.h) and are read from the fingerprints of
 * the newest firsts when the first text comes.  A command that writes beside
 * the daemon (recut) is not heard of: copies of what it revised are found after
 * the next start.
 *
 * An article stays in its cluster when its text is revised, unless nothing is
 * left of what they had in common.  Texts that are not a story's own (a
 * paywall's, a consent wall's, a stub) are in none: they are alike on all the
 * pages of a site, or of many.
 */
#include "store/cluster.h"

#include <stdlib.h>

#include "config/limits.h"

/* A text cut to its half has 0.5; a sketch tells that to within 0.09.  Of
 * 1.2 million pairs of pages of other sites none that were not the same had
 * more than 0.1. */
#define ALIKE 0.3
#define STAYS 0.1 /* a revised text, with its cluster's first */

struct candidate {
	int64_t id;
	int hits;
};

_Static_assert(LIMIT_CLUSTER_LOOKS == SKETCH_KEYS * LIMIT_CLUSTER_SHARERS,
    "all that are found are candidates");

struct candidates {
	struct candidate of[LIMIT_CLUSTER_LOOKS];
	size_t n;
};

/* ---- what may be compared ---- */

static bool
cluster_is_own_text(const struct article_text *text)
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
cluster_sketch_text(const struct article_text *text, struct sketch *ret)
{
	ret->n = 0;
	if (cluster_is_own_text(text))
		sketch_of(text->body, ret);
}

/* The sketch of the first of a cluster; n is 0 for others, and for those that
 * are not there. */
static int
cluster_first_get(
    struct store *s, int64_t id, struct sketch *ret, struct err *e)
{
	struct query q = query_of(s, SQL_fingerprint_of_first);
	int rc;

	ret->n = 0;
	query_int(&q, ":id", id);
	if ((rc = query_step(&q, e)) > 0)
		sketch_read(query_column_text(&q, 0), ret);
	query_end(&q);
	return rc < 0 ? rc : 0;
}

/* ---- what stands in memory ---- */

static int
cluster_remember(
    struct store *s, int64_t id, const struct sketch *sketch, struct err *e)
{
	size_t n = sketch->n < SKETCH_KEYS ? sketch->n : SKETCH_KEYS;

	if (firsts_add(&s->firsts, id, sketch->hashes, n) != 0)
		return err_set(e, ERR_MEMORY, "no memory for near copies");
	return 0;
}

static int
cluster_load(struct store *s, struct err *e)
{
	struct query q = query_of(s, SQL_fingerprint_floor);
	int64_t floor = 0;
	int rc;

	query_int(&q, ":most", 2 * LIMIT_CLUSTER_FIRSTS - 1);
	if ((rc = query_step(&q, e)) > 0)
		floor = query_column_int(&q, 0);
	query_end(&q);
	if (rc < 0)
		return rc;
	q = query_of(s, SQL_fingerprint_firsts);
	query_int(&q, ":floor", floor);
	while ((rc = query_step(&q, e)) > 0) {
		struct sketch sketch;

		if (sketch_read(query_column_text(&q, 1), &sketch) &&
		    (rc = cluster_remember(
			 s, query_column_int(&q, 0), &sketch, e)) != 0)
			break;
	}
	query_end(&q);
	if (rc == 0)
		s->firsts.is_loaded = true;
	else
		firsts_release(&s->firsts);
	return rc;
}

/* ---- finding ---- */

static void
cluster_add_candidate(struct candidates *all, int64_t id)
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
cluster_collect(struct store *s, const struct sketch *sketch,
    struct candidates *all, struct err *e)
{
	size_t n_keys = sketch->n < SKETCH_KEYS ? sketch->n : SKETCH_KEYS;
	int rc = s->firsts.is_loaded ? 0 : cluster_load(s, e);

	all->n = 0;
	for (size_t i = 0; i < n_keys && rc == 0; i++) {
		int64_t ids[LIMIT_CLUSTER_SHARERS];
		size_t n = firsts_find(
		    &s->firsts, sketch->hashes[i], ids, LIMIT_CLUSTER_SHARERS);

		for (size_t k = 0; k < n; k++)
			cluster_add_candidate(all, ids[k]);
	}
	return rc;
}

static int
cluster_is_of_host(struct store *s, int64_t id, struct slice host_key,
    bool *ret, struct err *e)
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
cluster_compare(struct store *s, const struct article_state *article,
    const struct sketch *sketch, int64_t first, double *ret, struct err *e)
{
	struct sketch other;
	bool same_site = false;
	double likeness = 0;
	int rc = cluster_first_get(s, first, &other, e);

	*ret = 0;
	if (rc == 0 && other.n > 0)
		likeness = sketch_likeness(sketch, &other);
	if (rc != 0 || likeness < ALIKE)
		return rc;
	if (likeness < CLUSTER_ALIKE_ON_SITE)
		rc = cluster_is_of_host(
		    s, first, article->host_key, &same_site, e);
	*ret = same_site ? 0 : likeness;
	return rc;
}

static int
cluster_by_hits(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->hits != y->hits)
		return x->hits > y->hits ? -1 : 1;
	return (x->id > y->id) - (x->id < y->id);
}

static int
cluster_find(struct store *s, const struct article_state *article,
    const struct sketch *sketch, int64_t *ret_first, struct err *e)
{
	struct candidates all;
	double best = 0;
	int rc = cluster_collect(s, sketch, &all, e);

	*ret_first = article->id;
	/* Most share a turn of phrase; copies share more. */
	qsort(all.of, all.n, sizeof(all.of[0]), cluster_by_hits);
	if (all.n > LIMIT_CLUSTER_COMPARED)
		all.n = LIMIT_CLUSTER_COMPARED;
	for (size_t i = 0; i < all.n && rc == 0; i++) {
		double likeness = 0;

		if (all.of[i].id == article->id)
			continue;
		rc = cluster_compare(
		    s, article, sketch, all.of[i].id, &likeness, e);
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
cluster_stays(struct store *s, const struct article_state *article,
    const struct sketch *sketch, bool *ret, struct err *e)
{
	struct sketch first;
	int rc = 0;

	*ret = true;
	if (article->cluster_id == article->id || sketch->n == 0)
		return 0;
	if ((rc = cluster_first_get(s, article->cluster_id, &first, e)) == 0)
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
	cluster_sketch_text(text, &sketch);
	if (article->cluster_id != 0 &&
	    (rc = cluster_stays(s, article, &sketch, &remains, e)) != 0)
		return rc;
	if (remains || sketch.n == 0)
		return 0;
	return cluster_find(s, article, &sketch, ret_id, e);
}

/* ---- keeping ---- */

int
cluster_note(struct store *s, const struct article_state *article,
    const struct article_text *text, int64_t cluster_id, struct err *e)
{
	char bytes[SKETCH_SIZE * SKETCH_BYTES];
	bool is_first = cluster_id == article->id;
	struct sketch sketch;
	struct query q;
	int rc;

	cluster_sketch_text(text, &sketch);
	/* What was known of a better text stays. */
	if (sketch.n == 0)
		return 0;
	q = query_of(s, SQL_fingerprint_put);
	query_int(&q, ":id", article->id);
	query_blob(&q, ":sketch", sketch_write(&sketch, bytes));
	if (is_first)
		query_int(&q, ":is_first", 1);
	rc = query_run(&q, e);
	return rc == 0 && is_first && s->firsts.is_loaded
		   ? cluster_remember(s, article->id, &sketch, e)
		   : rc;
}
