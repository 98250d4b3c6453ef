/*
 * methods.c -- the table of methods, and the parsing of their options.
 */
#include "cuter/classify/methods.h"

#include "base/text/ascii.h"

/* X(name, function, options); the default comes first. */
#define METHODS(X)                                                             \
	X("model", method_model, NULL)                                         \
	X("cuter", method_cuter, NULL)                                         \
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

static const struct method {
	method_fn *function;
	const struct method_option *options; /* NULL: no options */
} methods[] = {
#define X(name, function, options) { function, options },
	METHODS(X)
#undef X
};

static const char *const names[] = {
#define X(name, function, options) name,
	METHODS(X)
#undef X
	    NULL
};

#define MOST_DIGITS 15 /* so that both parts are exact in a double */

/* Reads "12" or "0.25". strtod() would depend on the locale. */
static bool
methods_read_number(struct slice s, double *ret)
{
	double value = 0, unit = 1;
	size_t i = 0;

	if (s.len == 0 || s.len > MOST_DIGITS || !ascii_is_digit(s.p[0]))
		return false;
	for (; i < s.len && ascii_is_digit(s.p[i]); i++)
		value = value * 10 + (s.p[i] - '0');
	if (i < s.len && s.p[i++] != '.')
		return false;
	for (; i < s.len && ascii_is_digit(s.p[i]); i++) {
		value = value * 10 + (s.p[i] - '0');
		unit *= 10;
	}
	if (i < s.len)
		return false;
	*ret = value / unit;
	return true;
}

static const struct method_option *
methods_find_option(const struct method_option *options, struct slice name)
{
	for (; options != NULL && options->name != NULL; options++)
		if (slice_equal(name, slice_of(options->name)))
			return options;
	return NULL;
}

/* Takes "OPTION=NUMBER" off *rest. Returns false if there is none or it is
 * invalid. */
static bool
methods_next_option(struct slice *rest, const struct method_option *options,
    const struct method_option **ret, double *ret_value)
{
	struct slice part, name;

	if (!slice_next(rest, ',', &part) || !slice_next(&part, '=', &name))
		return false;
	*ret = methods_find_option(options, name);
	return *ret != NULL && part.p != NULL &&
	       methods_read_number(part, ret_value) &&
	       *ret_value >= (*ret)->least && *ret_value <= (*ret)->greatest;
}

method_fn *
method_find(const char *name)
{
	struct slice rest = slice_of(name), word = SLICE_NONE;
	const struct method_option *option;
	double value;
	size_t i = 0;

	if (name == NULL)
		return methods[0].function;
	slice_next(&rest, ':', &word);
	while (names[i] != NULL && !slice_equal(word, slice_of(names[i])))
		i++;
	if (names[i] == NULL)
		return NULL;
	while (rest.p != NULL)
		if (!methods_next_option(
			&rest, methods[i].options, &option, &value))
			return NULL;
	return methods[i].function;
}

double
method_value(const struct page *page, const struct method_option *options,
    const char *name)
{
	const struct method_option *wanted =
	    methods_find_option(options, slice_of(name));
	const struct method_option *option;
	struct slice rest =
	    slice_of(page->options != NULL ? page->options->method : NULL);
	struct slice word;
	double result = wanted->value, value;

	if (rest.p == NULL || !slice_next(&rest, ':', &word))
		return result;
	while (rest.p != NULL &&
	       methods_next_option(&rest, options, &option, &value))
		if (option == wanted)
			result = value;
	return result;
}

const char *const *
cuter_methods(void)
{
	return names;
}

bool
cuter_has_method(const char *name)
{
	return method_find(name) != NULL;
}
