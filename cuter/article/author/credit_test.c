/*
 * credit_test.c -- tests credits of authors in Chinese and Japanese, and the
 * recognition of names.
 */
#include <setjmp.h>

#include "base/array.h"
#include "base/text/utf8.h"
#include "cuter/article/author/credit.h"
#include "cuter/article/author/han_name.h"
#include "tests/lib/tap.h"

#define START CREDIT_AT_START
#define END   CREDIT_AT_END
#define LAST  (CREDIT_AT_END | CREDIT_AT_LAST)
/* Text before or after a credit; it is too long for a credit. */
#define LONG                                                                                                     \
	"市里去年修好了三座旧桥，今年又开始修第四座，居民说，等了很多年，终于" \
	"可以不再绕路。工程队预计明年春天完工，费用由三个区一起承担。"
#define LONG_JA                                                                                                  \
	"市は昨年、古い橋を三つ直し、今年は四つ目の工事を始めた。住民は長い間" \
	"、"                                                                                                    \
	"この日を待っていたと話している。"

static struct arena arena;

static const struct {
	const char *text;
	unsigned position;
	bool is_japanese;
	const char *authors, *editors;
} rows[] = {
	/* credits in brackets at the end of the text */
	{ LONG "（记者 张小山）", END, false, "张小山", "" },
	{ LONG "（记者张小山 李四一）", END, false, "张小山|李四一", "" },
	{ LONG "（记者 张 三）", END, false, "张三", "" },
	{ LONG "（本报记者 张小山 通讯员 李四一）", END, false, "张小山|李四一",
	    "" },
	{ LONG "（特约记者张小山、实习记者李四一）", END, false,
	    "张小山|李四一", "" },
	{ LONG "（张小山）", LAST, false, "张小山", "" },
	{ LONG "（张小山 李四一 ）", LAST, false, "张小山|李四一", "" },
	{ LONG "（欧阳小山）", LAST, false, "欧阳小山", "" },
	{ LONG "（张小山 上海报道）", LAST, false, "张小山", "" },
	{ LONG "（张小山 文/图）", LAST, false, "张小山", "" },
	{ LONG "（张小山/文 李四一/图）", LAST, false, "张小山", "" },
	{ LONG "（记者 张小山）（完）", LAST, false, "张小山", "" },
	{ LONG "（记者 旦增卓嘎）", END, false, "旦增卓嘎", "" },
	{ LONG "（责任编辑：张小山）", LAST, false, "", "张小山" },
	{ LONG "（张小山）", END, false, "", "" },
	{ LONG "（张小山 摄）", LAST, false, "", "" },
	{ LONG "（摄影 张小山）", LAST, false, "", "" },
	{ LONG "（完）", LAST, false, "", "" },
	{ LONG "（图）", LAST, false, "", "" },
	{ LONG "（左图）", LAST, false, "", "" },
	{ LONG "（高清）", LAST, false, "", "" },
	{ LONG "（5月4日）", LAST, false, "", "" },
	{ LONG "（来源：河边日报）", LAST, false, "", "" },
	{ LONG "（河边日报）", LAST, false, "", "" },
	{ LONG "（张小山说，这是第四座桥）", LAST, false, "", "" },
	{ LONG "（张小山的父亲）", LAST, false, "", "" },
	{ LONG "（记者从市政府获悉）", LAST, false, "", "" },
	{ LONG "（金融）", LAST, false, "", "" },
	{ LONG "（常州）", LAST, false, "", "" },
	{ LONG "（张一一 李二二 王三三 赵四四 钱五五）", LAST, false, "", "" },
	/* the last sentence */
	{ LONG "本报记者 张小山", END, false, "张小山", "" },
	{ LONG "他还没有告诉记者，张小山说", END, false, "", "" },
	/* lines */
	{ "□ 本报记者 张小山", LAST, false, "张小山", "" },
	{ "□ 张小山", LAST, false, "张小山", "" },
	{ "河边日报记者 张小山 山东冠县报道", END, false, "张小山", "" },
	{ "河边网黑龙江频道 记者 张小山 李四一", 0, false, "张小山|李四一",
	    "" },
	{ "整合 河边日报·山下记者 张小山", END, false, "张小山", "" },
	{ "河边新闻·山下日报记者张小山/文受访者供图", 0, false, "张小山", "" },
	{ "时间：2004年10月21日14:18 作者：张小山", 0, false, "张小山", "" },
	{ "02日14:25 作者： 张小山 出自某某读书网", 0, false, "张小山", "" },
	{ "来源：河边日报 编辑：张小山", 0, false, "", "张小山" },
	{ "作者：张小山 编辑：李四一", 0, false, "张小山", "李四一" },
	{ "作者：小溪流 来源：河边日报", 0, false, "小溪流", "" },
	{ "作者：安娜·霍尔姆", 0, false, "安娜·霍尔姆", "" },
	{ "编辑：山石", 0, false, "", "山石" },
	{ "編輯：張小山", 0, false, "", "張小山" },
	{ "文/张三", 0, false, "张三", "" },
	{ "图/文：张三", 0, false, "张三", "" },
	{ "文/张三 图/李四", 0, false, "张三", "" },
	{ "撰文：张三", 0, false, "张三", "" },
	{ "作者/张三", 0, false, "张三", "" },
	{ "作者：河边日报", 0, false, "", "" },
	{ "作者：佚名", 0, false, "", "" },
	{ "王小明", 0, false, "", "" },
	{ "记者近日从西藏获悉", LAST, false, "", "" },
	{ "有人告诉记者张小山", LAST, false, "", "" },
	{ "记者：你为什么来这里？", LAST, false, "", "" },
	/* Taiwan */
	{ "記者王小明／台北報導", START, false, "王小明", "" },
	{ "【記者王小明台北報導】" LONG, START, false, "王小明", "" },
	{ "〔記者王小明、李大華／台南報導〕" LONG, START, false,
	    "王小明|李大華", "" },
	{ "（中央社記者王小明台北3日電）" LONG, START, false, "王小明", "" },
	{ "編譯王小明／綜合報導", START, false, "王小明", "" },
	{ "【記者歐陽小明報導】" LONG, START, false, "歐陽小明", "" },
	/* credits at the start of the text */
	{ "本报讯（记者 张小山 通讯员 李四一）" LONG, START, false,
	    "张小山|李四一", "" },
	{ "新华社北京1月3日电（记者张小山、李四一）" LONG, START, false,
	    "张小山|李四一", "" },
	{ "本报记者张小山、李四一报道：" LONG, START, false, "张小山|李四一",
	    "" },
	{ "【河边日报2005年07月03日报道】" LONG, START, false, "", "" },
	{ "市长（张小山）昨天说，" LONG, START, false, "", "" },
	{ LONG LONG "（记者张小山）" LONG, START, false, "", "" },
	/* Japanese */
	{ LONG_JA "（山田太郎）", LAST, true, "山田太郎", "" },
	{ LONG_JA "【山田太郎】", LAST, true, "山田太郎", "" },
	{ LONG_JA "【山田太郎、中村花子】", LAST, true, "山田太郎|中村花子",
	    "" },
	{ "【山田太郎】", LAST, true, "山田太郎", "" },
	{ "文・山田太郎", LAST, true, "山田太郎", "" },
	{ "取材・文＝山田太郎", LAST, true, "山田太郎", "" },
	{ "文・山田太郎 写真・中村花子", LAST, true, "山田太郎", "" },
	{ LONG_JA "（聞き手・山田太郎）", LAST, true, "山田太郎", "" },
	{ "【関連記事】", LAST, true, "", "" },
	{ "【写真】", LAST, true, "", "" },
	{ LONG_JA "（石川県）", LAST, true, "", "" },
	{ LONG_JA "（終わり）", LAST, true, "", "" },
	/* texts in other scripts, and hostile texts */
	{ "By Ada Lovelace", LAST, false, "", "" },
	{ "", LAST, false, "", "" },
	{ "（", LAST, false, "", "" },
	{ "（）", LAST, false, "", "" },
	{ "）（", LAST, false, "", "" },
	{ "记者", LAST, false, "", "" },
	{ "作者：", LAST, false, "", "" },
	{ "\xE8\xAE（\xE8）", LAST, false, "", "" },
};

