/*
 * segments_fuzz.c -- reads any bytes as a page, with each segmenter: no crash;
 * every block is UTF-8, has words and a path, and is within the limits.
 */
#include <stdlib.h>

#include "base/limits.h"
#include "base/text/utf8.h"
#include "cuter/segments/segments.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct cuter *cuter;
	struct cuter_input input = { .url = SLICE("https://example.org/a/b") };
	struct cuter_segmenting how = { 0 };
	struct cuter_segments found;
	struct err e = ERR_INIT;

	if (cuter == NULL && cuter_new(&cuter, &e) != 0)
		abort();
	if (size < 2)
		return 0;
	how.segmenter =
	    (enum cuter_segmenter)(data[0] % CUTER_SEGMENTER_COUNT);
	how.window_words = data[1];
	input.bytes = (struct slice){ (const char *)data + 2, size - 2 };
	if (cuter_segment(cuter, &input, &how, &found, &e) != 0)
		abort(); /* inputs are too small to reach a limit */
	if (found.n > LIMIT_SEGMENTS)
		abort();
	for (size_t i = 0; i < found.n; i++) {
		const struct cuter_segment *s = &found.list[i];

		if (s->text.len == 0 || !utf8_valid(s->text) || s->words == 0 ||
		    s->path.len == 0 || s->path.len > LIMIT_SEGMENT_PATH ||
		    s->path.p[0] != '/')
			abort();
	}
	return 0;
}
