/*
 * shared_table.c -- see shared_table.h.
 */
#include "worker/zygote/shared_table.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/memory/large_pages.h"
#include "worker/message/channel.h"

/* A copy is made again when the number of changes has grown by this part. */
#define GROWTH_PART 16
/* Pause after a copy that failed because there are no large pages. */
#define RETRY_MS 600000
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25 /* since Linux 6.1 */
#endif

static struct {
	struct frequency_table *table; /* NULL: not created */
	int fd;
} shared_table = { .fd = -1 };

/* Maps the memory for writing, then seals it. */
static struct frequency_table *
shared_table_fill(int fd)
{
	void *p;

	if (ftruncate(fd, (off_t)sizeof(struct frequency_table)) != 0)
		return NULL;
	p = mmap(NULL, sizeof(struct frequency_table), PROT_READ | PROT_WRITE,
	    MAP_SHARED, fd, 0);
	if (p == MAP_FAILED)
		return NULL;
	if (fcntl(fd, F_ADD_SEALS,
		F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE |
		    F_SEAL_SEAL) != 0) {
		munmap(p, sizeof(struct frequency_table));
		return NULL;
	}
	return p;
}

int
shared_table_create(struct frequency_table **ret, struct err *e)
{
	int fd;

	if (shared_table.table == NULL) {
		fd = memfd_create(
		    "gleaner-frequencies", MFD_CLOEXEC | MFD_ALLOW_SEALING);
		if (fd < 0)
			return err_errno(
			    e, "cannot create the table of word frequencies");
		fd = channel_move_fd(fd);
		if (fd < 0)
			return err_errno(e,
			    "cannot duplicate the descriptor of the table of "
			    "word frequencies");
		shared_table.table = shared_table_fill(fd);
		if (shared_table.table == NULL) {
			err_errno(
			    e, "cannot map the table of word frequencies");
			close(fd);
			return e->code;
		}
		shared_table.fd = fd;
	}
	*ret = shared_table.table;
	return 0;
}

int
shared_table_fd(void)
{
	return shared_table.fd;
}

const struct frequency_table *
shared_table_map(int fd)
{
	struct stat st;
	void *p = MAP_FAILED;

	if (fstat(fd, &st) == 0 &&
	    st.st_size == (off_t)sizeof(struct frequency_table))
		p = mmap(NULL, sizeof(struct frequency_table), PROT_READ,
		    MAP_SHARED, fd, 0);
	close(fd);
	return p == MAP_FAILED ? NULL : p;
}

/* ---- the copy for the children ---- */

/* The cells fill whole large pages.  The remainder is in a normal page. */
#define CELLS_BYTES  (sizeof(uint32_t) * FREQUENCY_CELLS)
#define REGION_BYTES (sizeof(struct frequency_table) + LARGE_PAGE_BYTES)

static struct {
	char *region;                  /* NULL: there is no copy */
	struct frequency_table *table; /* in the region */
	uint64_t n_changes;            /* of the copy */
	int64_t at_ms;                 /* time of the copy */
	int64_t retry_ms; /* after a failure: time of the next try */
} copy;

static bool
shared_table_is_copy_due(const struct frequency_table *shared, int64_t now_ms)
{
	uint64_t n = frequency_table_changes(shared);

	if (copy.table == NULL)
		return now_ms >= copy.retry_ms;
	return n != copy.n_changes &&
	       (now_ms - copy.at_ms >= SHARED_TABLE_COPY_MS ||
		   n - copy.n_changes > copy.n_changes / GROWTH_PART);
}

/* Copies the table to the region. A cell that the hub writes meanwhile has its
 * old or its new value. Returns NULL if the memory does not consist of large
 * pages: a fork would have to copy the entries of a thousand small pages. */
static struct frequency_table *
shared_table_fill_region(char *region, const struct frequency_table *shared)
{
	uintptr_t start = ((uintptr_t)region + LARGE_PAGE_BYTES - 1) /
			  LARGE_PAGE_BYTES * LARGE_PAGE_BYTES;
	struct frequency_table *table = (struct frequency_table *)start;

	_Static_assert(CELLS_BYTES % LARGE_PAGE_BYTES == 0 &&
			   offsetof(struct frequency_table, cells) == 0,
	    "the cells fill large pages");
	if (madvise(table, CELLS_BYTES, MADV_HUGEPAGE) != 0)
		return NULL;
	memcpy(table, shared, sizeof(*table));
	/* This fails if a page is not a large one and cannot become one. */
	if (madvise(table, CELLS_BYTES, MADV_COLLAPSE) != 0 ||
	    mprotect(region, REGION_BYTES, PROT_READ) != 0)
		return NULL;
	return table;
}

static void
shared_table_free_copy(void)
{
	if (copy.region != NULL)
		munmap(copy.region, REGION_BYTES);
	copy.region = NULL;
	copy.table = NULL;
}

/* Copies the table to new memory. Running children have the pages of the old
 * copy, so that writing to it would copy the pages first. */
static void
shared_table_renew_copy(const struct frequency_table *shared, int64_t now_ms)
{
	uint64_t n_changes = frequency_table_changes(shared);
	void *region;

	shared_table_free_copy();
	region = mmap(NULL, REGION_BYTES, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (region != MAP_FAILED) {
		copy.region = region;
		copy.table = shared_table_fill_region(region, shared);
	}
	copy.n_changes = n_changes;
	copy.at_ms = now_ms;
	if (copy.table == NULL) {
		shared_table_free_copy();
		copy.retry_ms = now_ms + RETRY_MS;
	}
}

const struct frequency_table *
shared_table_copy(const struct frequency_table *shared, int64_t now_ms)
{
	if (shared == NULL)
		return NULL;
	if (shared_table_is_copy_due(shared, now_ms))
		shared_table_renew_copy(shared, now_ms);
	return copy.table != NULL ? copy.table : shared;
}
