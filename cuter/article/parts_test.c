/*
 * parts_test.c -- tests the search for the next part, and the joining of parts.
 */
#include "base/array.h"
#include "base/limits.h"
#include "tests/lib/cuter.h"

#define URL "https://news.example.org/2026/the-story"
#define TEXT                                                                   \
	"<h1>A title of four words</h1><p>The report, which was to have been " \
	"published in spring, tells at length what was found, by whom, and "   \
	"why it took so long.</p><p>The harbour council voted on Tuesday to "  \
	"close the old ferry terminal by the end of the year, after an "       \
	"inspection found that two of its four piers can no longer carry "     \
	"it.</p><p>Ferries to the outer islands will leave from the freight "  \
	"quay until a new terminal is built, and the operator expects the "    \
	"crossing to take seven minutes longer than it takes now.</p>"
#define TITLE "A title of four words"

static struct slice
parts_test_next_of(
    const char *url, const char *first, const char *head, const char *links)
{
	static char html[8192];
	struct cuter_input input = { .url = slice_of(url),
		.first_url = slice_of(first),
		.hint_title = SLICE(TITLE) };
	struct cuter_article a = { 0 };
	struct err e = ERR_INIT;

	snprintf(html, sizeof(html),
	    "<html lang=en><head>%s</head><body><article>" TEXT
	    "</article>%s</body></html>",
	    head, links);
	input.bytes = slice_of(html);
	if (cuter_cut(testing_cuter, &input, NULL, &a, &e) != 0)
		ok(false, "the page is cut: %s", e.text);
	return a.next_part;
}

#define A(href, text) "<a href=\"" href "\">" text "</a>"

static const struct {
	const char *name, *url, *first, *head, *links, *next;
} cases[] = {
	{ "a parameter", URL, NULL, "", A("?page=2", "2"), URL "?page=2" },
	{ "a percent-encoded number", URL, NULL, "", A("?page=%32", "2"),
	    URL "?page=%32" },
	{ "the address of the page contains the number, too",
	    "https://news.example.org/2/story", NULL, "", A("story/2", "2"),
	    "https://news.example.org/2/story/2" },
	{ "a number as the last folder", URL, NULL, "",
	    A("/2026/the-story/2/", "2"), URL "/2/" },
	{ "the folder page and a number", URL "/", NULL, "", A("page/2", "2"),
	    URL "/page/2" },
	{ "a German folder with a number", URL, NULL, "",
	    A("/2026/the-story/seite-2", "Weiter"), URL "/seite-2" },
	{ "a number before the extension", URL ".html", NULL, "",
	    A("the-story-2.html", "2"), URL "-2.html" },
	{ "p and a number before the extension", URL ".html", NULL, "",
	    A("the-story-p2.html", ">"), URL "-p2.html" },
	{ "rel=next in the head", URL, NULL, "<link rel=next href=\"?page=2\">",
	    "", URL "?page=2" },
	{ "a parameter after another parameter", URL "?id=7", NULL, "",
	    A("?id=7&p=2", "2"), URL "?id=7&p=2" },
	{ "a link with the text 'next page' in Russian", URL, NULL, "",
	    A("?list=2", "\xD0\xA1\xD0\xBB\xD0\xB5\xD0\xB4\xD1\x83\xD1\x8E"
			 "\xD1\x89\xD0\xB0\xD1\x8F \xD1\x81\xD1\x82\xD1\x80"
			 "\xD0\xB0\xD0\xBD\xD0\xB8\xD1\x86\xD0\xB0"),
	    URL "?list=2" },
	{ "a link with the text 'next page' in Chinese", URL ".html", NULL, "",
	    A("the-story_2.html", "\xE4\xB8\x8B\xE4\xB8\x80\xE9\xA1\xB5"),
	    URL "_2.html" },
	{ "the second page links to the third", URL "?page=2", URL, "",
	    A("?page=1", "1") A("?page=3", "3"), URL "?page=3" },
	{ "the last page has no next page", URL "?page=3", URL, "",
	    A("?page=2", "2"), "" },
	{ "a link from the first page to the third is not used", URL, NULL, "",
	    A("?page=3", "3"), "" },
	{ "a link to the next story is not used", URL, NULL, "",
	    "<a rel=next href=/2026/another-story>Next page</a>", "" },
	{ "a link to the story with the next number is not used",
	    "https://news.example.org/story/1", NULL,
	    "<link rel=next href=/story/2>", A("/story/2", "Next page"), "" },
	{ "a link to another story with a similar address is not used", URL,
	    NULL, "", A("/2026/the-story-2", "The story, once more"), "" },
	{ "rel=next to another story with a similar address is not used", URL,
	    NULL, "<link rel=next href=/2026/the-story-2>", "", "" },
	{ "a link among comments is not used", URL, NULL, "",
	    "<div id=comments class=comments><p>So it is.</p>" A(
		"?page=2", "2") "</div>",
	    "" },
	{ "a link to another site is not used", URL, NULL, "",
	    A("https://other.example.com/2026/the-story?page=2", "2"), "" },
	{ "a link with a year is not used", URL, NULL, "",
	    A("?page=2026", "2026"), "" },
	{ "a link on the front page is not used", "https://news.example.org/",
	    NULL, "", A("/?page=2", "2"), "" },
};

