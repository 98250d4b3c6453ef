/*
 * websub_test.c -- Link headers, discovery, signatures, verification queries
 * and requests of hubs, by the sections of WebSub, RFC 8288 and RFC 9112.
 */
#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "crawler/websub/discovery.h"
#include "crawler/websub/http_request.h"
#include "crawler/websub/intent.h"
#include "crawler/websub/link_header.h"
#include "crawler/websub/signature.h"
#include "tests/lib/tap.h"

static struct arena arena;

/* ---- RFC 8288 ---- */

static const struct {
	const char *name, *field, *hubs; /* hubs: targets with rel=hub */
} link_rows[] = {
	{ "a Link field with one value", "<https://h.example/>; rel=\"hub\"",
	    "https://h.example/ " },
	{ "a relation without quotation marks", "<https://h.example/>;rel=hub",
	    "https://h.example/ " },
	{ "the parameter name in capitals", "<h>; REL=HUB", "h " },
	{ "a value with several relations", "<h>; rel=\"self hub\"", "h " },
	{ "a Link field with two values", "<s>; rel=self, <h>; rel=hub", "h " },
	{ "a Link field with two hubs", "<a>; rel=hub, <b>; rel=hub", "a b " },
	{ "a target that contains a comma", "<a,b>; rel=hub", "a,b " },
	{ "a title that contains a comma and another value",
	    "<s>; title=\"a, <x>; rel=hub\"; rel=self, "
	    "<h>; rel=hub",
	    "h " },
	{ "a title that contains an escaped quotation mark",
	    "<s>; title=\"a\\\", <x>; rel=hub\", <h>; rel=hub", "h " },
	{ "a second rel of the same value is ignored", "<a>; rel=self; rel=hub",
	    "" },
	{ "a value with an anchor is ignored",
	    "<a>; rel=hub; anchor=\"/other\"", "" },
	{ "a value without rel is ignored", "<a>, <b>; title=hub", "" },
	{ "a relation that only begins with \"hub\" is ignored",
	    "<a>; rel=\"hubs\"", "" },
	{ "a target without angle brackets is ignored",
	    "a; rel=hub, <h>; rel=hub", "h " },
	{ "a target without its closing bracket is ignored", "<a; rel=hub",
	    "" },
	{ "a quoted relation without its closing quotation mark",
	    "<a>; rel=\"hub", "a " },
	{ "white space and empty values in a Link field",
	    " ,, <a> ;\trel = \"hub\" , ", "a " },
	{ "an empty Link field", "", "" },
};

static void
websub_test_link_header(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(link_rows); i++) {
		struct slice rest = slice_of(link_rows[i].field);
		struct link_value value;
		char got[200] = "";

		while (link_header_next(&rest, &value))
			if (link_value_is(&value, SLICE("hub"))) {
				strncat(got, value.target.p, value.target.len);
				strncat(got, " ", 2);
			}
		is_text(slice_of(got), link_rows[i].hubs, link_rows[i].name);
	}
}

/* ---- WebSub, section 4 ---- */

#define FEED "https://news.example.org/feed"
#define HUB  "<https://hub.example.net/>; rel=\"hub\""
#define SELF "<https://news.example.org/feed>; rel=\"self\""

