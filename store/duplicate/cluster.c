/*
 * cluster.c -- groups copies of a text on several sites into clusters.
 *
 * In:  the text of an article.
 * Out: the id of the cluster's first article, and a stored fingerprint.
 *
 * The smallest hashes of the text's sketch are looked up in the fingerprint
 * index, which contains the first articles of the clusters.  The first articles
 * that have the most of these hashes are compared by their whole sketches.  The
 * article joins the cluster of the most similar one; if none is similar enough,
 * it is the first article of a new cluster.  Only first articles can be found.
 * The lookup therefore takes as long for ten thousand copies as for two, and
 * the texts of a cluster do not change gradually from copy to copy.
 *
 * The fingerprint index is in memory (fingerprint_index.h).  It is filled when
 * the first text is compared, from the stored fingerprints of the first
 * articles of the newest clusters.  On SQLite the daemon does not see the
 * changes of another process (recut): copies of a text that such a process
 * revised are found only after the daemon's next start.  On PostgreSQL the
 * fingerprints of other processes are read once in each transaction, by means
 * of the change log.  Two copies whose transactions run at the same time on two
 * nodes are not found.
 *
 * If a text is revised, its article remains in its cluster unless the two texts
 * have almost nothing in common.  Texts that are not a story's own (a paywall,
 * a consent page, a stub) belong to no cluster: they are similar on all pages
 * of a site, or of many sites.
 */
#include "store/duplicate/cluster.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "store/duplicate/fingerprint_index.h"
#include "store/page/page_prepare.h"
#include "store/query/dialect.h"
#include "store/sqlite/statement.h"

/* A text and its half have a likeness of 0.5, which a sketch estimates with an
 * error of 0.09.  Of 1.2 million pairs of pages of different sites, no pair of
 * different stories had more than 0.1.  The limit is between these values. */
#define LIKENESS_MIN 0.3
/* If the similarity of a revised text and the first text of its cluster is less
 * than this, the article leaves the cluster. */
#define LIKENESS_IN_CLUSTER 0.1

struct candidate {
	int64_t id;
	int hits;
};

_Static_assert(LIMIT_CLUSTER_LOOKUPS == SKETCH_KEYS * LIMIT_CLUSTER_SHARERS,
    "each article that is found is a candidate");

struct candidates {
	struct candidate of[LIMIT_CLUSTER_LOOKUPS];
	size_t n;
};

/* ---- sketches ---- */

static bool
cluster_is_own_text(const struct article_text *text)
{
	static const struct slice flags[] = { SLICE("stub"), SLICE("paywall"),
		SLICE("consent") };
	static const struct slice classes[] = { SLICE("error"),
		SLICE("consent"), SLICE("paywall"), SLICE("stub"),
		SLICE("listing") };

	for (size_t i = 0; i < ARRAY_LENGTH(flags); i++)
		if (slice_find(text->flags, flags[i], 0) != SLICE_NOT_FOUND)
			return false;
	for (size_t i = 0; i < ARRAY_LENGTH(classes); i++)
		if (slice_equal(text->page_class, classes[i]))
			return false;
	return true;
}

/* ret->n is 0 if the text is too short or is not a story's own text. */
static void
cluster_sketch_text(const struct article_text *text, struct sketch *ret)
{
	const struct page_prepared *prepared = text->prepared;

	ret->n = 0;
	if (!cluster_is_own_text(text))
		return;
	if (prepared != NULL && prepared->text.p == text->body.p &&
	    prepared->text.len == text->body.len)
		*ret = prepared->sketch;
	else
		sketch_of(text->body, ret);
}

static struct query
cluster_first_query(struct store *s, int64_t id)
{
	struct query q = query_of(s, SQL_fingerprint_of_first);

	query_int(&q, ":id", id);
	return q;
}

/* Reads the sketch of the first article of a cluster.  ret->n is 0 if the
 * article does not exist or is not the first of a cluster. */
static int
cluster_first_get(
    struct store *s, int64_t id, struct sketch *ret, struct err *e)
{
	struct query q = cluster_first_query(s, id);
	int rc;

