/*
 * url_fuzz.c -- passes base and reference, separated by a newline, through
 * every function of url.h.
 *
 * For any bytes a result is fetchable, resolves to itself, is short and
 * printable ASCII, and contains no credentials. The canonical form is its own
 * canonical form, and a URL and its canonical form have the same key. libcurl's
 * URL parser (CURLU) returns a plain URL unchanged, and the host of a plain URL
 * has no other spelling.
 */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <curl/curl.h>

#include "base/limits.h"
#include "url/url.h"
#include "url/url_idn.h"
#include "url/url_plain.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void
url_fuzz_check_spelling(struct slice url)
{
	size_t path;

	assert(url.len > 0 && url.len <= LIMIT_URL_BYTES);
	for (size_t i = 0; i < url.len; i++)
		assert(url.p[i] > 0x20 && url.p[i] < 0x7f);
	assert(slice_starts(url, SLICE("http://")) ||
	       slice_starts(url, SLICE("https://")));
	path = slice_find_char(url, '/', 8);
	assert(path != SLICE_NOT_FOUND);
	assert(slice_find_char(slice_sub(url, 0, path), '@', 0) ==
	       SLICE_NOT_FOUND);
	assert(slice_find_char(url, '#', 0) == SLICE_NOT_FOUND);
}

static void
url_fuzz_check_forms(struct arena *arena, struct slice url)
{
	struct slice canonical, again, key, key_again, other;

	assert(url_canonical(arena, url, &canonical));
	assert(url_canonical(arena, canonical, &again));
	assert(slice_equal(canonical, again));
	assert(url_key(arena, url, &key) && key.len > 0);
	assert(url_key(arena, canonical, &key_again));
	assert(slice_equal(key, key_again));
	assert(url_host(arena, url).len > 0);
	assert(url_origin(arena, url, &other) && other.len > 0);
	assert(url_budget_key(arena, url, &other) && other.len > 0);
	assert(url_path_and_query(arena, url).p[0] == '/');
}

static void
url_fuzz_check_plain(struct slice url)
{
	char host[LIMIT_HOST_BYTES + 1], *given = strndup(url.p, url.len);
	char *back = NULL;
	struct url_plain plain;
	CURLU *handle = curl_url();

	if (url.len > 0 && url_plain_read(url, &plain)) {
		assert(given != NULL && strlen(given) == url.len);
		assert(curl_url_set(handle, CURLUPART_URL, given,
			   CURLU_DISALLOW_USER) == CURLUE_OK);
		assert(
		    curl_url_get(handle, CURLUPART_URL, &back, 0) == CURLUE_OK);
		assert(strcmp(back, given) == 0);
		assert(url_host_to_ascii(plain.host, host));
		assert(slice_equal(slice_of(host), plain.host));
	}
	curl_free(back);
	curl_url_cleanup(handle);
	free(given);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct slice rest = { (const char *)bytes, size }, base, url, again;
	struct arena arena;
	jmp_buf exhausted;

	arena_init(&arena, 4 * MIB);
	if (setjmp(exhausted) != 0)
		abort();
	arena.exhausted = &exhausted;
	if (slice_next(&rest, '\n', &base)) {
		if (url_resolve(&arena, base, rest, &url)) {
			url_fuzz_check_spelling(url);
			assert(url_fetchable(url));
			assert(url_resolve(&arena, SLICE_NONE, url, &again));
			assert(slice_equal(url, again));
			url_fuzz_check_forms(&arena, url);
		}
		/* These functions must also accept input that was not cleaned.
		 */
		url_fuzz_check_plain(base);
		url_host(&arena, base);
		url_path_and_query(&arena, base);
		url_origin(&arena, base, &again);
		url_budget_key(&arena, base, &again);
		url_canonical(&arena, base, &again);
	}
	arena_release(&arena);
	return 0;
}
