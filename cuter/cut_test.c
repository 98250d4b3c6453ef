/*
 * cut_test.c -- tests cuter_cut() as a whole: determinism, choice of the
 * parser, methods, limits, and the pages of tests/pages against their .expect
 * files.
 */
#include <dirent.h>
#include <errno.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "tests/lib/cuter.h"

#define PAGES "tests/pages"

static const char story[] =
    "<html lang=de><head><title>Der Titel des Berichts - Beispiel</title>"
    "</head><body><nav><a href=/>Start</a></nav><h1>Der Titel des Berichts"
    "</h1><div><p>Der Bericht, der schon im Fr&uuml;hjahr h&auml;tte "
    "erscheinen sollen, sagt ausf&uuml;hrlich, was gefunden wurde und von "
    "wem.</p><p>Warum es so lange gedauert hat, sagt er nicht; auch nicht, "
    "was nun weiter daraus werden soll, und wer es bezahlt.</p><img "
    "src=/bild.jpg></div></body></html>";

static char *
cut_test_fingerprint(const struct cuter_article *a)
{
	struct buf out;

	buf_init(&out, 64 << 20);
	buf_printf(&out, "%.*s|%.*s|%.*s|%.*s|%.17g|%u|%zu|%d|",
	    SLICE_ARG(a->title), SLICE_ARG(a->body), SLICE_ARG(a->body_html),
	    SLICE_ARG(a->byline), a->confidence, a->flags, a->n_media,
	    (int)a->parser);
	for (int i = 0; i < CUTER_CLASS_COUNT; i++)
		buf_printf(&out, "%u ", a->class_count[i]);
	return buf_detach(&out);
}

static void
cut_test_same_again(void)
{
	struct cuter_article a = testing_cut(story, "Der Titel des Berichts");
	char *first = cut_test_fingerprint(&a), *second, *third;
	struct cuter *fresh;
	struct cuter_input input = { .bytes = slice_of(story),
		.url = SLICE(TESTING_URL),
		.hint_title = SLICE("Der Titel des Berichts") };

	testing_cut("<p>Another page between them, of no interest.", NULL);
	a = testing_cut(story, "Der Titel des Berichts");
	second = cut_test_fingerprint(&a);
	ok(strcmp(first, second) == 0,
	    "cutting a page twice gives the same article");
	if (cuter_new(&fresh, NULL) != 0 ||
	    cuter_cut(fresh, &input, NULL, &a, NULL) != 0)
		ok(false, "a second extractor is created");
	third = cut_test_fingerprint(&a);
	ok(strcmp(first, third) == 0,
	    "a second extractor gives the same article");
	cuter_free(fresh);
	free(first);
	free(second);
	free(third);
}

/* A short message has no headline, and its title is its first sentence. */
static void
cut_test_first_sentence(void)
{
	const char *title = "The bridge over the Weil is closed for a year";
	struct cuter_article a = testing_cut(
	    "<html><title>x</title><body><article><p>The bridge over the Weil "
	    "is closed for a year, because two of its piers have cracks that "
	    "were found on Monday.</p><p>Buses take the road by the quarry, "
	    "which has one lane. Lorries must go by the motorway.</p><p>The "
	    "county will pay for the repair, its chairwoman said, but not for "
	    "the losses of the shops at the market.</p></article></body>",
	    title);

	ok(slice_find(a.body, SLICE("two of its piers"), 0) != SLICE_NOT_FOUND,
	    "a paragraph that begins with the title is text");
}

static void
cut_test_parsers(void)
{
	struct cuter_article a;

	for (int p = CUTER_PARSER_AUTO; p < CUTER_PARSER_COUNT; p++) {
		struct cuter_options options = {
			.parser = (enum cuter_parser)p,
		};

		a = testing_cut_with(
		    slice_of(story), "Der Titel des Berichts", NULL, &options);
		has(a.body, "Frühjahr hätte",
		    cuter_parser_name((enum cuter_parser)p));
		is_int(a.parser,
		    p == CUTER_PARSER_AUTO ? CUTER_PARSER_NESTED : p,
		    "the requested parser is used");
		is_text(
		    a.language, "de", "each parser gives the same language");
		is_int(
		    (int64_t)a.n_media, 1, "each parser gives the same image");
	}
}

static void
cut_test_guard_chooses(void)
{
	struct cuter_article a;
	struct buf deep;

	buf_init(&deep, 1 << 20);
	for (int i = 0; i < 2000; i++)
		buf_append_string(&deep, "<div>");
	buf_append_string(&deep, story);
	a = testing_cut_with(
	    buf_slice(&deep), "Der Titel des Berichts", NULL, NULL);
	is_int(a.parser, CUTER_PARSER_LIBXML2,
	    "a deeply nested page is not read by tidy");
	has(a.body, "Der Bericht", "the deeply nested page has its text");
	buf_release(&deep);
}

