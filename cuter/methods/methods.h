/*
 * methods.h -- the ways to judge blocks, one paper one file.
 *
 * A method sets verdict and reason of every block.  What it gets: blocks with
 * their sizes and marks, the title's block.  It is called by its name, which
 * options may follow: "NAME" or "NAME:OPTION=NUMBER,OPTION=NUMBER".  More
 * methods stand beside cuter.c and are entered in the table of methods.c.
 */
#ifndef CUTER_METHODS_METHODS_H
#define CUTER_METHODS_METHODS_H

#include "cuter/page.h"

typedef void method_judge(struct page *);

/* NULL for a name that is none, an option that it does not have, or a value
 * out of its bounds; NULL as name gives the default. */
method_judge *method_find(const char *name);

/* A threshold of a method: its paper's value, and what may be given. */
struct method_option {
	const char *name; /* NULL ends the table */
	double value, least, greatest;
};

/* The value of one of the method's own options: as given, else the paper's.
 * O(length of the method's name). */
double method_value(
    const struct page *, const struct method_option *, const char *name);

/* model.c: trained trees over features, that of CUTER's verdicts among them. */
void method_model(struct page *);
/* cuter.c: seed 002. */
void method_cuter(struct page *);

/* link_density.c: seed 001. */
void method_link_density(struct page *);
extern const struct method_option link_density_options[];
/* lqf.c: seed 003. */
void method_lqf(struct page *);
extern const struct method_option lqf_options[];
/* crunch.c: seed 000. */
void method_crunch(struct page *);
extern const struct method_option crunch_options[];
/* cetr.c: seed 004, section 2.4: the 2-D model, threshold, k-means. */
void method_cetr(struct page *);
void method_cetr_tm(struct page *);
void method_cetr_km(struct page *);
extern const struct method_option cetr_options[];
/* mib.c: seed 004, section 2.2. */
void method_mib(struct page *);
extern const struct method_option mib_options[];

/* The classic baselines, which seeds 000, 002 and 003 compare with. */
void method_bte(struct page *);
void method_dsc(struct page *);
extern const struct method_option dsc_options[];
void method_ccb(struct page *);
extern const struct method_option ccb_options[];
void method_largest(struct page *);

/* Of several pages of a site (site.h); a page alone is content as a whole.
 * entropy.c, cst.c, ibdf.c: seed 004, sections 2.1, 2.3, 2.5. */
void method_entropy(struct page *);
extern const struct method_option entropy_options[];
void method_cst(struct page *);
extern const struct method_option cst_options[];
void method_ibdf(struct page *);
extern const struct method_option ibdf_options[];

#endif
