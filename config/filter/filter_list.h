/*
 * filter_list.h -- reads the key `filters`.
 */
#ifndef CONFIG_FILTER_FILTER_LIST_H
#define CONFIG_FILTER_FILTER_LIST_H

#include "config/faults.h"
#include "config/filter/filter_rule.h"
#include "config/yaml/yaml.h"

/* Reads a list of filters ({ if: EXPRESSION, then: ACTIONS }) and adds it to
 * the set.  A filter with a fault is left out, and the fault is added to the
 * list.  `file`: the name of the file, which is copied. */
void filter_list_read(struct filter_set *, const struct yaml_node *,
    const char *file, struct fault_list *);

#endif
