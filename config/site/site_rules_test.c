/*
 * site_rules_test.c -- the key `rules` of a site: files, folders, headers,
 * warnings.  The test works in a directory of its own under /tmp.
 */
#include <sys/stat.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits/limits_rules.h"
#include "config/site/site_rules.h"
#include "tests/lib/tap.h"

#define FAULTS_BYTES ((size_t)1 << 20)

static struct buf faults;

static void
site_rules_test_write(const char *path, const char *text)
{
	FILE *file = fopen(path, "we");

	if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0)
		ok(false, "%s can be written", path);
}

static struct config *
site_rules_test_load(const char *text)
{
	struct config *config = NULL;
	struct err e = ERR_INIT;

	site_rules_test_write("main.yaml", text);
	buf_clear(&faults);
	config_load("main.yaml", &config, &faults, &e);
	return config;
}

static bool
site_rules_test_says(const char *text)
{
	return slice_find(buf_slice(&faults), slice_of(text), 0) !=
	       SLICE_NOT_FOUND;
}

static void
site_rules_test_file(void)
{
	struct config *config;
	const struct config_rules *rules;

	site_rules_test_write("one.txt",
	    "body: //p\nhttp_header(user-agent): reader/1\n"
	    "http_header(host): other.example\nbdoy: //p\n");
	config = site_rules_test_load(
	    "sites:\n  - { match: example.org, rules: one.txt }\n");
	if (!ok(config != NULL, "a file with faults is used: %s",
		faults.len > 0 ? faults.p : ""))
		return;
	ok(site_rules_test_says("main.yaml:2:34: warning: rules: one.txt:4: "
				"\"unknown command: bdoy\""),
	    "a line without effect is a warning with its place");
	ok(site_rules_test_says(
	       "one.txt:3: http_header: a header that may not be set"),
	    "a header that may not be set");
	rules = site_rules_of(&config->sites[0], SLICE("a.b.example.org"));
	ok(rules != NULL && rules->n_headers == 1 && rules->digest != 0,
	    "a file is for all hosts of the entry");
	if (rules != NULL)
		is_text(slice_of(rules->headers[0].value), "reader/1",
		    "a header of rules");
	config_free(config);
}

static void
site_rules_test_is(
    const struct config_site *site, const char *host, const char *path)
{
	const struct config_rules *rules = site_rules_of(site, slice_of(host));

	is_text(
	    rules != NULL ? slice_of(rules->path) : SLICE("none"), path, host);
}

static void
site_rules_test_folder(void)
{
	static const char *const files[] = { "r/example.org.txt",
		"r/news.example.org.txt", "r/.example.org.txt",
		"r/.sport.example.org.txt", "r/example.net.txt", "r/notes.md" };
	struct config *config;

	mkdir("r", 0700);
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		site_rules_test_write(files[i], "body: //p\n");
	config = site_rules_test_load(
	    "sites:\n  - { match: example.org, rules: r }\n"
	    "  - { match: www.example.net, rules: r/ }\n");
	if (!ok(config != NULL && faults.len == 0, "a folder: %s",
		faults.len > 0 ? faults.p : ""))
		return;
	is_int((int64_t)config->sites[0].n_rule_files, 4,
	    "only files of the site are read");
	site_rules_test_is(
	    &config->sites[0], "example.org", "r/example.org.txt");
	site_rules_test_is(
	    &config->sites[0], "www.example.org", "r/example.org.txt");
	site_rules_test_is(
	    &config->sites[0], "news.example.org", "r/news.example.org.txt");
	site_rules_test_is(&config->sites[0], "www.news.example.org",
	    "r/news.example.org.txt");
	site_rules_test_is(
	    &config->sites[0], "blog.example.org", "r/.example.org.txt");
	site_rules_test_is(&config->sites[0], "a.sport.example.org",
	    "r/.sport.example.org.txt");
	site_rules_test_is(
	    &config->sites[1], "www.example.net", "r/example.net.txt");
	config_free(config);
}

