/*
 * follow_alone.c -- `follow` for one reader, with or without a cursor.
 *
 * The normal case: read a batch into memory → write it → flush → acknowledge it
 * → read the next. A batch is acknowledged only after it was written
 * completely. If the reader of the output closes the pipe inside a batch
 * (SIGPIPE), or the process is killed, at most this batch is written again. If
 * another process holds the write lock of the database, the acknowledgement
 * waits for the lock. Without --wait the command fails after LIMIT_PATIENCE_MS.
 * With --wait the wait has no limit.
 *
 * Changes that a filter excludes count as delivered: the cursor moves past
 * them. With --ack manual the cursor moves past them only if the consumer has
 * acknowledged all lines that were written, so that the cursor never passes a
 * line that was not acknowledged.
 *
 * Another process can move the cursor back, so that changes are delivered
 * again. The cursor is therefore read before each batch, and an acknowledgement
 * moves it only if it was not moved back meanwhile. If it was moved back, the
 * next batch begins after the cursor.
 *
 * Without --consumer nothing is acknowledged, and the database is only read.
 */
#include "cli/cmd/follow.h"

/* The cursor of an existing consumer moves only if --from is given. Moving the
 * cursor also ends the leases of readers that shared the consumer. */
static int
follow_alone_open_consumer(
    struct follower *follower, int64_t from_seq, struct err *e)
{
	struct slice name = slice_of(follower->values->consumer);
	bool must_seek = follower->values->from != NULL;
	int rc = must_seek ? follow_check_position(follower, from_seq, e) : 0;

	if (rc == 0)
		rc = consumer_cursor_open(&follower->cursor, name, from_seq,
		    must_seek, &follower->seq, e);
	if (rc == 0 && must_seek && from_seq < 0)
		rc = store_last_seq(follower->store, &from_seq, e);
	if (rc == 0 && must_seek)
		rc = consumer_cursor_seek(&follower->cursor, name, from_seq, e);
	if (rc == 0 && must_seek)
		follower->seq = from_seq;
	follower->written = follower->stored = follower->seq;
	return rc;
}

/* Sets the position of a reader without a cursor. */
static int
follow_alone_open_position(
    struct follower *follower, int64_t from_seq, struct err *e)
{
	int rc = follow_check_position(follower, from_seq, e);

	if (rc == 0 && from_seq < 0)
		rc = store_last_seq(follower->store, &from_seq, e);
	if (rc == 0)
		follower->seq = follower->written = from_seq;
	return rc;
}

/* Reads the cursor. If another process has moved it back, the next batch begins
 * after it. A consumer that was removed meanwhile is not created again. */
static int
follow_alone_look(struct follower *follower, int64_t *ret_cursor, struct err *e)
{
	struct slice name = slice_of(follower->values->consumer);
	struct follow_trouble trouble = { 0 };
	int64_t cursor = 0;
	int rc;

	do
		rc = store_consumer_get(follower->store, name, &cursor, e);
	while (rc == ERR_DATABASE && follow_may_repeat(follower, &trouble, e));
	if (rc != 0)
		return rc;
	if (cursor < follower->stored && cursor < follower->seq) {
		cli_note(follower->cli,
		    "the cursor was moved back; changes after %lld are written "
		    "again",
		    (long long)cursor);
		follower->seq = follower->written = cursor;
	}
	*ret_cursor = follower->stored = cursor;
	return 0;
}

/* For --ack manual: sets *ret to whether the cursor may move past the excluded
 * changes. */
static int
follow_alone_may_acknowledge(
    struct follower *follower, bool *ret, struct err *e)
{
	int64_t seq = follower->seq, cursor = 0;
	int rc = follow_alone_look(follower, &cursor, e);

	*ret = rc == 0 && follower->n_batch == 0 && follower->seq == seq &&
	       cursor >= follower->written;
	return rc;
}

static int
follow_alone_acknowledge(struct follower *follower, struct err *e)
{
	int64_t stored = follower->stored, cursor = 0;
	struct err look_error = ERR_INIT;
	bool may = true;
	int rc = 0;

	if (follower->values->consumer == NULL)
		return 0;
	if (follower->values->ack == FOLLOW_ACK_MANUAL)
		rc = follow_alone_may_acknowledge(follower, &may, e);
	if (rc != 0 || !may)
		return rc;
	rc = follow_acknowledge(follower, follower->seq, 0, e);
	if (rc == 0 && follower->stored < follower->seq)
		follower->stored = follower->seq;
	if (rc != ERR_REFUSED)
		return rc;
	/* If the cursor was not moved back, the refusal has another reason. */
	if (follow_alone_look(follower, &cursor, &look_error) == 0 &&
	    cursor < stored)
		rc = 0;
	return rc;
}

/* Reads, writes, flushes and acknowledges a batch. *ret_is_end: there was no
 * change to read. Returns an exit code. */
static int
follow_alone_batch(struct follower *follower, size_t limit, bool *ret_is_end)
{
	struct change_query what;
	struct err e = ERR_INIT;
	int64_t cursor = 0;

	if (follower->values->consumer != NULL &&
	    follow_alone_look(follower, &cursor, &e) != 0)
		return follow_give_up(follower, &e);
	what = follow_query(follower, limit);
	if (follow_read_batch(follower, &what, &e) != 0)
		return follow_give_up(follower, &e);
	*ret_is_end = follower->seq == what.after;
	if (*ret_is_end)
		return CLI_OK;
	if (follow_write_batch(follower) != CLI_OK)
		return CLI_FAILED;
	return follow_alone_acknowledge(follower, &e) == 0
		   ? CLI_OK
		   : follow_give_up(follower, &e);
}

/* Writes all changes that exist now. */
static int
follow_alone_all(struct follower *follower)
{
	bool is_end = false;
	int code;

	do {
		size_t limit = follow_next_limit(follower);

		if (limit == 0)
			return CLI_OK;
		code = follow_alone_batch(follower, limit, &is_end);
	} while (code == CLI_OK && !is_end && !*follower->stop);
	return code;
}

static int
follow_alone_and_wait(struct follower *follower)
{
	struct cli *cli = follower->cli;
	enum change_wait_result result = CHANGE_CAME;
	struct change_wait wait;
	struct err e = ERR_INIT;
	int code = CLI_OK, rc;

	rc = change_wait_init(&wait, follower->store, cli_control_path(cli),
	    fileno(cli->out), &e);
	while (rc == 0 && code == CLI_OK && result == CHANGE_CAME) {
		code = follow_alone_all(follower);
		if (code != CLI_OK || *follower->stop ||
		    follow_next_limit(follower) == 0)
			break;
		rc = change_wait(&wait, follower->stop, &result, &e);
	}
	change_wait_release(&wait);
	return rc == 0 ? code : follow_give_up(follower, &e);
}

int
follow_alone(struct follower *follower, int64_t from_seq)
{
	struct follow_trouble trouble = { 0 };
	struct err e = ERR_INIT;
	int rc;

	do
		rc = follower->values->consumer != NULL
			 ? follow_alone_open_consumer(follower, from_seq, &e)
			 : follow_alone_open_position(follower, from_seq, &e);
	while (rc == ERR_DATABASE && follow_may_repeat(follower, &trouble, &e));
	if (rc != 0)
		return follow_give_up(follower, &e);
	return follower->values->wait ? follow_alone_and_wait(follower)
				      : follow_alone_all(follower);
}
