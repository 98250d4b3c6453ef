/*
 * robots_test.c -- RFC 9309 with its examples, and deviations that occur on
 * the web.
 */
#include <stdlib.h>
#include <time.h>

#include "base/array.h"
#include "base/limits.h"
#include "crawler/robots.h"
#include "tests/lib/tap.h"

static struct arena arena;

static const struct {
	const char *name, *file, *agent, *path;
	bool allowed;
} rows[] = {
	/* 2.2.1: product tokens, groups */
	{ "no file", "", "gleaner", "/a", true },
	{ "agent in capitals", "User-Agent: GLEANER\nDisallow: /", "gleaner",
	    "/a", false },
	{ "agent with a version", "user-agent: Gleaner/1.0 (x)\ndisallow: /",
	    "gleaner", "/a", false },
	{ "agent before a comma", "User-agent: Gleaner, Otherbot\nDisallow: /",
	    "gleaner", "/a", false },
	{ "agent with a star", "User-agent: gleaner*\nDisallow: /", "gleaner",
	    "/a", false },
	{ "an asterisk with a name does not match all agents",
	    "User-agent: *bot\nDisallow: /\nUser-agent: *.b\nDisallow: /",
	    "gleaner", "/a", true },
	{ "a star before a remark", "User-agent: * (all)\nDisallow: /",
	    "gleaner", "/a", false },
	{ "a longer name does not match", "User-agent: gleanerbot\nDisallow: /",
	    "gleaner", "/a", true },
	{ "a shorter name does not match", "User-agent: glean\nDisallow: /",
	    "gleaner", "/a", true },
	{ "an asterisk matches all agents", "User-agent: *\nDisallow: /",
	    "gleaner", "/a", false },
	{ "the group of the agent has precedence over that of all",
	    "User-agent: *\nDisallow: /\nUser-agent: gleaner\nDisallow: /x",
	    "gleaner", "/a", true },
	{ "an agent without a group of its own has that of all",
	    "User-agent: gleaner\n\nUser-agent: x\nDisallow: /\n"
	    "User-agent: *\nDisallow: /",
	    "x2", "/a", false },
	{ "an empty Disallow allows",
	    "User-agent: gleaner\nDisallow:\nUser-agent: *\nDisallow: /",
	    "gleaner", "/a", true },
	{ "rules before any agent", "Disallow: /\nUser-agent: *\nAllow: /",
	    "gleaner", "/a", true },
	/* example of 2.2.1: the two groups of ExampleBot are merged */
	{ "merged, first",
	    "user-agent: ExampleBot\ndisallow: /foo\n"
	    "disallow: /bar\n\nuser-agent: ExampleBot\n"
	    "disallow: /baz\n",
	    "examplebot", "/foo", false },
	{ "merged, second",
	    "user-agent: ExampleBot\ndisallow: /foo\n"
	    "disallow: /bar\n\nuser-agent: ExampleBot\n"
	    "disallow: /baz\n",
	    "examplebot", "/baz", false },
	{ "groups around another group are merged",
	    "User-agent: a\nDisallow: /1\nUser-agent: b\nDisallow: /2\n"
	    "User-agent: a\nDisallow: /3",
	    "a", "/3", false },
	{ "the rules of the other group are not merged",
	    "User-agent: a\nDisallow: /1\nUser-agent: b\nDisallow: /2\n"
	    "User-agent: a\nDisallow: /3",
	    "a", "/2", true },
	{ "several agents, one group",
	    "User-agent: a\nUser-agent: b\nDisallow: /", "a", "/1", false },
	{ "several agents with an empty line between them",
	    "User-agent: a\n\nUser-agent: b\nDisallow: /", "a", "/1", false },
	{ "a Sitemap does not end a group",
	    "User-agent: a\nSitemap: http://x/s\nDisallow: /", "a", "/1",
	    false },
	{ "a Crawl-delay does not end the list of agents",
	    "User-agent: a\nCrawl-delay: 5\nUser-agent: b\nDisallow: /", "a",
	    "/1", false },

	/* 2.2.2: the table of octets */
	{ "plain", "User-agent: *\nDisallow: /foo/bar?baz=quz", "x",
	    "/foo/bar?baz=quz", false },
	{ "reserved in the query, raw in the file",
	    "User-agent: *\nDisallow: /foo/bar?baz=https://foo.bar", "x",
	    "/foo/bar?baz=https%3A%2F%2Ffoo.bar", false },
	{ "reserved in the query, raw in the path",
	    "User-agent: *\nDisallow: /foo/bar?baz=https%3A%2F%2Ffoo.bar", "x",
	    "/foo/bar?baz=https://foo.bar", false },
	{ "UTF-8, raw in the file",
	    "User-agent: *\nDisallow: /foo/\xe3\x83"
	    "\x84",
	    "x", "/foo/%E3%83%84", false },
	{ "UTF-8, encoded, lower case",
	    "User-agent: *\nDisallow: /foo/%e3%83%84", "x", "/foo/%E3%83%84",
	    false },
	{ "unreserved, encoded", "User-agent: *\nDisallow: /foo/%62%61%7A", "x",
	    "/foo/baz", false },
	{ "unreserved, encoded in the path",
	    "User-agent: *\nDisallow: /foo/baz", "x", "/foo/%62%61%7A", false },
	{ "characters that URLs encode, raw in the file",
	    "User-agent: *\nDisallow: /\"<>\\^`{|}$", "x",
	    "/%22%3C%3E%5C%5E%60%7B%7C%7D", false },
	{ "encoded in the file", "User-agent: *\nDisallow: /%7bx%7D", "x",
	    "/%7Bx%7D", false },
	{ "raw in the path", "User-agent: *\nDisallow: /%7Bx%7D", "x", "/{x}",
	    false },
	{ "brackets are not encoded", "User-agent: *\nDisallow: /[a]", "x",
	    "/[a]", false },
	{ "%2F is not / in a path", "User-agent: *\nDisallow: /a/b", "x",
	    "/a%2Fb", true },
	{ "%2F is %2f", "User-agent: *\nDisallow: /a%2fb", "x", "/a%2Fb",
	    false },
	{ "the case of a path matters", "User-agent: *\nDisallow: /Foo", "x",
	    "/foo", true },
	{ "a rule matches the beginning of a path",
	    "User-agent: *\nDisallow: /foo", "x", "/foobar", false },
	{ "a rule does not match the middle of a path",
	    "User-agent: *\nDisallow: /foo", "x", "/a/foo", true },
	{ "the longest rule applies: Allow",
	    "User-agent: *\nDisallow: /a\nAllow: /a/b", "x", "/a/b/c", true },
	{ "the longest rule applies: Disallow",
	    "User-agent: *\nAllow: /a\nDisallow: /a/b", "x", "/a/b/c", false },
	{ "the order of the rules does not matter",
	    "User-agent: *\nAllow: /a/b\nDisallow: /a", "x", "/a/b/c", true },
	{ "of two rules of equal length, Allow applies",
	    "User-agent: *\nDisallow: /a\nAllow: /a", "x", "/a", true },
	{ "of two rules of equal length in the other order, Allow applies",
	    "User-agent: *\nAllow: /a\nDisallow: /a", "x", "/a", true },
	{ "robots.txt itself", "User-agent: *\nDisallow: /", "x", "/robots.txt",
	    true },

	/* 2.2.3: special characters */
	{ "# begins a comment", "User-agent: * # all\nDisallow: /a # b", "x",
	    "/a", false },
	{ "$ ends", "User-agent: *\nDisallow: /this/path/exactly$", "x",
	    "/this/path/exactly", false },
	{ "$ does not match a longer path",
	    "User-agent: *\nDisallow: /this/path/exactly$", "x",
	    "/this/path/exactly/more", true },
	{ "an asterisk matches any text",
	    "User-agent: *\nDisallow: /this/*/exactly", "x",
	    "/this/path/exactly", false },
	{ "an asterisk matches an empty text",
	    "User-agent: *\nDisallow: /this/*/exactly", "x", "/this//exactly",
	    false },
	{ "%2A is a star",
	    "User-agent: *\nDisallow: /path/file-with-a-%2A.html", "x",
	    "/path/file-with-a-*.html", false },
	{ "%2A is not a wildcard",
	    "User-agent: *\nDisallow: /path/file-with-a-%2A.html", "x",
	    "/path/file-with-a-b.html", true },
	{ "%24 is a dollar", "User-agent: *\nDisallow: /path/foo-%24", "x",
	    "/path/foo-$", false },
	{ "%24 is not the end", "User-agent: *\nDisallow: /path/foo-%24", "x",
	    "/path/foo-", true },
	{ "$ inside is a dollar", "User-agent: *\nDisallow: /a$b", "x", "/a$b",
	    false },
	{ "*.php$", "User-agent: *\nDisallow: /*.php$", "x", "/a/b.php",
	    false },
	{ "*.php$, not the end", "User-agent: *\nDisallow: /*.php$", "x",
	    "/a/b.php?c", true },
	{ "*.php$, twice", "User-agent: *\nDisallow: /*.php$", "x",
	    "/a.php/b.php", false },
	{ "the end may not overlap", "User-agent: *\nDisallow: /ab*ba$", "x",
	    "/aba", true },
	{ "a path of asterisks", "User-agent: *\nDisallow: /***", "x", "/",
	    false },
	{ "an asterisk at the beginning", "User-agent: *\nDisallow: *private",
	    "x", "/a/private/b", false },
	{ "/*?", "User-agent: *\nDisallow: /*?", "x", "/a?b", false },
	{ "/*?, without", "User-agent: *\nDisallow: /*?", "x", "/a", true },
	{ "/$", "User-agent: *\nDisallow: /$", "x", "/", false },
	{ "/$, longer", "User-agent: *\nDisallow: /$", "x", "/a", true },
	{ "*$", "User-agent: *\nDisallow: /a*$", "x", "/abc", false },

/* 5.1 Simple Example */
#define SIMPLE                                                                 \
	"User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\n"               \
	"Allow: /publications/\n\nUser-Agent: foobot\nDisallow:/\n"            \
	"Allow:/example/page.html\nAllow:/example/allowed.gif\n\n"             \
	"User-Agent: barbot\nUser-Agent: bazbot\n"                             \
	"Disallow: /example/page.html\n\nUser-Agent: quxbot\n"
	{ "5.1 *", SIMPLE, "any", "/example/x", false },
	{ "5.1 * gif", SIMPLE, "any", "/publications/a.gif", true },
	{ "5.1 * other gif", SIMPLE, "any", "/a.gif", false },
	{ "5.1 foobot", SIMPLE, "foobot", "/x", false },
	{ "5.1 foobot's page", SIMPLE, "foobot", "/example/page.html", true },
	{ "5.1 barbot", SIMPLE, "barbot", "/example/page.html", false },
	{ "5.1 bazbot", SIMPLE, "bazbot", "/example/page.html", false },
	{ "5.1 bazbot's rest", SIMPLE, "bazbot", "/example/x.gif", true },
	{ "5.1 quxbot may request all paths", SIMPLE, "quxbot", "/example/x",
	    true },
	/* 5.2 Longest Match */
	{ "5.2",
	    "User-Agent: foobot\nAllow: /example/page/\n"
	    "Disallow: /example/page/disallowed.gif\n",
	    "foobot", "/example/page/disallowed.gif", false },
	{ "5.2, the rest",
	    "User-Agent: foobot\nAllow: /example/page/\n"
	    "Disallow: /example/page/disallowed.gif\n",
	    "foobot", "/example/page/x", true },

	/* deviations from the standard that occur on the web */
	{ "BOM", "\xef\xbb\xbfUser-agent: *\nDisallow: /", "x", "/a", false },
	{ "CRLF", "User-agent: *\r\nDisallow: /a\r\n", "x", "/a", false },
	{ "CR", "User-agent: *\rDisallow: /a\r", "x", "/a", false },
	{ "blanks and tabs", "  User-agent :\t* \n\tDisallow\t: /a\t\n", "x",
	    "/a", false },
	{ "misspelt", "Useragent: *\nDissallow: /a", "x", "/a", false },
	{ "HTML instead", "<!DOCTYPE html><p>Disallow: /</p>", "x", "/a",
	    true },
	{ "an address as path", "User-agent: *\nDisallow: http://x/a", "x",
	    "/a", true },
	{ "a path without /", "User-agent: *\nDisallow: a", "x", "/a", true },
	{ "a blank in the path", "User-agent: *\nDisallow: /a b", "x", "/a%20b",
	    false },
	{ "a % without two hexadecimal digits",
	    "User-agent: *\nDisallow: /%6%61", "x", "/%256a", false },
	{ "a % without two hexadecimal digits is not decoded",
	    "User-agent: *\nDisallow: /%6%61", "x", "/j", true },
	{ "no line end", "User-agent: *\nDisallow: /a", "x", "/a", false },
};

