/*
 * fetch_plain_test.c -- bodies that do not have the Content-Encoding that their
 * head declares (docs/feed-rows.md, row T11). A body that is text is accepted
 * without decoding. A body that is neither text nor encoded as declared is
 * refused.
 */
#include "base/array.h"
#include "crawler/fetch/fetch_server_test.h"

#define XML "<?xml version='1.0'?><rss>"

#define ANSWER(path, coding, length, body)                                     \
	{                                                                      \
		path,                                                          \
		    "HTTP/1.1 200 OK\r\nContent-Encoding: " coding             \
		    "\r\nContent-Length: " length "\r\n\r\n" body,             \
		    NULL                                                       \
	}

const struct answer_row answers[] = {
	ANSWER("/gzip", "gzip", "26", XML),
	ANSWER("/deflate", "deflate", "26", XML),
	ANSWER("/zstd", "zstd", "26", XML),
	ANSWER("/twice", "gzip, gzip", "26", XML),
	ANSWER("/charset", "utf-8", "26", XML),
	ANSWER("/iso-2022-jp", "gzip", "9", "\x1b$B$3\x1b(Bx"),
	ANSWER("/bad-head", "gzip", "5", "\x1f\x8bzzz"),
	ANSWER("/control", "gzip", "5", "a\x01zzz"),
	ANSWER("/compress", "compress", "5", "\x1f\x9d\x90h\x01"),
	{ "/pieces",
	    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
	    "Transfer-Encoding: chunked\r\n\r\n"
	    "1\r\n<\r\n1\r\nr\r\n3\r\nss>\r\n0\r\n\r\n",
	    NULL },
	{ NULL, NULL, NULL },
};

static const struct {
	const char *path, *text; /* NULL: refused */
} rows[] = {
	{ "/gzip", XML },
	{ "/deflate", XML },
	{ "/zstd", XML },
	{ "/twice", XML },
	{ "/charset", XML },
	{ "/iso-2022-jp", "\x1b$B$3\x1b(Bx" },
	{ "/pieces", "<rss>" },
	{ "/bad-head", NULL },
	{ "/control", NULL },
	{ "/compress", NULL },
};

int
main(void)
{
	struct answer_got got = { .done = false };
	struct fetcher *fetcher;

	signal(SIGPIPE, SIG_IGN);
	test_begin();
	fetcher = make_fetcher(8, true);
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		get_path(fetcher, rows[i].path, &got);
		is_result(&got, rows[i].text ? FETCH_OK : FETCH_PROTOCOL,
		    rows[i].path);
		if (rows[i].text)
			is_text((struct slice){ got.body, got.body_len },
			    rows[i].text, "T11: a text is taken as it is");
		else
			ok(got.body == NULL, "T11: other bytes are refused");
	}
	answer_release(&got);
	fetcher_free(fetcher);
	test_end();
	return done_testing();
}
