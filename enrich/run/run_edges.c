/*
 * run_edges.c -- tests the characters at the edges of a term; see run_edges.h.
 *
 * The table has characters that nearly never belong to a content word, and kana
 * that are only a part of a syllable. A character that begins or ends some
 * content words is in the table, too, and these words are exceptions.
 * Characters of many content words (都, 会, 上, 要) are not in the table. A
 * separate list has function words of two characters.
 */
#include "enrich/run/run_edges.h"

#include <stdint.h>
#include <string.h>

#include "base/array.h"
#include "base/text/utf8.h"

#define BOTH     (RUN_NOT_FIRST | RUN_NOT_LAST | RUN_STOP)
#define ZH_BREAK (RUN_BREAK | BOTH | RUN_CHINESE)
#define ZH_BOTH  (BOTH | RUN_CHINESE)
#define ZH_FIRST (RUN_NOT_FIRST | RUN_CHINESE)
#define ZH_LAST  (RUN_NOT_LAST | RUN_CHINESE)

struct run_edges_row {
	uint16_t rune;
	uint8_t flags;
};

/* In rising order of the character: particles, pronouns and conjunctions of
 * Chinese, particles and parts of syllables of Japanese. */
static const struct run_edges_row run_edges_rows[] = {
	{ u'々', RUN_NOT_FIRST },
	{ u'ぁ', RUN_NOT_FIRST },
	{ u'ぃ', RUN_NOT_FIRST },
	{ u'ぅ', RUN_NOT_FIRST },
	{ u'ぇ', RUN_NOT_FIRST },
	{ u'ぉ', RUN_NOT_FIRST },
	{ u'が', BOTH },
	{ u'た', BOTH },
	{ u'っ', RUN_NOT_FIRST | RUN_NOT_LAST },
	{ u'て', BOTH },
	{ u'で', BOTH },
	{ u'と', BOTH },
	{ u'に', BOTH },
	{ u'の', BOTH },
	{ u'は', BOTH },
	{ u'へ', BOTH },
	{ u'も', BOTH },
	{ u'ゃ', RUN_NOT_FIRST },
	{ u'や', BOTH },
	{ u'ゅ', RUN_NOT_FIRST },
	{ u'ょ', RUN_NOT_FIRST },
	{ u'れ', BOTH },
	{ u'を', BOTH | RUN_BREAK },
	{ u'ん', RUN_NOT_FIRST },
	{ u'ァ', RUN_NOT_FIRST },
	{ u'ィ', RUN_NOT_FIRST },
	{ u'ゥ', RUN_NOT_FIRST },
	{ u'ェ', RUN_NOT_FIRST },
	{ u'ォ', RUN_NOT_FIRST },
	{ u'ッ', RUN_NOT_FIRST | RUN_NOT_LAST },
	{ u'ャ', RUN_NOT_FIRST },
	{ u'ュ', RUN_NOT_FIRST },
	{ u'ョ', RUN_NOT_FIRST },
	{ u'ン', RUN_NOT_FIRST },
	{ u'ヵ', RUN_NOT_FIRST },
	{ u'ヶ', RUN_NOT_FIRST },
	{ u'ー', RUN_NOT_FIRST },
	{ u'不', ZH_LAST },
	{ u'与', ZH_BOTH },
	{ u'並', ZH_BOTH },
	{ u'个', ZH_LAST },
	{ u'为', ZH_BOTH },
	{ u'么', ZH_BREAK },
	{ u'之', ZH_BOTH },
	{ u'也', ZH_BOTH },
	{ u'了', ZH_BREAK },
	{ u'于', ZH_LAST },
	{ u'从', ZH_BOTH },
	{ u'他', ZH_BOTH },
	{ u'以', ZH_BOTH },
	{ u'们', ZH_FIRST },
	{ u'但', ZH_BOTH },
	{ u'你', ZH_BREAK },
	{ u'個', ZH_LAST },
	{ u'們', ZH_FIRST },
	{ u'其', ZH_BOTH },
	{ u'再', ZH_LAST },
	{ u'到', ZH_BOTH },
	{ u'又', ZH_BOTH },
	{ u'及', ZH_BOTH },
	{ u'吗', ZH_BREAK },
	{ u'呢', ZH_BREAK },
	{ u'和', ZH_BOTH },
	{ u'哪', ZH_BREAK },
	{ u'啊', ZH_BREAK },
	{ u'嗎', ZH_BREAK },
	{ u'在', ZH_BOTH },
	{ u'她', ZH_BREAK },
	{ u'如', ZH_LAST },
	{ u'它', ZH_BREAK },
	{ u'对', ZH_LAST },
	{ u'将', ZH_BOTH },
	{ u'將', ZH_BOTH },
	{ u'對', ZH_LAST },
	{ u'就', ZH_BOTH },
	{ u'已', ZH_BOTH },
	{ u'并', ZH_BOTH },
	{ u'很', ZH_BREAK },
	{ u'從', ZH_BOTH },
	{ u'怎', ZH_BREAK },
	{ u'您', ZH_BREAK },
	{ u'我', ZH_BOTH },
	{ u'或', ZH_BREAK },
	{ u'所', ZH_FIRST },
	{ u'把', ZH_BOTH },
	{ u'於', ZH_BOTH },
	{ u'是', ZH_BREAK },
	{ u'最', ZH_LAST },
	{ u'此', ZH_BOTH },
	{ u'每', ZH_LAST },
	{ u'沒', ZH_BOTH },
	{ u'没', ZH_BOTH },
	{ u'為', ZH_BOTH },
	{ u'爲', ZH_BOTH },
	{ u'由', ZH_BOTH },
	{ u'的', ZH_BREAK },
	{ u'着', ZH_BOTH },
	{ u'等', ZH_BOTH },
	{ u'而', ZH_BOTH },
	{ u'與', ZH_BOTH },
	{ u'被', ZH_BOTH },
	{ u'該', ZH_BOTH },
	{ u'說', ZH_BOTH },
	{ u'讓', ZH_BOTH },
	{ u'让', ZH_BOTH },
	{ u'该', ZH_BOTH },
	{ u'说', ZH_BOTH },
	{ u'这', ZH_BREAK },
	{ u'這', ZH_BREAK },
	{ u'那', ZH_BOTH },
	{ u'麼', ZH_BREAK },
};

