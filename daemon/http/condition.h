/*
 * condition.h -- the daemon's current problems, for /health, the status page,
 * the metrics and the service manager's status line.
 */
#ifndef DAEMON_HTTP_CONDITION_H
#define DAEMON_HTTP_CONDITION_H

#include <stddef.h>

struct hub;

enum condition_level {
	CONDITION_OK,
	CONDITION_WARNING, /* the daemon works without something */
	CONDITION_FAULT,   /* the daemon does not work: /health answers 503 */
	CONDITION_LEVEL_COUNT
};
const char *condition_level_name(enum condition_level); /* "ok" … */

struct condition_problem {
	enum condition_level level;
	const char *name; /* "stuck", "store-fault": the name of the event in
			     the log */
	const char *what; /* one sentence about the problem, without the reason
			     */
	const char *why;  /* the reason, untrusted text; "": none */
};

#define CONDITION_PROBLEMS 8

struct condition {
	enum condition_level level; /* level of the most severe problem */
	size_t n;
	struct condition_problem
	    problems[CONDITION_PROBLEMS]; /* most severe first */
};

/* Texts are borrowed until control returns to the loop. O(1). */
void condition_get(const struct hub *, struct condition *ret);

#endif
