/*
 * robots_fuzz.c -- reads a path, a newline and a robots.txt.
 *
 * For any bytes the reduced text gives the same answers as the file, and
 * reducing it again changes nothing.
 */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/limits.h"
#include "crawler/robots.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct slice file = { (const char *)bytes, size }, path;
	struct slice agent = SLICE("gleaner");
	struct robots robots, again;
	struct buf once, twice;
	struct arena arena;
	jmp_buf exhausted;

	arena_init(&arena, 256 * MIB);
	if (setjmp(exhausted) != 0)
		abort();
	arena.exhausted = &exhausted;
	buf_init(&once, 16 * MIB);
	buf_init(&twice, 16 * MIB);
	if (slice_next(&file, '\n', &path)) {
		robots_parse(&arena, file, agent, &robots);
		robots_reduce(&arena, file, agent, &once);
		robots_parse(&arena, buf_slice(&once), agent, &again);
		robots_reduce(&arena, buf_slice(&once), agent, &twice);
		/* encoding makes the text longer, so rules may be lost if it
		 * exceeds the limit */
		if (once.len <= LIMIT_ROBOTS_BYTES) {
			assert(
			    slice_equal(buf_slice(&once), buf_slice(&twice)));
			assert(robots_allows(&robots, path) ==
			       robots_allows(&again, path));
			assert(robots.crawl_delay_s == again.crawl_delay_s);
		}
	}
	buf_release(&once);
	buf_release(&twice);
	arena_release(&arena);
	return 0;
}
