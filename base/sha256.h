/*
 * sha256.h -- FIPS 180-4, section 6.2: a name for bytes that nobody can give to
 * other bytes.
 *
 * For what is stored and decides something: that two strangers' documents
 * have one name may not be for them to choose.  Some 200 MiB/s; hash_bytes()
 * is for all that stays in one process.
 */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include "base/slice.h"

#define SHA256_BYTES 32
#define SHA256_TEXT  (2 * SHA256_BYTES + 1) /* as hex, with its NUL */

void sha256(struct slice, unsigned char ret_digest[SHA256_BYTES]);
void sha256_text(const unsigned char digest[SHA256_BYTES],
    char ret_text[SHA256_TEXT]);

#endif
