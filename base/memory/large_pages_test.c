/*
 * large_pages_test.c -- the part of the heap that has large pages.
 *
 * The tests do not need a kernel with large pages: they read the flag that
 * madvise() sets (proc(5), VmFlags: "hg").
 */
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory/large_pages.h"
#include "tests/lib/tap.h"

#define RESERVED (16 * MIB)
#define N_BLOCKS 1000

/* Returns whether the mapping that contains the address has the flag. */
static bool
large_pages_test_has_flag(const void *p, const char *flag)
{
	FILE *f = fopen("/proc/self/smaps", "r");
	char line[512];
	uintptr_t from, to;
	bool inside = false, ret = false;

	while (f != NULL && fgets(line, sizeof(line), f) != NULL) {
		if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &from, &to) == 2)
			inside = from <= (uintptr_t)p && (uintptr_t)p < to;
		if (inside && strncmp(line, "VmFlags:", 8) == 0)
			ret = strstr(line, flag) != NULL;
	}
	if (f != NULL)
		fclose(f);
	return ret;
}

static bool
large_pages_test_is_large(size_t bytes)
{
	char *volatile p = malloc(bytes);
	bool ret = p != NULL && large_pages_test_has_flag(p + bytes / 2, " hg");

	free(p);
	return ret;
}

/* Returns whether a process whose address space may grow by only 4 MiB can
 * still allocate 64 blocks of 32 KiB after the call. */
static bool
large_pages_test_limited(void)
{
	unsigned long pages = 0;
	FILE *f = fopen("/proc/self/statm", "r");
	struct rlimit limit;
	int status = -1;
	pid_t child;

	if (f == NULL || fscanf(f, "%lu", &pages) != 1)
		return false;
	fclose(f);
	limit.rlim_cur = limit.rlim_max =
	    (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + 4 * MIB;
	child = fork();
	if (child == 0) {
		bool has_all = setrlimit(RLIMIT_AS, &limit) == 0;

		large_pages_reserve(RESERVED);
		for (int i = 0; i < 64; i++) {
			char *volatile block = malloc(32 * KIB);

			has_all = has_all && block != NULL;
		}
		_exit(has_all ? 0 : 1);
	}
	return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static bool
large_pages_test_can_run(void)
{
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE) && !defined(GLEANER_SANITIZED)
	void *p = mmap(NULL, RESERVED, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	bool ret = p != MAP_FAILED &&
		   madvise(p, RESERVED, MADV_HUGEPAGE) == 0 &&
		   large_pages_test_has_flag(p, " hg");

	if (p != MAP_FAILED)
		munmap(p, RESERVED);
	return ret;
#else
	return false;
#endif
}

int
main(void)
{
	void *blocks[N_BLOCKS];
	char *volatile first, *volatile again;

	if (!large_pages_test_can_run()) {
		printf("1..0 # SKIP no large pages with this kernel or "
		       "malloc()\n");
		return 0;
	}
	/* Holes of all sizes. */
	for (size_t i = 0; i < N_BLOCKS; i++)
		blocks[i] = malloc(16 * (i + 1));
	for (size_t i = 0; i < N_BLOCKS; i += 2)
		free(blocks[i]);
	first = malloc(1);
	ok(!large_pages_test_has_flag(first, " hg"),
	    "the heap has normal pages at the start");

	ok(large_pages_test_limited(),
	    "with a limited address space, blocks are allocated as before");
	large_pages_reserve(RESERVED);
	ok(large_pages_test_is_large(64 * KIB) &&
		large_pages_test_is_large(MIB) &&
		large_pages_test_is_large(16 * MIB),
	    "blocks of 64 KiB to 16 MiB are in large pages");
	ok(!large_pages_test_is_large(64 * MIB),
	    "a block of 64 MiB is mapped alone");
	first = malloc(MIB);
	large_pages_reserve(RESERVED);
	again = malloc(MIB);
	ok(again > first && again < first + 2 * MIB,
	    "a second call changes nothing");

	free(first);
	free(again);
	large_pages_trim();
	ok(large_pages_test_is_large(8 * MIB),
	    "the reserved part has large pages after a trim");
	for (size_t i = 1; i < N_BLOCKS; i += 2)
		free(blocks[i]);
	return done_testing();
}
