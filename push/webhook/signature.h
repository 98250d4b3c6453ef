/*
 * signature.h -- signatures of Standard Webhooks (standardwebhooks.com, "Spec",
 * section "Signature scheme"): symmetric, version v1 (signature.c).
 */
#ifndef PUSH_WEBHOOK_SIGNATURE_H
#define PUSH_WEBHOOK_SIGNATURE_H

#include "base/buf.h"
#include "base/err.h"

#define SIGNATURE_KEYS      4 /* while a key is replaced, two keys are in use */
#define SIGNATURE_KEY_BYTES 256 /* the specification: 24 to 64 */

struct signature_keys {
	struct {
		unsigned char bytes[SIGNATURE_KEY_BYTES];
		size_t n;
	} keys[SIGNATURE_KEYS];
	size_t n;
	bool is_short; /* a key has less than 24 bytes */
};

/* Reads keys, one a line: "whsec_" and base64 (RFC 4648, section 4). Empty
 * lines are ignored. ERR_USAGE: a line is malformed or there is no key; the
 * text of the error does not contain the line. O(length). */
int signature_read_keys(
    const char *text, struct signature_keys *ret, struct err *e);
/* Appends the value of the header webhook-signature: for each key "v1," and the
 * base64 of HMAC-SHA256 over "ID.TIMESTAMP.BODY", separated by spaces. Returns
 * 0 or ERR_LIBRARY. O(length of the body). */
int signature_write(const struct signature_keys *, const char *id,
    int64_t timestamp, struct slice body, struct buf *out, struct err *e);

#endif
