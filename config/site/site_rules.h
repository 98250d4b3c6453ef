/*
 * site_rules.h -- reads the files of the key `rules` of a site.
 */
#ifndef CONFIG_SITE_SITE_RULES_H
#define CONFIG_SITE_SITE_RULES_H

#include "config/config.h"
#include "config/faults.h"

/* Reads the file site->rules, or the files for hosts of the site in that
 * folder, into site->rule_files.  Lines that have no effect are warnings.
 * Returns false after a fault.  site->match must have been read before. */
bool site_rules_read(struct config_site *, struct place, struct fault_list *);

/* Returns the file that applies to a host of the site (rules_name_fits()),
 * borrowed from the site; NULL: none.  The host is in lower case. */
const struct config_rules *site_rules_of(
    const struct config_site *, struct slice host);

#endif
