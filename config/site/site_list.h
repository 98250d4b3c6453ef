/*
 * site_list.h -- the entries of `sites`, each site once.
 */
#ifndef CONFIG_SITE_SITE_LIST_H
#define CONFIG_SITE_SITE_LIST_H

#include "base/table.h"
#include "config/config.h"
#include "config/yaml/yaml.h"

struct site_list {
	struct config_site *sites; /* owned */
	size_t n, cap;
	struct table by_key; /* → index + 1 */
	char **keys;         /* owned; the keys of by_key */
	/* The place of the first secret in the file that is being read. The
	 * line is 0 if the file has no secret. */
	struct place secret;
	/* The place of the first `render: true`. The line is 0 if there is
	 * none. */
	struct place render;
};

void site_list_init(struct site_list *);
void site_list_release(struct site_list *);

/* Reads a list of maps (schema_site_keys).  `file` becomes config_site.file; it
 * is borrowed as long as the sites exist.  Files of secrets, cookies and rules
 * are read now. */
void site_list_read(struct site_list *, const struct yaml_node *,
    const char *file, struct fault_list *);

/* Moves the sites to an array (owned) and empties the list. */
void site_list_take(
    struct site_list *, struct config_site **ret_sites, size_t *ret_n);

/* Sets host, port, only_tls and whole_domain from `match`.  Returns NULL, or
 * the fault of the text.  *ret_memory is false if there is no memory.
 * (site_match.c) */
const char *site_match_read(struct config_site *, bool *ret_memory);

#endif