static void
cut_test_errors(void)
{
	struct cuter_options options = { .method = "nonsense" };
	struct cuter_input input = { .bytes = slice_of(story) };
	struct cuter_article a;
	struct err e = ERR_INIT;

	is_int(cuter_cut(testing_cuter, &input, &options, &a, &e), ERR_USAGE,
	    "an unknown method is refused");
	ok(strstr(e.text, "nonsense") != NULL,
	    "the error names the unknown method: %s", e.text);
	options.method = "model";
	is_int(cuter_cut(testing_cuter, &input, &options, &a, &e), 0,
	    "the default can be requested by its name");
}

/* Large pages are read within the limits, or give an error. */
static void
cut_test_large(void)
{
	static const struct {
		const char *each;
		size_t bytes;
	} pages[] = {
		{ "<p>Some words in a paragraph.", 2 * MIB },
		{ "<b>x", 2 * MIB },
		{ "word ", 6 * MIB },
		{ "<table><tr><td>x", 1 * MIB },
		{ "<a href=x>y</a> z ", 2 * MIB },
		{ "\xC3\xA9", 1 * MIB },
	};
	struct buf page;

	buf_init(&page, 16 * MIB);
	for (size_t i = 0; i < ARRAY_LENGTH(pages); i++) {
		struct cuter_input input = { .url = SLICE(TESTING_URL) };
		struct cuter_article a = { 0 };
		struct err e = ERR_INIT;
		int rc;

		buf_clear(&page);
		while (page.len < pages[i].bytes)
			buf_append_string(&page, pages[i].each);
		input.bytes = buf_slice(&page);
		rc = cuter_cut(testing_cuter, &input, NULL, &a, &e);
		ok(rc == 0 || rc == ERR_LIMIT, "%zu MiB of %s: %d %s",
		    pages[i].bytes / (size_t)MIB, pages[i].each, rc, e.text);
		ok(rc != 0 ||
			(a.body.len <= LIMIT_ARTICLE_BYTES &&
			    utf8_valid(a.body) && utf8_valid(a.body_html)),
		    "%zu bytes of body, valid", a.body.len);
	}
	buf_release(&page);
}

static void
cut_test_names(void)
{
	char flags[64];

	is_text(slice_of(cuter_class_name(CUTER_TEXT)), "text",
	    "a name of a class");
	is_text(slice_of(cuter_origin_name(CUTER_ORIGIN_JSON_LD)), "json-ld",
	    "an origin has its name");
	is_text(slice_of(cuter_page_class_name(CUTER_PAGE_LISTING)), "listing",
	    "a page class has its name");
	is_text(slice_of(cuter_media_kind_name(CUTER_AUDIO)), "audio",
	    "a name of a kind");
	is_text(slice_of(cuter_flags_text(0, flags)), "",
	    "no flags give an empty text");
	is_text(slice_of(cuter_flags_text(
		    CUTER_FLAG_STUB | CUTER_FLAG_TRUNCATED |
			CUTER_FLAG_PAYWALL | CUTER_FLAG_CONSENT |
			CUTER_FLAG_NO_TITLE | CUTER_FLAG_JSON_BODY,
		    flags)),
	    "stub truncated paywall consent no-title json-body",
	    "all flags are named");
}

/* ------------------------------------------------------------- tests/pages */

static bool
cut_test_read_file(const char *path, struct buf *out)
{
	FILE *file = fopen(path, "r");
	char piece[4096];
	size_t n;

	buf_clear(out);
	if (file == NULL)
		return false;
	while ((n = fread(piece, 1, sizeof(piece), file)) > 0)
		buf_append(out, piece, n);
	fclose(file);
	return true;
}

/* Returns the value of the first line "key: value"; SLICE_NONE if there is
 * none. */
static struct slice
cut_test_expected(struct slice text, const char *key)
{
	struct slice line;

	while (slice_next(&text, '\n', &line))
		if (slice_starts(line, slice_of(key)) &&
		    slice_starts(
			slice_sub(line, strlen(key), line.len), SLICE(": ")))
			return slice_sub(line, strlen(key) + 2, line.len);
	return SLICE_NONE;
}

static void
cut_test_check_line(const char *page, const struct cuter_article *a,
    struct slice key, struct slice value)
{
	char name[256], flags[64], date[DATE_TEXT_BYTES];
	bool found = false;

