/*
 * main.c -- gleaner-worker: the program of the zygote and of its workers.
 *
 * gleanerd starts it. It is linked only with the libraries that read documents:
 * a fork copies each mapping of the process, and a worker should not contain
 * code that it does not need.
 */
#include <stdio.h>
#include <string.h>

#include "base/file_limit.h"
#include "base/standard_files.h"
#include "worker/worker.h"

#define EXIT_FAILED 1
#define EXIT_USAGE  2

int
main(int argc, char **argv)
{
	if (standard_files_hold() != 0)
		return EXIT_FAILED; /* no message can be printed */
	file_limit_hold();
	if (argc != 3 || strcmp(argv[1], "--worker") != 0) {
		fputs("gleaner-worker is started by gleanerd\n", stderr);
		return EXIT_USAGE;
	}
	/* The messages of two versions may differ. */
	if (strcmp(argv[2], GLEANER_VERSION) != 0) {
		fprintf(stderr,
		    "gleaner-worker has version " GLEANER_VERSION
		    ", but the program that started it has version %s; install "
		    "both with the same version\n",
		    argv[2]);
		return EXIT_USAGE;
	}
	return zygote_main();
}
