/*
 * cut_batch_test.c -- batches of pages: the order of the answers, and that an
 * invalid page or a killed worker affects only its own line.
 */
#include <sys/stat.h>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "cli/cut/cut.h"
#include "cli/testing.h"
#include "cuter/model/model.h"
#include "tests/lib/tap.h"

static char root[] = "/tmp/gleaner-cut-XXXXXX";
static const char page[] =
    "<title>Page</title><h1>A title that is one</h1><div><p>The first "
    "sentence of the page is long enough to be told from a menu. So is the "
    "second, which says nothing new, but says it at some length.</p></div>";

static void
cut_batch_test_put(const char *name, const char *text)
{
	char path[256];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", root, name);
	file = fopen(path, "w");
	if (file == NULL)
		exit(1);
	fputs(text, file);
	fclose(file);
}

/* A model that classifies every block as text. */
static const struct model_node leaf = { MODEL_LEAF, 3 * MODEL_UNIT, 0 };
static const uint32_t root_of_trees;
static const struct cuter_model everything = {
	.stages = { { &leaf, &root_of_trees, 1, 0, 0 },
	    { &leaf, &root_of_trees, 1, 0, 0 } },
	.first_threshold = -MODEL_UNIT,
};

/* Returns the answers to the input lines; the caller releases t. */
static int
cut_batch_test_run_with(struct testing *t, const char *lines, int jobs,
    bool site_memory, bool all_text)
{
	static const struct command command = { .name = "cut" };
	const struct cut_batch batch = {
		.root = root,
		.model = all_text ? &everything : NULL,
		.jobs = jobs,
		.site_memory = site_memory,
	};
	FILE *in = fmemopen((void *)(uintptr_t)lines, strlen(lines), "r");
	int code;

	testing_init(t, &command);
	code = cut_run_batch(&t->cli, &batch, in);
	fclose(in);
	return code;
}

static int
cut_batch_test_run(struct testing *t, const char *lines, int jobs)
{
	return cut_batch_test_run_with(t, lines, jobs, false, false);
}

static struct slice
cut_batch_test_line_of(struct slice text, size_t n)
{
	struct slice line = SLICE_NONE;

	for (size_t i = 0; i <= n; i++)
		if (!slice_next(&text, '\n', &line))
			return SLICE_NONE;
	return line;
}

static bool
cut_batch_test_has(struct slice line, const char *part)
{
	return slice_find(line, slice_of(part), 0) != SLICE_NOT_FOUND;
}

static void
cut_batch_test_order(int jobs)
{
	struct testing t;
	struct buf lines;
	int wrong = 0;

	buf_init(&lines, 1 << 20);
	for (int i = 0; i < 1200; i++)
		buf_printf(&lines, "{\"id\":%d,\"file\":\"page.html\"}\n", i);
	is_int(cut_batch_test_run(&t, lines.p, jobs), CLI_OK,
	    "1200 pages are cut");
	for (int i = 0; i < 1200; i++) {
		char id[32];

		snprintf(id, sizeof(id), "{\"id\":%d,", i);
		if (!slice_starts(
			cut_batch_test_line_of(testing_out(&t), (size_t)i),
			slice_of(id)))
			wrong++;
		if (i > 100 && i < 1100)
			i += 90; /* some answers are skipped, because
				    cut_batch_test_line_of() is slow */
	}
	is_int(wrong, 0, "answers are in the order of the lines");
	is_text(cut_batch_test_line_of(testing_out(&t), 1200), "",
	    "there are as many answers as lines");
	testing_release(&t);
	buf_release(&lines);
}

