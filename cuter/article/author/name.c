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

/* Characters and words that end a name. The text after them is removed. */
static const char *const cuts[] = { " - ", " \xE2\x80\x93 ", " \xE2\x80\x94 ",
	" \xE2\x8B\x85 ", " | ", " @", " for ", " f\xC3\xBCr ", " via ",
	" on behalf of ", " is a ", " is the ", ". ", "  " };
/* Further characters and words that end a name, for texts that are not from a
 * field. */
static const char *const shown_cuts[] = { " in ", " at ", " on ", " \xC2\xB7 ",
	" \xE2\x80\xA2 ", " | ", " from ", " of the ", " am ", " aus ", "\t" };

static struct slice
name_cut_at_end(struct slice s, const char *const *marks, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t at = slice_find_nocase(s, slice_of(marks[i]), 0);

		/* "J. R. Smith": the full stop after an initial does not end a
		 * sentence. */
		while (at != SLICE_NOT_FOUND && marks[i][0] == '.' &&
		       (at < 4 || s.p[at - 2] == '.' || s.p[at - 2] == ' ' ||
			   s.p[at - 3] == ' ' || s.p[at - 4] == ' '))
			at = slice_find(s, slice_of(marks[i]), at + 1);
		if (at != SLICE_NOT_FOUND && at > 0)
			s = slice_sub(s, 0, at);
	}
	return slice_trim(s);
}

static const char *const wrappings[] = { "\"", "'", "[", "]", "(", ")", ",",
	".", ";", ":", "-", "*", "\xE2\x80\x9C", "\xE2\x80\x9D", "\xE2\x80\x9E",
	"\xC2\xAB", "\xC2\xBB", "\xEF\xBC\x88", "\xEF\xBC\x89", "\xE3\x80\x90",
	"\xE3\x80\x91", "\xC2\xA0", "\xE2\x80\xA2", "|", "\\", "\xE2\x80\x93",
	"\xC2\xB7", "\xE3\x80\x80" };

/* Removes quotes, brackets and full stops at both ends; keeps the "." of "Jr.".
 */
static struct slice
name_unwrap(struct slice s)
{
	bool again = true;

	while (again && s.len > 0) {
		again = false;
		s = slice_trim(s);
		for (size_t i = 0; i < ARRAY_LENGTH(wrappings); i++) {
			struct slice mark = slice_of(wrappings[i]);

			if (slice_starts(s, mark)) {
				s = slice_sub(s, mark.len, s.len);
				again = true;
			}
			if (s.len > 4 && mark.p[0] == '.' &&
			    (s.p[s.len - 3] == '.' || s.p[s.len - 3] == ' ' ||
				s.p[s.len - 4] == ' '))
				continue; /* "Ph.D.", "Jr.", "John B." */
			if (slice_ends(s, mark)) {
				s = slice_sub(s, 0, s.len - mark.len);
				again = true;
			}
		}
	}
	return s;
}

/* Returns the name without a bracket at its end: "Ada Lovelace (obe)", "Ada
 * Lovelace [dpa]". */
static struct slice
name_without_bracket(struct slice s)
{
	size_t open = slice_find_char(s, '(', 1);

	if (open == SLICE_NOT_FOUND)
		open = slice_find_char(s, '[', 1);
	if (open == SLICE_NOT_FOUND)
		open = slice_find(s, SLICE("\xEF\xBC\x88"), 1);
	if (open == SLICE_NOT_FOUND)
		return s;
	/* Brackets inside a name are kept: "Ada (King) Lovelace". */
	if (slice_find_char(s, ')', open) + 1 < s.len &&
	    slice_find_char(s, ')', open) != SLICE_NOT_FOUND)
		return s;
	return slice_trim(slice_sub(s, 0, open));
}

/* Removes the first word of *rest. Returns false at the end. */
static bool
name_next_word(struct slice *rest, struct slice *ret_word)
{
	size_t n = 0;

	*rest = slice_trim(*rest);
	while (n < rest->len && rest->p[n] != ' ')
		n++;
	*ret_word = slice_sub(*rest, 0, n);
	*rest = slice_sub(*rest, n, rest->len);
	return n > 0;
}

/* Removes a role at the end of a name: "Ada Lovelace Senior Writer". The first
 * two words are always kept. */
static struct slice
name_without_role(struct slice s)
{
	struct slice rest = s, word;

	for (size_t n = 0; name_next_word(&rest, &word); n++)
		if (n >= 2 && name_is_role(word))
			return slice_trim(
			    slice_sub(s, 0, (size_t)(word.p - s.p)));
	return s;
}

/* Words such as "senior", which stand before a role. */
static const char *const ranks[] = { "senior", "sr.", "lead", "chief",
	"associate", "executive", "managing", "founder" };

/* Removes a role before a name, as in "Reporter Ada Lovelace". If fewer than
 * two words follow the role, the role is kept. */
static struct slice
name_without_first_role(struct slice s)
{
	struct slice rest = s, word, more, first, next;

	while (name_next_word(&rest, &word) && name_is_role(word) &&
	       !name_is_in(word, ranks, ARRAY_LENGTH(ranks))) {
		more = rest;
		if (!name_next_word(&more, &first) || name_is_role(first) ||
		    name_is_particle(first) || name_is_stop(first) ||
		    !name_next_word(&more, &next) || name_is_role(next) ||
		    name_is_stop(next))
			break;
		s = slice_trim(rest);
	}
	return s;
}

