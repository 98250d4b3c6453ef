/*
 * clock_words.c -- the state of the clock in words; see clock_words.h.
 */
#include "cli/health/clock_words.h"

#include "base/date/date.h"
#include "cli/cli.h"
#include "store/store.h"

static int64_t
clock_words_size(int64_t seconds)
{
	return seconds < 0 ? -seconds : seconds;
}

static enum clock_state
clock_words_of_newest(int64_t newest_at, int64_t now_at, struct buf *why)
{
	int64_t off_s = now_at - newest_at;

	buf_append_string(why, "the newest time in the database, ");
	text_date(why, newest_at);
	buf_append_string(why, ", is ");
	text_span(why, clock_words_size(off_s));
	if (off_s > 0) {
		buf_append_string(why,
		    " ago: the clock jumped, or gleanerd has not run since");
		return CLOCK_PAUSE;
	}
	buf_append_string(
	    why, " in the future: the clock was wrong then or is wrong now");
	return CLOCK_DOUBTFUL;
}

static enum clock_state
clock_words_of_row(const struct clock_row *row, struct buf *why)
{
	if (row->off_s != 0) {
		buf_append_string(
		    why, "most servers report another time: the clock is ");
		text_span(why, clock_words_size(row->off_s));
		buf_append_string(why, row->off_s > 0 ? " ahead" : " behind");
		return CLOCK_DOUBTFUL;
	}
	if (row->wait_s > 0) {
		buf_append_string(why, "the clock jumped by ");
		text_span(why, clock_words_size(row->jump_s));
		buf_append_string(
		    why, row->jump_s > 0 ? " forwards" : " backwards");
		buf_append_string(
		    why, ", and nothing is deleted by age for another ");
		text_span(why, row->wait_s);
		return row->is_right ? CLOCK_WAITING : CLOCK_DOUBTFUL;
	}
	if (row->is_right)
		return CLOCK_CONFIRMED;
	buf_append_string(
	    why, row->agreed_since == DATE_NONE
		     ? "no server has confirmed the clock yet"
		     : "only one or two servers have confirmed the clock; "
		       "this is sufficient after seven days of agreement");
	return CLOCK_UNCONFIRMED;
}

int
clock_words(struct store *store, int64_t now_at, struct buf *why, struct err *e)
{
	struct clock_row row;
	int64_t newest_at = DATE_NONE;
	int rc = store_clock_last(store, &row, e);

	if (rc < 0)
		return rc;
	if (rc > 0)
		newest_at = row.until_at;
	else if ((rc = store_clock_newest(store, &newest_at, e)) != 0)
		return rc;
	if (newest_at == DATE_NONE)
		return CLOCK_CONFIRMED;
	if (clock_words_size(now_at - newest_at) > CLOCK_DAY_S)
		return clock_words_of_newest(newest_at, now_at, why);
	return rc > 0 ? clock_words_of_row(&row, why) : CLOCK_CONFIRMED;
}
