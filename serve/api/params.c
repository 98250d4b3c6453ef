/*
 * params.c -- see params.h.
 */
#include "serve/api/params.h"

#include "base/array.h"
#include "base/date/date.h"
#include "base/text/ascii.h"
#include "serve/feed/cursor.h"
#include "serve/feed/item.h"

#define TIME_TEXT_BYTES 40 /* RFC 3339 with nine digits of a second */

/* ---- times ---- */

static bool
params_time_before(struct slice text, int64_t now_at, int64_t *ret_at)
{
	static const struct {
		char unit;
		int64_t seconds;
	} units[] = {
		{ 's', 1 },
		{ 'm', 60 },
		{ 'h', 3600 },
		{ 'd', 86400 },
		{ 'w', 7 * 86400 },
	};
	int64_t n, seconds;

	if (text.len < 2 || !ascii_is_digit(text.p[0]) ||
	    !slice_to_int64(slice_sub(text, 0, text.len - 1), &n))
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(units); i++)
		if (units[i].unit == text.p[text.len - 1] &&
		    !__builtin_mul_overflow(n, units[i].seconds, &seconds))
			return !__builtin_sub_overflow(now_at, seconds, ret_at);
	return false;
}

/* Compares a text with a pattern, in which 0 is any digit and + is a sign. */
static bool
params_has_shape(struct slice text, const char *shape)
{
	if (text.len != strlen(shape))
		return false;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.p[i];
		bool is_right = shape[i] == '0'   ? ascii_is_digit(c)
				: shape[i] == '+' ? c == '+' || c == '-'
						  : c == shape[i];

		if (!is_right)
			return false;
	}
	return true;
}

/* Removes a fraction of a second such as ".123". */
static void
params_drop_fraction(char *text, size_t *length)
{
	size_t at = sizeof("2026-11-20T17:48:18") - 1, end = at + 1;

	if (*length <= end || text[at] != '.')
		return;
	while (end < *length && ascii_is_digit(text[end]))
		end++;
	if (end == at + 1)
		return;
	memmove(text + at, text + end, *length - end);
	*length -= end - at;
}

/* The shape of a day. */
static const char day_shape[] = "0000-00-00";

bool
param_time(struct slice text, int64_t now_at, int64_t *ret_at)
{
	static const char *const shapes[] = { day_shape,
		"0000-00-00T00:00:00Z", "0000-00-00T00:00:00+00:00" };
	char copy[TIME_TEXT_BYTES];
	struct slice s;

	if (params_time_before(text, now_at, ret_at))
		return true;
	if (text.len == 0 || text.len > sizeof(copy))
		return false;
	memcpy(copy, text.p, text.len);
	s = (struct slice){ copy, text.len };
	if (s.len > 6 && copy[s.len - 6] == ' ')
		copy[s.len - 6] = '+';
	params_drop_fraction(copy, &s.len);
	for (size_t i = 0; i < ARRAY_LENGTH(shapes); i++)
		if (params_has_shape(s, shapes[i]))
			return date_parse(s, ret_at, NULL);
	return false;
}

bool
param_day(struct slice text, int64_t now_at, int64_t day_s, int64_t *ret_at)
{
	if (text.len == 0)
		return true;
	if (!param_time(text, now_at, ret_at))
		return false;
	if (params_has_shape(text, day_shape))
		*ret_at += day_s;
	return true;
}

/* ---- one parameter each ---- */

static bool
params_text(const struct param_row *row, struct slice text, void *ret)
{
	if (text.len > (size_t)row->max)
		return false;
	*(struct slice *)ret = text;
	return true;
}

static bool
params_number(const struct param_row *row, struct slice text, void *ret)
{
	int64_t n;

	if (!ascii_is_digit(text.p[0]) || !slice_to_int64(text, &n) ||
	    n < row->min || n > row->max)
		return false;
	*(int64_t *)ret = n;
	return true;
}

