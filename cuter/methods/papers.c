/*
 * papers.c -- the table of the methods of other papers.
 */
#include "cuter/methods/papers.h"

/* X(name, function, options) */
#define PAPERS(X)                                                              \
	X("link-density", method_link_density, link_density_options)           \
	X("lqf", method_lqf, lqf_options)                                      \
	X("crunch", method_crunch, crunch_options)                             \
	X("cetr", method_cetr, cetr_options)                                   \
	X("cetr-tm", method_cetr_tm, cetr_options)                             \
	X("cetr-km", method_cetr_km, cetr_options)                             \
	X("mib", method_mib, mib_options)                                      \
	X("bte", method_bte, NULL)                                             \
	X("dsc", method_dsc, dsc_options)                                      \
	X("ccb", method_ccb, ccb_options)                                      \
	X("largest", method_largest, NULL)                                     \
	X("entropy", method_entropy, entropy_options)                          \
	X("cst", method_cst, cst_options)                                      \
	X("ibdf", method_ibdf, ibdf_options)

#define X(name, function, options) { name, function, options },
const struct cuter_method papers_methods[] = {
	PAPERS(X){ NULL, NULL, NULL },
};
#undef X

const char *const *
papers_names(void)
{
	static const char *const names[] = { "model", "cuter",
#define X(name, function, options) name,
		PAPERS(X)
#undef X
		    NULL };

	return names;
}