/* Removes the agency from "Ada Lovelace The Associated Press" if two or more
 * words remain. Also removes the word for reporter from "홍길동 기자". A space
 * before the word for reporter is not required. */
static struct slice
name_without_agency(struct slice s)
{
	size_t took = name_agency_at_end(s);

	if (took > 0 &&
	    slice_find_char(slice_trim(slice_sub(s, 0, s.len - took)), ' ',
		0) != SLICE_NOT_FOUND)
		s = name_unwrap(slice_sub(s, 0, s.len - took));
	took = name_reporter_at_end(s);
	return took > 0 && took < s.len
		   ? slice_trim(slice_sub(s, 0, s.len - took))
		   : s;
}

static struct slice
name_clean(struct slice s, enum name_place place)
{
	struct slice rest, cut;

	s = name_unwrap(s);
	if (name_leader(s, &rest))
		s = name_unwrap(rest);
	s = name_without_agency(name_without_first_role(s));
	cut = name_cut_at_end(s, cuts, ARRAY_LENGTH(cuts));
	/* In a field, the text is cut only if two or more words remain: "Ada
	 * Lovelace for The Times" is cut, "Center for Science" is not. */
	if (place != NAME_FIELD ||
	    slice_find_char(cut, ' ', 0) != SLICE_NOT_FOUND)
		s = cut;
	s = name_without_bracket(s);
	if (place == NAME_FIELD)
		return name_unwrap(s);
	s = name_cut_at_end(s, shown_cuts, ARRAY_LENGTH(shown_cuts));
	return name_unwrap(name_without_role(s));
}

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

/* True for a degree or suffix: MD, Ph.D., FACLM, CFP®, Jr. After a name in
 * capitals the result is false, because the word is more likely another name.
 */
static bool
name_is_degree(struct slice s, struct slice name)
{
	struct slice rest = s, word;
	size_t n = 0, upper, lower;

	name_count_letters(name, &upper, &lower);
	if (lower == 0)
		return false;

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

/* True if a text that is not from a field may be a name: it has no stop words,
 * and all words except particles begin with capitals. */
static bool
name_looks_like_name(struct slice s, enum name_place place)
{
	size_t n = 0, names = 0;
	struct slice word, rest = s;

	if (name_is_unspaced(s))
		return name_looks_unspaced(s, place);
	if (name_is_account(s))
		return false;
	while (name_next_word(&rest, &word)) {
		uint32_t first;

		n++;
		(void)utf8_decode(word.p, word.len, &first);
		if (name_is_particle(word) && rune_lower(first) == first)
			continue;
		if (name_is_stop(word) ||
		    (first < 0x530 && rune_lower(first) == first &&
			first != '\''))
			return false;
		names++;
	}
	return names > 0 && n <= NAME_MAX_WORDS &&
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

/* Returns the text up to the next joint; *ret_joint is the joint's length. */
static struct slice
name_next_chunk(struct slice rest, struct slice language, size_t *ret_joint)
{
	size_t at = 0;

	*ret_joint = 0;
	while (at < rest.len) {
		*ret_joint =
		    name_joint(slice_sub(rest, at, rest.len), language);
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

/* True if the list of names ends at this joint. Outside of fields for authors,
 * a bar, a middle dot or a bullet ends the list. */
static bool
name_ends_names(struct slice joint, enum name_place place)
{
	joint = slice_trim(joint);
	return place != NAME_FIELD &&
	       (slice_equal(joint, SLICE("|")) ||
		   slice_equal(joint, SLICE("\xC2\xB7")) ||
		   slice_equal(joint, SLICE("\xE2\x80\xA2")));
}

void
names_add(struct arena *arena, struct slice text, struct slice language,
    enum name_place place, struct names *names)
{
	struct slice rest = slice_trim(utf8_prefix(text, TEXT_BYTES));
	struct slice last, first;
	struct slice before = SLICE_NONE;
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
		enum chunk kind = name_chunk_kind(name, place, before);

		if (kind == CHUNK_NAME) {
			name_add(names, name);
		} else if (kind == CHUNK_DEGREE && names->n > 0) {
			struct slice *one = &names->items[names->n - 1];

			*one = arena_format(arena, "%.*s, %.*s",
			    SLICE_ARG(*one), SLICE_ARG(name));
		} else if (place != NAME_FIELD && kind == CHUNK_NOTHING) {
			return;
		}
		if (name_ends_names(
			slice_sub(rest, chunk.len, chunk.len + joint), place))
			return;
		/* If much text was cut off at the end of this chunk, the list
		 * of names ends here. */
		if (place != NAME_FIELD && name.len + 8 < chunk.len &&
		    kind == CHUNK_NAME)
			return;
		rest = slice_sub(rest, chunk.len + joint, rest.len);
		before = kind != CHUNK_NOTHING && names->n > 0 && joint > 0 &&
				 chunk.p[chunk.len] == ','
			     ? names->items[names->n - 1]
			     : SLICE_NONE;
	}
}
