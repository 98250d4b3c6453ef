/*
 * name_words.c -- words next to names: leaders, joints, particles, stop words.
 *
 * All tables are in lower case and compared with case folded.
 */
#include <pthread.h>

#include "base/array.h"
#include "base/text/utf8.h"
#include "cuter/article/author/name.h"

static const struct leader {
	const char *words;
	bool wants_colon;
} leaders[] = {
#include "cuter/article/author/name_leaders.inc"
};

static const char *const colons[] = { ":", "\xEF\xBC\x9A", "\xE2\x97\x8F",
	"\xEF\xBC\x8F", "\xE3\x83\xBB" };

/* The joints between two names. A short word (" e ", " i ", " a ") is a joint
 * only in some languages. */
static const struct {
	const char *joint;
	const char *languages; /* NULL: any language */
} joints[] = {
	{ ", and ", NULL },
	{ ", ", NULL },
	{ "; ", NULL },
	{ ";", NULL },
	{ " | ", NULL },
	{ " \xC2\xB7 ", NULL },
	{ " \xE2\x80\xA2 ", NULL },
	{ " / ", NULL },
	{ " & ", NULL },
	{ " + ", NULL },
	{ " and ", NULL },
	{ " with ", NULL },
	{ " und ", NULL },
	{ " mit ", "de" },
	{ " et ", NULL },
	{ " avec ", "fr" },
	{ " y ", "es" },
	{ " con ", "es it" },
	{ " e ", "it pt gl" },
	{ " i ", "pl ca hr sr sl bs" },
	{ " a ", "cs sk" },
	{ " og ", NULL },
	{ " och ", NULL },
	{ " ja ", "fi et" },
	{ " si ", "ro" },
	{ " \xC3\xA9s ", "hu" },
	{ " dhe ", "sq" },
	{ " ir ", "lt" },
	{ " un ", "lv" },
	{ " in ", "sl" },
	{ " v\xC3\xA0 ", "vi" },
	{ " en ", "nl af" },
	{ " \xC8\x99i ", NULL },
	{ " ve ", "tr" },
	{ " dan ", "id ms" },
	{ " \xD0\xB8 ", NULL },
	{ " \xD1\x96 ", NULL },
	{ " \xCE\xBA\xCE\xB1\xCE\xB9 ", NULL },
	{ "\xD8\x8C", NULL }, /* the Arabic comma */
	{ " \xD9\x88 ", "ar fa ur" },
	{ "\xE3\x80\x81", NULL },
	{ "\xEF\xBC\x8C", NULL },
	{ "\xEF\xBC\x9B", NULL },
	{ "\xEF\xBC\x8F", NULL },
};

static const char *const particles[] = { "af", "al", "an", "ap", "av", "ben",
	"bin", "bint", "da", "dal", "das", "de", "degli", "dei", "del", "della",
	"den", "der", "des", "di", "do", "dos", "du", "e", "el", "ibn", "i",
	"la", "le", "les", "los", "lo", "op", "of", "san", "ten", "ter", "the",
	"til", "tom", "vom", "von", "van", "und", "y", "zu", "zum", "zur" };

/* Words that are often next to names and not part of them: dates, buttons,
 * counters, sections. */
static const char *const stops[] = { "about", "ago", "all", "am", "and",
	"archive", "articles", "at", "author", "bio", "blog", "blogs", "by",
	"categories", "category", "checklist", "checklists", "comment",
	"comments", "contact", "copyright", "credit", "edited", "email",
	"facts", "fact", "follow", "for", "from", "get", "getty", "guide",
	"home", "hours", "how", "image", "images", "in", "is", "last", "learn",
	"less", "library", "linkedin", "listen", "login", "menu", "mins",
	"minute", "minutes", "more", "nachrichten", "newsletter", "next", "on",
	"our", "photo", "photos", "post", "posted", "posts", "previous",
	"privacy", "profile", "published", "read", "reading", "reviewed",
	"save", "search", "see", "share", "show", "sign", "sponsored",
	"spotlight", "stories", "subscribe", "subscription", "tags", "meet",
	"join", "category", "this", "time", "to", "today", "top", "topics",
	"tweet", "twitter", "facebook", "updated", "via", "view", "views",
	"was", "what", "why", "written", "you", "your", "your's",
	/* abbreviated months; name_is_calendar() has the other months */
	"feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov",
	"dec",
	/* other languages */
	"aktualisiert", "alle", "artikel", "auf", "bild", "bilder", "der",
	"die", "foto", "fotos", "ihr", "lesen", "mehr", "quelle", "stand",
	"uhr", "und", "veröffentlicht", "vor", "zum", "zur", "article", "lire",
	"mis", "photographie", "publié", "actualizado", "leer", "publicado",
	"compartir", "lees", "meer", "lue", "läs", "mer", "les", "более",
	"читать" };

