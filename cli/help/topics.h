/*
 * topics.h -- the topics of `gleaner help` (topics.c).
 *
 * A topic is a file NAME.txt in docs/help.
 */
#ifndef CLI_HELP_TOPICS_H
#define CLI_HELP_TOPICS_H

#include "cli/cli.h"

#define HELP_TOPICS_MAX 32 /* largest number of topics */

struct help_topic {
	const char *name;
	const char *summary; /* one line, without a period */
	const char *text;    /* whole lines of at most 80 columns */
};

/* Returns topic n in the order of their names; NULL after the last one. */
const struct help_topic *topics_get(size_t n);
/* Returns the topic with this name, or NULL. */
const struct help_topic *topics_find(const char *name);
/* Prints a topic. Returns the result of cli_finish(). */
int topics_print(struct cli *, const struct help_topic *);

#endif
