/*
 * lead_test.c -- tests the search for the standfirst, which often repeats the
 * page's description.
 */
#include "base/array.h"
#include "tests/lib/cuter.h"

#define LONG                                                                   \
	"<p>The report, which was to have been published in spring, tells at " \
	"length what was found, by whom, and why it took so long.</p>"
#define TITLE "A title of four words"
#define H1    "<h1>" TITLE "</h1>"
#define LEAD                                                                   \
	"The harbour of the small town was closed after a ferry ran aground "  \
	"at dawn on Monday."
#define META(d) "<meta name=description content='" d "'>"
#define REST    LONG LONG LONG LONG

static const struct {
	const char *what, *html;
	bool is_lead;
} rows[] = {
	{ "the meta description; another class than the text",
	    META(LEAD) H1 "<div><p class=intro>" LEAD "</p>" REST "</div>",
	    true },
	{ "og:description; a date between lead and text",
	    "<meta property=og:description content='" LEAD "'>" H1
	    "<div><p>" LEAD "</p><p>4 May 2026</p>" REST "</div>",
	    true },
	{ "JSON-LD's description",
	    "<script type=application/ld+json>{\"@type\":\"NewsArticle\","
	    "\"description\":\"" LEAD "\"}</script>" H1 "<div><p class=x>" LEAD
	    "</p>" REST "</div>",
	    true },
	{ "a description shortened with an ellipsis",
	    META("The harbour of the small town was closed after a\xE2\x80\xA6")
		H1 "<div><h2>" LEAD "</h2>" REST "</div>",
	    true },
	{ "the whole description, and no other evidence",
	    META(LEAD) H1 "<div><p>" LEAD "</p>" REST "</div>", true },
	{ "another description",
	    META("Something else about other towns") H1 "<div><p class=x>" LEAD
							"</p>" REST "</div>",
	    false },
	{ "an article of one paragraph", META(LEAD) H1 "<p>" LEAD "</p>",
	    false },
};

static void
lead_test_summary(void)
{
	static const char alone[] =
	    H1 "<div><p>" LEAD "</p><p>4 May 2026</p>" REST "</div>";
	static const char among[] =
	    META(LEAD) H1 "<div><p>" LEAD "</p>" REST "</div>";
	struct cuter_article a =
	    testing_cut_with(slice_of(alone), TITLE, LEAD, NULL);

	is_text(a.lead, LEAD,
	    "without a text the lead is the summary from the feed");
	lacks(a.body, LEAD, "a standfirst that the feed gave is not repeated");
	a = testing_cut_with(slice_of(among), TITLE, LEAD, NULL);
	is_text(a.lead, LEAD,
	    "a whole paragraph that the feed gave is the standfirst");
	ok(slice_starts(a.body, slice_of(LEAD)),
	    "a first paragraph stays in the body");
}

int
main(void)
{
	testing_begin();
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct cuter_article a = testing_cut(rows[i].html, TITLE);

		is_text(a.lead, rows[i].is_lead ? LEAD : NULL, rows[i].what);
		ok(slice_find(a.body, SLICE(LEAD), 0) != SLICE_NOT_FOUND,
		    "%s: in the body", rows[i].what);
	}
	lead_test_summary();
	return testing_end();
}
