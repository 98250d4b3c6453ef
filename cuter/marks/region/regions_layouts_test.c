/*
 * regions_layouts_test.c -- the story that the feed's title names is extracted
 * from tables, newsletters, inline elements and uneven trees.
 */
#include "cuter/marks/region/regions_test.h"

#define HARBOUR_LINE                                                           \
	"The harbour council voted on Tuesday evening to close the old ferry " \
	"terminal, ending an argument of eleven years. Boats will be sent to " \
	"the new pier from the first of May."
#define GARDEN_LINE                                                            \
	"Musicians from nine countries rehearse this week under the glass "    \
	"roof, the cultural office announced on Wednesday. The last of the "   \
	"concerts begins at midnight, with fireworks."
#define SCHOOL_LINE                                                            \
	"Pupils cooked for their parents on Friday, when the mayor cut a "     \
	"ribbon made of dough in front of two hundred guests and several "     \
	"teachers."

/* The elements of a newsletter have styles and no classes. A paragraph is short
 * and has no full stop. */
static void
regions_layouts_test_newsletter(struct buf *page)
{
#define HEAD "<p style='font-size: 22px'>"
	buf_clear(page);
	buf_append_string(page,
	    "<title>The Post</title><main><div>" HEAD HARBOUR
	    "</p>" HARBOUR_TEXT "</div><div>" HEAD GARDEN "</p>"
	    "<p style='font-size: 14px'>Musicians from nine countries rehearse "
	    "this week under the glass roof, the cultural office announced.</p>"
	    "<p style='font-size: 14px'>Tickets are free for everybody under "
	    "twenty and for all of their teachers</p>"
	    "<p style='font-size: 14px'>The last of the concerts begins at "
	    "midnight, with fireworks, and ends before the first tram.</p>"
	    "</div><div>" HEAD SCHOOL "</p>" SCHOOL_TEXT "</div></main>");
#undef HEAD
	regions_test_takes_garden(page, GARDEN, NULL, "newsletter");
}

/* The headings inside of the stories have the tag and the depth of the
 * headlines, and only the classes differ. */
static void
regions_layouts_test_titled(struct buf *page)
{
#define POST(title, text, more)                                                \
	"<article><header><h2 class=entry-title>" title                        \
	"</h2></header><div>" text "<h2 class=block-heading>" more             \
	"</h2>" text "</div></article>"
	buf_clear(page);
	buf_append_string(page,
	    "<title>The Post</title><main>" POST(
		HARBOUR, HARBOUR_TEXT, "What the pilots say")
		POST(GARDEN, GARDEN_TEXT, "How to get in")
		    POST(SCHOOL, SCHOOL_TEXT, "What was eaten") "</main>");
#undef POST
	regions_test_takes_garden(page, GARDEN, NULL, "classes of headlines");
}

/* The headline consists of a heading and a bold line. */
static void
regions_layouts_test_parted(struct buf *page)
{
#define POST(first, second, text)                                              \
	"<article><header><h2>" first "</h2><p><strong>" second                \
	"</strong></p></header>" text "</article>"
	buf_clear(page);
	buf_append_string(
	    page, "<title>The Post</title>" POST("Ferries leave",
		      "from a new pier", HARBOUR_TEXT) POST("Who plays in the",
		      "glass house?", GARDEN_TEXT) POST("A school opens a",
		      "kitchen with a ribbon of dough", SCHOOL_TEXT));
#undef POST
	regions_test_takes_garden(page, "Who plays in the glass house?", NULL,
	    "a headline of two ranks");
}

/* Another story quotes the headline. */
static void
regions_layouts_test_quoted(struct buf *page)
{
	buf_clear(page);
	buf_append_string(page,
	    "<title>The Post</title><main><h2>" HARBOUR "</h2>" HARBOUR_TEXT
	    "<blockquote>" GARDEN "</blockquote>" HARBOUR_TEXT "<h2>" GARDEN
	    "</h2>" GARDEN_TEXT "</main>");
	regions_test_takes_garden(page, GARDEN, NULL, "a quoted headline");
}

