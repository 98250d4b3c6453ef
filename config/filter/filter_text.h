/*
 * filter_text.h -- writes an expression in its canonical form.
 */
#ifndef CONFIG_FILTER_FILTER_TEXT_H
#define CONFIG_FILTER_FILTER_TEXT_H

#include "base/buf.h"
#include "config/filter/filter.h"

/* Writes the expression so that filter_parse() reads the same tree again: one
 * space between words, texts in double quotes, only the parentheses that are
 * needed.  O(length). */
void filter_text_write(struct buf *, const struct filter_node *);

#endif
