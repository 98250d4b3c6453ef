/*
 * value.h -- reads one value of the file into a field of a struct.
 */
#ifndef CONFIG_YAML_VALUE_H
#define CONFIG_YAML_VALUE_H

#include "config/schema.h"
#include "config/yaml/yaml.h"

/* Reads node as the key's type into its field of *base, the struct that the
 * table of the key describes.  Frees the old value of a text; an old list of
 * texts or headers must be empty.  If the value is invalid, it returns false
 * and adds faults.  The field is then unchanged, or partly filled if it is a
 * list; it can be freed in both cases. */
bool value_read(const struct schema_key *, const struct yaml_node *, void *base,
    struct fault_list *);

/* Sets the field to the value of default_text, which is read like a text in the
 * file. */
bool value_set_default(
    const struct schema_key *, void *base, struct fault_list *);

/* Adds the fault "path: what, expected ..." at the node and returns false. If
 * `what` is NULL, the kind of the node is described. */
bool value_refuse(const struct schema_key *, const struct yaml_node *,
    const char *what, struct fault_list *);

/* Like strndup(), but a failure is recorded in the list. */
char *value_copy(struct slice, struct fault_list *);

/* True if the text contains an ASCII control character or DEL. */
bool value_has_control(struct slice);

/* Returns the fault of a request header that an operator sets, or NULL if the
 * header is valid.  (value_list.c) */
const char *value_header_problem(struct slice name, struct slice value);

/* value_list.c */
bool value_read_durations(const struct schema_key *, const struct yaml_node *,
    char *base, struct fault_list *);
bool value_read_tags(const struct schema_key *, const struct yaml_node *,
    char *base, struct fault_list *);
bool value_read_sites(const struct schema_key *, const struct yaml_node *,
    char *base, struct fault_list *);
bool value_read_headers(const struct schema_key *, const struct yaml_node *,
    char *base, struct fault_list *);

#endif
