/*
 * quiet_poll.c -- writes many polls by one statement; see quiet_poll.h.
 *
 * In:  results of polls without a document (304, failures).
 * Out: rows of `poll` and changed rows of `feed`, as polls.c writes them.
 */
#include "store/postgres/quiet_poll.h"

#include "base/limits.h"
#include "base/text/json_writer.h"
#include "base/text/utf8.h"
#include "store/query/dialect.h"

/* True if JSON can contain the bytes unchanged. */
static bool
quiet_poll_is_text(struct slice bytes)
{
	return bytes.len == 0 ||
	       (utf8_valid(bytes) && memchr(bytes.p, '\0', bytes.len) == NULL);
}

static bool
quiet_poll_may_wait(const struct store *s, const struct poll_update *k)
{
	return s->in_transaction && s->is_together && !s->writes_at_once &&
	       s->dialect->has(SQL_quiet_polls) && k->feed == NULL &&
	       k->before == NULL && !k->is_excused && !k->set_status &&
	       k->moved_url.len == 0 && k->redirect_url.len == 0 &&
	       quiet_poll_is_text(k->etag) &&
	       quiet_poll_is_text(k->last_modified) &&
	       quiet_poll_is_text(k->validators_url) &&
	       quiet_poll_is_text(k->poll.why);
}

bool
quiet_polls_have(const struct store *s, int64_t feed_id)
{
	for (size_t i = 0; i < s->quiet.n; i++)
		if (s->quiet.feed_ids[i] == feed_id)
			return true;
	return false;
}

static void
quiet_poll_write_validators(
    struct json_writer *json, const struct poll_update *k)
{
	json_write_bool(json, "validates", !k->leaves_validators);
	json_write_text_or_null(json, "etag", k->etag);
	json_write_text_or_null(json, "last_modified", k->last_modified);
	json_write_text_or_null(json, "validators_url", k->validators_url);
}

static void
quiet_poll_write_row(struct buf *out, const struct poll_update *k)
{
	const struct poll_row *poll = &k->poll;
	struct json_writer json;

	json_writer_init(&json, out);
	json_write_object(&json, NULL);
	json_write_int(&json, "feed_id", poll->feed_id);
	json_write_int(&json, "at", poll->at);
	json_write_int(&json, "status", poll->http_status);
	json_write_text(&json, "outcome", poll->outcome);
	json_write_text_or_null(&json, "why", poll->why);
	json_write_int(&json, "bytes", poll->bytes);
	json_write_int(&json, "ms", poll->elapsed_ms);
	json_write_int(&json, "entries", poll->n_entries);
	json_write_int(&json, "new", poll->n_new);
	if (k->next_poll_at != DATE_NONE)
		json_write_int(&json, "next_poll_at", k->next_poll_at);
	json_write_text_or_null(&json, "next_poll_by", k->next_poll_by);
	json_write_text_or_null(&json, "next_poll_terms", k->next_poll_terms);
	json_write_int(&json, "failures", k->failures > 0 ? k->failures : 0);
	json_write_bool(&json, "is_answer", k->is_answer);
	quiet_poll_write_validators(&json, k);
	json_write_end_object(&json);
}

/* Returns false if there is no memory or no space for the row.  The memory for
 * all rows is allocated with the first one. */
static bool
quiet_poll_append(struct quiet_polls *quiet, struct slice row)
{
	if (quiet->rows.cap == 0) {
		buf_init(&quiet->rows, QUIET_POLLS_BYTES);
		if (!buf_reserve(&quiet->rows, QUIET_POLLS_BYTES - 1)) {
			buf_release(&quiet->rows);
			return false;
		}
	}
	if (quiet->rows.len + row.len + 3 > QUIET_POLLS_BYTES)
		return false;
	buf_append_char(&quiet->rows, quiet->n == 0 ? '[' : ',');
	buf_append_slice(&quiet->rows, row);
	return true;
}

bool
quiet_poll_put(
    struct store *s, struct poll_update *k, const struct poll_stored *stored)
{
	struct quiet_polls *quiet = &s->quiet;
	struct buf row;
	bool waits;

	if (!quiet_poll_may_wait(s, k) || quiet->n == QUIET_POLLS_MOST ||
	    quiet_polls_have(s, k->poll.feed_id))
		return false;
	if (k->decide != NULL)
		k->decide(k, stored);
	if (k->history.p != NULL || !quiet_poll_is_text(k->poll.why) ||
	    !quiet_poll_is_text(k->next_poll_terms))
		return false;
	buf_init(&row, QUIET_POLLS_BYTES / 2);
	quiet_poll_write_row(&row, k);
	waits = !buf_failed(&row) && quiet_poll_append(quiet, buf_slice(&row));
	if (waits)
		quiet->feed_ids[quiet->n++] = k->poll.feed_id;
	buf_release(&row);
	return waits;
}

int
quiet_polls_write(struct store *s, struct err *e)
{
	struct quiet_polls *quiet = &s->quiet;
	int64_t n_linked = 0;
	struct query q;
	int rc;

	if (quiet->n == 0)
		return 0;
	quiet->n = 0; /* the query below must not write these polls again */
	buf_append_char(&quiet->rows, ']');
	q = query_of(s, SQL_quiet_polls);
	query_text(&q, ":polls", buf_slice(&quiet->rows));
	query_int(&q, ":limit", LIMIT_SITEMAPS_FIRST);
	rc = query_run_int(&q, &n_linked, e);
	buf_clear(&quiet->rows);
	quiet->n_linked += n_linked;
	return rc;
}

void
quiet_polls_clear(struct store *s)
{
	s->quiet.n = 0;
	buf_clear(&s->quiet.rows);
}