static void
robots_test_rows(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct slice file = slice_of(rows[i].file);
		struct robots robots, again;
		struct buf text;

		robots_parse(&arena, file, slice_of(rows[i].agent), &robots);
		ok(robots_allows(&robots, slice_of(rows[i].path)) ==
			rows[i].allowed,
		    "%s", rows[i].name);
		buf_init(&text, MIB);
		robots_reduce(&arena, file, slice_of(rows[i].agent), &text);
		robots_parse(
		    &arena, buf_slice(&text), SLICE("whoever"), &again);
		ok(robots_allows(&again, slice_of(rows[i].path)) ==
			    rows[i].allowed &&
			again.n_rules == robots.n_rules,
		    "the reduced rules give the same result");
		buf_release(&text);
	}
}

static void
robots_test_delay(void)
{
	static const struct {
		const char *file;
		int64_t delay_s;
	} delays[] = {
		{ "User-agent: *\nCrawl-delay: 10", 10 },
		{ "User-agent: *\nCrawl-delay: 0.5", 1 },
		{ "User-agent: *\nCrawl-delay: 2.0", 2 },
		{ "User-agent: *\nCrawl-delay: .5", 1 },
		{ "User-agent: *\nCrawl-delay: 0", 0 },
		{ "User-agent: *\nCrawl-delay: -1", -1 },
		{ "User-agent: *\nCrawl-delay: soon", -1 },
		{ "User-agent: *\nCrawl-delay:", -1 },
		{ "User-agent: *\nCrawl-delay: 99999999999999999999", -1 },
		{ "User-agent: *\nCrawl-delay: 9223372036854775807.5",
		    INT64_MAX },
		{ "User-agent: *\nCrawl-delay: 5\nUser-agent: *\n"
		  "Crawl-delay: 3",
		    5 },
		{ "User-agent: gleaner\nDisallow: /x\nUser-agent: *\n"
		  "Crawl-delay: 5",
		    -1 },
		{ "User-agent: gleaner\nCrawl-delay: 7\nDisallow:\n"
		  "User-agent: *\nCrawl-delay: 5",
		    7 },
		{ "Crawl-delay: 5", -1 },
		{ "", -1 },
	};
	struct robots robots, again;
	struct buf text;

	for (size_t i = 0; i < ARRAY_LENGTH(delays); i++) {
		robots_parse(&arena, slice_of(delays[i].file),
		    SLICE("gleaner/2.0"), &robots);
		is_int(robots.crawl_delay_s, delays[i].delay_s, delays[i].file);
		buf_init(&text, MIB);
		robots_reduce(
		    &arena, slice_of(delays[i].file), SLICE("gleaner"), &text);
		robots_parse(&arena, buf_slice(&text), SLICE("x"), &again);
		is_int(again.crawl_delay_s, delays[i].delay_s,
		    "the reduced rules have the same crawl delay");
		buf_release(&text);
	}
}

