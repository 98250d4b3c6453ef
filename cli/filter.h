/*
 * filter.h -- article filters: the options shared by `articles` and `search`.
 */
#ifndef CLI_FILTER_H
#define CLI_FILTER_H

#include "base/limits.h"
#include "cli/cli.h"
#include "store/store.h"

/* Size of the buffer for a feed's address or name in filter_fill(). */
#define FILTER_FEED_BYTES (64 * KIB)

struct filter_values {
	const char *feed, *tag, *lang;
	int status; /* -1: any */
	int64_t since_at, until_at;
	double min_confidence;
	bool one_per_cluster;
};

#define FILTER_VALUES_INIT                                                     \
	((struct filter_values){                                               \
	    .status = -1, .since_at = DATE_NONE, .until_at = DATE_NONE })

/* The choices of --status: the names that article_status_name() returns, in the
 * order of the statuses. */
extern const char *const filter_statuses[];
/* The rows of the options, including those that every listing has.  The
 * command's values begin with a struct filter_values. */
#define FILTER_VALUE(member) offsetof(struct filter_values, member)
#define FILTER_OPTIONS                                                         \
	{ .name = "feed",                                                      \
		.kind = OPTION_TEXT,                                           \
		.offset = FILTER_VALUE(feed),                                  \
		.value = "FEED",                                               \
		.help = "a feed's URL, or a part of its title" },              \
	    { .name = "since",                                                 \
		    .kind = OPTION_TIME,                                       \
		    .offset = FILTER_VALUE(since_at),                          \
		    .value = "TIME",                                           \
		    .help = "only articles dated at this time or later "       \
			    "(published, else first seen): 2026-11-20, "       \
			    "2026-11-20T17:48:18Z, or 2h, 7d for an age" },    \
	    { .name = "until",                                                 \
		    .kind = OPTION_TIME,                                       \
		    .offset = FILTER_VALUE(until_at),                          \
		    .value = "TIME",                                           \
		    .help = "only articles dated before this time, written "   \
			    "as for --since; a date means local midnight" },   \
	    { .name = "tag",                                                   \
		    .kind = OPTION_TEXT,                                       \
		    .offset = FILTER_VALUE(tag),                               \
		    .value = "TAG",                                            \
		    .help = "only articles that have this tag or whose "       \
			    "feed has it" },                                   \
	    { .name = "lang",                                                  \
		    .kind = OPTION_TEXT,                                       \
		    .offset = FILTER_VALUE(lang),                              \
		    .value = "LANG",                                           \
		    .help = "only articles in this language: en, pt-BR …" },   \
	    { .name = "status",                                                \
		    .kind = OPTION_CHOICE,                                     \
		    .offset = FILTER_VALUE(status),                            \
		    .value = "STATUS",                                         \
		    .choices = filter_statuses,                                \
		    .help = "the state of the article" },                      \
	    { .name = "min-confidence",                                        \
		    .kind = OPTION_SHARE,                                      \
		    .offset = FILTER_VALUE(min_confidence),                    \
		    .value = "N",                                              \
		    .help = "only articles with this confidence or more, "     \
			    "0 to 1" },                                        \
	    { .name = "one-per-cluster",                                       \
		    .kind = OPTION_FLAG,                                       \
		    .offset = FILTER_VALUE(one_per_cluster),                   \
		    .help =                                                    \
			"of duplicates on several sites, only the first" },    \
	    OPTIONS_OF_LISTINGS
/* FILTER_OPTIONS as a table. */
extern const struct option_row filter_options[];

/* Checks that --lang has the form of a language tag. Returns CLI_GO_ON, or
 * CLI_USAGE after an error message. */
int filter_check_values(struct cli *, const struct filter_values *);
/* Fills *ret. Returns CLI_FAILED after an error message if filter_check()
 * rejects the feed, tag or language of the filter. `feed` receives the feed's
 * address or name, which *ret borrows. */
int filter_fill(struct cli *, struct store *, const struct filter_values *,
    struct buf *feed, struct article_filter *ret);

#endif