/* Months and days. Some of them are first names and surnames, too: "Jan", which
 * is common in many languages, "June", "August", "Sunday". */
static const char *const calendar[] = { "january", "february", "march", "june",
	"july", "august", "september", "october", "november", "december", "jan",
	"monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
	"sunday" };

static const char *const unspaced_stops[] = { "登録", "ログイン", "会員",
	"検索", "一覧", "記事", "写真", "配信", "公開", "更新", "登录", "注册",
	"新闻", "图片", "来源", "分享", "评论", "発表", "掲載", "関連" };

/* Returns the same as name_words_folded_prefix(), which calls this function
 * only if the first letters may be equal. */
static size_t
name_words_folded_whole(struct slice s, const char *word)
{
	size_t i = 0, k = 0;

	while (word[k] != '\0') {
		uint32_t a, b;

		if (i >= s.len)
			return 0;
		if ((unsigned char)(s.p[i] | word[k]) < 0x80) {
			a = rune_lower((unsigned char)s.p[i++]);
			b = (unsigned char)word[k++];
		} else {
			i += utf8_decode(s.p + i, s.len - i, &a);
			k += utf8_decode(word + k, strlen(word + k), &b);
			a = rune_lower(a);
		}
		if (a != b)
			return 0;
	}
	return i;
}

/* Returns the length of the prefix of s that equals `word` with case folded; 0
 * if there is none.  Most words differ in the first letter, which is compared
 * inline. */
static inline size_t
name_words_folded_prefix(struct slice s, const char *word)
{
	if (s.len == 0 || (((s.p[0] ^ word[0]) & ~0x20) != 0 &&
			      ((unsigned char)(s.p[0] & word[0])) < 0x80))
		return 0;
	return name_words_folded_whole(s, word);
}

bool
name_equal(struct slice a, struct slice b)
{
	size_t i = 0, k = 0;

	while (i < a.len && k < b.len) {
		uint32_t x, y;

		i += utf8_decode(a.p + i, a.len - i, &x);
		k += utf8_decode(b.p + k, b.len - k, &y);
		if (rune_lower(x) != rune_lower(y))
			return false;
	}
	return i == a.len && k == b.len;
}

bool
name_is_in(struct slice word, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (name_words_folded_prefix(word, list[i]) == word.len &&
		    word.len > 0)
			return true;
	return false;
}

bool
name_is_particle(struct slice word)
{
	return name_is_in(word, particles, ARRAY_LENGTH(particles));
}

bool
name_is_stop(struct slice word)
{
	return name_is_in(word, stops, ARRAY_LENGTH(stops));
}

bool
name_is_calendar(struct slice word)
{
	return name_is_in(word, calendar, ARRAY_LENGTH(calendar));
}

bool
name_has_stop(struct slice text)
{
	for (size_t i = 0; i < ARRAY_LENGTH(unspaced_stops); i++)
		if (slice_find(text, slice_of(unspaced_stops[i]), 0) !=
		    SLICE_NOT_FOUND)
			return true;
	return false;
}

/* Skips white space and colons; *ret_colon: a colon was skipped. */
static struct slice
name_words_skip_colon(struct slice s, bool *ret_colon)
{
	bool again = true;

	*ret_colon = false;
	while (again) {
		again = false;
		s = slice_trim(s);
		if (slice_starts(s, SLICE("\xE3\x80\x80"))) {
			s = slice_sub(s, 3, s.len);
			again = true;
		}
		for (size_t i = 0; i < ARRAY_LENGTH(colons) && !again; i++)
			if (slice_starts(s, slice_of(colons[i]))) {
				s = slice_sub(s, strlen(colons[i]), s.len);
				*ret_colon = again = true;
			}
	}
	return s;
}

/* The leaders by their first byte: for each key, the index of the first leader
 * + 1, and for each leader, the index of the next one with the same key + 1. 0:
 * none. Upper case has the key of lower case. All bytes outside of ASCII have
 * one key, because case folding may change such a byte. */