	ret->n = 0;
	if ((rc = query_step(&q, e)) > 0)
		sketch_read(query_column_text(&q, 0), ret);
	query_end(&q);
	return rc < 0 ? rc : 0;
}

/* ---- the fingerprint index ---- */

static int
cluster_add_to_index(
    struct store *s, int64_t id, const struct sketch *sketch, struct err *e)
{
	size_t n = sketch->n < SKETCH_KEYS ? sketch->n : SKETCH_KEYS;

	if (fingerprint_index_add(
		&s->fingerprint_index, id, sketch->hashes, n) != 0)
		return err_set(
		    e, ERR_MEMORY, "no memory for the fingerprint index");
	return 0;
}

/* Reports whether the index has the article with these hashes. */
static bool
cluster_is_in_index(struct store *s, int64_t id, const struct sketch *sketch)
{
	int64_t ids[LIMIT_CLUSTER_SHARERS];
	size_t n = fingerprint_index_find(&s->fingerprint_index,
	    sketch->hashes[0], ids, LIMIT_CLUSTER_SHARERS);

	for (size_t i = 0; i < n; i++)
		if (ids[i] == id)
			return true;
	return false;
}

/* Adds the fingerprints of articles that were logged since the last call. */
static int
cluster_read_news(struct store *s, struct err *e)
{
	struct query q;
	int rc;

	if (s->knows_copies || !s->dialect->has(SQL_fingerprint_news))
		return 0;
	q = query_of(s, SQL_fingerprint_news);
	query_int(&q, ":after", s->fingerprint_index.seen_seq);
	while ((rc = query_step(&q, e)) > 0) {
		int64_t id = query_column_int(&q, 1);
		struct sketch sketch;

		if (sketch_read(query_column_text(&q, 2), &sketch) &&
		    sketch.n > 0 && !cluster_is_in_index(s, id, &sketch) &&
		    (rc = cluster_add_to_index(s, id, &sketch, e)) != 0)
			break;
		s->fingerprint_index.seen_seq = query_column_int(&q, 0);
	}
	query_end(&q);
	s->knows_copies = rc == 0;
	return rc;
}

/* On PostgreSQL, stores the number of the last change in the fingerprint index,
 * before the fingerprints are read.  cluster_read_news() continues after this
 * change. */
static int
cluster_note_seq(struct store *s, struct err *e)
{
	struct query q;

	if (!s->dialect->has(SQL_fingerprint_news))
		return 0;
	q = query_of(s, SQL_change_last);
	return query_run_int(&q, &s->fingerprint_index.seen_seq, e);
}

static int
cluster_load(struct store *s, struct err *e)
{
	int64_t floor = 0;
	struct query q;
	int rc = cluster_note_seq(s, e);

	if (rc != 0)
		return rc;
	q = query_of(s, SQL_fingerprint_floor);
	query_int(&q, ":most", 2 * LIMIT_FINGERPRINT_INDEX - 1);
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
		    (rc = cluster_add_to_index(
			 s, query_column_int(&q, 0), &sketch, e)) != 0)
			break;
	}
	query_end(&q);
	if (rc == 0)
		s->fingerprint_index.is_loaded = true;
	else
		fingerprint_index_release(&s->fingerprint_index);
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
	if (all->n < LIMIT_CLUSTER_LOOKUPS)
		all->of[all->n++] = (struct candidate){ id, 1 };
}

static int
cluster_collect(struct store *s, const struct sketch *sketch,
    struct candidates *all, struct err *e)
{
	size_t n_keys = sketch->n < SKETCH_KEYS ? sketch->n : SKETCH_KEYS;
	int rc = s->fingerprint_index.is_loaded ? cluster_read_news(s, e)
						: cluster_load(s, e);

