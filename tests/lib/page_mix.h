/*
 * page_mix.h -- random but repeatable pages with the parts of news pages:
 * paragraphs of any length with links, headings, lists, images of any size,
 * bylines, dates, labels, boxes with usual class names, metadata. Values lie on
 * both sides of the extractor's limits, so that a change of a limit or a rule
 * changes the output for some page.
 */
#ifndef TESTS_LIB_PAGE_MIX_H
#define TESTS_LIB_PAGE_MIX_H

#include "base/array.h"
#include "base/buf.h"

struct page_mix {
	struct buf *out;
	uint64_t state;
	const char *const *words;
	unsigned n_words, box_depth;
	char title[256];
};

#define PAGE_MIX_COUNT(table) (ARRAY_LENGTH(table))
#define PAGE_MIX_ONE(m, table)                                                 \
	((table)[page_mix_random((m), PAGE_MIX_COUNT(table))])

static const char *const page_mix_english[] = { "the", "of", "and", "to", "in",
	"was", "that", "for", "with", "on", "by", "from", "council", "bridge",
	"harbour", "minister", "said", "report", "found", "years", "town",
	"school", "river", "plan", "money", "people", "Harrowmouth", "Anna",
	"Tuesday", "it", "had", "not", "which", "after", "before", "their",
	"would", "three", "new", "old" };
static const char *const page_mix_german[] = { "der", "die", "und", "das",
	"nicht", "ist", "mit", "von", "auf", "wird", "Stadt", "Rat", "Brücke",
	"Hafen", "Minister", "sagte", "Bericht", "Jahre", "Schule", "Fluss",
	"Geld", "Menschen", "sich", "aber", "nach", "für", "werden", "einen" };
static const char *const page_mix_french[] = { "le", "la", "les", "des", "et",
	"dans", "pour", "est", "une", "que", "qui", "ville", "pont", "port",
	"ministre", "rapport", "ans", "argent", "avec", "pas", "sur", "plus",
	"école", "fleuve", "après", "leur" };

static const char *const page_mix_titles[] = { "", "", "", "", "", "", "",
	"Live blog: ", "Liveticker: ", "In pictures: ", "Video: ",
	"Access denied: ", "Cookies: " };

/* Returns a random number less than `below`.  An argument list must not contain
 * two calls, because compilers evaluate arguments in different orders. */
static unsigned
page_mix_random(struct page_mix *m, size_t below)
{
	m->state = m->state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)((m->state >> 33) % below);
}

static void
page_mix_words(struct page_mix *m, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (i > 0)
			buf_append_char(m->out, ' ');
		buf_append_string(
		    m->out, m->words[page_mix_random(m, m->n_words)]);
		if (i % 11 == 10)
			buf_append_char(m->out, i % 2 ? '.' : ',');
	}
}

/* Writes a text of up to `most` words, partly linked. */
static void
page_mix_text(struct page_mix *m, unsigned most)
{
	unsigned n = 1 + page_mix_random(m, most);
	unsigned linked =
	    page_mix_random(m, 3) == 0 ? page_mix_random(m, n) : 0;

	page_mix_words(m, n - linked);
	if (linked > 0) {
		buf_printf(m->out, " <a href=/a/%u>", page_mix_random(m, 90));
		page_mix_words(m, linked);
		buf_append_string(m->out, "</a>");
	}
	if (page_mix_random(m, 5) > 0)
		buf_append_char(m->out, '.');
}

static void
page_mix_paragraph(struct page_mix *m)
{
	static const char *const tags[] = { "p", "p", "p", "p", "div", "li",
		"blockquote", "td", "h2", "h3", "p class=lead",
		"p class=intro" };
	const char *tag = PAGE_MIX_ONE(m, tags);

	buf_printf(m->out, "<%s>", tag);
	page_mix_text(m, page_mix_random(m, 4) == 0 ? 12 : 90);
	buf_printf(m->out, "</%.*s>\n", (int)strcspn(tag, " "), tag);
}

