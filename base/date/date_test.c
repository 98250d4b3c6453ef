/*
 * date_test.c -- dates as feeds and pages write them, named by the rows of
 * docs/feed-rows.md (D1-D18), and texts that must be refused.
 */
#include "base/array.h"
#include "base/date/date.h"
#include "tests/lib/tap.h"

struct sample {
	const char *row, *text, *expected; /* NULL: refused */
};

static const struct sample samples[] = {
	{ "D1", "Mon, 02 Jan 2006 15:04:05 EST", "2006-01-02T20:04:05Z" },
	{ "D1", "Mon, 02 Jan 2006 15:04:05 EDT", "2006-01-02T19:04:05Z" },
	{ "D1", "Mon, 02 Jan 2006 15:04:05 CST", "2006-01-02T21:04:05Z" },
	{ "D1", "Mon, 02 Jan 2006 15:04:05 PDT", "2006-01-02T22:04:05Z" },
	{ "D1", "Mon, 02 Jan 2006 15:04:05 GMT", "2006-01-02T15:04:05Z" },
	{ "D1", "Mon, 02 Jan 2006 15:04:05 UT", "2006-01-02T15:04:05Z" },
	{ "D1", "Mon, 02 Jan 2006 15:04:05 Z", "2006-01-02T15:04:05Z" },
	{ "D1", "Mon, 02 Jan 2006 15:04:05 MEST", "2006-01-02T13:04:05Z" },
	{ "D1", "Mon, 02 Jan 2006 15:04:05 BST", "2006-01-02T14:04:05Z" },
	{ "D1", "Mon, 02 Jan 2006 15:04:05 JST", "2006-01-02T06:04:05Z" },
	{ "D1", "Mon, 02 Jan 2006 15:04:05 MSK", "2006-01-02T12:04:05Z" },
	{ "D1", "Mon, 02 Jan 2006 15:04:05 XYZ", "2006-01-02T15:04:05Z" },
	{ "D2", "Mon, 2 Jan 06 15:04 +0100", "2006-01-02T14:04:00Z" },
	{ "D2", "2 Jan 98 15:04 GMT", "1998-01-02T15:04:00Z" },
	{ "D2", "Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z" },
	{ "D3", "2006-01-02T15:04:05Z", "2006-01-02T15:04:05Z" },
	{ "D3", "2006-01-02T15:04:05+01:00", "2006-01-02T14:04:05Z" },
	{ "D3", "2006-01-02T15:04:05+0100", "2006-01-02T14:04:05Z" },
	{ "D3", "2006-01-02T15:04:05-07:00:00", "2006-01-02T22:04:05Z" },
	{ "D3", "2006-01-02T15:04:05:-0700", "2006-01-02T22:04:05Z" },
	{ "D3", "2006-01-02T15:04:05.1234Z", "2006-01-02T15:04:05Z" },
	{ "D3", "2006-01-02t15:04:05,5+05:30", "2006-01-02T09:34:05Z" },
	{ "D3", "20060102T150405Z", "2006-01-02T15:04:05Z" },
	{ "D3", "20060102150405", "2006-01-02T15:04:05Z" },
	{ "D4", "2006-01-02 15:04:05", "2006-01-02T15:04:05Z" },
	{ "D4", "2006-01-02 15:04", "2006-01-02T15:04:00Z" },
	{ "D4", "2006-01-02 15:04:05 UTC", "2006-01-02T15:04:05Z" },
	{ "D5", "2003-012-31T10:14:55+00:00", "2003-12-31T10:14:55Z" },
	{ "D6", "20060102", "2006-01-02T00:00:00Z" },
	{ "D6", "2006-01", "2006-01-01T00:00:00Z" },
	{ "D6", "2006", "2006-01-01T00:00:00Z" },
	{ "D6", "03335", "2003-12-01T00:00:00Z" },
	{ "D6", "2003-335", "2003-12-01T00:00:00Z" },
	{ "D6", "2003335", "2003-12-01T00:00:00Z" },
	{ "D6", "-03-12", "2003-12-01T00:00:00Z" },
	{ "D6", "2003-366", NULL },
	{ "D7", "Mon Jan  2 15:04:05 2006", "2006-01-02T15:04:05Z" },
	{ "D7", "Mon Jan 02 2006 15:04:05 GMT-0700 (MST)",
	    "2006-01-02T22:04:05Z" },
	{ "D7", "Mon Jan 02 15:04:05 PST 2006", "2006-01-02T23:04:05Z" },
	{ "D7", "Mon Jan 02 15:04:05 -0700 2006", "2006-01-02T22:04:05Z" },
	{ "D8", "Monday, January 2, 2006 3:04 PM", "2006-01-02T15:04:00Z" },
	{ "D8", "Jan. 2, 2006, 3:04 a.m.", "2006-01-02T03:04:00Z" },
	{ "D8", "January 2, 2006 12:04 AM", "2006-01-02T00:04:00Z" },
	{ "D8", "Jan 2, 2006 12:04pm", "2006-01-02T12:04:00Z" },
	{ "D8", "2. 1. 2006 15:04", "2006-01-02T15:04:00Z" },
	{ "D8", "2006. 01. 02. 15:04", "2006-01-02T15:04:00Z" },
	{ "D8", "2006. 1. 2. \xEC\x98\xA4\xED\x9B\x84 3:04",
	    "2006-01-02T15:04:00Z" },
	{ "D8", "2. 1. 06", NULL },
	{ "D8", "02.01.2006 15.04", "2006-01-02T15:04:00Z" },
	{ "D8", "13/01/2006 15.04.05", "2006-01-13T15:04:05Z" },
	{ "D8", "2. jan. 2006 kl. 15.04", "2006-01-02T15:04:00Z" },
	{ "D8", "Senin, 2 Jan 2006 15.04 WIB", "2006-01-02T08:04:00Z" },
	{ "D8", "2. tammikuuta 2006 klo 9.05", "2006-01-02T09:05:00Z" },
	{ "D8", "02.01.2006 45.04", NULL },
	{ "D8", "02.01.2006 3.5", NULL },
	{ "D8", "2 \u05d1\u05d9\u05e0\u05d5\u05d0\u05e8 2006",
	    "2006-01-02T00:00:00Z" },
	{ "D8", "2 \u05d1\u05d3\u05e6\u05de\u05d1\u05e8, 2006",
	    "2006-12-02T00:00:00Z" },
	{ "D8", "2 \u05d1\u05d9\u05d5 2006", NULL },
	{ "D8", "13. 13. 2006", NULL },
	{ "D9", "Fri, 02 Jan 2006 15:04:05 GMT", "2006-01-02T15:04:05Z" },
	{ "D9", "Mon , 02 Jan 2006 15:04:05 GMT", "2006-01-02T15:04:05Z" },
	{ "D9", "mon,2 Jan 2006 15:04:05 gmt", "2006-01-02T15:04:05Z" },
	{ "D9", "2th Jan 2006 15:04", "2006-01-02T15:04:00Z" },
	{ "D9", "Mon, 02 Jan 2006 15:04:05 --0700", "2006-01-02T22:04:05Z" },
	{ "D9", "Mon, 02 Jan 2006 15:04:05 +0000 GMT", "2006-01-02T15:04:05Z" },
	{ "D9", "Mon, 02 Jan 2006 15:04:05 - 0700", "2006-01-02T22:04:05Z" },
	{ "D9", "Mon, 02 Jan 2006 15:04:05 - 0700 (MST)",
	    "2006-01-02T22:04:05Z" },
	{ "D9", "Mon, 02 Jan 2006 15:04:05 + 07:00", "2006-01-02T08:04:05Z" },
	{ "D9", "15:04 - 02 Jan 2006", "2006-01-02T15:04:00Z" },
	{ "D9", "15:04 - 2 January, 2006", "2006-01-02T15:04:00Z" },
	{ "D9", "3:04 PM - 2 Jan 2006", "2006-01-02T15:04:00Z" },
	{ "D9", "15:04 - 02.01.2006", "2006-01-02T15:04:00Z" },
	{ "D9", "15:04 - 2006-01-02", "2006-01-02T15:04:00Z" },
	{ "D9", "2 Jan 2006 15:04 - 17:30", NULL },
	{ "D9", "Mon, 02 Jan 2006 15:04:05MST", "2006-01-02T22:04:05Z" },
	{ "D9", "  Mon, 02 Jan 2006\n15:04:05 +0100 ", "2006-01-02T14:04:05Z" },
	{ "D10", "31/12/2006 15:04", "2006-12-31T15:04:00Z" },
	{ "D10", "12/31/2006 15:04", "2006-12-31T15:04:00Z" },
	{ "D10", "02/02/2006", "2006-02-02T00:00:00Z" },
	{ "D10", "02/01/2006 15:04", NULL },
	{ "D10", "02.01.2006 15:04", "2006-01-02T15:04:00Z" },
	{ "D11", "Κυρ, 11 Ιούλ 2004 12:00:00 EST", "2004-07-11T17:00:00Z" },
	{ "D11", "2004-július-13T9:15-05:00", "2004-07-13T14:15:00Z" },
	{ "D11", "2004-05-25 오후 11:23:17", "2004-05-25T23:23:17Z" },
	{ "D11", "2004년 05월 28일  01:31:15", "2004-05-28T01:31:15Z" },
	{ "D11", "2004年5月28日 下午3:04", "2004-05-28T15:04:00Z" },
	{ "D11", "2. Januar 2006 um 15:04 Uhr", "2006-01-02T15:04:00Z" },
	{ "D11", "lun., 02 janv. 2006", "2006-01-02T00:00:00Z" },
	{ "D11", "mar., 02 juin 2006 15h04", "2006-06-02T15:04:00Z" },
	{ "D11", "2 de enero de 2006", "2006-01-02T00:00:00Z" },
	{ "D11", "Пн, 02 янв 2006 15:04:05 +0300", "2006-01-02T12:04:05Z" },
	{ "D11", "2 stycznia 2006 15:04", "2006-01-02T15:04:00Z" },
	{ "D11", "1er février 2006", "2006-02-01T00:00:00Z" },
	{ "D11", "Di, 03 Mär 2015 11:16:38 +0100", "2015-03-03T10:16:38Z" },
	{ "D11", "5 listopada 2006", NULL },
	{ "D11", "5 marraskuuta 2006", "2006-11-05T00:00:00Z" },
	{ "D11", "5 kas 2006", "2006-11-05T00:00:00Z" },
	{ "D11", "5 jui 2006", NULL },
	{ "D11", "20 พฤศจิกายน 2026 09:01", "2026-11-20T09:01:00Z" },
	{ "D11", "20 พ.ย. 2569 09:01", "2026-11-20T09:01:00Z" },
	{ "D11", "20 พ.ย. 69", "2026-11-20T00:00:00Z" },
	{ "D11", "20 พ.ย. 70", "2027-11-20T00:00:00Z" },
	{ "D11", "20 พ.ย. 26", "2026-11-20T00:00:00Z" },
	{ "D11", "20 พ.ย. 1975", "1975-11-20T00:00:00Z" },
	{ "D11", "วันศุกร์ที่ 29 กุมภาพันธ์ พ.ศ. 2567", "2024-02-29T00:00:00Z" },
	{ "D11", "๒๐ พฤศจิกายน ๒๕๖๙", "2026-11-20T00:00:00Z" },
	{ "D11", "20 tháng 11 2026 09:01", "2026-11-20T09:01:00Z" },
	{ "D11", "ngày 20 Tháng 11 năm 2026", "2026-11-20T00:00:00Z" },
	{ "D11", "20 tháng 13 2026", NULL },
	{ "D11", "20 नवंबर 2026 01:15 IST", "2026-11-19T19:45:00Z" },
	{ "D11", "२० नवंबर २०२६", "2026-11-20T00:00:00Z" },
	{ "D11", "20 تشرين الثاني 2026 01:15", "2026-11-20T01:15:00Z" },
	{ "D11", "2 كانون الثاني 2026", "2026-01-02T00:00:00Z" },
	{ "D11", "20 نونبر 2026", "2026-11-20T00:00:00Z" },
	{ "D11", "20 أوت 2026", "2026-08-20T00:00:00Z" },
	{ "D11", "۲۰ نوفمبر ۲۰۲۶", "2026-11-20T00:00:00Z" },
	{ "D11", "20. novembris 2026 01:15", "2026-11-20T01:15:00Z" },
	{ "D11", "2026. gada 20. novembrī", "2026-11-20T00:00:00Z" },
	{ "D11", "20. nóvember 2026 kl. 01:15", "2026-11-20T01:15:00Z" },
	{ "D11", "20 Noyabr 2026, 01:20", "2026-11-20T01:20:00Z" },
	{ "D11", "20. detsember 2026 01:15", "2026-12-20T01:15:00Z" },
	{ "D11", "20 dets 2026", "2026-12-20T00:00:00Z" },
	{ "D11", "20 det 2026", NULL },
	{ "D11", "20 sent 2026", "2026-09-20T00:00:00Z" },
	{ "D11", "20 sen 2026", NULL },
	{ "D11", "2026 01:15", NULL },
	{ "D12", "Fri, 2006/09/15 08:19:53 EDT", "2006-09-15T12:19:53Z" },
	{ "D13", "1136214245", "2006-01-02T15:04:05Z" },
	{ "D13", "1136214245000", "2006-01-02T15:04:05Z" },
	{ "D13", "1136214245.75", "2006-01-02T15:04:05Z" },
	{ "D14", "0000-00-00", NULL },
	{ "D14", "0001-01-01T00:00:00Z", NULL },
	{ "D14", "Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00Z" },
	{ "D14", "20224-01-01T00:00:00Z", NULL },
	{ "D14", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z" },
	{ "D14", "9999-12-31T23:59:59-01:00", NULL },
	{ "D15", "2006-01-02T24:00:00Z", "2006-01-03T00:00:00Z" },
	{ "D15", "2006-01-02T24:00:01Z", NULL },
	{ "D15", "2006-01-02T25:00:00Z", NULL },
	{ "D15", "2005-12-31T23:59:60Z", "2006-01-01T00:00:00Z" },
	{ "D15", "2006-02-30T00:00:00Z", NULL },
	{ "D15", "2004-02-29", "2004-02-29T00:00:00Z" },
	{ "D15", "1900-02-29", NULL },
	{ "D15", "2006-13-01", NULL },
	{ "D18", "Mon, 02 Jan 2106 15:04:05 GMT", "2106-01-02T15:04:05Z" },
	{ "-", "", NULL },
	{ "-", "   ", NULL },
	{ "-", "yesterday", NULL },
	{ "-", "5", NULL },
	{ "-", "Jan 5", NULL },
	{ "-", "15:04:05", NULL },
	{ "-", "99999999999999999999999999", NULL },
	{ "-", "1:2:3:4:5:6:7:8:9", NULL },
	{ "-", "3 of the 4 cats in 2006 slept at 15:04 near the old red barn",
	    NULL },
};

static void
date_test_samples(void)
{
	char got[DATE_TEXT_BYTES];

	for (size_t i = 0; i < ARRAY_LENGTH(samples); i++) {
		const struct sample *s = &samples[i];
		int64_t at = DATE_NONE;
		bool read = date_parse(slice_of(s->text), &at, NULL);

		date_format_rfc3339(read ? at : DATE_NONE, got);
		if (!ok(strcmp(got, s->expected ? s->expected : "") == 0,
			"%s: %s", s->row, s->text))
			printf("# got %s, expected %s\n", got, s->expected);
	}
}

static void
date_test_flags(void)
{
	int64_t at;
	unsigned flags;

	date_parse(SLICE("2006-01-02"), &at, &flags);
	is_int(flags, 0, "a date alone has neither time nor zone");
	date_parse(SLICE("2006-01-02 15:04"), &at, &flags);
	is_int(flags, DATE_HAS_TIME, "D4: no zone is flagged");
	date_parse(SLICE("Mon, 02 Jan 2006 15:04 GMT"), &at, &flags);
	is_int(flags, DATE_HAS_TIME | DATE_HAS_ZONE, "a zone is flagged");
	date_parse(SLICE("1 January 2006"), &at, &flags);
	is_int(flags, 0, "a text with a day is not flagged");
	date_parse(SLICE("January 2006"), &at, &flags);
	is_int(flags, DATE_NO_DAY, "D6: a month without a day is flagged");
	date_parse(SLICE("2006-01"), &at, &flags);
	is_int(flags, DATE_NO_DAY, "D6: so is a year and a month");
	date_parse(SLICE("2006"), &at, &flags);
	is_int(flags, DATE_NO_DAY, "D6: so is a year alone");
	date_parse(SLICE("13/02/2006"), &at, &flags);
	is_int(flags, DATE_DAY_FIRST, "D10: 13/02 shows the order");
	ok(date_parse_ordered(
	       SLICE("02/01/2006"), DATE_ORDER_DAY_FIRST, &at, NULL) &&
		at == date_from_civil(2006, 1, 2, 0, 0, 0),
	    "D10: 02/01 is 2 January, the day first");
	ok(date_parse_ordered(
	       SLICE("02/01/2006"), DATE_ORDER_MONTH_FIRST, &at, NULL) &&
		at == date_from_civil(2006, 2, 1, 0, 0, 0),
	    "D10: 02/01 is 1 February, the month first");
}

static void
date_test_http(void)
{
	static const struct sample forms[] = {
		{ "", "Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z" },
		{ "", "Sunday, 06-Nov-94 08:49:37 GMT",
		    "1994-11-06T08:49:37Z" },
		{ "", "Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z" },
		{ "", "Sun Nov 16 08:49:37 1994", "1994-11-16T08:49:37Z" },
		{ "", "Sun, 06 Nov 1994 08:49:37 UTC", NULL },
		{ "", "Sun, 6 Nov 1994 08:49:37 GMT", NULL },
		{ "", "Sun, 06 nov 1994 08:49:37 GMT", NULL },
		{ "", "Sun, 31 Feb 1994 08:49:37 GMT", NULL },
		{ "", "Sun, 06 Nov 1994 08:49:37 GMT ", NULL },
		{ "", "Sun, 06 Nov YYYY 08:49:37 GMT", NULL },
		{ "", "0", NULL },
		{ "", "", NULL },
	};
	char got[DATE_TEXT_BYTES];

	for (size_t i = 0; i < ARRAY_LENGTH(forms); i++) {
		int64_t at = DATE_NONE;
		bool read = date_parse_http(slice_of(forms[i].text), &at);

		date_format_rfc3339(read ? at : DATE_NONE, got);
		is_text(slice_of(got),
		    forms[i].expected ? forms[i].expected : "", forms[i].text);
	}
}

/* Converts every day of 400 years in both directions. */
static void
date_test_civil(void)
{
	char text[DATE_TEXT_BYTES];
	int64_t back;
	int wrong = 0;

	for (int64_t day = 0; day < 146097; day++) {
		int64_t at = day * 86400 + day % 86400;

		date_format_rfc3339(at, text);
		if (!date_parse(slice_of(text), &back, NULL) || back != at)
			wrong++;
	}
	is_int(wrong, 0, "the days of 400 years survive both conversions");
	date_format_rfc3339(-1, text);
	is_text(slice_of(text), "1969-12-31T23:59:59Z",
	    "a date before 1970 is written correctly");
	is_int((int64_t)date_format_rfc3339(DATE_NONE, text), 0,
	    "DATE_NONE is written as an empty text");
	is_int(date_from_civil(2000, 3, 1, 0, 0, 0), 951868800, "2000-03-01");
}

int
main(void)
{
	date_test_samples();
	date_test_flags();
	date_test_http();
	date_test_civil();
	return done_testing();
}
