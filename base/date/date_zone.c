/*
 * date_zone.c -- time zones that are written as numbers.
 */
#include "base/date/date_zone.h"

#define DATE_ZONE_MOST 1400 /* +14:00, the easternmost zone */

/* True for the zone of a date without a time, such as -05:00 in
 * 2006-01-02-05:00 (XML Schema, type date). */
static bool
date_zone_is_of_date(const struct date_fields *r, const struct date_token *t)
{
	return r->n_tokens == 9 && t == &r->tokens[5] && r->hour < 0 &&
	       r->tokens[0].digits == 4 && date_is_sign(&r->tokens[1], '-') &&
	       !t[0].spaced && (date_is_sign(t, '+') || date_is_sign(t, '-')) &&
	       date_is_joined_number(&t[1]) && date_is_sign(&t[2], ':') &&
	       date_is_joined_number(&t[3]);
}

size_t
date_zone_take(struct date_fields *r, const struct date_token *t)
{
	int sign = date_is_sign(&t[0], '-') ? -1 : 1;
	size_t n = 1;
	int64_t v, minutes;

	if (date_zone_is_of_date(r, t))
		return 4;
	if ((!date_is_sign(&t[0], '-') && !date_is_sign(&t[0], '+')) ||
	    r->hour < 0 || r->zone_is_number || date_is_dash(t))
		return 1;
	while (n < 2 && date_is_sign(&t[n], '-'))
		n++;
	if (t[n].kind != TOKEN_NUMBER || t[n].digits > 6)
		return 1;
	v = t[n].value;
	if (t[n].digits <= 2)
		minutes = v * 60;
	else if (t[n].digits <= 4)
		minutes = v / 100 * 60 + v % 100;
	else
		minutes = v / 10000 * 60 + v / 100 % 100;
	n++;
	if (date_is_sign(&t[n], ':') && date_is_joined_number(&t[n + 1])) {
		minutes += t[n + 1].value;
		n += 2;
	}
	if (date_is_sign(&t[n], ':') && date_is_joined_number(&t[n + 1]))
		n += 2; /* seconds of a time zone offset */
	if (minutes > 24 * 60)
		return SIZE_MAX;
	r->zone_minutes = sign * (int)minutes;
	r->has_zone = r->zone_is_number = true;
	return n;
}

size_t
date_zone_take_unsigned(struct date_fields *r, const struct date_token *t)
{
	if (t->digits != 4 || !t->spaced || t[1].kind != TOKEN_END ||
	    r->hour < 0 || r->has_zone || !date_has_date(r) ||
	    t->value > DATE_ZONE_MOST || t->value % 100 >= 60)
		return 0;
	r->zone_minutes = (int)(t->value / 100 * 60 + t->value % 100);
	r->has_zone = r->zone_is_number = true;
	return 1;
}
