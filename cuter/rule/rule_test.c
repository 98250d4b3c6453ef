/*
 * rule_test.c -- site rules on pages: limits, faults, fields, flags.
 * rule_cases_test.c tests the files in tests/rules.
 */
#include "base/array.h"
#include "base/clock.h"
#include "base/limits/limits_rules.h"
#include "cuter/cuter.h"
#include "cuter/rule/rule_check.h"
#include "tests/lib/tap.h"

#define TEXT                                                                   \
	"<p>The ferry to the northern island ran again on Monday after a "     \
	"pause of eleven days, and the harbour was full of people.</p>"        \
	"<p>Two engineers had replaced the shaft of the starboard engine in "  \
	"the open yard, which took them nine days and two nights.</p>"         \
	"<p>The next inspection of the ship is planned for the end of the "    \
	"summer season, when fewer passengers are expected.</p>"
#define PAGE "<html><body><article>" TEXT "</article></body></html>"
#define URL  SLICE("http://www.example.org/news/ferry")

static struct cuter *cuter;
static struct cuter_article article;
static struct buf page;

static void
rule_test_cut(const char *rules, const char *html)
{
	const struct cuter_input in = { .bytes = slice_of(html), .url = URL };
	const struct cuter_options options = { .rules = slice_of(rules) };
	struct err e = ERR_INIT;

	article = (struct cuter_article){ 0 };
	ok(cuter_cut(cuter, &in, &options, &article, &e) == 0,
	    "a page with rules is extracted");
}

/* Extracts a page of a German host, fetched on 2026-11-20, whose date is named
 * by a rule. Returns the date. */
static int64_t
rule_test_date(const char *html)
{
	const struct cuter_input in = { .bytes = slice_of(html),
		.url = SLICE("https://www.example.de/news/ferry"),
		.now_at = date_from_civil(2026, 11, 20, 18, 0, 0) };
	const struct cuter_options options = { .rules = SLICE("date: //i\n") };
	struct err e = ERR_INIT;

	article = (struct cuter_article){ 0 };
	ok(cuter_cut(cuter, &in, &options, &article, &e) == 0,
	    "a page with a rule for the date is extracted");
	return article.published_at;
}

static bool
rule_test_has(const char *text)
{
	return slice_find(article.body, slice_of(text), 0) != SLICE_NOT_FOUND;
}

/* ---- limits ---- */

/* Writes a page of n elements, nested up to `depth` levels. */
static void
rule_test_write_nested(int n, int depth)
{
	buf_clear(&page);
	buf_append_string(&page, PAGE);
	for (int i = 0; i < n; i += depth) {
		for (int k = 0; k < depth; k++)
			buf_append_string(&page, "<div>abc ");
		for (int k = 0; k < depth; k++)
			buf_append_string(&page, "</div>");
	}
}

/* A program with the sanitizers needs several times the time. */
#ifdef __SANITIZE_ADDRESS__
#define SLOWDOWN 5
#else
#define SLOWDOWN 1
#endif

static void
rule_test_bombs(void)
{
	static const char *const bombs[] = {
		"//*[//*[//*[//*]]]",
		"//*[count(preceding::*) = count(following::*)]",
		"//*[string-length(//*) > string-length(normalize-space(//*))]",
		"//*[following::*[preceding::*[following::*]]]",
		"//div[contains(//div, 'x') or contains(//div, 'y')]",
	};
	char rules[512];

	rule_test_write_nested(20000, 100);
	for (size_t i = 0; i < sizeof(bombs) / sizeof(bombs[0]); i++) {
		int64_t begun = clock_process_cpu_ms();

		snprintf(rules, sizeof(rules), "body: %s\nstrip: %s\n",
		    bombs[i], bombs[i]);
		rule_test_cut(rules, page.p);
		ok(clock_process_cpu_ms() - begun <
			LIMIT_WORKER_CPU_S * 500 * SLOWDOWN,
		    "%s: %lld ms", bombs[i],
		    (long long)(clock_process_cpu_ms() - begun));
		ok(article.rule == CUTER_RULE_FAILED &&
			article.origin == CUTER_ORIGIN_PAGE &&
			rule_test_has("starboard engine"),
		    "the rules fail, and the text of the model is used");
		ok(slice_find(article.rule_why, SLICE("too many operations"),
		       0) != SLICE_NOT_FOUND,
		    "the reason is named");
	}
}

