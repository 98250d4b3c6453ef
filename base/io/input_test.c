/* input_test.c -- input from a pipe that does not block. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/io/input.h"
#include "tests/lib/tap.h"

struct pollfd;
int poll(struct pollfd *fds, unsigned long n, int timeout);

static const char *const *pieces; /* for the next calls of poll() */
static int fds[2];

/* Replaces poll() of the C library: the writer of the pipe writes the next
 * piece when the reader waits.  After the last piece it closes the pipe. */
int
poll(struct pollfd *waited, unsigned long n, int timeout)
{
	(void)waited;
	(void)n;
	(void)timeout;
	if (pieces == NULL || *pieces == NULL) {
		close(fds[1]);
		pieces = NULL;
		return 1;
	}
	if (write(fds[1], *pieces, strlen(*pieces)) < 0)
		return -1;
	pieces++;
	return 1;
}

static void
input_test_open(const char *const *wanted)
{
	pieces = wanted;
	ok(pipe(fds) == 0 && fcntl(fds[0], F_SETFL, O_NONBLOCK) == 0,
	    "a pipe that does not block");
}

#define PIECES(...) ((const char *const[]){ __VA_ARGS__, NULL })

static void
input_test_read(void)
{
	char text[16];

	input_test_open(PIECES("ab", "c"));
	is_int(
	    input_read(fds[0], text, sizeof(text)), 2, "a read waits for data");
	ok(memcmp(text, "ab", 2) == 0, "the data is complete");
	is_int(input_read(fds[0], text, sizeof(text)), 1,
	    "a second read waits, too");
	is_int(input_read(fds[0], text, sizeof(text)), 0,
	    "a read waits for the end of the input");
	close(fds[0]);
	errno = 0;
	is_int(input_read(fds[0], text, sizeof(text)), -1,
	    "other failures are returned");
	is_int(errno, EBADF, "with their reason");
}

static void
input_test_lines(void)
{
	char line[8];
	FILE *in;

	input_test_open(PIECES("1", "2\n3\n4", "5\n", "long line", "\nend"));
	in = fdopen(fds[0], "r");
	for (const char *const *wanted =
		 PIECES("12\n", "3\n", "45\n", "long li", "ne\n", "end");
	     *wanted != NULL; wanted++) {
		char *got = input_read_line(in, line, sizeof(line));

		ok(got != NULL && strcmp(got, *wanted) == 0,
		    "a line in several pieces");
	}
	ok(input_read_line(in, line, sizeof(line)) == NULL, "the end");
	ok(feof(in) && !ferror(in), "the end is not a failure");
	fclose(in);
}

static void
input_test_stream(void)
{
	char text[16];
	FILE *in;

	input_test_open(PIECES("ab", "cdef", "gh"));
	in = fdopen(fds[0], "r");
	is_int((int64_t)input_read_stream(in, text, 4), 4,
	    "as many bytes as requested are read");
	is_int((int64_t)input_read_stream(in, text + 4, 8), 4,
	    "fewer bytes are read at the end");
	ok(memcmp(text, "abcdefgh", 8) == 0, "the bytes are complete");
	ok(!ferror(in), "the end is not a failure");
	fclose(in);
}

int
main(void)
{
	input_test_read();
	input_test_lines();
	input_test_stream();
	return done_testing();
}
