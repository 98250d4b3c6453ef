/*
 * include_test.c -- configurations of several files: includes, warnings.
 *
 * The test works in a directory of its own under /tmp.
 */
#include <sys/stat.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "config/config.h"
#include "tests/lib/tap.h"

#define FAULTS_BYTES ((size_t)1 << 20)

static struct buf faults;

static void
include_test_write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "we");

	if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0)
		ok(false, "%s can be written", path);
}

static struct config *
include_test_load(const char *path)
{
	struct config *config = NULL;
	struct err e = ERR_INIT;

	buf_clear(&faults);
	config_load(path, &config, &faults, &e);
	return config;
}

static void
include_test_includes(void)
{
	struct config *c;

	mkdir("feeds.d", 0700);
	include_test_write_file("main.yaml",
	    "include: [feeds.d/*.yaml, subscriptions.opml, none.d/*.yml]\n"
	    "feeds: [https://main.example/]\n");
	include_test_write_file(
	    "feeds.d/10-b.yaml", "feeds: [https://b.example/]\nworkers: 3\n");
	include_test_write_file("feeds.d/README", "not read\n");
	include_test_write_file("more.yml", "poll: { interval: 1m }\n");
	include_test_write_file("subscriptions.opml",
	    "<opml version='2.0'><body><outline text='News'>\n"
	    "<outline text='O' xmlUrl='https://o.example/'/></outline>\n"
	    "</body></opml>\n");
	include_test_write_file("feeds.d/05-a.yaml",
	    "include: [../more.yml, ../subscriptions.opml]\n"
	    "feeds: [https://a.example/]\n");
	c = include_test_load("main.yaml");
	is_text(buf_slice(&faults), "", "a tree of files");
	if (!ok(c != NULL && c->n_feeds == 4,
		"the file and its includes contain four feeds"))
		return;
	is_text(slice_of(c->feeds[0].url), "https://main.example/",
	    "the feeds of the file itself come first");
	is_text(slice_of(c->feeds[1].url), "https://a.example/",
	    "included files follow in the order of their names");
	is_text(slice_of(c->feeds[2].url), "https://o.example/",
	    "a feed of an included OPML file is read");
	is_text(
	    slice_of(c->feeds[2].title), "O", "a feed of OPML has its title");
	is_text(slice_of(c->feeds[2].tags[0]), "News",
	    "a folder of OPML becomes a tag");
	ok(c->feeds[2].fetch_articles,
	    "articles of feeds from OPML are fetched by default");
	is_text(slice_of(c->feeds[2].file), "feeds.d/../subscriptions.opml",
	    "a feed of OPML has the name of its file");
	is_int(
	    c->feeds[2].line, 2, "a feed of OPML has the number of its line");
	is_text(slice_of(c->feeds[3].url), "https://b.example/",
	    "a file that two patterns match is read once");
	is_int(c->workers, 3, "keys of an included file are used");
	is_int(c->poll.interval_s, 60,
	    "keys of files included by included files are used");
	is_int((int64_t)c->n_files, 5, "five files were read");
	config_free(c);
}

