/*
 * frequency_base.c -- counts of common stems, made by frequency_base.py; see
 * frequency.h.
 */
#include "enrich/frequency_base.inc"

#include "base/array.h"
#include "enrich/frequency.h"

const struct frequency_base frequency_bases[] = { FREQUENCY_BASES };
const size_t frequency_n_bases = ARRAY_LENGTH(frequency_bases);
