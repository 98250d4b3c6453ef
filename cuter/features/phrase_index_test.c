/*
 * phrase_index_test.c -- every occurrence of every phrase is found, in the
 * order of the text.
 */
#include "base/array.h"
#include "cuter/features/phrase_index.h"
#include "tests/lib/tap.h"

static const char *const phrases[] = { "log in", "log in now", "lo", "in",
	"é un", "登录" };

/* Returns the number of occurrences; writes "phrase@offset " of each. */
static unsigned
phrase_index_test_find(
    const struct phrase_index *index, const char *text, char *out, size_t size)
{
	struct phrase_match match = { 0 };
	unsigned n = 0;
	size_t at = 0;

	out[0] = '\0';
	for (; phrase_index_next(index, slice_of(text), &match); n++)
		at += (size_t)snprintf(out + at, size - at, "%s@%zu ",
		    phrases[match.phrase], match.at);
	return n;
}

/* Phrases of three bytes or more: positions are passed over. */
static const char *const longer[] = { "subscribe to read", "Log in to",
	"sign up now", "log in today", "登录后继续", "read", "ing" };

/* Returns the number of phrases that are found at each of 64 offsets, both at
 * the end of a text and before other text. */
static int
phrase_index_test_count_all(const struct phrase_index *index)
{
	char text[128];
	int n = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(longer); i++) {
		size_t found = 0;

		for (size_t at = 0; at < 64; at++) {
			struct phrase_match match = { 0 };

			snprintf(text, sizeof(text), "%*s%s%s", (int)at, "",
			    longer[i], at % 2 ? "" : " xyz");
			while (phrase_index_next(index, slice_of(text), &match))
				if (match.phrase == i && match.at == at) {
					found++;
					break;
				}
		}
		n += found == 64;
	}
	return n;
}

int
main(void)
{
	static struct phrase_index index;
	char found[256];

	for (size_t i = 0; i < ARRAY_LENGTH(phrases); i++)
		phrase_index_add(&index, phrases[i]);
	is_int(phrase_index_test_find(&index, "", found, sizeof(found)), 0,
	    "an empty text contains no phrase");
	is_int(phrase_index_test_find(&index, "l", found, sizeof(found)), 0,
	    "a text of one byte");
	phrase_index_test_find(&index, "lo", found, sizeof(found));
	is_slice(slice_of(found), SLICE("lo@0 "),
	    "a phrase that is the whole text is found");
	phrase_index_test_find(&index, "Please LOG In.", found, sizeof(found));
	is_slice(slice_of(found), SLICE("lo@7 log in@7 in@11 "),
	    "phrases that overlap are found in any case");
	is_int(phrase_index_test_find(
		   &index, "log in now log in now", found, sizeof(found)),
	    8, "all occurrences are counted");
	phrase_index_test_find(&index, "C'é un 登录", found, sizeof(found));
	is_slice(slice_of(found), SLICE("é un@2 登录@8 "),
	    "phrases with characters beyond ASCII are found");
	is_int(phrase_index_test_find(&index, "log i", found, sizeof(found)), 1,
	    "a phrase that the text cuts off is not found");

	memset(&index, 0, sizeof(index));
	for (size_t i = 0; i < ARRAY_LENGTH(longer); i++)
		phrase_index_add(&index, longer[i]);
	is_int(phrase_index_test_count_all(&index), (int)ARRAY_LENGTH(longer),
	    "each phrase is found at any offset and alone");
	return done_testing();
}
