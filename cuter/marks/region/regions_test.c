/*
 * regions_test.c -- on a page with several stories, the story that the feed's
 * title or summary names is extracted; sections of one article are not
 * separated.
 */
#include "cuter/marks/region/regions_test.h"

static const struct {
	const char *name, *before, *between, *after; /* of each heading */
	const char *end;
} layouts[] = {
	{ "articles", "<article><h2>", "</h2>", "</article>", "" },
	{ "sections", "<section><h3>", "</h3>", "</section>", "" },
	{ "divs", "<div><h2>", "</h2>", "</div>", "" },
	{ "posts", "<div class=post><h4>", "</h4>", "</div>", "" },
	{ "items", "<li><h3>", "</h3>", "</li>", "" },
	{ "flat headings", "<h2>", "</h2>", "", "" },
	{ "bold lines", "<p><b>", "</b></p>", "", "" },
	{ "linked headings", "<div><h2><a href=/s/1>", "</a></h2>", "</div>",
	    "" },
	{ "terms", "<dl><dt>", "</dt><dd>", "</dd></dl>", "" },
	{ "summaries", "<details><summary>", "</summary>", "</details>", "" },
	{ "named lines", "<p class=hd>", "</p>", "", "" },
	{ "spans", "<div><span class=t>", "</span>", "</div>", "" },
	{ "bold lines in one element", "<b>", "</b>", "", "" },
	{ "linked bold lines", "<b><a href=/s/1>", "</a></b>", "", "" },
	{ "rules", "<hr><strong>", "</strong><br>", "", "" },
	{ "run-in headlines", "<p><b>", ".</b> The news of today in short.</p>",
	    "", "" },
	{ "cells", "<table><tr><td><h2>", "</h2>", "</td></tr></table>", "" },
};

#define N_HEADING_LAYOUTS 8 /* with headings and bold lines */

static const char *const titles[] = {
	GARDEN,
	GARDEN " | The Harbour Post",
	"SEVEN ORCHESTRAS WILL PLAY IN THE GARDEN",
	"Seven \xE2\x80\x9Corchestras\xE2\x80\x9D will play in the garden",
	"Seven orchestras will play\xE2\x80\xA6",
};

/* Writes a page with the three stories in a layout. */
static void
regions_test_page(struct buf *page, size_t layout, const char *head)
{
	static const char *const stories[][2] = { { HARBOUR, HARBOUR_TEXT },
		{ GARDEN, GARDEN_TEXT }, { SCHOOL, SCHOOL_TEXT } };

	buf_clear(page);
	buf_printf(page,
	    "<html><head><title>The Harbour Post</title></head>"
	    "<body><main>%s",
	    head);
	for (size_t i = 0; i < ARRAY_LENGTH(stories); i++)
		buf_printf(page, "%s%s%s%s%s", layouts[layout].before,
		    stories[i][0], layouts[layout].between, stories[i][1],
		    layouts[layout].after);
	buf_append_string(page, "</main></body></html>");
}

static void
regions_test_by_title(struct buf *page)
{
	for (size_t i = 0; i < ARRAY_LENGTH(layouts); i++)
		for (size_t k = 0; k < ARRAY_LENGTH(titles); k++) {
			regions_test_page(page, i, "");
			regions_test_takes_garden(
			    page, titles[k], NULL, layouts[i].name);
		}
	regions_test_page(
	    page, 2, "<div><h3><a href=/s/1>" GARDEN "</a></h3></div>");
	regions_test_takes_garden(
	    page, GARDEN, NULL, "a linked teaser repeats the title");
	regions_test_page(page, 2,
	    "<p><a href=/>Home</a> \xE2\x80\xBA <a href=/s/1>" GARDEN
	    "</a></p>");
	regions_test_takes_garden(
	    page, GARDEN, NULL, "a breadcrumb repeats the title");
}

/* The titles of the three stories differ in one word. */
static void
regions_test_variants(struct buf *page)
{
	static const char *const numbers[] = { "Three", "Seven", "Seventeen" };
	static const char *const texts[] = { HARBOUR_TEXT, GARDEN_TEXT,
		SCHOOL_TEXT };

	buf_clear(page);
	buf_append_string(page, "<title>The Post</title><main>");
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
		buf_printf(page,
		    "<h2>%s orchestras will play in the garden</h2>%s",
		    numbers[i], texts[i]);
	regions_test_takes_garden(
	    page, GARDEN, NULL, "the same title is better than a similar one");
}

