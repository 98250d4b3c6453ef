/*
 * value.h -- one value of the file into one field of a struct.
 */
#ifndef CONFIG_VALUE_H
#define CONFIG_VALUE_H

#include "config/schema.h"
#include "config/yaml.h"

/* Reads node as the key's type into its field of *base (a struct config or
 * a struct config_feed); what was there is freed.  False with faults in the
 * list where it is wrong: the field is then as it was, or partly filled (in
 * lists), and can be freed in any case. */
bool value_read(const struct schema_key *, const struct yaml_node *, void *base,
    struct fault_list *);

/* Puts in default_text as if it stood in the file. */
bool value_set_default(
    const struct schema_key *, void *base, struct fault_list *);

/* "path: what, expected …" at the node; returns false.  what NULL: a
 * description of the node. */
bool value_refuse(const struct schema_key *, const struct yaml_node *,
    const char *what, struct fault_list *);

/* strndup, with failure noted in the list. */
char *value_copy(struct slice, struct fault_list *);

/* ASCII controls and DEL. */
bool value_has_control(struct slice);

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
