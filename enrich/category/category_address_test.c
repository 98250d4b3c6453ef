/* category_address_test.c -- categories of addresses. */
#include "base/array.h"
#include "config/profile/category.h"
#include "enrich/category/category_address.h"
#include "tests/lib/tap.h"

static const struct {
	const char *what, *url, *language, *label, *category;
} rows[] = {
	{ "the first segment", "https://news.example/sport/a-draw", "en",
	    "sport", "sport" },
	{ "the second segment", "https://news.example/world/politics/a-vote",
	    "en", "politics", "politics" },
	{ "the third segment", "https://news.example/a/b/politics/a-vote", "en",
	    "", "" },
	{ "a name of a form before the section",
	    "https://news.example/news/stories/politics/a-vote", "en",
	    "politics", "politics" },
	{ "numbers of a date", "https://news.example/2026/11/29/sport/a-draw",
	    "en", "sport", "sport" },
	{ "the last segment names the article", "https://news.example/a/sport",
	    "en", "", "" },
	{ "an address that ends with a slash",
	    "https://news.example/sport/a-draw/", "en", "sport", "sport" },
	{ "a front page of a section", "https://news.example/sport/", "en", "",
	    "" },
	{ "hyphens", "https://news.example/climate-change/a-storm", "en",
	    "climate change", "environment" },
	{ "capitals", "https://news.example/SPORT/a-draw", "en", "sport",
	    "sport" },
	{ "percent escapes", "https://news.example/%E4%BD%93%E8%82%B2/1.html",
	    "zh", "\xe4\xbd\x93\xe8\x82\xb2", "sport" },
	{ "an invalid percent escape", "https://news.example/sp%zzort/a", "en",
	    "", "" },
	{ "an escaped control character", "https://news.example/sport%0A/a",
	    "en", "", "" },
	{ "bytes that are not UTF-8", "https://news.example/sport%FF/a", "en",
	    "", "" },
	{ "an incomplete percent escape", "https://news.example/sport%4/a",
	    "en", "", "" },
	{ "a query", "https://news.example/a?/sport/b", "en", "", "" },
	{ "a fragment", "https://news.example/a#/sport/b", "en", "", "" },
	{ "the name of the site", "https://www.sport.example/sport/politics/a",
	    "en", "politics", "politics" },
	{ "the first part of the host", "https://sport.news.example/a.html",
	    "en", "sport", "sport" },
	{ "a segment before the host",
	    "https://sport.news.example/politics/a.html", "en", "politics",
	    "politics" },
	{ "a host of two parts", "https://sport.example/a.html", "en", "", "" },
	{ "a host that presents products", "https://cloud.news.example/a/b",
	    "en", "", "" },
	{ "a host without a path", "https://sport.news.example", "en", "", "" },
	{ "no scheme", "news.example/sport/a", "en", "", "" },
	{ "an empty address", "", "en", "", "" },
	{ "the language of the article", "https://news.example/wirtschaft/a",
	    "de", "wirtschaft", "economy" },
};

static void
category_address_test_long(void)
{
	char url[1000], segment[501];
	struct category_address found;

	memset(segment, 'a', sizeof(segment) - 1);
	segment[sizeof(segment) - 1] = '\0';
	snprintf(
	    url, sizeof(url), "https://news.example/%s/sport/a-draw", segment);
	ok(category_of_address(slice_of(url), SLICE("en"), &found) &&
		slice_equal(
		    (struct slice){ found.label, found.len }, SLICE("sport")),
	    "a segment that is longer than a label is left out");
}

int
main(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct category_address found;
		bool is_found = category_of_address(
		    slice_of(rows[i].url), slice_of(rows[i].language), &found);
		struct slice label =
		    is_found ? (struct slice){ found.label, found.len }
			     : SLICE_NONE;
		size_t wanted = category_find(slice_of(rows[i].category));

		ok(slice_equal(label, slice_of(rows[i].label)) &&
			found.categories == (wanted == CATEGORY_NONE
						    ? 0
						    : UINT32_C(1) << wanted),
		    "%s: \"%.*s\"", rows[i].what, (int)label.len, label.p);
	}
	category_address_test_long();
	return done_testing();
}
