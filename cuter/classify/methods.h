/*
 * methods.h -- the methods that decide which blocks are text, one paper per
 * file.
 *
 * A method sets the class and the reason of every block. It reads the blocks
 * with their sizes and marks, and the title's block. It is selected by name,
 * with options if it has any: "NAME" or "NAME:OPTION=NUMBER,OPTION=NUMBER". A
 * new method needs a file here and an entry in the table of methods.c.
 * docs/methods.md describes the methods and cites their papers.
 */
#ifndef CUTER_CLASSIFY_METHODS_H
#define CUTER_CLASSIFY_METHODS_H

#include "cuter/page.h"

typedef void method_fn(struct page *);

/* Returns the method of that name; NULL gives the default. Returns NULL for an
 * unknown name or option, or a value out of range. */
method_fn *method_find(const char *name);

/* An option of a method: a threshold with its paper's value as default, and its
 * range. */
struct method_option {
	const char *name; /* NULL ends the table */
	double value, least, greatest;
};

/* Returns the value of an option of the page's method: as given, else the
 * default. O(length of the method's name). */
double method_value(
    const struct page *, const struct method_option *, const char *name);

/* trained.c: the trained model over features, one of which is CUTER's
 * decision. */
void method_model(struct page *);
/* cuter.c: Adam, Bouras, Poulopoulos. */
void method_cuter(struct page *);

/* link_density.c: Gunasundari, Karthikeyan. */
void method_link_density(struct page *);
extern const struct method_option link_density_options[];
/* lqf.c: Mantratzis, Orgun, Cassidy. */
void method_lqf(struct page *);
extern const struct method_option lqf_options[];
/* crunch.c: Agarwal, Chheda, Shah, Narvekar. */
void method_crunch(struct page *);
extern const struct method_option crunch_options[];
/* cetr.c: Shinde, Bolli, Kulkarni, section 2.4: two dimensions, threshold,
 * k-means. */
void method_cetr(struct page *);
void method_cetr_tm(struct page *);
void method_cetr_km(struct page *);
extern const struct method_option cetr_options[];
/* mib.c: Shinde, Bolli, Kulkarni, section 2.2. */
void method_mib(struct page *);
extern const struct method_option mib_options[];

/* Baselines with which the papers compare themselves. */
void method_bte(struct page *);
void method_dsc(struct page *);
extern const struct method_option dsc_options[];
void method_ccb(struct page *);
extern const struct method_option ccb_options[];
void method_largest(struct page *);

/* Methods that compare the pages of a site (site.h); of a single page they take
 * everything. entropy.c, cst.c, ibdf.c: Shinde, Bolli, Kulkarni, sections 2.1,
 * 2.3, 2.5. */
void method_entropy(struct page *);
extern const struct method_option entropy_options[];
void method_cst(struct page *);
extern const struct method_option cst_options[];
void method_ibdf(struct page *);
extern const struct method_option ibdf_options[];

#endif
