/*
 * clock_trust.c -- decides whether the wall clock is settled; see
 * clock_trust.h.
 */
#include "daemon/clock/clock_trust.h"

#include <stdlib.h>
#include <string.h>

#include "base/date/date.h"

static uint64_t
clock_trust_hash(struct slice text)
{
	uint64_t hash = 0xcbf29ce484222325; /* FNV-1a */

	for (size_t i = 0; i < text.len; i++)
		hash = (hash ^ (unsigned char)text.p[i]) * 0x100000001b3;
	return hash;
}

static bool
clock_trust_is_near(int64_t ahead_s)
{
	return ahead_s > -CLOCK_DAY_S && ahead_s < CLOCK_DAY_S;
}

/* ---- servers ---- */

void
clock_trust_note_server(
    struct clock_trust *t, struct slice server, int64_t ahead_s)
{
	const struct clock_server heard = { clock_trust_hash(server), ahead_s };

	for (size_t i = 0; i < t->n; i++)
		if (t->servers[i].key == heard.key) {
			t->servers[i] = heard;
			return;
		}
	if (t->n < CLOCK_SERVERS_MOST) {
		t->servers[t->n++] = heard;
		return;
	}
	t->servers[t->next] = heard;
	t->next = (t->next + 1) % CLOCK_SERVERS_MOST;
}

void
clock_trust_shift(struct clock_trust *t, int64_t by_s)
{
	for (size_t i = 0; i < t->n; i++)
		if (__builtin_add_overflow(
			t->servers[i].ahead_s, by_s, &t->servers[i].ahead_s))
			t->servers[i].ahead_s =
			    by_s > 0 ? INT64_MAX : INT64_MIN;
}

static int
clock_trust_compare(const void *a, const void *b)
{
	int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;

	return (first > second) - (first < second);
}

enum clock_verdict
clock_trust_judge(const struct clock_trust *t, int64_t *ret_off_s)
{
	int64_t others[CLOCK_SERVERS_MOST];
	size_t n_others = 0, n_near;

	*ret_off_s = 0;
	for (size_t i = 0; i < t->n; i++)
		if (!clock_trust_is_near(t->servers[i].ahead_s))
			others[n_others++] = t->servers[i].ahead_s;
	n_near = t->n - n_others;
	if (t->n == 0)
		return CLOCK_NO_SERVER;
	if (n_near > n_others)
		return n_near < CLOCK_SERVERS ? CLOCK_FEW : CLOCK_MANY;
	qsort(others, n_others, sizeof(others[0]), clock_trust_compare);
	*ret_off_s = others[n_others / 2];
	return CLOCK_OPPOSED;
}

/* ---- rows ---- */

static bool
clock_trust_is_same_boot(const struct clock_row *a, const struct clock_row *b)
{
	return a->boot[0] != '\0' && strcmp(a->boot, b->boot) == 0;
}

/* Returns the jump since the last check. In the same boot it is the difference
 * between the wall time and the steady time that have passed. After another
 * boot it is the wall time that has passed, because the steady time is unknown.
 * If no row was stored before, it is the wall time since newest_at. */
static int64_t
clock_trust_jumped_s(const struct clock_row *last, int64_t newest_at,
    const struct clock_row *now)
{
	int64_t elapsed_s;

	if (last == NULL)
		return newest_at != DATE_NONE ? now->until_at - newest_at : 0;
	elapsed_s = now->until_at - last->until_at;
	if (clock_trust_is_same_boot(last, now))
		elapsed_s -= now->boot_s - last->boot_s;
	return elapsed_s;
}

bool
clock_trust_start(
    const struct clock_row *last, int64_t newest_at, struct clock_row *now)
{
	int64_t jump_s = clock_trust_jumped_s(last, newest_at, now), passed_s;

	now->id = 0;
	now->is_right = false;
	now->off_s = now->wait_s = now->jump_s = 0;
	now->agreed_since = now->agreed_before = DATE_NONE;
	if (!clock_trust_is_near(jump_s)) {
		/* If servers agreed before the jump and agree after it, the
		 * clock was right both times: the machine was off. The row gets
		 * the time of the earlier row only when servers agree with its
		 * own clock. Otherwise a row that no server has confirmed would
		 * become right together with the row after it. */
		if (last != NULL)
			now->agreed_before = last->agreed_since;
		now->jump_s = jump_s;
		now->wait_s = CLOCK_WAIT_S;
		return true;
	}
	if (last == NULL)
		return true;
	now->id = last->id;
	now->agreed_since = last->agreed_since;
	now->from_at =
	    last->from_at < now->from_at ? last->from_at : now->from_at;
	now->jump_s = last->jump_s;
	now->is_right = last->is_right;
	now->off_s = last->off_s;
	passed_s = clock_trust_is_same_boot(last, now)
		       ? now->boot_s - last->boot_s
		       : 0;
	now->wait_s = passed_s < last->wait_s ? last->wait_s : 0;
	if (now->wait_s > 0 && passed_s > 0)
		now->wait_s -= passed_s;
	return false;
}

void
clock_trust_jump(struct clock_row *row, int64_t now, int64_t by_s)
{
	row->from_at = row->until_at = now;
	row->jump_s = by_s;
	row->wait_s = CLOCK_WAIT_S;
	row->agreed_since = row->agreed_before = DATE_NONE;
	row->off_s = 0;
	row->is_right = false;
}

static bool
clock_trust_have_agreed_long(const struct clock_row *row, int64_t now)
{
	return row->agreed_since != DATE_NONE &&
	       now - row->agreed_since >= CLOCK_FEW_S;
}

bool
clock_trust_pass(struct clock_row *row, enum clock_verdict verdict,
    int64_t off_s, int64_t now, int64_t passed_s)
{
	const struct clock_row before = *row;

	row->off_s = off_s;
	if (verdict == CLOCK_OPPOSED) {
		row->agreed_since = row->agreed_before = DATE_NONE;
		return row->off_s != before.off_s ||
		       before.agreed_since != DATE_NONE;
	}
	row->wait_s = passed_s < row->wait_s ? row->wait_s - passed_s : 0;
	if (verdict == CLOCK_FEW || verdict == CLOCK_MANY) {
		if (row->agreed_since == DATE_NONE)
			row->agreed_since = row->agreed_before;
		if (row->agreed_since == DATE_NONE || row->agreed_since > now)
			row->agreed_since = now;
		row->agreed_before = DATE_NONE;
		if (verdict == CLOCK_MANY ||
		    clock_trust_have_agreed_long(row, now))
			row->is_right = true;
	} else {
		row->off_s = before.off_s;
	}
	return row->is_right != before.is_right || row->off_s != before.off_s ||
	       row->agreed_since != before.agreed_since ||
	       (row->wait_s == 0) != (before.wait_s == 0);
}

bool
clock_trust_settled(
    const struct clock_row *row, enum clock_verdict verdict, int64_t now)
{
	if (row->wait_s > 0)
		return false;
	return verdict == CLOCK_MANY ||
	       (verdict == CLOCK_FEW && clock_trust_have_agreed_long(row, now));
}
