/*
 * papers.h -- the methods of other papers, and the baselines of these papers;
 * one method per file. `gleaner cut --method` and the benchmark use them;
 * libcuter does not contain them.
 *
 * A new method needs a file here and a row in the table of papers.c.
 * docs/methods.md describes the methods and cites their papers.
 *
 * The baselines are in bte.c, ccb.c, dsc.c and largest.c.
 */
#ifndef CUTER_METHODS_PAPERS_H
#define CUTER_METHODS_PAPERS_H

#include "cuter/classify/methods.h"

/* The table for cuter_options.methods. */
extern const struct cuter_method papers_methods[];

/* Returns the names of all methods, those of libcuter first, ended by NULL. */
const char *const *papers_names(void);

/* The statistics over the pages of one site, for the methods "entropy", "cst"
 * and "ibdf" (one method for each cuter_site). Until cuter_site_learned() is
 * called, cutting a page with a cuter_site adds the page to the statistics and
 * gives no text. Afterwards, cutting a page gives its article. Owned; at most
 * LIMIT_SITE_BYTES. cuter_site_new() returns 0 or ERR_MEMORY. */
int cuter_site_new(struct cuter_site **ret, struct err *e);
void cuter_site_learned(struct cuter_site *);
void cuter_site_free(struct cuter_site *);

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

/* Baselines of the papers. */
void method_bte(struct page *);
void method_dsc(struct page *);
extern const struct method_option dsc_options[];
void method_ccb(struct page *);
extern const struct method_option ccb_options[];
void method_largest(struct page *);

/* Methods that compare the pages of a site (struct cuter_site); if there is
 * only one page, they return all of its text. entropy.c, cst.c, ibdf.c: Shinde,
 * Bolli, Kulkarni, sections 2.1, 2.3, 2.5. */
void method_entropy(struct page *);
extern const struct method_option entropy_options[];
void method_cst(struct page *);
extern const struct method_option cst_options[];
void method_ibdf(struct page *);
extern const struct method_option ibdf_options[];

#endif
