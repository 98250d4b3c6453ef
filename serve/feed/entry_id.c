/*
 * entry_id.c -- see entry_id.h.
 */
#include "serve/feed/entry_id.h"

#include <openssl/evp.h>
#include <stdio.h>

#define UUID_BYTES  16
#define SHA_1_BYTES 20

static int
entry_id_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Reads the 32 digits of a UUID; hyphens are skipped. */
static bool
entry_id_parse(const char *text, unsigned char ret[UUID_BYTES])
{
	size_t n = 0;

	for (; *text != '\0'; text++) {
		int digit = entry_id_digit(*text);

		if (*text == '-')
			continue;
		if (digit < 0 || n == 2 * (size_t)UUID_BYTES)
			return false;
		ret[n / 2] = (unsigned char)((n % 2 ? ret[n / 2] << 4 : 0) |
					     (unsigned)digit);
		n++;
	}
	return n == 2 * (size_t)UUID_BYTES;
}

static bool
entry_id_hash(const unsigned char space[UUID_BYTES], struct slice name,
    unsigned char ret[SHA_1_BYTES])
{
	EVP_MD_CTX *context = EVP_MD_CTX_new();
	unsigned n = 0;
	bool is_done = context != NULL &&
		       EVP_DigestInit_ex(context, EVP_sha1(), NULL) == 1 &&
		       EVP_DigestUpdate(context, space, UUID_BYTES) == 1 &&
		       EVP_DigestUpdate(context, name.p, name.len) == 1 &&
		       EVP_DigestFinal_ex(context, ret, &n) == 1 &&
		       n == SHA_1_BYTES;

	EVP_MD_CTX_free(context);
	return is_done;
}

int
entry_id_make(const char *store_uuid, struct slice name,
    char ret[ENTRY_ID_BYTES], struct err *e)
{
	unsigned char space[UUID_BYTES] = { 0 }, h[SHA_1_BYTES];

	if (!entry_id_parse(store_uuid, space))
		return err_set(
		    e, ERR_DATABASE, "the id of the database is not a UUID");
	if (!entry_id_hash(space, name, h))
		return err_set(e, ERR_LIBRARY, "SHA-1 is not available");
	h[6] = (h[6] & 0x0f) | 0x50; /* version 5 */
	h[8] = (h[8] & 0x3f) | 0x80; /* the variant of RFC 9562 */
	snprintf(ret, ENTRY_ID_BYTES,
	    "urn:uuid:%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-"
	    "%02x%02x%02x%02x%02x%02x",
	    h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], h[8], h[9], h[10],
	    h[11], h[12], h[13], h[14], h[15]);
	return 0;
}
