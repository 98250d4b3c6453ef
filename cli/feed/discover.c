/*
 * discover.c -- fetches and ranks the feeds of a site.
 *
 * Normal case: the address is a page. The candidates are the feeds that the
 * page names, the sitemaps of robots.txt and, if the page names no feed, the
 * well-known paths. Each candidate is fetched and parsed in a separate process.
 * Duplicates are merged, and the best feed comes first. If the address is a
 * feed itself, it is the only result.
 */
#include "cli/feed/discover.h"

#include <stdlib.h>

#include "base/array.h"

#define ARENA_BYTES (32 * MIB)
#define FULL_SHARE  0.5 /* least share of items with their full text */

bool
discovered_is_sitemap(const struct discovered_feed *f)
{
	return f->format == FEED_SITEMAP || f->format == FEED_SITEMAP_INDEX;
}

/* ---- score of a feed ---- */

static bool
discover_has_comments(const struct discovered_feed *f)
{
	return slice_find_nocase(f->url, SLICE("comment"), 0) !=
		   SLICE_NOT_FOUND ||
	       slice_find_nocase(f->title, SLICE("comments"), 0) !=
		   SLICE_NOT_FOUND;
}

/* Points for the age of the newest item. */
static int
discover_freshness(const struct discovered_feed *f, int64_t now_at)
{
	static const struct {
		int64_t within_s;
		int points;
	} rows[] = { { 3 * 86400, 4 }, { 14 * 86400, 3 }, { 90 * 86400, 2 },
		{ 365 * 86400, 1 } };

	if (f->newest_at == DATE_NONE)
		return 1; /* the feed gives no dates */
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		if (f->newest_at >= now_at - rows[i].within_s)
			return rows[i].points;
	return 0;
}

static int
discover_score(const struct discovered_feed *f, int64_t now_at)
{
	int points = discover_freshness(f, now_at);

	points += f->full_share >= FULL_SHARE ? 3 : 0;
	points += f->n_items >= 10 ? 2 : f->n_items >= 3 ? 1 : 0;
	points += f->title.len > 0;
	/* Sitemaps come after feeds, because they contain no text, and comment
	 * feeds come after both. */
	points -= discovered_is_sitemap(f) ? 12 : 0;
	points -= f->format == FEED_SITEMAP_INDEX ? 2 : 0;
	points -= f->is_of_comments ? 8 : 0;
	return points;
}

/* ---- fetching ---- */

struct search {
	struct cli_fetcher *cli_fetcher;
	struct site_reader *reader;
	struct discovery *found;
	struct candidates candidates;
	int64_t now_at;
	/* the properties of the document that was read last */
	struct feed_measures feed;
	struct cli_fetched fetched;
};

/* Parses the document as a feed into s->feed. Returns false if no process could
 * read it. */
static bool
discover_read_feed(struct search *s)
{
	return site_reader_feed(s->reader, s->fetched.bytes,
	    s->fetched.content_type, s->fetched.url, &s->feed);
}

static struct discovered_feed *
discover_add_result(
    struct search *s, struct slice url, enum candidate_source source)
{
	struct discovery *d = s->found;
	struct discovered_feed *f;

	if (d->n_feeds == LIMIT_CANDIDATES)
		return NULL;
	f = &d->feeds[d->n_feeds++];
	*f = (struct discovered_feed){ .url = arena_copy(&d->arena, url),
		.source = source,
		.newest_at = DATE_NONE };
	return f;
}

static void
discover_take_feed(struct search *s, const struct feed_candidate *c)
{
	struct arena *arena = &s->found->arena;
	struct discovered_feed *f =
	    discover_add_result(s, s->fetched.url, c->source);

	if (f == NULL)
		return;
	f->format = s->feed.format;
	f->title =
	    arena_copy(arena, s->feed.title.len > 0 ? s->feed.title : c->title);
	if (!slice_equal(f->url, c->url))
		f->also[f->n_also++] = arena_copy(arena, c->url);
	f->n_items = s->feed.n_items;
	f->newest_at = s->feed.newest_at;
	f->full_share = s->feed.full_share;
	f->items_hash = s->feed.items_hash;
	f->is_of_comments = discover_has_comments(f);
	f->score = discover_score(f, s->now_at);
}

static void
discover_take_none(
    struct search *s, const struct feed_candidate *c, struct slice why)
{
	struct discovered_feed *f = discover_add_result(s, c->url, c->source);

	if (f != NULL)
		f->why = arena_copy(&s->found->arena, why);
}

/* Fetches and parses one candidate. */
static void
discover_try_candidate(struct search *s, const struct feed_candidate *c)
{
	cli_fetcher_get(s->cli_fetcher, c->url, true, &s->fetched);
	if (s->fetched.why != NULL) {
		discover_take_none(s, c, slice_of(s->fetched.why));
		return;
	}
	discover_read_feed(s);
	if (s->feed.format == FEED_UNKNOWN)
		discover_take_none(s, c, s->feed.why);
	else
		discover_take_feed(s, c);
}

static bool
discover_was_tried(const struct search *s, struct slice url)
{
	const struct discovery *d = s->found;

	for (size_t i = 0; i < d->n_feeds; i++) {
		if (slice_equal(d->feeds[i].url, url))
			return true;
		for (size_t k = 0; k < d->feeds[i].n_also; k++)
			if (slice_equal(d->feeds[i].also[k], url))
				return true;
	}
	return false;
}

/* Fetches the candidates starting at `from`. Returns the number of feeds found
 * so far, without sitemaps. */
