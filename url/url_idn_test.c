/*
 * url_idn_test.c -- host names in ASCII: all spellings of a host that browsers
 * treat as equal have one result, and no result contains a character that ends
 * or splits a host.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buf.h"
#include "tests/lib/tap.h"
#include "url/url_idn.h"

#define ROUNDS 100000

struct row {
	const char *host, *ascii; /* NULL: refused */
};

/* RFC 3492, section 7.1 */
static const struct row punycode[] = {
	{ "他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye" },
	{ "他們爲什麽不說中文", "xn--ihqwctvzc91f659drss3x8bo0yb" },
	{ "3年B組金八先生", "xn--3b-ww4c5e180e575a65lsy2b" },
	{ "ひとつ屋根の下2", "xn--2-u9tlzr9756bt3uc0v" },
	{ "そのスピードで", "xn--d9juau41awczczp" },
};

static const struct row ascii[] = {
	{ "a.B-c_d.", "a.b-c_d" },
	{ "r3---sn-x.example", "r3---sn-x.example" },
	{ "-a.b-", "-a.b-" },
	{ "XN--BCHER-KVA.DE", "xn--bcher-kva.de" },
	{ "xn--a.example", "xn--a.example" }, /* not Punycode; DNS decides */
	{ "", NULL },
	{ ".", NULL },
	{ "a..", NULL },
	{ ".a", NULL },
	{ "a b", NULL },
	{ "a@b", NULL },
	{ "a%62", NULL },
};

/* UTS 46, section 4, nontransitional. */
static const struct row mapped[] = {
	{ "BÜCHER.de.", "xn--bcher-kva.de" },
	{ "bu\u0308cher.de", "xn--bcher-kva.de" }, /* decomposed */
	{ "ｘｎ－－ｂｃｈｅｒ－ｋｖａ．de", "xn--bcher-kva.de" },
	{ "Straße.de", "xn--strae-oqa.de" },
	{ "STRASSE.de", "strasse.de" },
	{ "βόλος.com", "xn--nxasmm1c.com" },
	{ "ΒΌΛΟΣ.com", "xn--nxasmq6b.com" },
	{ "日本語。ＪＰ", "xn--wgv71a119e.jp" },
	{ "example｡org", "example.org" },
	{ "１２７．０．０．１", "127.0.0.1" },
	{ "０Ｘ７Ｆ．１", "0x7f.1" },
	{ "Ⅳ.de", "iv.de" },
	{ "exa\u00admple\u200b.org", "example.org" },
	{ "☃.net", "xn--n3h.net" },
	{ "💩.la", "xn--ls8h.la" },
	{ "i❤\ufe0f.ws", "xn--i-7iq.ws" },
	{ "i❤.ws", "xn--i-7iq.ws" },
	{ "نامه\u200cای.com", "xn--mgba3gch31f060k.com" },
	{ "مثال٣.إختبار", "xn--mgbh0fb7m.xn--kgbechtv" },
	{ "한국.kr", "xn--3e0b707e.kr" },
	{ "\u1112\u1161\u11ab\u1100\u116e\u11a8.kr", "xn--3e0b707e.kr" },
	{ "a_b.r3---sn.bücher.de", "a_b.r3---sn.xn--bcher-kva.de" },
};

static const struct row refused[] = {
	{ "a\u200db.example", NULL }, /* a joiner between Latin letters */
	{ "\U0001f469\u200d\U0001f680.ws", NULL }, /* a joiner of emoji */
	{ "٣.example", NULL },   /* Arabic digits only: RFC 5893, 2 */
	{ "1\u0627.com", NULL }, /* digit before Arabic: RFC 5893, 2 */
	{ "\u0308a.de", NULL },  /* begins with a mark */
	{ "ab--cdé.de", NULL }, { "xn--ü.de", NULL }, { "ｘｎ－－ａ.de", NULL },
	{ "\u200b.de", NULL }, /* nothing is left of the label */
	{ "ü..de", NULL }, { "a／ü.de", NULL }, /* mapped to / */
	{ "a＠ü.de", NULL }, { "a：ü.de", NULL }, { "a％ü.de", NULL },
	{ "a？ü.de", NULL }, { "a＃ü.de", NULL },
	{ "a\u202eb.de", NULL },    /* right-to-left override */
	{ "a\U000e0041.de", NULL }, /* a tag character */
	{ "\ufffd.de", NULL }, { "\xc3.de", NULL },
	{ "\xed\xa0\x80.de", NULL }, /* a surrogate */
};

