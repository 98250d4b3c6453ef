/*
 * topics.c -- see topics.h.
 *
 * The texts are docs/help/NAME.txt, made into strings by docs/help/embed.awk.
 */
#include "cli/help/topics.h"

#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "cli/help/topics.inc"

#define TOPIC_BYTES (64 * KIB)

_Static_assert(ARRAY_LENGTH(topics) <= HELP_TOPICS_MAX, "too many topics");

const struct help_topic *
topics_get(size_t n)
{
	return n < ARRAY_LENGTH(topics) ? &topics[n] : NULL;
}

const struct help_topic *
topics_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(topics); i++)
		if (strcmp(topics[i].name, name) == 0)
			return &topics[i];
	return NULL;
}

int
topics_print(struct cli *cli, const struct help_topic *topic)
{
	struct buf text;

	buf_init(&text, TOPIC_BYTES);
	buf_printf(
	    &text, "%s: %s\n\n%s", topic->name, topic->summary, topic->text);
	cli_write(cli, &text);
	buf_release(&text);
	return cli_finish(cli, CLI_OK);
}
