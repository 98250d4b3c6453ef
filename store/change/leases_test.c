/* leases_test.c -- several readers of one consumer.  A random schedule is
 * compared with a model that has one state for each change. */
#include "base/limits.h"
#include "store/fixture_test.h"

#define STEPS       (fixture_is_postgres() ? 20000 : 100000) /* by their cost */
#define MOST        4096 /* changes */
#define MOST_LEASES 4096 /* maximum number of old leases in the test */

static struct fixture_feed f;
static struct store *s;
static const struct slice shared = SLICE("shared");
static int64_t article, now = NOW, boot_ms = 1000000;

static int64_t
leases_test_clock(void)
{
	return boot_ms;
}

/* ---- a log ---- */

static void
leases_test_add(int n, const char *kind)
{
	char sql[256];

	snprintf(sql, sizeof(sql),
	    s->postgres != NULL
		? "INSERT INTO change SELECT seq + i, %1$lld, 1, '%2$s', "
		  "now() FROM change_counter, generate_series(1, %3$d) AS g "
		  "(i); "
		  "UPDATE change_counter SET seq = seq + %3$d"
		: "INSERT INTO change (article_id, revision, kind, at) "
		  "SELECT %lld, 1, '%s', 1 FROM json_each('[0' || "
		  "replace(hex(zeroblob(%d - 1)), '00', ',0') || ']')",
	    (long long)article, kind, n);
	if (n > 0)
		do_sql(s, sql);
}

/* Opens a database whose log has n changes. */
static void
leases_test_open(const char *name, int n)
{
	int64_t feed;

	s = fixture_open(name, STORE_DAEMON);
	do_sql_of(
	    s, "PRAGMA synchronous = OFF", "SET synchronous_commit = off");
	feed = put_feed_at(s, "https://example.org/feed");
	feed_begin(&f, "F");
	feed_add(&f, "1", NULL, "A story", "Words.");
	poll(s, feed, &f, NOW);
	article = ask(s, "SELECT id FROM article");
	leases_test_add(n - 1, "new");
}

static int64_t
leases_test_cursor(void)
{
	struct err e = ERR_INIT;
	int64_t seq = -1;

	store_consumer_get(s, shared, &seq, &e);
	return seq;
}

static struct lease
leases_test_take(size_t limit, int64_t lease_ms, int64_t max_redeliveries)
{
	struct lease_request request = { .consumer = shared,
		.wanted = { .limit = limit },
		.lease_ms = lease_ms,
		.max_redeliveries = max_redeliveries,
		.now = now,
		.clock_ms = leases_test_clock };
	struct lease lease = { .id = -1 };
	struct err e = ERR_INIT;

	if (store_lease_take(s, &request, &lease, &e) != 0)
		printf("# %s\n", e.text);
	return lease;
}

static int
leases_test_ack(int64_t seq, int64_t lease_id)
{
	struct lease_ack ack = { .consumer = shared,
		.seq = seq,
		.lease_id = lease_id,
		.now = now,
		.renews = true,
		.clock_ms = leases_test_clock };
	struct err e = ERR_INIT;

	return store_lease_ack(s, &ack, &e);
}

static bool
leases_test_is(
    const struct lease *lease, int64_t after, int64_t upto, int64_t redelivered)
{
	if (lease->id > 0 && lease->after_seq == after &&
	    lease->upto_seq == upto && lease->redelivered == redelivered)
		return true;
	printf("# lease %lld: %lld to %lld, redelivered %lld\n",
	    (long long)lease->id, (long long)lease->after_seq,
	    (long long)lease->upto_seq, (long long)lease->redelivered);
	return false;
}

/* ---- single rules ---- */

static void
leases_test_out_of_order(void)
{
	struct lease a, b, c;

	a = leases_test_take(4, 1000, 3);
	b = leases_test_take(4, 1000, 3);
	ok(leases_test_is(&a, 0, 4, 0), "the first reader gets changes 1 to 4");
	ok(leases_test_is(&b, 4, 8, 0), "the second reader gets 5 to 8");
	is_int(leases_test_ack(8, 0), 0, "the second batch is acknowledged");
	is_int(leases_test_cursor(), 0, "the cursor stays before the first");
	is_int(leases_test_ack(2, 0), 0, "change 2 is acknowledged");
	is_int(leases_test_cursor(), 2, "the cursor moves to change 2");
	is_int(leases_test_ack(7, 0), 0, "a second acknowledgement is allowed");
	is_int(leases_test_cursor(), 2, "the cursor does not move again");
	is_int(leases_test_ack(11, 0), ERR_USAGE,
	    "a change that no reader has got cannot be acknowledged");
	is_int(leases_test_ack(8, a.id), 0,
	    "an acknowledged change of another lease is not an error");
	c = leases_test_take(4, 1000, 3);
	ok(leases_test_is(&c, 8, 10, 0), "the third batch ends with the log");
	is_int(leases_test_ack(10, a.id), ERR_REFUSED,
	    "a lease acknowledges no change of another one");
	is_int(leases_test_ack(10, c.id), 0, "the right lease is accepted");
	is_int(leases_test_ack(4, a.id), 0, "the first batch is acknowledged");
	is_int(leases_test_cursor(), 10, "the cursor passes all three batches");
}

