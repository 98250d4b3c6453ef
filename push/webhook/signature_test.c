/*
 * signature_test.c -- tests signatures of webhooks with an example of the
 * specification, several keys, and malformed files of keys.
 */
#include "push/webhook/signature.h"
#include "tests/lib/tap.h"

#define EXAMPLE "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

static void
signature_test_refused(const char *text)
{
	struct signature_keys keys;
	struct err e = ERR_INIT;

	ok(signature_read_keys(text, &keys, &e) == ERR_USAGE &&
		(strlen(text) < 8 || strstr(e.text, text + 6) == NULL),
	    "refused: %s", text);
}

int
main(void)
{
	static const char *const refused[] = { "", "\n \n", "whsec_",
		"whsec_====", "whsec_QQ", "whsec_QQ=A",
		"whsec_QQ==QQ==", "whsec_Q-_A", "QUJD", "WHSEC_QUJD",
		EXAMPLE " x", EXAMPLE "\nwhsec_!!!!",
		"whsec_QUJD\nwhsec_QUJD\nwhsec_QUJD\nwhsec_QUJD\nwhsec_QUJD" };
	struct signature_keys keys;
	struct err e = ERR_INIT;
	struct buf out;

	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++)
		signature_test_refused(refused[i]);
	buf_init(&out, 4096);
	is_int(signature_read_keys("\n" EXAMPLE "\r\n", &keys, &e), 0,
	    "a secret with a key is read");
	is_int((int64_t)keys.keys[0].n, 24, "the key has 24 bytes");
	ok(!keys.is_short, "a key of 24 bytes is long enough");
	is_int(signature_write(&keys, "msg_p5jXN8AQM9LWM0D4loKWxJek",
		   1614265330, SLICE("{\"test\": 2432232314}"), &out, &e),
	    0, "a signature is written");
	is_text(buf_slice(&out),
	    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
	    "the signature is that of the reference implementation's test");
	buf_clear(&out);
	signature_read_keys(EXAMPLE "\nwhsec_QUJD\n", &keys, &e);
	ok(keys.n == 2 && keys.is_short, "a short key among two is reported");
	signature_write(&keys, "a", 1, SLICE("b"), &out, &e);
	ok(out.len == 2 * 47 + 1 && out.p[47] == ' ' &&
		strncmp(out.p + 48, "v1,", 3) == 0,
	    "two keys give two signatures");
	buf_release(&out);
	return done_testing();
}