#define LEADER_KEYS 129
static uint16_t first_leaders[LEADER_KEYS], next_leaders[ARRAY_LENGTH(leaders)];
static pthread_once_t name_words_once = PTHREAD_ONCE_INIT;

static unsigned
name_words_leader_key(char c)
{
	return (unsigned char)c < 0x80 ? (unsigned char)c | 0x20u
				       : LEADER_KEYS - 1;
}

static void
name_words_fill_index(void)
{
	for (size_t i = ARRAY_LENGTH(leaders); i-- > 0;) {
		uint16_t *first =
		    &first_leaders[name_words_leader_key(leaders[i].words[0])];

		next_leaders[i] = *first;
		*first = (uint16_t)(i + 1);
	}
}

/* Returns the index + 1 of the first leader with which the text may begin; 0:
 * there is none. next_leaders[] has the others, in the order of the table. */
static uint16_t
name_words_first_leader(struct slice text)
{
	pthread_once(&name_words_once, name_words_fill_index);
	return text.len > 0 ? first_leaders[name_words_leader_key(text.p[0])]
			    : 0;
}

bool
name_may_lead(struct slice leaf)
{
	while (leaf.len > 0 && ((unsigned char)leaf.p[0] <= ' ' ||
				   strchr("([|", leaf.p[0]) != NULL))
		leaf = slice_sub(leaf, 1, leaf.len);
	if (leaf.len < 2 || (unsigned char)leaf.p[0] >= 0x80 ||
	    (unsigned char)leaf.p[1] >= 0x80)
		/* texts that begin with other letters are not tested here */
		return true;
	for (uint16_t i = name_words_first_leader(leaf); i > 0;
	     i = next_leaders[i - 1])
		if ((leaf.p[1] | 0x20) == (leaders[i - 1].words[1] | 0x20) ||
		    (unsigned char)leaf.p[1] <= ' ')
			return true;
	return false;
}

bool
name_leader(struct slice text, struct slice *ret_rest)
{
	text = slice_trim(text);
	for (uint16_t i = name_words_first_leader(text); i > 0;
	     i = next_leaders[i - 1]) {
		const struct leader *leader = &leaders[i - 1];
		size_t took = name_words_folded_prefix(text, leader->words);
		struct slice rest;
		bool colon;

		if (took == 0 || took >= text.len)
			continue;
		rest = name_words_skip_colon(
		    slice_sub(text, took, text.len), &colon);
		if (rest.len == 0 || (leader->wants_colon && !colon))
			continue;
		if (!colon && (unsigned char)text.p[took] > ' ' &&
		    !slice_starts(
			slice_sub(text, took, text.len), SLICE("\xC2\xA0")))
			continue; /* "Byron", "Parker" */
		*ret_rest = rest;
		return true;
	}
	return false;
}

/* Labels of editors. They are removed before names, as leaders are. */
static const char *const editor_labels[] = { "责任编辑", "責任編輯", "責任編集",
	"责编", "責編", "编辑", "編輯", "編集" };

bool
name_is_editor_label(struct slice text)
{
	text = slice_trim(text);
	for (size_t i = 0; i < ARRAY_LENGTH(editor_labels); i++)
		if (slice_starts(text, slice_of(editor_labels[i])))
			return true;
	return false;
}

bool
name_is_label(struct slice text)
{
	text = slice_trim(text);
	for (uint16_t i = name_words_first_leader(text); i > 0;
	     i = next_leaders[i - 1]) {
		size_t took =
		    name_words_folded_prefix(text, leaders[i - 1].words);
		bool colon;

		if (took > 0 && name_words_skip_colon(
				    slice_sub(text, took, text.len), &colon)
					.len == 0)
			return true;
	}
	return false;
}

size_t
name_joint(struct slice text, struct slice language)
{
	for (size_t i = 0; i < ARRAY_LENGTH(joints); i++) {
		size_t took;

		if ((unsigned char)text.p[0] !=
		    (unsigned char)joints[i].joint[0])
			continue;
		took = name_words_folded_prefix(text, joints[i].joint);
		if (took == 0)
			continue;
		if (joints[i].languages == NULL ||
		    (language.len >= 2 &&
			slice_find(slice_of(joints[i].languages),
			    slice_sub(language, 0, 2), 0) != SLICE_NOT_FOUND))
			return took;
	}
	return 0;
}