static void
cut_batch_test_bad_lines(void)
{
	struct testing t;
	struct slice out;

	is_int(cut_batch_test_run(&t,
		   "{\"id\":\"a\",\"file\":\"page.html\",\"hint_title\":\"A "
		   "title that is one\"}\n"
		   "{\"id\":\"b\",\"file\":\"absent.html\"}\n"
		   "not json\n"
		   "\n"
		   "{\"id\":\"c\"}\n"
		   "[1]\n"
		   "{\"id\":\"d\",\"file\":\"/dev/zero\"}\n"
		   "{\"id\":\"e\",\"file\":\"empty.html\"}",
		   1),
	    CLI_OK, "valid and invalid lines");
	out = testing_out(&t);
	ok(cut_batch_test_has(cut_batch_test_line_of(out, 0),
	       "\"title\":\"A title that is one\"") &&
		cut_batch_test_has(
		    cut_batch_test_line_of(out, 0), "The first sentence") &&
		!cut_batch_test_has(
		    cut_batch_test_line_of(out, 0), "\"error\""),
	    "a valid line gives its article");
	ok(cut_batch_test_has(cut_batch_test_line_of(out, 1), "\"id\":\"b\"") &&
		cut_batch_test_has(
		    cut_batch_test_line_of(out, 1), "\"body\":\"\"") &&
		cut_batch_test_has(
		    cut_batch_test_line_of(out, 1), "No such file"),
	    "a file that does not exist");
	ok(cut_batch_test_has(
	       cut_batch_test_line_of(out, 2), "not a JSON object"),
	    "a line that is not JSON");
	ok(cut_batch_test_has(cut_batch_test_line_of(out, 3), "\"id\":\"c\"") &&
		cut_batch_test_has(cut_batch_test_line_of(out, 3), "\"error\""),
	    "no file; empty lines are skipped");
	ok(cut_batch_test_has(
	       cut_batch_test_line_of(out, 4), "not a JSON object"),
	    "an array in place of an object is refused");
	ok(cut_batch_test_has(cut_batch_test_line_of(out, 5), "larger than"),
	    "a file without an end");
	ok(cut_batch_test_has(cut_batch_test_line_of(out, 6), "\"id\":\"e\"") &&
		!cut_batch_test_has(
		    cut_batch_test_line_of(out, 6), "\"error\""),
	    "an empty page is not an error");
	testing_release(&t);
}

/* Tests a byte order mark, and escapes of single surrogates, which Python
 * writes. */
static void
cut_batch_test_damaged_lines(void)
{
	struct testing t;
	struct slice out;

	is_int(cut_batch_test_run(&t,
		   "\xef\xbb\xbf{\"id\":\"a\",\"file\":\"page.html\"}\n"
		   "{\"id\":\"b\",\"file\":\"empty.html\",\"hint_title\":\"A "
		   "\\uD83D title \\ud83d\\ude00 of \\\\ud800 "
		   "\\udc00\\ud800\"}\n"
		   "\xef\xbb\xbf{\"id\":\"\\ud800\",\"file\":\"no.html\"}",
		   1),
	    CLI_OK, "lines with a byte order mark or a lone surrogate");
	out = testing_out(&t);
	ok(cut_batch_test_has(cut_batch_test_line_of(out, 0), "\"id\":\"a\"") &&
		cut_batch_test_has(
		    cut_batch_test_line_of(out, 0), "The first sentence"),
	    "a byte order mark is skipped");
	ok(cut_batch_test_has(cut_batch_test_line_of(out, 1), "\"id\":\"b\"") &&
		cut_batch_test_has(cut_batch_test_line_of(out, 1),
		    "\"A title 😀 of \\\\ud800\""),
	    "a lone surrogate in a hint is not an error");
	ok(cut_batch_test_has(
	       cut_batch_test_line_of(out, 2), "\"id\":\"\xef\xbf\xbd\"") &&
		cut_batch_test_has(
		    cut_batch_test_line_of(out, 2), "No such file"),
	    "the id of a line with an error is kept");
	testing_release(&t);
}

/* Forks a process that waits until a worker reads the FIFO and then kills that
 * worker. */
static pid_t
cut_batch_test_start_killer(const char *fifo)
{
	pid_t parent = getpid(), killer = fork();
	char path[64], list[1024] = "", *at = list;
	FILE *children;
	int fd;

	if (killer != 0)
		return killer;
	fd = open(
	    fifo, O_WRONLY); /* blocks until a process opens it for reading */
	snprintf(
	    path, sizeof(path), "/proc/%d/task/%d/children", parent, parent);
	children = fopen(path, "r");
	if (children == NULL || fgets(list, sizeof(list), children) == NULL)
		_exit(1);
	for (;;) {
		long pid = strtol(at, &at, 10);

		if (pid <= 0)
			break;
		if (pid != getpid())
			kill((pid_t)pid, SIGKILL);
	}
	close(fd);
	_exit(0);
}

