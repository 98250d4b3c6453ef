/*
 * site_secret.h -- values of sites and feeds that are kept in files of their
 * own.
 *
 *	headers: { Authorization: { file: secrets/example.org } }
 *	cookies: { credential: example-cookies }
 *
 * `file` is a path, relative to the directory of the configuration file.
 * `credential` is the name of a credential of the service manager
 * ($CREDENTIALS_DIRECTORY, systemd.exec(5)).
 *
 * Programs that send no request with a secret do not open these files (enum
 * config_secrets).  The syntax of a reference is always checked.
 */
#ifndef CONFIG_SITE_SITE_SECRET_H
#define CONFIG_SITE_SITE_SECRET_H

#include "base/buf.h"
#include "config/schema.h"
#include "config/yaml/yaml.h"

/* True for a map whose first key is `file` or `credential`. */
bool site_secret_is_reference(const struct yaml_node *);

/* Returns the path that a reference names.  The path is owned.  Returns NULL if
 * a fault was added, or if there is no memory.  `key`: name of the key, for the
 * fault. */
char *site_secret_path(const char *key, const struct yaml_node *,
    const char *config_file, struct fault_list *);

/* True if the file is to be read: always, only if this user may read it, or
 * never (enum config_secrets). */
bool site_secret_may_read(const char *path, const struct fault_list *);

/* Like site_secret_may_read(), and adds a note about a file that only the
 * service can read. */
bool site_secret_is_needed(
    const char *key, const char *path, struct place, struct fault_list *);

/* Reads the file at `path`, of at most max_bytes, into `bytes`.  Warns if every
 * user can read the file.  Returns false after a fault. */
bool site_secret_read(const char *key, const char *path, struct place,
    size_t max_bytes, struct buf *bytes, struct fault_list *);

/* Replaces a reference by the text of its file without white space at both
 * ends, or by an empty text if the file is not read.  Other nodes are copied
 * unchanged.  The text is in the arena, whose `exhausted` must be set.  Returns
 * false after a fault. */
bool site_secret_resolve(const char *key, const struct yaml_node *,
    const char *config_file, struct arena *, struct fault_list *,
    struct yaml_node *ret);

/* Reads the key `headers` of a feed or a site, whose values may be references.
 * ret_owner: the struct that the table of the key describes.  *ret_has_text is
 * set to true if a value is written in the configuration itself, and is not
 * changed otherwise.  Returns false after a fault. */
bool site_secret_read_headers(const struct schema_key *key,
    const struct yaml_node *, const char *config_file, struct fault_list *,
    void *ret_owner, bool *ret_has_text);

#endif
