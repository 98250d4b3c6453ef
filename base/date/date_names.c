/*
 * date_names.c -- tables of the words in dates, without the months
 * (date_months.c).
 */
#include "base/date/date_names.h"

#include <pthread.h>

#include "base/array.h"
#include "base/date/date_months.h"
#include "base/text/word_filter.h"

/* The text is an array and not a pointer, which would need a relocation at each
 * start. */
struct word {
	char text[38];
	short value;
};

/* The values are minutes east of UTC. If several zones share an abbreviation,
 * its meaning in RFC 822 is used. If RFC 822 does not define the abbreviation,
 * the meaning that is most frequent in feeds is used: "ist" is the time of
 * India. */
static const struct word zones[] = {
	{ "z", 0 },
	{ "ut", 0 },
	{ "gmt", 0 },
	{ "utc", 0 },
	{ "wet", 0 },
	{ "west", 60 },
	{ "bst", 60 },
	{ "cet", 60 },
	{ "met", 60 },
	{ "mez", 60 },
	{ "wat", 60 },
	{ "cest", 120 },
	{ "mest", 120 },
	{ "mesz", 120 },
	{ "eet", 120 },
	{ "sast", 120 },
	{ "cat", 120 },
	{ "eest", 180 },
	{ "msk", 180 },
	{ "eat", 180 },
	{ "trt", 180 },
	{ "idt", 180 },
	{ "irst", 210 },
	{ "msd", 240 },
	{ "gst", 240 },
	{ "pkt", 300 },
	{ "yekt", 300 },
	{ "ist", 330 },
	{ "npt", 345 },
	{ "wib", 420 },
	{ "ict", 420 },
	{ "sgt", 480 },
	{ "hkt", 480 },
	{ "pht", 480 },
	{ "awst", 480 },
	{ "jst", 540 },
	{ "kst", 540 },
	{ "acst", 570 },
	{ "aest", 600 },
	{ "acdt", 630 },
	{ "aedt", 660 },
	{ "nzst", 720 },
	{ "nzdt", 780 },
	{ "brst", -120 },
	{ "ndt", -150 },
	{ "adt", -180 },
	{ "brt", -180 },
	{ "art", -180 },
	{ "clst", -180 },
	{ "nst", -210 },
	{ "ast", -240 },
	{ "clt", -240 },
	{ "edt", -240 },
	{ "est", -300 },
	{ "et", -300 },
	{ "cot", -300 },
	{ "pet", -300 },
	{ "cdt", -300 },
	{ "cst", -360 },
	{ "ct", -360 },
	{ "mdt", -360 },
	{ "mst", -420 },
	{ "mt", -420 },
	{ "pdt", -420 },
	{ "pst", -480 },
	{ "pt", -480 },
	{ "akdt", -480 },
	{ "akst", -540 },
	{ "hst", -600 },
	{ "sst", -660 },
};

/* "م" and "ص" also mean "anno Domini" and "page", "ch" and "sa" (Vietnamese)
 * also abbreviate a country and a weekday.  They are halves only directly after
 * a time. */
static const struct word halves_after[] = {
	{ "م", 1 },
	{ "ص", 0 },
	{ "ch", 1 },
	{ "sa", 0 },
};

static const struct word halves[] = {
	{ "am", 0 },
	{ "صباحا", 0 },
	{ "صباحًا", 0 },
	{ "مساء", 1 },
	{ "مساءً", 1 },
	{ "öö", 0 },
	{ "ös", 1 },
	{ "오전", 0 },
	{ "上午", 0 },
	{ "午前", 0 },
	{ "πμ", 0 },
	{ "pm", 1 },
	{ "오후", 1 },
	{ "下午", 1 },
	{ "午後", 1 },
	{ "μμ", 1 },
};

static const struct word units[] = {
	{ "年", DATE_UNIT_YEAR },
	{ "년", DATE_UNIT_YEAR },
	{ "月", DATE_UNIT_MONTH },
	{ "월", DATE_UNIT_MONTH },
	{ "日", DATE_UNIT_DAY },
	{ "일", DATE_UNIT_DAY },
	{ "号", DATE_UNIT_DAY },
	{ "时", DATE_UNIT_HOUR },
	{ "時", DATE_UNIT_HOUR },
	{ "시", DATE_UNIT_HOUR },
	{ "点", DATE_UNIT_HOUR },
	{ "h", DATE_UNIT_HOUR },
	{ "分", DATE_UNIT_MINUTE },
	{ "분", DATE_UNIT_MINUTE },
	{ "min", DATE_UNIT_MINUTE },
	{ "秒", DATE_UNIT_SECOND },
	{ "초", DATE_UNIT_SECOND },
	{ "s", DATE_UNIT_SECOND },
};

static const char ordinals[] = "st nd rd th er re ère º ª e";
static const char fillers[] =
    "t of at de del den d der um uhr le à a o la "
    "the on kl klo ob g г года року r roku в о in and da do du els στις και";

/* Labels of the number of a month (Vietnamese). */
static const char month_labels[] = "tháng thg";

/* The months with two names in Iraq, Jordan, Lebanon, Palestine and Syria: the
 * second word means "first" or "second". */
static const struct {
	const char *first;
	int months[2];
} arabic_pairs[] = { { "تشرين", { 10, 11 } }, { "كانون", { 12, 1 } } };
static const char arabic_first[] = "الأول الاول";
static const char arabic_second[] = "الثاني الثانى";

/* English months are the most frequent case, so they are tested before the long
 * tables. */
