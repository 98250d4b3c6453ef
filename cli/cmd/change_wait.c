/*
 * change_wait.c -- waits until the database has changed.
 *
 * The normal case: the daemon sends "change" on its socket, then change_wait()
 * compares the data version with the previous version.
 *
 * The daemon may not run or may end, and other processes (`recut`, `import`)
 * write without sending "change". SQLite's data_version is therefore compared
 * ten times a second. It is in shared memory, so that reading it does not
 * access the disk. PostgreSQL reports changes (store_listen()), so its version
 * is compared only every two seconds. If there is no connection to the daemon,
 * a connection is tried every five seconds.
 */
#include "cli/cmd/change_wait.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>

#include "base/clock.h"

/* Interval at which the data version is compared. A change must be delivered
 * within twice this time. */
#define LOOK_MS 100
/* Interval at which the data version is compared if PostgreSQL reports changes.
 * A notification of PostgreSQL is lost if its connection breaks. */
#define NOTIFIED_LOOK_MS 2000
#define ASK_AGAIN_MS     5000
#define FIRST_LINE_MS    2000 /* time for the daemon's first line, "ok" */

static void
change_wait_hang_up(struct change_wait *wait)
{
	control_close(&wait->control);
	wait->is_subscribed = false;
	wait->ask_again_ms = clock_monotonic_ms() + ASK_AGAIN_MS;
}

/* Asks the daemon to report changes. If no daemon runs, this is not an error.
 */
static void
change_wait_ask(struct change_wait *wait)
{
	struct slice line;

	if (wait->control_path == NULL || wait->is_subscribed ||
	    clock_monotonic_ms() < wait->ask_again_ms)
		return;
	if (control_open(&wait->control, wait->control_path, NULL) == 0 &&
	    control_send(&wait->control, "wait-change 0", NULL) == 0 &&
	    control_read_line(&wait->control, FIRST_LINE_MS, &line, NULL) ==
		0 &&
	    slice_starts(line, SLICE("ok")))
		wait->is_subscribed = true;
	else
		change_wait_hang_up(wait);
}

/* Reads and discards the lines of the daemon. Their content is not needed,
 * because the data version is compared after each of them. */
static void
change_wait_discard_lines(struct change_wait *wait)
{
	struct slice line;
	int rc;

	while ((rc = control_read_line(&wait->control, 0, &line, NULL)) == 0)
		;
	if (rc != ERR_LIMIT)
		change_wait_hang_up(wait);
}

int
change_wait_init(struct change_wait *wait, struct store *store,
    const char *control_path, int out_fd, struct err *e)
{
	int rc;

	*wait = (struct change_wait){
		.store = store,
		.control_path = control_path,
		.out_fd = out_fd,
		.control = { .fd = -1 },
	};
	change_wait_ask(wait);
	if ((rc = store_listen(store, NOTICE_CHANGE, e)) != 0)
		return rc;
	return store_data_version(store, &wait->data_version, e);
}

void
change_wait_release(struct change_wait *wait)
{
	control_close(&wait->control);
}

/* Sets *ret_changed to true if another connection has committed since the last
 * call. ERR_REFUSED: another file is at the path of the database. If the
 * PostgreSQL server was restarted, this is not an error: the next call connects
 * again. */
static int
change_wait_look(struct change_wait *wait, bool *ret_changed, struct err *e)
{
	int64_t version;
	int rc = store_data_version(wait->store, &version, e);

	*ret_changed = false;
	if (rc != 0)
		return store_may_retry(wait->store) ? 0 : rc;
	*ret_changed = version != wait->data_version;
	wait->data_version = version;
	return store_check_replaced(wait->store, e);
}

int
change_wait(struct change_wait *wait, const volatile int *stop,
    enum change_wait_result *ret, struct err *e)
{
	bool changed = false;

	while (!*stop) {
		struct pollfd fds[3];
		int rc;

		change_wait_ask(wait);
		fds[0] = (struct pollfd){ .fd = wait->out_fd };
		fds[1] =
		    (struct pollfd){ .fd = wait->control.fd, .events = POLLIN };
		fds[2] = (struct pollfd){ .fd = store_notice_fd(wait->store),
			.events = POLLIN };
		rc = poll(fds, 3, fds[2].fd >= 0 ? NOTIFIED_LOOK_MS : LOOK_MS);
		if (rc < 0 && errno != EINTR)
			return err_errno(e, "poll");
		if (rc > 0 &&
		    (fds[0].revents & (POLLERR | POLLHUP | POLLNVAL))) {
			*ret = CHANGE_READER_GONE;
			return 0;
		}
		if (rc > 0 && fds[1].revents != 0)
			change_wait_discard_lines(wait);
		store_take_notice(wait->store);
		rc = change_wait_look(wait, &changed, e);
		if (rc != 0)
			return rc;
		if (changed || (wait->until_ms != 0 &&
				   clock_monotonic_ms() >= wait->until_ms)) {
			*ret = CHANGE_CAME;
			return 0;
		}
	}
	*ret = CHANGE_STOPPED;
	return 0;
}
