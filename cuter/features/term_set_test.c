/* term_set_test.c -- the share of repeated terms that two texts have in
 * common. */
#include "base/buf.h"
#include "cuter/features/term_set.h"
#include "tests/lib/tap.h"

#define REPEATED "harbour council ferry harbour council ferry pier"

static void
term_set_test_share(struct arena *arena)
{
	struct term_set a, b;
	uint32_t n;

	term_set_init(&a, arena, 100);
	term_set_init(&b, arena, 100);
	term_set_read(&a, SLICE(REPEATED), 5);
	term_set_read(&b, SLICE("The Harbour, and a FERRY."), 4);
	is_int((int)(term_set_share(&a, &b, &n) * 3 + 0.5), 2,
	    "two of three repeated words are in the other text, in any case");
	is_int((int)n, 3, "a word that occurs once is not repeated");
	is_int((int)term_set_share(&b, &a, &n), 0,
	    "a text without repeated words has nothing in common");
	is_int(
	    (int)n, 0, "a text without repeated words has no repeated terms");
	term_set_clear(&a);
	term_set_share(&a, &b, &n);
	is_int((int)(a.n + n), 0, "a set that was cleared is empty");
	term_set_read(&a, SLICE("of the of the"), 5);
	is_int((int)a.n, 0, "short words are not terms");
	term_set_read(&a, SLICE("\xE6\x9D\xB1\xE4\xBA\xAC\xE6\xB8\xAF"), 5);
	is_int((int)a.n, 2, "pairs of characters without spaces are terms");
}

/* More words than a set can contain. */
static void
term_set_test_many(struct arena *arena)
{
	struct term_set set;
	struct buf text;
	uint32_t n;

	buf_init(&text, 8 << 20);
	for (int round = 0; round < 2; round++)
		for (unsigned i = 0; i < 100000; i++)
			buf_printf(&text, "word%u ", i);
	term_set_init(&set, arena, 200000);
	term_set_read(&set, buf_slice(&text), 5);
	ok(set.n > 8000 && set.n <= 16384, "a full set ignores further terms");
	is_int((int)(term_set_share(&set, &set, &n) + 0.5), 1,
	    "a full set contains its own terms");
	is_int((int)n, (int)set.n, "all terms of a full set are repeated");
	buf_release(&text);
}

int
main(void)
{
	struct arena arena;

	arena_init(&arena, 64 << 20);
	term_set_test_share(&arena);
	term_set_test_many(&arena);
	arena_release(&arena);
	return done_testing();
}
