/*
 * page.c -- formats an article as text or Markdown.
 *
 * In:  a complete row of the store. Out: cleaned text without terminal control
 * sequences; in Markdown, all markup characters of the article are escaped.
 */
#include "cli/print/page.h"

#include <string.h>

#include "base/limits.h"
#include "base/text/ascii.h"

#define SEPARATOR  " \xC2\xB7 " /* U+00B7 */
#define LINE_BYTES (64 * KIB)

/* Appends a separator if the line is not empty, then the text. */
static void
page_put_part(struct buf *line, struct slice text)
{
	size_t from;

	if (text.len == 0)
		return;
	if (line->len > 0)
		buf_append_string(line, SEPARATOR);
	from = line->len;
	text_clean(line, text);
	if (line->len == from && from > 0) {
		line->len -= strlen(SEPARATOR);
		line->p[line->len] = '\0';
	}
}

/* Writes the authors ("Jane Doe, John Roe"), or the byline if no author is
 * known. */
static void
page_join_authors(struct buf *out, const struct article_row *row)
{
	struct slice rest = row->authors, author;

	if (rest.len == 0) {
		text_clean(out, row->byline);
		return;
	}
	while (slice_next(&rest, '\n', &author)) {
		if (out->len > 0)
			buf_append_string(out, ", ");
		text_clean(out, author);
	}
}

static void
page_put_date(struct buf *out, const struct article_row *row)
{
	struct buf date;

	if (row->published_at == DATE_NONE)
		return;
	buf_init(&date, LINE_BYTES);
	text_date(&date, row->published_at);
	page_put_part(out, buf_slice(&date));
	buf_carry_failure(out, &date);
	buf_release(&date);
}

/* Writes authors, date and source. */
static void
page_describe_source(struct buf *line, const struct article_row *row)
{
	page_join_authors(line, row);
	page_put_date(line, row);
	page_put_part(line, row->feed_title);
}

static void
page_take_part(struct buf *line, struct buf *part)
{
	page_put_part(line, buf_slice(part));
	buf_carry_failure(line, part);
	buf_clear(part);
}

/* Writes the status of the article and the properties of its text. */
static void
page_describe_state(struct buf *line, const struct article_row *row)
{
	struct buf part;

	buf_init(&part, LINE_BYTES);
	page_put_part(line, row->status);
	if (row->extracted_at != DATE_NONE) {
		buf_printf(&part, "confidence %.2f", row->confidence);
		page_take_part(line, &part);
	}
	if (row->word_count > 0) {
		buf_printf(&part, "%lld words", (long long)row->word_count);
		page_take_part(line, &part);
	}
	page_put_part(line, row->lang);
	if (row->origin.len > 0) {
		buf_append_string(&part, "from ");
		buf_append_slice(&part, row->origin);
		page_take_part(line, &part);
	}
	if (row->revision > 1) {
		buf_printf(&part, "revision %lld", (long long)row->revision);
		page_take_part(line, &part);
	}
	page_put_part(line, row->flags);
	page_put_part(line, row->status_why);
	buf_release(&part);
}

static void
page_put_line(struct buf *out, struct buf *line, size_t columns,
    const struct cli *cli, enum paint paint)
{
	if (line->len > 0) {
		paint_put(out, cli, paint);
		text_wrap(out, buf_slice(line), 0, columns);
		paint_put(out, cli, PAINT_NONE);
	}
	buf_carry_failure(out, line);
	buf_clear(line);
}

/* Returns true if there is a standfirst and the body does not contain it. */
static bool
page_lead_stands_apart(const struct article_row *row)
{
	return row->lead.len > 0 &&
	       slice_find(row->body, row->lead, 0) == SLICE_NOT_FOUND;
}

static void
page_put_media(
    struct buf *out, const struct article_media *media, size_t columns)
{
	struct buf line;

	buf_init(&line, LINE_BYTES * 4);
	page_put_part(
	    &line, media->caption.len > 0 ? media->caption : media->alt);
	page_put_part(&line, media->credit);
	buf_append_string(out, "\n[");
	text_clean(out, media->kind);
	buf_append_string(out, "] ");
	text_clean(out, media->url);
	buf_append_char(out, '\n');
	if (line.len > 0)
		text_wrap(out, buf_slice(&line), 4, columns);
	buf_carry_failure(out, &line);
	buf_release(&line);
}

void
page_write(struct buf *out, const struct article_row *row,
    const struct page_media *media, size_t columns, const struct cli *cli)
{
	struct buf line;

	buf_init(&line, LINE_BYTES * 4);
	text_clean(&line, row->title.len > 0 ? row->title : row->url);
	page_put_line(out, &line, columns, cli, PAINT_BOLD);
	page_describe_source(&line, row);
	page_put_line(out, &line, columns, cli, PAINT_NONE);
	/* The URL is not wrapped, so that a terminal can open it. */
	text_clean(&line, row->url);
	page_put_line(out, &line, 0, cli, PAINT_DIM);
	page_describe_state(&line, row);
	page_put_line(out, &line, columns, cli, PAINT_DIM);
	if (page_lead_stands_apart(row)) {
		buf_append_char(out, '\n');
		text_wrap(out, row->lead, 0, columns);
	}
	if (row->body.len > 0) {
		buf_append_char(out, '\n');
		text_wrap(out, row->body, 0, columns);
	}
	for (size_t i = 0; i < media->n; i++)
		page_put_media(out, &media->items[i], columns);
	buf_release(&line);
}

