/* fetch_body_test.c -- complete and truncated bodies, content codings,
 * decompression bombs, floods, slow servers. */
#include "base/array.h"
#include "base/limits.h"
#include "crawler/fetch/fetch_server_test.h"
#include "tests/lib/pace.h"

#define FIELD(got, name) slice_of((got).response.name)

static struct answer_got got;
static char *gzipped_bomb, *gzipped_text, *double_bomb;
static size_t gzipped_bomb_len, gzipped_text_len, double_bomb_len;

static bool
fetch_body_test_say_nothing(int fd, const char *path)
{
	(void)path;
	wait_for_close(fd);
	return false;
}

static bool
fetch_body_test_say_cut_chunks(int fd, const char *path)
{
	(void)path;
	say(fd, "HTTP/1.1 200 OK\r\nETag: \"c\"\r\n"
		"Transfer-Encoding: chunked\r\n\r\n"
		"5\r\nhello\r\n8\r\nwor");
	return false;
}

static bool
fetch_body_test_say_drop_by_drop(int fd, const char *path)
{
	struct timespec pause = { 0, 100 * 1000000 };

	(void)path;
	say(fd, "HTTP/1.1 200 OK\r\n\r\n");
	while (say(fd, "."))
		nanosleep(&pause, NULL);
	return false;
}

static bool
fetch_body_test_say_endlessly(int fd, const char *path)
{
	static char zeros[65536];

	(void)path;
	say(fd, "HTTP/1.1 200 OK\r\n\r\n");
	while (say_bytes(fd, zeros, sizeof(zeros)))
		;
	return false;
}

static bool
fetch_body_test_say_gzipped(
    int fd, const char *bytes, size_t n, const char *headers)
{
	char head[512];

	snprintf(head, sizeof(head),
	    "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\n%s\r\n", n, headers);
	return say(fd, head) && say_bytes(fd, bytes, n);
}

static bool
fetch_body_test_say_gzip(int fd, const char *path)
{
	(void)path;
	return fetch_body_test_say_gzipped(
	    fd, gzipped_text, gzipped_text_len, "Content-Encoding: gzip\r\n");
}

static bool
fetch_body_test_say_cut_gzip(int fd, const char *path)
{
	char head[512];

	(void)path;
	snprintf(head, sizeof(head),
	    "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\n"
	    "Content-Encoding: gzip\r\n\r\n",
	    gzipped_text_len);
	say(fd, head);
	say_bytes(fd, gzipped_text, gzipped_text_len / 2);
	return false;
}

static bool
fetch_body_test_say_bad_gzip(int fd, const char *path)
{
	char *copy = malloc(gzipped_text_len);
	bool more;

	(void)path;
	memcpy(copy, gzipped_text, gzipped_text_len);
	copy[gzipped_text_len - 8] ^= 1; /* its CRC */
	more = fetch_body_test_say_gzipped(
	    fd, copy, gzipped_text_len, "Content-Encoding: gzip\r\n");
	free(copy);
	return more;
}

/* Members of a gzip body: "hel", "lo", "". */
#define GZIP_HEL                                                               \
	"\x1f\x8b\x08\0\0\0\0\0\x02\x03"                                       \
	"\xcb\x48\xcd\x01\x00\x1b\xf1\x0b\xe5\x03\x00\x00\x00"
#define GZIP_LO                                                                \
	"\x1f\x8b\x08\0\0\0\0\0\x02\x03"                                       \
	"\xcb\xc9\x07\x00\x9d\x4a\x9c\x55\x02\x00\x00\x00"
#define GZIP_NOTHING "\x1f\x8b\x08\0\0\0\0\0\x02\x03\x03\0\0\0\0\0\0\0\0\0"