/* Headline and text are inline elements of one block. */
static void
regions_layouts_test_spans(struct buf *page)
{
	static const char *const boxes[] = { "div", "p", "li" };

	for (size_t i = 0; i < ARRAY_LENGTH(boxes); i++) {
		buf_clear(page);
		buf_printf(page,
		    "<title>The Post</title><main>"
		    "<%s><span class=headline>" HARBOUR
		    "</span> <span class=text>The harbour council voted on "
		    "Tuesday evening to close the old ferry terminal, ending "
		    "an argument of eleven years. Boats will be sent to the "
		    "new pier from the first of May.</span></%s>"
		    "<%s><span class=headline>" GARDEN
		    "</span> <span class=text>Musicians from nine countries "
		    "rehearse this week under the glass roof, the cultural "
		    "office announced on Wednesday. The last of the concerts "
		    "begins at midnight, with fireworks.</span></%s>"
		    "<%s><span class=headline>" SCHOOL
		    "</span> <span class=text>Pupils cooked for their parents "
		    "on Friday, when the mayor cut a ribbon made of dough in "
		    "front of two hundred guests and several teachers.</span>"
		    "</%s></main>",
		    boxes[i], boxes[i], boxes[i], boxes[i], boxes[i], boxes[i]);
		regions_test_takes_garden(page, GARDEN, NULL, boxes[i]);
	}
}

/* The <span> of a headline contains a bold word. */
static void
regions_layouts_test_bold_in_span(struct buf *page)
{
	buf_clear(page);
	buf_append_string(page,
	    "<title>The Post</title><main>"
	    "<div><span class=headline><b>Harbour</b> council closes the old "
	    "ferry terminal</span> " HARBOUR_LINE "</div>"
	    "<div><span class=headline><b>Seven</b> orchestras will play in "
	    "the garden</span> " GARDEN_LINE "</div>"
	    "<div><span class=headline><b>Village</b> school opens a second "
	    "kitchen</span> " SCHOOL_LINE "</div></main>");
	regions_test_takes_garden(page, GARDEN, NULL, "bold in <span>");
}

/* The stories begin with bold headlines, and one other block with a <span>. */
static void
regions_layouts_test_one_span(struct buf *page)
{
	buf_clear(page);
	buf_append_string(page,
	    "<title>The Post</title><main><div><span class=top>In the garden "
	    "seven orchestras play</span> and other news of the week from the "
	    "coast and the islands</div>"
	    "<p><b>" HARBOUR ".</b> " HARBOUR_LINE "</p>"
	    "<p><b>" GARDEN ".</b> " GARDEN_LINE "</p>"
	    "<p><b>" SCHOOL ".</b> " SCHOOL_LINE "</p></main>");
	regions_test_takes_garden(page, GARDEN, NULL, "one <span>");
}

/* One of the stories is one level deeper than the others. */
static void
regions_layouts_test_deeper(struct buf *page)
{
	buf_clear(page);
	buf_append_string(page,
	    "<title>The Post</title><main><div><h2>" GARDEN "</h2>" GARDEN_TEXT
	    "</div><div class=promo><div><h2>" HARBOUR "</h2>" HARBOUR_TEXT
	    "</div></div><div><h2>" SCHOOL "</h2>" SCHOOL_TEXT "</div></main>");
	regions_test_takes_garden(
	    page, GARDEN, NULL, "the next story is deeper");
}

/* A row of headlines is over a row of texts. */
static void
regions_layouts_test_rows(struct buf *page)
{
	static const char *const cells[][2] = { { "<th>", "</th>" },
		{ "<td><b>", "</b></td>" }, { "<td><h3>", "</h3></td>" } };

	for (size_t i = 0; i < ARRAY_LENGTH(cells); i++)
		for (size_t rows = 1; rows <= 2; rows++) {
			const char *a = cells[i][0], *b = cells[i][1];

			buf_clear(page);
			buf_append_string(
			    page, "<title>The Post</title><main><table>");
			if (rows == 2)
				buf_printf(page,
				    "<tr>%sHeron census%s%sSnow on the pass of "
				    "the mill%s</tr><tr><td>" SCHOOL_TEXT
				    "</td><td>" SCHOOL_TEXT "</td></tr>",
				    a, b, a, b);
			buf_printf(page,
			    "<tr>%s" HARBOUR "%s%s" GARDEN
			    "%s</tr><tr><td>" HARBOUR_TEXT
			    "</td><td>" GARDEN_TEXT "</td></tr></table></main>",
			    a, b, a, b);
			regions_test_takes_garden(
			    page, GARDEN, NULL, "headlines over texts");
		}
}

