/*
 * push_state.h -- the state of a process `gleaner push`, which delivers changes
 * to a URL (push_state.c).
 *
 * The state is sent as one JSON object in a line of the control socket:
 *
 *	push {…}    A push reports its state to the daemon.
 *	pushes      A client asks for all states.  The daemon answers with one
 *	            line push={…} for each push.
 */
#ifndef CONTROL_PUSH_STATE_H
#define CONTROL_PUSH_STATE_H

#include "base/err.h"
#include "base/limits.h"
#include "base/text/json_writer.h"

#define PUSH_STATE_TEXT_BYTES 256

struct push_state {
	char consumer[LIMIT_NAME_BYTES + 1];
	char target[PUSH_STATE_TEXT_BYTES]; /* a URL without secrets */
	char error[PUSH_STATE_TEXT_BYTES];  /* the last failure; "": none */
	int64_t sent, acknowledged; /* counted since the start of the push */
	int64_t lag; /* number of changes that are not acknowledged */
	int64_t in_flight;
	int64_t failures; /* number of failures since the last success */
	int64_t age_s;    /* seconds since the report; 0 in the report itself */
};

/* Reads an object.  Texts that are too long are truncated between characters.
 * Returns false if the object is malformed. */
bool push_state_read(struct slice json, struct push_state *ret);
/* Writes the members of the object. */
void push_state_write(struct json_writer *, const struct push_state *);
/* Calls visit for each push that has reported to the daemon at control_path
 * within LIMIT_PUSH_REPORT_S, until visit returns a value other than 0, and
 * returns this value.  ERR_NOT_FOUND: no daemon listens at control_path, or
 * control_path is NULL. */
int push_state_each(const char *control_path,
    int (*visit)(const struct push_state *, void *), void *arg, struct err *e);

#endif