static const struct {
	const char *name, *url, *link, *hub, *self;
	enum websub_discovery result;
	const char *found_hub, *found_topic;
} discovery_rows[] = {
	{ "hub and topic in the header Link", FEED, HUB ", " SELF, NULL, NULL,
	    WEBSUB_FOUND, "https://hub.example.net/", FEED },
	{ "hub and topic in the document", FEED, NULL,
	    "https://hub.example.net/", FEED, WEBSUB_FOUND,
	    "https://hub.example.net/", FEED },
	{ "the header Link has priority over the document", FEED,
	    HUB ", <https://news.example.org/a>; rel=self",
	    "https://other.example/", "https://news.example.org/b",
	    WEBSUB_FOUND, "https://hub.example.net/",
	    "https://news.example.org/a" },
	{ "a Link field without a hub leaves the document's hub", FEED,
	    "<https://news.example.org/>; rel=alternate",
	    "https://hub.example.net/", FEED, WEBSUB_FOUND,
	    "https://hub.example.net/", FEED },
	{ "if only the document names a hub, its topic is used, too", FEED,
	    SELF, "https://hub.example.net/", "https://news.example.org/b",
	    WEBSUB_FOUND, "https://hub.example.net/",
	    "https://news.example.org/b" },
	{ "relative references are resolved", FEED,
	    "</hub>; rel=hub, <feed.json>; rel=self", NULL, NULL, WEBSUB_FOUND,
	    "https://news.example.org/hub",
	    "https://news.example.org/feed.json" },
	{ "of two hubs the hub with TLS is used",
	    "http://news.example.org/feed",
	    "<http://a.example/>; rel=hub, <https://b.example/>; rel=hub, "
	    "<http://news.example.org/feed>; rel=self",
	    NULL, NULL, WEBSUB_FOUND, "https://b.example/",
	    "http://news.example.org/feed" },
	{ "a feed without a hub", FEED, SELF, NULL, FEED, WEBSUB_NO_HUB, NULL,
	    NULL },
	{ "a feed without a topic", FEED, HUB, NULL, NULL, WEBSUB_NO_TOPIC,
	    NULL, NULL },
	{ "a topic of another site in the header", FEED,
	    HUB ", <https://victim.example/feed>; rel=self", NULL, NULL,
	    WEBSUB_OTHER_TOPIC, NULL, NULL },
	{ "a topic of another site in the document", FEED, NULL,
	    "https://hub.example.net/", "https://victim.example/feed",
	    WEBSUB_OTHER_TOPIC, NULL, NULL },
	{ "a topic on another host of the same site", FEED,
	    HUB ", <https://www.example.org/feed>; rel=self", NULL, NULL,
	    WEBSUB_FOUND, "https://hub.example.net/",
	    "https://www.example.org/feed" },
	{ "a topic on a host of another owner below a public suffix",
	    "https://a.github.io/feed",
	    HUB ", <https://b.github.io/feed>; rel=self", NULL, NULL,
	    WEBSUB_OTHER_TOPIC, NULL, NULL },
	{ "a topic on another port of the same IP address",
	    "http://127.0.0.1:80/feed",
	    "<http://127.0.0.1:81/>; rel=hub, "
	    "<http://127.0.0.1:82/feed>; rel=self",
	    NULL, NULL, WEBSUB_OTHER_TOPIC, NULL, NULL },
	{ "a hub without TLS for a feed with TLS", FEED,
	    "<http://hub.example.net/>; rel=hub, " SELF, NULL, NULL,
	    WEBSUB_HUB_NO_TLS, NULL, NULL },
	{ "a hub without TLS for a feed without TLS",
	    "http://news.example.org/feed",
	    "<http://hub.example.net/>; rel=hub, "
	    "<http://news.example.org/feed>; rel=self",
	    NULL, NULL, WEBSUB_FOUND, "http://hub.example.net/",
	    "http://news.example.org/feed" },
	{ "a hub with another scheme than http", FEED,
	    "<ftp://hub.example.net/>; rel=hub, " SELF, NULL, NULL,
	    WEBSUB_HUB_INVALID, NULL, NULL },
	{ "a hub URL that contains credentials", FEED,
	    "<https://u:p@hub.example.net/>; rel=hub, " SELF, NULL, NULL,
	    WEBSUB_HUB_INVALID, NULL, NULL },
};

static void
websub_test_discovery(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(discovery_rows); i++) {
		const struct websub_page page = {
			.feed_url = SLICE("https://old.example/rss"),
			.url = slice_of(discovery_rows[i].url),
			.link = slice_of(discovery_rows[i].link),
			.hub = slice_of(discovery_rows[i].hub),
			.self = slice_of(discovery_rows[i].self),
		};
		struct slice hub = SLICE_NONE, topic = SLICE_NONE;

		is_int(websub_discover(&arena, &page, &hub, &topic),
		    discovery_rows[i].result, discovery_rows[i].name);
		is_slice(hub, slice_of(discovery_rows[i].found_hub),
		    "the discovered hub");
		is_slice(topic, slice_of(discovery_rows[i].found_topic),
		    "the discovered topic");
	}
}

/* ---- WebSub, section 8 ---- */

/* RFC 4231, section 4.3: test case 2 */
#define KEY  "Jefe"
#define DATA "what do ya want for nothing?"

