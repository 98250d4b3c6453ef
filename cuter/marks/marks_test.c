/*
 * marks_test.c -- words for bylines and advertisements in the classes of
 * elements that contain a story: marks.c.
 */
#include "base/array.h"
#include "tests/lib/cuter.h"

#define POSTS 8

/* Titles and texts have no word in common, except for short words. */
static const struct {
	const char *title, *first, *second;
} posts[POSTS] = {
	{ "Ferry terminal closes in spring",
	    "The harbour council voted on Tuesday evening to close the old "
	    "ferry terminal, ending an argument of eleven years.",
	    "Boats will sail from the new pier, said the chairwoman, who gave "
	    "no date for the removal of the two cranes." },
	{ "School kitchen wins regional prize",
	    "Cooks from a primary school received a medal for soups that "
	    "pupils had chosen themselves during lessons on nutrition.",
	    "Teachers want to open the kitchen to parents on Saturdays, and "
	    "the headmaster has already ordered larger pots." },
	{ "Rain delays barley harvest again",
	    "Farmers around Harwick left their tractors in the barn because "
	    "the soil was too wet for heavy machines all week.",
	    "Millers expect higher prices for barley, although imports from "
	    "the south may close part of the gap." },
	{ "Museum returns stolen portrait",
	    "A curator handed the painting to the heirs of a collector whose "
	    "flat had been plundered eighty years ago.",
	    "Restorers found the stamp of the auction house under a layer of "
	    "varnish and informed the family lawyer." },
	{ "Striker signs for third league club",
	    "The goalkeeper's brother, a striker of twenty years, joins the "
	    "squad for the remaining fixtures of the season.",
	    "His coach praised his left foot and expects him to start against "
	    "the champions in the stadium next weekend." },
	{ "Telescope spots unknown comet",
	    "Astronomers at the observatory photographed an object with a "
	    "green tail that no catalogue of orbits had listed.",
	    "Amateurs can see it with binoculars before sunrise, low above "
	    "the eastern horizon, if the sky is clear." },
	{ "Turbine blades travel by night",
	    "Three lorries with rotor blades of sixty metres crossed the "
	    "bridge while police stopped all other traffic.",
	    "Engineers will lift the parts onto the tower with a special "
	    "crane as soon as the wind drops below eight knots." },
	{ "Judge dismisses claim over noise",
	    "Neighbours of a bakery lost their case, since the ovens had been "
	    "running at dawn long before they bought the house.",
	    "Their lawyer announced an appeal and asked for new measurements "
	    "by an expert with better microphones." },
};

/* %T: the title in a heading; %P: two paragraphs. */
static const char *const templates[] = {
	"<div class=date-outer><h2 class=date-header><span>May 2026</span></h2>"
	"<div class=date-posts><div class=post-outer><div class='post hentry'>"
	"<h3 class='post-title entry-title'><a href=/p.html>%T</a></h3>"
	"<div class='post-body entry-content'>%P</div></div></div></div></div>",
	"<div class=author-posts><h2>%T</h2>%P</div>",
	"<div class=post-meta-wrap><h2>%T</h2>%P</div>",
	"<div class=bio-entry><h2>%T</h2>%P</div>",
	"<div class=contributor-story><h2>%T</h2>%P</div>",
	"<div class=lastupdated-item><h2>%T</h2>%P</div>",
	"<div class='story metadata'><h2>%T</h2>%P</div>",
};

/* Classes that Drupal and WordPress give to an article: settings of the
 * article, and the names of its categories and tags. */
static const char *const systems[] = {
	"<div class='node node-article node-promoted'><h2>%T</h2>%P</div>",
	"<div class='node node--promoted'><h2><a href=/n>%T</a></h2>%P</div>",
	("<div class='post-7 post type-post status-publish "
	 "category-advertising tag-cookies'><h2>%T</h2>%P</div>"),
	"<div class='type-post hentry category-comments'><h2>%T</h2>%P</div>",
	"<div class='category-author hentry tag-author'><h2>%T</h2>%P</div>",
};

/* Classes of the element around a short article with many comments. */
static const char *const classes[] = { "date-posts", "meta-body",
	"author-content", "promo-text", "sponsored-content" };

/* Classes of boxes about the author. */
static const char *const boxes[] = { "author-bio", "author", "post-author",
	"author-card", "bio", "byline-box", "contributor" };

static void
marks_test_put(struct buf *page, const char *template, size_t post)
{
	const char *title = strstr(template, "%T");
	const char *text = strstr(template, "%P");

	buf_printf(page, "%.*s%s%.*s<p>%s</p><p>%s</p>%s",
	    (int)(title - template), template, posts[post].title,
	    (int)(text - title - 2), title + 2, posts[post].first,
	    posts[post].second, text + 2);
}

/* A page with n posts: each title selects its post. */
static void
marks_test_index(struct buf *page, const char *template, size_t n)
{
	buf_clear(page);
	buf_printf(page, "<title>The weekly</title><body><div>");
	for (size_t i = 0; i < n; i++)
		marks_test_put(page, template, i);
	buf_printf(page, "</div></body>");
	for (size_t i = 0; i < n; i++) {
		struct slice body = testing_cut_with(
		    buf_slice(page), posts[i].title, NULL, NULL)
					.body;

		has(body, posts[i].first, posts[i].title);
		has(body, posts[i].second, posts[i].title);
		for (size_t k = 0; k < n; k++)
			if (k != i)
				lacks(body, posts[k].first, posts[k].title);
	}
}

