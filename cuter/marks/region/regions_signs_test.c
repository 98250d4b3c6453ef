/*
 * regions_signs_test.c -- the story that the feed's title names is extracted
 * if its headline is an image, a link or the label of a closed panel, or also
 * that of a teaser; other stories beside the article are left out.
 */
#include "cuter/marks/region/regions_test.h"

/* A teaser with the headline and the first paragraph is before the story. */
static void
regions_signs_test_paywall(struct buf *page)
{
	static const char *const boxes[] = { "div", "article", "section" };

	for (size_t i = 0; i < ARRAY_LENGTH(boxes); i++) {
		buf_clear(page);
		buf_printf(page,
		    "<title>The Post</title><main><%s><h2>" GARDEN
		    "</h2><p>Musicians from nine countries rehearse this week "
		    "under the glass roof, the cultural office announced on "
		    "Wednesday, and added that all of them had arrived.</p>"
		    "<p><a href=/a>Subscribe</a></p></%s>"
		    "<%s><h2>" HARBOUR "</h2>" HARBOUR_TEXT "</%s>"
		    "<%s><h2>" GARDEN "</h2>" GARDEN_TEXT
		    "<p>The garden was closed for two years, because the roof "
		    "had been damaged by hail, and the gardeners planted "
		    "three hundred palms in the halls, which visitors can see "
		    "from the stage and from two galleries above it.</p>"
		    "<p>The orchestra of the port will play last, as it has "
		    "done in each of the eleven summers since the garden was "
		    "opened to musicians, and its choir sings on the "
		    "stairs.</p>"
		    "</%s></main>",
		    boxes[i], boxes[i], boxes[i], boxes[i], boxes[i], boxes[i]);
		regions_test_takes_garden(
		    page, GARDEN, NULL, "a teaser repeats the headline");
	}
}

/* Each item ends with a link. */
static void
regions_signs_test_last_links(struct buf *page)
{
	buf_clear(page);
	buf_append_string(page,
	    "<title>The Post</title><main>"
	    "<p>The harbour council voted on Tuesday evening to close the old "
	    "ferry terminal, ending an argument of eleven years. Boats will be "
	    "sent to the new pier. <a href=/1>" HARBOUR "</a></p>"
	    "<p>Musicians from nine countries rehearse this week under the "
	    "glass roof, the cultural office announced on Wednesday. The last "
	    "concert begins with fireworks. <a href=/2>" GARDEN "</a></p>"
	    "<p>Pupils cooked for their parents on Friday, when the mayor cut "
	    "a ribbon made of dough in front of two hundred guests. Its ovens "
	    "were paid for by a bakery. <a href=/3>" SCHOOL "</a></p></main>");
	regions_test_takes_garden(page, GARDEN, NULL, "items end with a link");
}

