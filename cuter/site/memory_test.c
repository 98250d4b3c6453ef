/*
 * memory_test.c -- the entries that the pages of a site add to its memory, and
 * those that they must not add.
 */
#include <setjmp.h>

#include "base/array.h"
#include "base/limits.h"
#include "cuter/model/model.h"
#include "cuter/site/memory.h"
#include "tests/lib/cuter.h"

#define DAY_S 86400

static struct buf memory, html;
static struct arena arena;

/* Adds the page to the memory. Returns false if the page has nothing to add. */
static bool
memory_test_learn(const struct cuter_article *a, int64_t at)
{
	static struct buf after;
	jmp_buf exhausted;
	bool learned;

	if (setjmp(exhausted) != 0)
		return false;
	arena.exhausted = &exhausted;
	buf_init(&after, LIMIT_SITE_MEMORY);
	learned = cuter_memory_learn(
	    &arena, buf_slice(&memory), a->site_seen, at, &after);
	if (learned) {
		buf_clear(&memory);
		buf_append_slice(&memory, buf_slice(&after));
	}
	buf_release(&after);
	arena_clear(&arena);
	return learned;
}

/* A model for which everything is text, so that the tests do not depend on the
 * trained model. */
static const struct model_node leaf = { MODEL_LEAF, 3 * MODEL_UNIT, 0 };
static const uint32_t root;
static const struct cuter_model all_text = {
	.stages = { { &leaf, &root, 1, 0, 0 }, { &leaf, &root, 1, 0, 0 } },
	.first_threshold = -MODEL_UNIT,
};

static struct cuter_article
memory_test_cut(const char *title, const char *summary)
{
	const struct cuter_options options = { .memory = buf_slice(&memory),
		.model = &all_text };

	return testing_cut_with(buf_slice(&html), title, summary, &options);
}

static struct site_memory
memory_test_read_memory(void)
{
	static jmp_buf exhausted;
	struct site_memory m = { 0 };

	if (setjmp(exhausted) != 0)
		return m;
	arena.exhausted = &exhausted;
	site_memory_read(&arena, buf_slice(&memory), &m);
	return m;
}

/* Sentences that are different for each number, long enough for a paragraph. */
static void
memory_test_put_paragraph(int n)
{
	static const char *const who[] = { "minister", "committee", "teacher",
		"harbour master", "orchestra", "engineer", "farmer" };
	static const char *const what[] = { "announced", "refused", "visited",
		"explained", "measured", "repaired", "questioned", "praised",
		"delayed", "counted", "sold" };

	buf_printf(&html,
	    "<p>On day %d of the hearings the %s %s what the town had waited "
	    "for since the spring, and number %d on the list of witnesses said "
	    "that the %s had %s it long before anyone else did.</p>\n",
	    n, who[n % 7], what[n % 11], n * 17, who[n % 5], what[n % 9]);
}

#define BOX                                                                    \
	"<div class=\"zz1\"><p>Maria Example has written about harbours and "  \
	"the towns around them since the year in which the old bridge was "    \
	"closed. She lives near the water with two dogs and reads every "      \
	"letter that is sent to her desk by readers of this page.</p></div>"

/* A page with the paragraphs first … first + n - 1. `inside` follows in the
 * same place, `aside` in another place. */
static void
memory_test_put_page(int first, int n, const char *inside, const char *aside)
{
	buf_clear(&html);
	buf_printf(&html,
	    "<title>Story %d</title><body><div class=\"main\"><h1>Story %d of "
	    "the hearings in the town</h1><div class=\"txt\">",
	    first, first);
	for (int i = first; i < first + n; i++)
		memory_test_put_paragraph(i);
	buf_printf(&html, "%s</div>%s</div>", inside, aside);
}

static void
memory_test_begin(void)
{
	buf_clear(&memory);
}

/* Extracts the page in html and adds it to the memory. */
static struct slice
memory_test_next_page(void)
{
	struct cuter_article a = memory_test_cut(NULL, NULL);

	memory_test_learn(&a, DAY_S);
	return a.body;
}

static void
memory_test_aside(void)
{
	struct slice body;

	memory_test_begin();
	memory_test_put_page(0, 5, "", BOX);
	has(memory_test_next_page(), "Maria Example",
	    "at first, a box is text");
	memory_test_put_page(10, 5, "", BOX);
	body = memory_test_next_page();
	has(body, "Maria Example", "a box that was seen in one article stays");
	memory_test_put_page(20, 5, "", BOX);
	memory_test_next_page();
	memory_test_put_page(30, 5, "", BOX);
	body = memory_test_next_page();
	lacks(body, "Maria Example", "the box is left out after a few pages");
	has(body, "On day 30", "the text of the page stays");
	has(body, "On day 34", "the end of the text stays");
}

