/*
 * site_rules.h -- reads the files of the key `rules` of a site.
 */
#ifndef CONFIG_SITE_SITE_RULES_H
#define CONFIG_SITE_SITE_RULES_H

#include "config/config.h"
#include "config/faults.h"

/* The file of a folder whose statements are for all hosts. */
#define SITE_RULES_GLOBAL "global.txt"

/* Reads the file site->rules into site->rule_files.  If site->rules is a
 * folder, reads its files that are for hosts of the site, and appends the
 * statements of its file global.txt to each of them.  A line that has no effect
 * causes a warning.  Returns false after a fault; true if site->rules is NULL.
 * site->match must have been read before. */
bool site_rules_read(struct config_site *, struct place, struct fault_list *);

/* Returns the file that applies to a host of the site, or NULL if there is
 * none. The file is borrowed from the site. In a folder the file is found by
 * its name (rules_name_fits()).  The host is in lower case. */
const struct config_rules *site_rules_of(
    const struct config_site *, struct slice host);

#endif