/* "hello" in every content coding that may be requested. */
static const struct {
	const char *coding, *name;
	struct slice bytes;
} codings[] = {
	{ "gzip", "gzip",
	    SLICE("\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48"
		  "\xcd\xc9\xc9\x07\x00\x86\xa6\x10\x36\x05\x00\x00"
		  "\x00") },
	{ "x-gzip", "gzip by its old name",
	    SLICE("\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48"
		  "\xcd\xc9\xc9\x07\x00\x86\xa6\x10\x36\x05\x00\x00"
		  "\x00") },
	{ "gzip, gzip", "gzip twice",
	    SLICE("\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x93\xef"
		  "\xe6\x60\x00\x01\x26\xe6\xd3\x1e\x67\x4f\x9e\x64"
		  "\x67\x68\x5b\x26\x60\xc6\x0a\x14\x00\x00\xa7\x6f"
		  "\xb4\x45\x19\x00\x00\x00") },
	{ "deflate", "deflate as zlib writes it",
	    SLICE("\x78\xda\xcb\x48\xcd\xc9\xc9\x07\x00\x06\x2c\x02"
		  "\x15") },
	{ "deflate", "deflate without zlib's head",
	    SLICE("\xcb\x48\xcd\xc9\xc9\x07\x00") },
	{ "br", "brotli", SLICE("\x0b\x02\x80\x68\x65\x6c\x6c\x6f\x03") },
	{ "zstd", "zstd",
	    SLICE("\x28\xb5\x2f\xfd\x20\x05\x29\x00\x00\x68\x65\x6c"
		  "\x6c\x6f") },
	{ "identity", "identity", SLICE("\x68\x65\x6c\x6c\x6f") },
	{ "gzip", "I13: gzip of two members", SLICE(GZIP_HEL GZIP_LO) },
	{ "gzip", "I13: gzip of three members, one of them empty",
	    SLICE(GZIP_HEL GZIP_NOTHING GZIP_LO) },
	{ "gzip", "I13: gzip with garbage after its last member",
	    SLICE(GZIP_HEL GZIP_LO "\x1f\x8bgarbage") },
	{ "gzip", "I13: gzip with zeros after its last member",
	    SLICE(GZIP_HEL GZIP_LO "\0\0\0\0\0\0\0\0") },
	{ "deflate", "I13: deflate with garbage after its end",
	    SLICE("\x78\xda\xcb\x48\xcd\xc9\xc9\x07\x00\x06\x2c\x02"
		  "\x15garbage") },
	{ "zstd", "I13: zstd of two frames, one of them to be skipped",
	    SLICE("\x50\x2a\x4d\x18\x03\0\0\0abc"
		  "\x28\xb5\x2f\xfd\x20\x05\x29\x00\x00\x68\x65\x6c"
		  "\x6c\x6f") },
};

/* Number of codings that are also sent without their last byte. */
#define N_CUT_CODINGS 6

/* Answers /coding/N: "hello" in the Nth coding. */
static bool
fetch_body_test_say_coding(int fd, const char *path)
{
	size_t i = (size_t)strtol(path + strlen("/coding/"), NULL, 10);
	char headers[64];

	snprintf(headers, sizeof(headers), "Content-Encoding: %s\r\n",
	    codings[i].coding);
	return fetch_body_test_say_gzipped(
	    fd, codings[i].bytes.p, codings[i].bytes.len, headers);
}

/* Answers /pieces/N: "hello" in the Nth coding, with one byte in each chunk. */
static bool
fetch_body_test_say_coding_in_pieces(int fd, const char *path)
{
	size_t i = (size_t)strtol(path + strlen("/pieces/"), NULL, 10);
	char text[128];
	bool more = true;

	snprintf(text, sizeof(text),
	    "HTTP/1.1 200 OK\r\nContent-Encoding: %s\r\n"
	    "Transfer-Encoding: chunked\r\n\r\n",
	    codings[i].coding);
	say(fd, text);
	for (size_t at = 0; at < codings[i].bytes.len; at++)
		more = say(fd, "1\r\n") &&
		       say_bytes(fd, codings[i].bytes.p + at, 1) &&
		       say(fd, "\r\n");
	return more && say(fd, "0\r\n\r\n");
}

/* Answers /cut-coding/N: "hello" in the Nth coding without its last byte.
 * Content-Length is the number of bytes that are sent. */
static bool
fetch_body_test_say_cut_coding(int fd, const char *path)
{
	size_t i = (size_t)strtol(path + strlen("/cut-coding/"), NULL, 10);
	char headers[64];

	snprintf(headers, sizeof(headers), "Content-Encoding: %s\r\n",
	    codings[i].coding);
	return fetch_body_test_say_gzipped(
	    fd, codings[i].bytes.p, codings[i].bytes.len - 1, headers);
}

