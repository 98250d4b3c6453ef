/* FIPS 180-4's own examples, and every length around a block's end. */
#include "base/sha256.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/tap.h"

static void
is_digest(struct slice text, const char *expected, const char *name)
{
	unsigned char digest[SHA256_BYTES];
	char hex[SHA256_TEXT];

	sha256(text, digest);
	sha256_text(digest, hex);
	ok(strcmp(hex, expected) == 0, "%s: %s", name, hex);
}

/* Of the digests of 0 to 200 letters one digest: what another implementation
 * says of them. */
static void
test_lengths(void)
{
	unsigned char digests[201][SHA256_BYTES];
	char letters[200];

	memset(letters, 'a', sizeof(letters));
	for (size_t n = 0; n <= sizeof(letters); n++)
		sha256((struct slice){ letters, n }, digests[n]);
	is_digest((struct slice){ (char *)digests, sizeof(digests) },
	    "1be2d7d291484baf4c78d463a65b40a26c255b1946e5205eac8edad606a76fdd",
	    "all lengths around three blocks");
}

static void
test_million(void)
{
	char *letters = malloc(1000000);

	if (letters == NULL)
		abort();
	memset(letters, 'a', 1000000);
	is_digest((struct slice){ letters, 1000000 },
	    "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
	    "a million letters");
	free(letters);
}

int
main(void)
{
	is_digest(SLICE(""),
	    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
	    "nothing");
	is_digest(SLICE("abc"),
	    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
	    "three letters");
	is_digest(
	    SLICE("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
	    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
	    "a block and its padding");
	test_lengths();
	test_million();
	return done_testing();
}