static void
url_idn_test_rows(const struct row *rows, size_t n)
{
	char out[LIMIT_HOST_BYTES + 1];

	for (size_t i = 0; i < n; i++) {
		bool fine = url_host_to_ascii(slice_of(rows[i].host), out);

		is_text(fine ? slice_of(out) : SLICE_NONE, rows[i].ascii,
		    rows[i].host);
	}
	ok(!url_host_to_ascii(SLICE("\xc3\xbc\0b.de"), out),
	    "a host name with a NUL is refused");
	ok(!url_host_to_ascii(SLICE_NONE, out), "an absent host is refused");
}

/* Returns true if a host of n times `piece` and `end` is accepted. */
static bool
url_idn_test_repeated(const char *piece, size_t n, const char *end)
{
	char out[LIMIT_HOST_BYTES + 1];
	struct buf host;
	bool fine;

	buf_init(&host, 1 << 20);
	for (size_t i = 0; i < n; i++)
		buf_append_string(&host, piece);
	buf_append_string(&host, end);
	fine = url_host_to_ascii(buf_slice(&host), out) &&
	       strlen(out) <= LIMIT_HOST_BYTES;
	buf_release(&host);
	return fine;
}

static void
url_idn_test_lengths(void)
{
	ok(url_idn_test_repeated("a", 63, ".de"),
	    "a label of 63 bytes is accepted");
	ok(!url_idn_test_repeated("a", 64, ".de"),
	    "a label of 64 bytes is refused");
	ok(url_idn_test_repeated("é", 57, ".de"),
	    "a label of 63 bytes in Punycode is accepted");
	ok(!url_idn_test_repeated("é", 58, ".de"),
	    "a label of 64 bytes in Punycode is refused");
	ok(!url_idn_test_repeated("é", 100000, ".de"),
	    "a label of 100 000 letters is refused");
	ok(!url_idn_test_repeated("\u200b", 100000, "é.de"),
	    "a label with 100 000 removed characters is refused");
	ok(!url_idn_test_repeated("\ufdfa", 20, ".de"),
	    "a label of 20 characters that expand to 18 each is refused");
	ok(url_idn_test_repeated("a.", 126, "a"),
	    "a host name of 253 bytes is accepted");
	ok(!url_idn_test_repeated("a.", 126, "aa"),
	    "a host name of 254 bytes is refused");
	ok(url_idn_test_repeated("é.", 31, "aaaaa"),
	    "a host name of 253 bytes in Punycode is accepted");
	ok(!url_idn_test_repeated("é.", 31, "aaaaaa"),
	    "a host name of 254 bytes in Punycode is refused");
}

/* Appends a character of a script, a sign, or a character that a mapping
 * changes. */
static void
url_idn_test_append_random(struct buf *out)
{
	static const uint32_t from[] = { 0x20, 0x61, 0xa0, 0x300, 0x370, 0x590,
		0x900, 0x1100, 0x1e00, 0x2000, 0x2460, 0x3000, 0xac00, 0xfe00,
		0xff00, 0x1f300, 0xe0000 };

	buf_append_rune(out,
	    from[(size_t)rand() % ARRAY_LENGTH(from)] + (uint32_t)rand() % 96);
}

/* For any input, a result contains only bytes of host names, its labels have
 * 1..63 bytes, and its conversion returns it unchanged. */
static void
url_idn_test_random(void)
{
	char out[LIMIT_HOST_BYTES + 1], again[LIMIT_HOST_BYTES + 1];
	size_t n_accepted = 0, n_wrong = 0;
	struct buf host;

	srand(18);
	buf_init(&host, 1 << 10);
	for (int i = 0; i < ROUNDS; i++) {
		buf_clear(&host);
		for (int n = 1 + rand() % 6; n > 0; n--)
			url_idn_test_append_random(&host);
		if (!url_host_to_ascii(buf_slice(&host), out))
			continue;
		n_accepted++;
		if (!url_host_to_ascii(slice_of(out), again) ||
		    strcmp(out, again) != 0 || strstr(out, "..") != NULL ||
		    strspn(out, "abcdefghijklmnopqrstuvwxyz0123456789-_.") !=
			strlen(out)) {
			n_wrong++;
			printf("# %s: %s\n", host.p, out);
		}
	}
	buf_release(&host);
	ok(n_accepted > ROUNDS / 100, "%zu random hosts are valid", n_accepted);
	is_int((int64_t)n_wrong, 0, "the results are valid host names");
}

int
main(void)
{
	url_idn_test_rows(punycode, ARRAY_LENGTH(punycode));
	url_idn_test_rows(ascii, ARRAY_LENGTH(ascii));
	url_idn_test_rows(mapped, ARRAY_LENGTH(mapped));
	url_idn_test_rows(refused, ARRAY_LENGTH(refused));
	url_idn_test_lengths();
	url_idn_test_random();
	return done_testing();
}
