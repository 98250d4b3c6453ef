/*
 * charset_test.c -- pages in many charsets, declared correctly, wrongly, or not
 * at all.
 */
#include "base/array.h"
#include "base/text/utf8.h"
#include "cuter/tree/charset.h"
#include "tests/lib/tap.h"

#define B(text)                                                                \
	{                                                                      \
		(text), sizeof(text) - 1                                       \
	}

/* Four characters in UTF-8. */
#define E4 "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"

static const struct {
	const char *why;
	struct slice bytes;
	const char *content_type; /* NULL: none */
	const char *text;
	const char *read_as;
} pages[] = {
	{ "plain ASCII", B("abc"), NULL, "abc", "utf-8" },
	{ "UTF-8, undeclared", B("\xC3\xA9t\xC3\xA9"), NULL, "été", "utf-8" },
	{ "UTF-8 with BOM", B("\xEF\xBB\xBF\xC3\xA9"),
	    "text/html; charset=iso-8859-1", "é", "utf-8" },
	{ "UTF-16LE with BOM", B("\xFF\xFE\xE9\0a\0"), NULL, "éa", "utf-16le" },
	{ "UTF-16BE with BOM", B("\xFE\xFF\0\xE9\0a"), NULL, "éa", "utf-16be" },
	{ "a surrogate pair", B("\xFF\xFE\x3D\xD8\x00\xDE"), NULL, "😀",
	    "utf-16le" },
	{ "half a surrogate pair", B("\xFF\xFE\x3D\xD8\x61\0"), NULL, "\uFFFDa",
	    "utf-16le" },
	{ "windows-1252, undeclared", B("\x93\xE9\x94"), NULL, "“é”",
	    "windows-1252" },
	{ "ISO-8859-1 means windows-1252", B("\x93\xE9\x94"),
	    "text/html; charset=ISO-8859-1", "“é”", "windows-1252" },
	{ "UTF-8 with a header that names another charset", B("\xC3\xA9"),
	    "text/html; charset=iso-8859-1", "é", "utf-8" },
	{ "UTF-8 in spite of a wrong <meta>",
	    B("<meta charset=gb2312>\xC3\xA9"), NULL, "<meta charset=gb2312>é",
	    "utf-8" },
	{ "windows-1251 by <meta>",
	    B("<meta charset=\"windows-1251\">\xCF\xF0\xE8"), NULL,
	    "<meta charset=\"windows-1251\">При", "windows-1251" },
	{ "http-equiv",
	    B("<META HTTP-EQUIV=content-type CONTENT='text/html; "
	      "charset=koi8-r'>\xF0"),
	    NULL,
	    "<META HTTP-EQUIV=content-type CONTENT='text/html; "
	    "charset=koi8-r'>П",
	    "koi8-r" },
	{ "a <meta> in a comment",
	    B("<!-- <meta charset=koi8-r> --><!--><META "
	      "charset=windows-1251>\xCF"),
	    NULL,
	    "<!-- <meta charset=koi8-r> --><!--><META charset=windows-1251>П",
	    "windows-1251" },
	{ "a comment without end", B("<!-- <meta charset=koi8-r>\xCF"), NULL,
	    "<!-- <meta charset=koi8-r>Ï", "windows-1252" },
	{ "the header before the <meta>", B("<meta charset=koi8-r>\xE9"),
	    "text/html;charset=windows-1252", "<meta charset=koi8-r>é",
	    "windows-1252" },
	{ "the <meta> if the bytes are not UTF-8",
	    B("<meta charset=gb2312>\xD6\xD0\xCE\xC4"),
	    "text/html; charset=utf-8", "<meta charset=gb2312>中文",
	    "gb18030" },
	{ "the header if the bytes are partly UTF-8",
	    B("<meta charset=koi8-r>\xC3\xA9 \xC3\xA9 \xE9."),
	    "text/html; charset=utf-8", "<meta charset=koi8-r>é é é.",
	    "utf-8" },
	{ "Shift_JIS", B("\x93\xFA\x96\x7B"), "text/html; charset=Shift_JIS",
	    "日本", "cp932" },
	{ "EUC-JP", B("\xC6\xFC\xCB\xDC"), "text/html; charset=\"euc-jp\"",
	    "日本", "euc-jp" },
	{ "ISO-2022-JP", B("\x1B$BF|K\\\x1B(B"),
	    "text/html; charset=iso-2022-jp", "日本", "iso-2022-jp" },
	{ "GBK", B("\xD6\xD0\xCE\xC4"), "text/html; charset=gb2312", "中文",
	    "gb18030" },
	{ "Big5", B("\xA4\xA4\xA4\xE5"), "text/html; charset=big5", "中文",
	    "big5-hkscs" },
	{ "EUC-KR", B("\xC7\xD1"), "text/html; charset=euc-kr", "한", "cp949" },
	{ "nearly UTF-8: lone bytes as windows-1252", B("\xC3\xA9 \x96 \xE9."),
	    "text/html; charset=utf-8", "é – é.", "utf-8" },
	{ "cut inside a character", B("\xC3\xA9t\xC3"), NULL, "étÃ", "utf-8" },
	{ "an invalid byte in UTF-8 that declares no charset",
	    B("\xE4. " E4 E4 E4 E4), NULL, "\u00E4. éééééééééééééééé",
	    "utf-8" },
	{ "an invalid byte in UTF-8 that declares ISO-8859-1",
	    B("\xE4. " E4 E4 E4 E4), "text/html; charset=ISO-8859-1",
	    "\u00E4. éééééééééééééééé", "utf-8" },
	{ "an invalid byte in UTF-8 that declares KOI8-R", B("\xE4. " E4),
	    "text/html; charset=koi8-r", "Д. ц╘ц╘ц╘ц╘", "koi8-r" },
	{ "an invalid byte in a text with little UTF-8", B("\xE4. " E4), NULL,
	    "\u00E4. Ã©Ã©Ã©Ã©", "windows-1252" },
	{ "GBK, undeclared",
	    B("<html lang=zh-CN>"
	      "\xD6\xD0\xCE\xC4\xCD\xF8\xD2\xB3"),
	    NULL, "<html lang=zh-CN>中文网页", "gb18030" },
	{ "Big5, undeclared",
	    B("<html lang=zh-TW>"
	      "\xA4\xA4\xA4\xE5\xBA\xF4\xAD\xB6"),
	    NULL, "<html lang=zh-TW>中文網頁", "big5-hkscs" },
	{ "Shift_JIS, undeclared",
	    B("<html lang=ja>"
	      "\x93\xFA\x96\x7B\x8C\xEA\x82\xCC\x83\x79\x81\x5B\x83\x57"),
	    NULL, "<html lang=ja>日本語のページ", "cp932" },
	{ "EUC-JP, undeclared",
	    B("<html lang=ja>"
	      "\xC6\xFC\xCB\xDC\xB8\xEC\xA4\xCE\xA5\xDA\xA1\xBC\xA5\xB8"),
	    NULL, "<html lang=ja>日本語のページ", "euc-jp" },
	{ "EUC-KR, undeclared",
	    B("<html lang=ko-KR>"
	      "\xC7\xD1\xB1\xB9"),
	    NULL, "<html lang=ko-KR>한국", "cp949" },
	{ "windows-1251, undeclared",
	    B("<html lang=\"ru\">"
	      "\xCF\xF0\xE8\xE2\xE5\xF2"),
	    NULL, "<html lang=\"ru\">Привет", "windows-1251" },
	{ "bytes that the charset of the language does not have",
	    B("<html lang=zh>\x93\xE9\x94\xFF"), NULL, "<html lang=zh>“é”ÿ",
	    "windows-1252" },
	{ "another language, undeclared", B("<html lang=kok>\xE9"), NULL,
	    "<html lang=kok>é", "windows-1252" },
	{ "an unknown label", B("\xE9"), "text/html; charset=x-nothing", "é",
	    "windows-1252" },
	{ "a <meta> that says UTF-16 is read as UTF-8",
	    B("<meta charset=utf-16>a"), NULL, "<meta charset=utf-16>a",
	    "utf-8" },
	{ "an XML declaration",
	    B("<?xml version='1.0' encoding='iso-8859-2'?>\xB1"), NULL,
	    "<?xml version='1.0' encoding='iso-8859-2'?>ą", "iso-8859-2" },
	{ "nothing", B(""), NULL, "", "utf-8" },
};

