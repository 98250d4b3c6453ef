/*
 * cluster_test.c -- copies of a text on several sites are one cluster; copies
 * on one site are one published article.
 */
#include "base/array.h"
#include "base/limits.h"
#include "store/fixture_test.h"

#define SITES 40

static struct fixture_feed f;
static char text[SITES][8192];

/* Text from a small vocabulary; a seed always gives the same text. */
static const char *
cluster_test_words(int slot, unsigned seed, size_t from, size_t to)
{
	uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
	size_t n = 0;

	text[slot][0] = '\0';
	for (size_t i = 0; i < to; i++) {
		state = state * 6364136223846793005u + 1442695040888963407u;
		if (i >= from)
			n += (size_t)snprintf(text[slot] + n,
			    sizeof(text[slot]) - n, "w%u ",
			    (unsigned)(state >> 33) % 2000);
	}
	return text[slot];
}

static int64_t
cluster_test_queue(struct store *s, const char *host, int n)
{
	static char links[MAX_ENTRIES][64], guids[MAX_ENTRIES][32];
	static int used;
	char feed[64];
	int64_t id;

	snprintf(feed, sizeof(feed), "https://%s/rss", host);
	id = put_feed_at(s, feed);
	snprintf(guids[used], sizeof(guids[0]), "g%d", used);
	snprintf(links[used], sizeof(links[0]), "https://%s/story/%d", host, n);
	feed_begin(&f, host);
	feed_add(&f, guids[used], links[used], "Title", "Short.");
	poll(s, id, &f, NOW);
	return article_at(s, links[used++]);
}

static int64_t
cluster_test_cluster(struct store *s, int64_t id)
{
	char sql[96];

	snprintf(sql, sizeof(sql),
	    "SELECT coalesce(cluster_id, 0) FROM article WHERE id = %lld",
	    (long long)id);
	return ask(s, sql);
}

static int64_t
cluster_test_put(struct store *s, const char *host, int n, const char *title,
    const char *body)
{
	int64_t id = cluster_test_queue(s, host, n);
	struct err e = ERR_INIT;

	if (store_story(s, id, title, body, NOW, &e) != 0)
		printf("# %s\n", e.text);
	return id;
}

