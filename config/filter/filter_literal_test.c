/*
 * filter_literal_test.c -- the literals of patterns, and texts that can match.
 *
 * Each pattern is also matched by PCRE2: a text that matches is never excluded.
 */
#define PCRE2_CODE_UNIT_WIDTH 8

#include <pcre2.h>

#include "base/array.h"
#include "config/filter/filter_literal.h"
#include "tests/lib/tap.h"

/* A text that matches, and one that is excluded without a search; NULL: the
 * pattern has no literals. */
static const struct {
	const char *pattern;
	bool ignores_case;
	const char *match, *excluded;
} patterns[] = {
	{ "flood", false, "the flood", "the floo" },
	{ "FLOOD", false, "THE FLOOD", "the fl-ood" },
	{ "flood", true, "THE FLOOD", "THE FLOO" },
	{ "(?i)flood", false, "THE FLOOD", "THE FLOO" },
	/* U+212A and U+017F match k and s. */
	{ "risk", true, "ri\xC5\xBF\xE2\x84\xAA", "ri\xC5\xBF" },
	{ "risk", false, "risk", "rink" },
	{ "\\bflood\\b", true, "a Flood.", "a food." },
	{ "^flood$", false, "flood", "blood" },
	{ "flood|storm", true, "Storm", "snow" },
	{ "(?:flood|advert)", true, "ADVERT", "adverb" },
	{ "(flood|storm)s?", false, "storm", "stor" },
	{ "(flood|\\d)", false, "7", NULL },
	{ "(flood|)", false, "x", NULL },
	{ "(?:flood)?", false, "x", NULL },
	{ "(?:flood)*x", false, "x", NULL },
	{ "(?:flood){0}x", false, "x", NULL },
	{ "(?:flood)+", false, "flood", "blood" },
	{ "(?:abcd|(x|wxyz))(?:flood|storm)", false, "xstorm", "xabcd" },
	{ "(x|wxyz)flood(y|z)", false, "xfloody", "xblood" },
	{ "floo?d", false, "flod", "fod" },
	{ "floo?d", false, "flood", "fld" },
	{ "floo*d", false, "flod", "fld" },
	{ "floo{0,2}d", false, "flod", "fld" },
	{ "flo{2}d", false, "flood", NULL },
	{ "flood{", false, "flood{", "flo{" },
	{ "flood{x}", false, "flood{x}", "flo{x}" },
	{ "floo+?d", false, "floood", "fld" },
	{ "floo++d", false, "flood", "fld" },
	{ "review.*flood", false, "review: a flood", "the flood" },
	{ "fl[ou]+ding", false, "fluding", "flu" },
	{ "fl[]o]ding", false, "fl]ding", "fl]d" },
	{ "fl[^]o]ding", false, "flxding", "fl]d" },
	{ "fl[\\]o]ding", false, "fl]ding", "fl]d" },
	{ "fl[[:alpha:]]ding", false, "floding", NULL },
	{ "\\/video\\/", false, "a/video/b", "a/vide" },
	{ "a\\.b\\.c", false, "a.b.c", "abc" },
	{ "\\d{3}abc", false, "123abc", "123ab" },
	{ "\\x41bc", false, "Abc", NULL },
	{ "\\Qa.b\\E", false, "a.b", NULL },
	{ "\\p{Lu}bcd", false, "Abcd", NULL },
	{ "(?=flo)flood", false, "flood", NULL },
	{ "(?!x)flood", false, "flood", NULL },
	{ "a(?i)flood", false, "aFLOOD", NULL },
	{ "(?x)f l o o d", false, "flood", NULL },
	{ "(*UCP)flood", false, "flood", NULL },
	{ "(?<name>flood)", false, "flood", NULL },
	{ "(flood)\\1", false, "floodflood", NULL },
	{ "\xD0\xBF\xD0\xBE\xD1\x82", false, "\xD0\xBF\xD0\xBE\xD1\x82",
	    "\xD0\xBF\xD0\xBE" },
	{ "\xD0\xBF\xD0\xBE\xD1\x82?", false, "\xD0\xBF\xD0\xBE", "\xD0\xBF" },
	{ "\xD0\xBF\xD0\xBE\xD1\x82", true, "\xD0\x9F\xD0\x9E\xD0\xA2", NULL },
	{ "fl\xC3\xBCssig", true, "FL\xC3\x9CSSIG", "FL\xC3\x9C" },
	{ "fo", false, "fo", NULL },
	{ "", false, "", NULL },
};