	all->n = 0;
	for (size_t i = 0; i < n_keys && rc == 0; i++) {
		int64_t ids[LIMIT_CLUSTER_SHARERS];
		size_t n = fingerprint_index_find(&s->fingerprint_index,
		    sketch->hashes[i], ids, LIMIT_CLUSTER_SHARERS);

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

/* Computes the likeness of a text and the first text of a cluster.  *ret is 0
 * if the likeness is less than LIKENESS_MIN, or if both articles are on one
 * site and the likeness is less than CLUSTER_ALIKE_ON_SITE.  The site is read
 * only if the result depends on the site, because the site is in a long row of
 * another table. */
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
	if (rc != 0 || likeness < LIKENESS_MIN)
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
	/* Articles that have more hashes in common with the text are compared
	 * first: a copy shares many hashes, but many other texts share one
	 * phrase. */
	qsort(all.of, all.n, sizeof(all.of[0]), cluster_by_hits);
	if (all.n > LIMIT_CLUSTER_COMPARED)
		all.n = LIMIT_CLUSTER_COMPARED;
	for (size_t i = 0; i < all.n && store_reads_ahead(s); i++) {
		struct query q = cluster_first_query(s, all.of[i].id);

		if (all.of[i].id != article->id)
			query_ahead(&q);
		else
			query_end(&q);
	}
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

/* Reports whether a revised text is still similar to the first text of its
 * cluster.  For the first article itself, this is its earlier text. */
static int
cluster_is_still_in(struct store *s, const struct article_state *article,
    const struct sketch *sketch, bool *ret, struct err *e)
{
	struct sketch first;
	int rc = 0;

	*ret = true;
	if (sketch->n == 0) {
		/* A text of a witness says nothing about the text that replaces
		 * it. */
		*ret = !article->is_lent || article->cluster_id == article->id;
		return 0;
	}
	if ((rc = cluster_first_get(s, article->cluster_id, &first, e)) == 0)
		*ret = first.n == 0 ||
		       sketch_likeness(sketch, &first) >= LIKENESS_IN_CLUSTER;
	return rc;
}

static int
cluster_make_first(struct store *s, int64_t id, struct err *e)
{
	struct query q = query_of(s, SQL_fingerprint_set_first);
	struct sketch sketch;
	int rc;

	query_int(&q, ":id", id);
	if ((rc = query_run(&q, e)) == 0 && s->fingerprint_index.is_loaded &&
	    (rc = cluster_first_get(s, id, &sketch, e)) == 0)
		rc = cluster_add_to_index(s, id, &sketch, e);
	return rc;
}

/* The first article of a cluster gets another text.  The other articles of the
 * cluster are no longer copies of it: the oldest of them becomes the first. */
static int
cluster_leave(struct store *s, int64_t id, struct err *e)
{
	struct query q = query_of(s, SQL_cluster_second);
	int64_t second = 0;
	int rc;

	query_int(&q, ":id", id);
	if ((rc = query_step(&q, e)) > 0)
		second = query_column_int(&q, 0);
	query_end(&q);
	if (rc <= 0)
		return rc;
	q = query_of(s, SQL_cluster_leave);
	query_int(&q, ":id", id);
	query_int(&q, ":to", second);
	rc = query_run(&q, e);
	return rc == 0 ? cluster_make_first(s, second, e) : rc;
}

int
cluster_of(struct store *s, const struct article_state *article,
    const struct article_text *text, int64_t *ret_id, struct err *e)
{
	struct sketch sketch;
	bool remains = article->cluster_id != 0;
	int rc = 0;

	*ret_id = article->cluster_id;
	cluster_sketch_text(text, &sketch);
	if (remains &&
	    (rc = cluster_is_still_in(s, article, &sketch, &remains, e)) != 0)
		return rc;
	if (remains)
		return 0;
	if (article->cluster_id == article->id && article->id != 0 &&
	    (rc = cluster_leave(s, article->id, e)) != 0)
		return rc;
	*ret_id = 0;
	return sketch.n > 0 ? cluster_find(s, article, &sketch, ret_id, e) : 0;
}

/* ---- storing ---- */

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
	/* A text without a sketch, such as a paywall, does not replace the
	 * fingerprint of the earlier text. */
	if (sketch.n == 0)
		return 0;
	q = query_of(s, SQL_fingerprint_put);
	query_int(&q, ":id", article->id);
	query_blob(&q, ":sketch", sketch_write(&sketch, bytes));
	if (is_first)
		query_int(&q, ":is_first", 1);
	rc = query_run(&q, e);
	return rc == 0 && is_first && s->fingerprint_index.is_loaded
		   ? cluster_add_to_index(s, article->id, &sketch, e)
		   : rc;
}
