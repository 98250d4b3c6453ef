/*
 * signature.c -- checks the signature of a delivery while its body arrives.
 *
 * In:  the header field X-Hub-Signature, the secret, the bytes of the body.
 * Out: whether the hub that knows the secret has sent this body.
 *
 * Source: WebSub, section 8; RFC 2104 (HMAC).
 */
#include "crawler/websub/signature.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text/ascii.h"

#define MAC_BYTES 64 /* SHA-512 */

struct websub_signature {
	EVP_MAC_CTX *context;
	unsigned char given[MAC_BYTES];
	size_t n;
};

static const struct signature_method {
	struct slice name;
	const char *digest; /* NULL: refused */
	size_t bytes;
} signature_methods[] = {
	{ SLICE("sha1"), NULL, 20 },
	{ SLICE("sha256"), "SHA256", 32 },
	{ SLICE("sha384"), "SHA384", 48 },
	{ SLICE("sha512"), "SHA512", 64 },
};

static const char *const signature_names[WEBSUB_SIGNATURE_FAULTS] = {
	[WEBSUB_SIGNED] = "ok",
	[WEBSUB_NOT_SIGNED] = "unsigned",
	[WEBSUB_WEAK] = "sha1",
	[WEBSUB_METHOD] = "method",
	[WEBSUB_FORGED] = "forged",
};

const char *
websub_signature_fault_name(enum websub_signature_fault fault)
{
	return signature_names[fault];
}

static const struct signature_method *
signature_method_find(struct slice name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(signature_methods); i++)
		if (slice_equal_nocase(signature_methods[i].name, name))
			return &signature_methods[i];
	return NULL;
}

static bool
signature_read_hex(struct slice hex, unsigned char *ret, size_t n)
{
	if (hex.len != 2 * n)
		return false;
	for (size_t i = 0; i < n; i++) {
		int high = ascii_hex_value(hex.p[2 * i]);
		int low = ascii_hex_value(hex.p[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		ret[i] = (unsigned char)(high * 16 + low);
	}
	return true;
}

static EVP_MAC_CTX *
signature_context(const char *digest, struct slice secret)
{
	OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string(
				    "digest", (char *)(uintptr_t)digest, 0),
		OSSL_PARAM_construct_end() };
	EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
	EVP_MAC_CTX *context = mac != NULL ? EVP_MAC_CTX_new(mac) : NULL;

	EVP_MAC_free(mac);
	if (context == NULL ||
	    !EVP_MAC_init(
		context, (const unsigned char *)secret.p, secret.len, params))
		abort();
	return context;
}

enum websub_signature_fault
websub_signature_begin(
    struct slice value, struct slice secret, struct websub_signature **ret)
{
	const struct signature_method *method;
	struct websub_signature *signature;
	size_t end = slice_find_char(value, '=', 0);

	if (end == SLICE_NOT_FOUND)
		return WEBSUB_NOT_SIGNED;
	method = signature_method_find(slice_trim(slice_sub(value, 0, end)));
	if (method == NULL)
		return WEBSUB_METHOD;
	if (method->digest == NULL)
		return WEBSUB_WEAK;
	signature = calloc(1, sizeof(*signature));
	if (signature == NULL)
		abort();
	if (!signature_read_hex(
		slice_trim(slice_sub(value, end + 1, value.len)),
		signature->given, method->bytes)) {
		free(signature);
		return WEBSUB_NOT_SIGNED;
	}
	signature->n = method->bytes;
	signature->context = signature_context(method->digest, secret);
	*ret = signature;
	return WEBSUB_SIGNED;
}

void
websub_signature_add(struct websub_signature *signature, struct slice bytes)
{
	if (!EVP_MAC_update(
		signature->context, (const unsigned char *)bytes.p, bytes.len))
		abort();
}

uint64_t
websub_signature_mark(const struct websub_signature *signature)
{
	uint64_t mark;

	memcpy(&mark, signature->given, sizeof(mark));
	return mark;
}

enum websub_signature_fault
websub_signature_end(struct websub_signature *signature)
{
	unsigned char mac[MAC_BYTES];
	size_t n = 0;
	bool is_equal;

	if (signature == NULL)
		return WEBSUB_NOT_SIGNED;
	is_equal = EVP_MAC_final(signature->context, mac, &n, sizeof(mac)) &&
		   n == signature->n &&
		   CRYPTO_memcmp(mac, signature->given, n) == 0;
	EVP_MAC_CTX_free(signature->context);
	free(signature);
	return is_equal ? WEBSUB_SIGNED : WEBSUB_FORGED;
}
