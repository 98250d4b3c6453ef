/*
 * cursor.c -- see cursor.h.
 */
#include "push/cursor.h"

#include <time.h>
#include <unistd.h>

#define CURSOR_PATIENCE_MS 1000 /* then changes are sent before the next try   \
				 */

int
push_cursor_open(const struct push_settings *settings, const volatile int *stop,
    struct push_cursor *ret, int64_t *ret_seq, struct err *e)
{
	int rc;

	*ret = (struct push_cursor){ .consumer = slice_of(settings->consumer) };
	rc = store_open(settings->database, STORE_WRITE, &ret->store, e);
	if (rc != 0)
		return err_wrap(e, "%s", settings->database);
	store_set_patience(ret->store, STORE_FOR_EVER, stop);
	rc = store_consumer_open(
	    ret->store, ret->consumer, 0, (int64_t)time(NULL), ret_seq, e);
	store_set_patience(ret->store, CURSOR_PATIENCE_MS, stop);
	return rc;
}

void
push_cursor_close(struct push_cursor *cursor)
{
	store_close(cursor->store);
	cursor->store = NULL;
}

int
push_cursor_move(
    struct push_cursor *cursor, int64_t seq, bool *ret_later, struct err *e)
{
	int rc = store_consumer_ack(
	    cursor->store, cursor->consumer, seq, (int64_t)time(NULL), e);

	*ret_later = rc != 0 && store_may_retry(cursor->store);
	return *ret_later ? 0 : rc;
}