static void
robots_test_reduced_text(void)
{
	struct buf text;

	buf_init(&text, MIB);
	robots_reduce(&arena,
	    SLICE("Sitemap: http://x/\nUser-agent: gleaner\nAllow: /%61 b\n"
		  "Disallow: /*.gif$\r\nDisallow: /\xc3\xa4#x\n"
		  "Crawl-delay: 1.5\nUser-agent: y\nDisallow: /"),
	    SLICE("gleaner"), &text);
	is_slice(buf_slice(&text),
	    SLICE("User-agent: *\nAllow: /a%20b\nDisallow: /*.gif$\n"
		  "Disallow: /%C3%A4\nCrawl-delay: 2\n"),
	    "the written rules are one group in one form");
	buf_clear(&text);
	robots_reduce(&arena,
	    SLICE("Sitemap: http://x/news.xml\nUser-agent: z\nDisallow: /\n"
		  "Sitemap: /news.xml\nSitemap: http://x/pages.xml\n"
		  "sitemap:http://y/a-News.xml.gz\nSitemap: http://x/news 3\n"
		  "Sitemap: http://x/news-4.xml"),
	    SLICE("gleaner"), &text);
	is_slice(buf_slice(&text),
	    SLICE("User-agent: *\nSitemap: http://x/news.xml\n"
		  "Sitemap: http://y/a-News.xml.gz\n"),
	    "two news sitemaps of any group are kept");
	buf_release(&text);
}

