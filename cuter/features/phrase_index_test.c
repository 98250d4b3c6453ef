/*
 * phrase_index_test.c -- every occurrence of every phrase is found, in the
 * order of the text.
 */
#include <stdlib.h>

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

/* ---- comparison with a simple search ---- */

#define N_RANDOM     12
#define LETTERS      4
#define TABLES       20 /* for each length of the shortest phrase */
#define SHORTEST_MAX 16

/* Fills `text` with n letters, some of them in upper case. */
static void
phrase_index_test_fill(char *text, size_t n, bool any_case)
{
	for (size_t i = 0; i < n; i++)
		text[i] = (char)((any_case && rand() % 4 == 0 ? 'A' : 'a') +
				 rand() % LETTERS);
	text[n] = '\0';
}

/* Returns true if a search finds, at each offset of the text, all phrases that
 * begin there, and nothing else. */
static bool
phrase_index_test_agrees(const struct phrase_index *index, struct slice text)
{
	struct phrase_match match = { 0 };
	uint32_t found = 0;
	size_t at = 0;
	bool is_match;

	do {
		is_match = phrase_index_next(index, text, &match);
		for (; at < text.len && (!is_match || at < match.at); at++) {
			for (uint16_t i = 0; i < index->n; i++)
				if (slice_starts_nocase(
					slice_sub(text, at, text.len),
					index->phrase[i]) !=
				    (bool)(found >> i & 1))
					return false;
			found = 0;
		}
		if (is_match)
			found |= 1u << match.phrase;
	} while (is_match);
	return true;
}

/* Returns the number of random tables of phrases with which all searches
 * agree. `shortest`: bytes of the shortest phrase. */
static int
phrase_index_test_random(size_t shortest, int tables)
{
	static struct phrase_index index;
	char phrase[N_RANDOM][40], text[201];
	int n = 0;

	for (int k = 0; k < tables; k++) {
		bool agrees = true;

		memset(&index, 0, sizeof(index));
		for (size_t i = 0; i < N_RANDOM; i++) {
			phrase_index_test_fill(phrase[i],
			    shortest + (size_t)rand() % 3 +
				(i % 4 == 0 ? 8 : 0),
			    false);
			phrase_index_add(&index, phrase[i]);
		}
		for (int i = 0; i < 20; i++) {
			size_t len = (size_t)rand() % 200, put = len;
			const char *one = phrase[rand() % N_RANDOM];

			phrase_index_test_fill(text, len, true);
			/* Long phrases are rare in random text. */
			if (len > 30) {
				put = (size_t)rand() % (len - 29);
				memcpy(text + put, one, strlen(one));
			}
			agrees &= phrase_index_test_agrees(
			    &index, (struct slice){ text, len });
		}
		n += agrees;
	}
	return n;
}

int
main(void)
{
	static struct phrase_index index;
	char found[256];
	int agree = 0;

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

	ok(phrase_index_begins(&index, SLICE("Log In To read")) &&
		!phrase_index_begins(&index, SLICE("to read")) &&
		!phrase_index_begins(&index, SLICE("r")),
	    "a phrase at the beginning of a text is found");
	srand(1);
	for (size_t shortest = 2; shortest <= SHORTEST_MAX; shortest++)
		agree += phrase_index_test_random(shortest, TABLES);
	is_int(agree, (SHORTEST_MAX - 1) * TABLES,
	    "a simple search finds the same phrases in random texts");
	return done_testing();
}
