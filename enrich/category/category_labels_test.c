/* category_labels_test.c -- categories of publishers' labels. */
#include "base/array.h"
#include "enrich/category/category_labels.h"
#include "tests/lib/tap.h"

static const struct {
	const char *label, *language, *category; /* "": none */
} labels[] = {
	{ "Business", "en", "economy" },
	{ " TECHNOLOGY ", "en-GB", "science" },
	{ "us-politics", "en", "politics" },
	{ "Wirtschaft", "de", "economy" },
	{ "Fußball", "de", "sport" },
	{ "Élections", "fr", "politics" },
	{ "Deportes", "es", "sport" },
	{ "Cronaca nera", "it", "crime" },
	{ "Wetenschap", "nl", "science" },
	{ "Saúde", "pt", "health" },
	{ "財經", "zh-TW", "economy" },
	{ "スポーツ", "ja", "sport" },
	{ "Sport & Freizeit", "de", "sport" },
	{ "news/business/markets", "en", "economy" },
	{ "Home > Weather", "en", "weather" },
	{ "Politik", "en", "politics" }, /* another language */
	{ "Wirtschaft", "", "economy" },
	{ "World", "en", "" },
	{ "Meinung", "de", "" },
	{ "", "en", "" },
	{ "|", "en", "" },
	{ "|sport|", "en", "sport" },
	{ "politic", "en", "" }, /* a part of a word */
	{ "\xff\xfe", "en", "" },
};

static void
category_labels_test_labels(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(labels); i++) {
		uint32_t found = category_of_label(
		    slice_of(labels[i].label), slice_of(labels[i].language));
		size_t at = category_find(slice_of(labels[i].category));
		uint32_t expected = at == CATEGORY_NONE ? 0 : UINT32_C(1) << at;

		is_int(found, expected, labels[i].label);
	}
}

/* Checks that each list begins and ends with a bar, and that each of its words
 * is found in the category of the list. */
static void
category_labels_test_lists(void)
{
	int n_bad = 0, n_words = 0;

	for (size_t i = 0; i < CATEGORY_LANGUAGES; i++)
		for (size_t k = 0; k < CATEGORY_COUNT; k++) {
			struct slice words =
			    slice_of(category_words[i].words[k]);
			struct slice rest = slice_sub(words, 1, words.len);
			struct slice word;

			n_bad += !slice_starts(words, SLICE("|")) ||
				 !slice_ends(words, SLICE("|"));
			while (slice_next(&rest, '|', &word) && word.len > 0) {
				uint32_t found = category_of_label(
				    word, slice_of(category_words[i].code));

				n_words++;
				if ((found & UINT32_C(1) << k) != 0)
					continue;
				n_bad++;
				printf("# %s: %.*s\n", category_words[i].code,
				    SLICE_ARG(word));
			}
		}
	is_int(n_bad, 0, "each word is found in its category");
	ok(n_words > 1500, "there are more than 1500 words");
}

int
main(void)
{
	static char longest[4096];

	category_labels_test_labels();
	category_labels_test_lists();
	memset(longest, 'x', sizeof(longest));
	is_int(category_of_label(
		   (struct slice){ longest, sizeof(longest) }, SLICE("en")),
	    0, "a long text is not a label");
	return done_testing();
}
