/*
 * methods.h -- the methods that decide which blocks are text.
 *
 * A method sets the class and the reason of every block. It reads the blocks
 * with their sizes and marks, and the title's block. It is selected by name,
 * with options if it has any: "NAME" or "NAME:OPTION=NUMBER,OPTION=NUMBER".
 * The methods of other papers are in cuter/methods/papers.h.
 */
#ifndef CUTER_CLASSIFY_METHODS_H
#define CUTER_CLASSIFY_METHODS_H

#include "cuter/page.h"

/* Decides about all blocks of the page. */
typedef void method_fn(struct page *);

/* An option of a method: a threshold with its paper's value as default, and its
 * range. */
struct method_option {
	const char *name; /* NULL ends the table */
	double value, least, greatest;
};

struct cuter_method {
	const char *name; /* NULL ends a table */
	method_fn *function;
	const struct method_option *options; /* NULL: no options */
};

/* Returns the method with a name. `more` lists further methods besides the two
 * below; NULL: none. The name NULL selects the default. Returns NULL for an
 * unknown name or option, or a value out of range. */
method_fn *method_find(const char *name, const struct cuter_method *more);

/* Returns the value of an option of the page's method: the value that was
 * given, else the default. O(length of the method's name). */
double method_value(
    const struct page *, const struct method_option *, const char *name);

/* trained.c: the trained model, which has CUTER's decision among its features.
 */
void method_model(struct page *);
/* Chooses the blocks by the method CUTER of Adam, Bouras and Poulopoulos
 * (cuter.c). */
void method_cuter(struct page *);

#endif
