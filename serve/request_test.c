/* request_test.c -- tests how targets of requests are decoded, how parameters
 * are read, and which targets are refused. */
#include "serve/request.h"
#include "tests/lib/tap.h"

static char target[LIMIT_SERVE_TARGET], spare[LIMIT_SERVE_TARGET];

static int
request_test_parse(const char *text, struct serve_request *ret)
{
	size_t n = strlen(text);

	*ret = (struct serve_request){ 0 };
	memcpy(target, text, n);
	return serve_request_parse_target(target, n, spare, ret);
}

static void
request_test_absolute(void)
{
	struct serve_request request;

	is_int(request_test_parse("HTTP://evil.example:80/a%20b?c=d", &request),
	    0, "a request with an absolute URL is read");
	is_text(request.host, "evil.example:80",
	    "the host of an absolute URL replaces the field Host");
	is_text(request.path, "/a b", "an absolute URL has a path");
	is_text(request.query, "c=d", "an absolute URL has a query");
	is_int(request_test_parse("/a?u=http://x/", &request), 0,
	    "a request with a path is read");
	is_text(
	    request.host, NULL, "a URL in the query does not replace the host");
}

static void
request_test_refused(void)
{
	static const char *const refused[] = { "", "index.html", "*",
		"http://x", "https://x/", "x:80", "http://x?/", "/%", "/%4",
		"/%zz", "/%00", "/%0a", "/%7f", "/\x01", "/%ff", "/%c3",
		"/%ed%a0%80", "/?q=%00", "/?q=%ff", "/?%80=1", "/?q=%4" };
	struct serve_request request;
	char many[LIMIT_SERVE_PARAMETERS * 4 + 16] = "/?";

	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		ok(request_test_parse(refused[i], &request) == 400,
		    "refused: %zu", i);
	for (int i = 0; i <= LIMIT_SERVE_PARAMETERS; i++)
		memcpy(many + strlen(many), "a=1&", 5);
	is_int(request_test_parse(many, &request), 400,
	    "a request with too many parameters is refused");
}

int
main(void)
{
	struct serve_request request;
	int64_t n;

	is_int(
	    request_test_parse("/tag/caf%C3%A9%2Fx?q=a+b%26c&&x&y=", &request),
	    0, "a target with everything");
	is_text(request.path, "/tag/café/x", "the path is decoded");
	is_text(request.query, "q=a+b%26c&&x&y=", "the query is kept");
	is_int((int64_t)request.n_parameters, 3, "empty parts are skipped");
	is_text(serve_request_parameter(&request, "q"), "a b&c",
	    "plus is a space, and an encoded separator is text");
	is_text(serve_request_parameter(&request, "x"), "",
	    "a parameter without a value is empty");
	is_text(serve_request_parameter(&request, "z"), NULL,
	    "an absent parameter is absent");
	is_int(request_test_parse("/a+b", &request), 0,
	    "a path with a plus is read");
	is_text(request.path, "/a+b", "a plus in a path is not a space");
	is_int(request_test_parse("/?q=%09a%0Ab", &request), 0,
	    "encoded white space in a value is accepted");
	is_int(request_test_parse("/?a=1&a=2&n=7&m=x&o=99", &request), 0,
	    "a request with a repeated parameter is read");
	is_text(serve_request_parameter(&request, "a"), "1",
	    "the first of two parameters is used");
	ok(serve_request_int(&request, "n", 1, 10, 3, &n) && n == 7,
	    "a parameter with a number in the range is read");
	ok(serve_request_int(&request, "z", 1, 10, 3, &n) && n == 3,
	    "an absent parameter has its default");
	ok(!serve_request_int(&request, "m", 1, 10, 3, &n),
	    "a parameter that is not a number is refused");
	ok(!serve_request_int(&request, "o", 1, 10, 3, &n),
	    "a number out of range is refused");
	request_test_absolute();
	request_test_refused();
	return done_testing();
}
