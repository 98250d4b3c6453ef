/* fleet.c -- the shards of this node; see fleet.h. */
#include "daemon/fleet/fleet.h"

#include <assert.h>
#include <string.h>

#include "daemon/fleet/share.h"

/* Number of rounds in the duration of a lease. Four rounds in a row may fail
 * before a deadline passes. */
#define FLEET_ROUNDS_PER_LEASE 6
#define FLEET_RETRY_FIRST_MS   200
/* If the next round has something to change, it is sent this time after the
 * last one. */
#define FLEET_GAP_MS 200

static int64_t
fleet_min(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t
fleet_max(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

struct fleet_settings
fleet_settings_of(int32_t shard_count, int64_t lease_ms)
{
	return (struct fleet_settings){ .shard_count = shard_count,
		.lease_ms = lease_ms,
		.margin_ms = fleet_max(500, lease_ms / 20),
		.rate_per_mille = 20 };
}

void
fleet_init(struct fleet *f, struct fleet_settings settings, int64_t now_ms)
{
	assert(
	    settings.shard_count > 0 && settings.shard_count <= LIMIT_SHARDS);
	memset(f, 0, sizeof(*f));
	f->settings = settings;
	f->answered_ms = -1;
	f->next_ms = now_ms;
	f->retry_ms = FLEET_RETRY_FIRST_MS;
	f->moved_ms = now_ms - LIMIT_FLEET_MOVE_MS;
	f->deadline_ms = INT64_MAX;
}

static int64_t
fleet_interval_ms(const struct fleet *f)
{
	return f->settings.lease_ms / FLEET_ROUNDS_PER_LEASE;
}

static bool
fleet_is_owned(const struct fleet_shard *s)
{
	return s->state == FLEET_HELD || s->state == FLEET_DRAINING;
}

static int32_t
fleet_count(const struct fleet *f, enum fleet_state state)
{
	int32_t found = 0;

	for (int32_t i = 0; i < f->settings.shard_count; i++)
		found += f->shards[i].state == state;
	return found;
}

bool
fleet_is_settled(const struct fleet *f)
{
	return f->answered_ms >= 0 && (f->want == 0 || !f->has_free);
}

int32_t
fleet_owned(const struct fleet *f)
{
	return fleet_count(f, FLEET_HELD) + fleet_count(f, FLEET_DRAINING);
}

/* ------------------------------------------------------------- deadlines */

/* Returns the time at which the tenure of the shard ends by itself: its
 * deadline, or the limit of its drain if that is earlier. */
static int64_t
fleet_end_ms(const struct fleet_shard *s)
{
	return s->state == FLEET_DRAINING
		   ? fleet_min(s->until_ms, s->drain_until_ms)
		   : s->until_ms;
}

static void
fleet_set_deadline(struct fleet *f)
{
	f->deadline_ms = INT64_MAX;
	for (int32_t i = 0; i < f->settings.shard_count; i++)
		if (fleet_is_owned(&f->shards[i]))
			f->deadline_ms = fleet_min(
			    f->deadline_ms, fleet_end_ms(&f->shards[i]));
}

/* Plans a round soon, but not at once after the last one. */
static void
fleet_hurry(struct fleet *f)
{
	f->next_ms = fleet_min(f->next_ms, f->asked_ms + FLEET_GAP_MS);
}

void
fleet_tick(struct fleet *f, int64_t now_ms)
{
	if (now_ms < f->deadline_ms)
		return;
	for (int32_t i = 0; i < f->settings.shard_count; i++) {
		struct fleet_shard *s = &f->shards[i];

		if (fleet_is_owned(s) && fleet_end_ms(s) <= now_ms)
			s->state = FLEET_GIVING;
	}
	fleet_set_deadline(f);
	fleet_hurry(f);
}

int64_t
fleet_wake_ms(const struct fleet *f)
{
	return f->is_asking ? f->deadline_ms
			    : fleet_min(f->deadline_ms, f->next_ms);
}

bool
fleet_may_ask(const struct fleet *f, int32_t shard, int64_t now_ms)
{
	const struct fleet_shard *s = &f->shards[shard];

	return s->state == FLEET_HELD && now_ms < s->until_ms;
}

int64_t
fleet_epoch(const struct fleet *f, int32_t shard, int64_t now_ms)
{
	const struct fleet_shard *s = &f->shards[shard];

	return fleet_is_owned(s) && now_ms < fleet_end_ms(s) ? s->epoch : 0;
}

/* ---------------------------------------------------------------- rounds */

static void
fleet_list(const struct fleet *f, struct fleet_round *r)
{
	r->renew_count = r->give_count = 0;
	for (int32_t i = 0; i < f->settings.shard_count; i++) {
		const struct fleet_shard *s = &f->shards[i];
		struct fleet_tenure tenure = { i, s->epoch };

		if (fleet_is_owned(s))
			r->renew[r->renew_count++] = tenure;
		else if (s->state == FLEET_GIVING)
			r->give[r->give_count++] = tenure;
	}
}

bool
fleet_next_round(struct fleet *f, int64_t now_ms, struct fleet_round *ret)
{
	fleet_tick(f, now_ms);
	if (f->is_asking || f->has_left || now_ms < f->next_ms)
		return false;
	fleet_list(f, ret);
	ret->lease_ms = f->settings.lease_ms;
	ret->is_leaving = f->is_leaving;
	ret->take = now_ms >= f->take_from_ms ? f->want : 0;
	f->is_asking = true;
	f->asked_ms = now_ms;
	f->next_ms = now_ms + fleet_interval_ms(f);
	return true;
}

void
fleet_failed(struct fleet *f, int64_t now_ms)
{
	assert(f->is_asking);
	f->is_asking = false;
	f->next_ms = now_ms + f->retry_ms;
	f->retry_ms = fleet_min(2 * f->retry_ms, fleet_interval_ms(f));
}

/* --------------------------------------------------------------- answers */

/* Returns the deadline of a lease for which the answer to the open round states
 * remaining_ms. This time counts from the time at which the round was sent
 * (fleet.h). More than the duration of a lease remains only if the database's
 * clock was set back; a later round may then shorten the lease. */
static int64_t
fleet_deadline_of(const struct fleet *f, int64_t remaining_ms)
{
	remaining_ms = fleet_min(remaining_ms, f->settings.lease_ms);
	return f->asked_ms + remaining_ms -
	       remaining_ms * f->settings.rate_per_mille / 1000 -
	       f->settings.margin_ms;
}

/* Reads the row of a shard that this node owns in the database. The row can
 * begin, extend or end a tenure. */
static void
fleet_read_own(struct fleet *f, struct fleet_shard *s,
    const struct fleet_lease *row, int64_t now_ms)
{
	int64_t until_ms = fleet_deadline_of(f, row->remaining_ms);

	if (row->epoch == s->epoch) {
		if (fleet_is_owned(s))
			s->until_ms = fleet_max(s->until_ms, until_ms);
		else
			s->state = FLEET_GIVING;
		return;
	}
	s->epoch = row->epoch;
	s->until_ms = until_ms;
	s->state =
	    until_ms > now_ms && !f->is_leaving ? FLEET_HELD : FLEET_GIVING;
}

static void
fleet_read_shards(struct fleet *f, const struct fleet_view *v, int64_t now_ms)
{
	for (int32_t i = 0; i < f->settings.shard_count; i++) {
		if (v->shards[i].node == v->me)
			fleet_read_own(f, &f->shards[i], &v->shards[i], now_ms);
		else
			f->shards[i].state = FLEET_NONE;
	}
	fleet_set_deadline(f);
}

/* Fills `counts` with the number of shards of each node. The shards that this
 * node drains or gives back are not counted. Returns the index of this node, or
 * -1. */
static int32_t
fleet_read_counts(
    const struct fleet *f, const struct fleet_view *v, int32_t *counts)
{
	int32_t me = -1;

	for (int32_t n = 0; n < v->node_count; n++) {
		counts[n] = 0;
		if (v->nodes[n] == v->me) {
			me = n;
			counts[n] = fleet_count(f, FLEET_HELD);
			continue;
		}
		for (int32_t i = 0; i < f->settings.shard_count; i++)
			counts[n] += v->shards[i].node == v->nodes[n] &&
				     v->shards[i].remaining_ms > 0;
	}
	return me;
}

static bool
fleet_has_free(const struct fleet *f, const struct fleet_view *v)
{
	for (int32_t i = 0; i < f->settings.shard_count; i++)
		if (v->shards[i].node == 0 || v->shards[i].remaining_ms <= 0)
			return true;
	return false;
}

/* Drains one shard, unless the drain of another shard began less than
 * LIMIT_FLEET_MOVE_MS ago.
 */
static void
fleet_move(struct fleet *f, int64_t now_ms)
{
	int32_t i = f->settings.shard_count - 1;

	if (now_ms < f->moved_ms + LIMIT_FLEET_MOVE_MS)
		return;
	while (f->shards[i].state != FLEET_HELD)
		i--;
	f->shards[i].state = FLEET_DRAINING;
	f->shards[i].drain_until_ms = now_ms + f->settings.lease_ms;
	f->moved_ms = now_ms;
	fleet_set_deadline(f);
}

/* Compares the number of this node's shards with its share. Sets the number of
 * shards that are to be taken, or drains one shard if there are too many. */
static void
fleet_share(struct fleet *f, const struct fleet_view *v, int64_t now_ms)
{
	int32_t counts[LIMIT_NODES], quota = 0, me;

	me = fleet_read_counts(f, v, counts);
	f->node_count = v->node_count;
	f->has_free = fleet_has_free(f, v);
	f->want = 0;
	if (f->is_leaving || me < 0)
		return;
	quota = share_quota(counts, v->node_count, me, f->settings.shard_count);
	if (quota > counts[me])
		f->want = quota - counts[me];
	if (f->want > 0 && f->has_free && now_ms >= f->take_from_ms)
		fleet_hurry(f);
	if (quota < counts[me]) {
		fleet_move(f, now_ms);
		f->next_ms =
		    fleet_min(f->next_ms, f->moved_ms + LIMIT_FLEET_MOVE_MS);
	}
}

/* Called for each answer. If this node had no contact with the database for
 * longer than a lease, the database was perhaps down, and other nodes have
 * perhaps not reported since. If some nodes have not reported, this node waits
 * for one interval before it takes shards. */
static void
fleet_settle(struct fleet *f, const struct fleet_view *v)
{
	bool was_apart = f->answered_ms < 0 ||
			 f->asked_ms - f->answered_ms > f->settings.lease_ms;

	if (was_apart && v->silent_count > 0)
		f->take_from_ms = f->asked_ms + fleet_interval_ms(f);
	f->answered_ms = f->asked_ms;
}

static bool
fleet_is_listed(const struct fleet_view *v)
{
	for (int32_t n = 0; n < v->node_count; n++)
		if (v->nodes[n] == v->me)
			return true;
	return false;
}

void
fleet_answer(struct fleet *f, int64_t now_ms, const struct fleet_view *v)
{
	assert(f->is_asking);
	fleet_tick(f, now_ms);
	f->is_asking = false;
	f->retry_ms = FLEET_RETRY_FIRST_MS;
	fleet_read_shards(f, v, now_ms);
	fleet_tick(f, now_ms);
	fleet_settle(f, v);
	fleet_share(f, v, now_ms);
	if (fleet_count(f, FLEET_GIVING) > 0)
		fleet_hurry(f);
	else if (f->is_leaving && !fleet_is_listed(v))
		f->has_left = fleet_owned(f) == 0;
}

/* --------------------------------------------------------------- draining */

void
fleet_drained(struct fleet *f, int32_t shard, int64_t now_ms)
{
	fleet_tick(f, now_ms);
	if (f->shards[shard].state != FLEET_DRAINING)
		return;
	f->shards[shard].state = FLEET_GIVING;
	fleet_set_deadline(f);
	fleet_hurry(f);
}

void
fleet_leave(struct fleet *f, int64_t now_ms)
{
	f->is_leaving = true;
	f->want = 0;
	for (int32_t i = 0; i < f->settings.shard_count; i++) {
		struct fleet_shard *s = &f->shards[i];

		if (s->state != FLEET_HELD)
			continue;
		s->state = FLEET_DRAINING;
		s->drain_until_ms = now_ms + f->settings.lease_ms;
	}
	fleet_set_deadline(f);
	fleet_hurry(f);
}

/* ----------------------------------------------------------------- events */

/* Returns true and fills *ret if the shard has an event. */
static bool
fleet_event_of(struct fleet_shard *s, struct fleet_event *ret)
{
	int64_t epoch = fleet_is_owned(s) ? s->epoch : 0;

	ret->tenure.epoch = s->reported_epoch;
	if (s->reported_epoch != 0 && s->reported_epoch != epoch) {
		ret->kind = FLEET_DROP;
		s->reported_epoch = 0;
		s->is_drain_reported = false;
	} else if (s->reported_epoch != epoch) {
		ret->kind = FLEET_OWN;
		ret->tenure.epoch = s->reported_epoch = epoch;
	} else if (s->state == FLEET_DRAINING && !s->is_drain_reported) {
		ret->kind = FLEET_DRAIN;
		s->is_drain_reported = true;
	} else {
		return false;
	}
	return true;
}

bool
fleet_next_event(struct fleet *f, struct fleet_event *ret)
{
	while (f->event_cursor < f->settings.shard_count) {
		int32_t shard = f->event_cursor;

		if (fleet_event_of(&f->shards[shard], ret)) {
			ret->tenure.shard = shard;
			return true;
		}
		f->event_cursor++;
	}
	f->event_cursor = 0;
	return false;
}
