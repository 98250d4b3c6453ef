/*
 * name.c -- extracts names of persons from a text.
 *
 * In:  "By Ada Lovelace, Ph.D., and JEAN BARTIK (Reuters), senior editor", and
 * the kind of place in which the text was found (enum name_place).
 * Out: "Ada Lovelace, Ph.D.", "JEAN BARTIK".
 *
 * The text is split at joints (", ", " and "); each chunk is cleaned and
 * classified as a name, a degree of the preceding name, a role, or nothing. The
 * value of a field for authors is accepted unless it cannot be a name. Text in
 * other places must look like a name: each word except particles such as "van"
 * begins with a capital, and the text contains no word that is typical of
 * buttons.
 */
#include "cuter/article/author/name.h"

#include "base/array.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/features/features.h"

#define TEXT_BYTES     4096 /* number of bytes of one field that are read */
#define DEGREE_LETTERS 6    /* maximum letters in a word: "DABOM" */
#define DEGREE_WORDS   3    /* maximum words in a degree: "M.D. FACLM" */
#define INITIALS_BYTES 12   /* maximum size of "desk/abc" */
#define UNSPACED_RUNES 12   /* maximum characters in a name in Han or kana */

enum chunk { CHUNK_NAME, CHUNK_DEGREE, CHUNK_ROLE, CHUNK_NOTHING };

/* ---- one chunk ---- */

static void
name_count_letters(struct slice s, size_t *ret_upper, size_t *ret_lower)
{
	size_t i = 0;

	*ret_upper = *ret_lower = 0;
	while (i < s.len) {
		uint32_t rune;

		i += utf8_decode(s.p + i, s.len - i, &rune);
		if (rune_lower(rune) != rune)
			(*ret_upper)++;
		else if (rune_is_word(rune))
			(*ret_lower)++;
	}
}

/* Suffixes that may follow a name in capitals. */
static const char *const suffixes[] = { "jr", "jr.", "sr", "sr." };

/* True for a degree or suffix: MD, Ph.D., FACLM, CFP®, Jr. After a name in
 * capitals only the suffixes are accepted, because another word is more likely
 * a name. */
static bool
name_is_degree(struct slice s, struct slice name)
{
	struct slice rest = s, word;
	size_t n = 0, upper, lower;

	name_count_letters(name, &upper, &lower);
	if (lower == 0)
		return name_is_in(s, suffixes, ARRAY_LENGTH(suffixes));

	while (name_next_word(&rest, &word)) {
		if (++n > DEGREE_WORDS || name_is_agency(word))
			return false;
		if (slice_starts_nocase(word, SLICE("jr")) ||
		    slice_starts_nocase(word, SLICE("sr")) || word.p[0] == '(')
			continue;
		name_count_letters(word, &upper, &lower);
		if (upper < 2 || lower >= upper ||
		    upper + lower > DEGREE_LETTERS)
			return false;
	}
	return n > 0;
}

static bool
name_has_role(struct slice s)
{
	struct slice word;

	while (name_next_word(&s, &word))
		if (name_is_role(word))
			return true;
	return false;
}

/* True for initials of the desk and of the author: "ed/abc". */
static bool
name_is_initials(struct slice s)
{
	size_t slashes = 0;

	for (size_t i = 0; i < s.len; i++) {
		slashes += s.p[i] == '/';
		if (!ascii_is_lower(s.p[i]) && s.p[i] != '/')
			return false;
	}
	return slashes == 1 && s.len >= 5 && s.len <= INITIALS_BYTES &&
	       s.p[0] != '/' && s.p[s.len - 1] != '/';
}

bool
name_is_desk(struct slice s)
{
	struct slice word, part;

	while (name_next_word(&s, &word))
		while (slice_next(&word, '-', &part))
			if (name_is_desk_word(part))
				return true;
	return false;
}

/* True for a user account: several words in lower case, a single word with
 * digits or in lower case, or any text with a word such as "admin". */
bool
name_is_account(struct slice s)
{
	bool has_figure = false;
	struct slice rest = s, word;
	uint32_t first;

	while (name_next_word(&rest, &word))
		if (slice_equal_nocase(word, SLICE("admin")) ||
		    slice_equal_nocase(word, SLICE("administrator")) ||
		    slice_equal_nocase(word, SLICE("webmaster")))
			return true;

	if (s.len == 0 || name_is_agency(s) || name_is_initials(s))
		return false;
	if (slice_find_char(s, ' ', 0) != SLICE_NOT_FOUND) {
		size_t upper, lower;

		name_count_letters(s, &upper, &lower);
		return upper == 0 && ascii_is_lower(s.p[0]);
	}
	(void)utf8_decode(s.p, s.len, &first);
	for (size_t i = 0; i < s.len; i++)
		if (ascii_is_digit(s.p[i]) || s.p[i] == '.')
			has_figure = true;
	return (has_figure && s.p[s.len - 1] != '.') ||
	       (first < 0x530 && rune_lower(first) == first);
}

