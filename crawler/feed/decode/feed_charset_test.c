/*
 * feed_charset_test.c -- charsets of feeds, declared and guessed.
 */
#include <iconv.h>

#include "base/array.h"
#include "crawler/feed/decode/feed_charset.h"
#include "tests/lib/tap.h"

static const struct {
	const char *bytes, *content_type, *name, *text;
} rows[] = {
	{ "\xef\xbb\xbf"
	  "a",
	    NULL, "utf-8", "a" },
	{ "é", NULL, "utf-8", "é" },
	{ "a\xe9z", NULL, "windows-1252", "aéz" },
	{ "\x93q\x94", "text/xml; charset=iso-8859-1", "windows-1252", "“q”" },
	{ "\xa4", "x; charset = 'ISO_8859-15'", "iso-8859-15", "€" },
	{ "\xb1", "x; charset=latin2", "iso-8859-2", "ą" },
	{ "\xcf", "x;a=b;charset:cp1251", "windows-1251", "П" },
	{ "\xf0", "x; charset=koi8-r", "koi8-r", "П" },
	{ "é", "x; charset=us-ascii", "utf-8", "é" },
	{ "é", "x; charset=utf-16", "utf-8", "é" },
	{ "„é“", "x; charset=iso-8859-1", "utf-8", "„é“" },
	{ "Žluťoučký kůň \xc5 x", "x; charset=iso-8859-1", "utf-8",
	    "Žluťoučký kůň Å x" },
	{ "<?xml version='1.0' encoding='iso-8859-1'?>Žluťoučký kůň \xc5 x",
	    NULL, "utf-8",
	    "<?xml version='1.0' encoding='iso-8859-1'?>Žluťoučký kůň Å x" },
	{ "Caf\xe9 \xc3\xa9", "x; charset=iso-8859-1", "windows-1252",
	    "Café Ã©" },
	{ "\xc1\xaa\xcd\xa8", "x; charset=gbk", "gb18030", "联通" },
	{ "\xc4\xe3\xba\xc3", "x; charset=gb2312", "gb18030", "你好" },
	{ "今日要闻：北京天气晴朗", "x; charset=gb2312", "utf-8",
	    "今日要闻：北京天气晴朗" },
	{ "日本のニュースです", "x; charset=shift_jis", "utf-8",
	    "日本のニュースです" },
	{ "<?xml version='1.0' encoding='GBK'?>今日要闻：北京天气晴朗", NULL,
	    "utf-8",
	    "<?xml version='1.0' encoding='GBK'?>今日要闻：北京天气晴朗" },
	{ "<?xml version='1.0' encoding='gb2312'?>Kim’s café",
	    "x; charset=utf-8", "utf-8",
	    "<?xml version='1.0' encoding='gb2312'?>Kim’s café" },
	{ "\xa7\x41\xa6\x6e", "x; charset=big5", "big5-hkscs", "你好" },
	{ "\xbe\xc8\xb3\xe7", "x; charset=euc-kr", "cp949", "안녕" },
	{ "a\xff\xe9 é é é", NULL, "utf-8", "aÿé é é é" },
	{ "é \x93\xe9\x94 z", NULL, "utf-8", "é “é” z" },
	{ "\x1b$B%K%e!<%9\x1b(B", NULL, "iso-2022-jp", "ニュース" },
	{ "<?xml version='1.0' encoding='utf-8'?>\x1b$B%K%e!<%9\x1b(B", NULL,
	    "iso-2022-jp", "<?xml version='1.0' encoding='utf-8'?>ニュース" },
	{ "a\xed\xa0\xbd\xed\xb8\x89", NULL, "utf-8", "a😉" },
	{ "a\x1b$Bb", NULL, "utf-8", "a\x1b$Bb" },
	{ "\xab dou\xe9\xa0\xbb, \xe9t\xe9, \xe0 l\xe0", NULL, "windows-1252",
	    "« doué\xc2\xa0», été, à là" },
};

