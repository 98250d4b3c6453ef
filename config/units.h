/*
 * units.h -- durations and sizes as people write them.
 */
#ifndef CONFIG_UNITS_H
#define CONFIG_UNITS_H

#include "base/buf.h"

/* "90s", "15m", "2h", "7d", "2w", "250ms", and rows of them from the largest
 * unit down: "1h30m".  False on anything else or overflow. */
bool duration_read(struct slice, int64_t *ret_ms);
/* In the largest unit that divides it: 5400 s are "90m". */
void duration_write(struct buf *, int64_t ms);
/* "4096", "512B", "64KiB", "10MiB", "1GiB". */
bool size_read(struct slice, int64_t *ret_bytes);
void size_write(struct buf *, int64_t bytes);

#endif
