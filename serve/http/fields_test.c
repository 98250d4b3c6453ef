/* fields_test.c -- tests how header fields are read, and that heads that two
 * readers could read differently are refused. */
#include "serve/http/fields.h"
#include "tests/lib/tap.h"

#define FIELDS_MOST 3

static void
fields_test_values(void)
{
	struct serve_request request = { 0 };
	struct fields fields = { .request = &request };
	const char *why = NULL;

	fields_take(&fields, SLICE("hOST"), SLICE(" 127.0.0.1:7416\t"));
	fields_take(&fields, SLICE("X-Other"), SLICE("a\tb"));
	fields_take(&fields, SLICE("X-Other"), SLICE("\xC3\xA4"));
	is_text(request.host, "127.0.0.1:7416",
	    "white space around a value is removed");
	is_text(request.origin, NULL, "an absent field is absent");
	fields_take(&fields, SLICE("Accept"), SLICE("application/json"));
	fields_take(&fields, SLICE("Accept"), SLICE("text/html"));
	is_text(request.accept, "application/json",
	    "the first value of a list is used");
	is_int(fields_check(&fields, &why), 0, "a complete head is accepted");
}

static const struct {
	const char *name;
	int status;
	struct slice fields[FIELDS_MOST][2];
} checks[] = {
	{ "a length", 0, { { SLICE("Content-Length"), SLICE("5") } } },
	{ "chunks", 0,
	    { { SLICE("Transfer-Encoding"), SLICE("Chunked") } } },
	{ "two lengths", 400,
	    { { SLICE("Content-Length"), SLICE("5") },
		{ SLICE("content-length"), SLICE("5") } } },
	{ "two codings", 400,
	    { { SLICE("Transfer-Encoding"), SLICE("chunked") },
		{ SLICE("Transfer-Encoding"), SLICE("identity") } } },
	{ "a length and a coding", 400,
	    { { SLICE("Content-Length"), SLICE("5") },
		{ SLICE("Transfer-Encoding"), SLICE("chunked") } } },
	{ "another coding", 501,
	    { { SLICE("Transfer-Encoding"), SLICE("xchunked") } } },
	{ "two codings in a list", 501,
	    { { SLICE("Transfer-Encoding"),
		SLICE("chunked, identity") } } },
	{ "no coding", 501,
	    { { SLICE("Transfer-Encoding"), SLICE("") } } },
	{ "a coding after a vertical tab", 400,
	    { { SLICE("Transfer-Encoding"), SLICE("\x0b"
						  "chunked") } } },
	{ "a space before the colon", 400,
	    { { SLICE("Content-Length "), SLICE("5") } } },
	{ "a name with a control", 400,
	    { { SLICE("Content-Length\0x"), SLICE("5") } } },
	{ "no name", 400, { { SLICE(""), SLICE("5") } } },
	{ "a value with NUL", 400, { { SLICE("X"), SLICE("a\0b") } } },
	{ "two values of Accept", 0,
	    { { SLICE("Accept"), SLICE("application/json") },
		{ SLICE("accept"), SLICE("text/html") } } },
	{ "two values of If-None-Match", 0,
	    { { SLICE("If-None-Match"), SLICE("\"a\"") },
		{ SLICE("If-None-Match"), SLICE("\"b\"") } } },
	{ "two values of Authorization", 400,
	    { { SLICE("Authorization"), SLICE("Bearer a") },
		{ SLICE("Authorization"), SLICE("Bearer b") } } },
	{ "two origins", 400,
	    { { SLICE("Origin"), SLICE("http://a") },
		{ SLICE("Origin"), SLICE("http://b") } } },
	{ "two content types", 400,
	    { { SLICE("Content-Type"), SLICE("text/plain") },
		{ SLICE("Content-Type"), SLICE("text/plain") } } },
	{ "two hosts", 400,
	    { { SLICE("Host"), SLICE("a") },
		{ SLICE("Host"), SLICE("a") } } },
};

static void
fields_test_checks(void)
{
	for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
		struct serve_request request = { 0 };
		struct fields fields = { .request = &request };
		const char *why = NULL;

		for (size_t k = 0; k < FIELDS_MOST; k++)
			if (checks[i].fields[k][0].p != NULL)
				fields_take(&fields, checks[i].fields[k][0],
				    checks[i].fields[k][1]);
		is_int(fields_check(&fields, &why), checks[i].status,
		    checks[i].name);
		ok((why != NULL) == (checks[i].status != 0),
		    "a refused head has a reason");
	}
}

int
main(void)
{
	fields_test_values();
	fields_test_checks();
	return done_testing();
}