static void
memory_test_inside(void)
{
	static const char line[] =
	    "<p>Follow all our stories on the channel of your choice.</p>";
	static const char ground[] =
	    "<p>The bridge was closed nine years ago after a ship had struck "
	    "one of its pillars in the fog.</p>";
	struct slice body;

	memory_test_begin();
	for (int page = 0; page < 8; page++) {
		memory_test_put_page(page * 10, 6, line, "");
		body = memory_test_next_page();
	}
	lacks(body, "Follow all",
	    "a line at the end of every article is left out");
	has(body, "On day 70", "the text before the repeated line stays");
	memory_test_begin();
	for (int page = 0; page < 16; page++) {
		memory_test_put_page(
		    page * 10, 6, page % 4 == 3 ? ground : "", "");
		body = memory_test_next_page();
	}
	has(body, "struck one of its pillars",
	    "a background that some articles share stays");
}

static void
memory_test_same_story(void)
{
	struct slice body = SLICE_NONE;

	memory_test_begin();
	for (int page = 0; page < 5; page++) {
		memory_test_put_page(page * 10, 6, "", "");
		memory_test_next_page();
	}
	for (int time = 0; time < 5; time++) {
		memory_test_put_page(200, 6, "", "");
		body = memory_test_next_page();
	}
	has(body, "On day 200", "a story with many addresses stays");
	has(body, "On day 205", "the end of a story with many addresses stays");
	memory_test_put_page(
	    200, 4, "<p>An earlier version had the wrong number.</p>", "");
	memory_test_put_paragraph(300);
	memory_test_put_paragraph(301);
	body = memory_test_next_page();
	has(body, "On day 203",
	    "the unchanged text of a corrected story stays");
	has(body, "earlier version", "the correction of a story stays");
}

static void
memory_test_summary(void)
{
	static const char lead[] =
	    "<div class=\"zz2\"><p>The town hears its witnesses about the "
	    "bridge in public, every day, at nine.</p></div>";
	struct cuter_article a = { 0 };

	memory_test_begin();
	for (int page = 0; page < 6; page++) {
		memory_test_put_page(page * 10, 6, "", lead);
		a = memory_test_cut(NULL,
		    "The town hears its witnesses about the bridge "
		    "in public, every day, at nine.");
		memory_test_learn(&a, DAY_S);
	}
	ok(testing_has(a.body, "hears its witnesses") ||
		testing_has(a.lead, "hears its witnesses"),
	    "the feed's summary is never removed");
	has(a.title, "of the hearings", "the headline is never removed");
}

static void
memory_test_off(void)
{
	struct cuter_article a;

	memory_test_begin();
	memory_test_put_page(0, 5, "", BOX);
	a = testing_cut_with(buf_slice(&html), NULL, NULL, NULL);
	ok(a.site_seen.len == 0,
	    "without a memory, no observations are written");
	ok(!memory_test_learn(&a, DAY_S) && memory.len == 0,
	    "without observations the memory does not change");
}

/* ---- the memory ---- */

static void
memory_test_bounds(void)
{
	struct site_memory m;
	size_t most = 0;

	memory_test_begin();
	for (int page = 0; page < 60; page++) {
		memory_test_put_page(page * 200, 150, "", BOX);
		memory_test_next_page();
		most = memory.len > most ? memory.len : most;
	}
	ok(most > LIMIT_SITE_MEMORY / 2 && most <= LIMIT_SITE_MEMORY,
	    "a memory does not exceed its limit: %zu", most);
	m = memory_test_read_memory();
	is_int(m.pages, 60, "the memory counts its pages");
	memory_test_put_page(99000, 50, "", BOX);
	lacks(memory_test_next_page(), "Maria Example",
	    "what is repeated is still known when it is full");
	arena_clear(&arena);
}

