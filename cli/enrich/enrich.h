/*
 * enrich.h -- internal to cli: the enrichment of stored texts.
 *
 * cmd_keywords.c shows the keywords of an article.
 */
#ifndef CLI_ENRICH_ENRICH_H
#define CLI_ENRICH_ENRICH_H

#include "cli/cli.h"

/* The settings of the configuration, or the defaults if there is none. */
struct enrich_order {
	bool enabled;
	size_t keywords, sentences;
	bool categories;
};

/* recut_enrich.c */
/* Returns the settings that a recut uses. */
struct enrich_order recut_enrich_order(const struct cli *);
/* Switches the enrichment of the store on. Creates the table of document
 * frequencies, which this process and the workers that are started later share.
 * Does nothing if enrich.enabled is false. Returns 0 or a negative code. */
int recut_enrich_start(const struct cli *, struct store *, struct err *e);
/* Enriches the stored texts of the articles that were first seen at or after
 * since_at, and prints the number of these articles. If `all` is false, texts
 * that this version has already enriched are skipped. Returns an exit code. */
int recut_enrich(struct cli *, struct store *, int64_t since_at, bool all);

#endif
