/* rules_test.c -- reads files of site rules. */
#include "base/buf.h"
#include "base/limits/limits_rules.h"
#include "rules/rules.h"
#include "tests/lib/tap.h"

static struct arena arena;
static struct rules rules;

static void
rules_test_read(const char *text)
{
	arena_clear(&arena);
	rules_read(&arena, slice_of(text), &rules);
}

static bool
rules_test_line_is(
    size_t i, enum rule_command command, uint32_t number, const char *value)
{
	return i < rules.n_lines && rules.lines[i].command == command &&
	       rules.lines[i].number == number &&
	       slice_equal(rules.lines[i].value, slice_of(value));
}

static bool
rules_test_fault_is(size_t i, uint32_t number, const char *text)
{
	return i < rules.n_faults && rules.faults[i].number == number &&
	       slice_equal(rules.faults[i].text, slice_of(text));
}

static void
rules_test_statements(void)
{
	rules_test_read("# a comment\n"
			"\n"
			"title: //h1\r\n"
			"body : //div[@id='a:b']\n"
			"  body://article\n"
			"strip_id_or_class: share\n"
			"test_url: http://example.org/a?b=c:d\n");
	ok(rules.n_faults == 0 && rules.n_lines == 5,
	    "a file with five statements is read");
	ok(rules_test_line_is(0, RULE_TITLE, 3, "//h1"), "a line end of two");
	ok(rules_test_line_is(1, RULE_BODY, 4, "//div[@id='a:b']"),
	    "a value may contain colons");
	ok(rules_test_line_is(2, RULE_BODY, 5, "//article"),
	    "alternatives in their order");
	ok(rules_test_line_is(
	       4, RULE_TEST_URL, 7, "http://example.org/a?b=c:d"),
	    "a URL with colons is read");
	ok(rules_have(&rules, RULE_BODY) && !rules_have(&rules, RULE_DATE),
	    "commands that the file has");
}

static void
rules_test_quotes(void)
{
	rules_test_read("strip_id_or_class: \"newsletter\"\n"
			"strip_image_src: '/ads/'\n"
			"strip_id_or_class: ' rel box \"\n"
			"title: 'Title'\n"
			"strip_id_or_class: ''\n"
			"strip_image_src: \" \"\n");
	ok(rules_test_line_is(0, RULE_STRIP_ID_OR_CLASS, 1, "newsletter"),
	    "a class in quotes");
	ok(rules_test_line_is(1, RULE_STRIP_IMAGE_SRC, 2, "/ads/"),
	    "an address in quotes");
	ok(rules_test_line_is(2, RULE_STRIP_ID_OR_CLASS, 3, "rel box"),
	    "quotes that do not fit");
	ok(rules_test_line_is(3, RULE_TITLE, 4, "'Title'"),
	    "the quotes of an expression stay");
	ok(rules.n_lines == 4 && rules.n_faults == 2 &&
		rules_test_fault_is(
		    0, 5, "no value in the quotes: strip_id_or_class") &&
		rules_test_fault_is(
		    1, 6, "no value in the quotes: strip_image_src"),
	    "an empty value in quotes is a fault");
}

static void
rules_test_names(void)
{
	rules_test_read("http_header(user-agent): reader/1.0 (a: b)\n"
			"http_header: referer: http://example.org/\n"
			"replace_string(<p class=\"a: b\">): <p>\n"
			"replace_string(gone):\n"
			"find_string: <noscript>\n"
			"replace_string: <div>\n");
	ok(rules.n_faults == 0 && rules.n_lines == 5,
	    "statements with a name in parentheses are read");
	ok(rules_test_line_is(0, RULE_HTTP_HEADER, 1, "reader/1.0 (a: b)") &&
		slice_equal(rules.lines[0].name, SLICE("user-agent")),
	    "the name and the value of a header are read");
	ok(rules_test_line_is(1, RULE_HTTP_HEADER, 2, "http://example.org/") &&
		slice_equal(rules.lines[1].name, SLICE("referer")),
	    "a header in the old form");
	ok(rules_test_line_is(2, RULE_REPLACE_STRING, 3, "<p>") &&
		slice_equal(rules.lines[2].name, SLICE("<p class=\"a: b\">")),
	    "a replaced string with a colon");
	ok(rules_test_line_is(3, RULE_REPLACE_STRING, 4, ""),
	    "a string that is removed");
	ok(rules_test_line_is(4, RULE_REPLACE_STRING, 6, "<div>") &&
		slice_equal(rules.lines[4].name, SLICE("<noscript>")),
	    "a pair of find_string and replace_string");
}

static void
rules_test_switches(void)
{
	rules_test_read("");
	ok(rules.is_on[RULE_PRUNE] && rules.is_on[RULE_AUTODETECT] &&
		rules.is_on[RULE_INSERT_IMAGE] && !rules.is_on[RULE_TIDY] &&
		!rules.is_on[RULE_SKIP_JSON_LD],
	    "an empty file has the default switches");
	rules_test_read("prune: no\nautodetect_on_failure: NO\ntidy: yes\n"
			"skip_json_ld: true\ninsert_detected_image: false\n");
	ok(!rules.is_on[RULE_PRUNE] && !rules.is_on[RULE_AUTODETECT] &&
		!rules.is_on[RULE_INSERT_IMAGE] && rules.is_on[RULE_TIDY] &&
		rules.is_on[RULE_SKIP_JSON_LD] && rules.n_faults == 0,
	    "all switches are read");
	rules_test_read("prune: no\nprune: yes\n");
	ok(!rules.is_on[RULE_PRUNE] && rules.n_faults == 0,
	    "the first of several lines counts");
	rules_test_read("prune: maybe\n");
	ok(rules.is_on[RULE_PRUNE] &&
		rules_test_fault_is(0, 1, "expected yes or no: prune"),
	    "a switch with another value");
}

