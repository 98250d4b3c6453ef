/*
 * cut_format.c -- an article as text, JSON, Markdown, HTML or XML.
 *
 * Text and Markdown have the format of `gleaner show`. HTML and XML are whole
 * documents; all content of the page is escaped or is the extractor's sanitised
 * HTML.
 */
#include <stdlib.h>

#include "base/limits.h"
#include "base/text/json_writer.h"
#include "base/text/utf8.h"
#include "cli/cut/cut_xml.h"
#include "cli/print/page.h"

/* ---- text and Markdown ---- */

static void
cut_format_join_lines(struct buf *out, const struct slice *items, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			buf_append_char(out, '\n');
		buf_append_slice(out, items[i]);
	}
}

static void
cut_format_write_row(struct buf *out, enum cut_format format,
    const struct cuter_article *a, struct slice url)
{
	struct article_media media[LIMIT_ARTICLE_LIST];
	struct page_media shown = { media, a->n_media };
	struct article_row row = {
		.published_at = a->published_at,
		.modified_at = a->modified_at,
		.fetched_at = DATE_NONE,
		.extracted_at = DATE_NONE,
		.url = url,
		.canonical_url = a->canonical_url,
		.title = a->title,
		.lead = a->lead,
		.byline = a->byline,
		.lang = a->language,
		.body = a->body,
		.feed_title = a->site_name,
	};
	struct buf authors;

	buf_init(&authors, LIMIT_FIELD_BYTES);
	cut_format_join_lines(&authors, a->authors, a->n_authors);
	row.authors = buf_slice(&authors);
	for (size_t i = 0; i < a->n_media; i++)
		media[i] = (struct article_media){
			.kind =
			    slice_of(cuter_media_kind_name(a->media[i].kind)),
			.url = a->media[i].url,
			.alt = a->media[i].alt,
			.caption = a->media[i].caption,
			.credit = a->media[i].credit,
			.role = a->media[i].is_lead ? SLICE("lead")
						    : SLICE("inline"),
			.relevance = a->media[i].relevance,
		};
	if (format == CUT_MARKDOWN)
		page_write_markdown(out, &row, &shown);
	else
		page_write_text(out, &row);
	buf_carry_failure(out, &authors);
	buf_release(&authors);
}

/* ---- JSON ---- */

static void
cut_format_write_list(
    struct json_writer *w, const char *key, const struct slice *items, size_t n)
{
	json_write_array(w, key);
	for (size_t i = 0; i < n; i++)
		json_write_text(w, NULL, items[i]);
	json_write_end_array(w);
}

static void
cut_format_write_media(struct json_writer *w, const struct cuter_article *a)
{
	json_write_array(w, "media");
	for (size_t i = 0; i < a->n_media; i++) {
		const struct cuter_media *m = &a->media[i];

		json_write_object(w, NULL);
		json_write_text(
		    w, "kind", slice_of(cuter_media_kind_name(m->kind)));
		json_write_text(
		    w, "role", m->is_lead ? SLICE("lead") : SLICE("inline"));
		json_write_text(w, "url", m->url);
		json_write_text_or_null(w, "alt", m->alt);
		json_write_text_or_null(w, "caption", m->caption);
		json_write_text_or_null(w, "credit", m->credit);
		if (m->width > 0)
			json_write_int(w, "width", m->width);
		if (m->height > 0)
			json_write_int(w, "height", m->height);
		json_write_number(w, "relevance", m->relevance, 2);
		json_write_end_object(w);
	}
	json_write_end_array(w);
}

static void
cut_format_write_flags(struct json_writer *w, unsigned flags)
{
	char text[64];
	struct slice rest = slice_of(cuter_flags_text(flags, text)), flag;

	json_write_array(w, "flags");
	while (rest.len > 0 && slice_next(&rest, ' ', &flag))
		json_write_text(w, NULL, flag);
	json_write_end_array(w);
}

/* Writes class, kind, reason and text of each listed block (--nodes). */
static void
cut_format_write_blocks(struct json_writer *w, const struct cuter_article *a)
{
	json_write_array(w, "blocks");
	for (size_t i = 0; i < a->n_nodes; i++) {
		const struct cuter_node *node = &a->nodes[i];

		json_write_object(w, NULL);
		json_write_int(w, "n", node->number);
		json_write_text(
		    w, "class", slice_of(cuter_class_name(node->class)));
		json_write_text_or_null(
		    w, "kind", slice_of(cuter_kind_name(node->kind)));
		json_write_text(w, "element", slice_of(node->element));
		json_write_bool(w, "body", node->in_body);
		if (node->is_scored)
			json_write_number(w, "score", node->score, 2);
		json_write_text(w, "reason", slice_of(node->reason));
		json_write_text(w, "text", node->text);
		if (node->url.len > 0)
			json_write_text(w, "url", node->url);
		json_write_end_object(w);
	}
	json_write_end_array(w);
}

