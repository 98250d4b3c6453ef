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
	{ "econom", "en", "" }, /* a part of a word */
	{ "Food &amp; Drink", "en", "lifestyle" },
	{ "Politics &#038; Society", "en", "politics" },
	{ "Sport&Freizeit", "de", "sport" },
	{ "spor&skor", "tr", "sport" },
	{ "Recht + Verkehr", "de", "crime" },
	{ "Wirtschaft und Gesellschaft", "de", "economy" },
	{ "Health News", "en", "health" },
	{ "Latest Sports News", "en", "sport" },
	{ "Mehr Sport", "de", "sport" },
	{ "- Politik", "de", "politics" },
	{ "#sport", "en", "sport" },
	{ "Actualité éducation", "fr", "education" },
	{ "World > Politics", "en", "politics" },
	{ "体育新闻", "zh", "sport" },
	{ "スポーツニュース", "ja", "sport" },
	{ "politica", "es", "politics" }, /* without accents */
	{ "societe", "fr", "society" },
	{ "Kapitalmaerkte", "de", "economy" },
	{ "pilka nozna", "pl", "sport" },
	{ "l’actualité", "fr", "" },
	{ "Magazin", "de", "" }, /* a subject in Turkish only */
	{ "magazin", "tr", "arts" },
	{ "Social", "en", "society" },
	{ "News", "en", "" },
	{ "Local News", "en", "" },
	{ "Sport", "nb-NO", "sport" },
	{ "Helse", "nb-NO", "health" },
	{ "경제", "ko", "economy" },
	{ "Ekonomika", "cs", "economy" },
	{ "Економіка", "uk", "economy" },
	{ "رياضة", "ar", "sport" },
	{ "National Museum of War and Peace", "en", "" },
	{ "&", "en", "" },
	{ "& &amp; &", "en", "" },
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

int
main(void)
{
	static char longest[4096];

	category_labels_test_labels();
	memset(longest, 'x', sizeof(longest));
	is_int(category_of_label(
		   (struct slice){ longest, sizeof(longest) }, SLICE("en")),
	    0, "a long text is not a label");
	ok(category_labels_count() > 9000, "there are more than 9000 labels");
	return done_testing();
}