	snprintf(name, sizeof(name), "%s: %.*s: %.*s", page, SLICE_ARG(key),
	    (int)(value.len < 80 ? value.len : 80), value.p);
	if (slice_equal(key, SLICE("has"))) {
		found = slice_find(a->body, value, 0) != SLICE_NOT_FOUND;
	} else if (slice_equal(key, SLICE("lacks"))) {
		found = slice_find(a->body, value, 0) == SLICE_NOT_FOUND;
	} else if (slice_equal(key, SLICE("title"))) {
		found = slice_equal(a->title, value);
	} else if (slice_equal(key, SLICE("lead"))) {
		found = slice_equal(a->lead, value);
	} else if (slice_equal(key, SLICE("language"))) {
		found = slice_equal(a->language, value);
	} else if (slice_equal(key, SLICE("class"))) {
		found = slice_equal(
		    slice_of(cuter_page_class_name(a->page_class)), value);
	} else if (slice_equal(key, SLICE("origin"))) {
		found =
		    slice_equal(slice_of(cuter_origin_name(a->origin)), value);
	} else if (slice_equal(key, SLICE("flags"))) {
		found = slice_equal(
		    slice_of(cuter_flags_text(a->flags, flags)), value);
	} else if (slice_equal(key, SLICE("date"))) {
		date_format_rfc3339(a->published_at, date);
		found = slice_equal(slice_of(date), value);
	} else if (slice_equal(key, SLICE("author"))) {
		for (size_t i = 0; i < a->n_authors; i++)
			found |= slice_equal(a->authors[i], value);
	} else if (slice_equal(key, SLICE("image"))) {
		for (size_t i = 0; i < a->n_media; i++)
			found |= slice_equal(a->media[i].url, value);
	} else if (slice_equal(key, SLICE("caption"))) {
		for (size_t i = 0; i < a->n_media; i++)
			found |= slice_equal(a->media[i].caption, value);
	} else if (slice_equal(key, SLICE("hint")) ||
		   slice_equal(key, SLICE("summary"))) {
		return;
	}
	ok(found, "%s", name);
}

static void
cut_test_check_page(const char *name)
{
	char path[512];
	struct buf html, expect;
	struct slice rest, line;
	struct cuter_article a;
	char *hint, *summary;

	buf_init(&html, 1 << 20);
	buf_init(&expect, 1 << 20);
	snprintf(path, sizeof(path), PAGES "/%s.html", name);
	ok(cut_test_read_file(path, &html), "%s", path);
	snprintf(path, sizeof(path), PAGES "/%s.expect", name);
	ok(cut_test_read_file(path, &expect), "%s", path);
	rest = buf_slice(&expect);
	hint = strndup(expect.p, 0);
	summary = strndup(expect.p, 0);
	if (cut_test_expected(rest, "hint").len > 0) {
		free(hint);
		hint = strndup(cut_test_expected(rest, "hint").p,
		    cut_test_expected(rest, "hint").len);
	}
	if (cut_test_expected(rest, "summary").len > 0) {
		free(summary);
		summary = strndup(cut_test_expected(rest, "summary").p,
		    cut_test_expected(rest, "summary").len);
	}
	a = testing_cut_with(buf_slice(&html), hint, summary, NULL);
	while (slice_next(&rest, '\n', &line)) {
		size_t colon = slice_find(line, SLICE(": "), 0);

		if (line.len == 0 || line.p[0] == '#')
			continue;
		if (colon == SLICE_NOT_FOUND)
			ok(false, "%s: a line without colon", path);
		else
			cut_test_check_line(name, &a, slice_sub(line, 0, colon),
			    slice_sub(line, colon + 2, line.len));
	}
	free(hint);
	free(summary);
	buf_release(&html);
	buf_release(&expect);
}

static void
cut_test_pages(void)
{
	struct dirent **names;
	int n = scandir(PAGES, &names, NULL, alphasort), pages = 0;

	for (int i = 0; i < n; i++) {
		struct slice name = slice_of(names[i]->d_name);

		if (slice_ends(name, SLICE(".html"))) {
			names[i]->d_name[name.len - 5] = '\0';
			cut_test_check_page(names[i]->d_name);
			pages++;
		}
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	ok(pages >= 8, "%d pages in " PAGES " (run from the top)", pages);
}

int
main(void)
{
	testing_begin();
	cut_test_same_again();
	cut_test_first_sentence();
	cut_test_parsers();
	cut_test_guard_chooses();
	cut_test_errors();
	cut_test_large();
	cut_test_names();
	cut_test_pages();
	return testing_end();
}