static void
leases_test_expiry(void)
{
	struct lease a, b;

	leases_test_add(4, "new");
	a = leases_test_take(4, 1000, 3);
	now -= 30 * 86400;
	b = leases_test_take(4, 1000, 3);
	is_int(b.id, 0, "setting the clock back frees no batch");
	now += 60 * 86400;
	b = leases_test_take(4, 1000, 3);
	is_int(b.id, 0, "setting the clock forward frees no batch");
	is_int(b.wait_ms, 1000, "the time until the lease expires is known");
	is_int(leases_test_ack(12, a.id), 0, "a part is acknowledged");
	boot_ms += 999;
	is_int(leases_test_ack(13, a.id), 0, "a later part is acknowledged");
	boot_ms += 999;
	b = leases_test_take(4, 1000, 3);
	is_int(b.id, 0, "each acknowledgement begins the lease again");
	boot_ms++;
	b = leases_test_take(4, 1000, 3);
	ok(leases_test_is(&b, 13, 14, 1), "the other part is redelivered");
	is_int(leases_test_ack(14, a.id), ERR_REFUSED,
	    "the expired lease acknowledges nothing");
	is_int(leases_test_cursor(), 13, "the cursor does not move");
	boot_ms = 10;
	a = leases_test_take(4, 1000, 3);
	ok(leases_test_is(&a, 13, 14, 2), "a reboot ends the lease");
	is_int(leases_test_ack(14, 0), 0, "the id of a lease is optional");
	is_int(leases_test_cursor(), 14, "without an id the cursor moves");
	boot_ms = 2000000;
}

static int
leases_test_see_dead(const struct dead_change_row *row, void *arg)
{
	int64_t *seq = arg;

	*seq = *seq * 100 + row->seq;
	return row->redelivered == 3 && row->article_id == article ? 0 : -1;
}

/* Changes 15 to 18 are a batch.  Each reader that gets change 16 crashes. */
static void
leases_test_dead(void)
{
	struct err e = ERR_INIT;
	int64_t n = -1, dead = 0;
	struct lease lease;
	int deliveries = 0;

	leases_test_add(4, "new");
	for (int i = 0; i < 30; i++, boot_ms += 100) {
		lease = leases_test_take(4, 100, 3);
		for (int64_t seq = lease.after_seq + 1;
		     lease.id != 0 && seq <= lease.upto_seq; seq++) {
			deliveries += seq == 16;
			if (seq == 16)
				break;
			leases_test_ack(seq, lease.id);
		}
	}
	is_int(deliveries, 4, "change 16 was delivered once and 3 times more");
	is_int(leases_test_cursor(), 18, "the cursor passes the change");
	is_int(ask(s, "SELECT count(*) FROM lease"), 0, "no batch is left");
	is_int(store_dead_list(s, shared, leases_test_see_dead, &dead, &e), 0,
	    "the changes that were set aside are listed");
	is_int(dead, 16, "only change 16 was set aside");
	is_int(store_dead_retry(s, shared, 0, now, &n, &e) == 0 && n == 1, 1,
	    "the change that was set aside is available again");
	is_int(leases_test_cursor(), 15, "the cursor is before the change");
	lease = leases_test_take(4, 100, 3);
	ok(leases_test_is(&lease, 15, 16, 0), "change 16 counts as new");
	is_int(leases_test_ack(16, lease.id), 0, "this change is acknowledged");
	is_int(leases_test_cursor(), 18, "the cursor is at 18 again");
}