static void
cut_format_write_fields(struct json_writer *w, const struct cuter_article *a)
{
	struct buf fields;

	buf_init(&fields, LIMIT_FIELDS_BYTES);
	cuter_fields_write(a, &fields);
	if (buf_failed(&fields))
		json_write_null(w, "fields");
	else
		json_write_raw(w, "fields", buf_slice(&fields));
	buf_carry_failure(w->out, &fields);
	buf_release(&fields);
}

static void
cut_format_write_rule(struct json_writer *w, const struct cuter_article *a)
{
	json_write_object(w, "rule");
	json_write_text(w, "state", slice_of(cuter_rule_state_name(a->rule)));
	json_write_text_or_null(w, "why", a->rule_why);
	json_write_text_or_null(w, "single_page", a->single_page);
	json_write_array(w, "lines");
	for (size_t i = 0; i < a->n_rule_lines; i++) {
		json_write_object(w, NULL);
		json_write_int(w, "line", a->rule_lines[i].number);
		json_write_text(
		    w, "command", slice_of(a->rule_lines[i].command));
		json_write_int(w, "found", a->rule_lines[i].n_found);
		json_write_end_object(w);
	}
	json_write_end_array(w);
	json_write_end_object(w);
}

static void
cut_format_write_json(struct buf *out, const struct cuter_article *a,
    struct slice url, const struct enrichment *found)
{
	struct json_writer w;

	json_writer_init(&w, out);
	json_write_object(&w, NULL);
	json_write_text_or_null(&w, "url", url);
	json_write_text_or_null(&w, "canonical_url", a->canonical_url);
	json_write_text_or_null(&w, "title", a->title);
	json_write_text_or_null(&w, "lead", a->lead);
	json_write_text_or_null(&w, "byline", a->byline);
	cut_format_write_list(&w, "authors", a->authors, a->n_authors);
	json_write_date(&w, "published_at", a->published_at);
	if (a->published_at == DATE_NONE ||
	    a->published_zone == CUTER_ZONE_NONE)
		json_write_null(&w, "published_zone");
	else
		json_write_int(&w, "published_zone", a->published_zone);
	json_write_date(&w, "modified_at", a->modified_at);
	json_write_text_or_null(&w, "next_part", a->next_part);
	json_write_text_or_null(&w, "section", a->section);
	json_write_text_or_null(&w, "publisher", a->publisher);
	json_write_text_or_null(&w, "license", a->license);
	json_write_text_or_null(
	    &w, "access", slice_of(cuter_access_name(a->access)));
	json_write_text_or_null(&w, "lang", a->language);
	cut_format_write_fields(&w, a);
	json_write_text_or_null(&w, "site_name", a->site_name);
	cut_format_write_list(&w, "tags", a->tags, a->n_tags);
	json_write_text(&w, "body", a->body);
	json_write_text(&w, "body_html", a->body_html);
	cut_format_write_media(&w, a);
	json_write_int(&w, "word_count", a->word_count);
	json_write_number(&w, "confidence", a->confidence, 3);
	cut_format_write_flags(&w, a->flags);
	json_write_text(
	    &w, "class", slice_of(cuter_page_class_name(a->page_class)));
	json_write_text(&w, "origin", slice_of(cuter_origin_name(a->origin)));
	json_write_text(&w, "parser", slice_of(cuter_parser_name(a->parser)));
	if (a->rule != CUTER_RULE_NONE)
		cut_format_write_rule(&w, a);
	json_write_object(&w, "nodes");
	for (int i = 0; i < CUTER_CLASS_COUNT; i++)
		json_write_int(&w, cuter_class_name((enum cuter_class)i),
		    a->class_count[i]);
	json_write_end_object(&w);
	if (found != NULL)
		cut_write_enrichment(&w, found);
	if (a->nodes != NULL)
		cut_format_write_blocks(&w, a);
	json_write_end_object(&w);
	buf_append_char(out, '\n');
}

/* ---- HTML and XML ---- */

