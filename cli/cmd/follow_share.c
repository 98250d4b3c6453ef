/*
 * follow_share.c -- `follow --share`: several readers divide the changes of one
 * consumer (store/change/leases.h).
 *
 * The normal case: lease a batch → read it → write it → flush → acknowledge it
 * → lease the next. With --ack manual the program that reads the lines
 * acknowledges them. With --ack manual and --wait, the next batch is leased
 * only after this batch was acknowledged or its lease has expired, so that one
 * slow reader does not collect batches that other readers could process. If a
 * reader dies, its batch is leased to another reader after the lease has
 * expired.
 *
 * If the lease of a batch expired while the output was blocked, another reader
 * writes the batch, too. That is not an error.
 */
#include "base/clock.h"
#include "cli/cmd/follow.h"

static bool
follow_share_is_manual(const struct follower *follower)
{
	return follower->values->ack == FOLLOW_ACK_MANUAL;
}

static int
follow_share_take(struct follower *follower, size_t limit, struct err *e)
{
	const struct follow_values *values = follower->values;
	struct lease_request request = {
		.consumer = slice_of(values->consumer),
		.wanted = follow_query(follower, limit),
		.lease_ms = values->lease_s * 1000,
		.max_redeliveries = values->max_redeliveries,
	};

	return follow_take(follower, &request, e);
}

/* Acknowledges the batch up to `seq`. A lease that has expired is not an error.
 */
static int
follow_share_acknowledge(struct follower *follower, int64_t seq, struct err *e)
{
	int rc = follow_acknowledge(follower, seq, follower->lease.id, e);

	return rc == ERR_REFUSED ? 0 : rc;
}

/* Writes the next part of the leased batch, or the whole batch if it is not too
 * large. Acknowledges this part, unless --ack is manual. *ret_is_end: nothing
 * of the batch remains. */
static int
follow_share_write_part(struct follower *follower, bool *ret_is_end)
{
	const struct lease *lease = &follower->lease;
	struct change_query what = follow_query(follower, SIZE_MAX);
	struct err e = ERR_INIT;

	what.until = lease->upto_seq;
	if (follow_read_batch(follower, &what, &e) != 0)
		return follow_give_up(follower, &e);
	*ret_is_end =
	    follower->seq == what.after || follower->seq >= lease->upto_seq;
	if (*ret_is_end)
		follower->seq = lease->upto_seq;
	if (follow_write_batch(follower) != CLI_OK)
		return CLI_FAILED;
	if (follow_share_is_manual(follower))
		return CLI_OK;
	return follow_share_acknowledge(follower, follower->seq, &e) == 0
		   ? CLI_OK
		   : follow_give_up(follower, &e);
}

static int
follow_share_write(struct follower *follower)
{
	int64_t n_before = follower->n;
	bool is_end = false;
	struct err e = ERR_INIT;
	int code = CLI_OK;

	follower->seq = follower->lease.after_seq;
	while (code == CLI_OK && !is_end)
		code = follow_share_write_part(follower, &is_end);
	/* If all articles of the batch were changed or purged after the batch
	 * was leased, no line was written. The program that reads the lines
	 * then has no line to acknowledge, so the batch is acknowledged here.
	 */
	if (code == CLI_OK && follow_share_is_manual(follower) &&
	    follower->n == n_before &&
	    follow_share_acknowledge(follower, follower->seq, &e) != 0)
		code = follow_give_up(follower, &e);
	return code;
}

/* Writes all batches that are available now. If `once` is set, writes one
 * batch. */
static int
follow_share_all(struct follower *follower, bool once)
{
	struct err e = ERR_INIT;
	int code = CLI_OK;

	do {
		size_t limit = follow_next_limit(follower);

		if (limit == 0)
			return CLI_OK;
		if (follow_share_take(follower, limit, &e) != 0)
			return follow_give_up(follower, &e);
		if (follower->lease.id != 0)
			code = follow_share_write(follower);
	} while (
	    code == CLI_OK && !*follower->stop &&
	    (follower->lease.id != 0 ? !once : follower->lease.wait_ms == 0));
	return code;
}

/* Sets the time at which a batch is requested again: when the lease of this
 * reader's own batch expires, else when the first lease of another reader
 * expires. *ret_is_free: a batch may be requested now. */
static int
follow_share_plan(struct follower *follower, struct change_wait *wait,
    bool *ret_is_free, struct err *e)
{
	struct follow_trouble trouble = { 0 };
	int64_t left_ms = follower->lease.wait_ms;
	int rc = 0;

	*ret_is_free = true;
	if (follower->lease.id != 0) {
		do
			rc = store_lease_left(
			    follower->store, follower->lease.id, &left_ms, e);
		while (rc == ERR_DATABASE &&
		       follow_may_repeat(follower, &trouble, e));
		*ret_is_free = rc == 0 && left_ms == 0;
	}
	wait->until_ms = left_ms >= 0 ? clock_monotonic_ms() + left_ms + 1 : 0;
	return rc;
}

static int
follow_share_and_wait(struct follower *follower)
{
	struct cli *cli = follower->cli;
	enum change_wait_result result = CHANGE_CAME;
	struct change_wait wait;
	struct err e = ERR_INIT;
	bool is_free = true;
	int code = CLI_OK, rc;

	rc = change_wait_init(&wait, follower->store, cli_control_path(cli),
	    fileno(cli->out), &e);
	while (rc == 0 && code == CLI_OK && result == CHANGE_CAME) {
		if (is_free)
			code = follow_share_all(
			    follower, follow_share_is_manual(follower));
		if (code != CLI_OK || *follower->stop ||
		    (is_free && follow_next_limit(follower) == 0))
			break;
		rc = follow_share_plan(follower, &wait, &is_free, &e);
		if (rc == 0 && !(is_free && follower->lease.id != 0))
			rc = change_wait(&wait, follower->stop, &result, &e);
	}
	change_wait_release(&wait);
	return rc == 0 ? code : follow_give_up(follower, &e);
}

/* --from is used only if the consumer does not exist. */
static int
follow_share_open(struct follower *follower, int64_t from_seq, struct err *e)
{
	struct slice name = slice_of(follower->values->consumer);
	int rc = store_consumer_get(follower->store, name, &follower->seq, e);

	if (rc == ERR_NOT_FOUND)
		rc = follow_check_position(follower, from_seq, e);
	return rc == 0 ? consumer_cursor_open(&follower->cursor, name, from_seq,
			     true, &follower->seq, e)
		       : rc;
}

int
follow_share(struct follower *follower, int64_t from_seq)
{
	const struct follow_values *values = follower->values;
	struct follow_trouble trouble = { 0 };
	struct err e = ERR_INIT;
	int rc;

	do
		rc = follow_share_open(follower, from_seq, &e);
	while (rc == ERR_DATABASE && follow_may_repeat(follower, &trouble, &e));
	if (rc != 0)
		return follow_give_up(follower, &e);
	return values->wait ? follow_share_and_wait(follower)
			    : follow_share_all(follower, false);
}