/* The file is longer than the limit. Complete lines before the limit are read,
 * and the line that the limit truncates is not. */
static void
robots_test_size(void)
{
	size_t size = 600 * KIB, at;
	char *file = malloc(size);
	struct robots robots;

	memset(file, '\n', size);
	memcpy(file, "User-agent: *\nDisallow: /first\n", 30);
	at = LIMIT_ROBOTS_BYTES - 30;
	memcpy(file + at, "Disallow: /inside\n", 18);
	at = LIMIT_ROBOTS_BYTES - 11;
	memcpy(file + at, "Disallow: /cut-in-two\n", 22);
	memcpy(file + size - 18, "Disallow: /beyond\n", 18);
	robots_parse(&arena, (struct slice){ file, size }, SLICE("x"), &robots);
	is_int((int64_t)robots.n_rules, 2, "S21: 600 KiB: two rules are left");
	ok(!robots_allows(&robots, SLICE("/first")), "the first rule is used");
	ok(!robots_allows(&robots, SLICE("/inside")),
	    "a rule near the size limit is used");
	ok(robots_allows(&robots, SLICE("/cut")),
	    "the rule that the size limit cuts is not used");
	ok(robots_allows(&robots, SLICE("/beyond")),
	    "a rule after the size limit is not used");
	free(file);
}