static void
page_mix_list(struct page_mix *m)
{
	static const char *const heads[] = { "", "<h3>Read also</h3>",
		"<p>More on this</p>", "<p><b>Related articles</b></p>" };
	unsigned n = 1 + page_mix_random(m, 7);

	buf_append_string(m->out, PAGE_MIX_ONE(m, heads));
	buf_append_string(m->out, "<ul>");
	while (n-- > 0) {
		buf_printf(
		    m->out, "<li><a href=/b/%u>", page_mix_random(m, 90));
		page_mix_words(m, 1 + page_mix_random(m, 9));
		buf_append_string(m->out, "</a>");
	}
	buf_append_string(m->out, "</ul>\n");
}

static void
page_mix_image(struct page_mix *m)
{
	static const char *const credits[] = { "", "Photo: Reuters",
		"Foto: dpa", "(AP Photo/Jo Smith)", "© Getty Images" };
	bool figure = page_mix_random(m, 2);
	bool bare = page_mix_random(m, 3) == 0;
	unsigned name = page_mix_random(m, 900);
	unsigned width = 1 + page_mix_random(m, 900);
	unsigned height = 1 + page_mix_random(m, 600);

	if (bare) {
		buf_printf(m->out, "<img src=/i/%u-%u.jpg width=%u>\n", name,
		    height, 20 + width);
		return;
	}
	buf_append_string(m->out, figure ? "<figure>" : "<div class=image>");
	buf_printf(m->out, "<img src=/i/%u.jpg width=%u height=%u alt=\"", name,
	    width, height);
	page_mix_words(m, page_mix_random(m, 6));
	buf_append_string(m->out, figure ? "\"><figcaption>" : "\"><p>");
	page_mix_words(m, page_mix_random(m, 30));
	buf_printf(m->out, " %s%s\n", PAGE_MIX_ONE(m, credits),
	    figure ? "</figcaption></figure>" : "</p></div>");
}

/* Writes a short line such as pages have around articles. */
static void
page_mix_line(struct page_mix *m)
{
	static const char *const lines[] = { "By Anna Smith", "Von Jonas Weber",
		"Par Marie Dupont", "By Jo Brown and Ann Lee, Harbour Desk",
		"Published 3 March 2026, 10:15",
		"Stand: 4. März 2026, 12:00 Uhr",
		"Publié le 5 mars 2026 à 9h30", "Updated 2 hours ago",
		"<time datetime=2026-03-06T08:00:00+01:00>6 March</time>",
		"<time datetime=2026-03-07>7 March 2026</time>",
		"<a rel=author href=/anna>Anna Smith</a>",
		"<span class=author>Jonas Weber</span>", "Advertisement",
		"Anzeige", "Share this article", "Read the full story",
		"Subscribe to our newsletter", "Sign up for free",
		"Comments (12)", "Photo: Reuters", "Continue reading ...",
		"All rights reserved. © 2026 Harrowmouth Courier",
		"Posted by Jo Brown on Friday the third of March in 2026",
		"Am Freitag, dem 3. März des Jahres 2026", "Text: Marie Dupont",
		"Marie Dupont, Agentur", "jo@courier.example",
		"Mar 8, 2026 | 11:20 pm", "8.3.2026", "2026-03-08", "1848",
		"To read on, buy a subscription", "Page not found",
		"This article is for subscribers",
		"Subscribe to continue reading",
		"We use cookies. Accept all cookies", "Live", "12:30",
		"<iframe src=//player.vimeo.com/1></iframe>",
		"<iframe src=//other.example/1></iframe>",
		"<video src=/v.mp4></video>",
		"Anna Smith is a reporter in town.", "Die Langstrecke",
		"Tags: <a rel=tag href=/t>Harbour</a>" };
	static const char *const tags[] = { "p", "div", "span",
		"div class=meta", "div class=byline", "p class=date",
		"div class=label" };
	const char *tag = PAGE_MIX_ONE(m, tags);

	buf_printf(m->out, "<%s>%s</%.*s>\n", tag, PAGE_MIX_ONE(m, lines),
	    (int)strcspn(tag, " "), tag);
}

