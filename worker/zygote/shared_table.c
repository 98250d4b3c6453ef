/*
 * shared_table.c -- see shared_table.h.
 */
#include "worker/zygote/shared_table.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define LEAST_FD 16 /* above the descriptors that the zygote gets */

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
	int made, fd;

	if (shared_table.table == NULL) {
		made = memfd_create(
		    "gleaner-frequencies", MFD_CLOEXEC | MFD_ALLOW_SEALING);
		if (made < 0)
			return err_errno(
			    e, "cannot create the table of word frequencies");
		fd = fcntl(made, F_DUPFD_CLOEXEC, LEAST_FD);
		close(made);
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
