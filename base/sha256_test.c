/* sha256_test.c -- the digests are those of libcrypto at every length. */
#include <openssl/sha.h>

#include "base/sha256.h"
#include "tests/lib/tap.h"

#define LENGTHS 300

int
main(void)
{
	static const unsigned char abc[] = { 0xba, 0x78, 0x16, 0xbf };
	char text[LENGTHS];
	unsigned char got[SHA256_BYTES], expected[SHA256_DIGEST_LENGTH];
	int n_different = 0;

	sha256(SLICE("abc"), got);
	ok(memcmp(got, abc, sizeof(abc)) == 0, "the example of FIPS 180-4");
	for (size_t n = 0; n < LENGTHS; n++) {
		for (size_t i = 0; i < n; i++)
			text[i] = (char)(i * 7 + n);
		sha256((struct slice){ text, n }, got);
		SHA256((const unsigned char *)text, n, expected);
		n_different += memcmp(got, expected, sizeof(got)) != 0;
	}
	is_int(n_different, 0, "the digests are those of libcrypto");
	return done_testing();
}
