/*
 * sha256.h -- SHA-256 (FIPS 180-4), for short keys that are not secret.
 *
 * libcrypto has the same function, but loading it takes 2 ms, which is as much
 * as the whole start of `gleaner`.
 */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include "base/slice.h"

#define SHA256_BYTES 32

/* Writes the digest of the bytes.  O(length), no memory. */
void sha256(struct slice bytes, unsigned char ret[SHA256_BYTES]);

#endif
