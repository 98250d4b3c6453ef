/*
 * cursor.c -- see cursor.h.
 */
#include "push/cursor.h"

#include <fcntl.h>
#include <unistd.h>

#include "url/database_url.h"

/* Longest time of one try to move the cursor.  Changes are sent between two
 * tries. */
#define CURSOR_PATIENCE_MS 1000

int
push_cursor_open(const struct push_settings *settings, const volatile int *stop,
    struct push_cursor *ret, int64_t *ret_seq, struct err *e)
{
	bool may_write =
	    database_url_is(settings->database) ||
	    faccessat(AT_FDCWD, settings->database, W_OK, AT_EACCESS) == 0;
	char shown[DATABASE_URL_SHOWN_BYTES];
	int rc;

	*ret = (struct push_cursor){ .consumer = slice_of(settings->consumer) };
	rc = store_open(settings->database,
	    may_write ? STORE_WRITE : STORE_READ, &ret->store, e);
	if (rc != 0)
		return err_wrap(
		    e, "%s", database_url_show(settings->database, shown));
	if (!may_write && settings->control == NULL)
		return err_set(e, ERR_USAGE,
		    "%s cannot be written, and the daemon's socket is not "
		    "known; name the daemon's configuration with -c FILE",
		    settings->database);
	store_set_patience(ret->store, STORE_FOR_EVER, stop);
	consumer_cursor_init(
	    &ret->cursor, ret->store, may_write ? NULL : settings->control);
	ret->cursor.patience_ms = STORE_FOR_EVER;
	ret->cursor.stop = stop;
	rc = consumer_cursor_open(
	    &ret->cursor, ret->consumer, 0, false, ret_seq, e);
	store_set_patience(ret->store, CURSOR_PATIENCE_MS, stop);
	ret->cursor.patience_ms = CURSOR_PATIENCE_MS;
	return rc;
}

void
push_cursor_close(struct push_cursor *cursor)
{
	store_close(cursor->store);
	cursor->store = NULL;
}

/* Returns true for a temporary failure: the daemon failed or does not run, or
 * the database is locked.  Returns false if the consumer was removed. */
static bool
cursor_may_retry(struct push_cursor *cursor, int rc)
{
	int64_t seq;

	if (cursor->cursor.control_path == NULL)
		return store_may_retry(cursor->store);
	return rc != ERR_USAGE && rc != ERR_MEMORY &&
	       store_consumer_get(
		   cursor->store, cursor->consumer, &seq, NULL) == 0;
}

int
push_cursor_move(struct push_cursor *cursor, int64_t after_seq, int64_t seq,
    bool *ret_later, struct err *e)
{
	int rc = consumer_cursor_ack_after(
	    &cursor->cursor, cursor->consumer, after_seq, seq, e);

	*ret_later =
	    rc != 0 && rc != ERR_REFUSED && cursor_may_retry(cursor, rc);
	return *ret_later ? 0 : rc;
}
