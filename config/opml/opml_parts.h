/*
 * opml_parts.h -- declarations that only the files of opml share.
 */
#ifndef CONFIG_OPML_OPML_PARTS_H
#define CONFIG_OPML_OPML_PARTS_H

#include "config/opml/opml.h"

/* ---- opml_repair.c ---- */

/* If the document is UTF-16 or UTF-32, appends it to `out` as UTF-8 without its
 * XML declaration and returns that text; else returns `bytes`.  The lines keep
 * their numbers. */
struct slice opml_to_utf8(struct slice bytes, struct buf *out);
/* If an ampersand is not the start of a reference of XML, appends the document
 * to `out` with these ampersands repaired, and returns that text; else returns
 * `bytes`.  The characters below 0x80 must be single bytes.  O(bytes). */
struct slice opml_repair_ampersands(
    struct slice bytes, struct buf *out, struct opml_repairs *ret);

#endif
