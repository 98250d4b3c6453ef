/*
 * date_zone.h -- time zones that are written as numbers.  Private to
 * base/date/date*.c.
 */
#ifndef BASE_DATE_DATE_ZONE_H
#define BASE_DATE_DATE_ZONE_H

#include "base/date/date_fields.h"

/* Parses a sign and the zone after it: +01:00, +0100, -7 or -07:00:00 after a
 * time or a zone's name. The zone of a date without a time (2006-01-02+01:00)
 * is ignored, so that the day is unchanged. Returns the number of tokens used,
 * 1 if the sign is not that of a zone, SIZE_MAX if the zone is invalid. */
size_t date_zone_take(struct date_fields *, const struct date_token *);
/* Parses a zone without a sign, such as 0100 at the end of a date with a time.
 * Returns the number of tokens used, 0 if there is no such zone. */
size_t date_zone_take_unsigned(struct date_fields *, const struct date_token *);

#endif
