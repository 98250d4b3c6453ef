/*
 * name_clean.c -- removes what is not the name from a chunk of a text about
 * authors.
 *
 * In:  "Reporter Ada Lovelace (dpa) in London", and the kind of place.
 * Out: "Ada Lovelace".
 */
#include "base/array.h"
#include "base/text/utf8.h"
#include "cuter/article/author/name.h"

/* Characters and words that end a name. The text after them is removed. */
static const char *const cuts[] = { " - ", " \xE2\x80\x93 ", " \xE2\x80\x94 ",
	" \xE2\x8B\x85 ", " | ", " @", " for ", " f\xC3\xBCr ", " via ",
	" on behalf of ", " is a ", " is the ", ". ", "  " };
/* Further characters and words that end a name, for texts that are not from a
 * field. */
static const char *const shown_cuts[] = { " in ", " at ", " on ", " \xC2\xB7 ",
	" \xE2\x80\xA2 ", " | ", " from ", " of the ", " am ", " aus ", "\t" };

/* Words of up to five letters at the start of a text are "Prof." and "Capt."
 * more often than a sentence. */
#define ABBREVIATION_RUNES 5

/* True if the full stop at `at` follows an initial or an abbreviation: "J. R.
 * Smith", "Prof. John Doe". Such a full stop does not end a sentence. */
static bool
name_clean_is_abbreviation(struct slice s, size_t at)
{
	size_t from = at;
	struct slice word, title;

	while (from > 0 && s.p[from - 1] != ' ')
		from--;
	word = title = slice_sub(s, from, at);
	for (size_t i = from; i < at; i++)
		if (s.p[i] == '-') /* "Univ.-Prof." */
			title = slice_sub(s, i + 1, at);
	return word.len <= 3 || s.p[at - 2] == '.' ||
	       (from == 0 && utf8_length(word) <= ABBREVIATION_RUNES) ||
	       name_is_title(title);
}

static struct slice
name_clean_cut_at_end(struct slice s, const char *const *marks, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t at = slice_find_nocase(s, slice_of(marks[i]), 0);

		while (at != SLICE_NOT_FOUND && marks[i][0] == '.' &&
		       name_clean_is_abbreviation(s, at))
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
name_clean_unwrap(struct slice s)
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
name_clean_without_bracket(struct slice s)
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

bool
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

/* Words such as "senior", which are written before a role. */
static const char *const ranks[] = { "senior", "sr.", "lead", "chief",
	"associate", "executive", "managing", "founder" };

/* Removes a role before a name, as in "Reporter Ada Lovelace". If fewer than
 * two words follow the role, the role is kept. */
static struct slice
name_clean_without_first_role(struct slice s)
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
name_clean_without_agency(struct slice s)
{
	size_t took = name_agency_at_end(s);

	if (took > 0 &&
	    slice_find_char(slice_trim(slice_sub(s, 0, s.len - took)), ' ',
		0) != SLICE_NOT_FOUND)
		s = name_clean_unwrap(slice_sub(s, 0, s.len - took));
	took = name_reporter_at_end(s);
	return took > 0 && took < s.len
		   ? slice_trim(slice_sub(s, 0, s.len - took))
		   : s;
}

struct slice
name_clean(struct slice s, enum name_place place)
{
	struct slice rest, cut;

	s = name_clean_unwrap(s);
	if (name_leader(s, &rest))
		s = name_clean_unwrap(rest);
	s = name_clean_without_agency(name_clean_without_first_role(s));
	cut = name_clean_cut_at_end(s, cuts, ARRAY_LENGTH(cuts));
	/* In a field, the text is cut only if two or more words remain: "Ada
	 * Lovelace for The Times" is cut, "Center for Science" is not. */
	if (place != NAME_FIELD ||
	    slice_find_char(cut, ' ', 0) != SLICE_NOT_FOUND)
		s = cut;
	s = name_clean_without_bracket(s);
	if (place == NAME_FIELD)
		return name_clean_unwrap(s);
	s = name_clean_cut_at_end(s, shown_cuts, ARRAY_LENGTH(shown_cuts));
	return name_clean_unwrap(name_without_appendix(s));
}
