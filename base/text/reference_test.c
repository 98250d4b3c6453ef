/*
 * reference_test.c -- character references in text, in attributes, and in the
 * strict mode.
 */
#include "base/array.h"
#include "base/text/reference.h"
#include "tests/lib/tap.h"

#define BAD "\uFFFD"

static const struct {
	const char *from;
	const char *in_text, *in_attribute, *strict;
} rows[] = {
	{ "a&amp;b", "a&b", "a&b", "a&b" },
	{ "&eacute;&Eacute;", "éÉ", "éÉ", "éÉ" },
	{ "&#233;&#xE9;&#XE9;", "ééé", "ééé", "ééé" },
	{ "&#233 &#xe9z", "é éz", "é éz", "&#233 &#xe9z" },
	{ "&#128;&#150;&#x81;", "€–\xC2\x81", "€–\xC2\x81", "€–\xC2\x81" },
	{ "&#0;&#x110000;&#xD800;", BAD BAD BAD, BAD BAD BAD, BAD BAD BAD },
	{ "&#99999999999999999999;", BAD, BAD, BAD },
	{ "&#00000000000000065;", "A", "A", "A" },
	{ "&ampx &amp= &amp", "&x &= &", "&ampx &amp= &", "&ampx &amp= &amp" },
	{ "?a=1&copy=2", "?a=1©=2", "?a=1&copy=2", "?a=1&copy=2" },
	{ "&notit;", "¬it;", "&notit;", "&notit;" },
	{ "&notin;", "∉", "∉", "∉" },
	{ "&nothing; &; & &#; &#x;", "¬hing; &; & &#; &#x;",
	    "&nothing; &; & &#; &#x;", "&nothing; &; & &#; &#x;" },
	{ "&hellip;&rsquo;&nbsp;", "…’\u00A0", "…’\u00A0", "…’\u00A0" },
	{ "&CounterClockwiseContourIntegral;", "∳", "∳", "∳" },
	{ "&aacute;&zwnj;&AElig;&zwj;", "á\u200CÆ\u200D", "á\u200CÆ\u200D",
	    "á\u200CÆ\u200D" },
	/* two code points, longer than the reference */
	{ "&nGt;&nLt;", "≫⃒≪⃒", "≫⃒≪⃒", "≫⃒≪⃒" },
	/* surrogate pairs written as two references */
	{ "&#55357;&#56841;", "😉", "😉", "😉" },
	{ "&#xD83D;&#xDE09;!", "😉!", "😉!", "😉!" },
	{ "&#55357;&#65;", BAD "A", BAD "A", BAD "A" },
	{ "&#56841;&#55357;", BAD BAD, BAD BAD, BAD BAD },
	{ "&", "&", "&", "&" },
	{ "", "", "", "" },
};

int
main(void)
{
	struct arena arena;
	jmp_buf exhausted;
	struct slice plain = SLICE("nothing to decode");

	arena_init(&arena, 1 << 20);
	if (setjmp(exhausted) != 0)
		return 1;
	arena.exhausted = &exhausted;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct slice from = slice_of(rows[i].from);

		is_text(reference_text(&arena, from, REFERENCE_IN_TEXT),
		    rows[i].in_text, rows[i].from);
		is_text(reference_text(&arena, from, REFERENCE_IN_ATTRIBUTE),
		    rows[i].in_attribute, "references of an attribute");
		is_text(reference_text(&arena, from, REFERENCE_STRICT),
		    rows[i].strict, "references with a semicolon only");
	}
	ok(reference_text(&arena, plain, REFERENCE_IN_TEXT).p == plain.p,
	    "a text without references is not copied");
	arena_release(&arena);
	return done_testing();
}