static void
rule_test_limits(void)
{
	struct buf rules;

	rule_test_write_nested(2 * LIMIT_RULES_NODES, 10);
	rule_test_cut("body: //article\n", page.p);
	ok(article.rule == CUTER_RULE_FAILED &&
		slice_equal(article.rule_why,
		    SLICE("the page has too many elements for rules")),
	    "rules fail on a page with too many elements");
	buf_init(&rules, MIB);
	buf_append_string(&rules, "body: //article");
	for (int i = 0; i < 1000; i++)
		buf_append_string(&rules, "[p]");
	buf_append_string(&rules, "\nbody: ");
	for (int i = 0; i < 3000; i++)
		buf_append_char(&rules, '(');
	buf_append_string(&rules, "\nbody: ");
	for (int i = 0; i < 2000; i++)
		buf_append_char(&rules, '-');
	buf_append_string(&rules, "1\nbody: //article\n");
	rule_test_cut(rules.p, PAGE);
	ok(article.rule == CUTER_RULE_APPLIED, "deep expressions: %.*s",
	    SLICE_ARG(article.rule_why));
	buf_clear(&rules);
	for (int i = 0; i < 14; i++)
		buf_append_string(&rules,
		    "replace_string(e): eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee\n");
	buf_append_string(&rules, "body: //article\n");
	rule_test_cut(rules.p, PAGE);
	ok(article.rule != CUTER_RULE_NONE, "strings that grow are limited");
	buf_release(&rules);
}

/* ---- faults ---- */

static void
rule_test_faults(void)
{
	rule_test_cut("body: //article[\n", PAGE);
	ok(article.rule == CUTER_RULE_FAILED &&
		slice_starts(article.rule_why, SLICE("line 1: ")) &&
		article.origin == CUTER_ORIGIN_PAGE,
	    "an expression that is not valid: %.*s",
	    SLICE_ARG(article.rule_why));
	rule_test_cut(
	    "body: //none\nbody: //article[\nbody: //article\n", PAGE);
	ok(article.rule == CUTER_RULE_APPLIED &&
		slice_starts(article.rule_why, SLICE("line 2: ")),
	    "a later line applies, the fault is reported");
	rule_test_cut("body: document('http://example.org/')\n", PAGE);
	ok(article.rule == CUTER_RULE_FAILED, "no function reads documents");
	rule_test_cut("body: //@*\nbody: //namespace::*\nbody: //comment()\n"
		      "body: 'text'\nbody: 7\nbody: true()\n",
	    PAGE);
	ok(article.rule == CUTER_RULE_MISSED,
	    "values that are not elements are not the body");
	rule_test_cut("strip: //namespace::*\nstrip: //@*\nstrip: /\n"
		      "strip: //body | //html\nbody: //article\n",
	    PAGE);
	ok(article.rule == CUTER_RULE_APPLIED && rule_test_has("harbour"),
	    "the document itself is not stripped");
	rule_test_cut("strip: //p\nbody: //article\n", PAGE);
	ok(article.rule == CUTER_RULE_MISSED,
	    "an element without content is not the body");
	rule_test_cut("", PAGE);
	ok(article.rule == CUTER_RULE_MISSED &&
		article.origin == CUTER_ORIGIN_PAGE,
	    "an empty file changes nothing");
}

/* ---- fields ---- */

static void
rule_test_switches(void)
{
	rule_test_cut("autodetect_on_failure: no\nbody: //none\n", PAGE);
	ok(article.body.len == 0 && article.rule == CUTER_RULE_MISSED,
	    "with autodetect_on_failure: no, no other text is used");
	rule_test_cut("body: //article\nnative_ad_clue: //b[@id='ad']\n",
	    PAGE "<b id=ad>Paid</b>");
	ok(article.flags & CUTER_FLAG_NATIVE_AD,
	    "native_ad_clue sets the flag of an advertisement");
	rule_test_cut("body: //article\ninsert_detected_image: no\n",
	    "<meta property=og:image content=/big.jpg>" PAGE);
	ok(article.n_media == 0,
	    "with insert_detected_image: no, og:image is not inserted");
	rule_test_cut("body: //article\n",
	    "<meta property=og:image content=/big.jpg>" PAGE);
	ok(article.n_media == 1, "by default og:image is inserted");
	rule_test_cut("title: //h9\n", PAGE);
	ok(article.rule == CUTER_RULE_MISSED, "a title that is not found");
	rule_test_cut("title: //p\n", PAGE);
	ok(article.rule == CUTER_RULE_APPLIED &&
		article.origin == CUTER_ORIGIN_PAGE &&
		article.fields[CUTER_FIELD_TITLE].source == CUTER_SOURCE_RULE,
	    "rules without a body");
}