/* Tests that random bytes in any charset give valid UTF-8. */
static void
charset_test_any_bytes(struct charsets *c, struct buf *out)
{
	static const char *const labels[] = { "", "utf-8", "windows-1252",
		"utf-16le", "shift_jis", "euc-jp", "iso-2022-jp", "gb18030",
		"big5", "euc-kr", "windows-1255", "koi8-r" };
	uint32_t seed = 1;
	int bad = 0;

	for (int round = 0; round < 400; round++)
		for (size_t i = 0; i < ARRAY_LENGTH(labels); i++) {
			char bytes[64], type[64];
			struct charset charset;

			for (size_t k = 0; k < sizeof(bytes); k++) {
				seed = seed * 1664525 + 1013904223;
				bytes[k] = (char)(seed >> 24);
			}
			snprintf(
			    type, sizeof(type), "a/b;charset=%s", labels[i]);
			if (!utf8_valid(page_to_utf8(c,
				(struct slice){ bytes, sizeof(bytes) },
				slice_of(type), out, &charset)))
				bad++;
		}
	is_int(bad, 0, "random bytes in any charset give valid UTF-8");
}

int
main(void)
{
	struct charsets c;
	struct buf out;

	charsets_init(&c);
	buf_init(&out, 1 << 20);
	for (size_t i = 0; i < ARRAY_LENGTH(pages); i++) {
		struct charset charset;
		struct slice text = page_to_utf8(&c, pages[i].bytes,
		    slice_of(pages[i].content_type), &out, &charset);

		ok(slice_equal(text, slice_of(pages[i].text)) &&
			strcmp(charset.name, pages[i].read_as) == 0,
		    "%s (%.*s, %s)", pages[i].why, SLICE_ARG(text),
		    charset.name);
	}
	charset_test_any_bytes(&c, &out);
	buf_release(&out);
	charsets_release(&c);
	return done_testing();
}
