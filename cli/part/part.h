/*
 * part.h -- the programs that together are the command `gleaner`.
 *
 * The dynamic linker needs more time for libcurl, libxml2 and tidy, and for the
 * libraries that these need, than most commands need for their work. So three
 * programs are linked from the same sources:
 *
 *	gleaner        without libcurl, libxml2 and tidy
 *	gleaner-read   without libcurl; reads pages, feeds and OPML
 *	gleaner-fetch  everything; sends requests
 *
 * need_read.c defines the functions that `gleaner` lacks, and need_fetch.c
 * those that `gleaner` and gleaner-read lack. Each of them replaces the process
 * by the program that has the real function, with the same command line. Each
 * is called before the command has written output or changed a file.
 *
 * The members of the archive of cli/ are linked after these files, so the real
 * functions are left out together with all that only they need.
 * tests/integration/usage/start.sh checks the result.
 */
#ifndef CLI_PART_PART_H
#define CLI_PART_PART_H

#include "cli/program.h"

#define PART_READ  "gleaner-read"
#define PART_FETCH "gleaner-fetch"

/* A command that only another program contains. */
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
