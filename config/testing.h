/*
 * testing.h -- for tests and fuzzers only: a configuration in memory (load.c).
 */
#ifndef CONFIG_TESTING_H
#define CONFIG_TESTING_H

#include "config/config.h"

/* Like config_load(), but for `bytes` in memory; `path` is the file name in
 * faults. Includes are refused. */
int config_read(const char *path, struct slice bytes, struct config **ret,
    struct buf *faults, struct err *e);

#endif
