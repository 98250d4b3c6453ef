/*
 * yaml_syntax.h -- explains libyaml's errors to an operator (yaml_syntax.c).
 */
#ifndef CONFIG_YAML_YAML_SYNTAX_H
#define CONFIG_YAML_YAML_SYNTAX_H

#include <stddef.h>

#include "config/faults.h"

/* Adds a fault that libyaml found. `problem` and `context` (may be NULL) are
 * libyaml's messages; the context begins in the given line. A problem that is
 * not in the table is added unchanged. */
void yaml_syntax_tell(struct fault_list *, struct place, const char *problem,
    const char *context, size_t context_line);

#endif