static const struct {
	const char *name, *value;
	enum websub_signature_fault result;
} signature_rows[] = {
	{ "a correct signature with SHA-256",
	    "sha256="
	    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec"
	    "3843",
	    WEBSUB_SIGNED },
	{ "a correct signature with SHA-384",
	    "sha384="
	    "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322"
	    "445e8e2240ca5e69e2c78b3239ecfab21649",
	    WEBSUB_SIGNED },
	{ "a correct signature with SHA-512",
	    "sha512="
	    "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea25"
	    "05549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce7"
	    "3"
	    "7",
	    WEBSUB_SIGNED },
	{ "a correct signature in capitals",
	    "SHA256="
	    "5BDCC146BF60754E6A042426089575C75A003F089D2739839DEC58B964EC"
	    "3843",
	    WEBSUB_SIGNED },
	{ "a signature with a wrong last digit",
	    "sha256="
	    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec"
	    "3842",
	    WEBSUB_FORGED },
	{ "a signature whose length does not fit its method",
	    "sha512="
	    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec"
	    "3843",
	    WEBSUB_NOT_SIGNED },
	{ "a signature that is too short", "sha256=5bdc", WEBSUB_NOT_SIGNED },
	{ "a signature without digits", "sha256=", WEBSUB_NOT_SIGNED },
	{ "a signature with SHA-1 is refused",
	    "sha1=effcdf6ae5eb2fa2d27416d5f184df9c259a7c79", WEBSUB_WEAK },
	{ "a signature with an unknown method",
	    "md5=750c783e6ab0b503eaa86e310a5db738", WEBSUB_METHOD },
	{ "a signature without the name of a method", "5bdcc146bf60754e",
	    WEBSUB_NOT_SIGNED },
	{ "a delivery without a signature header", NULL, WEBSUB_NOT_SIGNED },
};

static void
websub_test_signature(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(signature_rows); i++) {
		struct websub_signature *signature = NULL;
		enum websub_signature_fault got = websub_signature_begin(
		    slice_of(signature_rows[i].value), SLICE(KEY), &signature);

		if (got == WEBSUB_SIGNED) {
			websub_signature_add(
			    signature, slice_sub(SLICE(DATA), 0, 7));
			websub_signature_add(
			    signature, slice_sub(SLICE(DATA), 7, 99));
			got = websub_signature_end(signature);
		}
		is_int(got, signature_rows[i].result, signature_rows[i].name);
	}
	is_int(websub_signature_end(NULL), WEBSUB_NOT_SIGNED,
	    "without a started check nothing is signed");
}

/* ---- WebSub, sections 5.2 and 5.3 ---- */