static size_t
discover_try_from(struct search *s, size_t from)
{
	size_t n = 0;

	for (size_t i = from; i < s->candidates.n; i++)
		if (!discover_was_tried(s, s->candidates.items[i].url))
			discover_try_candidate(s, &s->candidates.items[i]);
	for (size_t i = 0; i < s->found->n_feeds; i++)
		n += s->found->feeds[i].format != FEED_UNKNOWN &&
		     !discovered_is_sitemap(&s->found->feeds[i]);
	return n;
}

/* Collects and fetches the candidates: the addresses that the page and its site
 * name, and well-known paths. */
static void
discover_search_page(struct search *s, bool guesses)
{
	struct discovery *d = s->found;
	struct arena *arena = &d->arena;
	struct candidates *c = &s->candidates;
	struct slice page = arena_copy(arena, s->fetched.url);
	size_t n_feeds, from;
	struct slice why;

	if (!site_reader_page(
		s->reader, arena, s->fetched.bytes, page, c, &why))
		d->why = arena_copy(arena, why);
	n_feeds = discover_try_from(s, 0);
	if (n_feeds == 0 || guesses) {
		from = c->n;
		discover_guess(arena, page, c);
		discover_try_from(s, from);
	}
	from = c->n;
	site_reader_sitemaps(s->reader, arena,
	    cli_fetcher_robots(s->cli_fetcher, page), page, c, &why);
	if (from == c->n)
		discover_guess_sitemap(arena, page, c);
	discover_try_from(s, from);
}

/* ---- order ---- */

static int
discover_compare(const void *a, const void *b)
{
	const struct discovered_feed *left = a, *right = b;
	bool left_good = left->format != FEED_UNKNOWN;
	bool right_good = right->format != FEED_UNKNOWN;

	if (left_good != right_good)
		return left_good ? -1 : 1;
	if (left->score != right->score)
		return left->score < right->score ? 1 : -1;
	return (left->source > right->source) - (left->source < right->source);
}

static bool
discover_is_same(
    const struct discovered_feed *a, const struct discovered_feed *b)
{
	if (slice_equal(a->url, b->url))
		return true;
	return a->n_items > 0 && a->n_items == b->n_items &&
	       a->items_hash == b->items_hash &&
	       discovered_is_sitemap(a) == discovered_is_sitemap(b);
}

static void
discover_add_also(struct discovered_feed *f, struct slice url)
{
	for (size_t i = 0; i < f->n_also; i++)
		if (slice_equal(f->also[i], url))
			return;
	if (f->n_also < LIMIT_CANDIDATES && !slice_equal(f->url, url))
		f->also[f->n_also++] = url;
}

/* Merges feeds with the same address or the same items. The addresses of the
 * later feeds become alternative addresses of the first, which is the best. */
static void
discover_fold(struct discovery *d)
{
	size_t n = 0;

	for (size_t i = 0; i < d->n_feeds; i++) {
		struct discovered_feed *f = &d->feeds[i];
		size_t k = 0;

		while (k < n && !(f->format != FEED_UNKNOWN &&
				    discover_is_same(&d->feeds[k], f)))
			k++;
		if (k == n) {
			d->feeds[n++] = *f;
			continue;
		}
		discover_add_also(&d->feeds[k], f->url);
		for (size_t j = 0; j < f->n_also; j++)
			discover_add_also(&d->feeds[k], f->also[j]);
	}
	d->n_feeds = n;
	for (d->n_good = 0;
	     d->n_good < n && d->feeds[d->n_good].format != FEED_UNKNOWN;)
		d->n_good++;
}

/* ---- public functions ---- */

static void
discover_search(struct search *s, struct slice url, bool guesses)
{
	struct discovery *d = s->found;
	struct feed_candidate itself = { .url = url,
		.source = CANDIDATE_ITSELF };

	cli_fetcher_get(s->cli_fetcher, url, false, &s->fetched);
	if (s->fetched.why != NULL) {
		d->why = arena_copy(&d->arena, slice_of(s->fetched.why));
		return;
	}
	if (!discover_read_feed(s)) {
		d->why = arena_copy(&d->arena, s->feed.why);
		return;
	}
	d->is_page = s->feed.format == FEED_UNKNOWN;
	if (!d->is_page) {
		d->is_feed = true;
		discover_take_feed(s, &itself);
	} else if (s->feed.new_url.len > 0 &&
		   candidates_add(&d->arena, &s->candidates, SLICE_NONE,
		       s->feed.new_url, SLICE_NONE, CANDIDATE_LINK)) {
		discover_try_from(s, 0);
	} else {
		d->why = arena_copy(&d->arena, s->feed.why);
		discover_search_page(s, guesses);
	}
	qsort(d->feeds, d->n_feeds, sizeof(d->feeds[0]), discover_compare);
	discover_fold(d);
}

int
discover_feeds(struct cli_fetcher *cli_fetcher, struct site_reader *reader,
    struct slice url, bool guesses, int64_t now_at, struct discovery *ret,
    struct err *e)
{
	struct search s = { .cli_fetcher = cli_fetcher,
		.reader = reader,
		.found = ret,
		.now_at = now_at };
	jmp_buf exhausted;
	volatile int rc = 0;

	memset(ret, 0, sizeof(*ret));
	arena_init(&ret->arena, ARENA_BYTES);
	if (setjmp(exhausted) != 0) {
		rc = err_set(e, ERR_LIMIT, "too many feeds were found");
	} else {
		ret->arena.exhausted = &exhausted;
		discover_search(&s, url, guesses);
	}
	return rc;
}

void
discovery_release(struct discovery *d)
{
	arena_release(&d->arena);
}