static const char english_months[] = "janfebmaraprmayjunjulaugsepoctnovdec";
static const char english_days[] = "montuewedthufrisatsun";

/* Returns the position, counted from 1, of a word in `run`, which is a
 * concatenation of words of three letters.  Returns 0 if the word is not in
 * `run`. */
static int
date_names_triple_find(const char *run, struct slice word)
{
	for (int i = 0; word.len == 3 && run[i * 3] != '\0'; i++)
		if (memcmp(run + (size_t)i * 3, word.p, 3) == 0)
			return i + 1;
	return 0;
}

/* True if `list`, whose words are separated by single spaces, contains the
 * word. */
static bool
date_names_list_has(const char *list, struct slice word)
{
	struct slice all = slice_of(list);
	const char *end = all.p + all.len, *at = all.p;

	if (word.len == 0 || memchr(word.p, ' ', word.len) != NULL)
		return false;
	while ((at = memmem(at, (size_t)(end - at), word.p, word.len)) != NULL) {
		if ((at == all.p || at[-1] == ' ') &&
		    (at + word.len == end || at[word.len] == ' '))
			return true;
		at++;
	}
	return false;
}

static const struct word *
date_names_word_find(const struct word *table, size_t n, struct slice word)
{
	for (size_t i = 0; i < n; i++)
		if (word.len > 0 && table[i].text[0] == word.p[0] &&
		    slice_equal(slice_of(table[i].text), word))
			return &table[i];
	return NULL;
}

/* The tables of words without prefixes. */
static const struct {
	enum date_word kind;
	const struct word *table;
	size_t n;
} tables[] = {
	{ DATE_WORD_ZONE, zones, ARRAY_LENGTH(zones) },
	{ DATE_WORD_HALF, halves, ARRAY_LENGTH(halves) },
	{ DATE_WORD_HALF_AFTER, halves_after, ARRAY_LENGTH(halves_after) },
	{ DATE_WORD_UNIT, units, ARRAY_LENGTH(units) },
};
static const char *const lists[] = { ordinals, fillers, month_labels };

/* Most words of a text are in no table. */
static struct word_filter words_filter; /* the words of tables[], lists[] */
static pthread_once_t filters_once = PTHREAD_ONCE_INIT;

static void
date_names_fill_filters(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(tables); i++)
		for (size_t k = 0; k < tables[i].n; k++)
			word_filter_add(
			    &words_filter, slice_of(tables[i].table[k].text));
	for (size_t i = 0; i < ARRAY_LENGTH(lists); i++) {
		struct slice rest = slice_of(lists[i]), word;

		while (slice_next(&rest, ' ', &word))
			word_filter_add(&words_filter, word);
	}
}

/* Finds a word in tables[] and in lists[]. */
static enum date_word
date_names_find_whole(struct slice word, int *ret_value)
{
	for (size_t i = 0; i < ARRAY_LENGTH(tables); i++) {
		const struct word *found =
		    date_names_word_find(tables[i].table, tables[i].n, word);

		if (found) {
			*ret_value = found->value;
			return tables[i].kind;
		}
	}
	if (date_names_list_has(ordinals, word))
		return DATE_WORD_ORDINAL;
	if (date_names_list_has(fillers, word))
		return DATE_WORD_FILLER;
	if (date_names_list_has(month_labels, word))
		return DATE_WORD_MONTH_LABEL;
	return DATE_WORD_UNKNOWN;
}

enum date_word
date_word_find(struct slice word, int *ret_value)
{
	enum date_word kind = DATE_WORD_UNKNOWN;

	pthread_once(&filters_once, date_names_fill_filters);
	*ret_value = date_names_triple_find(english_months, word);
	if (*ret_value)
		return DATE_WORD_MONTH;
	if (date_names_triple_find(english_days, word))
		return DATE_WORD_FILLER;
	if (word_filter_may_have(&words_filter, word))
		kind = date_names_find_whole(word, ret_value);
	if (kind != DATE_WORD_UNKNOWN)
		return kind;
	*ret_value = date_month_find(word);
	return *ret_value ? DATE_WORD_MONTH : DATE_WORD_UNKNOWN;
}

int
date_words_month(struct slice first, struct slice second)
{
	for (size_t i = 0; i < ARRAY_LENGTH(arabic_pairs); i++) {
		if (!slice_equal(slice_of(arabic_pairs[i].first), first))
			continue;
		if (date_names_list_has(arabic_first, second))
			return arabic_pairs[i].months[0];
		if (date_names_list_has(arabic_second, second))
			return arabic_pairs[i].months[1];
	}
	return 0;
}

bool
date_word_is_thai(struct slice word)
{
	int month;

	/* U+0E00 to U+0E7F */
	return word.len >= 3 && word.p[0] == '\xE0' &&
	       ((unsigned char)word.p[1] & 0xFE) == 0xB8 &&
	       date_word_find(word, &month) == DATE_WORD_MONTH;
}

/* Returns the length of the first word of a table with which the text begins; 0
 * if there is none. */
static size_t
date_names_prefix(const struct word *table, size_t n, struct slice text)
{
	for (size_t i = 0; i < n; i++)
		if (text.len > 0 && table[i].text[0] == text.p[0] &&
		    slice_starts(text, slice_of(table[i].text)))
			return strlen(table[i].text);
	return 0;
}

size_t
date_word_unspaced(struct slice text)
{
	size_t unit = date_names_prefix(units, ARRAY_LENGTH(units), text);

	return unit > 0 ? unit
			: date_names_prefix(halves, ARRAY_LENGTH(halves), text);
}