static void page_mix_parts(struct page_mix *, unsigned n);

static void
page_mix_box(struct page_mix *m)
{
	static const char *const names[] = { "article-body", "content",
		"related", "teaser card", "comments", "comment", "author-bio",
		"share-bar", "newsletter-box", "advertisement", "sponsored",
		"sidebar", "caption", "media", "quote", "fact-box", "paywall",
		"live-entry", "gallery", "infobox", "nav menu", "story", "wrap",
		"x1", "c-12", "most-read", "tags", "legal" };
	static const char *const tags[] = { "div", "div", "div", "section",
		"aside", "article", "footer", "header", "figure", "nav" };
	const char *tag = PAGE_MIX_ONE(m, tags);

	if (m->box_depth > 4)
		return;
	m->box_depth++;
	buf_printf(m->out, "<%s class=\"%s\">\n", tag, PAGE_MIX_ONE(m, names));
	page_mix_parts(m, 1 + page_mix_random(m, 6));
	buf_printf(m->out, "</%s>\n", tag);
	m->box_depth--;
}

static void
page_mix_parts(struct page_mix *m, unsigned n)
{
	while (n-- > 0) {
		unsigned kind = page_mix_random(m, 16);

		if (kind < 8)
			page_mix_paragraph(m);
		else if (kind < 9)
			page_mix_list(m);
		else if (kind < 11)
			page_mix_image(m);
		else if (kind < 14)
			page_mix_line(m);
		else
			page_mix_box(m);
	}
}

static void
page_mix_paragraphs(struct page_mix *m, unsigned n, unsigned most)
{
	while (n-- > 0) {
		buf_append_string(m->out, "<p>");
		page_mix_text(m, most);
		buf_append_string(m->out, "</p>\n");
		if (page_mix_random(m, 6) == 0)
			page_mix_parts(m, 1);
	}
}

/* Writes a typical page: a byline, segments of an article with other parts
 * between them, links, comments. */
static void
page_mix_article(struct page_mix *m)
{
	unsigned segments = 1 + page_mix_random(m, 3);

	page_mix_line(m);
	page_mix_line(m);
	while (segments-- > 0) {
		buf_append_string(m->out, "<div>");
		page_mix_paragraphs(m, 1 + page_mix_random(m, 9), 80);
		buf_append_string(m->out, "</div>");
		for (unsigned gap = page_mix_random(m, 12); gap > 0; gap--)
			buf_append_string(m->out,
			    "<div><form><label><b>x</b></label></form></div>");
		page_mix_list(m);
	}
	buf_append_string(m->out, "<div class=thread>");
	page_mix_paragraphs(m, page_mix_random(m, 20), 60);
	buf_append_string(m->out, "</div>");
}

static void
page_mix_json_ld(struct page_mix *m)
{
	static const char *const types[] = { "NewsArticle", "Article",
		"LiveBlogPosting", "ImageGallery", "VideoObject", "WebPage" };

	const char *type = PAGE_MIX_ONE(m, types);
	unsigned day = 1 + page_mix_random(m, 9);
	unsigned hour = page_mix_random(m, 10);
	bool has_zone = page_mix_random(m, 2);
	bool has_name = page_mix_random(m, 2);

	buf_printf(m->out,
	    "<script type=application/ld+json>{\"@type\":\"%s\",\"headline\":"
	    "\"%s\",\"datePublished\":\"2026-03-0%uT0%u:00:00%s\","
	    "\"author\":{\"@type\":\"Person\",\"name\":\"%s\"}",
	    type, m->title, day, hour, has_zone ? "Z" : "",
	    has_name ? "Anna Smith" : "Harrowmouth Courier");
	if (page_mix_random(m, 3) == 0)
		buf_append_string(m->out, ",\"isAccessibleForFree\":false");
	if (page_mix_random(m, 3) == 0) {
		buf_append_string(m->out, ",\"articleBody\":\"");
		page_mix_words(m, page_mix_random(m, 90));
		buf_append_char(m->out, '"');
	}
	buf_append_string(m->out, "}</script>\n");
}

