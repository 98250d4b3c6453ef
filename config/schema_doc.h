/*
 * schema_doc.h -- writes the key table in the forms of the sample file and of
 * the documentation. Only tests use these functions: they compare the files
 * with the output. config/schema_test prints the output with --sample and
 * --documentation.
 */
#ifndef CONFIG_SCHEMA_DOC_H
#define CONFIG_SCHEMA_DOC_H

#include "config/schema.h"

/* Writes the keys of the sample file, each with its default and a comment. */
void schema_write_sample(struct buf *out);
/* Writes the rows of a table in Markdown. */
void schema_write_markdown(
    const struct schema_key *keys, size_t n_keys, struct buf *out);

#endif