static void
leases_test_plain(void)
{
	struct err e = ERR_INIT;
	struct lease lease;
	int64_t seq;

	leases_test_add(4, "new");
	lease = leases_test_take(2, 100, 3);
	is_int(store_consumer_open(s, shared, 0, now, &seq, &e), ERR_REFUSED,
	    "a reader without leases is refused while batches are leased");
	is_int(leases_test_ack(lease.upto_seq, 0), 0, "the leases end");
	is_int(store_consumer_open(s, shared, 0, now, &seq, &e), 0,
	    "a reader without leases may then read");
	is_int(store_consumer_ack(s, shared, 22, now, &e), 0,
	    "a reader without leases acknowledges all changes up to one");
	is_int(leases_test_cursor(), 22, "the cursor moves to change 22");
	is_int(leases_test_ack(19, lease.id), 0, "an old lease is accepted");
	is_int(leases_test_cursor(), 22, "an old lease moves nothing");
	is_int(store_consumer_seek(s, shared, 3, now, &e), 0, "seek to 3");
	is_int(leases_test_ack(20, lease.id), ERR_REFUSED,
	    "an old lease acknowledges nothing after a seek");
	is_int(leases_test_cursor(), 3, "a refusal moves nothing");
}

static void
leases_test_filter(void)
{
	struct lease_request request = { .consumer = shared,
		.wanted = { .limit = 2, .kind = SLICE("revised") },
		.lease_ms = 100,
		.max_redeliveries = 3,
		.now = now,
		.clock_ms = leases_test_clock };
	struct err e = ERR_INIT;
	struct lease lease;

	store_consumer_seek(s, shared, 22, now, &e);
	leases_test_add(3, "new");
	leases_test_add(1, "revised");
	leases_test_add(3, "new");
	store_lease_take(s, &request, &lease, &e);
	ok(leases_test_is(&lease, 22, 26, 0),
	    "a batch ends with a matching change");
	is_int(leases_test_ack(26, 0), 0, "the batch is acknowledged");
	is_int(leases_test_cursor(), 29, "the cursor passes other changes");
	leases_test_add(3, "new");
	store_lease_take(s, &request, &lease, &e);
	is_int(lease.id, 0, "changes that do not match make no batch");
	is_int(leases_test_cursor(), 32, "the cursor passes filtered changes");
	is_int(lease.wait_ms, -1, "no lease is held");
}

/* Inserts a batch that contains only the change seq, as the last batch. */
static void
leases_test_insert(int64_t seq)
{
	char sql[512];

	snprintf(sql, sizeof(sql),
	    "INSERT INTO lease (consumer, after_seq, upto_seq, deliveries, "
	    "lease_ms, taken_ms, expires_ms) VALUES ('shared', %lld, %lld, 1, "
	    "1, 1, 1 << 60); UPDATE consumer SET delivered_seq = %lld "
	    "WHERE name = 'shared'",
	    (long long)seq - 1, (long long)seq, (long long)seq);
	do_sql(s, sql);
}

static void
leases_test_limits(void)
{
	struct lease_request request = { .consumer = shared,
		.wanted = { .limit = 1 },
		.lease_ms = 100,
		.max_redeliveries = 3,
		.clock_ms = leases_test_clock };
	struct err e = ERR_INIT;
	struct lease lease;
	int n = 0;

	request.lease_ms = LIMIT_LEASE_MS + 1;
	is_int(store_lease_take(s, &request, &lease, &e), ERR_USAGE,
	    "a lease that is too long is refused");
	request.lease_ms = 100;
	request.wanted.limit = 0;
	is_int(store_lease_take(s, &request, &lease, &e), ERR_USAGE,
	    "a batch of nothing");
	request.wanted.limit = 1;
	request.consumer = SLICE("nobody");
	is_int(store_lease_take(s, &request, &lease, &e), ERR_NOT_FOUND,
	    "a consumer that does not exist is refused");
	leases_test_add(2 * LIMIT_LEASES, "new");
	lease = leases_test_take(1, 100000, 3);
	store_begin(s, &e);
	while (n++ < LIMIT_LEASES - 2)
		leases_test_insert(lease.upto_seq + n);
	store_commit(s, &e);
	lease = leases_test_take(1, 100000, 3);
	is_int(lease.id > 0, 1, "a batch below the limit of batches");
	lease = leases_test_take(1, 100000, 3);
	is_int(lease.id, 0, "readers wait when there are too many batches");
	is_int(leases_test_ack(33, 0), 0, "a batch is acknowledged");
	lease = leases_test_take(1, 100000, 3);
	is_int(lease.id > 0, 1, "another batch is then available");
}

/* ---- the model ---- */

enum model_state { NOT_DELIVERED, LEASED, ACKNOWLEDGED, SET_ASIDE };