static void
rules_test_conditions(void)
{
	rules_test_read("single_page_link: //a[@id='all']/@href\n"
			"if_page_contains: //nav[@class='pages']\n"
			"next_page_link: //a[@rel='next']\n"
			"body: //p\n"
			"if_page_contains: //p\n");
	ok(slice_equal(
	       rules.lines[0].condition, SLICE("//nav[@class='pages']")),
	    "a condition of the link before it");
	ok(rules.lines[1].condition.p == NULL, "a link without condition");
	ok(rules.n_lines == 3 && rules_test_fault_is(0, 5,
				     "if_page_contains follows no "
				     "single_page_link or next_page_link"),
	    "a condition of another command");
}

static void
rules_test_faults(void)
{
	struct buf text;

	rules_test_read("wrap_in(BlockQuote): //p[@class='q']\n"
			"wrap_in(iframe): //i\nwrap_in: //i\n");
	ok(rules.n_lines == 1 &&
		rules_test_line_is(0, RULE_WRAP_IN, 1, "//p[@class='q']") &&
		rules.n_faults == 2,
	    "wrap_in with an element of text");
	rules_test_read("bdoy: //p\nbody\nbody:\nlogin_uri(p): //i\n"
			"move_into: //p\ntitle(x): //h1\nfind_string: a\n"
			"find_string: b\nbody: //div\n");
	ok(rules.n_lines == 1 && rules_test_line_is(0, RULE_BODY, 9, "//div"),
	    "a file with faults has its other lines");
	ok(rules_test_fault_is(0, 1, "unknown command: bdoy"),
	    "an unknown command is a fault");
	ok(rules_test_fault_is(
	       1, 2, "not a statement, expected `command: value`: body"),
	    "a line without a colon is a fault");
	ok(rules_test_fault_is(2, 3, "no value: body"),
	    "a command without a value is a fault");
	ok(rules_test_fault_is(
	       3, 4, "this command has no effect in Gleaner: login_uri"),
	    "a command of other programs, with a name");
	ok(rules_test_fault_is(5, 6, "unknown command: title"),
	    "a name that the command does not have");
	ok(rules_test_fault_is(
	       4, 5, "this command has no effect in Gleaner: move_into"),
	    "a command without effect in Gleaner is a fault");
	ok(rules_test_fault_is(6, 7, "find_string without replace_string: a") &&
		rules_test_fault_is(
		    7, 8, "find_string without replace_string: b"),
	    "find_string without replace_string is a fault");
	buf_init(&text, 4 * LIMIT_RULES_BYTES);
	for (int i = 0; i < 2 * LIMIT_RULES_FAULTS; i++)
		buf_append_string(&text, "x: y\n");
	rules_test_read(text.p);
	ok(rules.n_faults == LIMIT_RULES_FAULTS &&
		rules.n_more_faults == LIMIT_RULES_FAULTS,
	    "a limited number of faults");
	buf_clear(&text);
	for (int i = 0; i < LIMIT_RULES_LINES + 5; i++)
		buf_append_string(&text, "strip: //i\n");
	rules_test_read(text.p);
	ok(rules.n_lines == LIMIT_RULES_LINES && rules.n_faults == 5,
	    "a limited number of statements");
	while (text.len <= LIMIT_RULES_BYTES)
		buf_append_string(&text, "strip: //i\n");
	rules_test_read(text.p);
	ok(rules.n_lines == 0 &&
		rules_test_fault_is(0, 1, "the file is too large"),
	    "a file that is too large");
	rules_test_read("body: //p[.='\xFF']\n");
	ok(rules.n_lines == 0 &&
		rules_test_fault_is(0, 1, "the file is not a text in UTF-8"),
	    "a file in another charset");
	buf_release(&text);
}

static void
rules_test_files(void)
{
	const struct slice host = SLICE("www.news.example.org");
	const struct slice names[] = { SLICE("www.news.example.org.txt"),
		SLICE("news.example.org.txt"), SLICE(".news.example.org.txt"),
		SLICE(".example.org.txt"), SLICE(".org.txt") };
	unsigned before = UINT32_MAX;
	bool falls = true;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		unsigned fits = rules_name_fits(names[i], host);

		falls &= fits > 0 && fits < before;
		before = fits;
	}
	ok(falls, "the host, without www, the domains from the nearest one");
	ok(rules_name_fits(SLICE("example.org.txt"), host) == 0 &&
		rules_name_fits(SLICE("news.example.org"), host) == 0 &&
		rules_name_fits(SLICE("ews.example.org.txt"), host) == 0 &&
		rules_name_fits(SLICE(".xample.org.txt"), host) == 0 &&
		rules_name_fits(SLICE(".txt"), host) == 0,
	    "files of other hosts");
	ok(rules_name_fits(SLICE(".example.org.txt"), SLICE("example.org")) ==
		0,
	    "a file for sub-domains is not for the domain itself");
	ok(rules_name_fits(SLICE("Example.ORG.txt"), SLICE("example.org")) > 0,
	    "the case of a file's name");
}

int
main(void)
{
	jmp_buf exhausted;

	arena_init(&arena, LIMIT_RULES_ARENA);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0)
		return 1;
	rules_test_statements();
	rules_test_quotes();
	rules_test_names();
	rules_test_switches();
	rules_test_conditions();
	rules_test_faults();
	rules_test_files();
	ok(rules_digest(SLICE("a")) != rules_digest(SLICE("b")) &&
		rules_digest(SLICE("")) != 0,
	    "different rules have different digests");
	arena_release(&arena);
	return done_testing();
}
