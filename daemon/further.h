/*
 * further.h -- a document that a feed leads to, while the daemon has it in
 * hand: further_owed.c reads from the store what is owed, further.c does it.
 * The row in the database is the truth.
 */
#ifndef DAEMON_FURTHER_H
#define DAEMON_FURTHER_H

#include "daemon/hub.h"

struct further;

/* What hub.furthers is. */
struct furthers {
	struct table in_hand; /* id → struct further */
	struct event *retry_timer;
	bool asking, ask_again, more_owed;
};

/* Copies what the row says. */
struct further *further_new(struct hub *, const struct further_row *);
void further_free(struct further *);
/* Takes it in hand; from here on it frees itself, maybe at once.  False: it is
 * in hand already, and this one is the caller's. */
bool further_begin(struct hub *, struct further *);

#endif
