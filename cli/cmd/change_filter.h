/*
 * change_filter.h -- the options by which `follow` and `push` filter the change
 * log.
 */
#ifndef CLI_CMD_CHANGE_FILTER_H
#define CLI_CMD_CHANGE_FILTER_H

#include "cli/cli.h"

struct change_filter {
	const char *feed, *tag, *lang; /* borrowed; NULL: any */
	double min_confidence;
	int kind; /* an index of change_kinds; -1: any */
	bool one_per_cluster;
	bool notified; /* only articles that filters mark for the consumer */
};

extern const char *const change_kinds[];

/* Returns the name of the kind that the filter requires; empty if it accepts
 * any kind. */
struct slice change_filter_kind(const struct change_filter *);

/* The option rows that fill a struct change_filter. `values` is the type of the
 * command's struct of options. This struct has a member `filter` of type struct
 * change_filter. Its `kind` must be -1 before the options are parsed. */
/* clang-format off */
#define OPTIONS_OF_CHANGES(values)                                             \
	{ .name = "kind",                                                      \
	    .kind = OPTION_CHOICE,                                             \
	    .offset = offsetof(values, filter.kind),                           \
	    .value = "KIND",                                                   \
	    .choices = change_kinds,                                           \
	    .help = "only changes of this kind" },                             \
	{ .name = "feed",                                                      \
	    .kind = OPTION_TEXT,                                               \
	    .offset = offsetof(values, filter.feed),                           \
	    .value = "FEED",                                                   \
	    .help =                                                            \
		"only articles of a feed: its URL, or a part of its title" },  \
	{ .name = "tag",                                                       \
	    .kind = OPTION_TEXT,                                               \
	    .offset = offsetof(values, filter.tag),                            \
	    .value = "TAG",                                                    \
	    .help = "only articles that have this tag or whose feed has it" }, \
	{ .name = "lang",                                                      \
	    .kind = OPTION_TEXT,                                               \
	    .offset = offsetof(values, filter.lang),                           \
	    .value = "LANG",                                                   \
	    .help = "only articles in this language: en, pt-BR …" },         \
	{ .name = "min-confidence",                                            \
	    .kind = OPTION_SHARE,                                              \
	    .offset = offsetof(values, filter.min_confidence),                 \
	    .value = "N",                                                      \
	    .help = "only articles with this confidence or more, 0 to 1" },    \
	{ .name = "one-per-cluster",                                           \
	    .kind = OPTION_FLAG,                                               \
	    .offset = offsetof(values, filter.one_per_cluster),                \
	    .help =                                                            \
		"if many sites have the same text, only the first article" },  \
	{ .name = "notified",                                                  \
	    .kind = OPTION_FLAG,                                               \
	    .offset = offsetof(values, filter.notified),                       \
	    .help = "only articles that a filter marks for the consumer" }
/* clang-format on */

#endif
