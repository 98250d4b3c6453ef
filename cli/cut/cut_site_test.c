/*
 * cut_site_test.c -- extracts the pages of a folder as pages of one site.
 * Content that is on two of the pages must be removed, in any order of the
 * pages.
 */
#include <unistd.h>

#include "base/array.h"
#include "cli/cut/cut.h"
#include "cli/testing.h"
#include "tests/lib/tap.h"

static char root[] = "/tmp/gleaner-site-XXXXXX";

static const struct {
	const char *name, *text;
} files[] = {
	{ "b.html", "<p>What only the second page tells<p>On both pages" },
	{ "a.html", "<p>What only the first page tells<p>On both pages" },
	{ "c.txt", "<p>No page by its name" },
};
#define N_FILES ARRAY_LENGTH(files)

static void
cut_site_test_path_of(char out[256], size_t i)
{
	snprintf(out, 256, "%s/%s", root, files[i].name);
}

static bool
cut_site_test_make(void)
{
	char path[256];

	if (mkdtemp(root) == NULL)
		return false;
	for (size_t i = 0; i < N_FILES; i++) {
		FILE *file;

		cut_site_test_path_of(path, i);
		file = fopen(path, "w");
		if (file == NULL)
			return false;
		fputs(files[i].text, file);
		fclose(file);
	}
	return true;
}

static void
cut_site_test_unmake(void)
{
	char path[256];

	for (size_t i = 0; i < N_FILES; i++) {
		cut_site_test_path_of(path, i);
		unlink(path);
	}
	rmdir(root);
}

static int
cut_site_test_run(struct testing *t, const char *folder, const char *method)
{
	static const struct command command = { .name = "cut" };
	const struct cut_batch batch = { .root = folder, .method = method };

	testing_init(t, &command);
	return cut_run_site(&t->cli, &batch);
}

static bool
cut_site_test_has(struct testing *t, const char *part)
{
	return slice_find(testing_out(t), slice_of(part), 0) != SLICE_NOT_FOUND;
}

static void
cut_site_test_pages(const char *method)
{
	struct testing t;
	struct slice out, first, second, rest;

	is_int(cut_site_test_run(&t, root, method), CLI_OK, method);
	out = testing_out(&t);
	ok(slice_next(&out, '\n', &first) && slice_next(&out, '\n', &second) &&
		slice_next(&out, '\n', &rest) && rest.len == 0,
	    "each page gives one line");
	ok(slice_starts(first, SLICE("{\"id\":\"a.html\"")) &&
		slice_starts(second, SLICE("{\"id\":\"b.html\"")),
	    "the lines are ordered by the names of the files");
	ok(cut_site_test_has(&t, "only the first") &&
		cut_site_test_has(&t, "only the second"),
	    "text that only one page has is kept");
	ok(!cut_site_test_has(&t, "On both"),
	    "text that both pages have is removed");
	testing_release(&t);
}

static void
cut_site_test_no_folder(void)
{
	struct testing t;

	is_int(cut_site_test_run(&t, "/nonexistent", "ibdf"), CLI_FAILED,
	    "a folder that does not exist is refused");
	ok(slice_find(testing_err(&t), SLICE("/nonexistent"), 0) !=
		SLICE_NOT_FOUND,
	    "the message names the folder");
	testing_release(&t);
}

static void
cut_site_test_no_pages(void)
{
	char empty[] = "/tmp/gleaner-site-XXXXXX", path[64];
	struct testing t;

	if (!ok(mkdtemp(empty) != NULL, "a folder"))
		return;
	is_int(cut_site_test_run(&t, empty, "ibdf"), CLI_NOTHING,
	    "a folder without pages has no result");
	ok(slice_find(testing_err(&t), SLICE("contains no"), 0) !=
		SLICE_NOT_FOUND,
	    "the message states that the folder has no pages");
	testing_release(&t);
	snprintf(path, sizeof(path), "%s/a.html", empty);
	is_int(symlink("/nonexistent", path), 0, "a page that does not exist");
	is_int(cut_site_test_run(&t, empty, "ibdf"), CLI_FAILED,
	    "a page that cannot be read is a failure");
	ok(cut_site_test_has(&t, "\"id\":\"a.html\"") &&
		cut_site_test_has(&t, "\"error\""),
	    "the line of the page has the error");
	testing_release(&t);
	unlink(path);
	rmdir(empty);
}

int
main(void)
{
	if (!cut_site_test_make()) {
		printf("Bail out! no folder\n");
		return 1;
	}
	cut_site_test_pages("ibdf");
	cut_site_test_pages("entropy:threshold=0.9");
	cut_site_test_no_folder();
	cut_site_test_no_pages();
	cut_site_test_unmake();
	return done_testing();
}
