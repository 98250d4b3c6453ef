/*
 * change_wait.h -- waits until the database has changed.
 */
#ifndef CLI_CMD_CHANGE_WAIT_H
#define CLI_CMD_CHANGE_WAIT_H

#include "control/control_client.h"
#include "store/store.h"

struct change_wait {
	struct store *store;
	const char *control_path; /* path of the control socket; NULL: no daemon
				     is known */
	/* the output; change_wait() also returns when its reader closes the
	 * other end */
	int out_fd;
	struct control_client control;
	bool is_subscribed;   /* the daemon reports changes to this process */
	int64_t ask_again_ms; /* monotonic time of the next try to connect to a
				 daemon */
	int64_t data_version;
	/* monotonic time at which change_wait() returns CHANGE_CAME even if the
	 * database has not changed; 0: no such time; set by the caller */
	int64_t until_ms;
};

enum change_wait_result {
	CHANGE_CAME,
	CHANGE_READER_GONE, /* the other end of out_fd is closed */
	CHANGE_STOPPED      /* *stop was set by a signal */
};

/* Records the current state of the database; change_wait() waits for later
 * changes. Call it before reading the changes. */
int change_wait_init(struct change_wait *, struct store *,
    const char *control_path, int out_fd, struct err *e);
void change_wait_release(struct change_wait *);
/* Blocks until the database has changed, until_ms has passed, a signal has set
 * *stop, or the reader of the output has closed it. Returns 0 or a negative
 * code. */
int change_wait(struct change_wait *, const volatile int *stop,
    enum change_wait_result *ret, struct err *e);

#endif
