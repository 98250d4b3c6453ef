/*
 * signature.c -- see signature.h.
 */
#include "push/webhook/signature.h"

#include <openssl/evp.h>
#include <openssl/params.h>

#include "base/text/ascii.h"

#define PREFIX          "whsec_"
#define KEY_LEAST_BYTES 24
#define MAC_BYTES       32 /* SHA-256 */
#define MAC_TEXT_BYTES  45 /* the base64 of a MAC and a NUL */

/* Checks the alphabet and the padding, which EVP_DecodeBlock() does not check.
 */
static bool
signature_is_base64(struct slice text)
{
	size_t n = text.len;

	if (n == 0 || n % 4 != 0 || n / 4 * 3 > SIGNATURE_KEY_BYTES)
		return false;
	for (int padding = 0; padding < 2 && text.p[n - 1] == '='; padding++)
		n--;
	for (size_t i = 0; i < n; i++)
		if (!ascii_is_alnum(text.p[i]) && text.p[i] != '+' &&
		    text.p[i] != '/')
			return false;
	return true;
}

static bool
signature_read_key(struct slice line, struct signature_keys *keys)
{
	struct slice text = slice_sub(line, strlen(PREFIX), line.len);
	int n;

	if (keys->n == SIGNATURE_KEYS || !slice_starts(line, SLICE(PREFIX)) ||
	    !signature_is_base64(text))
		return false;
	n = EVP_DecodeBlock(keys->keys[keys->n].bytes,
	    (const unsigned char *)text.p, (int)text.len);
	for (size_t i = text.len; n > 0 && text.p[i - 1] == '='; i--)
		n--;
	if (n <= 0)
		return false;
	keys->is_short = keys->is_short || n < KEY_LEAST_BYTES;
	keys->keys[keys->n++].n = (size_t)n;
	return true;
}

int
signature_read_keys(const char *text, struct signature_keys *ret, struct err *e)
{
	struct slice rest = slice_of(text), line;

	*ret = (struct signature_keys){ 0 };
	while (slice_next(&rest, '\n', &line)) {
		line = slice_trim(line);
		if (line.len > 0 && !signature_read_key(line, ret))
			return err_set(e, ERR_USAGE,
			    "the file of secrets is malformed: each line must "
			    "be whsec_ followed by the base64 of a key, and "
			    "the file has at most %d keys",
			    SIGNATURE_KEYS);
	}
	return ret->n > 0
		   ? 0
		   : err_set(e, ERR_USAGE, "the file of secrets has no key");
}

/* Computes HMAC(key, "ID.TIMESTAMP.BODY") without copying the body. */
static bool
signature_mac(const unsigned char *key, size_t key_bytes, struct slice head,
    struct slice body, unsigned char ret[MAC_BYTES])
{
	static const char digest[] = "SHA256";
	OSSL_PARAM params[] = { OSSL_PARAM_construct_utf8_string(
				    "digest", (char *)(uintptr_t)digest, 0),
		OSSL_PARAM_construct_end() };
	EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
	EVP_MAC_CTX *context = mac != NULL ? EVP_MAC_CTX_new(mac) : NULL;
	size_t n = 0;
	bool is_done =
	    context != NULL && EVP_MAC_init(context, key, key_bytes, params) &&
	    EVP_MAC_update(context, (const unsigned char *)head.p, head.len) &&
	    EVP_MAC_update(context, (const unsigned char *)body.p, body.len) &&
	    EVP_MAC_final(context, ret, &n, MAC_BYTES) && n == MAC_BYTES;

	EVP_MAC_CTX_free(context);
	EVP_MAC_free(mac);
	return is_done;
}

int
signature_write(const struct signature_keys *keys, const char *id,
    int64_t timestamp, struct slice body, struct buf *out, struct err *e)
{
	unsigned char mac[MAC_BYTES];
	char text[MAC_TEXT_BYTES];
	struct buf head;
	int rc = 0;

	buf_init(&head, 4096);
	buf_printf(&head, "%s.%lld.", id, (long long)timestamp);
	for (size_t i = 0; i < keys->n && rc == 0; i++) {
		if (!signature_mac(keys->keys[i].bytes, keys->keys[i].n,
			buf_slice(&head), body, mac)) {
			rc = err_set(e, ERR_LIBRARY,
			    "the signature could not be computed");
			break;
		}
		EVP_EncodeBlock((unsigned char *)text, mac, MAC_BYTES);
		buf_printf(out, "%sv1,%s", i > 0 ? " " : "", text);
	}
	buf_release(&head);
	return rc;
}
