/*
 * memory_test.c -- what a site teaches, page by page, and what it must not.
 */
#include <setjmp.h>

#include "config/limits.h"
#include "cuter/model/model.h"
#include "cuter/site/memory.h"
#include "tests/lib/cuter.h"

#define DAY_S 86400

static struct buf memory, html;
static struct arena arena;

/* What the site has learned with this page; false: nothing. */
static bool
learn(const struct cuter_article *a, int64_t at)
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

/* For which everything is text: so the tests do not hang on what the trees
 * have learned. */
static const struct model_node leaf = { MODEL_LEAF, 3 * MODEL_UNIT, 0 };
static const uint32_t root;
static const struct cuter_model all_text = {
	.stages = { { &leaf, &root, 1, 0, 0 }, { &leaf, &root, 1, 0, 0 } },
	.surely_not = -MODEL_UNIT,
};

static struct cuter_article
cut(const char *title, const char *summary)
{
	const struct cuter_options options = { .memory = buf_slice(&memory),
		.model = &all_text };

	return testing_cut_with(buf_slice(&html), title, summary, &options);
}

static struct site_memory
read_memory(void)
{
	static jmp_buf exhausted;
	struct site_memory m = { 0 };

	if (setjmp(exhausted) != 0)
		return m;
	arena.exhausted = &exhausted;
	site_memory_read(&arena, buf_slice(&memory), &m);
	return m;
}

/* Sentences that no other number has, long enough for a paragraph. */
static void
put_paragraph(int n)
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

/* A page with paragraphs first … first + n - 1, and with what stands behind
 * them in the same place, and aside. */
static void
put_page(int first, int n, const char *inside, const char *aside)
{
	buf_clear(&html);
	buf_printf(&html,
	    "<title>Story %d</title><body><div class=\"main\"><h1>Story %d of "
	    "the hearings in the town</h1><div class=\"txt\">",
	    first, first);
	for (int i = first; i < first + n; i++)
		put_paragraph(i);
	buf_printf(&html, "%s</div>%s</div>", inside, aside);
}

static void
begin(void)
{
	buf_clear(&memory);
}

/* Cuts the page that stands in html, and learns from it. */
static struct slice
next_page(void)
{
	struct cuter_article a = cut(NULL, NULL);

	learn(&a, DAY_S);
	return a.body;
}

static void
test_aside(void)
{
	struct slice body;

	begin();
	put_page(0, 5, "", BOX);
	has(next_page(), "Maria Example", "at first, a box is text");
	put_page(10, 5, "", BOX);
	body = next_page();
	has(body, "Maria Example", "seen in one article, it is not dropped");
	put_page(20, 5, "", BOX);
	next_page();
	put_page(30, 5, "", BOX);
	body = next_page();
	lacks(body, "Maria Example", "after a few pages the box is gone");
	has(body, "On day 30", "… and the text is not");
	has(body, "On day 34", "… to its end");
}

static void
test_inside(void)
{
	static const char line[] =
	    "<p>Follow all our stories on the channel of your choice.</p>";
	static const char ground[] =
	    "<p>The bridge was closed nine years ago after a ship had struck "
	    "one of its pillars in the fog.</p>";
	struct slice body;

	begin();
	for (int page = 0; page < 8; page++) {
		put_page(page * 10, 6, line, "");
		body = next_page();
	}
	lacks(body, "Follow all", "a line that closes every article goes");
	has(body, "On day 70", "… and the text stays");
	begin();
	for (int page = 0; page < 16; page++) {
		put_page(page * 10, 6, page % 4 == 3 ? ground : "", "");
		body = next_page();
	}
	has(body, "struck one of its pillars",
	    "a background that some articles share stays");
}

static void
test_same_story(void)
{
	struct slice body = SLICE_NONE;

	begin();
	for (int page = 0; page < 5; page++) {
		put_page(page * 10, 6, "", "");
		next_page();
	}
	for (int time = 0; time < 5; time++) {
		put_page(200, 6, "", "");
		body = next_page();
	}
	has(body, "On day 200", "a story under many addresses stays");
	has(body, "On day 205", "… whole");
	put_page(200, 4, "<p>An earlier version had the wrong number.</p>", "");
	put_paragraph(300);
	put_paragraph(301);
	body = next_page();
	has(body, "On day 203", "a corrected story keeps what was said before");
	has(body, "earlier version", "… and the correction");
}

static void
test_summary(void)
{
	static const char lead[] =
	    "<div class=\"zz2\"><p>The town hears its witnesses about the "
	    "bridge in public, every day, at nine.</p></div>";
	struct cuter_article a = { 0 };

	begin();
	for (int page = 0; page < 6; page++) {
		put_page(page * 10, 6, "", lead);
		a = cut(NULL, "The town hears its witnesses about the bridge "
			      "in public, every day, at nine.");
		learn(&a, DAY_S);
	}
	ok(testing_has(a.body, "hears its witnesses") ||
		testing_has(a.lead, "hears its witnesses"),
	    "what the feed gives as the summary is never dropped");
	has(a.title, "of the hearings", "the headline stays");
}