static void
credit_test_join(const struct names *names, char out[512])
{
	size_t n = 0;

	out[0] = '\0';
	for (size_t i = 0; i < names->n && n < 400; i++)
		n += (size_t)snprintf(out + n, 512 - n, "%s%.*s",
		    i > 0 ? "|" : "", SLICE_ARG(names->items[i]));
}

static void
credit_test_rows(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct names authors = { 0 }, editors = { 0 };
		char got[512], of_editors[512];
		struct slice text = slice_of(rows[i].text);

		credit_find(&arena, text, rows[i].position, rows[i].is_japanese,
		    &authors, &editors);
		credit_test_join(&authors, got);
		credit_test_join(&editors, of_editors);
		ok(strcmp(got, rows[i].authors) == 0 &&
			strcmp(of_editors, rows[i].editors) == 0,
		    "row %zu: \"%s\" and \"%s\" in \"%.*s\"", i, got,
		    of_editors, SLICE_ARG(utf8_prefix(text, 60)));
	}
}

static void
credit_test_names(void)
{
	ok(han_name_is(SLICE("张三")),
	    "a Chinese surname and a character are a name");
	ok(han_name_is(SLICE("歐陽小明")),
	    "a Chinese name can have a double surname");
	ok(!han_name_is(SLICE("张三李四")),
	    "four characters without a double surname are not a name");
	ok(!han_name_is(SLICE("文化")), "a Chinese word is not a name");
	ok(!han_name_is(SLICE("桌子")),
	    "a word that begins with no surname is not a name");
	ok(han_name_is_japanese(SLICE("山田はなこ")),
	    "a Japanese name can contain kana");
	ok(!han_name_is_japanese(SLICE("経済部")),
	    "a Japanese department is not a name");
	ok(han_name_is_korean(SLICE("홍길동")), "a Korean name is recognised");
	ok(han_name_is_korean(SLICE("남궁민수")),
	    "a Korean name can have a double surname");
	ok(!han_name_is_korean(SLICE("정치부")),
	    "a Korean department is not a name");
	ok(han_is_organisation(SLICE("河边日报")),
	    "a Chinese newspaper is an organisation");
	ok(!han_is_organisation(SLICE("张小山")),
	    "a Chinese name is not an organisation");
}

