/*
 * arena_test.c -- allocations are zeroed, aligned and limited.
 */
#include <stdalign.h>

#include "base/arena.h"
#include "tests/lib/tap.h"

/* Returns true if the allocation of n elements of size_bytes exceeds the
 * limit. */
static bool
arena_test_exhausts(struct arena *a, size_t n, size_t size_bytes)
{
	jmp_buf exhausted;

	if (setjmp(exhausted) != 0) {
		a->exhausted = NULL;
		return true;
	}
	a->exhausted = &exhausted;
	arena_array(a, n, size_bytes);
	a->exhausted = NULL;
	return false;
}

static bool
arena_test_is_zero(const char *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (p[i] != 0)
			return false;
	return true;
}

static void
arena_test_alloc(void)
{
	struct arena a;
	size_t bad = 0, sizes[] = { 1, 7, 16, 100, 4096, 70000, 5 << 20 };

	arena_init(&a, 64 << 20);
	for (int round = 0; round < 3; round++) {
		for (size_t i = 0; i < 7; i++) {
			char *p = arena_alloc(&a, sizes[i]);

			bad += (uintptr_t)p % alignof(max_align_t) != 0;
			bad += !arena_test_is_zero(p, sizes[i]);
			memset(p, 0xAA, sizes[i]);
		}
		arena_clear(&a);
		is_int((int64_t)a.used_bytes, 0,
		    "arena_clear() resets the counter of used bytes");
	}
	is_int((int64_t)bad, 0,
	    "allocations are aligned and zeroed, also in a used chunk");
	arena_release(&a);
	arena_release(&a);
	ok(a.chunk == NULL, "release can be called twice");
}

static void
arena_test_cap(void)
{
	struct arena a;
	size_t n = 0;

	arena_init(&a, 1 << 20);
	ok(arena_test_exhausts(&a, 1, (1 << 20) + 1),
	    "an allocation over the limit jumps");
	ok(arena_test_exhausts(&a, SIZE_MAX / 2, 4), "n * size is checked");
	ok(arena_test_exhausts(&a, 1, SIZE_MAX),
	    "an allocation fails when rounding up would overflow");
	ok(!arena_test_exhausts(&a, 1, 1 << 20),
	    "the whole limit can be allocated");
	ok(arena_test_exhausts(&a, 1, 1),
	    "an allocation fails when the arena has no byte left");
	arena_clear(&a);
	while (!arena_test_exhausts(&a, 1, 1))
		n++;
	ok(n <= (1 << 20) / 16,
	    "small allocations count with their rounded size");
	arena_release(&a);
}

static void
arena_test_grow(void)
{
	struct arena a;
	int *list, *other, *same, bad = 0;

	arena_init(&a, 16 << 20);
	list = arena_grow(&a, NULL, 0, 4, sizeof(int));
	for (int i = 0; i < 4; i++)
		list[i] = i;
	same = arena_grow(&a, list, 4, 100, sizeof(int));
	ok(same == list, "the last allocation grows in place");
	for (int i = 4; i < 100; i++)
		bad += list[i] != 0;
	is_int(bad, 0, "new elements are zero");
	other = arena_array(&a, 1, sizeof(int));
	*other = 77;
	same = arena_grow(&a, list, 100, 200, sizeof(int));
	ok(same != list && same[3] == 3, "any other allocation is copied");
	is_int(*other, 77,
	    "a failed allocation leaves the neighbouring memory unchanged");
	list = same;
	for (int n = 200; n < 200000; n *= 2)
		list =
		    arena_grow(&a, list, (size_t)n, (size_t)n * 2, sizeof(int));
	bad = 0;
	for (int i = 0; i < 200000; i++)
		bad += list[i] != (i < 4 ? i : 0);
	is_int(bad, 0, "many growths keep the content");
	arena_release(&a);
}

static void
arena_test_text(void)
{
	struct arena a;
	struct slice copy;

	arena_init(&a, 1 << 20);
	copy = arena_copy(&a, slice_sub(SLICE("abcdef"), 1, 4));
	is_text(copy, "bcd", "arena_copy() copies a slice");
	is_int(copy.p[3], 0, "the copy ends with a NUL");
	ok(arena_copy(&a, SLICE_NONE).p == NULL, "an absent text stays absent");
	is_text(arena_copy(&a, SLICE("")), "", "an empty text stays empty");
	is_text(slice_of(arena_string(&a, SLICE_NONE)), "",
	    "the string of an absent text is empty");
	is_text(arena_format(&a, "%s-%d", "x", 42), "x-42",
	    "arena_format() formats text");
	copy = arena_format(&a, "%0511d", 1);
	ok(copy.len == 511 && copy.p[510] == '1' && copy.p[511] == '\0',
	    "a format of 511 bytes");
	copy = arena_format(&a, "%0512d%s", 1, "end");
	ok(copy.len == 515 && slice_ends(copy, SLICE("01end")) &&
		copy.p[515] == '\0',
	    "arena_format() formats a text of 515 bytes");
	copy = arena_join(&a,
	    (struct slice[]){ SLICE("ab"), SLICE_NONE, SLICE(""), SLICE("c") },
	    4);
	is_text(copy, "abc", "arena_join() joins its parts");
	is_int(copy.p[3], 0, "the joined text ends with a NUL");
	is_text(arena_join(&a, NULL, 0), "",
	    "joining no parts gives an empty text");
	arena_release(&a);
}

int
main(void)
{
	arena_test_alloc();
	arena_test_cap();
	arena_test_grow();
	arena_test_text();
	return done_testing();
}
