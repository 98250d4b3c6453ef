/*
 * yaml_syntax.h -- what libyaml says of a file, for an operator
 * (yaml_syntax.c).
 */
#ifndef CONFIG_YAML_SYNTAX_H
#define CONFIG_YAML_SYNTAX_H

#include <stddef.h>

#include "config/faults.h"

/* Adds the fault that libyaml has found: `problem` in its words, `context` in
 * its words or NULL, and the line in which that context begins.  A problem that
 * is not in the table is told as it is. */
void yaml_syntax_tell(struct fault_list *, struct place, const char *problem,
    const char *context, size_t context_line);

#endif
