/*
 * version_test.c -- the extractor's outputs change only with its version.
 *
 * In:  the test pages of the repository (folders[] below), random pages that
 *      are always the same (tests/lib/page_mix.h), and cuter/version.digests:
 *      the version, then for each page or site of random pages a digest of the
 *      output of the method "cuter", of the method "model", and of "model" with
 *      the memory of the pages before it in the folder.
 * Out: a failed test point if a digest differs.
 *
 * With UPDATE=1 (`make extractor-digests`) the file is rewritten, unless the
 * outputs changed and the version did not. All compilers, sanitizers and
 * machines must give the same digests.
 */
#include "base/array.h"
#include "base/limits.h"
#include "cuter/version.h"
#include "tests/lib/page_digest.h"
#include "tests/lib/page_mix.h"

#define DIGESTS "cuter/version.digests"
#define RAISE                                                                  \
	"raise the version in cuter/version.h and run "                        \
	"`make extractor-digests`"
#define PAGES_MAX      128
#define MIXED_SITES    60
#define MIXED_PER_SITE 10
#define LEARNED_AT     1790000000 /* an arbitrary day */

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
#define N_FOLDERS ARRAY_LENGTH(folders)

/* Replaces the memory by a copy to which the observations `site_seen` of a page
 * were added. */
static void
version_test_learn(struct buf *memory, struct slice site_seen)
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

/* Appends the line of one page, and adds the page's observations to the memory
 * of its folder. */
static void
version_test_write_page(
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
	version_test_learn(memory, article.site_seen);
}

static size_t
version_test_write_folder(const char *path, const char *suffix, struct buf *out)
{
	static struct digest_page pages[PAGES_MAX];
	size_t n = digest_read_folder(path, suffix, pages, PAGES_MAX);
	struct buf memory;

	buf_init(&memory, LIMIT_SITE_MEMORY);
	buf_append_string(&memory, "");
	for (size_t i = 0; i < n; i++) {
		version_test_write_page(&pages[i], &memory, out);
		free(pages[i].html);
	}
	buf_release(&memory);
	return n;
}

/* Appends one line for a site of MIXED_PER_SITE mixed pages. */
static void
version_test_write_mixed(unsigned site, struct buf *out)
{
	static const char *const columns[] = { "cuter", "model", "memory" };
	struct cuter_options options[] = {
		{ .method = "cuter", .nodes = true },
		{ .method = "model", .nodes = true },
		{ .method = "model" },
	};
	uint64_t digests[MIXED_PER_SITE];
	struct cuter_article article;
	struct digest_page page = { .bytes = 0 };
	struct buf html, memory;

	buf_init(&html, 1 << 20);
	buf_printf(out, "mixed/%02u", site);
	for (size_t o = 0; o < ARRAY_LENGTH(options); o++) {
		buf_init(&memory, LIMIT_SITE_MEMORY);
		buf_append_string(&memory, "");
		for (unsigned i = 0; i < MIXED_PER_SITE; i++) {
			page_mix_write(site * 100 + i, site, &html, page.hint);
			page.html = html.p;
			page.bytes = html.len;
			if (o == 2)
				options[o].memory = buf_slice(&memory);
			digests[i] =
			    digest_of_page(&page, &options[o], &article);
			if (o == 2)
				version_test_learn(&memory, article.site_seen);
		}
		buf_release(&memory);
		buf_printf(out, " %s %016llx", columns[o],
		    (unsigned long long)hash_stable((struct slice){
			(const char *)digests, sizeof(digests) }));
	}
	buf_append_char(out, '\n');
	buf_release(&html);
}

static void
version_test_write_all(struct buf *out)
{
	for (size_t i = 0; i < N_FOLDERS; i++)
		ok(version_test_write_folder(
		       folders[i].path, folders[i].suffix, out) > 0,
		    "pages in %s (run from the top)", folders[i].path);
	for (unsigned site = 1; site <= MIXED_SITES; site++)
		version_test_write_mixed(site, out);
}

/* Removes the line "version N" from the file and returns N; 0 if it is
 * missing. */
static unsigned long
version_test_read_version(struct slice *file)
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

/* Returns the line that begins with the same word, or SLICE_NONE if there is no
 * such line. */
static struct slice
version_test_find_line(struct slice lines, struct slice wanted)
{
	struct slice line;

	wanted = slice_sub(wanted, 0, slice_find_char(wanted, ' ', 0) + 1);
	while (slice_next(&lines, '\n', &line))
		if (slice_starts(line, wanted))
			return line;
	return SLICE_NONE;
}

/* Counts the pages that are in both lists and have different digests. */
static int
version_test_count_changed(struct slice ours, struct slice kept)
{
	struct slice line, before;
	int changed = 0;

	while (slice_next(&ours, '\n', &line)) {
		if (line.len == 0)
			break; /* the previous line was the last one */
		before = version_test_find_line(kept, line);
		if (before.len == 0 || slice_equal(line, before))
			continue;
		changed++;
		printf("# now:  %.*s\n# kept: %.*s\n", SLICE_ARG(line),
		    SLICE_ARG(before));
	}
	return changed;
}

static void
version_test_update(struct slice ours, struct slice kept, unsigned long version)
{
	FILE *file;

	if (!ok(version != CUTER_EXTRACTOR_VERSION ||
		    version_test_count_changed(ours, kept) == 0,
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
version_test_compare(
    struct slice ours, struct slice kept, unsigned long version)
{
	if (!ok(version == CUTER_EXTRACTOR_VERSION, DIGESTS " is of version %u",
		CUTER_EXTRACTOR_VERSION))
		printf(
		    "# it is of %lu: run `make extractor-digests`\n", version);
	if (!ok(version_test_count_changed(ours, kept) == 0,
		"the outputs are those of version %lu", version))
		printf("# the extractor's outputs changed: " RAISE "\n");
	else if (!ok(slice_equal(ours, kept), "the pages are the same"))
		printf("# pages were added or removed: run "
		       "`make extractor-digests`\n");
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
	version_test_write_all(&ours);
	ok(digest_read_file(DIGESTS, &file), DIGESTS);
	kept = buf_slice(&file);
	version = version_test_read_version(&kept);
	if (getenv("UPDATE") != NULL)
		version_test_update(buf_slice(&ours), kept, version);
	else
		version_test_compare(buf_slice(&ours), kept, version);
	buf_release(&ours);
	buf_release(&file);
	return testing_end();
}