static void
memory_test_age(void)
{
	struct cuter_article a;
	uint32_t before;

	memory_test_begin();
	for (int page = 0; page < 4; page++) {
		memory_test_put_page(page * 10, 5, "", BOX);
		a = memory_test_cut(NULL, NULL);
		memory_test_learn(&a, 100 * DAY_S);
	}
	before = memory_test_read_memory().n;
	memory_test_put_page(50, 5, "", "");
	a = memory_test_cut(NULL, NULL);
	memory_test_learn(&a, 200 * DAY_S);
	ok(memory_test_read_memory().n < before, "old entries are removed");
	memory_test_put_page(60, 5, "", BOX);
	has(memory_test_next_page(), "Maria Example",
	    "a box is text again after its entry was removed");
	a = memory_test_cut(NULL, NULL);
	ok(memory_test_learn(&a, -5) && memory_test_learn(&a, INT64_MAX),
	    "a clock jump does not damage the memory");
	arena_clear(&arena);
}

/* The observations below have the flag of a strange page. Five strange pages in
 * a row reset the memory. */
static void
memory_test_strange(void)
{
	static const char strange[] = { 1, 'a', 0, 0, 0, 0, 0, 0, 0, 1 };
	struct cuter_article a = { .site_seen = { strange, sizeof(strange) } };

	memory_test_begin();
	for (int page = 0; page < 8; page++) {
		memory_test_put_page(page * 10, 5, "", "");
		memory_test_next_page();
	}
	for (int page = 0; page < 4; page++)
		memory_test_learn(&a, DAY_S);
	is_int(memory_test_read_memory().pages, 12,
	    "four unusual pages are learned");
	memory_test_learn(&a, DAY_S);
	is_int(memory_test_read_memory().pages, 1,
	    "the fifth: the site was redesigned");
	is_int(memory_test_read_memory().n, 1, "the memory is emptied");
	arena_clear(&arena);
}

/* ---- hostile bytes ---- */

static uint32_t
memory_test_random_next(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

static void
memory_test_hostile_memory(void)
{
	struct buf good;
	uint32_t state = 1;
	int n_read = 0;

	memory_test_begin();
	buf_init(&good, LIMIT_SITE_MEMORY);
	for (int page = 0; page < 4; page++) {
		memory_test_put_page(page * 10, 5, "", BOX);
		memory_test_next_page();
	}
	buf_append_slice(&good, buf_slice(&memory));
	for (int i = 0; i < 3000; i++) {
		size_t len = memory_test_random_next(&state) % (good.len + 1);

		buf_clear(&memory);
		buf_append(&memory, good.p, i % 3 == 0 ? len : good.len);
		for (int k = 0; k < i % 5 && memory.len > 0; k++)
			memory.p[memory_test_random_next(&state) % memory.len] =
			    (char)memory_test_random_next(&state);
		n_read += memory_test_read_memory().n > 0;
		if (i % 50 == 0) {
			memory_test_put_page(500, 5, "", BOX);
			if (!testing_has(memory_test_next_page(), "On day 500"))
				ok(false, "an invalid memory removes no text");
		}
		arena_clear(&arena);
	}
	ok(n_read > 0 && n_read < 3000, "invalid memories are refused");
	buf_clear(&memory);
	buf_append_string(&memory, "no memory at all, but long enough for one");
	memory_test_put_page(600, 5, "", "");
	has(memory_test_next_page(), "On day 600",
	    "an invalid memory is replaced by a new one");
	is_int(memory_test_read_memory().pages, 1,
	    "the new memory has its first page");
	arena_clear(&arena);
	buf_release(&good);
}

static void
memory_test_hostile_seen(void)
{
	static const struct slice bad[] = {
		SLICE(""),
		SLICE("\2"),
		SLICE("\0abcdefgh"),
		SLICE("\0abcdefgh\2"),
		SLICE("\0bbbbbbbb\1aaaaaaaa\1"),
		SLICE("\0aaaaaaaa\1aaaaaaaa\1"),
		SLICE("\0\0\0\0\0\0\0\0\0\1"),
	};
	struct cuter_article a = { 0 };
	int n_learned = 0;

	memory_test_begin();
	for (size_t i = 0; i < ARRAY_LENGTH(bad); i++) {
		a.site_seen = bad[i];
		n_learned += memory_test_learn(&a, DAY_S);
	}
	is_int(n_learned, 0, "impossible observations are refused");
}

int
main(void)
{
	buf_init(&memory, LIMIT_SITE_MEMORY);
	buf_init(&html, 4 * MIB);
	arena_init(&arena, 8 * MIB);
	testing_begin();
	memory_test_aside();
	memory_test_inside();
	memory_test_same_story();
	memory_test_summary();
	memory_test_off();
	memory_test_bounds();
	memory_test_age();
	memory_test_strange();
	memory_test_hostile_memory();
	memory_test_hostile_seen();
	buf_release(&memory);
	buf_release(&html);
	arena_release(&arena);
	return testing_end();
}
