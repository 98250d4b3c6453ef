/*
 * push_state.h -- the state of a push, in reports to the daemon and in answers
 * of the daemon (push_state.c).
 *
 * Both are one JSON object in a line of the control socket:
 *
 *	push {…}    from a push to the daemon
 *	pushes      to the daemon; it answers with lines push={…}
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
	int64_t failures; /* in a row */
	int64_t age_s;    /* seconds since the report; 0 in the report itself */
};

/* Reads an object.  Texts that are too long are truncated between characters.
 * Returns false if the object is malformed. */
bool push_state_read(struct slice json, struct push_state *ret);
/* Writes the members of the object. */
void push_state_write(struct json_writer *, const struct push_state *);
/* Calls visit for each push that has reported to the daemon at control_path
 * within LIMIT_PUSH_REPORT_S, until visit returns a value other than 0, and
 * returns this value.  ERR_NOT_FOUND: no daemon listens there, or control_path
 * is NULL. */
int push_state_each(const char *control_path,
    int (*visit)(const struct push_state *, void *), void *arg, struct err *e);

#endif