/* Files and the expected faults. */
static const struct {
	const char *main, *other, *faults, *name;
} cases[] = {
	{ "include: [other.yaml]\n", "include: [main.yaml]\n",
	    "other.yaml:1:11: include: main.yaml includes itself, expected no "
	    "cycle\n",
	    "a cycle" },
	{ "include: ['*.yaml']\n", "",
	    "main.yaml:1:11: include: main.yaml includes itself, expected no "
	    "cycle\n",
	    "a pattern that brings the file itself" },
	{ "include: [missing.yaml]\n", "",
	    "main.yaml:1:11: include: cannot read missing.yaml: No such file "
	    "or directory, expected a file that can be read\n",
	    "a file that is not there" },
	{ "include: [null]\n", "",
	    "main.yaml:1:11: include: nothing, expected a list of files or "
	    "patterns, such as [feeds.d/*.yaml]\n",
	    "no pattern" },
	{ "include: [sub]\n", "",
	    "main.yaml:1:11: include: sub, expected a file whose name ends in "
	    ".yaml, .yml or .opml\n",
	    "a file that is neither" },
	{ "include: [sub.yaml]\n", "",
	    "main.yaml:1:11: include: cannot read sub.yaml: Is a directory, "
	    "expected a file that can be read\n",
	    "a directory" },
	{ "workers: 2\ninclude: [other.yaml]\n",
	    "log: {level: info}\nworkers: 3\n",
	    "other.yaml:2:1: workers is given twice, expected once "
	    "(first in main.yaml:1)\n",
	    "a key in two files" },
	{ "include: [other.yaml]\nfeeds:\n- https://x.example/a\n",
	    "feeds:\n- https://y.example/\n- https://X.example:443/a\n",
	    "other.yaml:3:3: feed \"https://x.example/a\" is given twice, "
	    "expected once (first in main.yaml:3)\n",
	    "a feed in two files" },
	{ "include: [other.yaml]\nworkers: no\n", "feeds: [1]\n",
	    "main.yaml:2:10: workers: \"no\", expected a whole number from 1 "
	    "to 64, or auto\n"
	    "other.yaml:1:9: url: \"1\", expected an http or https URL\n",
	    "faults in both files" },
	{ "include: [bad.opml]\n", "",
	    "bad.opml:3:1: url: \"ftp://x.example/\", expected an http or "
	    "https "
	    "URL\n",
	    "a bad URL in OPML" },
	{ "include: [html.opml]\n", "",
	    "html.opml:1:1: an HTML page, expected OPML\n", "HTML for OPML" },
};

static void
include_test_include_faults(void)
{
	mkdir("faulty", 0700);
	if (!ok(chdir("faulty") == 0,
		"the directory of the faulty files can be entered"))
		return;
	mkdir("sub", 0700);
	mkdir("sub.yaml", 0700);
	include_test_write_file("bad.opml",
	    "<opml>\n<body>\n<outline xmlUrl='ftp://x.example/'/>\n"
	    "</body></opml>\n");
	include_test_write_file("html.opml", "<html><body></body></html>\n");
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct config *c;

		include_test_write_file("main.yaml", cases[i].main);
		include_test_write_file("other.yaml", cases[i].other);
		/* the pattern *.yaml should match files only */
		if (i == 1)
			rmdir("sub.yaml");
		c = include_test_load("main.yaml");
		ok(c == NULL, "the file %s is refused", cases[i].name);
		is_text(buf_slice(&faults), cases[i].faults, cases[i].name);
		config_free(c);
		if (i == 1)
			mkdir("sub.yaml", 0700);
	}
	ok(chdir("..") == 0, "the directory can be left again");
}

static void
include_test_deep_includes(void)
{
	char name[32], text[64];

	for (int i = 0; i < 12; i++) {
		snprintf(name, sizeof(name), "deep%d.yaml", i);
		snprintf(text, sizeof(text), "include: [deep%d.yaml]\n", i + 1);
		include_test_write_file(name, text);
	}
	ok(include_test_load("deep0.yaml") == NULL,
	    "the depth of includes is limited");
	is_text(buf_slice(&faults),
	    "deep8.yaml:1:10: include: files are nested more than 8 "
	    "levels deep, expected fewer levels\n",
	    "the message names the file and line at which the depth ends");
}