/* Texts without a declaration. */
static const struct {
	const char *bytes, *name;
} guesses[] = {
	{ "Stra\xdf"
	  "e, Gr\xfc\xdf"
	  "e, \xc4pfel",
	    "windows-1252" },
	{ "\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0",
	    "windows-1251" },
	{ "\xf0\xd2\xc9\xd7\xc5\xd4, \xcb\xc1\xcb \xc4\xc5\xcc\xc1", "koi8-r" },
	{ "\xa4\xb3\xa4\xf3\xa4\xcb\xa4\xc1\xa4\xcf\xc0\xa4\xb3\xa6",
	    "euc-jp" },
	{ "\x82\xb1\x82\xf1\x82\xc9\x82\xbf\x82\xcd\x90\xa2\x8a\x45",
	    "shift_jis" },
};

/* Sentences in UTF-8. The test encodes each sentence in its charset, and then
 * guesses the charset of the bytes. */
static const struct {
	const char *charset, *text;
} sentences[] = {
	{ "windows-1255", "חדשות היום ומזג האוויר בירושלים" },
	{ "windows-1255", "ראש העיר: „לא נעלה את המיסים” (1998)" },
	{ "windows-1256", "أخبار اليوم والطقس في المدينة" },
	{ "iso-8859-6", "أخبار اليوم والطقس في المدينة" },
	{ "windows-1253", "Ειδήσεις της ημέρας και καιρός σήμερα" },
	{ "iso-8859-7", "Άνοιξε ξανά ο χώρος του μουσείου μετά την πλημμύρα" },
	{ "windows-1251", "сегодня в городе пройдёт праздник" },
	{ "iso-8859-5", "Сегодня в городе пройдёт праздник" },
	{ "euc-jp", "経済成長が鈍化、専門家が懸念を表明" },
	{ "koi8-r", "Президент подписал указ о мерах поддержки" },
	{ "koi8-r", "Привет, сегодня новости дня из Москвы" },
	{ "koi8-r", "ТАСС: погода в Москве" },
	{ "windows-1251", "Президент подписал указ о мерах поддержки" },
	{ "windows-1251", "Київ: новини України сьогодні" },
	{ "gb18030", "记者从会议上获悉，今年GDP增长5%" },
	{ "gb18030", "今日要闻：北京天气晴朗，經濟學人" },
	{ "big5", "台灣新聞" },
	{ "big5", "股市上漲一百點，投資人樂觀" },
	{ "euc-kr", "오늘 서울에서 열린 회의에서 대통령은 말했다" },
	{ "euc-kr", "한국 뉴스" },
	{ "tis-620", "กรุงเทพมหานคร อากาศร้อน" },
	{ "tis-620", "นายกรัฐมนตรีกล่าวว่าเศรษฐกิจไทยจะดีขึ้น" },
	{ "shift_jis", "東京で今日、大きな地震がありました" },
	{ "windows-1252", "It’s Trump’s plan, isn’t it? They don’t know" },
	{ "windows-1252", "São Paulo: ação já, coração" },
};

static void
feed_charset_test_sentences(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(sentences); i++) {
		char *in = (char *)(uintptr_t)sentences[i].text;
		char bytes[256] = "", *out = bytes;
		size_t in_left = strlen(in), out_left = sizeof(bytes);
		iconv_t cd = iconv_open(sentences[i].charset, "utf-8");

		ok(cd != (iconv_t)-1 &&
			iconv(cd, &in, &in_left, &out, &out_left) == 0,
		    "%s is encoded", sentences[i].charset);
		iconv_close(cd);
		is_text(slice_of(charset_guess(
			    (struct slice){ bytes, sizeof(bytes) - out_left })),
		    sentences[i].charset, "T7: a sentence without declaration");
	}
}

