/*
 * body_html.c -- the text of an article as HTML for pages and feeds.
 *
 * In: body_html as stored, which may be hostile.
 * Out: HTML of elements without attributes, <a href rel> and
 *      <img loading src alt>.
 *
 * article_html_check() accepts a grammar in which "<" only begins tags, and
 * each value is quoted and contains no quote.  Text that passes the check can
 * therefore be rewritten by looking for "<" and for the next quote.
 */
#include "serve/page/body_html.h"

#include "base/text/utf8.h"
#include "cuter/article/html_check.h"
#include "serve/html.h"

#define REL " rel=\"noopener noreferrer\""

struct body_writer {
	struct buf *out;
	struct slice rest;
	enum body_pictures pictures;
	size_t n_links; /* open <a> elements, which must not nest */
};

static bool
body_html_take(struct body_writer *w, struct slice text)
{
	if (!slice_starts(w->rest, text))
		return false;
	w->rest = slice_sub(w->rest, text.len, w->rest.len);
	return true;
}

/* Consumes the text up to the next quote, and the quote; returns the text. */
static struct slice
body_html_take_value(struct body_writer *w)
{
	size_t n = slice_find_char(w->rest, '"', 0);
	struct slice value;

	if (n == SLICE_NOT_FOUND)
		n = w->rest.len;
	value = slice_sub(w->rest, 0, n);
	w->rest = slice_sub(w->rest, n + 1, w->rest.len);
	return value;
}

/* Returns whether the text after a picture, its caption, repeats `alt`. */
static bool
body_html_is_caption(const struct body_writer *w, struct slice alt)
{
	static const struct slice open = SLICE("><figcaption>");
	struct slice caption = slice_sub(w->rest, open.len, w->rest.len);

	return slice_starts(w->rest, open) && slice_starts(caption, alt) &&
	       slice_starts(slice_sub(caption, alt.len, caption.len),
		   SLICE("</figcaption>"));
}

static bool
body_html_is_shown(const struct body_writer *w, struct slice url)
{
	return w->pictures == BODY_PICTURES_SHOWN ||
	       (w->pictures == BODY_PICTURES_HTTPS &&
		   slice_starts_nocase(url, SLICE("https:")));
}

/* Writes a picture or a link to it.  `url` and `alt` are already escaped. */
static void
body_html_put_picture(struct body_writer *w, struct slice url, struct slice alt)
{
	if (body_html_is_shown(w, url)) {
		buf_append_string(w->out, "<img loading=\"lazy\" src=\"");
		buf_append_slice(w->out, url);
		buf_append_string(w->out, "\" alt=\"");
		buf_append_slice(w->out, alt);
		buf_append_string(w->out, "\">");
		return;
	}
	buf_append_string(w->out, "<p>");
	if (w->n_links == 0) {
		buf_append_string(w->out, "<a href=\"");
		buf_append_slice(w->out, url);
		buf_append_string(w->out, "\"" REL ">");
	}
	buf_append_string(w->out, "Picture");
	if (alt.len > 0 && !body_html_is_caption(w, alt)) {
		buf_append_string(w->out, ": ");
		buf_append_slice(w->out, alt);
	}
	buf_append_string(w->out, w->n_links == 0 ? "</a></p>" : "</p>");
}

/* Writes the tag at the start of the rest, which begins with "<". */
static void
body_html_put_tag(struct body_writer *w)
{
	struct slice url;
	size_t end;

	if (body_html_take(w, SLICE("<img src=\""))) {
		url = body_html_take_value(w);
		body_html_take(w, SLICE(" alt=\""));
		body_html_put_picture(w, url, body_html_take_value(w));
		body_html_take(w, SLICE(">"));
		return;
	}
	if (body_html_take(w, SLICE("<a href=\""))) {
		buf_append_string(w->out, "<a href=\"");
		buf_append_slice(w->out, body_html_take_value(w));
		buf_append_string(w->out, "\"" REL ">");
		body_html_take(w, SLICE(">"));
		w->n_links++;
		return;
	}
	if (slice_starts(w->rest, SLICE("<a>")))
		w->n_links++;
	else if (slice_starts(w->rest, SLICE("</a>")) && w->n_links > 0)
		w->n_links--;
	end = slice_find_char(w->rest, '>', 0);
	end = end == SLICE_NOT_FOUND ? w->rest.len : end + 1;
	buf_append_slice(w->out, slice_sub(w->rest, 0, end));
	w->rest = slice_sub(w->rest, end, w->rest.len);
}

static void
body_html_rewrite(
    struct buf *out, struct slice html, enum body_pictures pictures)
{
	struct body_writer w = {
		.out = out, .rest = html, .pictures = pictures
	};

	while (w.rest.len > 0) {
		size_t n = slice_find_char(w.rest, '<', 0);

		if (n == SLICE_NOT_FOUND)
			n = w.rest.len;
		buf_append_slice(out, slice_sub(w.rest, 0, n));
		w.rest = slice_sub(w.rest, n, w.rest.len);
		if (w.rest.len > 0)
			body_html_put_tag(&w);
	}
}

static void
body_html_put_paragraphs(struct buf *out, struct slice text)
{
	while (text.len > 0) {
		size_t end = slice_find(text, SLICE("\n\n"), 0);

		if (end == SLICE_NOT_FOUND)
			end = text.len;
		buf_append_string(out, "<p>");
		html_put_text(out, slice_sub(text, 0, end));
		buf_append_string(out, "</p>\n");
		text = slice_sub(text, end + 2, text.len);
	}
}

void
body_html_put(
    struct buf *out, const struct article_row *row, enum body_pictures pictures)
{
	if (row->body_html.len > 0 && utf8_valid(row->body_html) &&
	    article_html_check(row->body_html))
		body_html_rewrite(out, row->body_html, pictures);
	else
		body_html_put_paragraphs(out, row->body);
}