/* A block of 1 MB of one text takes no longer than a short one: each function
 * reads only the first and the last bytes. The arena is too small for copies.
 */
static void
credit_test_bounds(void)
{
	static const char *const parts[] = { "（", "）", "（）", "（张三）",
		"记者", "作者：", "张", "记者张三", "【記者", "文/", "、",
		"A（" };
	static char text[1 << 20];

	for (size_t i = 0; i < ARRAY_LENGTH(parts); i++) {
		size_t len = strlen(parts[i]), n = 0;
		struct names authors = { 0 }, editors = { 0 };

		for (; n + len <= sizeof(text); n += len)
			memcpy(text + n, parts[i], len);
		for (size_t k = 0; k < 100; k++)
			credit_find(&arena, (struct slice){ text, n },
			    START | LAST, false, &authors, &editors);
		ok(authors.n <= NAMES_MAX, "1 MB of \"%s\": %zu names",
		    parts[i], authors.n);
	}
}

int
main(void)
{
	jmp_buf exhausted;

	arena_init(&arena, 4 << 20);
	if (setjmp(exhausted) != 0) {
		printf("Bail out! arena\n");
		return 1;
	}
	arena.exhausted = &exhausted;
	credit_test_rows();
	credit_test_names();
	credit_test_bounds();
	arena_release(&arena);
	return done_testing();
}
