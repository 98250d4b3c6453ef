/*
 * part.h -- the three programs that together are the command `gleaner`.
 *
 * The dynamic linker needs much time to load libcurl, libxml2, tidy and the
 * libraries that these need. Most commands need less time for their work. So
 * three programs are linked from the same sources:
 *
 *	gleaner        without libcurl, libxml2 and tidy
 *	gleaner-read   without libcurl; reads pages, feeds and OPML
 *	gleaner-fetch  everything; sends requests
 *
 * A program that lacks a function defines a substitute with the same name. The
 * substitute replaces the process by the program that has the real function,
 * with the same command line. It is called before the command has written
 * output or changed a file. need_read.c contains the substitutes for the
 * functions that `gleaner` lacks. need_fetch.c contains those for the functions
 * that `gleaner` and gleaner-read lack.
 *
 * The linker reads the archive of cli/ after these files. It therefore leaves
 * out the real functions, and all functions and libraries that only the real
 * functions need. tests/integration/usage/start.sh checks the result.
 */
#ifndef CLI_PART_PART_H
#define CLI_PART_PART_H

#include "cli/program.h"

#define PART_READ  "gleaner-read"
#define PART_FETCH "gleaner-fetch"

/* Defines the substitute for a command that only `program` contains. */
#define PART_COMMAND(function, program)                                        \
	int function(struct cli *cli, int argc, char **argv)                   \
	{                                                                      \
		struct err e = ERR_INIT;                                       \
                                                                               \
		(void)argc;                                                    \
		(void)argv;                                                    \
		program_replace(program, &e);                                  \
		return cli_fail_err(cli, &e);                                  \
	}

#endif
