/*
 * yaml_test.c -- hostile files are refused early, with the place of the fault.
 */

#include "base/clock.h"
#include "base/limits.h"
#include "config/config.h"
#include "config/testing.h"
#include "tests/lib/tap.h"

#ifdef GLEANER_SANITIZED
#define SLOWER 20
#else
#define SLOWER 1
#endif
#define AT_ONCE_MS 50  /* time for input that is refused at its beginning */
#define LINEAR_MS  500 /* time for input that is read to its end */

static struct buf text, faults;
static double max_ms;

static void
yaml_test_repeat(const char *part, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_append_string(&text, part);
}

static struct slice
yaml_test_first_line(struct slice s)
{
	struct slice line = SLICE_NONE;

	slice_next(&s, '\n', &line);
	return line;
}

/* Reads `text` and clears it. If `expected` is NULL, the text must have no
 * fault. */
static void
yaml_test_try(const char *name, const char *expected)
{
	struct config *config = NULL;
	struct err e = ERR_INIT;
	int64_t before = clock_process_cpu_ns();
	double ms;
	int rc;

	buf_clear(&faults);
	rc = config_read("f", buf_slice(&text), &config, &faults, &e);
	ms = (double)(clock_process_cpu_ns() - before) / 1e6;
	is_int(rc, expected ? ERR_CONFIG : 0, name);
	if (expected != NULL)
		is_text(
		    yaml_test_first_line(buf_slice(&faults)), expected, name);
	ok(ms < max_ms, "S61: %s: %.1f ms", name, ms);
	config_free(config);
	buf_clear(&text);
}

static void
yaml_test_nesting(void)
{
	yaml_test_repeat("[", 100000);
	yaml_test_try("100 000 [", "f:1:33: nesting deeper than 32 levels");
	yaml_test_repeat("{a: ", 50000);
	yaml_test_try("50 000 {", "f:1:129: nesting deeper than 32 levels");
	yaml_test_repeat("- ", 100000);
	yaml_test_try("100 000 -", "f:1:65: nesting deeper than 32 levels");
	yaml_test_repeat("? ", 100000);
	yaml_test_try(
	    "100 000 ?", "f:1:3: a list or map as a key, expected a name");
	for (int i = 0; i < 600; i++)
		buf_printf(&text, "%*s\n", i + 2, "a:");
	yaml_test_try(
	    "600 levels of blocks", "f:33:33: nesting deeper than 32 levels");
}

static void
yaml_test_sizes(void)
{
	buf_append_string(&text, "contact: ");
	yaml_test_repeat("x", 1 << 20);
	yaml_test_try("a line of 1 MiB",
	    "f:1:1: the file is larger than 256 KiB, expected a smaller file "
	    "(feeds can be spread over included files)");
	max_ms = LINEAR_MS * SLOWER;
	buf_append_string(&text, "contact: ");
	yaml_test_repeat("x", 200000);
	yaml_test_try("a line of 200 kB",
	    "f:1:10: contact: a text that is too long, expected a text of 1 to "
	    "256 bytes, or null");
	buf_append_string(&text, "feeds: [");
	yaml_test_repeat("a,", 130000);
	buf_append_string(&text, "]");
	yaml_test_try("130 000 bad feeds",
	    "f:1:9: url: \"a\", expected an http or https URL");
	for (int i = 0; i < 7000; i++)
		buf_printf(&text, "k%d: 1\n", i);
	buf_append_string(&text, "\n");
	yaml_test_repeat("z: 1\n", 30000);
	yaml_test_try("37 000 keys, most of them the same",
	    "f:7003:1: key \"z\" is given twice, expected once (first in line "
	    "7002)");
	buf_append_string(&text, "feeds: [");
	yaml_test_repeat("{a},", 65000);
	buf_append_string(&text, "]");
	yaml_test_try("65 000 small maps",
	    "f:1:10: unknown key \"a\" of a feed, expected one of url, title, "
	    "interval, tags, site, articles, headers");
	buf_append_string(&text, "{");
	yaml_test_repeat("a,", 130000);
	buf_append_string(&text, "}");
	yaml_test_try("one key 130 000 times",
	    "f:1:4: key \"a\" is given twice, expected once (first in line 1)");
	buf_append_string(&text, "feeds:\n");
	for (int i = 0; i < 8000; i++)
		buf_printf(&text, "- https://%d.example/rss\n", i);
	yaml_test_try("8 000 feeds", NULL);
	yaml_test_repeat("\n", LIMIT_CONFIG_BYTES);
	yaml_test_try("256 KiB of line ends", NULL);
	yaml_test_repeat("#", LIMIT_CONFIG_BYTES);
	yaml_test_try("one long comment", NULL);
}

