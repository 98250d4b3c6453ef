/* consumer_test.c -- consumers and the change log. */
#include <sys/wait.h>

#include <signal.h>

#include "store/fixture_test.h"

static struct fixture_feed f;

struct seen {
	int n;
	int64_t last_seq;
	bool rising;
	char last[256];
};

static int
consumer_test_see(const struct change_row *row, void *arg)
{
	struct seen *seen = arg;

	seen->n++;
	seen->rising = seen->n == 1 || row->seq > seen->last_seq;
	seen->last_seq = row->seq;
	snprintf(seen->last, sizeof(seen->last), "%.*s %.*s %.*s",
	    SLICE_ARG(row->kind), SLICE_ARG(row->article.title),
	    SLICE_ARG(row->article.body));
	return 0;
}

static struct seen
consumer_test_changes(struct store *s, int64_t after, size_t limit)
{
	struct change_query what = { .after = after, .limit = limit };
	struct seen seen = { .rising = true };
	struct err e = ERR_INIT;
	int64_t looked = 0;

	if (store_changes(s, &what, consumer_test_see, &seen, &looked, &e) != 0)
		printf("# %s\n", e.text);
	return seen;
}

static void
consumer_test_add(struct store *s, int64_t feed_id, int from, int n)
{
	static char guids[MAX_ENTRIES][16];

	feed_begin(&f, "F");
	for (int i = 0; i < n; i++) {
		snprintf(guids[i], sizeof(guids[0]), "%d", from + i);
		feed_add(&f, guids[i], NULL, guids[i], "Words.");
	}
	poll(s, feed_id, &f, NOW);
}

static struct consumer_row listed;

static int
consumer_test_see_consumer(const struct consumer_row *row, void *arg)
{
	++*(int *)arg;
	listed = *row;
	return 0;
}

#define NAME SLICE("summariser")

/* After a restored backup, numbers are skipped (docs/fleet.md). */
static void
consumer_test_skipped(struct store *s)
{
	struct err e = ERR_INIT;
	int n = 0;

	ok(do_sql_of(s,
	       "UPDATE sqlite_sequence SET seq = seq + 1000000000 "
	       "WHERE name = 'change'",
	       "UPDATE change_counter SET seq = seq + 1000000000"),
	    "numbers of changes are skipped");
	is_done(store_consumer_lags(s, consumer_test_see_consumer, &n, &e), &e,
	    "the lags are listed");
	ok(n == 1 && listed.seq == 600 && listed.lag == 1,
	    "skipped numbers do not count as unread changes: %lld",
	    (long long)listed.lag);
}