static void
marks_test_short(struct buf *page, const char *class)
{
	struct slice body;

	buf_clear(page);
	buf_printf(page,
	    "<title>%s</title><body><h1>%s</h1><div class='%s'><p>%s</p><p>%s"
	    "</p></div><div id=comments>",
	    posts[0].title, posts[0].title, class, posts[0].first,
	    posts[0].second);
	for (size_t i = 1; i < POSTS; i++)
		buf_printf(page, "<div><b>Tom</b><p>%s</p><p>%s</p></div>",
		    posts[i].first, posts[i].second);
	buf_printf(page, "</div></body>");
	body =
	    testing_cut_with(buf_slice(page), posts[0].title, NULL, NULL).body;
	has(body, posts[0].first, class);
	has(body, posts[0].second, class);
	lacks(body, posts[1].first, class);
}

/* Extracts a text of eight paragraphs with a line before it and a box after it.
 */
static struct slice
marks_test_between(struct buf *page, const char *line, const char *box)
{
	buf_clear(page);
	buf_printf(page, "<title>%s</title><body><h1>%s</h1>%s", posts[0].title,
	    posts[0].title, line);
	for (size_t i = 0; i < 4; i++)
		buf_printf(page, "<p>%s</p><p>%s</p>", posts[i].first,
		    posts[i].second);
	buf_printf(page, "%s</body>", box);
	return testing_cut_with(buf_slice(page), posts[0].title, NULL, NULL)
	    .body;
}

/* A box about the author has a heading and is not text. */
static void
marks_test_author_box(struct buf *page, const char *class)
{
	char box[256];

	snprintf(box, sizeof(box),
	    "<div class='%s'><h4>Anna Holm</h4><p>Anna has reported from the "
	    "harbour since 2011 and writes a letter on boats.</p></div>",
	    class);
	lacks(marks_test_between(page, "", box), "has reported", class);
}

/* A heading element with a class for bylines is not text, but a heading whose
 * id repeats its words is. */
static void
marks_test_heading(struct buf *page)
{
	lacks(marks_test_between(page, "<h3 class=author>Anna Holm</h3>", ""),
	    "Holm", "the author in a heading");
	lacks(marks_test_between(page,
		  "<h2 class=date-header>Friday, 20 November 2026</h2>", ""),
	    "November", "the date in a heading");
	has(marks_test_between(page, "",
		"<h2 id=date-formats>Date formats</h2><p>Neighbours write the "
		"day before the month, and their lawyer before a court does "
		"the same, to the regret of all clerks.</p>"),
	    "Date formats", "a heading with an id");
}

/* Headings of sections. An id repeats the words of its heading, and "adv" in
 * the class of Kadence Blocks means advanced. */
static const struct {
	const char *attr, *heading;
} sections[] = {
	{ "id=promo-codes", "Promo codes" },
	{ "id=h-sponsors-of-the-harbour", "Sponsors of the harbour" },
	{ "id=GPT_partitions", "GPT partitions" },
	{ "id=related-work", "Related work" },
	{ "id=comments-of-the-court", "Comments of the court" },
	{ "class='kt-adv-heading10415_b46a99-17 wp-block-kadence-advheading'",
	    "What the neighbours want" },
};

static void
marks_test_sections(struct buf *page)
{
	char box[512];

	for (size_t i = 0; i < ARRAY_LENGTH(sections); i++) {
		snprintf(box, sizeof(box),
		    "<h2 %s>%s</h2><p>Neighbours write the day before the "
		    "month, and their lawyer before a court does the same, to "
		    "the regret of all clerks.</p>",
		    sections[i].attr, sections[i].heading);
		has(marks_test_between(page, "", box), sections[i].heading,
		    sections[i].attr);
	}
}

/* Names that programs made from random letters and digits; Elementor,
 * Squarespace and other systems give them to elements of articles. */
static const char *const codes[] = { "elementor-element-9ad7f97",
	"elementor-element-a4d5550", "8a7d", "block-86ad7c4caf9d09b72225",
	"subhead-2b97b4f9-ad85-4704-6f3a66ac1234", "block-id-VriA0d5x8D" };
static const char *const advertisements[] = { "ad", "ad1", "top-ad", "adSlot2",
	"ad-300x250", "ad728x90", "sidebarAd" };

/* Returns true if an image in an element of this class is an advertisement. */
static bool
marks_test_is_advertisement(struct buf *page, const char *class)
{
	char box[256];

	snprintf(box, sizeof(box),
	    "<div class='%s'><img src=/pot.jpg width=640 height=480></div>",
	    class);
	(void)marks_test_between(page, box, "");
	return testing_cut_with(buf_slice(page), posts[0].title, NULL, NULL)
		   .class_count[CUTER_ADVERTISEMENT] > 0;
}

static void
marks_test_codes(struct buf *page)
{
	for (size_t i = 0; i < ARRAY_LENGTH(codes); i++)
		ok(!marks_test_is_advertisement(page, codes[i]), "%s is a code",
		    codes[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(advertisements); i++)
		ok(marks_test_is_advertisement(page, advertisements[i]),
		    "%s is an advertisement", advertisements[i]);
}

int
main(void)
{
	struct buf page;

	buf_init(&page, 1 << 20);
	testing_begin();
	for (size_t n = 3; n <= POSTS; n++)
		marks_test_index(&page, templates[0], n);
	for (size_t i = 1; i < ARRAY_LENGTH(templates); i++)
		marks_test_index(&page, templates[i], 5);
	for (size_t i = 0; i < ARRAY_LENGTH(systems); i++)
		marks_test_index(&page, systems[i], POSTS);
	for (size_t i = 0; i < ARRAY_LENGTH(classes); i++)
		marks_test_short(&page, classes[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(boxes); i++)
		marks_test_author_box(&page, boxes[i]);
	marks_test_heading(&page);
	marks_test_sections(&page);
	marks_test_codes(&page);
	buf_release(&page);
	return testing_end();
}