static struct model {
	enum model_state state[MOST + 1];
	int64_t lease_id[MOST + 1], expires_ms[MOST + 1], taken_ms[MOST + 1];
	int64_t lease_ms[MOST + 1], redelivered[MOST + 1];
	int64_t last, delivered;
} m;
static struct lease held[MOST_LEASES];
static size_t n_held;
static uint64_t model_seed = 1;
static int64_t n_reboots;

static int64_t
leases_test_random(int64_t n)
{
	model_seed = model_seed * 6364136223846793005u + 1442695040888963407u;
	return (int64_t)((model_seed >> 33) % (uint64_t)n);
}

static bool
leases_test_has_expired(int64_t seq)
{
	return m.state[seq] == LEASED &&
	       (m.expires_ms[seq] <= boot_ms || m.taken_ms[seq] > boot_ms);
}

/* Marks the changes that the request must have set aside: changes that were
 * redelivered at least `most` times and whose last lease has expired.  If the
 * request returned a batch, only changes before the batch are marked. */
static void
leases_test_model_set_aside(const struct lease *lease, int64_t most)
{
	for (int64_t seq = 1; seq <= m.delivered; seq++) {
		if (lease->id > 0 && seq > lease->after_seq)
			break;
		if (leases_test_has_expired(seq) && m.redelivered[seq] >= most)
			m.state[seq] = SET_ASIDE;
	}
}

/* Checks that the rest of an expired batch has a new number, which no reader
 * knows. */
static void
leases_test_model_rest(const struct lease *lease, int64_t old_id)
{
	for (int64_t seq = lease->upto_seq + 1;
	     seq <= m.last && m.state[seq] == LEASED &&
	     m.lease_id[seq] == old_id;
	     seq++) {
		m.lease_id[seq] = -MOST - lease->id;
		m.taken_ms[seq] = m.expires_ms[seq] = 0;
	}
}

/* A batch contains the first expired changes. If no change has expired, it
 * contains the first new changes. */
static bool
leases_test_model_take(
    const struct lease *lease, size_t limit, int64_t lease_ms, int64_t most)
{
	int64_t old_id = lease->id > 0 ? m.lease_id[lease->upto_seq] : 0;
	bool is_good = true;

	leases_test_model_set_aside(lease, most);
	for (int64_t seq = 1; seq <= m.last; seq++) {
		bool in_batch = lease->id > 0 && seq > lease->after_seq &&
				seq <= lease->upto_seq;
		bool is_new = m.state[seq] == NOT_DELIVERED;

		if (!in_batch) {
			/* No available change may have been skipped. */
			if (lease->id == 0 || seq <= lease->after_seq)
				is_good &=
				    !is_new && !leases_test_has_expired(seq);
			continue;
		}
		is_good &= is_new || leases_test_has_expired(seq);
		m.redelivered[seq] = is_new ? 0 : m.redelivered[seq] + 1;
		is_good &= m.redelivered[seq] == lease->redelivered &&
			   lease->redelivered <= most;
		m.state[seq] = LEASED;
		m.lease_id[seq] = lease->id;
		m.taken_ms[seq] = boot_ms;
		m.lease_ms[seq] = lease_ms;
		m.expires_ms[seq] = boot_ms + lease_ms;
		if (seq > m.delivered)
			m.delivered = seq;
	}
	if (old_id != 0)
		leases_test_model_rest(lease, old_id);
	if (lease->id > 0)
		is_good &=
		    lease->upto_seq - lease->after_seq <= (int64_t)limit &&
		    lease->upto_seq > lease->after_seq;
	return is_good;
}

static bool
leases_test_step_take(void)
{
	size_t limit = (size_t)leases_test_random(6) + 1;
	int64_t lease_ms = leases_test_random(40) + 1, most = 4;
	struct lease lease = leases_test_take(limit, lease_ms, most);

	if (lease.id < 0)
		return false;
	if (lease.id > 0)
		held[n_held++ % MOST_LEASES] = lease;
	/* If many batches have no change that can be given, they are removed in
	 * several calls. */
	while (lease.id == 0 && lease.wait_ms == 0)
		lease = leases_test_take(limit, lease_ms, most);
	return leases_test_model_take(&lease, limit, lease_ms, most);
}

/* Acknowledges a change of a lease that was once taken, with or without the
 * number of the lease. */
