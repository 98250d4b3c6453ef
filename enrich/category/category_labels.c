/*
 * category_labels.c -- finds the categories of publishers' labels; see
 * category_labels.h.
 */
#include "enrich/category/category_labels.h"

#include "base/array.h"
#include "base/text/reference.h"
#include "base/text/utf8.h"
#include "enrich/category/category_labels.inc"

#define LABEL_BYTES     120 /* a longer text is not a label */
#define MOST_WORDS      4   /* "and" divides labels of at most this length */
#define NO_LANGUAGE     (ARRAY_LENGTH(category_label_languages))
#define GENERIC         31 /* the language of words that name no subject */
#define HASH_SHIFT      24
#define OWN_BIT         (UINT64_C(1) << 22)
#define LANGUAGE_SHIFT  17
#define CATEGORIES_MASK ((UINT32_C(1) << CATEGORY_COUNT) - 1)

struct labels_text {
	char bytes[4 * LABEL_BYTES];
	size_t len;
};

/* What the lists say about a text. */
struct labels_found {
	uint32_t own, english, foreign; /* bits of categories */
	bool is_generic;
};

/* ---- letters ---- */

/* Appends a character in small letters.  "-", "_" and white space become one
 * space. */
static void
category_labels_append(struct labels_text *out, uint32_t rune)
{
	if (rune == '-' || rune == '_' || rune_is_space(rune))
		rune = ' ';
	if (rune == 0x2019) /* the apostrophe of typesetting */
		rune = '\'';
	if (rune == ' ' && (out->len == 0 || out->bytes[out->len - 1] == ' '))
		return;
	out->len += utf8_encode(rune_lower(rune), out->bytes + out->len);
}

/* Writes a label with its references decoded and in small letters.  Some
 * publishers encode the references of JSON-LD and feeds twice. */
static void
category_labels_fold(struct slice label, struct labels_text *out)
{
	out->len = 0;
	for (size_t at = 0; at < label.len;) {
		uint32_t runes[2] = { 0, 0 };
		size_t n = 0;

		if (label.p[at] == '&')
			n = reference_decode(slice_sub(label, at, label.len),
			    REFERENCE_STRICT, runes);
		if (n == 0)
			n = utf8_decode(
			    label.p + at, label.len - at, &runes[0]);
		at += n;
		category_labels_append(out, runes[0]);
		if (runes[1] != 0)
			category_labels_append(out, runes[1]);
	}
}

/* ---- rows ---- */

/* category_labels.py computes the same hashes. */
static uint64_t
category_labels_hash(struct slice text)
{
	uint64_t value = UINT64_C(0xCBF29CE484222325);

	for (size_t i = 0; i < text.len; i++)
		value = (value ^ (unsigned char)text.p[i]) *
			UINT64_C(0x100000001B3);
	value ^= value >> 29;
	return (value * UINT64_C(0xBF58476D1CE4E5B9)) >> HASH_SHIFT;
}

