/*
 * name_after.c -- removes what visible lines write after a name.
 *
 * In:  "Ada Lovelace Updated March 3", "Ada Lovelace ada@example.org", "Ada
 * Lovelace Health Reporter", "Ada Lovelace Photos: Tom May", "Ada Lovelace
 * op 3 mei".
 * Out: "Ada Lovelace".
 *
 * The texts of several elements are often joined to one line, so no sign
 * divides them from the name.
 */
#include "base/array.h"
#include "base/date/date_names.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/article/author/name.h"
#include "cuter/marks/meta_words.h"

#define NAME_AFTER_WORDS 2  /* number of words that are always a name */
#define NAME_AFTER_BYTES 32 /* largest size of a word of a table */

/* Words before a role, such as the subject of a reporter. */
static const char *const before_roles[] = { "arts", "business", "chief", "city",
	"climate", "consumer", "contributing", "court", "crime", "culture",
	"data", "defence", "defense", "deputy", "digital", "diplomatic",
	"economics", "education", "energy", "entertainment", "environment",
	"features", "food", "football", "foreign", "freelance", "guest",
	"health", "home", "investigative", "legal", "local", "media",
	"medical", "money", "multimedia", "national", "news", "opinion",
	"political", "politics", "real-estate", "regional", "religion",
	"royal", "science", "special", "sport", "sports", "staff", "tech",
	"technology", "transport", "travel", "world" };

/* Words on buttons, counters and labels after a name. */
static const char *const ends[] = { "about", "bio", "comments", "e-mail",
	"email", "follow", "leer", "lesen", "listen", "mehr", "mis", "photo",
	"photography", "photos", "profile", "read", "share", "subscribe",
	"view", "zuletzt" };

/* Words that also are names ("Sir Thomas More"), so further text must follow.
 */
static const char *const ends_with_text[] = { "last", "more", "see" };

/* Words before a date. */
static const char *const before_dates[] = { "am", "den", "el", "em", "il", "le",
	"on", "op" };

/* Words of credits of pictures. */
static const char *const picture_words[] = { "bild", "bilder", "fotografie",
	"foto", "fotos", "grafik", "illustration", "illustrationen",
	"illustrations", "illustrationer", "image", "images", "kamera", "photo",
	"photographs", "photography", "photos", "video", "beeld", "zdjęcia",
	"фото" };

/* Writes the word in lower case, without signs at its end. */
static struct slice
name_after_fold(struct slice word, char out[NAME_AFTER_BYTES + 4])
{
	size_t n = 0, i = 0;

	while (word.len > 0 && strchr(":,.;)", word.p[word.len - 1]) != NULL)
		word.len--;
	while (i < word.len && n < NAME_AFTER_BYTES) {
		uint32_t rune;

		i += utf8_decode(word.p + i, word.len - i, &rune);
		n += utf8_encode(rune_lower(rune), out + n);
	}
	return (struct slice){ out, n };
}

/* True for the first word of a date or of a time: "3 March", "03.03.2026",
 * "10:05". False for a year alone and for a version ("3.0"), which are parts of
 * other names. */
static bool
name_after_is_number(struct slice word, struct slice rest)
{
	size_t digits = 0, signs = 0;

	while (digits < word.len && ascii_is_digit(word.p[digits]))
		digits++;
	if (digits == 0 || digits > 4)
		return false;
	for (size_t i = digits; i < word.len; i++)
		signs += strchr("./-", word.p[i]) != NULL;
	if (digits == word.len || (word.p[digits] == '.' && signs == 1 &&
				      digits + 1 == word.len))
		return digits <= 2 && slice_trim(rest).len > 0;
	return word.p[digits] == ':' || signs >= 2;
}

/* True if a word is not a part of the name before it. `rest` is the text after
 * the word. */
static bool
name_after_ends(struct slice word, struct slice rest)
{
	char folded[NAME_AFTER_BYTES + 4];
	struct slice lower, next;
	int value;

	if (slice_find_char(word, '@', 0) != SLICE_NOT_FOUND ||
	    slice_ends(word, SLICE(":")) || name_after_is_number(word, rest))
		return true;
	lower = name_after_fold(word, folded);
	if (lower.len == 0)
		return false;
	if (name_is_in(lower, ends, ARRAY_LENGTH(ends)) ||
	    meta_word_find(lower) == META_STAMP)
		return true;
	if (name_is_in(lower, ends_with_text, ARRAY_LENGTH(ends_with_text)))
		return slice_trim(rest).len > 0;
	if (name_is_in(lower, before_dates, ARRAY_LENGTH(before_dates)))
		return name_next_word(&rest, &next) &&
		       name_after_is_number(next, rest);
	return date_word_find(lower, &value) == DATE_WORD_MONTH &&
	       name_next_word(&rest, &next) && ascii_is_digit(next.p[0]);
}

struct slice
name_without_appendix(struct slice s)
{
	struct slice rest = s, word;
	bool is_name = !slice_starts_nocase(s, SLICE("the "));
	size_t end = 0; /* end of the last word that is not before a role */

	for (size_t n = 0; name_next_word(&rest, &word); n++) {
		bool is_after = n >= NAME_AFTER_WORDS;

		if (is_after && name_is_role(word))
			return slice_trim(slice_sub(s, 0, end));
		if (is_after && is_name && name_after_ends(word, rest))
			return slice_trim(
			    slice_sub(s, 0, (size_t)(word.p - s.p)));
		if (!is_after ||
		    !name_is_in(word, before_roles, ARRAY_LENGTH(before_roles)))
			end = (size_t)(word.p - s.p) + word.len;
	}
	return s;
}

bool
name_is_of_pictures(struct slice chunk)
{
	size_t open = slice_find_char(chunk, '(', 1);
	struct slice words, word;

	if (open == SLICE_NOT_FOUND)
		return false;
	words = slice_sub(chunk, open + 1, chunk.len);
	words = slice_sub(words, 0, slice_find_char(words, ')', 0));
	return name_next_word(&words, &word) && words.len == 0 &&
	       name_is_in(word, picture_words, ARRAY_LENGTH(picture_words));
}
