/*
 * params_test.c -- tests that each wrong value of a parameter of the API is an
 * error that names the parameter.
 */
#include "serve/api/api.h"
#include "serve/api/params.h"
#include "serve/feed/cursor.h"
#include "tests/lib/tap.h"

#define NOW 1700000000

struct params_test_values {
	int64_t since_at, limit, choice, row_id;
	struct slice word, lang;
	struct article_place after;
};
#define VALUE(member) offsetof(struct params_test_values, member)
static const char *const params_test_choices[] = { "one", "two", NULL };
static const struct param_row params_test_rows[] = {
	{ .name = "since", .kind = PARAM_TIME, .offset = VALUE(since_at) },
	{ .name = "word", .kind = PARAM_TEXT, .offset = VALUE(word), .max = 4 },
	{ .name = "limit",
	    .kind = PARAM_NUMBER,
	    .offset = VALUE(limit),
	    .min = 1,
	    .max = 9 },
	{ .name = "choice",
	    .kind = PARAM_CHOICE,
	    .offset = VALUE(choice),
	    .choices = params_test_choices },
	{ .name = "lang", .kind = PARAM_LANG, .offset = VALUE(lang) },
	{ .name = "after", .kind = PARAM_CURSOR, .offset = VALUE(after) },
	{ .name = "row", .kind = PARAM_ROW, .offset = VALUE(row_id) },
	{ 0 },
};

/* Reads the parameters of a query.  `problem`: a part of the error; NULL: none.
 */
static struct params_test_values
params_test_read(const char *query, const char *problem)
{
	struct params_test_values values = { .limit = 5,
		.after = ARTICLE_PLACE_FIRST };
	struct serve_request request = { .method = SERVE_GET };
	struct serve_response response;
	struct serve_exchange exchange = {
		.request = &request, .response = &response, .now_at = NOW
	};
	char target[512], spare[512];
	int length = snprintf(target, sizeof(target), "/x?%s", query);
	bool is_read;

	serve_response_init(&response);
	is_int(
	    serve_request_parse_target(target, (size_t)length, spare, &request),
	    0, query);
	is_read = params_read(&exchange, params_test_rows, &values);
	if (problem == NULL)
		ok(is_read, "%s is read", query);
	else if (!ok(!is_read && response.status == 400 &&
			 strstr(response.problem.p, problem) != NULL,
		     "%s: %s", query, problem))
		printf("# %s\n", response.problem.p);
	serve_response_release(&response);
	return values;
}

static void
params_test_time(const char *text, int64_t expected)
{
	int64_t at = -1;

	ok(param_time(slice_of(text), NOW, &at) == (expected >= 0) &&
		at == expected,
	    "time %s", text);
}

static void
params_test_day(const char *text, int64_t expected)
{
	int64_t at = 7;

	ok(param_day(slice_of(text), NOW, 86400, &at) && at == expected,
	    "the end of \"%s\"", text);
}

static void
params_test_times(void)
{
	params_test_day("2023-11-14", 1699920000 + 86400);
	params_test_day("2023-11-14T22:13:20Z", NOW);
	params_test_day("2h", NOW - 7200);
	params_test_day("000000002h", NOW - 7200);
	params_test_day("", 7);
	params_test_time("2023-11-14", 1699920000);
	params_test_time("2023-11-14T22:13:20Z", NOW);
	params_test_time("2023-11-14T22:13:20.123Z", NOW);
	params_test_time("2023-11-14T23:13:20+01:00", NOW);
	params_test_time("2023-11-14T23:13:20 01:00", NOW);
	params_test_time("2023-11-14T17:13:20-05:00", NOW);
	params_test_time("90s", NOW - 90);
	params_test_time("2h", NOW - 7200);
	params_test_time("1w", NOW - 7 * 86400);
	params_test_time("", -1);
	params_test_time("yesterday", -1);
	params_test_time("2023-13-14", -1);
	params_test_time("2023-02-30", -1);
	params_test_time("14.11.2023", -1);
	params_test_time("2023-11-14T22:13:20", -1);
	params_test_time("2023-11-14T22:13:20.Z", -1);
	params_test_time("-2h", -1);
	params_test_time("9223372036854775807w", -1);
	params_test_time("2h2h", -1);
}

static void
params_test_cursors(void)
{
	static const char *const wrong[] = { "1", "1.", ".1", "1.x", "1.2.3",
		"+1.2", "1.--2", "99999999999999999999.1", " 1.2",
		"/api?after=", "1e5.2" };
	struct article_place place = { 0, 0 };
	struct buf text;

	buf_init(&text, 100);
	cursor_put(&text, (struct article_place){ -7, 42 });
	ok(cursor_parse(buf_slice(&text), &place) && place.sort_at == -7 &&
		place.id == 42,
	    "a place is read as it was written: %s", text.p);
	ok(cursor_parse(SLICE("/api/v1/articles?limit=2&after=5.6"), &place) &&
		place.sort_at == 5 && place.id == 6,
	    "the target of the next page");
	ok(cursor_parse(SLICE(""), &place) && place.id == INT64_MAX,
	    "no place is the first page");
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		ok(!cursor_parse(slice_of(wrong[i]), &place),
		    "no place: \"%s\"", wrong[i]);
	buf_release(&text);
}

int
main(void)
{
	struct params_test_values values = params_test_read(
	    "since=2h&word=a%20b&limit=9&choice=two&lang=pt-BR&after=1.2",
	    NULL);

	ok(values.since_at == NOW - 7200 && values.limit == 9 &&
		values.choice == 1 && values.after.id == 2,
	    "all kinds of values");
	values = params_test_read("limit=&since=&word=", NULL);
	ok(values.limit == 5 && values.word.p == NULL,
	    "an empty value is an absent one");
	params_test_read("limit=0", "parameter limit: expected a number from 1 "
				    "to 9, got \"0\"");
	params_test_read("limit=10", "parameter limit");
	params_test_read("limit=+3", "parameter limit");
	params_test_read("limit=3x", "parameter limit");
	params_test_read("limit=99999999999999999999", "parameter limit");
	params_test_read("since=soon", "parameter since: expected a time");
	params_test_read("word=abcde", "parameter word: expected at most 4");
	params_test_read(
	    "choice=three", "parameter choice: expected one or two");
	params_test_read("lang=e", "parameter lang");
	params_test_read("lang=en_US", "parameter lang");
	params_test_read("lang='--", "parameter lang");
	params_test_read("after=x", "parameter after");
	is_int(params_test_read("row=7", NULL).row_id, 7, "the id of a row");
	is_int(params_test_read("row=/x%3Flimit%3D1%26after%3D12", NULL).row_id,
	    12, "the target of a next page");
	params_test_read("row=/x%3Fafter%3D", "parameter row");
	params_test_read("row=/x%3Flimit%3D1", "parameter row");
	params_test_read("row=-1", "parameter row: expected the value of next");
	params_test_read("limits=3", "parameter limits: there is no such");
	params_test_read(
	    "limit=3&limit=4", "parameter limit: it is given twice");
	params_test_times();
	params_test_cursors();
	return done_testing();
}