static void
yaml_test_bombs(void)
{
	buf_append_string(&text, "a: &a [x,x,x,x,x,x,x,x,x]\n");
	for (char c = 'b'; c <= 'z'; c++)
		buf_printf(&text, "%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c]\n", c, c,
		    c - 1, c - 1, c - 1, c - 1, c - 1, c - 1);
	yaml_test_try("an alias bomb",
	    "f:1:1: unknown key \"a\", expected one of database, contact, "
	    "poll, host, fetch, articles, enrich, workers, retain, control, "
	    "listen, listen_names, serve, images, websub, fleet, log, include, "
	    "sites, filters, profiles, feeds");
	ok(slice_find(buf_slice(&faults),
	       SLICE("f:1:4: an anchor (&), expected the value itself\n"),
	       0) != SLICE_NOT_FOUND,
	    "the message names the refused anchor");
	ok(slice_find(buf_slice(&faults),
	       SLICE("f:2:8: an alias (*), expected the value itself\n"),
	       0) != SLICE_NOT_FOUND,
	    "the message names the refused alias");
	buf_append_string(&text, "*a : 1\n");
	yaml_test_try("an alias as a key",
	    "f:1:1: an alias (*), expected the value itself");
}

static void
yaml_test_garbage(void)
{
	buf_append(&text, "\0\0\0\0", 4);
	yaml_test_try("NULs", "f:1:1: control character U+0000, expected text");
	buf_append(&text,
	    "\xFF\xFE"
	    "f\0e\0e\0d\0s\0:\0\n\0",
	    16);
	yaml_test_try("UTF-16, little end", "f:1:1: UTF-16, expected UTF-8");
	buf_append(&text, "\xFE\xFF\0f\0e\0e\0d\0s\0:\0\n", 16);
	yaml_test_try("UTF-16, big end", "f:1:1: UTF-16, expected UTF-8");
	buf_append(&text, "f\0e\0e\0d\0s\0:\0\n\0", 14);
	yaml_test_try("UTF-16 without a mark",
	    "f:1:2: control character U+0000, expected text");
	buf_append_string(&text, "\x7F"
				 "ELF\x02\x01");
	yaml_test_try(
	    "a program", "f:1:1: control character U+007F, expected text");
	buf_append_string(&text, "# caf\xC3\xA9\r\nx: \xE2\x82\n");
	yaml_test_try("invalid UTF-8 after valid UTF-8",
	    "f:2:4: byte 0xE2 is not valid UTF-8, expected text");
	buf_append_string(&text, "<html><body>404</body></html>\n");
	yaml_test_try("HTML", "f:1:1: a text, expected keys, such as feeds:");
	buf_append_string(&text, "{\"workers\": 3, \"feeds\": []}\n");
	yaml_test_try("JSON is YAML", NULL);
	yaml_test_repeat("%YAML 1.1\n", 1000);
	yaml_test_try("directives",
	    "f:2:1: found duplicate %YAML directive, expected YAML");
	yaml_test_repeat("'", 200000);
	yaml_test_try("quotes", "f:1:1: a text, expected keys, such as feeds:");
	yaml_test_repeat("\"\\", 100000);
	yaml_test_try("escapes",
	    "f:1:200000: found unknown escape character (while parsing a "
	    "quoted scalar in line 1), expected YAML");
	yaml_test_repeat("!", 200000);
	yaml_test_try("tags", "f:1:1: a tag (!), expected the value itself");
	yaml_test_repeat("|\n", 100000);
	yaml_test_try("block scalars",
	    "f:2:1: an indentation that fits no line above, expected no "
	    "spaces before the outermost keys");
	yaml_test_repeat("a: ", 80000);
	yaml_test_try("keys in one line",
	    "f:1:5: a \":\" where no key is allowed, expected a \":\" after "
	    "the key above, the indentation of that key, or quotes around a "
	    "value that has \": \" in it");
	yaml_test_repeat("[a]: ", 40000);
	yaml_test_try(
	    "complex keys", "f:1:1: a list or map as a key, expected a name");
	yaml_test_repeat("- a\n", 60000);
	yaml_test_try("a list", "f:1:1: a list, expected keys, such as feeds:");
}

static void
yaml_test_byte_order_mark(void)
{
	buf_append_string(&text, "\xEF\xBB\xBF"
				 "workers: 2\nfeeds: []\n");
	yaml_test_try("a key follows the byte order mark", NULL);
	buf_append_string(&text, "\xEF\xBB\xBF"
				 "pol: 2\nfeeds: []\n");
	yaml_test_try("a fault after the byte order mark",
	    "f:1:1: unknown key \"pol\", expected poll");
	buf_append_string(&text, "workers: 2\n\xEF\xBB\xBF"
				 "feeds: []\n");
	yaml_test_try("a byte order mark that is not at the start",
	    "f:2:1: control character U+FEFF, expected text");
}

int
main(void)
{
	buf_init(&text, 4 << 20);
	buf_init(&faults, 1 << 20);
	max_ms = AT_ONCE_MS * SLOWER;
	yaml_test_nesting();
	yaml_test_sizes();
	max_ms = AT_ONCE_MS * SLOWER;
	yaml_test_bombs();
	yaml_test_garbage();
	yaml_test_byte_order_mark();
	buf_release(&text);
	buf_release(&faults);
	return done_testing();
}