static void
consumer_test_cursor(struct store *s, int64_t feed_id)
{
	struct err e = ERR_INIT;
	int64_t seq = -1, last = -1;
	struct lease_ack ack = { .consumer = NAME, .seq = 501, .now = NOW + 1 };
	struct seen seen;
	int n = 0;

	is_done(store_last_seq(s, &last, &e), &e, "the newest change");
	is_int(last, 0, "the newest change of an empty log is 0");
	is_done(store_consumer_open(s, NAME, 0, NOW, &seq, &e), &e,
	    "the consumer is created");
	is_int(seq, 0, "from the start");
	consumer_test_add(s, feed_id, 0, 600);
	seen = consumer_test_changes(s, 0, 500);
	ok(seen.n == 500 && seen.rising && seen.last_seq == 500,
	    "500 changes in ascending order, over several pages");
	seen = consumer_test_changes(s, 500, 500);
	is_int(seen.n, 100, "the remaining changes");
	ok(strcmp(seen.last, "new 0 Words.") == 0,
	    "each change has its article");
	is_done(store_consumer_ack(s, NAME, 500, NOW + 1, &e), &e,
	    "changes are acknowledged");
	store_consumer_open(s, NAME, 0, NOW, &seq, &e);
	is_int(seq, 500, "an opened consumer continues after its cursor");
	is_done(store_consumer_ack(s, NAME, 400, NOW + 2, &e), &e,
	    "an acknowledgement before the cursor is not an error");
	store_consumer_open(s, NAME, -1, NOW, &seq, &e);
	is_int(seq, 500, "an open does not move the cursor");
	ack.after_seq = 501;
	is_int(store_lease_ack(s, &ack, &e), ERR_REFUSED,
	    "a cursor that was moved back is not moved");
	store_consumer_open(s, NAME, 0, NOW, &seq, &e);
	is_int(seq, 500, "the cursor remains");
	ack.after_seq = 500;
	is_done(store_lease_ack(s, &ack, &e), &e,
	    "a cursor that was not moved back is moved");
	store_consumer_open(s, NAME, 0, NOW, &seq, &e);
	is_int(seq, 501, "to the acknowledged change");
	is_int(store_consumer_ack(s, NAME, 601, NOW, &e), ERR_USAGE,
	    "an acknowledgement after the newest change is refused");
	is_int(store_consumer_ack(s, SLICE("nobody"), 1, NOW, &e),
	    ERR_NOT_FOUND, "no such consumer");
	is_done(store_consumer_list(s, consumer_test_see_consumer, &n, &e), &e,
	    "the consumers are listed");
	ok(n == 1 && listed.seq == 501 && listed.lag == 99 &&
		listed.made_at == NOW && listed.last_ack_at == NOW + 1,
	    "the list has cursor, lag and times");
	is_done(store_consumer_seek(s, NAME, 10, NOW, &e), &e,
	    "the cursor is set back");
	store_consumer_open(s, NAME, 0, NOW, &seq, &e);
	is_int(seq, 10, "moves the cursor");
	is_done(store_consumer_seek(s, NAME, -1, NOW, &e), &e, "seek to now");
	store_consumer_open(s, NAME, 0, NOW, &seq, &e);
	is_int(seq, 600, "moves the cursor");
	is_int(store_consumer_seek(s, NAME, 601, NOW, &e), ERR_USAGE,
	    "a cursor after the newest change is refused");
	is_int(store_consumer_seek(s, SLICE("nobody"), 1, NOW, &e),
	    ERR_NOT_FOUND, "no such consumer");
	is_done(store_consumer_open(s, SLICE("new"), -1, NOW, &seq, &e), &e,
	    "a consumer that starts at the newest change is created");
	is_int(seq, 600, "the consumer starts at the newest change");
	is_done(store_consumer_remove(s, SLICE("new"), &e), &e,
	    "the consumer is removed");
	is_int(store_consumer_remove(s, SLICE("new"), &e), ERR_NOT_FOUND,
	    "a removed consumer is not found");
	is_int(store_consumer_open(s, SLICE(""), 0, NOW, &seq, &e), ERR_USAGE,
	    "an empty name is an error");
	is_int(store_consumer_open(s, SLICE("a\nb"), 0, NOW, &seq, &e),
	    ERR_USAGE, "a name with a line break is an error");
}

/* A sequence number is not used again, even if the last change is purged. */
static void
consumer_test_never_again(struct store *s, int64_t feed_id)
{
	struct retention all = { -1, FOREVER, FOREVER };
	struct retention_done done;
	struct err e = ERR_INIT;
	int64_t last = 0;

	is_done(store_retain(s, &all, NOW, 10000, &done, &e), &e,
	    "all articles are purged");
	is_int(ask(s, "SELECT count(*) FROM change"), 0, "no change is left");
	store_last_seq(s, &last, &e);
	is_int(last, 600, "the newest number is still known");
	is_int(consumer_test_changes(s, 0, 10).n, 0,
	    "a purged log has no changes to read");
	consumer_test_add(s, feed_id, 1000, 1);
	is_int(consumer_test_changes(s, 0, 10).last_seq, 601,
	    "the next change has a new number");
	is_wellformed(s, "the database has no fault");
}

/* A reader reads while a writer commits. It must get each change once, in
 * order. */
static void
consumer_test_beside_the_writer(void)
{
	struct store *s = fixture_open("beside.db", STORE_DAEMON);
	struct store *reader;
	struct seen seen;
	int64_t after = 0, n = 0, id = put_feed_at(s, "https://a/");
	bool rising = true;
	pid_t writer;
	int status = 0;

	store_close(s);
	if ((writer = fork()) == 0) {
		s = fixture_open("beside.db", STORE_DAEMON);
		for (int i = 0; i < 100; i++)
			consumer_test_add(s, id, i * 20, 20);
		store_close(s);
		_exit(0);
	}
	reader = fixture_open("beside.db", STORE_READ);
	while (n < 2000) {
		seen = consumer_test_changes(reader, after, 7);
		rising = rising && seen.rising &&
			 (seen.n == 0 || seen.last_seq == after + seen.n);
		after = seen.n > 0 ? seen.last_seq : after;
		n += seen.n;
		if (seen.n == 0 && waitpid(writer, &status, WNOHANG) != 0 &&
		    consumer_test_changes(reader, after, 1).n == 0)
			break;
	}
	is_int(n, 2000, "a reader gets every change while a writer commits");
	ok(rising, "the changes are in order, and each is given once");
	store_close(reader);
}

