/*
 * page.c -- a generated article with typical boilerplate: menus, breadcrumbs,
 * share bars, captions, advertisements, related lists in the middle and at the
 * end, newsletters, comments, a footer.
 */
#include "base/array.h"
#include "tests/origin/generate.h"

/* The layout of a newspaper's pages. */
struct layout {
	const char *name;
	const char *story_open,
	    *story_close; /* tags around headline and text */
	const char *lead_open, *lead_close;
	const char *text_open, *text_close; /* around the paragraphs */
	const char *paragraph_open, *paragraph_close;
	const char *picture_open; /* start tag around image and caption */
	const char *caption_open,
	    *caption_close; /* ends the caption and picture_open */
	const char *advertisement;
};

static const struct layout layouts[] = {
	{ .name = "semantic",
	    .story_open = "<main><article>",
	    .story_close = "</article></main>",
	    .lead_open = "<p class=\"standfirst\">",
	    .lead_close = "</p>",
	    .text_open = "<div class=\"article-body\" "
			 "itemprop=\"articleBody\">",
	    .text_close = "</div>",
	    .paragraph_open = "<p>",
	    .paragraph_close = "</p>",
	    .picture_open = "<figure>",
	    .caption_open = "<figcaption>",
	    .caption_close = "</figcaption></figure>",
	    .advertisement =
		"<aside class=\"ad-slot\" aria-label=\"Advertisement\">"
		"<span>Advertisement</span><iframe src=\"/ads/728x90\" "
		"title=\"advertisement\"></iframe></aside>\n" },
	{ .name = "divs",
	    .story_open = "<div id=\"content\"><div class=\"col-main\">",
	    .story_close = "</div></div>",
	    .lead_open = "<div class=\"teaser\"><b>",
	    .lead_close = "</b></div>",
	    .text_open = "<div class=\"story\">",
	    .text_close = "</div>",
	    .paragraph_open = "<p class=\"txt\">",
	    .paragraph_close = "</p>",
	    .picture_open = "<div class=\"picture\">",
	    .caption_open = "<div class=\"caption\">",
	    .caption_close = "</div></div>",
	    .advertisement =
		"<div class=\"banner\"><a "
		"href=\"http://ads.example/click?c=7\">Buy two lamps, carry "
		"three</a><br><small>Sponsored</small></div>\n" },
	{ .name = "table",
	    .story_open = "<table width=\"980\"><tr><td class=\"left\">&nbsp;"
			  "</td><td class=\"middle\">",
	    .story_close =
		"</td><td class=\"right\"><a href=\"/weather\">Weather</a> "
		"<a href=\"/tides\">Tides</a></td></tr></table>",
	    .lead_open = "<font size=\"4\"><strong>",
	    .lead_close = "</strong></font><br><br>",
	    .text_open = "<div class=\"text\">",
	    .text_close = "</div>",
	    .paragraph_open = "<p align=\"justify\">",
	    .paragraph_close = "</p>",
	    .picture_open = "<table align=\"right\"><tr><td>",
	    .caption_open = "</td></tr><tr><td class=\"caption\">"
			    "<font size=\"1\"><em>",
	    .caption_close = "</em></font></td></tr></table>",
	    .advertisement =
		"<center><a href=\"http://ads.example/99\"><img "
		"src=\"/img/ad99.gif\" alt=\"Lanterns at half price\"></a>"
		"</center>\n" },
	{ .name = "sections",
	    .story_open = "<section class=\"post single\">",
	    .story_close = "</section>",
	    .lead_open = "<h2 class=\"dek\">",
	    .lead_close = "</h2>",
	    .text_open = "<section class=\"entry-content\">",
	    .text_close = "</section>",
	    .paragraph_open = "<p>",
	    .paragraph_close = "</p>",
	    .picture_open = "<div class=\"wp-caption alignnone\">",
	    .caption_open = "<p class=\"wp-caption-text\">",
	    .caption_close = "</p></div>",
	    .advertisement = "<div id=\"div-gpt-ad-1\" class=\"adsbygoogle\">"
			     "<p>Our partners recommend soap.</p></div>\n" },
};

static const struct layout *
page_layout_of(const struct story *s)
{
	return &layouts[(size_t)s->feed % (ARRAY_LENGTH(layouts))];
}

static void
page_write_head(const struct story *s, const char *self, struct buf *out)
{
	buf_append_string(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
			       "<meta charset=\"utf-8\">\n<title>");
	write_escaped(buf_slice(&s->title), out);
	buf_printf(out, " | The Gazette No. %d</title>\n", s->feed);
	buf_append_string(out, "<meta property=\"og:title\" content=\"");
	write_escaped(buf_slice(&s->title), out);
	buf_printf(out,
	    "\">\n<link rel=\"canonical\" href=\"%s/article/%d/%d.html\">\n"
	    "<script>var page = {section: \"district %d\", "
	    "paid: false};</script>\n"
	    "<style>.ad-slot{margin:1em}.txt{line-height:1.4}</style>\n"
	    "</head>\n<body>\n",
	    self, s->feed, s->item, s->feed);
}

