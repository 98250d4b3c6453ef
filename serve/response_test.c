/* response_test.c -- tests responses: problems, validators, status 304, dates
 * and links. */
#include "base/date/date.h"
#include "serve/response.h"
#include "tests/lib/tap.h"

static struct serve_response
response_test_make(struct serve_request request, const char *body)
{
	struct serve_response response;

	serve_response_init(&response);
	response.content_type = SERVE_TYPE_TEXT;
	response.last_modified_at = 784111777;
	buf_append_string(&response.body, body);
	serve_response_finish(&response, &request);
	return response;
}

static void
response_test_status(struct serve_request request, int status, const char *name)
{
	struct serve_response response;

	if (request.method == 0)
		request.method = SERVE_GET;
	response = response_test_make(request, "text");
	is_int(response.status, status, name);
	is_int((int64_t)response.body.len, 4,
	    "the body remains for Content-Length, also if the status is 304");
	serve_response_release(&response);
}

static void
response_test_validators(void)
{
	struct serve_response first = response_test_make(
	    (struct serve_request){ .method = SERVE_GET }, "text");
	char list[256];

	ok(first.etag[0] == '"', "the ETag is made of the body");
	snprintf(list, sizeof(list), "\"x\", W/%s", first.etag);
	response_test_status(
	    (struct serve_request){ .if_none_match = slice_of(first.etag) },
	    304, "the same ETag");
	response_test_status(
	    (struct serve_request){ .if_none_match = slice_of(list) }, 304,
	    "in a list, weak");
	response_test_status(
	    (struct serve_request){ .if_none_match = SLICE("*") }, 304, "any");
	response_test_status(
	    (struct serve_request){ .if_none_match = SLICE("\"x\""),
		.if_modified_since = SLICE("Sun, 06 Nov 1994 08:49:37 GMT") },
	    200, "another ETag, although the date is equal");
	response_test_status(
	    (struct serve_request){
		.if_modified_since = SLICE("Sun, 06 Nov 1994 08:49:37 GMT") },
	    304, "the same date");
	response_test_status(
	    (struct serve_request){
		.if_modified_since = SLICE("Sun, 06 Nov 1994 08:49:36 GMT") },
	    200, "an earlier date");
	response_test_status(
	    (struct serve_request){ .if_modified_since = SLICE("yesterday") },
	    200, "not a date");
	response_test_status((struct serve_request){ .method = SERVE_POST,
				 .if_none_match = slice_of(first.etag) },
	    200, "a POST");
	serve_response_release(&first);
}

static void
response_test_problems(void)
{
	struct serve_request request = {
		.method = SERVE_GET, .path = SLICE("/x"), .accept = SLICE("*/*")
	};
	struct serve_response response;

	serve_response_init(&response);
	serve_problem(&response, 404, "there is no <b>\"x\"</b>");
	serve_response_finish(&response, &request);
	is_text(slice_of(response.content_type), SERVE_TYPE_PROBLEM,
	    "a program gets an error as JSON");
	is_text(buf_slice(&response.body),
	    "{\"type\":\"about:blank\",\"title\":\"Not Found\",\"status\":404,"
	    "\"detail\":\"there is no <b>\\\"x\\\"</b>\"}\n",
	    "the error has the members of RFC 9457");
	serve_response_clear(&response);
	request.accept = SLICE("text/html,*/*;q=0.8");
	serve_problem(&response, 404, "there is no <b>x</b>");
	serve_response_finish(&response, &request);
	is_text(slice_of(response.content_type), SERVE_TYPE_HTML,
	    "a browser gets a page");
	ok(strstr(response.body.p, "no &lt;b&gt;x&lt;/b&gt;") != NULL &&
		strstr(response.body.p, "<b>") == NULL,
	    "the text of the problem is escaped");
	serve_response_clear(&response);
	request.path = SLICE("/api/v1/x");
	serve_problem(&response, 404, "x");
	serve_response_finish(&response, &request);
	is_text(slice_of(response.content_type), SERVE_TYPE_PROBLEM,
	    "the API always answers JSON");
	serve_response_release(&response);
}

/* Adds three links whose targets have `bytes` bytes each. */
static void
response_test_long_links(size_t bytes, size_t expected, const char *name)
{
	static const char *const rels[] = { "next", "alternate", "alternate" };
	struct slice links, link;
	struct serve_response response;
	char target[8192];
	size_t n = 0, n_whole = 0;

	memset(target, 'x', sizeof(target));
	serve_response_init(&response);
	for (size_t i = 0; i < 3; i++)
		serve_response_link(
		    &response, (struct slice){ target, bytes }, rels[i], NULL);
	links = buf_slice(&response.links);
	while (links.len > 0 && slice_next(&links, ',', &link)) {
		link = slice_trim(link);
		n++;
		if (slice_starts(link, SLICE("<x")) &&
		    slice_starts(slice_sub(link, bytes + 1, link.len),
			n == 1 ? SLICE(">; rel=\"next\"")
			       : SLICE(">; rel=\"alternate\"")))
			n_whole++;
	}
	is_int((int64_t)n, (int64_t)expected, name);
	is_int(
	    (int64_t)n_whole, (int64_t)n, "all links of the field are whole");
	ok(!buf_failed(&response.links), "the field is complete");
	serve_response_release(&response);
}

int
main(void)
{
	char date[SERVE_HTTP_DATE_BYTES];
	struct serve_response response;

	serve_http_date(784111777, date);
	is_text(slice_of(date), "Sun, 06 Nov 1994 08:49:37 GMT",
	    "a date is written as in HTTP");
	serve_http_date(0, date);
	is_text(slice_of(date), "Thu, 01 Jan 1970 00:00:00 GMT",
	    "the first second of 1970 is written as in HTTP");
	response_test_validators();
	response_test_problems();
	serve_response_init(&response);
	serve_response_link(
	    &response, SLICE("/?after=1>\r\nX: y"), "next", NULL);
	serve_response_link(
	    &response, SLICE("/i.atom"), "alternate", "application/atom+xml");
	is_text(buf_slice(&response.links),
	    "</?after=1%3E%0D%0AX:%20y>; rel=\"next\", "
	    "</i.atom>; rel=\"alternate\"; type=\"application/atom+xml\"",
	    "a target cannot end the field");
	serve_response_release(&response);
	response_test_long_links(
	    2500, 3, "three links to a search of 400 Cyrillic letters");
	response_test_long_links(
	    4000, 2, "the last of three long links is omitted");
	response_test_long_links(
	    5900, 1, "two of three longer links are omitted");
	response_test_long_links(
	    8192, 0, "links are omitted if not even one fits");
	return done_testing();
}
