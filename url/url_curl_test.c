/*
 * url_curl_test.c -- libcurl reads each result of url_resolve() unchanged, and
 * merges a reference with a base to the same URL.
 *
 * If libcurl and url_resolve() read a URL differently, the address that is
 * checked is not the address that is fetched.  References are made at random
 * from tokens, from a fixed seed.
 */
#include <stdlib.h>

#include <curl/curl.h>

#include "base/array.h"
#include "tests/lib/tap.h"
#include "url/url.h"

#define ROUNDS      50000
#define MOST_TOKENS 9
#define SEED        20260612u
#define SHOWN       5 /* differences that are printed */

static struct arena arena;
static uint32_t state = SEED;

static const char *const hosts[] = { "h.example", "127.1", "0x7f.0.0.1",
	"0177.1", "2130706433", "256.1", "1.2.3.4.5", "1.2.3", "1.2.65536",
	"4294967295", "4294967296", "0x", "08.1", "1.2.3.4", "0", "1.0x",
	"[::1]", "[0:0:0:0:0:0:0:1]", "[2001:db8:0:0:1::]", "[::ffff:1.2.3.4]",
	"[::1.2.3.4]", "a-b.example:8080", "h.example:0080", "h.example:443",
	"h.example:", "x1", "1a.example" };

static const char *const tokens[] = { "/", "/", ".", "..", "a", "b", "/..",
	"/.", "/../", "/./", "...", "%2e", "%2E%2e", ";", "?", "?q", "=", "&",
	"c.html", "%20", "~", "/x//y", "[", "]", "'", "$", "," };

static uint32_t
url_curl_test_random(uint32_t n)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state % n;
}

static void
url_curl_test_append(char *text, size_t size, const char *more)
{
	size_t n = strlen(text);

	snprintf(text + n, size - n, "%s", more);
}

/* Writes "http://host", "//host" or nothing, and tokens. */
static void
url_curl_test_write(char *text, size_t size, bool is_absolute)
{
	uint32_t head = is_absolute ? 0 : url_curl_test_random(6);
	uint32_t n = url_curl_test_random(MOST_TOKENS);

	text[0] = '\0';
	if (head <= 1) {
		const char *scheme =
		    url_curl_test_random(2) != 0 ? "http:" : "https:";
		size_t host = url_curl_test_random(ARRAY_LENGTH(hosts));

		url_curl_test_append(text, size, head == 0 ? scheme : "");
		url_curl_test_append(text, size, "//");
		url_curl_test_append(text, size, hosts[host]);
		url_curl_test_append(text, size, "/");
	}
	for (uint32_t i = 0; i < n; i++)
		url_curl_test_append(text, size,
		    tokens[url_curl_test_random(ARRAY_LENGTH(tokens))]);
}

/* Returns the result of CURLU for the base and, if it is not NULL, the
 * reference.  Returns NULL if CURLU refuses one of them.  Owned by libcurl. */
static char *
url_curl_test_merge(const char *base, const char *reference)
{
	CURLU *handle = curl_url();
	char *text = NULL;

	if (curl_url_set(handle, CURLUPART_URL, base, CURLU_DISALLOW_USER) ==
		CURLUE_OK &&
	    (reference == NULL || reference[0] == '\0' ||
		curl_url_set(handle, CURLUPART_URL, reference,
		    CURLU_DISALLOW_USER) == CURLUE_OK))
		curl_url_get(handle, CURLUPART_URL, &text, 0);
	curl_url_cleanup(handle);
	return text;
}

static bool
url_curl_test_is(char *theirs, struct slice ours)
{
	bool is_same = theirs != NULL && slice_equal(slice_of(theirs), ours);

	curl_free(theirs);
	return is_same;
}

/* True for known differences.  When libcurl 7.88 merges, it drops an empty
 * first segment of the base's path, and an empty segment after leading "./" and
 * "../", which RFC 3986, 5.2, keeps.  It also keeps dot segments with encoded
 * dots. */
static bool
url_curl_test_is_known(const char *base, const char *reference)
{
	return strstr(base + strlen("https://"), "//") != NULL ||
	       strstr(reference, ".//") != NULL ||
	       strcasestr(base, "%2e") != NULL ||
	       strcasestr(reference, "%2e") != NULL;
}

/* The numbers of references that were resolved, that were read differently, and
 * that were merged differently. */
static unsigned n_resolved, n_changed, n_merged;

static void
url_curl_test_one(void)
{
	char base[256], reference[256], ours[1024];
	struct slice url;

	url_curl_test_write(base, sizeof(base), true);
	url_curl_test_write(reference, sizeof(reference), false);
	if (!url_resolve(&arena, slice_of(base), slice_of(reference), &url))
		return;
	n_resolved++;
	snprintf(ours, sizeof(ours), "%.*s", SLICE_ARG(url));
	if (!url_curl_test_is(url_curl_test_merge(ours, NULL), url) &&
	    n_changed++ < SHOWN)
		printf("# %s %s: %s\n", base, reference, ours);
	if (!url_curl_test_is_known(base, reference) &&
	    !url_curl_test_is(url_curl_test_merge(base, reference), url) &&
	    n_merged++ < SHOWN)
		printf("# %s %s: merged %s\n", base, reference, ours);
}

int
main(void)
{
	jmp_buf exhausted;

	arena_init(&arena, 4 * 1024 * 1024);
	if (setjmp(exhausted) != 0)
		abort();
	for (int i = 0; i < ROUNDS; i++) {
		arena_clear(&arena);
		arena.exhausted = &exhausted;
		url_curl_test_one();
	}
	ok(n_resolved > ROUNDS / 3, "%u references are resolved", n_resolved);
	is_int(n_changed, 0, "libcurl reads each result unchanged");
	is_int(n_merged, 0, "libcurl merges each reference in the same way");
	arena_release(&arena);
	return done_testing();
}
