/*
 * html_page.c -- the frame of every page: head, navigation, search field and
 * foot. html.h declares the functions.
 */
#include "base/array.h"
#include "base/limits.h"
#include "serve/html.h"
#include "serve/response.h"

/* Encoding makes a query of LIMIT_SERVE_TARGET at most three times as long. */
#define TARGET_BYTES (32 * KIB)

static const struct {
	const char *path, *name;
} html_sections[] = {
	{ "/", "Stories" },
	{ "/search", "Search" },
	{ "/feeds", "Feeds" },
	{ "/profiles", "Profiles" },
	{ "/trends", "Trends" },
	{ "/status", "Status" },
};

static void
html_page_put_alternate(struct serve_response *response,
    const struct html_page *page, const char *suffix, const char *type,
    const char *name)
{
	struct buf *out = &response->body;
	struct buf target;

	buf_init(&target, TARGET_BYTES);
	buf_append_slice(&target, page->listing);
	buf_append_string(&target, suffix);
	if (page->listing_query.len > 0) {
		buf_append_char(&target, '?');
		buf_append_slice(&target, page->listing_query);
	}
	buf_printf(out,
	    "<link rel=\"alternate\" type=\"%s\" title=\"%s\" href=\"", type,
	    name);
	html_put_text(out, buf_slice(&target));
	buf_append_string(out, "\">\n");
	serve_response_link(response, buf_slice(&target), "alternate", type);
	buf_release(&target);
}

static void
html_page_put_head(
    struct serve_response *response, const struct html_page *page)
{
	struct buf *out = &response->body;

	buf_append_string(out,
	    "<!doctype html>\n<html lang=\"en\">\n<head>\n"
	    "<meta charset=\"utf-8\">\n"
	    "<meta name=\"viewport\" "
	    "content=\"width=device-width, initial-scale=1\">\n"
	    "<meta name=\"color-scheme\" content=\"light dark\">\n"
	    "<meta name=\"robots\" content=\"noindex, nofollow\">\n<title>");
	if (page->title.len > 0) {
		html_put_line(out, page->title);
		buf_append_string(out, " – ");
	}
	buf_append_string(out,
	    "Gleaner</title>\n"
	    "<link rel=\"stylesheet\" href=\"/style.css\">\n");
	if (page->next.len > 0) {
		buf_append_string(out, "<link rel=\"next\" href=\"");
		html_put_text(out, page->next);
		buf_append_string(out, "\">\n");
		serve_response_link(response, page->next, "next", NULL);
	}
	if (page->listing.len > 0) {
		html_page_put_alternate(
		    response, page, ".atom", "application/atom+xml", "Atom");
		html_page_put_alternate(response, page, ".json",
		    "application/feed+json", "JSON Feed");
	}
	buf_append_string(out, "</head>\n");
}

static void
html_page_put_search(struct buf *out)
{
	buf_append_string(out,
	    "<form role=\"search\" action=\"/search\">\n"
	    "<input type=\"search\" name=\"q\" aria-label=\"Search "
	    "articles\" maxlength=\"1000\">\n<button>Search</button>\n"
	    "</form>\n");
}

static void
html_page_put_navigation(struct buf *out, const struct html_page *page)
{
	struct slice here = slice_of(page->section);

	buf_append_string(out,
	    "<body>\n<a class=\"skip\" href=\"#main\">Skip to the "
	    "content</a>\n<header class=\"top\">\n"
	    "<nav aria-label=\"Sections\">\n<ul>\n");
	for (size_t i = 0; i < ARRAY_LENGTH(html_sections); i++) {
		bool is_here =
		    slice_equal(here, slice_of(html_sections[i].path));

		buf_printf(out, "<li><a href=\"%s\"%s>%s</a></li>\n",
		    html_sections[i].path,
		    is_here ? " aria-current=\"page\"" : "",
		    html_sections[i].name);
	}
	buf_append_string(out, "</ul>\n</nav>\n");
	/* The search page has its own search form. */
	if (!slice_equal(here, SLICE("/search")))
		html_page_put_search(out);
	buf_append_string(out, "</header>\n<main id=\"main\">\n");
}

void
html_begin_page(struct serve_response *response, const struct html_page *page)
{
	response->content_type = SERVE_TYPE_HTML;
	html_page_put_head(response, page);
	html_page_put_navigation(&response->body, page);
}

void
html_end_page(struct serve_response *response, const struct html_page *page)
{
	struct buf *out = &response->body;

	if (page->next.len > 0) {
		buf_append_string(out,
		    "<nav class=\"pages\" aria-label=\"Pages\"><a rel=\"next\" "
		    "href=\"");
		html_put_text(out, page->next);
		buf_printf(out, "\">%s</a></nav>\n",
		    page->next_label != NULL ? page->next_label
					     : "Older articles");
	}
	buf_append_string(out, "</main>\n<footer>");
	if (page->listing.len > 0) {
		buf_append_string(out, "Subscribe: <a href=\"");
		html_put_text(out, page->listing);
		buf_append_string(out, ".atom");
		if (page->listing_query.len > 0) {
			buf_append_char(out, '?');
			html_put_text(out, page->listing_query);
		}
		buf_append_string(out, "\">Atom</a>, <a href=\"");
		html_put_text(out, page->listing);
		buf_append_string(out, ".json");
		if (page->listing_query.len > 0) {
			buf_append_char(out, '?');
			html_put_text(out, page->listing_query);
		}
		buf_append_string(out, "\">JSON Feed</a>. ");
	}
	buf_append_string(
	    out, "Gleaner " GLEANER_VERSION "</footer>\n</body>\n</html>\n");
}