static void
websub_test_intent(void)
{
	static char long_query[LIMIT_WEBSUB_CHALLENGE + 100];
	struct websub_intent got;
	struct buf out;

	ok(websub_intent_read(&arena,
	       SLICE("hub.mode=subscribe&hub.topic=https%3A%2F%2Fa.example%2F"
		     "f%3Fx%3D1%262&hub.challenge=a+b%2Bc&"
		     "hub.lease_seconds=864000&more=1"),
	       &got),
	    "a verification query is read");
	is_int(got.mode, WEBSUB_SUBSCRIBE, "the mode of the verification");
	is_slice(got.topic, SLICE("https://a.example/f?x=1&2"),
	    "the topic of the verification");
	is_slice(
	    got.challenge, SLICE("a b+c"), "the challenge of the verification");
	is_int(got.lease_s, 864000, "the lease of the verification");
	ok(websub_intent_read(&arena,
	       SLICE("hub.mode=denied&hub.topic=t&hub.reason=no%20way"), &got),
	    "a denial without a challenge is read");
	is_slice(got.reason, SLICE("no way"), "the reason of the denial");
	ok(websub_intent_read(&arena,
	       SLICE("hub.mode=unsubscribe&hub.topic=t&hub.challenge=c"), &got),
	    "a query about the end of a subscription is read");
	is_int(got.lease_s, -1,
	    "a query about the end of a subscription has no lease");
	ok(websub_intent_read(&arena,
	       SLICE("hub.mode=subscribe&hub.topic=t&hub.challenge=c&"
		     "hub.lease_seconds=-5"),
	       &got) &&
		got.lease_s == -1,
	    "a negative lease is ignored");
	ok(!websub_intent_read(
	       &arena, SLICE("hub.mode=subscribe&hub.topic=t"), &got),
	    "a query without a challenge is refused");
	ok(!websub_intent_read(
	       &arena, SLICE("hub.mode=subscribe&hub.challenge=c"), &got),
	    "a query without a topic is refused");
	ok(!websub_intent_read(&arena,
	       SLICE("hub.mode=publish&hub.topic=t&hub.challenge=c"), &got),
	    "a query with an unknown mode is refused");
	ok(!websub_intent_read(&arena,
	       SLICE("hub.mode=subscribe&hub.topic=t&hub.topic=u&"
		     "hub.challenge=c"),
	       &got),
	    "a query with two topics is refused");
	ok(!websub_intent_read(&arena,
	       SLICE("hub.mode=subscribe&hub.topic=t&hub.challenge=a%00b"),
	       &got),
	    "a challenge with a zero byte is refused");
	memset(long_query, 'x', sizeof(long_query) - 1);
	memcpy(long_query, "hub.mode=subscribe&hub.topic=t&hub.challenge=", 45);
	ok(!websub_intent_read(&arena, slice_of(long_query), &got),
	    "a query with a challenge over the limit is refused");
	buf_init(&out, 1000);
	websub_form_append(
	    &out, "hub.topic", SLICE("https://a.example/?x=\xc3\xa9 +"));
	is_slice(buf_slice(&out),
	    SLICE("hub.topic=https%3A%2F%2Fa.example%2F%3Fx%3D%C3%A9%20%2B&"),
	    "a form field is percent-encoded");
	buf_release(&out);
}

/* ---- RFC 9112 ---- */

