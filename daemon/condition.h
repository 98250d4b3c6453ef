/*
 * condition.h -- what is wrong with the daemon now, for all that tell it:
 * /health, the status page, the metrics, the service manager's status line.
 */
#ifndef DAEMON_CONDITION_H
#define DAEMON_CONDITION_H

#include <stddef.h>

struct hub;

enum condition_level {
	CONDITION_OK,
	CONDITION_WARNING, /* it goes on without something */
	CONDITION_FAULT,   /* it does not do its work: /health answers 503 */
	CONDITION_LEVEL_COUNT
};
const char *condition_level_name(enum condition_level); /* "ok" … */

struct condition_problem {
	enum condition_level level;
	const char *name; /* "stuck", "store-fault": as in the log */
	const char *what; /* one sentence for people, without the reason */
	const char *why;  /* the reason, text from outside; "": none */
};

#define CONDITION_PROBLEMS 8

struct condition {
	enum condition_level level; /* the gravest */
	size_t n;
	struct condition_problem problems[CONDITION_PROBLEMS]; /* gravest first
								*/
};

/* Texts are borrowed until the loop goes on.  O(1). */
void condition_get(const struct hub *, struct condition *ret);

#endif