/* Content words that begin or end with a character of the table. */
static const char run_edges_content[] =
    "目的 标的 標的 的士 了解 瞭解 是非 "
    "存在 现在 現在 内在 內在 外在 潜在 潛在 在线 在線 在职 在職 在校 在野 "
    "和平 和谐 和諧 和解 和约 和約 和尚 和田 共和 饱和 飽和 缓和 緩和 温和 "
    "溫和 "
    "参与 參與 与会 與會 普及 埃及 及格 自我 我国 我國 他人 吉他 其他 "
    "被告 被害 被捕 被动 被動 被子 把握 把关 把關 火把 "
    "转让 轉讓 出让 出讓 让步 讓步 服从 服從 从业 從業 从事 從事 "
    "将军 將軍 将士 將士 将领 將領 名将 名將 大将 大將 麻将 麻將 老将 老將 "
    "就业 就業 就学 就學 就职 就職 就诊 就診 就医 就醫 就读 就讀 成就 "
    "平等 高等 中等 初等 对等 對等 等级 等級 等离 等離 "
    "行为 行為 人为 人為 作为 作為 华为 華為 無為 无为 应该 應該 彼此 耳其 "
    "并购 並購 合并 兼并 吞并 自由 理由 由来 由來 缘由 緣由 事由 "
    "以色 以军 以軍 以太 以巴 没收 沒收 淹没 淹沒 沉没 沉沒 "
    "小说 小說 学说 學說 传说 傳說 演说 演說 解说 解說 说唱 說唱 说明 說明 "
    "假说 假說 "
    "到期 报到 報到 迟到 遲到 着陆 着陸 着装 着裝 着火 执着 沉着 "
    "所长 所長 所得 单于 單于 反对 反對 绝对 絕對 相对 相對 面对 面對 "
    "ども にほ にっ はや のと とち やき たこ てん もち でん";

/* Function words of two characters. */
static const char run_edges_function[] =
    "一个 一個 一些 有些 没有 沒有 自己 然后 然後 如果 可以 可能 已经 已經 "
    "不过 不過 "
    "时候 時候 里面 裡面 进行 進行 通过 通過 "
    "する した して され せる れた れる しっ ない なく こと もの から まで "
    "より など "
    "ため よう です ます まし でき いる いた いう ある あり あっ おり なる "
    "なっ なら "
    "よる よっ とし って とい";

/* Returns the flags of a character; O(log rows). */
static unsigned
run_edges_of_rune(uint32_t rune)
{
	size_t low = 0, high = ARRAY_LENGTH(run_edges_rows);

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (run_edges_rows[middle].rune == rune)
			return run_edges_rows[middle].flags;
		if (run_edges_rows[middle].rune < rune)
			low = middle + 1;
		else
			high = middle;
	}
	return 0;
}

static unsigned
run_edges_in_language(unsigned flags, bool is_japanese)
{
	return is_japanese && (flags & RUN_CHINESE) != 0 ? 0 : flags;
}

/* Returns true if the list has the word.  A character of UTF-8 does not begin
 * inside another one, so that no word is found across a space. */
static bool
run_edges_has(const char *words, size_t len, struct slice word)
{
	return memmem(words, len, word.p, word.len) != NULL;
}

unsigned
run_edges_of(struct slice word, bool is_japanese)
{
	uint32_t first, last;
	size_t n = utf8_decode(word.p, word.len, &first);
	unsigned begin, end;

	if (n == word.len)
		return BOTH;
	if (run_edges_has(
		run_edges_function, sizeof(run_edges_function) - 1, word))
		return BOTH | RUN_FUNCTION;
	utf8_decode(word.p + n, word.len - n, &last);
	begin = run_edges_in_language(run_edges_of_rune(first), is_japanese);
	end = run_edges_in_language(run_edges_of_rune(last), is_japanese);
	if ((begin | end) == 0 || run_edges_has(run_edges_content,
				      sizeof(run_edges_content) - 1, word))
		return 0;
	return (begin & RUN_NOT_FIRST) | (end & RUN_NOT_LAST) |
	       ((begin | end) & (RUN_BREAK | RUN_STOP));
}
