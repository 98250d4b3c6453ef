/*
 * version_test.c -- the extractor's outputs change only with its version.
 *
 * In:  the test pages of the repository (folders[] below) and
 *      cuter/version.digests: the version, then for each page a digest of the
 *      output of the method "cuter", of the method "model", and of "model"
 *      with the memory of the pages before it in the folder.
 * Out: a failed test point if a digest differs.
 *
 * With UPDATE=1 (`make extractor-digests`) the file is rewritten, unless the
 * outputs changed and the version did not. All compilers, sanitizers and
 * machines must give the same digests.
 */
#include "config/limits.h"
#include "cuter/version.h"
#include "tests/lib/page_digest.h"

#define DIGESTS "cuter/version.digests"
#define RAISE                                                                  \
	"raise the version in cuter/version.h and run "                        \
	"`make extractor-digests`"
#define PAGES_MAX  128
#define LEARNED_AT 1790000000 /* an arbitrary day */

static const struct {
	const char *path, *suffix;
} folders[] = {
	{ "tests/pages", ".html" }, { "tests/demo/site", ".html" },
	{ "tests/demo/site/courier", ".html" },
	{ "tests/demo/site/gazette", ".html" },
	{ "tests/demo/site/kallinisos", ".html" },
	{ "tests/demo/site/morgenbote", ".html" },
	{ "tests/demo/site/tide", ".html" },
	{ "tests/fuzz/corpus/page_fuzz", "" }, /* damaged and hostile pages */
};
#define N_FOLDERS (sizeof(folders) / sizeof(folders[0]))

/* Replaces memory by what it is after a page that gave `site_seen`. */
static void
version_test_version_learn(struct buf *memory, struct slice site_seen)
{
	struct arena arena;
	struct buf learned;
	jmp_buf exhausted;

	arena_init(&arena, LIMIT_PAGE_ARENA);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0) {
		printf("Bail out! out of memory\n");
		exit(1);
	}
	buf_init(&learned, LIMIT_SITE_MEMORY);
	if (cuter_memory_learn(
		&arena, buf_slice(memory), site_seen, LEARNED_AT, &learned)) {
		buf_clear(memory);
		buf_append_slice(memory, buf_slice(&learned));
	}
	buf_release(&learned);
	arena_release(&arena);
}

/* Appends the line of one page; the memory of its folder learns from the
 * page. */
static void
version_test_version_write_page(
    const struct digest_page *page, struct buf *memory, struct buf *out)
{
	const struct cuter_options by_cuter = { .method = "cuter",
		.nodes = true };
	const struct cuter_options by_model = { .method = "model",
		.nodes = true };
	const struct cuter_options by_memory = { .method = "model",
		.memory = buf_slice(memory) };
	struct cuter_article article;

	buf_printf(out, "%s cuter %016llx", page->path,
	    (unsigned long long)digest_of_page(page, &by_cuter, NULL));
	buf_printf(out, " model %016llx",
	    (unsigned long long)digest_of_page(page, &by_model, NULL));
	buf_printf(out, " memory %016llx\n",
	    (unsigned long long)digest_of_page(page, &by_memory, &article));
	version_test_version_learn(memory, article.site_seen);
}

static size_t
version_test_version_write_folder(
    const char *path, const char *suffix, struct buf *out)
{
	static struct digest_page pages[PAGES_MAX];
	size_t n = digest_read_folder(path, suffix, pages, PAGES_MAX);
	struct buf memory;

	buf_init(&memory, LIMIT_SITE_MEMORY);
	buf_append_string(&memory, "");
	for (size_t i = 0; i < n; i++) {
		version_test_version_write_page(&pages[i], &memory, out);
		free(pages[i].html);
	}
	buf_release(&memory);
	return n;
}

static void
version_test_version_write_all(struct buf *out)
{
	for (size_t i = 0; i < N_FOLDERS; i++)
		ok(version_test_version_write_folder(
		       folders[i].path, folders[i].suffix, out) > 0,
		    "pages in %s (run from the top)", folders[i].path);
}

/* Removes the line "version N" from the file and returns N; 0 if it is
 * missing. */
static unsigned long
version_test_version_of_file(struct slice *file)
{
	struct slice rest = *file, line;
	char number[16];

	if (!slice_next(&rest, '\n', &line) ||
	    !slice_starts(line, SLICE("version ")))
		return 0;
	snprintf(number, sizeof(number), "%.*s",
	    SLICE_ARG(slice_sub(line, strlen("version "), line.len)));
	*file = rest;
	return strtoul(number, NULL, 10);
}

static void
version_test_version_update(
    struct slice ours, struct slice kept, unsigned long version)
{
	FILE *file;

	if (!ok(slice_equal(ours, kept) || version != CUTER_EXTRACTOR_VERSION,
		"changed outputs have a new version")) {
		printf("# first raise the version in cuter/version.h\n");
		return;
	}
	file = fopen(DIGESTS, "w");
	ok(file != NULL &&
		fprintf(file, "version %u\n%.*s", CUTER_EXTRACTOR_VERSION,
		    SLICE_ARG(ours)) > 0 &&
		fclose(file) == 0,
	    "written: " DIGESTS);
}

static void
version_test_version_compare(
    struct slice ours, struct slice kept, unsigned long version)
{
	struct slice line_ours, line_kept;
	int different = 0;

	if (!ok(version == CUTER_EXTRACTOR_VERSION, DIGESTS " is of version %u",
		CUTER_EXTRACTOR_VERSION))
		printf(
		    "# it is of %lu: run `make extractor-digests`\n", version);
	while (slice_next(&ours, '\n', &line_ours)) {
		if (!slice_next(&kept, '\n', &line_kept))
			line_kept = SLICE_NONE;
		if (slice_equal(line_ours, line_kept))
			continue;
		different++;
		printf("# now:  %.*s\n# kept: %.*s\n", SLICE_ARG(line_ours),
		    SLICE_ARG(line_kept));
	}
	if (!ok(different == 0 && kept.len == 0,
		"the outputs are those of version %lu", version))
		printf("# the extractor's outputs changed: " RAISE "\n");
}

int
main(void)
{
	struct buf ours, file;
	struct slice kept;
	unsigned long version;

	testing_begin();
	buf_init(&ours, 1 << 20);
	buf_init(&file, 1 << 20);
	version_test_version_write_all(&ours);
	ok(digest_read_file(DIGESTS, &file), DIGESTS);
	kept = buf_slice(&file);
	version = version_test_version_of_file(&kept);
	if (getenv("UPDATE") != NULL)
		version_test_version_update(buf_slice(&ours), kept, version);
	else
		version_test_version_compare(buf_slice(&ours), kept, version);
	buf_release(&ours);
	buf_release(&file);
	return testing_end();
}