/* Each item begins with a link, which may have a bullet before it. */
static void
regions_signs_test_links(struct buf *page)
{
	static const char *const forms[][3] = {
		{ "<p>", "</p>", "" },
		{ "<p>\xE2\x80\xA2 ", "</p>", "" },
		{ "<p>", " <a href=/more>more</a></p>", "" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(forms); i++) {
		const char *begin = forms[i][0], *end = forms[i][1];

		buf_clear(page);
		buf_printf(page,
		    "<title>The Post</title><main>"
		    "%s<a href=/1>" HARBOUR
		    "</a>: The harbour council voted on Tuesday evening to "
		    "close the old ferry terminal, ending an argument of "
		    "eleven years. Boats will be sent to the new pier.%s"
		    "%s<a href=/2>" GARDEN
		    "</a>: Musicians from nine countries rehearse this week "
		    "under the glass roof, the cultural office announced. The "
		    "last of the concerts begins at midnight, with fireworks.%s"
		    "%s<a href=/3>" SCHOOL
		    "</a>: Pupils cooked for their parents on Friday, when the "
		    "mayor cut a ribbon made of dough in front of two hundred "
		    "guests. Its ovens were paid for by a bakery.%s</main>",
		    begin, end, begin, end, begin, end);
		regions_test_takes_garden(
		    page, GARDEN, NULL, "items begin with links");
	}
}

/* The panels of an accordion are hidden; their labels are visible. */
static void
regions_signs_test_panels(struct buf *page)
{
	static const char *const forms[][3] = {
		{ "<div><h3><button aria-expanded=false>",
		    "</button></h3><div hidden>", "</div></div>" },
		{ "<h4>", "</h4><div style='display:none'>", "</div>" },
		{ "<div class=head>", "</div><div class=body hidden>",
		    "</div>" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(forms); i++) {
		const char *a = forms[i][0], *b = forms[i][1], *c = forms[i][2];

		buf_clear(page);
		buf_printf(page,
		    "<title>The Post</title><main>"
		    "%s" HARBOUR "%s" HARBOUR_TEXT "%s"
		    "%s" GARDEN "%s" GARDEN_TEXT "%s"
		    "%s" SCHOOL "%s" SCHOOL_TEXT "%s</main>",
		    a, b, c, a, b, c, a, b, c);
		regions_test_takes_garden(page, GARDEN, NULL, "closed panels");
	}
}

/* A hidden element after the headline of the page is not a panel. */
static void
regions_signs_test_hidden(struct buf *page)
{
	struct slice text;

	buf_clear(page);
	buf_append_string(page,
	    "<title>" GARDEN " | The Post</title><main><h1>" GARDEN
	    "</h1><div hidden><p>Copy this address and send it to a friend who "
	    "likes to read the newspaper on the train, at breakfast, or in the "
	    "garden on a warm evening in the last week of the "
	    "summer.</p></div>" GARDEN_TEXT "</main>");
	text = testing_cut_with(buf_slice(page), GARDEN, NULL, NULL).body;
	has(text, "with fireworks", "the article is extracted");
	lacks(text, "Copy this address", "the hidden text is left out");
}

/* The headlines are images. */
static void
regions_signs_test_images(struct buf *page)
{
	static const char *const forms[][2] = {
		{ "<h2><img src=/h.png alt='", "'></h2>" },
		{ "<p><img src=/h.png alt='", "'></p>" },
		{ "<h3><a href=/s><img src=/h.png alt='", "'></a></h3>" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(forms); i++) {
		const char *a = forms[i][0], *b = forms[i][1];

		buf_clear(page);
		buf_printf(page,
		    "<title>The Post</title><main>"
		    "<div>%s" HARBOUR "%s" HARBOUR_TEXT "</div>"
		    "<div>%s" GARDEN "%s" GARDEN_TEXT "</div>"
		    "<div>%s" SCHOOL "%s" SCHOOL_TEXT "</div></main>",
		    a, b, a, b, a, b);
		regions_test_takes_garden(
		    page, GARDEN, NULL, "headlines are images");
	}
}

/* Stories on other subjects are after the article, or in columns beside it. */
static void
regions_signs_test_related(struct buf *page)
{
	static const char *const forms[][3] = {
		{ "<h1>" GARDEN "</h1>", "<section><h2>Related stories</h2>",
		    "</section>" },
		{ "<article><h1>" GARDEN "</h1>", "</article><h4>More</h4>",
		    "" },
		{ "<div class=l><p><b>Ferry pilots want to learn two languages"
		  "</b><br>They ask for evening courses in every port, and "
		  "for books. <a href=/p>more</a></p><p><b>Bridge is painted "
		  "green by students of art</b><br>It took them nine days and "
		  "six hundred litres. <a href=/b>more</a></p></div>"
		  "<div class=m><h1>" GARDEN "</h1>",
		    "</div><div class=r>", "</div>" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(forms); i++) {
		struct slice text;

		buf_clear(page);
		buf_printf(page,
		    "<title>" GARDEN " | The Post</title><main>%s" GARDEN_TEXT
		    "<p>Seven orchestras will sleep in the school near the "
		    "garden, where cooks prepare soup for three hundred "
		    "musicians, and the doors stay open until dawn.</p>"
		    "<p>The orchestra of the port will play last, as it has "
		    "done in each of the eleven summers since the garden was "
		    "opened to musicians, and its choir sings on the "
		    "stairs.</p>"
		    "%s<div><h3><a href=/h>" HARBOUR
		    "</a></h3><p>The harbour council voted on Tuesday evening "
		    "to close the old ferry terminal, ending an argument of "
		    "eleven years.</p></div><div><h3><a href=/k>" SCHOOL
		    "</a></h3><p>Pupils cooked for their parents on Friday, "
		    "when the mayor cut a ribbon made of dough in front of two "
		    "hundred guests.</p></div>%s</main>",
		    forms[i][0], forms[i][1], forms[i][2]);
		regions_test_takes_garden(
		    page, GARDEN, NULL, "stories beside the article");
		text =
		    testing_cut_with(buf_slice(page), GARDEN, NULL, NULL).body;
		has(text, "sings on the stairs", "the article is whole");
		lacks(text, "painted green", "no column beside the article");
		lacks(text, "ask for evening", "no column beside the article");
	}
}

/* Sections with the subject of the article belong to it. */
static void
regions_signs_test_sections(struct buf *page)
{
	struct slice text;

	buf_clear(page);
	buf_append_string(page,
	    "<title>" GARDEN " | The Post</title><main><article><h1>" GARDEN
	    "</h1>" GARDEN_TEXT
	    "<p>The garden was closed for two years, because the roof had been "
	    "damaged by hail, and the gardeners planted three hundred palms in "
	    "the halls, which visitors can see from the stage.</p></article>"
	    "<section><h2>What the orchestras will play tonight</h2><p>The "
	    "orchestras will play songs of the garden, and the musicians from "
	    "nine countries rehearse them on Friday.</p></section>"
	    "<section><h2>How the garden was repaired</h2><p>The roof of the "
	    "garden has new glass, and the seven orchestras paid for the "
	    "stage.</p></section></main>");
	text = testing_cut_with(buf_slice(page), GARDEN, NULL, NULL).body;
	has(text, "with fireworks", "first part of the article");
	has(text, "songs of the garden", "first section");
	has(text, "has new glass", "second section");
}

/* The captions of a story in a page of several are not text. */
static void
regions_signs_test_captions(struct buf *page)
{
	struct slice text;

	buf_clear(page);
	buf_append_string(page,
	    "<title>The Post</title><main>"
	    "<div><h2>" HARBOUR "</h2>" HARBOUR_TEXT "</div>"
	    "<div><h2>" GARDEN "</h2><p>Musicians from nine countries rehearse "
	    "this week under the glass roof, the cultural office announced on "
	    "Wednesday.</p><div class=photo><img src=/a.jpg><p class=caption>"
	    "The stage has been built by carpenters of the town, who worked "
	    "on it for eleven days and three nights.</p></div>"
	    "<p>Tickets are free for everybody under twenty, and the last of "
	    "the concerts begins at midnight, with fireworks.</p></div>"
	    "<div><h2>" SCHOOL "</h2>" SCHOOL_TEXT "</div></main>");
	regions_test_takes_garden(page, GARDEN, NULL, "story with a caption");
	text = testing_cut_with(buf_slice(page), GARDEN, NULL, NULL).body;
	lacks(text, "built by carpenters", "the caption is left out");
}

int
main(void)
{
	struct buf page;

	buf_init(&page, 1 << 20);
	testing_begin();
	regions_signs_test_paywall(&page);
	regions_signs_test_links(&page);
	regions_signs_test_last_links(&page);
	regions_signs_test_panels(&page);
	regions_signs_test_hidden(&page);
	regions_signs_test_images(&page);
	regions_signs_test_related(&page);
	regions_signs_test_sections(&page);
	regions_signs_test_captions(&page);
	buf_release(&page);
	return testing_end();
}