void
cut_put_escaped(struct buf *out, struct slice s)
{
	size_t i = 0;

	while (i < s.len) {
		uint32_t rune;
		size_t took = utf8_decode(s.p + i, s.len - i, &rune);

		i += took;
		if (rune == '&')
			buf_append_string(out, "&amp;");
		else if (rune == '<')
			buf_append_string(out, "&lt;");
		else if (rune == '>')
			buf_append_string(out, "&gt;");
		else if (rune == '"')
			buf_append_string(out, "&quot;");
		else if (rune == '\'')
			buf_append_string(out, "&#39;");
		else if (rune == '\n' || rune == '\t' ||
			 (rune >= 0x20 && (rune < 0x7F || rune > 0x9F) &&
			     rune != 0xFFFE && rune != 0xFFFF))
			buf_append_rune(out, rune);
	}
}

static void
cut_format_write_html(
    struct buf *out, const struct cuter_article *a, struct slice url)
{
	buf_append_string(out, "<!DOCTYPE html>\n<html");
	if (a->language.len > 0) {
		buf_append_string(out, " lang=\"");
		cut_put_escaped(out, a->language);
		buf_append_char(out, '"');
	}
	buf_append_string(out, "><head><meta charset=\"utf-8\">\n"
			       "<meta http-equiv=\"Content-Security-Policy\" "
			       "content=\"default-src 'none'; img-src http: "
			       "https:\">\n<title>");
	cut_put_escaped(out, a->title);
	buf_append_string(out, "</title>\n");
	if (url.len > 0) {
		buf_append_string(out, "<link rel=\"canonical\" href=\"");
		cut_put_escaped(out, url);
		buf_append_string(out, "\">\n");
	}
	buf_append_string(out, "</head><body><article>\n<h1>");
	cut_put_escaped(out, a->title);
	buf_append_string(out, "</h1>\n");
	if (a->byline.len > 0) {
		buf_append_string(out, "<p><small>");
		cut_put_escaped(out, a->byline);
		buf_append_string(out, "</small></p>\n");
	}
	buf_append_slice(out, a->body_html);
	buf_append_string(out, "</article></body></html>\n");
}

void
cut_put_element(struct buf *out, const char *name, struct slice text)
{
	if (text.len == 0)
		return;
	buf_printf(out, "  <%s>", name);
	cut_put_escaped(out, text);
	buf_printf(out, "</%s>\n", name);
}

static void
cut_format_put_date(struct buf *out, const char *name, int64_t at)
{
	char text[DATE_TEXT_BYTES];

	date_format_rfc3339(at, text);
	cut_put_element(out, name, slice_of(text));
}

static void
cut_format_put_paragraphs(struct buf *out, struct slice body)
{
	buf_append_string(out, "  <body>\n");
	while (body.len > 0) {
		size_t end = slice_find(body, SLICE("\n\n"), 0);

		buf_append_string(out, "    <p>");
		cut_put_escaped(out, slice_sub(body, 0, end));
		buf_append_string(out, "</p>\n");
		body = slice_sub(body,
		    end == SLICE_NOT_FOUND ? body.len : end + 2, body.len);
	}
	buf_append_string(out, "  </body>\n");
}

void
cut_put_article(
    struct buf *out, const struct cuter_article *a, struct slice url)
{
	cut_put_element(out, "url", url);
	cut_put_element(out, "title", a->title);
	cut_put_element(out, "lead", a->lead);
	for (size_t i = 0; i < a->n_authors; i++)
		cut_put_element(out, "author", a->authors[i]);
	cut_format_put_date(out, "published", a->published_at);
	cut_format_put_date(out, "modified", a->modified_at);
	cut_put_element(out, "language", a->language);
	cut_format_put_paragraphs(out, a->body);
	for (size_t i = 0; i < a->n_media; i++) {
		buf_printf(out, "  <media kind=\"%s\" url=\"",
		    cuter_media_kind_name(a->media[i].kind));
		cut_put_escaped(out, a->media[i].url);
		buf_append_string(out, "\">");
		cut_put_escaped(out, a->media[i].caption);
		buf_append_string(out, "</media>\n");
	}
}

static void
cut_format_write_xml(
    struct buf *out, const struct cuter_article *a, struct slice url)
{
	buf_append_string(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
			       "<article>\n");
	cut_put_article(out, a, url);
	buf_append_string(out, "</article>\n");
}

void
cut_write(struct buf *out, enum cut_format format,
    const struct cuter_article *a, struct slice url,
    const struct enrichment *found)
{
	switch (format) {
	case CUT_JSON:
		cut_format_write_json(out, a, url, found);
		break;
	case CUT_HTML:
		cut_format_write_html(out, a, url);
		break;
	case CUT_XML:
		cut_format_write_xml(out, a, url);
		break;
	default:
		cut_format_write_row(out, format, a, url);
	}
}
