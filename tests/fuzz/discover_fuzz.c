/*
 * discover_fuzz.c -- reads any bytes as a page and as a robots.txt: the results
 * are a limited number of fetchable addresses with titles in UTF-8.
 */
#include <stdlib.h>

#include "base/text/utf8.h"
#include "crawler/discover.h"
#include "url/url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice bytes = { (const char *)data, size };
	struct slice url = SLICE("https://www.example.org/a/b?c");
	struct candidates found = { .n = 0 };
	struct arena arena;
	jmp_buf exhausted;

	arena_init(&arena, 64 * MIB);
	if (setjmp(exhausted) != 0)
		abort();
	arena.exhausted = &exhausted;
	discover_page(&arena, bytes, url, &found);
	discover_robots(&arena, bytes, url, &found);
	discover_is_feed_address(bytes);
	if (found.n > LIMIT_CANDIDATES)
		abort();
	for (size_t i = 0; i < found.n; i++)
		if (!url_fetchable(found.items[i].url) ||
		    !utf8_valid(found.items[i].title))
			abort();
	arena_release(&arena);
	return 0;
}
