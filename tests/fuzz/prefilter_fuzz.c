/*
 * prefilter_fuzz.c -- passes any bytes through prefilter and guard: the output
 * is balanced, within the depth limit, has only known elements, and is at most
 * a small multiple of the input.
 */
#include <stdlib.h>

#include "base/limits.h"
#include "cuter/tree/prefilter.h"
#include "cuter/tree/scan.h"

#define AMPLIFICATION 8 /* maximum factor of output to input */
#define FRAME_BYTES   4096

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Checks that every end tag closes the innermost element, and that the number
 * of open inline elements is limited. */
static void
prefilter_fuzz_check_balance(struct slice html)
{
	enum tag stack[LIMIT_PAGE_DEPTH + 8];
	size_t depth = 0, n_inline = 0;
	enum scan_kind kind;
	struct scan scan;
	struct slice skipped;

	scan_init(&scan, html);
	while ((kind = scan_next(&scan)) != SCAN_END) {
		enum tag tag;

		if (kind == SCAN_TEXT)
			continue;
		tag = scan.tag->tag;
		if (tag == TAG_OTHER)
			abort();
		if (tag == TAG_TITLE && kind == SCAN_START_TAG) {
			if (!scan_skip_element(&scan, &skipped))
				abort();
			continue;
		}
		if (scan.tag->flags & TAG_IS_VOID) {
			if (kind == SCAN_END_TAG)
				abort();
			continue;
		}
		if (kind == SCAN_START_TAG) {
			if (depth == LIMIT_PAGE_DEPTH + 4)
				abort();
			stack[depth++] = tag;
			n_inline += !tag_is(tag, TAG_IS_BLOCK);
		} else {
			if (depth == 0 || stack[--depth] != tag)
				abort();
			n_inline -= !tag_is(tag, TAG_IS_BLOCK);
		}
		/* html and head count as inline elements here, and links may
		 * contain blocks. */
		if (n_inline > LIMIT_PAGE_INLINE + 4)
			abort();
	}
	if (depth != 0)
		abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct arena arena;
	static struct buf out;
	struct prefilter_result result;
	jmp_buf exhausted;

	if (arena.cap_bytes == 0) {
		arena_init(&arena, LIMIT_PAGE_ARENA);
		buf_init(&out, LIMIT_PAGE_HTML);
	}
	arena_clear(&arena);
	if (setjmp(exhausted) != 0)
		abort();
	arena.exhausted = &exhausted;
	prefilter_run(
	    &arena, (struct slice){ (const char *)data, size }, &out, &result);
	arena.exhausted = NULL;
	if (out.len > AMPLIFICATION * size + FRAME_BYTES)
		abort();
	prefilter_fuzz_check_balance(buf_slice(&out));
	return 0;
}