static void
parts_test_next(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct slice got = parts_test_next_of(cases[i].url,
		    cases[i].first, cases[i].head, cases[i].links);

		if (!ok(slice_equal(got, slice_of(cases[i].next)), "%s",
			cases[i].name))
			printf("# %.*s\n", SLICE_ARG(got));
	}
}

/* Addresses are allocated in the page's arena: 300 000 links must not exhaust
 * it. */
static void
parts_test_many(void)
{
	struct cuter_input input = { .url = SLICE(URL),
		.hint_title = SLICE(TITLE) };
	struct cuter_article a = { 0 };
	struct err e = ERR_INIT;
	struct buf page;

	buf_init(&page, 8 * MIB);
	buf_append_string(&page, "<meta property=og:type content=article>"
				 "<article>" TEXT TEXT TEXT TEXT TEXT TEXT);
	for (unsigned i = 0; i < 300000; i++)
		buf_append_string(&page, A("?l=2", "x") " ");
	input.bytes = buf_slice(&page);
	ok(cuter_cut(testing_cuter, &input, NULL, &a, &e) == 0 &&
		a.body.len > 0,
	    "a page of 300 000 links keeps its text: %s", e.text);
	buf_release(&page);
}

static void
parts_test_twin(void)
{
	static const char amp[] =
	    "<html><head><link rel=amphtml href=/2026/story.amp>%s</head><body>"
	    "%s</body></html>";
	static const struct {
		const char *name, *head, *body, *twin;
	} pages[] = {
		{ "the AMP version of a page without text is used", "",
		    "<div id=app></div>",
		    "https://news.example.org/2026/story.amp" },
		{ "the AMP version is preferred to the print version",
		    "<link rel=alternate media=print href=/print/7>",
		    "<div id=app></div>",
		    "https://news.example.org/2026/story.amp" },
		{ "the AMP version of a page with a text is not used", "", TEXT,
		    "" },
		{ "the AMP version of a page with a paywall is not used",
		    "<meta property=article:content_tier content=locked>",
		    "<p>Subscribe.", "" },
		{ "an AMP version on another site is not used",
		    "<link rel=amphtml href=https://other.example.com/a>",
		    "<div id=app></div>", "" },
	};
	static char html[4096];

	for (size_t i = 0; i < ARRAY_LENGTH(pages); i++) {
		struct slice twin;

		snprintf(html, sizeof(html), amp, pages[i].head, pages[i].body);
		twin = testing_cut(html, TITLE).variant_url;
		if (!ok(slice_equal(twin, slice_of(pages[i].twin)),
			"the twin of the page is found: %s", pages[i].name))
			printf("# %.*s\n", SLICE_ARG(twin));
	}
	is_slice(testing_cut("<html><head><link rel=alternate media=print "
			     "href=/print/7></head><body><div id=app></div>",
		     TITLE)
		     .variant_url,
	    SLICE("https://news.example.org/print/7"),
	    "a page without text names its print version");
}

/* ---- joined ---- */

static struct arena arena;

static void
parts_test_join_into(const struct cuter_article *parts, size_t n, bool whole,
    struct cuter_article *ret)
{
	jmp_buf exhausted;

	if (setjmp(exhausted) != 0)
		return;
	arena.exhausted = &exhausted;
	cuter_join(&arena, parts, n, whole, ret);
}

/* Memory outside of the arena is freed, which sanitizers check. */
static void
parts_test_exhausted(void)
{
	struct cuter_article parts[2] = { 0 }, joined;
	struct arena small;
	jmp_buf exhausted;
	struct buf text;

	buf_init(&text, 4 * MIB);
	for (unsigned i = 0; i < 20000; i++)
		buf_printf(&text, "The harbour of %u.\n\n", i);
	parts[0].body = parts[1].body = buf_slice(&text);
	arena_init(&small, 100 * KIB);
	small.exhausted = &exhausted;
	if (setjmp(exhausted) == 0) {
		cuter_join(&small, parts, 2, true, &joined);
		ok(false, "200 KiB do not fit an arena of 100 KiB");
	} else {
		ok(small.exhausted == &exhausted,
		    "a full arena jumps to its owner");
	}
	arena_release(&small);
	buf_release(&text);
}

static struct cuter_article
parts_test_join(
    const char *const *texts, const char *const *htmls, size_t n, bool whole)
{
	struct cuter_article parts[8] = { 0 }, joined = { 0 };

	for (size_t i = 0; i < n; i++) {
		parts[i].body = slice_of(texts[i]);
		parts[i].body_html = slice_of(htmls ? htmls[i] : "");
		parts[i].flags = CUTER_FLAG_STUB;
	}
	parts_test_join_into(parts, n, whole, &joined);
	return joined;
}