static bool
rule_test_has_html(const char *text)
{
	return slice_find(article.body_html, slice_of(text), 0) !=
	       SLICE_NOT_FOUND;
}

static void
rule_test_wraps(void)
{
	static const char html[] =
	    "<html><body><article>" TEXT
	    "<div class=q>The yard had never seen a shaft of this size "
	    "before, said one of the engineers.</div>"
	    "<span class=q><img src=/ship.jpg></span><ul class=q><li>The list "
	    "of all ships that the yard has repaired</li></ul></article>";

	rule_test_cut("body: //article\n", html);
	ok(!rule_test_has_html("<blockquote>"), "no <blockquote> is written");
	rule_test_cut("body: //article\nwrap_in(blockquote): //*[@class='q'] "
		      "| //img | //li | //text() | /\n",
	    html);
	ok(rule_test_has_html("<blockquote>") &&
		rule_test_has("never seen a shaft") &&
		rule_test_has_html("<li>"),
	    "wrap_in: %.*s", SLICE_ARG(article.body_html));
	ok(article.n_rule_lines == 2 && article.rule_lines[1].n_found == 2,
	    "only the elements of text are wrapped");
	rule_test_cut("wrap_in(blockquote): //p | //article\n"
		      "wrap_in(h2): //article\nbody: //article\n",
	    PAGE);
	ok(rule_test_has_html("<blockquote><blockquote>The ferry") &&
		!rule_test_has_html("<h2>"),
	    "an element that contains blocks is not a heading");
	rule_test_cut("wrap_in(blockquote): //p/span\nwrap_in(em): //p/span\n"
		      "body: //article\n",
	    "<html><body><article>" TEXT
	    "<p>In the yard <span>nobody had seen</span> a shaft of this "
	    "size before.</p></article>");
	ok(rule_test_has_html("<em>nobody had seen</em>"),
	    "in a paragraph, only inline elements are created");
}

/* id() finds the first element with the value, and no stripped element. */
static void
rule_test_ids(void)
{
#define IDS                                                                    \
	"<html><body><div id=story><div id=text>" TEXT "</div></div>"          \
	"<div id=story><p>A school in the hills has planted forty pear trees " \
	"along the road to the station.</p></div></body></html>"
	rule_test_cut("body: id('story')\n", IDS);
	ok(article.origin == CUTER_ORIGIN_RULE && rule_test_has("ferry") &&
		!rule_test_has("pear trees"),
	    "id() finds the first element");
	rule_test_cut("body: id('story')/p\nbody: id('story')//p[2]\n", IDS);
	ok(rule_test_has("shaft") && !rule_test_has("ferry"),
	    "id() at the start of a path");
	rule_test_cut("strip: id('story')\nbody: id('text')\n"
		      "body: //div[@id='story']\n",
	    IDS);
	ok(!rule_test_has("ferry") && rule_test_has("pear trees"),
	    "id() does not find what was stripped");
	rule_test_cut("strip: //@id\nbody: id('story')\n", IDS);
	ok(article.origin != CUTER_ORIGIN_RULE,
	    "id() does not find an attribute that was stripped");
#undef IDS
}