/* Cells of text that is divided by <br>. */
static void
regions_test_lines(struct buf *page)
{
	static const char *const cells[][2] = {
		{ "<table><tr><td>", "</td></tr></table>" },
		{ "<div>", "</div>" },
		{ "", "<br><br>" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(cells); i++) {
		buf_clear(page);
		buf_printf(page,
		    "<title>The Post</title><main>"
		    "%s<b>" HARBOUR "</b><br><br>The harbour council voted on "
		    "Tuesday evening to close the old ferry terminal, ending "
		    "an argument of eleven years.<br><br>Boats will be sent "
		    "to the new pier from the first of May.%s"
		    "%s<b>" GARDEN "</b><br>Musicians from nine countries "
		    "rehearse this week under the glass roof, the cultural "
		    "office announced on Wednesday.<br><br>The last of the "
		    "concerts begins at midnight, with fireworks.%s"
		    "%s<b>" SCHOOL "</b><br>Pupils cooked for their parents "
		    "on Friday, when the mayor cut a ribbon made of dough in "
		    "front of two hundred guests and several teachers.%s",
		    cells[i][0], cells[i][1], cells[i][0], cells[i][1],
		    cells[i][0], cells[i][1]);
		regions_test_takes_garden(
		    page, GARDEN, NULL, "headlines are lines of a block");
	}
}

static void
regions_test_by_summary(struct buf *page)
{
	regions_test_page(page, 2, "");
	regions_test_takes_garden(page, "News",
	    "Musicians from nine countries rehearse this week under the glass "
	    "roof",
	    "a general title: the summary selects the story");
}

/* Stories without headlines: only the summary names the story. */
static void
regions_test_without_headlines(struct buf *page)
{
	static const struct {
		const char *name, *before, *after; /* of each story */
	} bare[] = {
		{ "bare articles", "<article>", "</article>" },
		{ "bare divs", "<div class=item>", "</div>" },
		{ "bare sections", "<section>", "</section>" },
		{ "bare items", "<li>", "</li>" },
		{ "bare rows", "<table><tr><td>", "</td></tr></table>" },
		{ "bare text between rules", "<hr>", "" },
		{ "bare text after dates", "<p class=d>3 May 2026</p>", "" },
	};
	static const char *const stories[] = { HARBOUR_TEXT, GARDEN_TEXT,
		SCHOOL_TEXT };
	struct cuter_article article;

	for (size_t i = 0; i < ARRAY_LENGTH(bare); i++) {
		buf_clear(page);
		buf_append_string(page, "<title>The Post</title><main>");
		for (size_t k = 0; k < ARRAY_LENGTH(stories); k++)
			buf_printf(page, "%s%s%s", bare[i].before, stories[k],
			    bare[i].after);
		regions_test_takes_garden(page, "News",
		    "<p>Musicians from nine countries rehearse this week under "
		    "the glass roof\xE2\x80\xA6</p>",
		    bare[i].name);
		article = testing_cut_with(buf_slice(page), "News",
		    "The glacier lost a third of its ice within ten warm years",
		    NULL);
		ok(article.page_class == CUTER_PAGE_LISTING &&
			article.confidence <= 0.4,
		    "%s: no story has the summary", bare[i].name);
	}
}

/* The same title is on two stories; only the summary names one. */
static void
regions_test_twins(struct buf *page)
{
	buf_clear(page);
	buf_append_string(page,
	    "<title>The Post</title><main><h2>The day in the "
	    "town</h2>" HARBOUR_TEXT "<h2>The day in the town</h2>" GARDEN_TEXT
	    "<h2>The day in the town</h2>" SCHOOL_TEXT);
	regions_test_takes_garden(page, "The day in the town",
	    "Musicians from nine countries rehearse this week under the glass "
	    "roof",
	    "of stories with equal titles, the summary selects one");
}

/* Pages on which the headline is not in one element before the text. */
static void
regions_test_layouts(struct buf *page)
{
	static const struct {
		const char *name, *html;
	} pages[] = {
		{ "headline and text are in two elements",
		    "<div class=a><h2>" HARBOUR
		    "</h2><p>The harbour gets a new "
		    "look in spring, and some old things will go away.</p>"
		    "</div><div class=b>" HARBOUR_TEXT "</div><div class=a>"
		    "<h2>" GARDEN "</h2><p>The garden will be full of music in "
		    "the last days of the summer.</p></div><div "
		    "class=b>" GARDEN_TEXT "</div><div class=a><h2>" SCHOOL
		    "</h2><p>The "
		    "school has a second kitchen now, and many pupils who can "
		    "cook.</p></div><div class=b>" SCHOOL_TEXT "</div>" },
		{ "the headline has two lines",
		    "<h2>Harbour council closes</h2><h2>the old ferry terminal"
		    "</h2>" HARBOUR_TEXT "<h2>Seven orchestras will</h2>"
		    "<h2>play in the garden</h2>" GARDEN_TEXT
		    "<h2>Village school opens</h2><h2>a second "
		    "kitchen</h2>" SCHOOL_TEXT },
		{ "the story is in a hidden tab",
		    "<div><h2>" HARBOUR "</h2>" HARBOUR_TEXT HARBOUR_TEXT
		    "</div><div hidden><h2>" GARDEN "</h2>" GARDEN_TEXT
		    "</div><div hidden><h2>" SCHOOL
		    "</h2>" SCHOOL_TEXT SCHOOL_TEXT "</div>" },
		{ "the first story has a larger headline",
		    "<div class=top><h1>" GARDEN "</h1>" GARDEN_TEXT GARDEN_TEXT
		    "</div><div class=more><h3>" HARBOUR "</h3>" HARBOUR_TEXT
		    "<h3>" SCHOOL "</h3>" SCHOOL_TEXT "</div>" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(pages); i++) {
		buf_clear(page);
		buf_printf(page, "<title>The Post</title><main>%s</main>",
		    pages[i].html);
		regions_test_takes_garden(page, GARDEN, NULL, pages[i].name);
	}
}

/* A short headline is the beginning of the page's title, and the class of each
 * container names an article. */
static void
regions_test_short_headline(struct buf *page)
{
	static const char *const stories[][2] = { { "Ferries", HARBOUR_TEXT },
		{ "Garden music at midnight", GARDEN_TEXT },
		{ "Kitchens", SCHOOL_TEXT } };
	const char *title = "Garden music at midnight | Gazette";

	buf_clear(page);
	buf_printf(page, "<title>%s</title><main>", title);
	for (size_t i = 0; i < ARRAY_LENGTH(stories); i++)
		buf_printf(page, "<div class=\"story s1\"><h2>%s</h2>%s</div>",
		    stories[i][0], stories[i][1]);
	regions_test_takes_garden(page, title, NULL,
	    "the feed's title and the page's title end with the site's name");
	regions_test_takes_garden(page, "Garden music at midnight", NULL,
	    "the headline alone is the feed's title");
}

/* The headlines of the stories have two or three words, and the page's own
 * title has others. */
static void
regions_test_short_titles(struct buf *page)
{
	static const char *const headlines[] = { "Midnight concert",
		"Midnight garden concert" };
	static const char *const labels[] = { "", "", "Culture: " };
	static const char *const sites[] = { "", " | The Harbour Post", "" };

	for (size_t i = 0; i < ARRAY_LENGTH(layouts); i++)
		for (size_t k = 0; k < ARRAY_LENGTH(labels); k++) {
			/* Two words, or three words and a site's name, are
			 * enough in headings and bold lines. */
			const char *headline =
			    headlines[i >= N_HEADING_LAYOUTS];
			char title[80];

			if (strncmp(layouts[i].name, "run-in", 6) == 0 ||
			    (k > 0 && i >= N_HEADING_LAYOUTS))
				continue;
			buf_clear(page);
			buf_printf(page,
			    "<title>The Harbour Post</title><main>"
			    "%sFerries stopped%s" HARBOUR_TEXT
			    "%s%s%s%s" GARDEN_TEXT
			    "%s%sSecond school kitchen%s" SCHOOL_TEXT "%s",
			    layouts[i].before, layouts[i].between,
			    layouts[i].after, layouts[i].before, headline,
			    layouts[i].between, layouts[i].after,
			    layouts[i].before, layouts[i].between,
			    layouts[i].after);
			snprintf(title, sizeof(title), "%s%s%s", labels[k],
			    headline, sites[k]);
			regions_test_takes_garden(
			    page, title, NULL, layouts[i].name);
		}
}

/* Dates are the headings: only the summary names the story. */
static void
regions_test_under_dates(struct buf *page)
{
	static const struct {
		const char *text, *summary, *contained, *other;
	} stories[] = {
		{ GARDEN_TEXT,
		    "Musicians from nine countries rehearse this week under "
		    "the glass roof",
		    "with fireworks", "Pupils cooked" },
		{ SCHOOL_TEXT,
		    "Pupils cooked for their parents on Friday, when the mayor "
		    "cut a ribbon",
		    "left its machines", "Musicians from" },
	};

	buf_clear(page);
	buf_append_string(page, "<title>The Post</title><main>");
	for (size_t i = 0; i < ARRAY_LENGTH(stories); i++)
		buf_printf(
		    page, "<h3>%zu May 2026</h3>%s", i + 3, stories[i].text);
	for (size_t i = 0; i < ARRAY_LENGTH(stories); i++) {
		struct slice text = testing_cut_with(
		    buf_slice(page), NULL, stories[i].summary, NULL)
					.body;

		has(text, stories[i].contained,
		    "the text contains the story of the summary");
		lacks(text, stories[i].other, "not the other story");
	}
}

static void
regions_test_no_match(struct buf *page)
{
	struct cuter_article article;

	regions_test_page(page, 7, "");
	article = testing_cut_with(
	    buf_slice(page), "Glacier loses a third of its ice", NULL, NULL);
	ok(article.page_class == CUTER_PAGE_LISTING,
	    "no story has the title: the page is a listing");
	ok(article.confidence <= 0.4, "the article has a low confidence");
}

static void
regions_test_one_story(void)
{
	struct slice text = testing_cut(
	    "<html><head><title>" HARBOUR "</title></head><body><h1>" HARBOUR
	    "</h1>" HARBOUR_TEXT "<h2>What the ferry council decided</h2>"
	    "<p>The old terminal of the harbour is closed by the council as "
	    "soon as the ferry has left it for the last time.</p>"
	    "<h2>What happens to the old ferry</h2>"
	    "<p>It becomes a library, for which the harbour council has found "
	    "neither books nor a terminal for its readers.</p>"
	    "</body></html>",
	    HARBOUR)
				.body;

	has(text, "voted on Tuesday", "one article: its text");
	has(text, "left it for the last time", "and its first section");
	has(text, "It becomes a library", "and its last section");
}

/* One article whose title is shortened by the feed: the heading of a section
 * has the words that remain. */
static void
regions_test_shortened(struct buf *page)
{
	static const char *const heads[][2] = {
		/* <title> and <h1> */
		{ "The harbour council closes: what the old ferry terminal was",
		    "The harbour council closes: what the old ferry terminal "
		    "was" },
		{ "Ferries of the town and its islands in 2026",
		    "The harbour council closes: what the old ferry terminal "
		    "was" },
		{ "The harbour council closes: what the old ferry terminal was",
		    "Goodbye, last boat to the islands" },
	};
	static const char *const hints[] = {
		"The harbour council closes",
		"The harbour council closes:",
		"The harbour council closes: what\xE2\x80\xA6",
		"The harbour council closes: what the old...",
		"The harbour council closes: what the old fer\xE2\x80\xA6",
	};

	for (size_t i = 0; i < ARRAY_LENGTH(heads); i++)
		for (size_t k = 0; k < ARRAY_LENGTH(hints); k++) {
			struct slice text;

			buf_clear(page);
			buf_printf(page,
			    "<title>%s</title><main><h1>%s</h1>" HARBOUR_TEXT
			    "<h2>Musicians of the garden</h2>" GARDEN_TEXT
			    "<h2>What the harbour council "
			    "closes</h2>" SCHOOL_TEXT
			    "<h2>The island bakery opens early</h2>"
			    "<p>Bread is sold from six in the morning, and the "
			    "first loaves are mostly gone before the sun has "
			    "come over the hill and the mill.</p></main>",
			    heads[i][0], heads[i][1]);
			text = testing_cut_with(
			    buf_slice(page), hints[k], NULL, NULL)
				   .body;
			has(text, "voted on Tuesday", hints[k]);
			has(text, "Musicians from nine", heads[i][0]);
			has(text, "Bread is sold from six", heads[i][1]);
		}
}

/* One article whose title is edited by the feed: the words of the new title are
 * in the heading of a section. */
static void
regions_test_edited(void)
{
	static const char *const hints[] = {
		"Storm Ciara: What we know so far",
		"What we know about Storm Ciara, and what comes next",
	};

	for (size_t i = 0; i < ARRAY_LENGTH(hints); i++) {
		struct slice text = testing_cut(
		    "<title>Gale batters the northern coast | The Post</title>"
		    "<main><h1>Gale batters the northern "
		    "coast</h1>" HARBOUR_TEXT GARDEN_TEXT
		    "<h2>What we know about Storm Ciara</h2>"
		    "<p>Gusts of ninety miles an hour were measured on the "
		    "cliffs, and nearly all trains to the islands have been "
		    "cancelled until the evening of the next day.</p>"
		    "<h2>Where it is safe to go by car</h2>" SCHOOL_TEXT,
		    hints[i])
					.body;

		has(text, "voted on Tuesday", "edited title: the text");
		has(text, "Gusts of ninety", "and the section with its words");
		has(text, "Pupils cooked", "and the other section");
	}
}

/* A paragraph is the title, and short paragraphs divide the text. */
static void
regions_test_short_lines(void)
{
	struct slice text =
	    testing_cut("<title>The Post</title><main><p>" GARDEN
			"</p>" HARBOUR_TEXT "<p>What was there</p>" GARDEN_TEXT
			"<p>Who came</p>" SCHOOL_TEXT "</main>",
		GARDEN)
		.body;

	has(text, "voted on Tuesday", "short lines: the first part");
	has(text, "Musicians from nine", "and the second part");
	has(text, "Pupils cooked", "and the last part");
}

/* The title of an article has two words, and headings of sections begin with
 * them. */
static void
regions_test_short_page_title(void)
{
	struct slice text = testing_cut(
	    "<title>Ferry tickets - The Post</title><main><h1>Ferry tickets"
	    "</h1>" HARBOUR_TEXT
	    "<h2>Ferry tickets and other services</h2>" GARDEN_TEXT
	    "<h2>Where to buy them in town</h2>" SCHOOL_TEXT "</main>",
	    "Ferry tickets")
				.body;

	has(text, "voted on Tuesday", "short title: the text");
	has(text, "Musicians from nine", "and the section that repeats it");
	has(text, "Pupils cooked", "and the other section");
}

/* The times of the posts of a live blog are not text. */
static void
regions_test_live(void)
{
	struct slice text = testing_cut(
	    "<html><head><title>" HARBOUR "</title></head><body><h1>" HARBOUR
	    "</h1><div class=e><time>21:40</time>" HARBOUR_TEXT "</div>"
	    "<div class=e><time>20:15</time>" SCHOOL_TEXT "</div>"
	    "<div class=e><time>9:05 pm</time>" GARDEN_TEXT "</div>"
	    "</body></html>",
	    HARBOUR)
				.body;

	has(text, "voted on Tuesday", "live blog: the first entry");
	has(text, "with fireworks", "and the last entry");
	lacks(text, "20:15", "the time of an entry is not text");
	lacks(text, "9:05", "nor with a word after it");
}

int
main(void)
{
	struct buf page;

	buf_init(&page, 1 << 20);
	testing_begin();
	regions_test_by_title(&page);
	regions_test_variants(&page);
	regions_test_lines(&page);
	regions_test_by_summary(&page);
	regions_test_under_dates(&page);
	regions_test_without_headlines(&page);
	regions_test_twins(&page);
	regions_test_layouts(&page);
	regions_test_short_headline(&page);
	regions_test_short_titles(&page);
	regions_test_no_match(&page);
	regions_test_one_story();
	regions_test_shortened(&page);
	regions_test_short_page_title();
	regions_test_edited();
	regions_test_short_lines();
	regions_test_live();
	buf_release(&page);
	return testing_end();
}