/* A killed consumer gets at most its last batch again, and misses no change. */
static void
consumer_test_at_least_once(void)
{
	struct store *s = fixture_open("once.db", STORE_DAEMON);
	static unsigned char count[2001];
	int64_t id = put_feed_at(s, "https://a/"), seq = 0;
	unsigned seed = (unsigned)getpid();
	int n_missing = 0, kills = 0;
	struct err e = ERR_INIT;

	consumer_test_add(s, id, 0, 1000);
	store_consumer_open(s, NAME, 0, NOW, &seq, &e);
	printf("# seed %u\n", seed);
	srand(seed);
	while (seq < 1000) {
		size_t batch = (size_t)(rand() % 50 + 1);
		struct seen seen = consumer_test_changes(s, seq, batch);

		for (int64_t i = seq + 1; i <= seen.last_seq; i++)
			count[i]++;
		if (rand() % 3 == 0)
			kills++; /* before its ack */
		else
			store_consumer_ack(s, NAME, seen.last_seq, NOW, &e);
		store_close(s);
		s = fixture_open("once.db", STORE_DAEMON);
		store_consumer_open(s, NAME, 0, NOW, &seq, &e);
	}
	for (int i = 1; i <= 1000; i++)
		n_missing += count[i] == 0;
	is_int(n_missing, 0, "a consumer that was killed gets all changes");
	printf("# died %d times\n", kills);
	store_close(s);
}

/* First texts are applied at the end of the transaction.  The log nevertheless
 * has the order of the calls, and does not contain failed calls. */
static void
consumer_test_one_transaction(void)
{
	struct store *s = fixture_open("one.db", STORE_DAEMON);
	int64_t feed_id = put_feed_at(s, "https://example.org/one");
	int64_t first, second;
	struct err e = ERR_INIT;

	feed_begin(&f, "F");
	feed_add(&f, "a", "https://example.org/a", "A", "Words.");
	feed_add(&f, "b", "https://example.org/b", "B", "Words.");
	poll(s, feed_id, &f, NOW);
	first = article_at(s, "https://example.org/a");
	second = article_at(s, "https://example.org/b");
	store_begin(s, &e);
	consumer_test_add(s, feed_id, 0, 2);
	is_done(store_story(s, first, "A", "It began.", NOW, &e), &e,
	    "a text is stored");
	is_done(store_story(s, first, "A", "It went on.", NOW, &e), &e,
	    "the text is revised");
	is_int(store_story(s, 99, "X", "Of nothing.", NOW, &e), ERR_NOT_FOUND,
	    "an absent article is not stored");
	is_done(store_story(s, second, "B", "Late.", NOW + 1, &e), &e,
	    "another article is stored a second later");
	is_done(
	    store_commit(s, &e), &e, "all texts are stored in one transaction");
	is_slice(
	    slice_of(ask_text(s,
		s->postgres != NULL
		    ? "SELECT string_agg(c.kind || ' ' || c.revision || ' ' || "
		      "a.title || ' ' || extract(epoch FROM c.at)::bigint - "
		      "1700000000, ', ' ORDER BY seq) FROM change c "
		      "JOIN article a ON a.id = c.article_id"
		    : "SELECT group_concat(told, ', ') FROM (SELECT c.kind || "
		      "' ' || c.revision || ' ' || a.title || ' ' || "
		      "(c.at - 1700000000) AS told FROM change c "
		      "JOIN article a ON a.id = c.article_id ORDER BY seq)")),
	    SLICE("new 1 1 0, new 1 0 0, new 1 A 0, revised 2 A 0, new 1 B 1"),
	    "the log has the order of the calls");
	is_int(fixture_count_hits(s, "words") + fixture_count_hits(s, "went") +
		   fixture_count_hits(s, "late"),
	    4, "the last text of each is found");
	is_wellformed(s, "the database has no faults");
	store_begin(s, &e);
	consumer_test_add(s, feed_id, 2, 3);
	store_rollback(s);
	consumer_test_add(s, feed_id, 7, 1);
	is_int(ask(s, "SELECT count(*) FROM change"), 6,
	    "a rolled-back change is not in the log later");
	store_close(s);
}

int
main(void)
{
	struct store *s;
	int64_t id;

	fixture_begin();
	s = fixture_open("consumer.db", STORE_DAEMON);
	id = put_feed_at(s, "https://example.org/rss");
	consumer_test_cursor(s, id);
	consumer_test_never_again(s, id);
	consumer_test_skipped(s);
	store_close(s);
	consumer_test_one_transaction();
	consumer_test_beside_the_writer();
	consumer_test_at_least_once();
	return done_testing();
}
