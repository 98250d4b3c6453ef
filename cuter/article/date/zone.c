/*
 * zone.c -- finds the zone of a date whose text has no zone.
 *
 * The day "2019-02-22" on a page of www.example.jp began nine hours earlier
 * than in UTC. The last label of the host gives the country, and the tables
 * have the countries with one zone and the languages that are spoken in one
 * zone. For other languages (English, Spanish) and hosts (.us, .au, .br) the
 * zone is not known.
 */
#include "base/array.h"
#include "base/text/ascii.h"
#include "cuter/article/date/published.h"

/* Dates up to this time after the fetch are accepted, because the zone of a
 * date may not be known. The value is the largest difference of two zones. */
#define FUTURE_MAX_S (26 * 3600)
/* Dates up to this instant come from an empty field: 1970-01-01 in some zone.
 */
#define EPOCH_S 86400

#define SUMMER_MINUTES 60
#define SECONDS_A_DAY  86400

struct zone {
	const char *name;
	int minutes;
	bool has_summer; /* the zone has the summer time of the European
			    Union */
};

static const struct zone countries[] = { { "ae", 240, false },
	{ "ar", -180, false }, { "at", 60, true }, { "ba", 60, true },
	{ "bd", 360, false }, { "be", 60, true }, { "bg", 120, true },
	{ "by", 180, false }, { "ch", 60, true }, { "cn", 480, false },
	{ "co", -300, false }, { "cy", 120, true }, { "cz", 60, true },
	{ "de", 60, true }, { "dk", 60, true }, { "ee", 120, true },
	{ "es", 60, true }, { "fi", 120, true }, { "fr", 60, true },
	{ "gr", 120, true }, { "hk", 480, false }, { "hr", 60, true },
	{ "hu", 60, true }, { "ie", 0, true }, { "in", 330, false },
	{ "is", 0, false }, { "it", 60, true }, { "jp", 540, false },
	{ "ke", 180, false }, { "kr", 540, false }, { "li", 60, true },
	{ "lk", 330, false }, { "lt", 120, true }, { "lu", 60, true },
	{ "lv", 120, true }, { "mt", 60, true }, { "my", 480, false },
	{ "ng", 60, false }, { "nl", 60, true }, { "no", 60, true },
	{ "np", 345, false }, { "pe", -300, false }, { "ph", 480, false },
	{ "pk", 300, false }, { "pl", 60, true }, { "ro", 120, true },
	{ "rs", 60, true }, { "sa", 180, false }, { "se", 60, true },
	{ "sg", 480, false }, { "si", 60, true }, { "sk", 60, true },
	{ "th", 420, false }, { "tr", 180, false }, { "tw", 480, false },
	{ "ua", 120, true }, { "uk", 0, true }, { "uy", -180, false },
	{ "ve", -240, false }, { "vn", 420, false }, { "za", 120, false } };

static const struct zone languages[] = { { "bg", 120, true },
	{ "cs", 60, true }, { "da", 60, true }, { "de", 60, true },
	{ "el", 120, true }, { "et", 120, true }, { "fi", 120, true },
	{ "hi", 330, false }, { "hr", 60, true }, { "hu", 60, true },
	{ "is", 0, false }, { "it", 60, true }, { "ja", 540, false },
	{ "ko", 540, false }, { "lt", 120, true }, { "lv", 120, true },
	{ "nb", 60, true }, { "nl", 60, true }, { "nn", 60, true },
	{ "no", 60, true }, { "pl", 60, true }, { "ro", 120, true },
	{ "sk", 60, true }, { "sl", 60, true }, { "sv", 60, true },
	{ "th", 420, false }, { "tr", 180, false }, { "vi", 420, false } };

static const struct zone *
zone_find(const struct zone *zones, size_t n, struct slice name)
{
	for (size_t i = 0; i < n; i++)
		if (slice_equal_nocase(name, slice_of(zones[i].name)))
			return &zones[i];
	return NULL;
}