static void
page_write_menus(const struct story *s, struct buf *out)
{
	static const char *const sections[] = { "Home", "Districts", "Harbour",
		"Markets", "Weather", "Letters", "Obituaries", "Puzzles" };

	buf_append_string(out,
	    "<header><div class=\"logo\"><a href=\"/\">The Gazette</a></div>\n"
	    "<nav class=\"main-menu\"><ul>\n");
	for (size_t i = 0; i < ARRAY_LENGTH(sections); i++)
		buf_printf(out, "<li><a href=\"/section/%zu\">%s</a></li>\n", i,
		    sections[i]);
	buf_printf(out,
	    "</ul></nav></header>\n<div class=\"breadcrumb\"><a href=\"/\">"
	    "Home</a> &gt; <a href=\"/section/1\">Districts</a> &gt; "
	    "<a href=\"/district/%d\">District %d</a></div>\n",
	    s->feed, s->feed);
}

static void
page_write_related(
    const struct story *s, const char *title, int n, struct buf *out)
{
	buf_printf(out, "<div class=\"related\"><h3>%s</h3><ul>\n", title);
	for (int i = 1; i <= n; i++) {
		struct story other;

		story_init(&other, s->feed, s->item + i, 0);
		buf_printf(out, "<li><a href=\"/article/%d/%d.html\">", s->feed,
		    s->item + i);
		write_escaped(buf_slice(&other.title), out);
		buf_append_string(out, "</a></li>\n");
		story_release(&other);
	}
	buf_append_string(out, "</ul></div>\n");
}

static void
page_write_byline(const struct story *s, struct buf *out)
{
	buf_append_string(out, "<div class=\"byline\">By "
			       "<a rel=\"author\" href=\"/authors/1\">");
	write_escaped(buf_slice(&s->author), out);
	buf_append_string(out, "</a>, ");
	write_http_date(out, s->published_at);
	buf_append_string(out, "</div>\n<div class=\"share\">"
			       "<a href=\"#\">Share</a> <a href=\"#\">Mail</a> "
			       "<a href=\"#\">Print</a></div>\n");
}

static void
page_write_picture(const struct story *s, const struct layout *l,
    const char *self, struct buf *out)
{
	struct prng d;

	prng_init(&d, origin.seed, (uint64_t)s->feed, (uint64_t)s->item + 7777);
	buf_printf(out,
	    "%s<img src=\"%s/img/%d-%d.jpg\" width=\"960\" "
	    "height=\"540\" alt=\"The yard\">%sThe yard at ",
	    l->picture_open, self, s->feed, s->item, l->caption_open);
	prose_token(&d, out);
	buf_printf(out,
	    ", seen from the bridge. Photograph: Gazette archive"
	    "%s\n",
	    l->caption_close);
}

static void
page_write_text(const struct story *s, const struct layout *l, struct buf *out)
{
	buf_append_string(out, l->text_open);
	buf_append_char(out, '\n');
	for (size_t i = 0; i < s->n_paragraphs; i++) {
		buf_append_string(out, l->paragraph_open);
		write_escaped(buf_slice(&s->paragraphs[i]), out);
		buf_append_string(out, l->paragraph_close);
		buf_append_char(out, '\n');
		if (i == 1)
			buf_append_string(out, l->advertisement);
		if (i == 2)
			page_write_related(s, "Read also", 2, out);
	}
	buf_append_string(out, l->text_close);
	buf_append_char(out, '\n');
}

static void
page_write_rest(const struct story *s, struct buf *out)
{
	struct prng d;

	prng_init(&d, origin.seed, (uint64_t)s->feed, (uint64_t)s->item + 9999);
	buf_append_string(out,
	    "<div class=\"newsletter\"><h4>Our morning letter</h4><p>Every "
	    "morning at six, in your box. No fish.</p><form><input "
	    "name=\"mail\"><button>Subscribe</button></form></div>\n");
	page_write_related(s, "More from this district", 5, out);
	buf_append_string(out, "<section id=\"comments\"><h3>Comments</h3>\n");
	for (int i = 0; i < 3; i++) {
		buf_append_string(out, "<div class=\"comment\"><b>");
		prose_token(&d, out);
		buf_append_string(out, "</b><p>I was there and I saw no ");
		prose_token(&d, out);
		buf_append_string(out,
		    ".</p><a href=\"#\">Reply</a> <a href=\"#\">Report</a>"
		    "</div>\n");
	}
	buf_append_string(out,
	    "</section>\n<footer><p>The Gazette, printed by nobody. All "
	    "rights imagined.</p><a href=\"/imprint\">Imprint</a> "
	    "<a href=\"/privacy\">Privacy</a> <a href=\"/jobs\">Jobs</a>"
	    "</footer>\n</body>\n</html>\n");
}

void
story_write_page(const struct story *s, const char *self, struct buf *out)
{
	const struct layout *l = page_layout_of(s);

	page_write_head(s, self, out);
	page_write_menus(s, out);
	buf_printf(out, "%s\n<h1>", l->story_open);
	write_escaped(buf_slice(&s->title), out);
	buf_append_string(out, "</h1>\n");
	page_write_byline(s, out);
	buf_append_string(out, l->lead_open);
	write_escaped(buf_slice(&s->lead), out);
	buf_append_string(out, l->lead_close);
	buf_append_char(out, '\n');
	page_write_picture(s, l, self, out);
	page_write_text(s, l, out);
	buf_append_string(out, l->story_close);
	buf_append_char(out, '\n');
	page_write_rest(s, out);
}
