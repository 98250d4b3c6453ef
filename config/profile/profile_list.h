/*
 * profile_list.h -- the entries of `profiles`, each name once.
 */
#ifndef CONFIG_PROFILE_PROFILE_LIST_H
#define CONFIG_PROFILE_PROFILE_LIST_H

#include "config/config.h"
#include "config/yaml/yaml.h"

/* Reads a list of maps (schema_profile_keys) and adds the profiles to the
 * configuration.  A faulty profile is left out.  `file` becomes
 * config_profile.file; it is borrowed as long as the profiles exist. */
void profile_list_read(struct config *, const struct yaml_node *,
    const char *file, struct fault_list *);

/* Returns the profile of that name, or NULL. */
const struct config_profile *profile_list_find(
    const struct config *, struct slice name);

#endif