static const struct {
	const char *name, *head;
	int status;
	int64_t body_bytes;
} head_rows[] = {
	{ "the head of a GET request",
	    "GET /websub/x?hub.mode=a HTTP/1.1\r\nHost: a\r\n\r\n", 200, 0 },
	{ "the head of a POST request",
	    "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n", 200,
	    5 },
	{ "a head whose lines end with line feeds only",
	    "POST /x HTTP/1.1\nHost: a\nContent-Length: 5\n\n", 200, 5 },
	{ "a head that announces a chunked body",
	    "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
	    200, 0 },
	{ "a request of HTTP/1.0 without a host", "GET / HTTP/1.0\r\n\r\n", 200,
	    0 },
	{ "a request of HTTP/1.1 without a host", "GET / HTTP/1.1\r\n\r\n", 400,
	    0 },
	{ "a request with two Host fields",
	    "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400, 0 },
	{ "a request with another method than GET and POST",
	    "PUT / HTTP/1.1\r\nHost: a\r\n\r\n", 405, 0 },
	{ "a POST without a length", "POST / HTTP/1.1\r\nHost: a\r\n\r\n", 411,
	    0 },
	{ "a POST with two different lengths",
	    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n"
	    "Content-Length: 6\r\n\r\n",
	    400, 5 },
	{ "a POST that states the same length twice",
	    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n"
	    "Content-Length: 5\r\n\r\n",
	    200, 5 },
	{ "a POST with a negative length",
	    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n", 400,
	    0 },
	{ "a POST with a length and chunks",
	    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n"
	    "Transfer-Encoding: chunked\r\n\r\n",
	    400, 5 },
	{ "a POST with another transfer coding",
	    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked"
	    "\r\n\r\n",
	    501, 0 },
	{ "a header field on two lines",
	    "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", 400, 0 },
	{ "a space before the colon of a header field",
	    "GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400, 0 },
	{ "a request line without a version", "GET /\r\n\r\n", 400, 0 },
	{ "a request line with an absolute URL",
	    "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400, 0 },
	{ "an expectation other than 100-continue",
	    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: x\r\n"
	    "\r\n",
	    417, 5 },
};

static void
websub_test_heads(void)
{
	struct http_request got;

	for (size_t i = 0; i < ARRAY_LENGTH(head_rows); i++) {
		struct slice head = slice_of(head_rows[i].head);

		is_int((int64_t)http_request_head_bytes(head),
		    (int64_t)head.len, head_rows[i].name);
		is_int((int64_t)http_request_head_bytes(
			   slice_sub(head, 0, head.len - 1)),
		    0, "a head is not complete before its empty line");
		http_request_read(head, &got);
		is_int(got.status, head_rows[i].status,
		    "the status with which the head is answered");
		is_int(got.body_bytes, head_rows[i].body_bytes,
		    "the length of the body that the head states");
	}
	http_request_read(
	    SLICE("POST /a/b?c?d HTTP/1.1\r\nHost: h\r\n"
		  "content-type: text/xml\r\nX-HUB-SIGNATURE: sha256=0 \r\n"
		  "Expect: 100-Continue\r\nContent-Length: 0\r\n\r\n"),
	    &got);
	is_slice(got.path, SLICE("/a/b"), "the path of the request line");
	is_slice(got.query, SLICE("c?d"), "the query of the request line");
	is_slice(got.content_type, SLICE("text/xml"),
	    "the content type of the request");
	is_slice(
	    got.signature, SLICE("sha256=0"), "the signature of the request");
	ok(got.is_post && got.expects && got.status == 200,
	    "the request is a POST that expects 100-continue");
	http_request_read(
	    SLICE("GET / HTTP/1.1\r\nHost: h\r\nX-Hub-Signature: a\r\n"
		  "X-Hub-Signature: b\r\n\r\n"),
	    &got);
	is_int((int64_t)got.signature.len, 0,
	    "two signatures count as no signature");
}

static const struct {
	const char *name, *bytes;
	enum http_chunks_result result;
	const char *body;
} chunk_rows[] = {
	{ "a body of two chunks", "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
	    HTTP_CHUNKS_END, "abcde" },
	{ "a chunk size with capitals and leading zeros",
	    "00A\r\n0123456789\r\n0\r\n\r\n", HTTP_CHUNKS_END, "0123456789" },
	{ "a chunk with an extension", "1;a=b\r\nx\r\n0\r\n\r\n",
	    HTTP_CHUNKS_END, "x" },
	{ "a body with a trailer field", "1\r\nx\r\n0\r\nA: b\r\n\r\n",
	    HTTP_CHUNKS_END, "x" },
	{ "chunk lines that end with line feeds only", "1\nx\n0\n\n",
	    HTTP_CHUNKS_END, "x" },
	{ "a chunked body whose end is missing", "1\r\nx\r\n0\r\n",
	    HTTP_CHUNKS_MORE, "x" },
	{ "a chunk without a size", "\r\nx", HTTP_CHUNKS_BAD, "" },
	{ "a chunk size that is not a number", "g\r\nx", HTTP_CHUNKS_BAD, "" },
	{ "a negative chunk size", "-1\r\nx", HTTP_CHUNKS_BAD, "" },
	{ "a chunk size that is too large for 64 bits",
	    "fffffffffffffffff\r\nx", HTTP_CHUNKS_BAD, "" },
	{ "a chunk with more bytes than its size", "1\r\nxy\r\n",
	    HTTP_CHUNKS_BAD, "x" },
};

static void
websub_test_chunks(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(chunk_rows); i++)
		for (size_t step = 1; step < 30; step += 7) {
			struct slice all = slice_of(chunk_rows[i].bytes);
			struct http_chunks chunks = { 0 };
			enum http_chunks_result got = HTTP_CHUNKS_MORE;
			char body[64] = "";

			for (size_t at = 0;
			     at < all.len && got == HTTP_CHUNKS_MORE;
			     at += step) {
				struct slice rest =
				    slice_sub(all, at, at + step);
				struct slice piece;

				while (
				    got == HTTP_CHUNKS_MORE && rest.len > 0) {
					got = http_chunks_read(
					    &chunks, &rest, &piece);
					strncat(body, piece.p, piece.len);
				}
			}
			is_int(got, chunk_rows[i].result, chunk_rows[i].name);
			is_text(slice_of(body), chunk_rows[i].body,
			    "the decoded body");
		}
}

int
main(void)
{
	jmp_buf exhausted;

	arena_init(&arena, MIB);
	if (setjmp(exhausted) != 0)
		abort();
	arena.exhausted = &exhausted;
	websub_test_link_header();
	websub_test_discovery();
	websub_test_signature();
	websub_test_intent();
	websub_test_heads();
	websub_test_chunks();
	arena_release(&arena);
	return done_testing();
}
