/*
 * portal.h -- shared by the commands about profiles (`profile`, `profile
 * explain`, `like`, `dislike`), `categories explain` and `follow` (portal.c).
 */
#ifndef CLI_PORTAL_PORTAL_H
#define CLI_PORTAL_PORTAL_H

#include "base/text/json_writer.h"
#include "cli/cli.h"
#include "store/store.h"

/* Reads the configuration and finds the profile of that name.  Returns CLI_OK,
 * or the exit code after a message, which suggests a similar name if there is
 * one. */
int portal_find_profile(
    struct cli *, const char *name, const struct config_profile **ret);
/* Parses the number of an article.  Returns CLI_GO_ON, or CLI_USAGE after a
 * message. */
int portal_parse_id(struct cli *, const char *text, int64_t *ret_id);
/* Writes the parts of a score as the member "terms": an array with facet, term
 * and share of each part. */
void portal_write_parts(struct json_writer *, const struct profile_score *);
/* Appends the terms of a score, separated by commas; a term that lowers the
 * score has the prefix "-". */
void portal_put_parts(struct buf *out, const struct profile_score *);

#endif