/* Texts in charsets that only the language of the feed shows. */
static const struct {
	const char *language, *charset, *text;
} stated[] = {
	{ "<language>he</language>", "windows-1255",
	    "ראש הממשלה נפגש היום עם שר האוצר" },
	{ "<language>ar-EG</language>", "windows-1256",
	    "رئيس الوزراء يجتمع اليوم مع وزير المالية" },
	{ "<dc:language><![CDATA[ fa]]></dc:language>", "windows-1256",
	    "نخست وزير امروز در تهران سخنراني کرد" },
	{ "<feed xml:lang='el'>", "windows-1253",
	    "Ο πρωθυπουργός συναντήθηκε με τον υπουργό" },
	{ "<language>el</language>", "iso-8859-7",
	    "Άρθρα για την οικονομία, Άμυνα" },
	{ "<language>pl</language>", "iso-8859-2",
	    "Zażółć gęślą jaźń, wiadomości ze świata" },
	{ "<language>pl-PL</language>", "windows-1250",
	    "Zażółć gęślą jaźń, wiadomości ze świata" },
	{ "<language>cs</language>", "iso-8859-2",
	    "Příliš žluťoučký kůň, zprávy z domova" },
	{ "<language>cs</language>", "windows-1250",
	    "Příliš žluťoučký kůň, zprávy z domova" },
	{ "<language>hu</language>", "windows-1250",
	    "Árvíztűrő tükörfúrógép, hírek" },
	{ "<language>tr</language>", "windows-1254",
	    "Başbakan bugün İstanbul’da açıkladı" },
	{ "<language>lt</language>", "windows-1257",
	    "Šiandien Vilniuje įvyko susitikimas" },
	/* the language does not change these guesses */
	{ "<language>he</language>", "gb18030", "记者从会议上获悉，今年增长" },
	{ "<language>de</language>", "windows-1252",
	    "Straße, Grüße, Äpfel, Österreich" },
	{ "<language>ru</language>", "windows-1251",
	    "Президент подписал указ о мерах поддержки" },
	{ "<language>lv</language>", "windows-1251",
	    "Сейм принял закон о бюджете страны" },
};

static void
feed_charset_test_stated(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(stated); i++) {
		char *in = (char *)(uintptr_t)stated[i].text;
		char bytes[256], *out;
		size_t n = (size_t)snprintf(bytes, sizeof(bytes),
			   "<?xml version='1.0' encoding='utf-8'?>%s",
			   stated[i].language),
		       in_left = strlen(in), out_left = sizeof(bytes) - n;
		iconv_t cd = iconv_open(stated[i].charset, "utf-8");
		struct slice all;

		out = bytes + n;
		ok(cd != (iconv_t)-1 &&
			iconv(cd, &in, &in_left, &out, &out_left) == 0,
		    "%s is encoded", stated[i].charset);
		iconv_close(cd);
		all = (struct slice){ bytes, sizeof(bytes) - out_left };
		is_text(slice_of(language_charset(all, charset_guess(all))),
		    stated[i].charset, stated[i].language);
	}
}

int
main(void)
{
	struct arena arena;
	jmp_buf exhausted;
	struct charsets charsets;
	struct charset charset;
	struct slice text;
	struct buf scratch;

	charsets_init(&charsets);
	buf_init(&scratch, 1 << 20);
	arena_init(&arena, 1 << 20);
	if (setjmp(exhausted) != 0)
		return 1;
	arena.exhausted = &exhausted;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		text = feed_to_utf8(&arena, &charsets, slice_of(rows[i].bytes),
		    slice_of(rows[i].content_type), &scratch, &charset);
		is_text(text, rows[i].text, rows[i].name);
		is_text(slice_of(charset.name), rows[i].name,
		    "the name of the charset");
	}
	for (size_t i = 0; i < ARRAY_LENGTH(guesses); i++)
		is_text(slice_of(charset_guess(slice_of(guesses[i].bytes))),
		    guesses[i].name, "the encoding is guessed from the bytes");
	feed_charset_test_sentences();
	feed_charset_test_stated();
	arena_release(&arena);
	buf_release(&scratch);
	charsets_release(&charsets);
	return done_testing();
}