/* Returns the first row whose hash is not less than `hash`. */
static size_t
category_labels_row(uint64_t hash)
{
	size_t from = 0, to = ARRAY_LENGTH(category_label_rows);

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (category_label_rows[middle] >> HASH_SHIFT < hash)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

/* The rows of a hash are in the order of their languages, except that rows with
 * OWN_BIT are the last ones. */
static struct labels_found
category_labels_find(struct slice text, size_t own)
{
	struct labels_found found = { 0, 0, 0, false };
	uint64_t hash = category_labels_hash(text);

	for (size_t row = category_labels_row(hash);
	     row < ARRAY_LENGTH(category_label_rows) &&
	     category_label_rows[row] >> HASH_SHIFT == hash;
	     row++) {
		uint64_t value = category_label_rows[row];
		uint32_t bits = (uint32_t)value & CATEGORIES_MASK;
		size_t language = value >> LANGUAGE_SHIFT & 31;

		if (language == GENERIC)
			found.is_generic = true;
		else if (language == own)
			found.own |= bits;
		else if ((value & OWN_BIT) != 0)
			continue;
		else if (language == 0)
			found.english = bits;
		else if (found.foreign == 0)
			found.foreign = bits;
	}
	return found;
}

static size_t
category_labels_language(struct slice tag)
{
	struct slice code = slice_sub(tag, 0, slice_find_char(tag, '-', 0));

	/* The written forms of Norwegian. */
	if (slice_equal_nocase(code, SLICE("nb")) ||
	    slice_equal_nocase(code, SLICE("nn")))
		code = SLICE("no");
	for (size_t i = 0; i < NO_LANGUAGE; i++)
		if (slice_equal_nocase(
			code, slice_of(category_label_languages[i])))
			return i;
	return NO_LANGUAGE;
}

size_t
category_labels_count(void)
{
	return ARRAY_LENGTH(category_label_rows);
}

/* ---- parts ---- */

/* Returns the text without one generic word at its start, else at its end.  In
 * scripts without spaces, the word is a part of the label ("体育新闻").
 * Returns the same text if there is no such word. */
static struct slice
category_labels_shorten(struct slice text, size_t own)
{
	static const struct slice ends[] = { SLICE("新闻"), SLICE("新聞"),
		SLICE("频道"), SLICE("頻道"), SLICE("资讯"), SLICE("資訊"),
		SLICE("ニュース"), SLICE("뉴스") };
	size_t space = slice_find_char(text, ' ', 0);

	if (space != SLICE_NOT_FOUND) {
		size_t last = text.len;

		if (category_labels_find(slice_sub(text, 0, space), own)
			.is_generic)
			return slice_sub(text, space + 1, text.len);
		while (text.p[last - 1] != ' ')
			last--;
		if (category_labels_find(slice_sub(text, last, text.len), own)
			.is_generic)
			return slice_sub(text, 0, last - 1);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(ends); i++)
		if (slice_ends(text, ends[i]))
			return slice_trim(
			    slice_sub(text, 0, text.len - ends[i].len));
	return text;
}

/* Returns the categories of a whole label or of one part of a label. 0: none.
 */
static uint32_t
category_labels_of_part(struct slice part, size_t own)
{
	for (part = slice_trim(part); part.len > 0;) {
		struct labels_found found = category_labels_find(part, own);
		struct slice shorter;

		if (found.own != 0)
			return found.own;
		/* A word that names no subject may be a subject in a foreign
		 * language: "magazin" is show business in Turkish. */
		if (found.is_generic)
			return 0;
		if (found.english != 0 || found.foreign != 0)
			return found.english != 0 ? found.english
						  : found.foreign;
		shorter = category_labels_shorten(part, own);
		if (shorter.len == part.len)
			return 0;
		part = shorter;
	}
	return 0;
}

static const struct slice category_labels_signs[] = { SLICE("/"), SLICE("|"),
	SLICE(">"), SLICE(","), SLICE(";"), SLICE(":"), SLICE("&"), SLICE("+"),
	SLICE("・"), SLICE("、"), SLICE("·"), SLICE("•"), SLICE("»"),
	SLICE("›"), SLICE("–"), SLICE("—"), SLICE("\\") };
static const struct slice category_labels_ands[] = { SLICE(" and "),
	SLICE(" und "), SLICE(" et "), SLICE(" y "), SLICE(" e "), SLICE(" i "),
	SLICE(" en "), SLICE(" och "), SLICE(" og "), SLICE(" ve "),
	SLICE(" и "), SLICE(" та "), SLICE(" a "), SLICE(" ja "), SLICE(" és "),
	SLICE(" și "), SLICE(" dan "), SLICE(" και ") };

/* Returns the length of the separator at `at`, which divides a label into
 * parts. Returns 0 if no separator is there. */
static size_t
category_labels_separator(
    struct slice label, size_t at, const struct slice *separators, size_t n)
{
	struct slice rest = slice_sub(label, at, label.len);

	for (size_t i = 0; i < n; i++)
		if (slice_starts(rest, separators[i]))
			return separators[i].len;
	return 0;
}

/* Returns the categories of the first part that has categories. */
static uint32_t
category_labels_of_parts(
    struct slice label, const struct slice *separators, size_t n, size_t own)
{
	uint32_t found = 0;
	size_t from = 0, len;

	for (size_t at = 0; at < label.len && found == 0; at++) {
		len = category_labels_separator(label, at, separators, n);
		if (len == 0)
			continue;
		found =
		    category_labels_of_part(slice_sub(label, from, at), own);
		from = at + len;
		at += len - 1;
	}
	if (found == 0 && from > 0)
		found = category_labels_of_part(
		    slice_sub(label, from, label.len), own);
	return found;
}

static size_t
category_labels_words(struct slice label)
{
	size_t n = 1;

	for (size_t i = 0; i < label.len; i++)
		n += label.p[i] == ' ';
	return n;
}

uint32_t
category_of_label(struct slice label, struct slice language_tag)
{
	size_t own = category_labels_language(language_tag);
	struct labels_text text;
	struct slice folded;
	uint32_t found;

	if (label.len > LABEL_BYTES)
		return 0;
	category_labels_fold(label, &text);
	folded = slice_trim((struct slice){ text.bytes, text.len });
	if (slice_starts(folded, SLICE("#")))
		folded = slice_sub(folded, 1, folded.len);
	found = category_labels_of_part(folded, own);
	if (found == 0)
		found = category_labels_of_parts(folded, category_labels_signs,
		    ARRAY_LENGTH(category_labels_signs), own);
	/* In a longer label, "and" is mostly a part of a name. */
	if (found == 0 && category_labels_words(folded) <= MOST_WORDS)
		found = category_labels_of_parts(folded, category_labels_ands,
		    ARRAY_LENGTH(category_labels_ands), own);
	return found;
}
