/*
 * long_options.h -- options of getopt_long() whose names are not abbreviated
 * (long_options.c).
 *
 * getopt_long() accepts each unambiguous prefix of an option's name. A script
 * that uses a prefix stops working when another option with this prefix is
 * added.
 */
#ifndef BASE_IO_LONG_OPTIONS_H
#define BASE_IO_LONG_OPTIONS_H

#include <getopt.h>

/* Returns the first word of argv that begins with "--" and is not the whole
 * name of an option. Returns NULL if all names are whole. `letters` and
 * `options` are the arguments of getopt_long(). Arguments of options and the
 * words after "--" are not names. The result is borrowed from argv. O(argc *
 * options). */
const char *long_options_find_unknown(int argc, char *const argv[],
    const char *letters, const struct option *options);

#endif
