/*
 * signature.h -- checks the signature of a delivery.  Source: WebSub, section
 * 8.
 *
 * sha256, sha384 and sha512 are accepted.  sha1 is refused: section 10.3 asks
 * for SHA-256 at least if the integrity of a delivery is protected only by its
 * signature.
 */
#ifndef CRAWLER_WEBSUB_SIGNATURE_H
#define CRAWLER_WEBSUB_SIGNATURE_H

#include <stdbool.h>

#include "base/slice.h"

enum websub_signature_fault {
	WEBSUB_SIGNED,
	WEBSUB_NOT_SIGNED, /* no header field, or a malformed one */
	WEBSUB_WEAK,       /* sha1 */
	WEBSUB_METHOD,     /* an unknown method */
	WEBSUB_FORGED,     /* the signature is wrong */
	WEBSUB_SIGNATURE_FAULTS
};
/* Returns "ok", "unsigned", "sha1", "method", "forged", which are counted and
 * stored. */
const char *websub_signature_fault_name(enum websub_signature_fault);

struct websub_signature;

/* Begins the check for the value of X-Hub-Signature, which is SLICE_NONE if the
 * field is absent.  Returns WEBSUB_SIGNED and sets *ret (owned,
 * websub_signature_end()) if the method is accepted.  If the library fails, the
 * process ends. */
enum websub_signature_fault websub_signature_begin(
    struct slice value, struct slice secret, struct websub_signature **ret);
/* Adds bytes of the body.  O(bytes). */
void websub_signature_add(struct websub_signature *, struct slice bytes);
/* Returns the first bytes of the signature that was given, by which a repeated
 * delivery is recognised. */
uint64_t websub_signature_mark(const struct websub_signature *);
/* Compares the signatures in constant time, and frees the check. Returns
 * WEBSUB_SIGNED or WEBSUB_FORGED. If the check is NULL, returns
 * WEBSUB_NOT_SIGNED. */
enum websub_signature_fault websub_signature_end(struct websub_signature *);

#endif