static void
cut_batch_test_death(void)
{
	struct testing t;
	struct slice out;
	char fifo[256];

	snprintf(fifo, sizeof(fifo), "%s/fifo", root);
	if (mkfifo(fifo, 0600) != 0)
		exit(1);
	cut_batch_test_start_killer(fifo);
	is_int(cut_batch_test_run(&t,
		   "{\"id\":1,\"file\":\"page.html\"}\n"
		   "{\"id\":2,\"file\":\"fifo\"}\n"
		   "{\"id\":3,\"file\":\"page.html\"}\n",
		   1),
	    CLI_OK, "a batch continues after a worker was killed");
	out = testing_out(&t);
	ok(cut_batch_test_has(
	       cut_batch_test_line_of(out, 0), "The first sentence"),
	    "the page before the killed worker has its answer");
	ok(cut_batch_test_has(cut_batch_test_line_of(out, 1), "\"id\":2") &&
		!cut_batch_test_has(
		    cut_batch_test_line_of(out, 1), "\"error\""),
	    "pages of a message that was lost are sent again, one by one: %.*s",
	    SLICE_ARG(cut_batch_test_line_of(out, 1)));
	ok(cut_batch_test_has(
	       cut_batch_test_line_of(out, 2), "The first sentence"),
	    "the page after the killed worker has its text");
	testing_release(&t);
	unlink(fifo);
}

/* Eight articles of one host and one article of another host end in the same
 * paragraph. The paragraph must be removed only from later articles of the
 * first host. */
static void
cut_batch_test_site_memory(void)
{
	static const char box[] =
	    "<div class='zz1'><p>Maria Example has written about harbours and "
	    "the towns around them since the old bridge was closed. She reads "
	    "every letter that is sent to her desk by readers.</p></div>";
	struct testing with, without;
	struct buf lines, html;
	char name[32];

	buf_init(&lines, 1 << 16);
	buf_init(&html, 1 << 16);
	for (int i = 0; i < 9; i++) {
		snprintf(name, sizeof(name), "site-%d.html", i);
		buf_clear(&html);
		buf_printf(&html, "<h1>Story %d of the town</h1><div>", i);
		for (int k = 0; k < 5; k++)
			buf_printf(&html,
			    "<p>On day %d of the hearings a witness said that "
			    "number %d, which nobody had asked about, was the "
			    "one that the town had waited for.</p>",
			    i * 10 + k, i * 70 + k);
		buf_printf(&html, "</div>%s", box);
		cut_batch_test_put(name, html.p);
		buf_printf(&lines,
		    "{\"id\":%d,\"file\":\"%s\","
		    "\"url\":\"http://%s.example/%d\"}\n",
		    i, name, i == 8 ? "other" : "town", i);
	}
	is_int(cut_batch_test_run_with(&with, lines.p, 1, true, true), CLI_OK,
	    "the batch is cut with a site memory");
	is_int(cut_batch_test_run_with(&without, lines.p, 1, false, true),
	    CLI_OK, "the batch is cut without a site memory");
	ok(cut_batch_test_has(cut_batch_test_line_of(testing_out(&without), 7),
	       "Maria Example"),
	    "the first page keeps words that look like its text");
	ok(!cut_batch_test_has(cut_batch_test_line_of(testing_out(&with), 7),
	       "Maria Example") &&
		cut_batch_test_has(
		    cut_batch_test_line_of(testing_out(&with), 7), "On day 74"),
	    "repeated words of the host's pages are removed, and nothing else");
	ok(cut_batch_test_has(
	       cut_batch_test_line_of(testing_out(&with), 8), "Maria Example"),
	    "pages of another host have no influence");
	testing_release(&with);
	testing_release(&without);
	buf_release(&lines);
	buf_release(&html);
	for (int i = 0; i < 9; i++) {
		char path[256];

		snprintf(path, sizeof(path), "%s/site-%d.html", root, i);
		unlink(path);
	}
}

int
main(void)
{
	char path[256];

	if (mkdtemp(root) == NULL)
		return 1;
	cut_batch_test_put("page.html", page);
	cut_batch_test_put("empty.html", "");
	cut_batch_test_order(1);
	cut_batch_test_order(4);
	cut_batch_test_bad_lines();
	cut_batch_test_damaged_lines();
	cut_batch_test_death();
	cut_batch_test_site_memory();
	snprintf(path, sizeof(path), "%s/page.html", root);
	unlink(path);
	snprintf(path, sizeof(path), "%s/empty.html", root);
	unlink(path);
	rmdir(root);
	return done_testing();
}