static void
include_test_secrets(void)
{
	const char *text = "feeds:\n- { url: https://x.example/,"
			   " headers: { X-Key: s3cret } }\n";
	struct config *c;

	include_test_write_file("secret.yaml", text);
	chmod("secret.yaml", 0644);
	c = include_test_load("secret.yaml");
	ok(c != NULL && c->n_feeds == 1,
	    "S62: headers in a file that others can read are accepted");
	is_text(buf_slice(&faults),
	    "secret.yaml:2:3: warning: headers in a file that others may "
	    "read (mode 0644), expected mode 0640 or { file: PATH }\n",
	    "headers in a file that others can read cause a warning");
	config_free(c);
	chmod("secret.yaml", 0600);
	c = include_test_load("secret.yaml");
	ok(c != NULL && faults.len == 0,
	    "a file that others cannot read causes no warning");
	config_free(c);
	chmod("secret.yaml", 0640);
	c = include_test_load("secret.yaml");
	ok(c != NULL && faults.len == 0,
	    "a file that only its group can read causes no warning");
	config_free(c);
	include_test_write_file("outer.yaml",
	    "include: [secret.yaml]\nfetch:\n"
	    "  proxy: http://me:pw@proxy.example:3128\n");
	chmod("outer.yaml", 0644);
	c = include_test_load("outer.yaml");
	ok(c != NULL, "a proxy with a password is accepted in a readable file");
	is_text(buf_slice(&faults),
	    "outer.yaml:3:10: warning: a proxy's password in a file that "
	    "others may read (mode 0644), expected mode 0640\n",
	    "a warning names the file that contains the password");
	config_free(c);
}

static void
include_test_unreadable(void)
{
	struct config *config = NULL;
	struct err e = ERR_INIT;

	buf_clear(&faults);
	is_int(config_load("nowhere.yaml", &config, &faults, &e), ERR_IO,
	    "a file that does not exist is refused");
	is_text(slice_of(e.text),
	    "cannot read nowhere.yaml: No such file or directory",
	    "the message names a file that does not exist");
	is_int(config_load(".", &config, &faults, &e), ERR_IO,
	    "a directory is refused as the configuration");
}

/* These pipes have no writer, so a program that opens one of them waits. */
static void
include_test_pipes(void)
{
	struct config *config = NULL;
	struct err e = ERR_INIT;

	if (mkfifo("pipe.yaml", 0600) != 0)
		ok(false, "a pipe can be created");
	alarm(20);
	buf_clear(&faults);
	is_int(config_load("pipe.yaml", &config, &faults, &e), ERR_REFUSED,
	    "a pipe is refused as the configuration of a reload");
	is_text(slice_of(e.text), "cannot read pipe.yaml: it is a pipe",
	    "the message names the pipe");
	include_test_write_file("piped.yaml", "include: [pipe.yaml]\n");
	ok(include_test_load("piped.yaml") == NULL &&
		strstr(faults.p, "cannot read pipe.yaml: it is a pipe") != NULL,
	    "an included pipe is a fault");
	alarm(0);
}

static void
include_test_odd_directory(void)
{
	struct config *c;

	mkdir("a[b]*", 0700);
	mkdir("a[b]*/d", 0700);
	include_test_write_file("a[b]*/main.yaml", "include: [d/*.yaml]\n");
	include_test_write_file(
	    "a[b]*/d/x.yaml", "feeds: [https://x.example/]\n");
	c = include_test_load("a[b]*/main.yaml");
	ok(c != NULL && c->n_feeds == 1,
	    "wildcards in the path of the directory are literal");
	config_free(c);
}

static void
include_test_odd_name(void)
{
	mkdir("names", 0700);
	include_test_write_file("names/a\n\033[31m\xC2\x9B.yaml", "x: 1\n");
	include_test_write_file("names.yaml", "include: [names/*.yaml]\n");
	ok(include_test_load("names.yaml") == NULL,
	    "a file with controls in its name");
	ok(slice_starts(buf_slice(&faults),
	       SLICE("names/a??[31m??.yaml:1:1: unknown key \"x\", ")),
	    "control characters of a file name are removed from the message");
}

int
main(void)
{
	char directory[] = "/tmp/include_test.XXXXXX";
	char command[64];

	buf_init(&faults, FAULTS_BYTES);
	if (!ok(mkdtemp(directory) != NULL && chdir(directory) == 0,
		"a directory to work in"))
		return done_testing();
	include_test_includes();
	include_test_include_faults();
	include_test_deep_includes();
	include_test_secrets();
	include_test_unreadable();
	include_test_pipes();
	include_test_odd_directory();
	include_test_odd_name();
	snprintf(command, sizeof(command), "rm -rf %s", directory);
	ok(chdir("/") == 0 && system(command) == 0,
	    "the directory of the test is removed");
	buf_release(&faults);
	return done_testing();
}