static void
cluster_test_copies(void)
{
	struct store *s = fixture_open("copies.db", STORE_DAEMON);
	struct err e = ERR_INIT;
	char whole[9000];
	int64_t a = cluster_test_put(
		    s, "a.example", 1, "One", cluster_test_words(0, 1, 0, 300)),
		b, c, d;

	is_int(cluster_test_cluster(s, a), a,
	    "the first article with a text is its own cluster");
	snprintf(whole, sizeof(whole),
	    "ROME (Agency) - %s All rights reserved.",
	    cluster_test_words(0, 1, 0, 300));
	b = cluster_test_put(s, "b.example", 1, "Another headline", whole);
	is_int(cluster_test_cluster(s, b), a,
	    "a copy with another headline on another site is in the cluster");
	c = cluster_test_put(
	    s, "c.example", 1, "Short", cluster_test_words(1, 1, 0, 150));
	is_int(cluster_test_cluster(s, c), a,
	    "a copy of half the length is in the cluster");
	d = cluster_test_put(
	    s, "d.example", 1, "One", cluster_test_words(1, 2, 0, 300));
	is_int(cluster_test_cluster(s, d), d,
	    "another text is not in the cluster");
	is_int(ask(s, "SELECT count(*) FROM article WHERE status = 'done'"), 4,
	    "each site's article is published");
	is_int(
	    cluster_test_cluster(s, cluster_test_put(s, "e.example", 1, "One",
					cluster_test_words(1, 1, 0, 40))),
	    0, "a short text is in no cluster");
	store_story(s, b, "Another headline", cluster_test_words(1, 1, 60, 400),
	    NOW + 9, &e);
	is_int(cluster_test_cluster(s, b), a,
	    "a revised copy remains in the cluster");
	store_story(s, a, "One", cluster_test_words(1, 3, 0, 300), NOW + 9, &e);
	is_int(
	    cluster_test_cluster(s, a), a, "a revised first article remains");
	is_int(cluster_test_cluster(s, b), b,
	    "the oldest copy becomes the first of those with the old text");
	is_int(cluster_test_cluster(s, c), b,
	    "the other copies are in its cluster");
	is_int(cluster_test_cluster(s, cluster_test_put(s, "g.example", 1, "M",
					   cluster_test_words(1, 1, 0, 300))),
	    b, "further copies of the old text are in its cluster");
	is_int(cluster_test_cluster(s, cluster_test_put(s, "f.example", 1, "N",
					   cluster_test_words(1, 3, 0, 300))),
	    a, "copies of its new text are in the cluster");
	store_story(
	    s, c, "Short", cluster_test_words(1, 2, 0, 300), NOW + 9, &e);
	is_int(cluster_test_cluster(s, c), d,
	    "an article with an entirely new text changes its cluster");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* The text of a witness is a copy of an article.  The text of the publisher,
 * which is short, is not. */
static void
cluster_test_lent(void)
{
	struct store *s = fixture_open("lent.db", STORE_DAEMON);
	int64_t a = cluster_test_put(
		    s, "a.example", 1, "One", cluster_test_words(0, 1, 0, 200)),
		v;
	struct err e = ERR_INIT;

	feed_begin(&f, "a");
	feed_add(&f, "w", "https://v.example/story/1", "One",
	    cluster_test_words(0, 1, 0, 200))
	    ->published_at = NOW - FOREVER / 2;
	poll(s, put_feed_at(s, "https://a.example/rss"), &f, NOW);
	v = article_at(s, "https://v.example/story/1");
	store_end(s, v, ARTICLE_FEED_ONLY, "HTTP 404", DATE_NONE, NOW, &e);
	is_int(cluster_test_cluster(s, v), a,
	    "the text of a witness is in the cluster of the text");
	cluster_test_queue(s, "v.example", 1);
	is_int(cluster_test_cluster(s, v), 0,
	    "the short text of the publisher's feed is in no cluster");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
cluster_test_duplicates(void)
{
	struct store *s = fixture_open("twins.db", STORE_DAEMON);
	int64_t a = cluster_test_put(
		    s, "a.example", 1, "One", cluster_test_words(0, 1, 0, 200)),
		b, c;
	char expected[64];

	b = cluster_test_put(
	    s, "a.example", 2, "One", cluster_test_words(0, 1, 0, 200));
	snprintf(expected, sizeof(expected),
	    "feed_only the same as article %lld", (long long)a);
	ok(strcmp(ask_text(s, "SELECT status || ' ' || status_why FROM article "
			      "ORDER BY id DESC LIMIT 1"),
	       expected) == 0,
	    "the same title and text at another address of a site");
	is_int(
	    cluster_test_cluster(s, b), a, "the copy is in the same cluster");
	c = cluster_test_put(
	    s, "a.example", 3, "Two", cluster_test_words(0, 1, 0, 200));
	is_int(ask(s, "SELECT count(*) FROM article WHERE status = 'done'"), 2,
	    "an article of the same site with another title is published");
	is_int(cluster_test_cluster(s, c), a,
	    "that article is in the same cluster");
	c = cluster_test_put(
	    s, "a.example", 4, "Rain", cluster_test_words(0, 1, 100, 280));
	is_int(cluster_test_cluster(s, c), c,
	    "half-similar texts of one site are a template");
	cluster_test_put(
	    s, "b.example", 1, "One", cluster_test_words(0, 1, 0, 200));
	is_int(ask(s, "SELECT count(*) FROM article WHERE status = 'done'"), 4,
	    "a duplicate on another site is published");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* The text of a paywall is similar on all sites with the same software. */
static void
cluster_test_walls(void)
{
	static const struct {
		unsigned flags;
		enum cuter_page_class class;
	} walls[] = { { CUTER_FLAG_STUB, CUTER_PAGE_OTHER },
		{ CUTER_FLAG_PAYWALL, CUTER_PAGE_ARTICLE },
		{ CUTER_FLAG_CONSENT, CUTER_PAGE_OTHER },
		{ 0, CUTER_PAGE_LISTING } };
	struct store *s = fixture_open("walls.db", STORE_DAEMON);
	struct err e = ERR_INIT;

	for (size_t i = 0; i < ARRAY_LENGTH(walls); i++)
		for (int n = 0; n < 2; n++) {
			char host[32];
			struct cuter_article a =
			    story("Wall", cluster_test_words(0, 5, 0, 200));
			struct article_update k = { .status = ARTICLE_DONE,
				.fetched_at = NOW,
				.retry_at = DATE_NONE,
				.article = &a };

			a.flags = walls[i].flags;
			a.page_class = walls[i].class;
			snprintf(host, sizeof(host), "w%zu%d.example", i, n);
			k.id = cluster_test_queue(s, host, 1);
			is_done(store_article_put(s, &k, NOW, &e), &e,
			    "an article is stored");
		}
	is_int(ask(s, "SELECT count(*) FROM article WHERE cluster_id > 0"), 0,
	    "paywalls and consent pages are in no cluster");
	store_close(s);
}

static int
cluster_test_count_row(const struct article_row *row, void *arg)
{
	(void)row;
	++*(int *)arg;
	return 0;
}

static int
cluster_test_count_change(const struct change_row *row, void *arg)
{
	(void)row;
	++*(int *)arg;
	return 0;
}

/* The number of lookups does not grow with the number of copies. */
static void
cluster_test_many(void)
{
	struct store *s = fixture_open("many.db", STORE_DAEMON);
	struct article_filter filter = { .since_at = DATE_NONE,
		.until_at = DATE_NONE,
		.one_per_cluster = true };
	struct change_query changes = { .limit = 1000,
		.one_per_cluster = true };
	struct retention none = {
		.articles_s = 0, .raw_s = FOREVER, .polls_s = FOREVER
	};
	struct retention_done done;
	struct err e = ERR_INIT;
	int64_t first = 0, seq = 0;
	int n = 0;

	for (int i = 0; i < SITES; i++) {
		char host[32];
		int64_t id;

		snprintf(host, sizeof(host), "site%d.example", i);
		id = cluster_test_put(
		    s, host, 1, "One", cluster_test_words(0, 1, 0, 200));
		first = i == 0 ? id : first;
	}
	is_int(ask(s, "SELECT count(DISTINCT cluster_id) FROM article"), 1,
	    "forty copies are one cluster");
	is_int(ask(s, "SELECT count(*) FROM fingerprint WHERE is_first"), 1,
	    "one fingerprint is looked up");
	is_done(store_article_list(s, &filter, cluster_test_count_row, &n, &e),
	    &e, "the articles are listed");
	is_int(n, 1, "a list of one article per cluster has only the first");
	n = 0;
	is_done(
	    store_changes(s, &changes, cluster_test_count_change, &n, &seq, &e),
	    &e, "the changes are read");
	is_int(n, 1,
	    "the change log with one article per cluster has only the first");
	store_end(s, first, ARTICLE_GONE, "410", DATE_NONE, NOW + 1, &e);
	n = 0;
	store_article_list(s, &filter, cluster_test_count_row, &n, &e);
	is_int(
	    n, 2, "if the first is withdrawn, the oldest copy takes its place");
	is_wellformed(s, "the database has no fault");
	is_done(store_retain(s, &none, NOW + 10, 1000, &done, &e), &e,
	    "retention deletes old articles");
	is_int(ask(s, "SELECT count(*) FROM fingerprint"), 0,
	    "retention deletes the fingerprints of old articles");
	first = cluster_test_put(
	    s, "late.example", 1, "One", cluster_test_words(0, 1, 0, 200));
	is_int(cluster_test_cluster(s, first), first,
	    "a deleted article is no longer a first article");
	store_close(s);
}

static int
cluster_test_note_kind(const struct change_row *row, void *arg)
{
	char *all = arg;
	size_t n = strlen(all);

	snprintf(all + n, 256 - n, "%lld %.*s, ", (long long)row->article.id,
	    SLICE_ARG(row->kind));
	return 0;
}

/* A published article becomes a copy of another and is then withdrawn.
 * Consumers that received the article must receive the withdrawal, too. */
static void
cluster_test_withdrawn(void)
{
	struct store *s = fixture_open("withdrawn.db", STORE_DAEMON);
	struct change_query changes = { .limit = 1000,
		.one_per_cluster = true };
	struct err e = ERR_INIT;
	char said[256] = "", expected[256];
	int64_t flash = cluster_test_put(
	    s, "a.example", 1, "One", cluster_test_words(0, 1, 0, 40));
	int64_t first, seq = 0;

	is_done(
	    store_changes(s, &changes, cluster_test_note_kind, said, &seq, &e),
	    &e, "a flash is published");
	first = cluster_test_put(
	    s, "b.example", 1, "One", cluster_test_words(0, 1, 0, 200));
	store_story(
	    s, flash, "One", cluster_test_words(0, 1, 0, 200), NOW + 1, &e);
	is_int(cluster_test_cluster(s, flash), first,
	    "the revised text becomes a copy");
	store_end(s, flash, ARTICLE_GONE, "410", DATE_NONE, NOW + 2, &e);
	changes.after = seq;
	is_done(
	    store_changes(s, &changes, cluster_test_note_kind, said, &seq, &e),
	    &e, "the changes are read");
	snprintf(expected, sizeof(expected),
	    "%lld new, %lld new, %lld "
	    "withdrawn, ",
	    (long long)flash, (long long)first, (long long)flash);
	if (!ok(strcmp(said, expected) == 0,
		"the withdrawal is in the change log"))
		printf("# %s\n", said);
	store_close(s);
}

/* After a rollback, a revision or a restart, the index in memory gives the same
 * result as the database. */
static void
cluster_test_memory(void)
{
	struct store *s = fixture_open("memory.db", STORE_DAEMON);
	struct err e = ERR_INIT;
	int64_t a = cluster_test_put(
		    s, "a.example", 1, "One", cluster_test_words(0, 1, 0, 200)),
		b;

	cluster_test_put(
	    s, "b.example", 1, "Other", cluster_test_words(1, 2, 0, 200));
	is_done(store_begin(s, &e), &e, "a transaction is begun");
	cluster_test_put(
	    s, "c.example", 1, "Third", cluster_test_words(1, 3, 0, 200));
	store_story(s, a, "One", cluster_test_words(1, 4, 0, 200), NOW + 1, &e);
	store_rollback(s);
	b = cluster_test_put(
	    s, "d.example", 1, "Third", cluster_test_words(1, 3, 0, 200));
	is_int(cluster_test_cluster(s, b), b,
	    "a rolled-back article is not the first of a cluster");
	b = cluster_test_put(
	    s, "e.example", 1, "Four", cluster_test_words(1, 4, 0, 200));
	is_int(cluster_test_cluster(s, b), b,
	    "a text that was rolled back is not found");
	b = cluster_test_put(
	    s, "f.example", 1, "One", cluster_test_words(0, 1, 0, 200));
	is_int(cluster_test_cluster(s, b), a,
	    "a text is found by its earlier version");
	store_close(s);

	s = fixture_open("memory.db", STORE_DAEMON);
	b = cluster_test_put(
	    s, "g.example", 1, "One", cluster_test_words(0, 1, 0, 200));
	is_int(cluster_test_cluster(s, b), a,
	    "the cluster is the same after the next start");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* Two daemons on one database, whose indexes are filled before either stores a
 * copy of the other's text. */
static void
cluster_test_nodes(void)
{
	struct store *a = fixture_open("nodes.db", STORE_DAEMON),
		     *b = fixture_open("nodes.db", STORE_WRITE);
	int64_t first, copy;

	cluster_test_put(
	    a, "a.example", 1, "One", cluster_test_words(0, 1, 0, 200));
	cluster_test_put(
	    b, "b.example", 1, "Two", cluster_test_words(0, 2, 0, 200));
	first = cluster_test_put(
	    a, "c.example", 1, "Three", cluster_test_words(0, 3, 0, 200));
	copy = cluster_test_put(
	    b, "d.example", 1, "Three", cluster_test_words(0, 3, 0, 200));
	is_int(cluster_test_cluster(a, copy), first,
	    "a copy on another node of a text of this node is in its cluster");
	copy = cluster_test_put(
	    a, "e.example", 1, "Two", cluster_test_words(0, 2, 0, 200));
	is_int(cluster_test_cluster(a, copy) == copy, 0,
	    "a copy on this node of a text of the other node is in its "
	    "cluster");
	store_close(b);
	store_close(a);
}

int
main(void)
{
	fixture_begin();
	cluster_test_copies();
	cluster_test_lent();
	cluster_test_duplicates();
	cluster_test_walls();
	cluster_test_many();
	cluster_test_withdrawn();
	cluster_test_memory();
	if (fixture_is_postgres())
		cluster_test_nodes();
	return done_testing();
}
