/* runs_test.c -- keywords of scripts without spaces: whole names, no function
 * characters at the edges, and bounds for hostile texts. */
#include <stdlib.h>
#include <uchar.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "enrich/enrich.h"
#include "enrich/run/run_edges.h"
#include "enrich/run/run_edges.inc"
#include "tests/lib/tap.h"

/* ---- edges ---- */

struct runs_test_edge {
	const char *word;
	/* which of RUN_NOT_FIRST and RUN_NOT_LAST are expected */
	unsigned flags;
	bool is_japanese;
};

#define RUNS_TEST_BOTH (RUN_NOT_FIRST | RUN_NOT_LAST)

static const struct runs_test_edge runs_test_edges[] = {
	{ "的桥", RUN_NOT_FIRST, false },
	{ "桥的", RUN_NOT_LAST, false },
	{ "您的", RUNS_TEST_BOTH, false },
	{ "嗎？", RUN_NOT_FIRST, false },
	{ "與他", RUNS_TEST_BOTH, false },
	{ "自己", RUNS_TEST_BOTH, false },
	{ "桥", RUNS_TEST_BOTH, false },
	{ "目的", 0, false },
	{ "不锈", 0, false },
	{ "很不", RUNS_TEST_BOTH, false },
	{ "参与", 0, false },
	{ "共和", 0, false },
	{ "首都", 0, false },
	{ "大桥", 0, false },
	{ "和歌", RUN_NOT_FIRST, false },
	{ "和歌", 0, true },
	{ "は橋", RUN_NOT_FIRST, true },
	{ "橋を", RUN_NOT_LAST, true },
	{ "する", RUNS_TEST_BOTH, true },
	{ "ーム", RUN_NOT_FIRST, true },
	{ "ゲー", 0, true },
	{ "子ど", 0, true },
	{ "ども", 0, true },
};

/* run_edges_of() uses binary search, which requires sorted tables. */
static void
runs_test_order(void)
{
	size_t n_wrong = 0;

	for (size_t i = 1; i < ARRAY_LENGTH(run_edges_rows); i++)
		n_wrong += run_edges_rows[i - 1].rune >= run_edges_rows[i].rune;
	for (size_t i = 1; i < ARRAY_LENGTH(run_edges_content); i++)
		n_wrong +=
		    run_edges_content[i - 1][0] >= run_edges_content[i][0];
	for (size_t i = 1; i < ARRAY_LENGTH(run_edges_function); i++)
		n_wrong +=
		    run_edges_function[i - 1][0] >= run_edges_function[i][0];
	ok(n_wrong == 0, "the tables are in rising order");
}

static void
runs_test_all_edges(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(runs_test_edges); i++) {
		const struct runs_test_edge *row = &runs_test_edges[i];

		is_int(run_edges_of(slice_of(row->word), row->is_japanese) &
			   RUNS_TEST_BOTH,
		    row->flags, row->word);
	}
}

/* ---- keywords ---- */

static struct enricher *runs_test_enricher;

struct runs_test_case {
	const char *name, *language, *title, *body;
	const char *with, *without; /* keywords, separated by spaces */
};

static const struct runs_test_case runs_test_cases[] = {
	{ "a name of six characters is one term", "zh", "新桥通车",
	    "白鹤湾跨江大桥今天通车。记者走上白鹤湾跨江大桥。白鹤湾跨江大桥长三"
	    "公里。"
	    "居民说，有白鹤湾跨江大桥很方便。",
	    "白鹤湾跨江大桥", "白鹤湾跨 鹤湾跨江 湾跨江大 跨江大桥 白鹤湾" },
	{ "words around a frequent name are not a part of the term", "zh",
	    "渔村",
	    "石浦港很忙。渔民回到石浦港。美丽石浦港热闹。石浦港有市场。"
	    "我们爱石浦港。美丽石浦港来客人。",
	    "石浦港", "美丽石浦 丽石浦港 丽石浦 浦港" },
	{ "function characters are not at the edges", "zh", "周晓岚",
	    "周晓岚的学校在山里。周晓岚的学生喜欢周晓岚的歌声。周晓岚是老师。",
	    "周晓岚", "晓岚的 的学 的周晓 岚的" },
	{ "traditional characters", "zh", "陳雅琪",
	    "這是陳雅琪的畫。陳雅琪與她的老師。陳雅琪了解水墨。", "陳雅琪",
	    "是陳雅琪 雅琪的 琪與 雅琪了" },
	{ "a word that ends with a function character", "zh", "旅行",
	    "旅行的目的是什么？有人没有目的。目的不重要。", "目的", "的目 目" },
	{ "a name after a word of another script", "zh", "6G",
	    "X9光刻机亮相。工厂买了X9光刻机。X9光刻机很贵。", "X9光刻机",
	    "X9光刻" },
	{ "a repeated sentence is not a term", "zh", "天气",
	    "请各位乘客注意列车即将进站小心站台间隙。台风登陆海岸。台风很大。"
	    "请各位乘客注意列车即将进站小心站台间隙。海岸有浪。海岸封闭。",
	    "台风 海岸", "列车 请各位乘客注意列车即将进 即将进站" },
	{ "a short text that repeats its title has keywords", "zh",
	    "东山镇小学图书室今年秋天重新开放迎接新生",
	    "东山镇小学图书室今年秋天重新开放迎接新生", "东山镇",
	    "山镇 东山镇小学图书室今年秋 的" },
	{ "a fragment that occurs once is not a term", "zh", "渡口",
	    "渡口停航。渡口在修。船工离开渡口。村民修理旧码头木板。木板很旧。"
	    "木板。村民等船。村民很多。",
	    "渡口 木板 村民", "修理 理旧 旧码头 码头木 头木板" },
	{ "Japanese particles", "ja", "桜島",
	    "桜島は火山です。桜島を見た。桜島が噴火した。観光客も桜島に行く。",
	    "桜島", "桜島は 桜島を 桜島が は火 島を" },
	{ "a name in katakana", "ja", "大会",
	    "カルデラトラストは大会を開く。カルデラトラストの会長。"
	    "大会はカルデラトラストが支える。",
	    "カルデラトラスト", "カルデラ ルデラト デラトラ トラスト" },
	{ "a script with spaces", "en", "River bridge",
	    "The Heron Bay Bridge opened. Heron Bay Bridge is long. Engineers "
	    "built Heron Bay Bridge.",
	    "Heron_Bay_Bridge", "Heron Bay Heron_Bay" },
};