#define LONG "The same long standfirst stands on each page of the article."

static void
parts_test_joined(void)
{
	static const char *const texts[] = { LONG "\n\nQ: Why?\n\nOne.",
		LONG "\n\nTwo.\n\nQ: Why?\n\nThree.\n\n" LONG "\n\nOne.",
		"Q: Why?\n\n" LONG "\n\nTwo.\n\nFour." };
	static const char *const htmls[] = {
		"<p>One <em>&amp;</em></p>\n<ul><li>a</li><li>b</li></ul>",
		"<p><strong>One</strong> &amp;</p>\n<pre>x\ny</pre><p>New<br>"
		"</p>\n<figure><img src=\"https://e/1.jpg\" alt=\"\"></figure>",
		"<figure><img src=\"https://e/1.jpg\" alt=\"\"></figure>\n"
		"<figure><img src=\"https://e/2.jpg\" alt=\"\"></figure>\n"
		"<p>not closed"
	};
	struct cuter_article a = parts_test_join(texts, htmls, 3, true);

	is_text(a.body,
	    LONG "\n\nQ: Why?\n\nOne.\n\nTwo.\n\nQ: Why?\n\nThree.\n\nFour.",
	    "repeated blocks are omitted, except a question between new ones");
	is_text(a.body_html,
	    "<p>One <em>&amp;</em></p>\n<ul><li>a</li><li>b</li></ul>\n"
	    "<pre>x\ny</pre>\n<p>New<br></p>\n"
	    "<figure><img src=\"https://e/1.jpg\" alt=\"\"></figure>\n"
	    "<figure><img src=\"https://e/2.jpg\" alt=\"\"></figure>\n"
	    "<p>not closed",
	    "the elements of joined pages stay complete");
	is_int(a.flags, 0, "the joined article is not a stub");
	is_int(a.word_count, 19, "the words of the joined article are counted");
	a = parts_test_join(texts, htmls, 1, false);
	is_text(a.body, texts[0], "one page alone is joined unchanged");
	ok(a.flags & CUTER_FLAG_TRUNCATED,
	    "an article with missing parts is marked as truncated");
}

/* Two pictures with the same caption. */
static void
parts_test_same_caption(void)
{
	static const char *const texts[] = { "One one.", "Two two." };
	static const char *const htmls[] = {
		"<p>One one.</p>\n<figure><img src=\"https://e/1.jpg\" "
		"alt=\"\"><figcaption>Photo: Ada</figcaption></figure>",
		"<figure><img src=\"https://e/1.jpg\" alt=\"\">"
		"<figcaption>Photo: Ada</figcaption></figure>\n<p>Two "
		"two.</p>\n"
		"<figure><img src=\"https://e/2.jpg\" alt=\"\">"
		"<figcaption>Photo: Ada</figcaption></figure>"
	};

	is_text(parts_test_join(texts, htmls, 2, true).body_html,
	    "<p>One one.</p>\n<figure><img src=\"https://e/1.jpg\" alt=\"\">"
	    "<figcaption>Photo: Ada</figcaption></figure>\n<p>Two two.</p>\n"
	    "<figure><img src=\"https://e/2.jpg\" alt=\"\">"
	    "<figcaption>Photo: Ada</figcaption></figure>",
	    "another picture with the same caption is kept");
}

/* If one part contains the text of all parts, only its new paragraphs are
 * added. */
static void
parts_test_all_on_one(void)
{
	static const char *const texts[] = { "One one.\n\nTwo two.",
		"One one.\n\nTwo two.\n\nThree three.\n\nFour four.",
		"Three three.\n\nFour four." };
	struct cuter_article a = parts_test_join(texts, NULL, 3, true);

	is_text(a.body, texts[1],
	    "a part with the whole text replaces the other parts");
}

static void
parts_test_too_long(void)
{
	static const size_t n = 3u << 20;
	char *texts[2];

	for (int i = 0; i < 2; i++) {
		texts[i] = malloc(n + 1);
		memset(texts[i], 'a' + i, n);
		texts[i][n] = '\0';
	}
	struct cuter_article a =
	    parts_test_join((const char *const *)texts, NULL, 2, true);
	is_int((long long)a.body.len, (long long)n,
	    "only the parts within the limit are joined");
	ok(a.flags & CUTER_FLAG_TRUNCATED,
	    "an article over the limit is marked as truncated");
	free(texts[0]);
	free(texts[1]);
}

int
main(void)
{
	testing_begin();
	arena_init(&arena, 64 << 20);
	parts_test_next();
	parts_test_many();
	parts_test_twin();
	parts_test_joined();
	parts_test_same_caption();
	parts_test_all_on_one();
	parts_test_too_long();
	parts_test_exhausted();
	arena_release(&arena);
	return testing_end();
}
