/*
 * change_wait.h -- sleeping until the database has changed.
 */
#ifndef CLI_CHANGE_WAIT_H
#define CLI_CHANGE_WAIT_H

#include "cli/control_client.h"
#include "store/store.h"

struct change_wait {
	struct store *store;
	const char *control_path; /* NULL: no daemon is known */
	int out_fd;               /* whose reader may go away */
	struct control_client control;
	bool told;            /* the daemon tells us of changes */
	int64_t ask_again_ms; /* when to look for a daemon again */
	int64_t data_version;
};

enum change_wait_result {
	CHANGE_CAME,
	CHANGE_NOBODY_READS, /* the other end of out_fd is closed */
	CHANGE_STOPPED       /* *stop was set by a signal */
};

/* Takes the state before which nothing is waited for; call it before reading
 * the changes themselves. */
int change_wait_init(struct change_wait *, struct store *,
    const char *control_path, int out_fd, struct err *e);
void change_wait_release(struct change_wait *);
/* Blocks.  0 or a code. */
int change_wait(struct change_wait *, const volatile int *stop,
    enum change_wait_result *ret, struct err *e);

#endif
