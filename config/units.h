/*
 * units.h -- durations and sizes as people write them.
 */
#ifndef CONFIG_UNITS_H
#define CONFIG_UNITS_H

#include "base/buf.h"

/* Reads "90s", "15m", "2h", "7d", "2w", "250ms" and sequences from the largest
 * unit to the smallest: "1h30m".  Returns false for any other text, and on
 * overflow. */
bool duration_read(struct slice, int64_t *ret_ms);
/* Writes a duration with the largest unit up to days that divides it: 5400 s
 * are "90m". */
void duration_write(struct buf *, int64_t ms);
/* Reads a size such as "4096", "512B", "64KiB", "10MiB" or "1GiB".  Returns
 * false for any other text, and on overflow. */
bool size_read(struct slice, int64_t *ret_bytes);
/* Writes a size with the largest unit that divides it: 1536 bytes are
 * "1536B", 65536 bytes are "64KiB". */
void size_write(struct buf *, int64_t bytes);

#endif