/* The statements of global.txt are after those of each file. */
static void
site_rules_test_global(void)
{
	struct config *config;
	const struct config_rules *rules;

	mkdir("g", 0700);
	site_rules_test_write("g/global.txt",
	    "strip: //aside\nbdoy: //p\nhttp_header(x-a): all\n"
	    "http_header(x-b): all\n");
	site_rules_test_write(
	    "g/example.org.txt", "body: //p\nbdoy: //p\nhttp_header(X-A): own");
	config =
	    site_rules_test_load("sites: [{ match: example.org, rules: g }]\n");
	if (!ok(config != NULL, "a folder with global.txt: %s",
		faults.len > 0 ? faults.p : ""))
		return;
	ok(site_rules_test_says("g/global.txt:2: ") &&
		site_rules_test_says("g/example.org.txt:2: ") &&
		!site_rules_test_says("g/example.org.txt:5: "),
	    "each faulty line is named with its file");
	is_int((int64_t)config->sites[0].n_rule_files, 1,
	    "global.txt is not a file of a host");
	rules = site_rules_of(&config->sites[0], SLICE("example.org"));
	ok(rules != NULL && rules->n_headers == 2 &&
		strcmp(rules->headers[0].value, "own") == 0 &&
		strcmp(rules->headers[1].value, "all") == 0,
	    "a header of the host's file has precedence");
	if (rules != NULL)
		is_text((struct slice){ rules->text, rules->bytes },
		    "body: //p\nbdoy: //p\nhttp_header(X-A): own\n"
		    "strip: //aside\nbdoy: //p\nhttp_header(x-a): all\n"
		    "http_header(x-b): all\n",
		    "the statements of both files");
	ok(site_rules_of(&config->sites[0], SLICE("a.example.org")) == NULL,
	    "a host without a file has no rules");
	config_free(config);
	site_rules_test_write("g/global.txt", "# nothing\n");
	ok(site_rules_test_load(
	       "sites: [{ match: example.org, rules: g }]\n") == NULL &&
		site_rules_test_says("g/global.txt has no statement"),
	    "global.txt without statements is a fault");
}

static void
site_rules_test_faults(void)
{
	static const char with_nul[] = "body: //p\n\0strip: //aside";
	struct config *config;
	struct buf text;
	FILE *file;

	site_rules_test_write("empty.txt", "# nothing\n");
	ok(site_rules_test_load("sites: [{ match: a.example, rules: empty.txt "
				"}]\n") == NULL &&
		site_rules_test_says("rules: empty.txt has no statement"),
	    "a file without statements is a fault");
	buf_init(&text, MIB);
	while (text.len <= LIMIT_RULES_BYTES)
		buf_append_string(&text, "strip: //aside\n");
	site_rules_test_write("large.txt", text.p);
	ok(site_rules_test_load("sites: [{ match: a.example, rules: large.txt "
				"}]\n") == NULL &&
		site_rules_test_says("expected a text file of at most"),
	    "a file that is too large is a fault");
	file = fopen("nul.txt", "we");
	ok(file != NULL && fwrite(with_nul, sizeof(with_nul), 1, file) == 1 &&
		fclose(file) == 0,
	    "a file with a NUL is written");
	ok(site_rules_test_load("sites: [{ match: a.example, rules: nul.txt "
				"}]\n") == NULL &&
		site_rules_test_says("expected a text file of at most"),
	    "a file with a NUL is a fault");
	config = site_rules_test_load(
	    "sites: [{ match: other.example, rules: r }]\n");
	ok(config != NULL && config->sites[0].n_rule_files == 0 &&
		site_rules_test_says("r has no file for other.example, "
				     "expected other.example.txt"),
	    "a folder without a file for the site is a warning");
	config_free(config);
	buf_release(&text);
}

int
main(void)
{
	char directory[] = "/tmp/site_rules_test.XXXXXX";

	if (!ok(mkdtemp(directory) != NULL && chdir(directory) == 0,
		"a directory for the test"))
		return done_testing();
	buf_init(&faults, FAULTS_BYTES);
	site_rules_test_file();
	site_rules_test_folder();
	site_rules_test_global();
	site_rules_test_faults();
	buf_release(&faults);
	if (chdir("/") == 0) {
		char command[128];

		snprintf(command, sizeof(command), "rm -r %s", directory);
		ok(system(command) == 0, "the directory is removed");
	}
	return done_testing();
}