static bool
leases_test_step_ack(void)
{
	size_t n = n_held < 20 ? n_held : 20;
	const struct lease *lease;
	int64_t seq, id, size;
	bool is_leased, may;
	int rc;

	if (n == 0)
		return true;
	lease = &held[(n_held - 1 - (size_t)leases_test_random((int64_t)n)) %
		      MOST_LEASES];
	size = lease->upto_seq - lease->after_seq;
	seq = leases_test_random(3) == 0
		  ? lease->after_seq + 1 + leases_test_random(size)
		  : lease->upto_seq;
	id = leases_test_random(2) == 0 ? lease->id : 0;
	is_leased = m.state[seq] == LEASED;
	may = id == 0 || m.lease_id[seq] == id;
	rc = leases_test_ack(seq, id);
	if (is_leased && !may)
		return rc == ERR_REFUSED;
	for (int64_t i = seq; is_leased && i > 0 && m.state[i] == LEASED &&
			      m.lease_id[i] == m.lease_id[seq];
	     i--)
		m.state[i] = ACKNOWLEDGED;
	for (int64_t i = seq + 1;
	     is_leased && i <= m.last && m.state[i] == LEASED &&
	     m.lease_id[i] == m.lease_id[seq];
	     i++) {
		m.taken_ms[i] = boot_ms;
		m.expires_ms[i] = boot_ms + m.lease_ms[i];
	}
	return rc == 0;
}

static bool
leases_test_step_retry(void)
{
	struct err e = ERR_INIT;
	int64_t n = 0, expected = 0;

	for (int64_t seq = 1; seq <= m.last; seq++) {
		if (m.state[seq] != SET_ASIDE)
			continue;
		expected++;
		m.state[seq] = LEASED;
		m.redelivered[seq] = -1;
		m.expires_ms[seq] = m.taken_ms[seq] = 0;
		m.lease_id[seq] = -seq;
	}
	return store_dead_retry(s, shared, 0, now, &n, &e) == 0 &&
	       n == expected;
}

static bool
leases_test_cursor_is_right(void)
{
	int64_t cursor = m.delivered;

	for (int64_t seq = m.delivered; seq > 0; seq--)
		if (m.state[seq] == LEASED)
			cursor = seq - 1;
	return leases_test_cursor() == cursor;
}

static bool
leases_test_step(void)
{
	int64_t what = leases_test_random(1000), n;

	if (what < 400)
		return leases_test_step_take();
	if (what < 800)
		return leases_test_step_ack();
	if (what < 950) {
		boot_ms += leases_test_random(20);
	} else if (what < 980 && m.last < MOST - 20) {
		n = leases_test_random(20);
		leases_test_add((int)n, "revised");
		m.last += n;
	} else if (what < 985) {
		return leases_test_step_retry();
	} else if (what < 990) {
		now += leases_test_random(1000000) - 500000;
	} else if (what < 991) {
		store_close(s);
		s = fixture_open("model.db", STORE_DAEMON);
		do_sql_of(s, "PRAGMA synchronous = OFF",
		    "SET synchronous_commit = off");
	} else if (what < 992) {
		/* After a reboot CLOCK_BOOTTIME is less than all earlier times.
		 */
		boot_ms = 1000000 - 5000 * ++n_reboots;
	}
	return true;
}

/* The log is removed when the model's arrays are full. */
static void
leases_test_begin_again(void)
{
	struct err e = ERR_INIT;
	int64_t seq;

	store_consumer_remove(s, shared, &e);
	do_sql(s, "DELETE FROM change WHERE seq > 1");
	do_sql_of(s, "UPDATE sqlite_sequence SET seq = 1 WHERE name = 'change'",
	    "UPDATE change_counter SET seq = 1");
	leases_test_add(19, "revised");
	store_consumer_make(s, shared, 0, now, &seq, &e);
	m = (struct model){ .last = 20 };
	n_held = 0;
}

static void
leases_test_model(void)
{
	bool is_good = true;
	int i;

	leases_test_begin_again();
	for (i = 0; i < STEPS && is_good; i++) {
		if (m.last > MOST - 40)
			leases_test_begin_again();
		is_good = leases_test_step() &&
			  (i % 7 != 0 || leases_test_cursor_is_right());
	}
	ok(is_good, "%d random steps agree with the model (step %d)", STEPS, i);
	is_wellformed(s, "the database is well-formed");
}

int
main(void)
{
	struct err e = ERR_INIT;
	int64_t seq = -1;

	fixture_begin();
	leases_test_open("leases.db", 10);
	is_int(store_consumer_make(s, shared, 0, now, &seq, &e), 0, "begin");
	leases_test_out_of_order();
	leases_test_expiry();
	leases_test_dead();
	leases_test_plain();
	leases_test_filter();
	leases_test_limits();
	store_close(s);
	leases_test_open("model.db", 1);
	leases_test_model();
	store_close(s);
	return done_testing();
}
