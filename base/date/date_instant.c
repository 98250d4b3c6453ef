/*
 * date_instant.c -- parses dates that are a number of seconds since 1970.
 */
#include "base/date/date_instant.h"

/* Returns the number in "/Date(1136214245000+0100)/", the form of dates in JSON
 * that ASP.NET writes; NULL if the text has another form.  The number is UTC;
 * the zone after it is only information. */
static const struct date_token *
date_instant_dotnet(const struct date_token *t, size_t n)
{
	if (n < 6 || !date_is_sign(&t[0], '/') ||
	    !slice_equal(t[1].text, SLICE("date")) ||
	    !date_is_sign(&t[2], '(') || t[3].kind != TOKEN_NUMBER ||
	    !date_is_sign(&t[n - 2], ')'))
		return NULL;
	return &t[3];
}

bool
date_instant_find(const struct date_token *t, size_t n, int64_t *ret_at)
{
	const struct date_token *dotnet = date_instant_dotnet(t, n);
	bool is_alone = n == 1 || (n == 3 && date_is_sign(&t[1], '.') &&
				      date_is_joined_number(&t[2]));

	if (dotnet)
		t = dotnet;
	else if (!is_alone || t->kind != TOKEN_NUMBER)
		return false;
	if (t->digits == 9 || t->digits == 10)
		*ret_at = t->value;
	else if (t->digits == 13)
		*ret_at = t->value / 1000;
	else if (t->digits == 16)
		*ret_at = t->value / 1000000;
	else
		return false;
	return true;
}