static void
page_mix_head(struct page_mix *m)
{
	static const char *const languages[] = { "en", "de", "fr", "nl", "" };

	const char *language = PAGE_MIX_ONE(m, languages);
	bool has_site_name = page_mix_random(m, 2);

	buf_printf(m->out,
	    "<!DOCTYPE html><html lang=\"%s\"><head><title>%s%s"
	    "</title>\n",
	    language, m->title, has_site_name ? " | Harrowmouth Courier" : "");
	if (page_mix_random(m, 2))
		buf_printf(m->out,
		    "<meta property=og:title content=\"%s\">"
		    "<meta property=og:site_name content="
		    "\"Harrowmouth Courier\">\n",
		    m->title);
	if (page_mix_random(m, 2)) {
		buf_append_string(m->out, "<meta name=description content=\"");
		page_mix_words(m, 1 + page_mix_random(m, 40));
		buf_append_string(m->out, "\">\n");
	}
	if (page_mix_random(m, 3) == 0)
		buf_append_string(m->out, "<meta name=author content="
					  "\"Jonas Weber\"><meta property="
					  "article:published_time content="
					  "2026-03-02T10:00:00Z>\n");
	if (page_mix_random(m, 2))
		page_mix_json_ld(m);
	buf_append_string(m->out, "</head><body>\n");
}

static void
page_mix_choose_words(struct page_mix *m)
{
	switch (page_mix_random(m, 4)) {
	case 0:
		m->words = page_mix_german;
		m->n_words = PAGE_MIX_COUNT(page_mix_german);
		break;
	case 1:
		m->words = page_mix_french;
		m->n_words = PAGE_MIX_COUNT(page_mix_french);
		break;
	default:
		m->words = page_mix_english;
		m->n_words = PAGE_MIX_COUNT(page_mix_english);
	}
}

/* Writes page `number` to `out` (cleared first), and a feed title, which shares
 * some words with the headline, to `hint`. All pages of a `site` have the same
 * first and last parts. */
__attribute__((unused)) static void
page_mix_write(unsigned number, unsigned site, struct buf *out, char hint[256])
{
	struct page_mix m = { .out = out, .state = number };
	size_t start, shown;

	buf_clear(out);
	page_mix_random(&m, 2);
	page_mix_choose_words(&m);
	buf_append_string(out, PAGE_MIX_ONE(&m, page_mix_titles));
	page_mix_words(&m, 4 + page_mix_random(&m, 8));
	snprintf(m.title, sizeof(m.title), "%.*s", (int)out->len, out->p);
	start = page_mix_random(&m, 3) == 0 ? page_mix_random(&m, 20) : 0;
	shown = strlen(m.title) - page_mix_random(&m, strlen(m.title) / 2);
	snprintf(hint, 256, "%.*s", (int)shown,
	    m.title + (start < strlen(m.title) ? start : 0));
	buf_clear(out);
	page_mix_head(&m);
	m.state = site;
	page_mix_parts(&m, 4);
	m.state = (uint64_t)number << 20 | 1;
	buf_printf(out, "<h1>%s</h1>\n", m.title);
	if (page_mix_random(&m, 2))
		page_mix_article(&m);
	page_mix_parts(
	    &m, 1 + page_mix_random(&m, page_mix_random(&m, 3) > 0 ? 30 : 4));
	m.state = site + 1000;
	page_mix_parts(&m, 4);
}

#endif