static void
test_off(void)
{
	struct cuter_article a;

	begin();
	put_page(0, 5, "", BOX);
	a = testing_cut_with(buf_slice(&html), NULL, NULL, NULL);
	ok(a.site_seen.len == 0, "without a memory nothing is shown");
	ok(!learn(&a, DAY_S) && memory.len == 0, "… and nothing learned");
}

/* ---- the memory ---- */

static void
test_bounds(void)
{
	struct site_memory m;
	size_t most = 0;

	begin();
	for (int page = 0; page < 60; page++) {
		put_page(page * 200, 150, "", BOX);
		next_page();
		most = memory.len > most ? memory.len : most;
	}
	ok(most > LIMIT_SITE_MEMORY / 2 && most <= LIMIT_SITE_MEMORY,
	    "a memory has a size, whatever comes: %zu", most);
	m = read_memory();
	is_int(m.pages, 60, "pages are counted");
	put_page(99000, 50, "", BOX);
	lacks(next_page(), "Maria Example",
	    "what is repeated is still known when it is full");
	arena_clear(&arena);
}

static void
test_age(void)
{
	struct cuter_article a;
	uint32_t before;

	begin();
	for (int page = 0; page < 4; page++) {
		put_page(page * 10, 5, "", BOX);
		a = cut(NULL, NULL);
		learn(&a, 100 * DAY_S);
	}
	before = read_memory().n;
	put_page(50, 5, "", "");
	a = cut(NULL, NULL);
	learn(&a, 200 * DAY_S);
	ok(read_memory().n < before, "what was not seen for long is forgotten");
	put_page(60, 5, "", BOX);
	has(next_page(), "Maria Example", "… and begins anew");
	a = cut(NULL, NULL);
	ok(learn(&a, -5) && learn(&a, INT64_MAX),
	    "a clock that jumps does no harm");
	arena_clear(&arena);
}

/* The strange flag is the page's word: five in a row. */
static void
test_strange(void)
{
	static const char strange[] = { 1, 'a', 0, 0, 0, 0, 0, 0, 0, 1 };
	struct cuter_article a = { .site_seen = { strange, sizeof(strange) } };

	begin();
	for (int page = 0; page < 8; page++) {
		put_page(page * 10, 5, "", "");
		next_page();
	}
	for (int page = 0; page < 4; page++)
		learn(&a, DAY_S);
	is_int(read_memory().pages, 12, "four strange pages are learned");
	learn(&a, DAY_S);
	is_int(read_memory().pages, 1, "the fifth: the site was redesigned");
	is_int(read_memory().n, 1, "what was known of it is forgotten");
	arena_clear(&arena);
}

/* ---- hostile bytes ---- */

static uint32_t
random_next(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

static void
test_hostile_memory(void)
{
	struct buf good;
	uint32_t state = 1;
	int n_read = 0;

	begin();
	buf_init(&good, LIMIT_SITE_MEMORY);
	for (int page = 0; page < 4; page++) {
		put_page(page * 10, 5, "", BOX);
		next_page();
	}
	buf_append_slice(&good, buf_slice(&memory));
	for (int i = 0; i < 3000; i++) {
		size_t len = random_next(&state) % (good.len + 1);

		buf_clear(&memory);
		buf_append(&memory, good.p, i % 3 == 0 ? len : good.len);
		for (int k = 0; k < i % 5 && memory.len > 0; k++)
			memory.p[random_next(&state) % memory.len] =
			    (char)random_next(&state);
		n_read += read_memory().n > 0;
		if (i % 50 == 0) {
			put_page(500, 5, "", BOX);
			if (!testing_has(next_page(), "On day 500"))
				ok(false, "a broken memory silences nobody");
		}
		arena_clear(&arena);
	}
	ok(n_read > 0 && n_read < 3000, "broken memories are refused");
	buf_clear(&memory);
	buf_append_string(&memory, "no memory at all, but long enough for one");
	put_page(600, 5, "", "");
	has(next_page(), "On day 600", "what is no memory begins anew");
	is_int(read_memory().pages, 1, "… with its first page");
	arena_clear(&arena);
	buf_release(&good);
}

static void
test_hostile_seen(void)
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

	begin();
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		a.site_seen = bad[i];
		n_learned += learn(&a, DAY_S);
	}
	is_int(n_learned, 0, "sightings that no page has are refused");
}

int
main(void)
{
	buf_init(&memory, LIMIT_SITE_MEMORY);
	buf_init(&html, 4 * MIB);
	arena_init(&arena, 8 * MIB);
	testing_begin();
	test_aside();
	test_inside();
	test_same_story();
	test_summary();
	test_off();
	test_bounds();
	test_age();
	test_strange();
	test_hostile_memory();
	test_hostile_seen();
	buf_release(&memory);
	buf_release(&html);
	arena_release(&arena);
	return testing_end();
}