static double
robots_test_now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void
robots_test_hostile(void)
{
	struct buf file;
	struct robots robots;
	char path[LIMIT_URL_BYTES];
	double start;
	bool allowed;

	memset(path, 'a', sizeof(path));
	path[0] = '/';
	buf_init(&file, MIB);
	buf_append_string(&file, "User-agent: *\nDisallow: /");
	for (int i = 0; i < 1000; i++)
		buf_append_string(&file, "*a");
	buf_append_string(&file, "*b\n");
	robots_parse(&arena, buf_slice(&file), SLICE("x"), &robots);
	start = robots_test_now_ms();
	allowed = robots_allows(&robots, (struct slice){ path, sizeof(path) });
	ok(allowed && robots_test_now_ms() - start < 10,
	    "S21: *a*a*a… x1000: %.3f ms", robots_test_now_ms() - start);

	buf_clear(&file);
	buf_append_string(&file, "User-agent: *\n");
	while (file.len < LIMIT_ROBOTS_BYTES)
		buf_append_string(&file, "Disallow: /*aaaaaaaaaaaaaaaab\n");
	robots_parse(&arena, buf_slice(&file), SLICE("x"), &robots);
	start = robots_test_now_ms();
	allowed = robots_allows(&robots, (struct slice){ path, sizeof(path) });
	ok(allowed && robots_test_now_ms() - start < 20, "%zu rules: %.2f ms",
	    robots.n_rules, robots_test_now_ms() - start);
	/* a path that contains every part of every rule and matches no rule */
	memcpy(path + 1, "aaaaab/", 7);
	memset(path + 8, 'a', sizeof(path) - 8);
	start = robots_test_now_ms();
	allowed = robots_allows(&robots, (struct slice){ path, sizeof(path) });
	ok(!allowed && robots_test_now_ms() - start < 50,
	    "a path with parts of all rules takes limited time: %.2f ms",
	    robots_test_now_ms() - start);
	ok(robots_allows(&robots, SLICE("/2026/11/20/a-story-of-today.html")),
	    "the path of a usual article is allowed");
	start = robots_test_now_ms();
	for (int i = 0; i < 100; i++)
		robots_allows(
		    &robots, SLICE("/2026/11/20/a-story-of-today.html"));
	ok(robots_test_now_ms() - start < 200, "at %.3f ms a question",
	    (robots_test_now_ms() - start) / 100);
	ok(!robots_allows(
	       &robots, (struct slice){ path, (size_t)LIMIT_URL_BYTES + 1 }),
	    "a path longer than any URL is refused");
	buf_release(&file);
}

int
main(void)
{
	jmp_buf exhausted;

	arena_init(&arena, 64 * MIB);
	if (setjmp(exhausted) != 0)
		abort();
	arena.exhausted = &exhausted;
	robots_test_rows();
	robots_test_delay();
	robots_test_reduced_text();
	robots_test_size();
	robots_test_hostile();
	arena_release(&arena);
	return done_testing();
}