static bool
name_may_be_name(struct slice s)
{
	static const char forbidden[] = "@/0123456789<>{}[]|=?!#%:";
	size_t upper, lower;

	name_count_letters(s, &upper, &lower);
	if (name_is_agency(s) || name_is_initials(s))
		return true;
	if (s.len < 2 || s.len > NAME_MAX_BYTES || upper + lower < 2 ||
	    words_count(s) > 2 * NAME_MAX_WORDS || name_is_placeholder(s))
		return false;
	for (size_t i = 0; i < s.len; i++)
		if (strchr(forbidden, s.p[i]) != NULL)
			return false;
	return true;
}

static bool
name_is_unspaced(struct slice s)
{
	uint32_t rune;

	(void)utf8_decode(s.p, s.len, &rune);
	return s.len > 0 && rune_is_unspaced(rune);
}

/* Han and kana have no capitals. Two to twelve characters of them are a name in
 * a field or after a leader. In NAME_NEARBY only two to four Han characters are
 * a name, because short texts in kana are mostly buttons. */
static bool
name_looks_unspaced(struct slice s, enum name_place place)
{
	size_t n = utf8_length(s), i = 0;

	while (i < s.len) {
		uint32_t rune;

		i += utf8_decode(s.p + i, s.len - i, &rune);
		if (place == NAME_NEARBY && rune >= 0x3040 && rune < 0x3100)
			return false;
	}
	if (name_has_stop(s))
		return false;
	return n >= 2 && n <= (place == NAME_NEARBY ? 4 : UNSPACED_RUNES);
}

/* True for a Korean name: one word of two to four syllables. */
static bool
name_is_hangul(struct slice s)
{
	size_t n = 0, i = 0;

	while (i < s.len) {
		uint32_t rune;

		i += utf8_decode(s.p + i, s.len - i, &rune);
		if (rune < 0xAC00 || rune > 0xD7A3)
			return false;
		n++;
	}
	return n >= 2 && n <= 4;
}

/* True for a word whose capital follows an elided particle: "d'Arc". */
static bool
name_is_elided(struct slice word)
{
	static const char *const elided[] = { "d'", "d\xE2\x80\x99", "l'",
		"l\xE2\x80\x99" };

	for (size_t i = 0; i < ARRAY_LENGTH(elided); i++) {
		size_t n = strlen(elided[i]);
		uint32_t next;

		if (word.len <= n || !slice_starts(word, slice_of(elided[i])))
			continue;
		(void)utf8_decode(word.p + n, word.len - n, &next);
		return rune_lower(next) != next;
	}
	return false;
}

/* True if a text that is not from a field may be a name: it has no stop words,
 * and all words except particles begin with capitals. A stop word after a
 * particle is a surname: "van der Meer". One word may be the name of a month or
 * of a day if the text has another word: "June Carter". */
static bool
name_looks_like_name(struct slice s, enum name_place place)
{
	size_t n = 0, names = 0, calendar = 0;
	bool after_particle = false;
	struct slice word, rest = s;

	if (name_is_unspaced(s))
		return name_looks_unspaced(s, place);
	if (name_is_agency(s))
		return place == NAME_LEADER;
	if (name_is_account(s))
		return false;
	while (name_next_word(&rest, &word)) {
		uint32_t first;

		n++;
		calendar += name_is_calendar(word);
		(void)utf8_decode(word.p, word.len, &first);
		if (name_is_particle(word) && rune_lower(first) == first) {
			after_particle = n > 1;
			continue;
		}
		if ((name_is_stop(word) && !after_particle) ||
		    (first < 0x530 && rune_lower(first) == first &&
			first != '\'' && !name_is_elided(word)))
			return false;
		after_particle = false;
		names++;
	}
	return names > calendar && calendar <= 1 && n <= NAME_MAX_WORDS &&
	       (n > 1 || place == NAME_LEADER || name_is_hangul(s));
}

/* Returns the kind of a chunk. `before` is the name before the chunk if a comma
 * separates them, else empty. */