/* Returns true if a keyword is equal to the word, in which "_" is a space. */
static bool
runs_test_has(const struct enrichment *found, struct slice word)
{
	for (size_t i = 0; i < found->n_keywords; i++) {
		struct slice term = found->keywords[i].term;
		size_t at = 0;

		if (term.len != word.len)
			continue;
		while (at < word.len &&
		       (term.p[at] == word.p[at] ||
			   (term.p[at] == ' ' && word.p[at] == '_')))
			at++;
		if (at == word.len)
			return true;
	}
	return false;
}

static struct enrichment
runs_test_run(const struct runs_test_case *c, struct slice body)
{
	const struct enrich_input in = { .title = slice_of(c->title),
		.body = body,
		.language = slice_of(c->language) };
	const struct enrich_options options = { .keywords = 10 };
	struct enrichment found;
	struct err e = ERR_INIT;

	if (enrich_text(runs_test_enricher, &in, &options, &found, &e) != 0)
		ok(false, "enrich: %s", e.text);
	return found;
}

static void
runs_test_all_keywords(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(runs_test_cases); i++) {
		const struct runs_test_case *c = &runs_test_cases[i];
		struct enrichment found = runs_test_run(c, slice_of(c->body));
		struct slice with = slice_of(c->with),
			     without = slice_of(c->without), word;

		ok(found.n_keywords > 0, "%s: there are keywords", c->name);
		while (slice_next(&with, ' ', &word))
			ok(runs_test_has(&found, word), "%s: %.*s is a keyword",
			    c->name, SLICE_ARG(word));
		while (slice_next(&without, ' ', &word))
			ok(!runs_test_has(&found, word),
			    "%s: %.*s is not a keyword", c->name,
			    SLICE_ARG(word));
	}
}

/* The stem of a long term consists of the pairs of its characters. The search
 * index and the profiles have the same pairs. */
static void
runs_test_stem(void)
{
	static const struct runs_test_case c = { .language = "zh",
		.title = "x" };
	struct enrichment found =
	    runs_test_run(&c, SLICE("脂溢性脱发。治疗脂溢性脱发。"));

	ok(found.n_keywords > 0 && slice_equal(found.keywords[0].stem,
				       SLICE("脂溢 溢性 性脱 脱发")),
	    "the stem of a term of five characters");
}

/* ---- hostile texts ---- */

struct runs_test_hostile_case {
	const char *name, *unit;
	uint32_t characters; /* number of distinct characters; 0: the unit is
				repeated */
};

static const struct runs_test_hostile_case runs_test_hostile_cases[] = {
	{ "one character", "字", 0 },
	{ "two characters in turn", "山水", 0 },
	{ "a function character", "的", 0 },
	{ "thirteen characters in turn", "甲乙丙丁戊己庚辛壬癸子丑寅", 0 },
	{ "words of two scripts in turn", "山x水9", 0 },
	{ "combining marks", "กั", 0 },
	{ "two characters at random", "", 2 },
	{ "many characters at random", "", 20000 },
};

static void
runs_test_one_hostile(const struct runs_test_hostile_case *h)
{
	static const struct runs_test_case c = { .language = "zh",
		.title = "字" };
	struct enrichment found;
	uint32_t state = 1;
	struct buf text;

	buf_init(&text, 16 * MIB);
	while (text.len < MIB) {
		char character[4];

		buf_append_string(&text, h->unit);
		if (h->characters == 0)
			continue;
		state = state * 1664525 + 1013904223;
		buf_append_slice(&text,
		    (struct slice){ character,
			utf8_encode(0x4E00 + (state >> 8) % h->characters,
			    character) });
	}
	found = runs_test_run(&c, buf_slice(&text));
	ok(found.n_stems > 0 && found.n_keywords <= 10, "1 MB of %s", h->name);
	for (size_t i = 0; i < found.n_keywords; i++)
		if (found.keywords[i].term.len > 4 * 12)
			ok(false, "a keyword has at most twelve characters");
	buf_release(&text);
}

int
main(void)
{
	struct err e = ERR_INIT;

	if (enricher_new(&runs_test_enricher, &e) != 0) {
		printf("Bail out! %s\n", e.text);
		return EXIT_FAILURE;
	}
	runs_test_order();
	runs_test_all_edges();
	runs_test_all_keywords();
	runs_test_stem();
	for (size_t i = 0; i < ARRAY_LENGTH(runs_test_hostile_cases); i++)
		runs_test_one_hostile(&runs_test_hostile_cases[i]);
	enricher_free(runs_test_enricher);
	return done_testing();
}
