/*
 * methods.h -- the ways to judge blocks, one paper one file.
 *
 * A method sets verdict and reason of every block.  What it gets: blocks with
 * their sizes and marks, the title's block.  More methods stand beside cuter.c
 * and are entered in the table of methods.c.
 */
#ifndef CUTER_METHODS_METHODS_H
#define CUTER_METHODS_METHODS_H

#include "cuter/page.h"

typedef void method_judge(struct page *);

/* NULL for a name that is none; NULL as name gives the default. */
method_judge *method_find(const char *name);

/* cuter.c: seed 002. */
void method_cuter(struct page *);

#endif
