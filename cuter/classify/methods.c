/*
 * methods.c -- finds a method by its name, and parses its options.
 */
#include "cuter/classify/methods.h"

#include "base/text/ascii.h"

/* The first method is the default. */
static const struct cuter_method methods[] = {
	{ "model", method_model, NULL },
	{ "cuter", method_cuter, NULL },
	{ NULL, NULL, NULL },
};

/* Maximum number of digits. With more digits, a double could not represent the
 * number without its decimal point exactly. */
#define MOST_DIGITS 15

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

/* Reads the first "OPTION=NUMBER" of *rest and removes it. Returns false if
 * there is no option, or if the option is invalid. */
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

static const struct cuter_method *
methods_find_in(const struct cuter_method *table, struct slice name)
{
	for (; table != NULL && table->name != NULL; table++)
		if (slice_equal(name, slice_of(table->name)))
			return table;
	return NULL;
}

method_fn *
method_find(const char *name, const struct cuter_method *more)
{
	struct slice rest = slice_of(name), word = SLICE_NONE;
	const struct cuter_method *method;
	const struct method_option *option;
	double value;

	if (name == NULL)
		return methods[0].function;
	slice_next(&rest, ':', &word);
	method = methods_find_in(methods, word);
	if (method == NULL)
		method = methods_find_in(more, word);
	if (method == NULL)
		return NULL;
	while (rest.p != NULL)
		if (!methods_next_option(
			&rest, method->options, &option, &value))
			return NULL;
	return method->function;
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

bool
cuter_has_method(const char *name, const struct cuter_method *more)
{
	return method_find(name, more) != NULL;
}