/* Two boxes: the headline of the other story is short. */
static void
regions_layouts_test_two_boxes(struct buf *page)
{
	static const char *const hints[] = { GARDEN,
		GARDEN " | The Harbour Post",
		"Seven orchestras will play\xE2\x80\xA6" };

	buf_clear(page);
	buf_append_string(page,
	    "<title>The Harbour Post</title><main><div><h2>" GARDEN
	    "</h2>" GARDEN_TEXT "</div><div><h2>Heron census</h2>" SCHOOL_TEXT
	    "</div></main>");
	for (size_t i = 0; i < ARRAY_LENGTH(hints); i++)
		regions_test_takes_garden(page, hints[i], NULL,
		    "the headline of the other story is short");
}

/* The page's title begins with the name of the page, and its next word has
 * letters that are not ASCII. */
static void
regions_layouts_test_cyrillic(struct buf *page)
{
	buf_clear(page);
	buf_append_string(page,
	    "<title>Наши новости сегодня: порт, сад и школа</title><h1>Наши "
	    "новости</h1><main><div><h2>Harbour closes early</h2>" HARBOUR_TEXT
	    "</div><div><h2>Music in the garden</h2>" GARDEN_TEXT
	    "</div><div><h2>Kitchen for a school</h2>" SCHOOL_TEXT
	    "</div></main>");
	regions_test_takes_garden(page, "Выпуск",
	    "Musicians from nine countries rehearse this week under the glass "
	    "roof, the cultural office announced on Wednesday.",
	    "a Cyrillic word after the page's name");
}

/* The next stories are appended after the article. Its headline is an <h1> and
 * the page's title, those of the others are <h2>. */