static enum chunk
name_chunk_kind(struct slice s, enum name_place place, struct slice before)
{
	bool one_word = slice_find_char(s, ' ', 0) == SLICE_NOT_FOUND;

	if (s.len == 0)
		return CHUNK_NOTHING;
	if (before.len > 0 && name_is_degree(s, before))
		return CHUNK_DEGREE;
	if (one_word && name_is_title(s))
		return CHUNK_ROLE;
	if (name_has_role(s) &&
	    (place != NAME_FIELD || before.len > 0 || one_word))
		return CHUNK_ROLE;
	/* A single word after a comma is a place: "Ada Lovelace, London". */
	if (place != NAME_FIELD && before.len > 0 && one_word &&
	    !name_is_unspaced(s) && !name_is_agency(s))
		return CHUNK_ROLE;
	if (!name_may_be_name(s) ||
	    (place != NAME_FIELD && !name_looks_like_name(s, place)))
		return CHUNK_NOTHING;
	return CHUNK_NAME;
}

/* ---- the list ---- */

bool
name_same(struct slice a, struct slice b)
{
	struct words of_a, of_b;

	if (name_equal(a, b))
		return true;
	words_read(&of_a, a);
	words_read(&of_b, b);
	if (of_a.n < 2 || of_b.n < 2)
		return false;
	return words_covered(&of_a, &of_b) == 1.0 ||
	       words_covered(&of_b, &of_a) == 1.0;
}

static bool
name_is_listed(const struct names *names, struct slice name)
{
	for (size_t i = 0; i < names->n; i++)
		if (name_same(names->items[i], name))
			return true;
	return false;
}

bool
names_share(const struct names *a, const struct names *b)
{
	for (size_t i = 0; i < a->n; i++)
		if (name_is_listed(b, a->items[i]))
			return true;
	return false;
}

bool
names_is_subset(const struct names *a, const struct names *b)
{
	for (size_t i = 0; i < a->n; i++)
		if (!name_is_listed(b, a->items[i]))
			return false;
	return true;
}

static void
name_add(struct names *names, struct slice name)
{
	if (names->n < NAMES_MAX && !name_is_listed(names, name))
		names->items[names->n++] = name;
}

/* True if a slash at `at` divides two authors: "Jane Roe/John Doe", "Jane
 * Roe/dpa", "dpa/Jane Roe". False for initials and addresses. */
static bool
name_is_slash_joint(struct slice text, size_t at)
{
	struct slice before = slice_trim(slice_sub(text, 0, at));
	struct slice after = slice_sub(text, at + 1, text.len), word;
	uint32_t first;

	if (text.p[at] != '/' || at == 0 || after.len == 0 ||
	    ascii_is_digit(text.p[at - 1]) ||
	    slice_find_char(before, ':', 0) != SLICE_NOT_FOUND)
		return false;
	(void)utf8_decode(after.p, after.len, &first);
	if (!rune_is_word(first) || ascii_is_digit(after.p[0]))
		return false;
	if (rune_lower(first) != first && name_is_agency(before))
		return true;
	(void)slice_next(&after, ' ', &word);
	return slice_find_char(before, ' ', 0) != SLICE_NOT_FOUND &&
	       (name_is_agency(word) ||
		   (rune_lower(first) != first && after.len > 0));
}

/* True if the space at `at` divides two names in Chinese. Each has two
 * characters or more, because "王 小明" is one name. */
static bool
name_is_han_joint(struct slice text, size_t at, struct slice language)
{
	struct slice before, after = slice_sub(text, at + 1, text.len);

	if (text.p[at] != ' ' || !slice_starts(language, SLICE("zh")))
		return false;
	before = slice_trim(slice_sub(text, 0, at));
	after = slice_sub(after, 0, slice_find_char(after, ' ', 0));
	return name_is_unspaced(before) && name_is_unspaced(after) &&
	       utf8_length(before) >= 2 && utf8_length(after) >= 2;
}

/* Returns the text up to the next joint; *ret_joint is the joint's length. */
static struct slice
name_next_chunk(struct slice rest, struct slice language, size_t *ret_joint)
{
	size_t at = 0;

	*ret_joint = 0;
	while (at < rest.len) {
		*ret_joint =
		    name_joint(slice_sub(rest, at, rest.len), language);
		if (*ret_joint == 0)
			*ret_joint = name_is_slash_joint(rest, at) ||
				     name_is_han_joint(rest, at, language);
		if (*ret_joint > 0)
			break;
		at++;
	}
	return slice_sub(rest, 0, at);
}

/* True for "Lovelace, Ada": two words and a comma. */
static bool
name_is_inverted(
    struct slice text, struct slice *ret_last, struct slice *ret_first)
{
	size_t comma = slice_find(text, SLICE(", "), 0);
	struct slice parts[2];