static void
rule_test_links(void)
{
	rule_test_cut("body: //article\nnext_page_link: //a\n",
	    PAGE "<a href='?page=2'>2</a>");
	is_text(article.next_part, "http://www.example.org/news/ferry?page=2",
	    "a relative address of the next page is resolved");
	rule_test_cut("body: //article\nnext_page_link: //a\n",
	    PAGE "<a href='http://pages.example.org/2'>2</a>");
	is_text(article.next_part, "http://pages.example.org/2",
	    "another host of the domain");
	for (int i = 0; i < 4; i++) {
		static const char *const hrefs[] = { "javascript:x()",
			"http://other.example/2", "#top",
			"http://www.example.org/news/ferry" };
		char html[1024];

		snprintf(
		    html, sizeof(html), PAGE "<a href='%s'>2</a>", hrefs[i]);
		rule_test_cut("body: //article\nnext_page_link: //a\n"
			      "single_page_link: //a\n",
		    html);
		ok(article.next_part.len == 0 && article.single_page.len == 0,
		    "%s is not followed", hrefs[i]);
	}
}

static void
rule_test_report(void)
{
	rule_test_cut("# a file\nbody: //none\nbody: //article\n"
		      "strip: //p[2]\nauthor: //i\n",
	    PAGE);
	ok(article.n_rule_lines == 4 && article.rule_lines[0].number == 2 &&
		article.rule_lines[0].n_found == 0 &&
		article.rule_lines[1].n_found == 1 &&
		article.rule_lines[2].number == 4 &&
		article.rule_lines[2].n_found == 1,
	    "the report has the result of each line");
	ok(article.confidence >= 0.9 &&
		article.page_class == CUTER_PAGE_ARTICLE,
	    "a page with rules has a high confidence and the class article");
}

static void
rule_test_dates(void)
{
	is_int(rule_test_date("<i>2026-11-19</i>" TEXT),
	    date_from_civil(2026, 11, 18, 23, 0, 0),
	    "a date without a time begins in the zone of the host");
	is_int(article.published_zone, 60, "the zone is kept");
	is_int(rule_test_date("<i>2026-11-19 10:00</i>" TEXT),
	    date_from_civil(2026, 11, 19, 9, 0, 0),
	    "a date with a time is in the zone of the host");
	is_int(rule_test_date("<i>2099-11-20 10:00</i>" TEXT), DATE_NONE,
	    "a date after the fetch is ignored");
	is_int(rule_test_date("<i>1970-01-01 01:00</i>" TEXT), DATE_NONE,
	    "the start of 1970 is ignored");
	is_int(rule_test_date("<meta property=article:published_time "
			      "content=2026-11-18T08:00:00Z>"
			      "<i>2099-11-20 10:00</i>" TEXT),
	    date_from_civil(2026, 11, 18, 8, 0, 0),
	    "the date of the extractor is kept instead");
	ok(article.fields[CUTER_FIELD_PUBLISHED].source == CUTER_SOURCE_META,
	    "the source of the date is not the rule");
}

/* Tests that each expression that is not valid is reported with its line. */
static void
rule_test_check(void)
{
	static const char text[] = "body: //article[\n"
				   "title: count(//h1\n"
				   "strip: //div[@class=]\n"
				   "strip_id_or_class: a[\n"
				   "next_page_link: //a\n"
				   "if_page_contains: //b[\n"
				   "author: //a[contains(@class, 'by')]\n";
	static const uint32_t lines[] = { 1, 2, 3, 5 };
	struct rules rules;
	struct arena arena;
	jmp_buf exhausted;

	arena_init(&arena, MIB);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0)
		abort();
	rules_read(&arena, slice_of(text), &rules);
	is_int((long long)rules.n_faults, 0, "each line is a statement");
	rule_check(&arena, &rules);
	is_int((long long)rules.n_faults, ARRAY_LENGTH(lines),
	    "number of expressions that are not valid");
	for (size_t i = 0; i < ARRAY_LENGTH(lines) && i < rules.n_faults; i++) {
		is_int(rules.faults[i].number, lines[i],
		    "the line of the fault is reported");
		ok(slice_starts(rules.faults[i].text, SLICE("XPath: ")),
		    "the reason of the fault is reported");
	}
	arena_release(&arena);
}

int
main(void)
{
	struct err e = ERR_INIT;

	if (cuter_new(&cuter, &e) != 0)
		return 1;
	buf_init(&page, 64 * MIB);
	rule_test_bombs();
	rule_test_limits();
	rule_test_faults();
	rule_test_switches();
	rule_test_wraps();
	rule_test_ids();
	rule_test_links();
	rule_test_dates();
	rule_test_report();
	cuter_free(cuter);
	buf_release(&page);
	rule_test_check();
	return done_testing();
}