void
page_write_text(struct buf *out, const struct article_row *row)
{
	if (row->title.len > 0) {
		text_clean(out, row->title);
		buf_append_string(out, "\n\n");
	}
	if (page_lead_stands_apart(row)) {
		text_clean_lines(out, row->lead);
		buf_append_string(out, "\n\n");
	}
	text_clean_lines(out, row->body);
	buf_append_char(out, '\n');
}

/* ---------------------------------------------------------------- markdown */

/* Characters that can begin or end markup anywhere in a line. */
static bool
page_is_markup(char c)
{
	return strchr("\\`*_[]<>#|~", c) != NULL && c != '\0';
}

/* Returns the length of a marker such as "1." or "-" at the beginning of a
 * line. Elsewhere in a line such text is not markup. Returns 0 if the line
 * begins with other text. */
static size_t
page_line_marker(struct slice text)
{
	size_t digits = 0;

	if (text.len > 0 && strchr("-+=", text.p[0]) != NULL)
		return 1;
	while (digits < text.len && ascii_is_digit(text.p[digits]))
		digits++;
	if (digits > 0 && digits < text.len &&
	    (text.p[digits] == '.' || text.p[digits] == ')'))
		return digits + 1;
	return 0;
}

/* Lines of a body that begin with "- " are list items (cuter/article/body.c)
 * and stay list items. */
static bool
page_is_item(struct slice text, bool lines)
{
	return lines && slice_starts(text, SLICE("- "));
}

/* Writes cleaned text with all Markdown markup escaped. */
static void
page_put_escaped(struct buf *out, struct slice text, bool lines)
{
	bool line_begins = true;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.p[i];

		if (line_begins) {
			struct slice rest = slice_sub(text, i, text.len);
			size_t marker = page_is_item(rest, lines)
					    ? 0
					    : page_line_marker(rest);

			/* A backslash before the last character of the marker
			 * makes the marker plain text. */
			if (marker > 0) {
				buf_append(out, text.p + i, marker - 1);
				i += marker - 1;
				c = text.p[i];
				buf_append_char(out, '\\');
			}
		}
		line_begins = c == '\n' || (line_begins && c == ' ');
		if (page_is_markup(c) || c == '&')
			buf_append_char(out, '\\');
		buf_append_char(out, c);
	}
}

static void
page_put_clean_escaped(struct buf *out, struct slice text, bool lines)
{
	struct buf clean;

	buf_init(&clean, out->max_bytes);
	if (lines)
		text_clean_lines(&clean, text);
	else
		text_clean(&clean, text);
	if (buf_failed(&clean))
		out->failed = true;
	page_put_escaped(out, buf_slice(&clean), lines);
	buf_release(&clean);
}

/* Writes a link destination in angle brackets. Brackets, backslashes, spaces
 * and control characters are percent-encoded, so that they cannot end the
 * destination; bytes outside of ASCII are percent-encoded, too. */
static void
page_put_destination(struct buf *out, struct slice url)
{
	buf_append_char(out, '<');
	for (size_t i = 0; i < url.len; i++) {
		unsigned char c = (unsigned char)url.p[i];

		if (c <= ' ' || c >= 0x7F || strchr("<>\\", c) != NULL)
			buf_printf(out, "%%%02X", c);
		else
			buf_append_char(out, (char)c);
	}
	buf_append_char(out, '>');
}

static void
page_put_image(struct buf *out, const struct article_media *media)
{
	struct slice caption =
	    media->caption.len > 0 ? media->caption : media->alt;

	if (!slice_equal(media->kind, SLICE("image")))
		return;
	buf_append_string(out, "\n![");
	page_put_clean_escaped(
	    out, media->alt.len > 0 ? media->alt : caption, false);
	buf_append_string(out, "](");
	page_put_destination(out, media->url);
	buf_append_string(out, ")\n");
	if (caption.len > 0) {
		buf_append_char(out, '\n');
		page_put_clean_escaped(out, caption, false);
		buf_append_char(out, '\n');
	}
}

static bool
page_is_lead_image(const struct article_media *media)
{
	return slice_equal(media->role, SLICE("lead"));
}

void
page_write_markdown(struct buf *out, const struct article_row *row,
    const struct page_media *media)
{
	struct buf line;

	buf_append_string(out, "# ");
	page_put_clean_escaped(
	    out, row->title.len > 0 ? row->title : row->url, false);
	buf_append_char(out, '\n');
	buf_init(&line, LINE_BYTES * 4);
	page_describe_source(&line, row);
	if (line.len > 0) {
		buf_append_char(out, '\n');
		page_put_clean_escaped(out, buf_slice(&line), false);
		buf_append_char(out, '\n');
	}
	buf_carry_failure(out, &line);
	buf_release(&line);
	if (row->url.len > 0) {
		buf_append_char(out, '\n');
		page_put_destination(out, row->url);
		buf_append_char(out, '\n');
	}
	for (size_t i = 0; i < media->n; i++)
		if (page_is_lead_image(&media->items[i]))
			page_put_image(out, &media->items[i]);
	if (page_lead_stands_apart(row)) {
		buf_append_char(out, '\n');
		page_put_clean_escaped(out, row->lead, true);
		buf_append_char(out, '\n');
	}
	buf_append_char(out, '\n');
	page_put_clean_escaped(out, row->body, true);
	buf_append_char(out, '\n');
	for (size_t i = 0; i < media->n; i++)
		if (!page_is_lead_image(&media->items[i]))
			page_put_image(out, &media->items[i]);
}