static void
regions_layouts_test_appended(struct buf *page)
{
	static const char *const tags[][2] = {
		{ "<div class=infinite-item>", "</div>" },
		{ "<section class=next><article>", "</article></section>" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(tags); i++) {
		buf_clear(page);
		buf_printf(page,
		    "<title>" GARDEN " | The Post</title><main>"
		    "%s<header><a href=/c>Culture</a><h1>" GARDEN "</h1><p>By "
		    "Anna Holm</p><time>3 May 2026</time>"
		    "</header>" GARDEN_TEXT GARDEN_TEXT
		    "%s%s<header><a href=/c>News</a><h2>" HARBOUR "</h2><p>By "
		    "Paul Novak</p><time>2 May 2026</time>"
		    "</header>" HARBOUR_TEXT
		    "%s%s<header><a href=/c>News</a><h2>" SCHOOL "</h2><p>By "
		    "Ruth Adler</p><time>1 May 2026</time>"
		    "</header>" SCHOOL_TEXT "%s</main>",
		    tags[i][0], tags[i][1], tags[i][0], tags[i][1], tags[i][0],
		    tags[i][1]);
		regions_test_takes_garden(
		    page, GARDEN, NULL, "the next stories are appended");
	}
}

/* Headlines of four words are beside a date. */
static void
regions_layouts_test_dates(struct buf *page)
{
	buf_clear(page);
	buf_append_string(page,
	    "<title>The Post</title><main><dl><dt><time>3 May 2026, 10:15 pm"
	    "</time> Ferry terminal closes early</dt><dd>" HARBOUR_TEXT
	    "</dd><dt><time>2 May 2026, 9:20 am</time> Seven garden orchestras "
	    "play</dt><dd>" GARDEN_TEXT "</dd><dt><time>1 May 2026, 8:40 am"
	    "</time> School opens second kitchen</dt><dd>" SCHOOL_TEXT
	    "</dd></dl></main>");
	regions_test_takes_garden(page, "Seven garden orchestras play", NULL,
	    "short headlines with dates");
}

/* Short headlines, one of which is the title of the page, are bold lines. */
static void
regions_layouts_test_names(struct buf *page)
{
	static const struct {
		const char *list, *item, *title, *heads[3];
	} forms[] = {
		{ "ul", "li", "Dr. Ann Weiss",
		    { "Dr. Tom Berg", "Dr. Ann Weiss", "Dr. Paul Novak" } },
		{ "div", "div", "Ann Weiss (1931\342\200\2232026)",
		    { "Tom Berg (1931\342\200\2232026)",
			"Ann Weiss (1931\342\200\2232026)",
			"Paul Novak (1931\342\200\2232026)" } },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(forms); i++) {
		const char *tag = forms[i].item;

		buf_clear(page);
		buf_printf(page,
		    "<title>%s</title><main><h2>Deaths</h2><%s>"
		    "<%s><p><b>%s</b></p>" HARBOUR_TEXT
		    "</%s><%s><p><b>%s</b></p>" GARDEN_TEXT
		    "</%s><%s><p><b>%s</b></p>" SCHOOL_TEXT "</%s></%s></main>",
		    forms[i].title, forms[i].list, tag, forms[i].heads[0], tag,
		    tag, forms[i].heads[1], tag, tag, forms[i].heads[2], tag,
		    forms[i].list);
		regions_test_takes_garden(
		    page, forms[i].title, NULL, "names in bold lines");
	}
}

/* A teaser above all stories repeats the title of one of them in another kind
 * of heading. */
static void
regions_layouts_test_announced(struct buf *page)
{
	static const char *const teasers[] = { "", "<p>Free for everybody</p>",
		"<p>Nine countries send their musicians to the glass house "
		"this "
		"week. Nobody under the age of twenty has to pay for the last "
		"of the evenings, as the office said. "
		"<a href=#s>Read more</a></p>" };

	for (size_t i = 0; i < ARRAY_LENGTH(teasers); i++) {
		buf_clear(page);
		buf_append_string(
		    page, "<title>The Post</title><main><h1>" GARDEN "</h1>");
		buf_append_string(page, teasers[i]);
		buf_append_string(page,
		    "<h2>" HARBOUR "</h2>" HARBOUR_TEXT "<h2>" GARDEN
		    "</h2>" GARDEN_TEXT "<h2>" SCHOOL "</h2>" SCHOOL_TEXT
		    "</main>");
		regions_test_takes_garden(
		    page, GARDEN, NULL, "a teaser repeats the title");
	}
	/* a title that is repeated above the sections of its own article */
	buf_clear(page);
	buf_append_string(page,
	    "<title>The Post</title><main><h1>" GARDEN "</h1><h2>" GARDEN
	    "</h2>" GARDEN_TEXT "<h2>Why the seven orchestras play outside</h2>"
	    "<p>The garden has room for four thousand people, and the hall of "
	    "the seven orchestras is closed until autumn, as the office said "
	    "on Monday.</p></main>");
	has(testing_cut_with(buf_slice(page), GARDEN, NULL, NULL).body,
	    "four thousand people", "the sections of one article");
}

/* The headlines are only on the tabs. */
static void
regions_layouts_test_tabs(struct buf *page)
{
	/* the list; a label before its letter, its text and its end; a panel
	 * before its letter, its text and its end */
	static const struct {
		const char *list, *label[3], *panel[3];
	} forms[] = {
		{ "ul", { "<li><a href='#", "'>", "</a></li>" },
		    { "<div id=", ">", "</div>" } },
		{ "div", { "<a href='#", "'>", "</a> " },
		    { "<section id=", "><div>", "</div></section>" } },
		{ "p", { "<a href='#", "'>", "</a> " },
		    { "<p id=", "><i>News</i></p>", "" } },
		{ "div", { "<button role=tab id=b", ">", "</button>" },
		    { "<div role=tabpanel id=", ">", "</div>" } },
		{ "nav-tabs", { "<span class='tab ", "'>", "</span>" },
		    { "<div id=", ">", "</div>" } },
	};
	static const char *const stories[][2] = { { HARBOUR, HARBOUR_TEXT },
		{ GARDEN, GARDEN_TEXT }, { SCHOOL, SCHOOL_TEXT } };

	for (size_t i = 0; i < ARRAY_LENGTH(forms); i++) {
		const char *const *l = forms[i].label, *const *p =
							   forms[i].panel;

		buf_clear(page);
		buf_printf(
		    page, "<title>The Post</title><main><%s>", forms[i].list);
		for (int k = 0; k < 3; k++)
			buf_printf(page, "%s%c%s%s%s", l[0], 'a' + k, l[1],
			    stories[k][0], l[2]);
		buf_printf(page, "</%s>", forms[i].list);
		for (int k = 0; k < 3; k++)
			buf_printf(page, "%s%c%s%s%s", p[0], 'a' + k, p[1],
			    stories[k][1], p[2]);
		buf_append_string(page, "</main>");
		regions_test_takes_garden(
		    page, GARDEN, NULL, "the headlines are on tabs");
	}
}

/* A paragraph with the author or the date has the look of the headline. */
static void
regions_layouts_test_heads(struct buf *page)
{
	static const char *const heads[][3] = {
		{ "Anna Holm", "Omar Weiss", "Ruth Dahl" },
		{ "2 May 2024", "3 May 2024", "4 May 2024" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(heads); i++) {
		buf_clear(page);
		buf_printf(page,
		    "<title>The Harbour Post</title><main>"
		    "<section><header><p>" HARBOUR
		    "</p><p>%s</p></header><div>" HARBOUR_TEXT
		    "</div></section>"
		    "<section><header><p>" GARDEN
		    "</p><p>%s</p></header><div>" GARDEN_TEXT "</div></section>"
		    "<section><header><p>" SCHOOL
		    "</p><p>%s</p></header><div>" SCHOOL_TEXT
		    "</div></section></main>",
		    heads[i][0], heads[i][1], heads[i][2]);
		regions_test_takes_garden(page, GARDEN, NULL,
		    "an author or a date is under the headline");
	}
}

/* The page's title is the headline, and links to the stories repeat it. */
static void
regions_layouts_test_links(struct buf *page)
{
	buf_clear(page);
	buf_append_string(page,
	    "<title>" GARDEN " | The Harbour Post</title><main><h2>" HARBOUR
	    "</h2>" HARBOUR_TEXT "<p><a href=/2>Next: " GARDEN
	    "</a></p><h2>" GARDEN "</h2>" GARDEN_TEXT
	    "<p><a href=/1>Previous: " HARBOUR "</a> <a href=/3>Next: " SCHOOL
	    "</a></p><h2>" SCHOOL "</h2>" SCHOOL_TEXT
	    "<p><a href=/2>Previous: " GARDEN "</a></p></main>");
	regions_test_takes_garden(
	    page, GARDEN, NULL, "links to the stories repeat the title");
}

/* The headline is the first line of a block. */
static void
regions_layouts_test_lines(struct buf *page)
{
	static const char *const wraps[][2] = {
		{ "<p>", "</p>" },
		{ "<section>", "</section>" },
		{ "<table><tr><td>", "</td></tr></table>" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(wraps); i++) {
		const char *begin = wraps[i][0], *end = wraps[i][1];

		buf_clear(page);
		buf_printf(page,
		    "<title>The Harbour Post</title><main>%s<font "
		    "size=+2>" HARBOUR
		    "</font><br><br>The harbour council voted on Tuesday "
		    "evening to close the old ferry terminal, ending an "
		    "argument of eleven years.<br><br>Boats will be sent to "
		    "the new pier from the first of May.%s%s<font "
		    "size=+2>" GARDEN
		    "</font><br><br>Musicians from nine countries rehearse "
		    "this week under the glass roof, the cultural office "
		    "announced on Wednesday.<br><br>The last of the concerts "
		    "begins at midnight, with fireworks.%s</main>",
		    begin, end, begin, end);
		regions_test_takes_garden(
		    page, GARDEN, NULL, "the headline ends with <br>");
	}
}

/* The headlines are plain text in a block of lines. `after` is between a
 * headline and its text. `before` is before the next headline. */
static void
regions_layouts_test_plain_lines(struct buf *page)
{
	static const struct {
		const char *after, *before;
	} gaps[] = {
		{ "<br>", "<br><br>" },
		{ "<br><br>", "<br><br>" },
		{ "<br><br>", "<br><br><br>" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(gaps); i++) {
		buf_clear(page);
		buf_printf(page,
		    "<title>The Post</title><main><p>" HARBOUR
		    "%sThe harbour council voted on Tuesday evening to close "
		    "the old ferry terminal, ending an argument of eleven "
		    "years.<br><br>Boats will be sent to the new pier from the "
		    "first of May.%s" GARDEN
		    "%sMusicians from nine countries rehearse this week under "
		    "the glass roof, the cultural office announced on "
		    "Wednesday.<br><br>The last of the concerts begins at "
		    "midnight, with fireworks.%s" SCHOOL
		    "%sPupils cooked for their parents on Friday, when the "
		    "mayor cut a ribbon made of dough in front of two hundred "
		    "guests and several teachers.</p></main>",
		    gaps[i].after, gaps[i].before, gaps[i].after,
		    gaps[i].before, gaps[i].after);
		regions_test_takes_garden(
		    page, GARDEN, NULL, "the headline is a plain line");
	}
}

/* The headline and the names of sections are plain lines of one article. */
static void
regions_layouts_test_plain_sections(struct buf *page)
{
	struct slice text;

	buf_clear(page);
	buf_append_string(page,
	    "<title>" GARDEN " - The Post</title><main><p>" GARDEN
	    "<br><br>Musicians from nine countries rehearse this week under "
	    "the glass roof, the cultural office announced on Wednesday."
	    "<br><br>How to get there<br>The tram to the garden is free for "
	    "everybody with a ticket, and leaves every ten minutes from the "
	    "square.<br><br>What to bring<br>A coat, because the roof is "
	    "opened for the last of the concerts, which begins at midnight."
	    "</p></main>");
	text = testing_cut_with(buf_slice(page), GARDEN, NULL, NULL).body;
	has(text, "Musicians from nine", "plain sections: the first text");
	has(text, "The tram to the garden", "plain sections: a section");
	has(text, "begins at midnight", "plain sections: the last section");
}

/* Only one story is on the page; the others are teasers. */
static void
regions_layouts_test_teasers(struct buf *page)
{
	static const char *const wraps[][2] = { { "<div>", "</div>" },
		{ "", "" } };

	for (size_t i = 0; i < ARRAY_LENGTH(wraps); i++) {
		const char *begin = wraps[i][0], *end = wraps[i][1];

		buf_clear(page);
		buf_printf(page,
		    "<title>The Harbour Post</title><main>%s<h2>" HARBOUR
		    "</h2><p>The harbour council voted on Tuesday evening to "
		    "close the old ferry terminal.</p>%s%s<h2>" GARDEN
		    "</h2>" GARDEN_TEXT "%s%s<h2>" SCHOOL
		    "</h2><p>Pupils cooked for their parents on Friday, when "
		    "the mayor cut a ribbon made of dough.</p>%s</main>",
		    begin, end, begin, end, begin, end);
		regions_test_takes_garden(
		    page, GARDEN, NULL, "teasers are before and after");
	}
}

int
main(void)
{
	struct buf page;

	buf_init(&page, 1 << 20);
	testing_begin();
	regions_layouts_test_newsletter(&page);
	regions_layouts_test_titled(&page);
	regions_layouts_test_quoted(&page);
	regions_layouts_test_parted(&page);
	regions_layouts_test_spans(&page);
	regions_layouts_test_bold_in_span(&page);
	regions_layouts_test_one_span(&page);
	regions_layouts_test_deeper(&page);
	regions_layouts_test_rows(&page);
	regions_layouts_test_two_boxes(&page);
	regions_layouts_test_cyrillic(&page);
	regions_layouts_test_appended(&page);
	regions_layouts_test_dates(&page);
	regions_layouts_test_names(&page);
	regions_layouts_test_announced(&page);
	regions_layouts_test_tabs(&page);
	regions_layouts_test_heads(&page);
	regions_layouts_test_links(&page);
	regions_layouts_test_lines(&page);
	regions_layouts_test_plain_lines(&page);
	regions_layouts_test_plain_sections(&page);
	regions_layouts_test_teasers(&page);
	buf_release(&page);
	return testing_end();
}