static bool
filter_literal_test_matches(
    const char *pattern, bool ignores_case, struct slice text)
{
	uint32_t options = PCRE2_UTF | PCRE2_UCP;
	PCRE2_SIZE offset;
	pcre2_match_data *data = pcre2_match_data_create(1, NULL);
	pcre2_code *code;
	int number, rc;

	options |= ignores_case ? PCRE2_CASELESS : 0;
	code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
	    options, &number, &offset, NULL);
	rc = code == NULL ? -1
			  : pcre2_match(code, (PCRE2_SPTR)text.p, text.len, 0,
				0, data, NULL);
	pcre2_code_free(code);
	pcre2_match_data_free(data);
	return rc >= 0;
}

static bool
filter_literal_test_may_match(
    const struct filter_literals *literals, const char *text)
{
	struct filter_signature signature;

	filter_signature_read(&signature, slice_of(text));
	return filter_literals_may_match(literals, &signature);
}

/* True if PCRE2 matches none of the texts of the table that the literals
 * exclude. */
static bool
filter_literal_test_agrees(const char *pattern, bool ignores_case,
    const struct filter_literals *literals)
{
	bool good = true;

	for (size_t i = 0; i < ARRAY_LENGTH(patterns); i++) {
		struct slice text = slice_of(patterns[i].match);
		struct filter_signature signature;

		filter_signature_read(&signature, text);
		if (!filter_literals_may_match(literals, &signature) &&
		    filter_literal_test_matches(pattern, ignores_case, text))
			good = false;
	}
	return good;
}

static void
filter_literal_test_check(size_t i)
{
	const char *pattern = patterns[i].pattern;
	bool ignores_case = patterns[i].ignores_case;
	struct filter_literals literals;

	if (!filter_literals_read(slice_of(pattern), ignores_case, &literals))
		abort();
	ok(filter_literal_test_matches(
	       pattern, ignores_case, slice_of(patterns[i].match)) &&
		filter_literal_test_may_match(&literals, patterns[i].match),
	    "/%s/ may match \"%s\"", pattern, patterns[i].match);
	if (patterns[i].excluded == NULL)
		ok(literals.n == 0, "/%s/ has no literal", pattern);
	else
		ok(!filter_literal_test_may_match(
		       &literals, patterns[i].excluded),
		    "/%s/ is not searched in \"%s\"", pattern,
		    patterns[i].excluded);
	ok(filter_literal_test_agrees(pattern, ignores_case, &literals),
	    "/%s/ excludes no text that PCRE2 matches", pattern);
	filter_literals_release(&literals);
}

/* Characters that PCRE2 does not distinguish from an ASCII letter have the
 * signature of the letter. */
static void
filter_literal_test_letters(void)
{
	char pattern[] = "xxA", text[8];
	bool good = true;

	for (char c = 'a'; c <= 'z'; c++)
		for (uint32_t u = 0x80; u < 0x3000; u++) {
			struct filter_literals literals;
			size_t n = u < 0x800 ? 2 : 3;

			pattern[2] = c;
			text[0] = text[1] = 'x';
			text[2] =
			    (char)(n == 2 ? 0xC0 | u >> 6 : 0xE0 | u >> 12);
			text[3] = (char)(0x80 | ((n == 2 ? u : u >> 6) & 0x3F));
			text[4] = (char)(0x80 | (u & 0x3F));
			text[2 + n] = '\0';
			if (!filter_literals_read(
				slice_of(pattern), true, &literals))
				abort();
			if (!filter_literal_test_may_match(&literals, text))
				good &= !filter_literal_test_matches(
				    pattern, true, slice_of(text));
			filter_literals_release(&literals);
		}
	ok(good, "all spellings of an ASCII letter have its signature");
}

int
main(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(patterns); i++)
		filter_literal_test_check(i);
	filter_literal_test_letters();
	return done_testing();
}