/* Returns the last label of the address's host. */
static struct slice
zone_top_of(struct slice url)
{
	size_t from = slice_find(url, SLICE("://"), 0);
	struct slice host, label = SLICE_NONE;

	if (from == SLICE_NOT_FOUND)
		return SLICE_NONE;
	host = slice_sub(url, from + 3, url.len);
	host = slice_sub(host, 0, slice_find_char(host, '/', 0));
	host = slice_sub(host, 0, slice_find_char(host, ':', 0));
	while (slice_next(&host, '.', &label))
		continue;
	return label;
}

/* Returns the last Sunday of a month of 31 days, at 01:00 UTC. */
static int64_t
zone_last_sunday(int year, int month)
{
	int64_t last = date_from_civil(year, month, 31, 1, 0, 0);

	/* 1970-01-01 was a Thursday */
	return last - (last / SECONDS_A_DAY + 4) % 7 * SECONDS_A_DAY;
}

static bool
zone_is_summer(int64_t local)
{
	char text[DATE_TEXT_BYTES];
	int64_t year;

	date_format_rfc3339(local, text);
	return slice_to_int64((struct slice){ text, 4 }, &year) &&
	       local >= zone_last_sunday((int)year, 3) &&
	       local < zone_last_sunday((int)year, 10);
}

int
published_zone(struct slice url, struct slice language, int64_t local)
{
	const struct zone *zone =
	    zone_find(countries, ARRAY_LENGTH(countries), zone_top_of(url));

	if (zone == NULL)
		zone = zone_find(languages, ARRAY_LENGTH(languages), language);
	if (zone == NULL)
		return CUTER_ZONE_NONE;
	return zone->minutes +
	       (zone->has_summer && zone_is_summer(local) ? SUMMER_MINUTES : 0);
}

int
published_zone_of(struct slice text)
{
	int value[4], minutes;
	size_t n = 0, at;

	text = slice_trim(text);
	at = text.len;
	if (at > 10 && (text.p[at - 1] == 'Z' || text.p[at - 1] == 'z'))
		return 0;
	while (at > 11 && n < 4) {
		char c = text.p[--at];

		if (c == ':' && n == 2)
			continue;
		if (!ascii_is_digit(c))
			return CUTER_ZONE_NONE;
		value[n++] = c - '0';
	}
	if (n < 4 || (text.p[at - 1] != '+' && text.p[at - 1] != '-'))
		return CUTER_ZONE_NONE;
	minutes = (value[3] * 10 + value[2]) * 60 + value[1] * 10 + value[0];
	if (minutes > 14 * 60)
		return CUTER_ZONE_NONE;
	return text.p[at - 1] == '-' ? -minutes : minutes;
}

enum date_order
published_order(struct slice url, struct slice language)
{
	static const char *const month_first[] = { "en-us", "en_us", "en-ph",
		"fil" };
	struct slice top = zone_top_of(url);

	for (size_t i = 0; i < ARRAY_LENGTH(month_first); i++)
		if (slice_starts_nocase(language, slice_of(month_first[i])))
			return DATE_ORDER_MONTH_FIRST;
	if (slice_equal_nocase(top, SLICE("us")) ||
	    slice_equal_nocase(top, SLICE("gov")) ||
	    slice_equal_nocase(top, SLICE("edu")))
		return DATE_ORDER_MONTH_FIRST;
	if (zone_find(countries, ARRAY_LENGTH(countries), top) != NULL)
		return DATE_ORDER_DAY_FIRST;
	if (slice_starts_nocase(language, SLICE("en")) && language.len < 4)
		return DATE_ORDER_UNKNOWN;
	return language.len > 0 ? DATE_ORDER_DAY_FIRST : DATE_ORDER_UNKNOWN;
}

bool
published_in_zone(const struct page *page, struct slice language,
    struct slice text, unsigned flags, int64_t *at, int *ret_zone)
{
	int64_t now = page->input->now_at, corrected = *at;
	int zone;

	if (flags & DATE_HAS_ZONE) {
		zone = published_zone_of(text);
	} else {
		zone = published_zone(page->input->url, language, corrected);
		if (zone != CUTER_ZONE_NONE)
			corrected -= zone * 60;
	}
	if (corrected <= EPOCH_S || (now > 0 && corrected > now + FUTURE_MAX_S))
		return false;
	*at = corrected;
	*ret_zone = zone;
	return true;
}