	if (comma == SLICE_NOT_FOUND)
		return false;
	parts[0] = slice_trim(slice_sub(text, 0, comma));
	parts[1] = slice_trim(slice_sub(text, comma + 2, text.len));
	for (size_t i = 0; i < 2; i++)
		if (!name_may_be_name(parts[i]) || name_is_account(parts[i]) ||
		    name_is_unspaced(parts[i]) || name_is_agency(parts[i]) ||
		    name_is_role(parts[i]) ||
		    slice_find_char(parts[i], ' ', 0) != SLICE_NOT_FOUND ||
		    slice_find_char(parts[i], ',', 0) != SLICE_NOT_FOUND)
			return false;
	*ret_last = parts[0];
	*ret_first = parts[1];
	return true;
}

/* True if `joint`, the text between two parts, ends the list of names. Outside
 * of fields for authors, a bar, a middle dot or a bullet ends the list. */
static bool
name_ends_names(struct slice joint, enum name_place place)
{
	joint = slice_trim(joint);
	return place != NAME_FIELD &&
	       (slice_equal(joint, SLICE("|")) ||
		   slice_equal(joint, SLICE("\xC2\xB7")) ||
		   slice_equal(joint, SLICE("\xE2\x80\xA2")));
}

/* True if a list of names continues after a part from which the text `removed`
 * was removed, as in "Jane Roe in London and John Doe in Paris". */
static bool
name_joins_after_place(struct slice removed, struct slice joint)
{
	uint32_t first = ' ';

	joint = slice_trim(joint);
	if (joint.len > 0)
		(void)utf8_decode(joint.p, joint.len, &first);
	/* "for Arts and Culture" contains no further name. */
	return (rune_is_word(first) || first == '&') &&
	       slice_find_nocase(removed, SLICE(" for "), 0) ==
		   SLICE_NOT_FOUND &&
	       slice_find_nocase(removed, SLICE(" of "), 0) == SLICE_NOT_FOUND;
}

/* True if the chunk after a name with a place is only a place, as in "New York
 * and New Jersey".  A further name has a place, too. */
static bool
name_is_place_only(struct slice chunk, struct slice name)
{
	return slice_find_char(name, ' ', 0) == SLICE_NOT_FOUND ||
	       name.len + 3 >= chunk.len;
}

/* Appends a degree: "Ada Lovelace, Ph.D.". */
static void
name_add_degree(struct arena *arena, struct slice *name, struct slice degree)
{
	*name = arena_format(
	    arena, "%.*s, %.*s", SLICE_ARG(*name), SLICE_ARG(degree));
}

void
names_add(struct arena *arena, struct slice text, struct slice language,
    enum name_place place, struct names *names)
{
	struct slice rest = slice_trim(utf8_prefix(text, TEXT_BYTES));
	struct slice last, first;
	struct slice before = SLICE_NONE;
	bool was_cut = false;
	size_t joint;

	(void)name_leader(rest, &rest);
	while (slice_starts(rest, SLICE("|")))
		rest = slice_trim(slice_sub(rest, 1, rest.len));
	if (place == NAME_FIELD && name_is_inverted(rest, &last, &first)) {
		name_add(names, arena_format(arena, "%.*s %.*s",
				    SLICE_ARG(first), SLICE_ARG(last)));
		return;
	}
	while (rest.len > 0) {
		struct slice chunk = name_next_chunk(rest, language, &joint);
		struct slice name = name_clean(chunk, place);
		enum chunk kind = name_is_of_pictures(chunk)
				      ? CHUNK_ROLE
				      : name_chunk_kind(name, place, before);

		if (was_cut && name_is_place_only(chunk, name))
			return;
		if (kind == CHUNK_NAME) {
			name_add(names, name);
		} else if (kind == CHUNK_DEGREE && names->n > 0) {
			name_add_degree(
			    arena, &names->items[names->n - 1], name);
		} else if (place != NAME_FIELD && kind == CHUNK_NOTHING) {
			return;
		}
		if (name_ends_names(
			slice_sub(rest, chunk.len, chunk.len + joint), place))
			return;
		/* If much text was removed from the end of this chunk, the list
		 * of names ends here, or continues after "and" with a full name
		 * and its place. */
		was_cut = place != NAME_FIELD && kind == CHUNK_NAME &&
			  name.len + 8 < chunk.len;
		if (was_cut &&
		    !name_joins_after_place(
			slice_sub(chunk, (size_t)(name.p - chunk.p) + name.len,
			    chunk.len),
			slice_sub(rest, chunk.len, chunk.len + joint)))
			return;
		rest = slice_sub(rest, chunk.len + joint, rest.len);
		before = kind != CHUNK_NOTHING && names->n > 0 && joint > 0 &&
				 chunk.p[chunk.len] == ','
			     ? names->items[names->n - 1]
			     : SLICE_NONE;
	}
}