static bool
params_row(struct slice text, void *ret)
{
	static const struct param_row number = { .max = INT64_MAX };
	struct slice id = cursor_of_target(text);

	return id.len > 0 && params_number(&number, id, ret);
}

static bool
params_choice(const struct param_row *row, struct slice text, void *ret)
{
	for (size_t i = 0; row->choices[i] != NULL; i++)
		if (slice_equal(text, slice_of(row->choices[i]))) {
			*(int64_t *)ret = (int64_t)i;
			return true;
		}
	return false;
}

static bool
params_value(
    const struct param_row *row, struct slice text, int64_t now_at, void *ret)
{
	switch (row->kind) {
	case PARAM_TEXT:
		return params_text(row, text, ret);
	case PARAM_NUMBER:
		return params_number(row, text, ret);
	case PARAM_TIME:
		return param_time(text, now_at, ret);
	case PARAM_LANG:
		*(struct slice *)ret = item_language(text);
		return item_language(text).p != NULL;
	case PARAM_CHOICE:
		return params_choice(row, text, ret);
	case PARAM_CURSOR:
		return cursor_parse(text, ret);
	case PARAM_ROW:
		return params_row(text, ret);
	}
	return false;
}

static void
params_put_expected(struct buf *out, const struct param_row *row)
{
	switch (row->kind) {
	case PARAM_TEXT:
		buf_printf(out, "at most %lld bytes", (long long)row->max);
		break;
	case PARAM_NUMBER:
		buf_printf(out, "a number from %lld to %lld",
		    (long long)row->min, (long long)row->max);
		break;
	case PARAM_TIME:
		buf_append_string(out, "a time such as 2026-11-20, "
				       "2026-11-20T17:48:18Z, or 2h, 7d "
				       "before now");
		break;
	case PARAM_LANG:
		buf_append_string(out, "a language such as en or pt-BR");
		break;
	case PARAM_CHOICE:
		for (size_t i = 0; row->choices[i] != NULL; i++)
			buf_printf(
			    out, "%s%s", i > 0 ? " or " : "", row->choices[i]);
		break;
	case PARAM_CURSOR:
	case PARAM_ROW:
		buf_append_string(
		    out, "the value of next in an earlier answer");
		break;
	}
}

#define SHOWN_BYTES 100 /* bytes of a wrong value that the error quotes */

static bool
params_complain(struct serve_exchange *exchange, const struct param_row *row,
    struct slice value)
{
	struct buf expected;

	buf_init(&expected, KIB);
	params_put_expected(&expected, row);
	serve_problem(exchange->response, 400,
	    "parameter %s: expected %s, got \"%.*s\"", row->name, expected.p,
	    SLICE_ARG(slice_sub(value, 0, SHOWN_BYTES)));
	buf_release(&expected);
	return false;
}

/* ---- all of them ---- */

static const struct param_row *
params_find(const struct param_row *rows, struct slice name)
{
	for (; rows->name != NULL; rows++)
		if (slice_equal(name, slice_of(rows->name)))
			return rows;
	return NULL;
}

static bool
params_is_twice(const struct serve_request *request, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (slice_equal(request->parameters[k].name,
			request->parameters[i].name))
			return true;
	return false;
}

bool
params_read(
    struct serve_exchange *exchange, const struct param_row *rows, void *values)
{
	const struct serve_request *request = exchange->request;

	for (size_t i = 0; i < request->n_parameters; i++) {
		struct slice name = request->parameters[i].name;
		struct slice value = request->parameters[i].value;
		const struct param_row *row = params_find(rows, name);

		if (row == NULL || params_is_twice(request, i)) {
			serve_problem(exchange->response, 400,
			    "parameter %.*s: %s",
			    SLICE_ARG(slice_sub(name, 0, SHOWN_BYTES)),
			    row == NULL ? "there is no such parameter here"
					: "it is given twice");
			return false;
		}
		if (value.len > 0 && !params_value(row, value, exchange->now_at,
					 (char *)values + row->offset))
			return params_complain(exchange, row, value);
	}
	return true;
}
