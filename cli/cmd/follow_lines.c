/*
 * follow_lines.c -- changes as lines, in batches (follow.h). No transaction is
 * open during a write, because the reader of the output may be slow.
 */
#include <poll.h>

#include "base/clock.h"
#include "cli/cmd/follow.h"
#include "cli/print/json_row.h"
#include "config/config.h"

#define AGAIN_MS 1000  /* pause before a query is repeated */
#define TELL_MS  30000 /* failures that last longer are reported, once */

struct change_query
follow_query(const struct follower *follower, size_t limit)
{
	const struct follow_values *values = follower->values;

	return (struct change_query){
		.after = follower->seq,
		.limit = limit,
		.kind = change_filter_kind(&values->filter),
		.feed = follower->feed.len > 0 ? buf_slice(&follower->feed)
					       : SLICE_NONE,
		.tag = slice_of(values->filter.tag),
		.lang = slice_of(values->filter.lang),
		.min_confidence = values->filter.min_confidence,
		.one_per_cluster = values->filter.one_per_cluster,
		.notified =
		    slice_of(values->filter.notified ? values->consumer : NULL),
		.profile = follower->profile,
		.min_score =
		    values->min_score >= 0 || follower->interests == NULL
			? values->min_score
			: follower->interests->min_score,
	};
}

/* Writes seq, kind, id, time of publication, title and url, separated by tabs.
 * A leased change also has the lease and the number of redeliveries. No field
 * is empty, because a shell reads two tabs as one. */
static void
follow_lines_put_text(struct buf *out, const struct change_row *change)
{
	const struct article_row *row = &change->article;
	char date[DATE_TEXT_BYTES] = "-";

	if (row->published_at != DATE_NONE)
		date_format_rfc3339(row->published_at, date);
	buf_printf(out, "%lld\t%.*s\t%lld\t%s\t", (long long)change->seq,
	    SLICE_ARG(change->kind), (long long)row->id, date);
	text_clean(out, row->title.len > 0 ? row->title : SLICE("-"));
	buf_append_char(out, '\t');
	text_clean(out, row->url.len > 0 ? row->url : SLICE("-"));
	if (change->lease_id != 0)
		buf_printf(out, "\t%lld\t%lld", (long long)change->lease_id,
		    (long long)change->redelivered);
	buf_append_char(out, '\n');
}

static int
follow_lines_visit(const struct change_row *row, void *arg)
{
	struct follower *follower = arg;
	struct change_row change = *row;

	change.lease_id = follower->lease.id;
	change.redelivered = follower->lease.redelivered;
	if (follower->values->format == FOLLOW_TEXT)
		follow_lines_put_text(&follower->batch, &change);
	else
		json_row_change(&follower->batch, &change);
	follower->written = change.seq;
	follower->n_batch++;
	follower->n++;
	return follower->batch.len > FOLLOW_BATCH_BYTES ? 1 : 0;
}

bool
follow_may_repeat(const struct follower *follower, struct follow_trouble *t,
    const struct err *e)
{
	int64_t now_ms = clock_monotonic_ms();

	if (!follower->values->wait || *follower->stop ||
	    !store_may_retry(follower->store))
		return false;
	if (t->since_ms == 0)
		t->since_ms = now_ms;
	if (!t->is_told && now_ms - t->since_ms >= TELL_MS) {
		cli_note(follower->cli, "%s; the command tries again", e->text);
		t->is_told = true;
	}
	poll(NULL, 0, AGAIN_MS);
	return !*follower->stop;
}

int
follow_read_batch(
    struct follower *follower, const struct change_query *what, struct err *e)
{
	struct follow_trouble trouble = { 0 };
	struct change_query rest = *what;
	int rc;

	follower->n_batch = 0;
	do {
		rc = store_changes(follower->store, &rest, follow_lines_visit,
		    follower, &follower->seq, e);
		rest.after = follower->seq;
		rest.limit = what->limit - follower->n_batch;
	} while (rc < 0 && follow_may_repeat(follower, &trouble, e));
	return rc < 0 ? rc : 0;
}

/* Requests to the daemon are repeated by consumer_cursor.c. */
static bool
follow_lines_may_write_again(const struct follower *follower, int rc,
    struct follow_trouble *trouble, const struct err *e)
{
	return rc == ERR_DATABASE && follower->cursor.control_path == NULL &&
	       follow_may_repeat(follower, trouble, e);
}

int
follow_acknowledge(
    struct follower *follower, int64_t seq, int64_t lease_id, struct err *e)
{
	struct slice name = slice_of(follower->values->consumer);
	struct follow_trouble trouble = { 0 };
	int rc;

	do
		rc = lease_id != 0
			 ? consumer_cursor_ack(
			       &follower->cursor, name, seq, lease_id, e)
			 : consumer_cursor_ack_after(&follower->cursor, name,
			       follower->stored, seq, e);
	while (follow_lines_may_write_again(follower, rc, &trouble, e));
	return rc;
}

int
follow_take(struct follower *follower, const struct lease_request *request,
    struct err *e)
{
	struct follow_trouble trouble = { 0 };
	int rc;

	do
		rc = consumer_cursor_take(
		    &follower->cursor, request, &follower->lease, e);
	while (follow_lines_may_write_again(follower, rc, &trouble, e));
	return rc;
}

int
follow_write_batch(struct follower *follower)
{
	struct cli *cli = follower->cli;

	if (follower->n_batch > 0 &&
	    (cli_write(cli, &follower->batch) != 0 || cli_flush(cli) != 0))
		return CLI_FAILED;
	return CLI_OK;
}

int
follow_check_position(
    const struct follower *follower, int64_t from_seq, struct err *e)
{
	int64_t last = 0;
	int rc = store_last_seq(follower->store, &last, e);

	if (rc == 0 && from_seq > last)
		rc = err_set(e, ERR_USAGE,
		    "there is no change %lld, the newest is %lld; the position "
		    "may belong to another database",
		    (long long)from_seq + 1, (long long)last);
	return rc;
}

size_t
follow_next_limit(const struct follower *follower)
{
	int64_t limit = follower->cli->limit, batch = follower->values->batch;

	if (limit > 0 && limit - follower->n < batch)
		batch = limit - follower->n;
	return (size_t)batch;
}

int
follow_give_up(const struct follower *follower, const struct err *e)
{
	if (*follower->stop && (store_may_retry(follower->store) ||
				   follower->cursor.control_path != NULL))
		return CLI_OK;
	return cli_fail_err(follower->cli, e);
}