/* Sends gzip members until the client closes the connection. */
static bool
fetch_body_test_say_members(int fd, const void *member, size_t n)
{
	say(fd, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n");
	for (int i = 0; i < 1000000; i++)
		if (!say_bytes(fd, member, n))
			break;
	return false;
}

static bool
fetch_body_test_say_members_bomb(int fd, const char *path)
{
	(void)path;
	return fetch_body_test_say_members(fd, gzipped_bomb, gzipped_bomb_len);
}

static bool
fetch_body_test_say_empty_members(int fd, const char *path)
{
	static const char member[] = GZIP_NOTHING;

	(void)path;
	return fetch_body_test_say_members(fd, member, sizeof(member) - 1);
}

static bool
fetch_body_test_say_double_bomb(int fd, const char *path)
{
	(void)path;
	return fetch_body_test_say_gzipped(fd, double_bomb, double_bomb_len,
	    "Content-Encoding: gzip, gzip\r\n");
}

static bool
fetch_body_test_say_bomb(int fd, const char *path)
{
	(void)path;
	return fetch_body_test_say_gzipped(
	    fd, gzipped_bomb, gzipped_bomb_len, "Content-Encoding: gzip\r\n");
}

static bool
fetch_body_test_say_chunked_bomb(int fd, const char *path)
{
	char size[32];

	(void)path;
	say(fd, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
		"Transfer-Encoding: chunked\r\n\r\n");
	snprintf(size, sizeof(size), "%zx\r\n", gzipped_bomb_len);
	return say(fd, size) && say_bytes(fd, gzipped_bomb, gzipped_bomb_len) &&
	       say(fd, "\r\n0\r\n\r\n");
}

/* Sends header lines until the client closes the connection. */
static bool
fetch_body_test_say_lines(int fd, const char *before, const char *line)
{
	say(fd, before);
	for (int i = 0; i < 1000000; i++)
		if (!say(fd, line))
			return false;
	return false;
}

static bool
fetch_body_test_say_header_flood(int fd, const char *path)
{
	(void)path;
	return fetch_body_test_say_lines(
	    fd, "HTTP/1.1 200 OK\r\n", "X-Flood: 0123456789\r\n");
}

static bool
fetch_body_test_say_interim_flood(int fd, const char *path)
{
	(void)path;
	return fetch_body_test_say_lines(
	    fd, "", "HTTP/1.1 103 Early Hints\r\n\r\n");
}

static bool
fetch_body_test_say_trailer_flood(int fd, const char *path)
{
	(void)path;
	return fetch_body_test_say_lines(fd,
	    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
	    "5\r\nhello\r\n0\r\n",
	    "X-Flood: 0123456789\r\n");
}

static bool
fetch_body_test_say_long_line(int fd, const char *path)
{
	(void)path;
	return fetch_body_test_say_lines(fd, "HTTP/1.1 200 OK\r\nX-Long: ",
	    "0123456789012345678901234567890123456789");
}

#define EMPTY(status) "HTTP/1.1 " status "\r\nContent-Length: 0\r\n\r\n"

const struct answer_row answers[] = {
	{ "/plain",
	    "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=x\r\n"
	    "ETag:   W/\"a, \"b\" \xc3\xa4\"  \r\n"
	    "Last-Modified: 2024-05-01 10:00\r\nX-Other: y\r\n"
	    "Content-Length: 5\r\n\r\nhello",
	    NULL },
	{ "/no-content", "HTTP/1.1 204 No\r\nContent-Length:\r\n\r\n", NULL },
	{ "/empty", EMPTY("200 OK"), NULL },
	{ "/chunked",
	    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
	    "5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n",
	    NULL },
	{ "/until-close", "HTTP/1.0 200 OK\r\n\r\nuntil the end", NULL },
	{ "/cut",
	    "HTTP/1.1 200 OK\r\nETag: \"c\"\r\nContent-length: 100\r\n\r\n"
	    "only this",
	    NULL },
	{ "/cut-head", "HTTP/1.1 200 OK\r\nETag: \"c\"\r\n", NULL },
	{ "/hang-up", "", NULL },
	{ "/not-http", "220 mail.example ESMTP\r\n", NULL },
	{ "/partial", "HTTP/1.1 206 Partial\r\nContent-Length: 2\r\n\r\nno",
	    NULL },
	{ "/delta", "HTTP/1.1 226 IM Used\r\nContent-Length: 2\r\n\r\nno",
	    NULL },
	{ "/announced",
	    "HTTP/1.1 200 OK\r\nContent-Length: 10737418240\r\n\r\nx", NULL },
	{ "/many-codings",
	    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\n"
	    "Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello",
	    NULL },
	{ "/coding/*", NULL, fetch_body_test_say_coding },
	{ "/pieces/*", NULL, fetch_body_test_say_coding_in_pieces },
	{ "/cut-coding/*", NULL, fetch_body_test_say_cut_coding },
	{ "/members-bomb", NULL, fetch_body_test_say_members_bomb },
	{ "/empty-members", NULL, fetch_body_test_say_empty_members },
	{ "/double-bomb", NULL, fetch_body_test_say_double_bomb },
	{ "/unknown-coding",
	    "HTTP/1.1 200 OK\r\nContent-Encoding: compress\r\n"
	    "Content-Length: 5\r\n\r\n\x1f\x9d\x90h\x01",
	    NULL },
	{ "/cut-chunks", NULL, fetch_body_test_say_cut_chunks },
	{ "/silent", NULL, fetch_body_test_say_nothing },
	{ "/drops", NULL, fetch_body_test_say_drop_by_drop },
	{ "/endless", NULL, fetch_body_test_say_endlessly },
	{ "/gzip", NULL, fetch_body_test_say_gzip },
	{ "/cut-gzip", NULL, fetch_body_test_say_cut_gzip },
	{ "/bad-gzip", NULL, fetch_body_test_say_bad_gzip },
	{ "/bomb", NULL, fetch_body_test_say_bomb },
	{ "/chunked-bomb", NULL, fetch_body_test_say_chunked_bomb },
	{ "/header-flood", NULL, fetch_body_test_say_header_flood },
	{ "/interim-flood", NULL, fetch_body_test_say_interim_flood },
	{ "/trailer-flood", NULL, fetch_body_test_say_trailer_flood },
	{ "/long-line", NULL, fetch_body_test_say_long_line },
	{ NULL, NULL, NULL }
};

static void
fetch_body_test_bodies(struct fetcher *fetcher)
{
	get_path(fetcher, "/gzip", &got);
	is_result(&got, FETCH_OK, "/gzip");
	ok(got.body_len == 200000 && got.body[199998] == 'y',
	    "a gzip body is decoded");
	ok(got.response.wire_bytes < 10000, "a gzip body is sent as gzip");
	get_path(fetcher, "/chunked", &got);
	is_result(&got, FETCH_OK, "/chunked");
	is_text(slice_of(got.body), "hello world", "a chunked body is joined");
	get_path(fetcher, "/until-close", &got);
	is_result(&got, FETCH_OK, "/until-close");
	is_text(slice_of(got.body), "until the end",
	    "a body of HTTP/1.0 ends with the connection");
	get_path(fetcher, "/no-content", &got);
	is_result(&got, FETCH_OK, "/no-content");
	ok(got.body == NULL, "a 204 has no body");
	get_path(fetcher, "/empty", &got);
	is_result(&got, FETCH_OK, "/empty");
	ok(got.body == NULL, "an empty response has no body");

	get_path(fetcher, "/cut", &got);
	is_result(&got, FETCH_TRUNCATED, "/cut");
	is_text(slice_of(got.body), "only this",
	    "the received part of a truncated body is available");
	is_text(FIELD(got, etag), "\"c\"",
	    "the head of a truncated body is available");
	ok(got.response.why[0] != '\0',
	    "the reason of a truncated body is given: %s", got.response.why);
	get_path(fetcher, "/cut-chunks", &got);
	is_result(&got, FETCH_TRUNCATED, "/cut-chunks");
	is_text(slice_of(got.body), "hellowor",
	    "the received part of truncated chunks is available");
	get_path(fetcher, "/cut-gzip", &got);
	is_result(&got, FETCH_TRUNCATED, "/cut-gzip");
	ok(got.body_len > 0 && got.body_len < 200000,
	    "the decoded part of truncated gzip is available");
	get_path(fetcher, "/bad-gzip", &got);
	is_result(&got, FETCH_TRUNCATED, "/bad-gzip");
	is_int((int64_t)got.body_len, 200000,
	    "the decoded part of faulty gzip is available");
	get_path(fetcher, "/cut-head", &got);
	is_result(&got, FETCH_TRUNCATED, "/cut-head");
	get_path(fetcher, "/hang-up", &got);
	is_result(&got, FETCH_CONNECT, "/hang-up");
	get_path(fetcher, "/not-http", &got);
	is_result(&got, FETCH_PROTOCOL, "/not-http");
	get_path(fetcher, "/partial", &got);
	is_result(&got, FETCH_PROTOCOL, "206");
	get_path(fetcher, "/delta", &got);
	is_result(&got, FETCH_PROTOCOL, "226");
	ok(got.body == NULL, "a body of 206 or 226 is not kept");
}

static void
fetch_body_test_codings(struct fetcher *fetcher)
{
	char path[32];

	for (size_t i = 0; i < ARRAY_LENGTH(codings); i++) {
		snprintf(path, sizeof(path), "/coding/%zu", i);
		get_path(fetcher, path, &got);
		ok(got.response.result == FETCH_OK &&
			got.body_len == strlen("hello") &&
			memcmp(got.body, "hello", got.body_len) == 0,
		    "T11: %s", codings[i].name);
		snprintf(path, sizeof(path), "/pieces/%zu", i);
		get_path(fetcher, path, &got);
		ok(got.response.result == FETCH_OK &&
			got.body_len == strlen("hello") &&
			memcmp(got.body, "hello", got.body_len) == 0,
		    "I13: byte by byte, %s", codings[i].name);
	}
	for (size_t i = 0; i < N_CUT_CODINGS; i++) {
		snprintf(path, sizeof(path), "/cut-coding/%zu", i);
		get_path(fetcher, path, &got);
		is_result(&got, FETCH_TRUNCATED, "I13: a byte is missing");
	}
	get_path(fetcher, "/many-codings", &got);
	is_result(&got, FETCH_PROTOCOL, "T11: S12: gzip thrice");
	get_path(fetcher, "/unknown-coding", &got);
	is_result(
	    &got, FETCH_PROTOCOL, "a coding that was not requested is refused");
	ok(strstr(got.response.why, "not asked for") != NULL,
	    "the reason names the coding: %s", got.response.why);
}

static void
fetch_body_test_bounds(struct fetcher *fetcher)
{
	get_path(fetcher, "/announced", &got);
	is_result(&got, FETCH_TOO_LARGE, "/announced");
	ok(got.body == NULL, "an announced body over the limit is not kept");
	get_path(fetcher, "/endless", &got);
	is_result(&got, FETCH_TOO_LARGE, "S13: /endless");
	ok(got.response.wire_bytes < 11 << 20,
	    "an endless body is not read beyond the limit");
	get(fetcher,
	    (struct fetch_request){
		.url = url_of(&here, "/plain"), .max_bytes = 5 },
	    &got);
	is_result(&got, FETCH_OK, "a body of exactly the limit is accepted");
	get(fetcher,
	    (struct fetch_request){
		.url = url_of(&here, "/chunked"), .max_bytes = 10 },
	    &got);
	is_result(&got, FETCH_TOO_LARGE,
	    "a body of one byte over the limit is refused");
	get(fetcher,
	    (struct fetch_request){
		.url = url_of(&here, "/gzip"), .max_bytes = 199999 },
	    &got);
	is_result(&got, FETCH_TOO_LARGE, "the limit applies to decoded bytes");
}

/* Tests bodies that become very large when they are decompressed, and responses
 * with too many headers or trailers. */
static void
fetch_body_test_bombs(struct fetcher *fetcher)
{
	get(fetcher,
	    (struct fetch_request){
		.url = url_of(&here, "/bomb"), .max_bytes = 1 << 30 },
	    &got);
	is_result(&got, FETCH_TOO_LARGE, "S11: /bomb");
	ok(strstr(got.response.why, "inflates") != NULL,
	    "the reason names the bomb: %s", got.response.why);
	get(fetcher,
	    (struct fetch_request){
		.url = url_of(&here, "/chunked-bomb"), .max_bytes = 1 << 30 },
	    &got);
	is_result(&got, FETCH_TOO_LARGE, "/chunked-bomb");
	ok(strstr(got.response.why, "inflates") != NULL,
	    "the reason names the chunked bomb: %s", got.response.why);

	get(fetcher,
	    (struct fetch_request){
		.url = url_of(&here, "/members-bomb"), .max_bytes = 1 << 30 },
	    &got);
	is_result(&got, FETCH_TOO_LARGE, "S11: I13: a bomb in members");
	get_path(fetcher, "/empty-members", &got);
	is_result(&got, FETCH_TOO_LARGE, "S11: I13: endless empty members");
	ok(got.response.wire_bytes < 11 << 20, "a bomb is not read to its end");
	get_path(fetcher, "/double-bomb", &got);
	is_result(&got, FETCH_TOO_LARGE,
	    "S12: I13: a bomb of empty members is refused");

	get_path(fetcher, "/header-flood", &got);
	is_result(&got, FETCH_TOO_LARGE, "S15: /header-flood");
	get_path(fetcher, "/interim-flood", &got);
	is_result(&got, FETCH_TOO_LARGE, "S15: /interim-flood");
	get_path(fetcher, "/trailer-flood", &got);
	is_result(&got, FETCH_TOO_LARGE, "S16: /trailer-flood");
	ok(got.response.wire_bytes < LIMIT_HEADERS_BYTES + 4096,
	    "trailers are not read beyond the limit");
	get_path(fetcher, "/long-line", &got);
	is_result(&got, FETCH_TOO_LARGE, "/long-line");
}

static void
fetch_body_test_times(struct fetcher *fetcher)
{
	get(fetcher,
	    (struct fetch_request){
		.url = url_of(&here, "/silent"), .timeout_ms = 3000 },
	    &got);
	is_result(&got, FETCH_TIMEOUT, "/silent, longer than slow_s");
	ok(got.response.elapsed_ms >= 2990 &&
		got.response.elapsed_ms < pace_ms(9000),
	    "after %lld ms", (long long)got.response.elapsed_ms);
	get(fetcher,
	    (struct fetch_request){
		.url = url_of(&here, "/drops"), .timeout_ms = 300 },
	    &got);
	is_result(&got, FETCH_TIMEOUT, "/drops");
	ok(got.body == NULL, "a dripping response gives no body");
	get_path(fetcher, "/drops", &got); /* slow_s is 1 */
	is_result(&got, FETCH_TIMEOUT, "S18: /drops, low speed");
	ok(strstr(got.response.why, "too slow") != NULL &&
		got.response.elapsed_ms < pace_ms(10000),
	    "the reason names the slow server: %s", got.response.why);
}

/* Returns the output of a shell command.  The test compresses with the command
 * `gzip`, so that it need not link zlib. */
static char *
fetch_body_test_output_of(const char *command, size_t *ret_len)
{
	size_t cap = 4 << 20;
	char *bytes = malloc(cap);
	FILE *pipe = popen(command, "r");

	*ret_len = fread(bytes, 1, cap, pipe);
	if (pclose(pipe) != 0 || *ret_len == 0)
		printf("Bail out! %s\n", command);
	return bytes;
}

int
main(void)
{
	struct fetcher *fetcher;
	int files;

	signal(SIGPIPE, SIG_IGN);
	gzipped_bomb = fetch_body_test_output_of(
	    "head -c 128M /dev/zero | gzip -9", &gzipped_bomb_len);
	gzipped_text = fetch_body_test_output_of(
	    "yes 2>&- | head -c 200000 | gzip -9", &gzipped_text_len);
	/* 64 MiB that consist of empty gzip members are compressed again */
	double_bomb = fetch_body_test_output_of(
	    "python3 -c 'import gzip, sys\n"
	    "sys.stdout.buffer.write(gzip.compress("
	    "gzip.compress(b\"\") * (64 << 20 >> 4)))'",
	    &double_bomb_len);
	files = open_files();
	test_begin();
	fetcher = make_fetcher(8, true);
	fetch_body_test_bodies(fetcher);
	fetch_body_test_codings(fetcher);
	fetch_body_test_bounds(fetcher);
	fetch_body_test_bombs(fetcher);
	fetch_body_test_times(fetcher);
	answer_release(&got);
	fetcher_free(fetcher);
	test_end();
	is_int(open_files(), files, "no descriptor stays open");
	free(gzipped_bomb);
	free(gzipped_text);
	free(double_bomb);
	return done_testing();
}
