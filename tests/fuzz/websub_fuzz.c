/*
 * websub_fuzz.c -- reads the bytes as a Link header, as the query of a
 * verification, as the head of a request and as a body in chunks.
 *
 * Every slice is inside of the input, and a body in chunks does not depend on
 * how its bytes arrive.
 */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "crawler/websub/discovery.h"
#include "crawler/websub/http_request.h"
#include "crawler/websub/intent.h"
#include "crawler/websub/link_header.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void
websub_fuzz_check_inside(struct slice part, struct slice whole)
{
	assert(part.p == NULL || part.len == 0 ||
	       (part.p >= whole.p && part.p + part.len <= whole.p + whole.len));
}

static void
websub_fuzz_read_links(struct arena *arena, struct slice input)
{
	const struct websub_page page = { .feed_url =
					      SLICE("https://a.example/f"),
		.url = SLICE("https://a.example/f"),
		.link = input };
	struct slice rest = input, hub, topic;
	struct link_value value;
	size_t before = rest.len + 1;

	while (link_header_next(&rest, &value)) {
		websub_fuzz_check_inside(value.target, input);
		websub_fuzz_check_inside(value.rel, input);
		assert(rest.len < before);
		before = rest.len;
	}
	if (websub_discover(arena, &page, &hub, &topic) == WEBSUB_FOUND) {
		assert(slice_starts(hub, SLICE("https://")));
		assert(topic.len > 0);
	}
}

static void
websub_fuzz_read_head(struct slice input)
{
	struct http_request request;
	size_t n = http_request_head_bytes(input);

	http_request_read(n > 0 ? slice_sub(input, 0, n) : input, &request);
	websub_fuzz_check_inside(request.path, input);
	websub_fuzz_check_inside(request.query, input);
	websub_fuzz_check_inside(request.content_type, input);
	assert(request.body_bytes >= 0 && request.status >= 200);
}

static enum http_chunks_result
websub_fuzz_read_chunks(struct slice input, size_t step, struct buf *out)
{
	enum http_chunks_result got = HTTP_CHUNKS_MORE;
	struct http_chunks chunks = { 0 };

	for (size_t at = 0; at < input.len && got == HTTP_CHUNKS_MORE;
	     at += step) {
		struct slice rest = slice_sub(input, at, at + step), piece;

		while (got == HTTP_CHUNKS_MORE && rest.len > 0) {
			got = http_chunks_read(&chunks, &rest, &piece);
			buf_append_slice(out, piece);
		}
	}
	return got;
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct slice input = { (const char *)bytes, size };
	struct websub_intent intent;
	struct arena arena;
	struct buf whole, parts;
	jmp_buf exhausted;

	arena_init(&arena, 64 * MIB);
	if (setjmp(exhausted) != 0)
		abort();
	arena.exhausted = &exhausted;
	buf_init(&whole, 16 * MIB);
	buf_init(&parts, 16 * MIB);
	websub_fuzz_read_links(&arena, input);
	websub_fuzz_read_head(input);
	if (websub_intent_read(&arena, input, &intent))
		assert(intent.challenge.len <= LIMIT_WEBSUB_CHALLENGE &&
		       intent.topic.len > 0);
	assert(websub_fuzz_read_chunks(input, size + 1, &whole) ==
	       websub_fuzz_read_chunks(input, 1, &parts));
	assert(slice_equal(buf_slice(&whole), buf_slice(&parts)));
	buf_release(&whole);
	buf_release(&parts);
	arena_release(&arena);
	return 0;
}
