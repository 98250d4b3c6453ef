/*
 * opml_write.c -- writes OPML 2.0.
 *
 * A feed is one line.  All its tags are in `category`, including the first,
 * which is the path of its folder.
 */
#include "base/text/utf8.h"
#include "config/opml/opml.h"

#define INDENT         2 /* columns for each level */
#define FOLDERS_INDENT 4 /* columns of the outermost folders */

/* True for a character that XML 1.0 (2.2) allows. */
static bool
opml_write_is_xml(uint32_t rune)
{
	if (rune < 0x20)
		return rune == '\t' || rune == '\n' || rune == '\r';
	return rune != 0xFFFE && rune != 0xFFFF;
}

static const char *
opml_write_entity_of(uint32_t rune)
{
	switch (rune) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\t':
	case '\n':
	case '\r':
		return " ";
	default:
		return NULL;
	}
}

static void
opml_write_append_escaped(struct buf *out, struct slice s)
{
	for (size_t at = 0; at < s.len;) {
		uint32_t rune;
		size_t taken = utf8_decode(s.p + at, s.len - at, &rune);
		const char *entity = opml_write_entity_of(rune);

		if (entity != NULL)
			buf_append_string(out, entity);
		else
			buf_append_rune(
			    out, opml_write_is_xml(rune) ? rune : RUNE_BAD);
		at += taken;
	}
}

static void
opml_write_append_attribute(
    struct buf *out, const char *name, const char *value)
{
	if (value == NULL)
		return;
	buf_printf(out, " %s=\"", name);
	opml_write_append_escaped(out, slice_of(value));
	buf_append_char(out, '"');
}

/* Writes the tags a and b as "/a,/b". A comma in a tag is escaped, because it
 * would end the tag. */
static void
opml_write_append_tag(struct buf *out, const char *tag)
{
	struct slice rest = slice_of(tag), part;
	bool first = true;

	buf_append_char(out, '/');
	while (slice_next(&rest, ',', &part)) {
		if (!first)
			buf_append_string(out, "%2C");
		opml_write_append_escaped(out, part);
		first = false;
	}
}

static void
opml_write_append_category(struct buf *out, const struct opml_feed *feed)
{
	if (feed->n_tags == 0)
		return;
	buf_append_string(out, " category=\"");
	for (size_t i = 0; i < feed->n_tags; i++) {
		if (i > 0)
			buf_append_char(out, ',');
		opml_write_append_tag(out, feed->tags[i]);
	}
	buf_append_char(out, '"');
}

void
opml_begin(struct opml_writer *ret, struct buf *out, const char *title)
{
	*ret = (struct opml_writer){ .out = out };
	buf_init(&ret->folder, out->max_bytes);
	buf_append_string(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
			       "<opml version=\"2.0\">\n"
			       "  <head>\n"
			       "    <title>");
	opml_write_append_escaped(out, slice_of(title));
	buf_append_string(out, "</title>\n"
			       "  </head>\n"
			       "  <body>\n");
}

/* ---- folders ---- */

static void
opml_write_indent(const struct opml_writer *w)
{
	buf_printf(
	    w->out, "%*s", (int)(FOLDERS_INDENT + INDENT * w->depth), "");
}

/* Returns true if no part between slashes is empty. If a part is empty, the
 * whole path is written as the name of one folder. An import of the file then
 * gives the same tag.
 */
static bool
opml_write_is_path(struct slice path)
{
	return !slice_starts(path, SLICE("/")) &&
	       !slice_ends(path, SLICE("/")) &&
	       slice_find(path, SLICE("//"), 0) == SLICE_NOT_FOUND;
}

/* Removes the first folder from *path and returns its name. */
static struct slice
opml_write_next_folder(struct slice *path)
{
	struct slice name = *path;

	if (opml_write_is_path(*path))
		slice_next(path, '/', &name);
	else
		*path = SLICE_NONE;
	return name;
}

/* Compares the folders of two paths from the start, and returns the number of
 * equal folders. *ret_rest gets the rest of `path` after these folders. */
static size_t
opml_write_count_common(
    struct slice open, struct slice path, struct slice *ret_rest)
{
	size_t n = 0;

	*ret_rest = path;
	while (open.len > 0 && path.len > 0 &&
	       slice_equal(opml_write_next_folder(&open),
		   opml_write_next_folder(&path))) {
		n++;
		*ret_rest = path;
	}
	return n;
}

/* Closes and opens folders, so that those of `path` are open. */
static void
opml_write_enter(struct opml_writer *w, struct slice path)
{
	struct slice rest;
	size_t n = opml_write_count_common(buf_slice(&w->folder), path, &rest);

	while (w->depth > n) {
		w->depth--;
		opml_write_indent(w);
		buf_append_string(w->out, "</outline>\n");
	}
	while (rest.len > 0) {
		struct slice name = opml_write_next_folder(&rest);

		opml_write_indent(w);
		buf_append_string(w->out, "<outline text=\"");
		opml_write_append_escaped(w->out, name);
		buf_append_string(w->out, "\">\n");
		w->depth++;
	}
	buf_clear(&w->folder);
	buf_append_slice(&w->folder, path);
	buf_carry_failure(w->out, &w->folder);
}

void
opml_write(struct opml_writer *w, const struct opml_feed *feed)
{
	struct buf *out = w->out;

	if (buf_failed(out))
		return;
	opml_write_enter(
	    w, feed->n_tags > 0 ? slice_of(feed->tags[0]) : SLICE_NONE);
	opml_write_indent(w);
	buf_append_string(out, "<outline type=\"rss\"");
	opml_write_append_attribute(
	    out, "text", feed->title ? feed->title : feed->url);
	opml_write_append_attribute(out, "title", feed->title);
	opml_write_append_category(out, feed);
	opml_write_append_attribute(out, "xmlUrl", feed->url);
	opml_write_append_attribute(out, OPML_HTML_URL, feed->html_url);
	for (size_t i = 0; i < feed->n_others; i++)
		opml_write_append_attribute(
		    out, feed->others[i].name, feed->others[i].value);
	buf_append_string(out, "/>\n");
}

void
opml_end(struct opml_writer *w)
{
	opml_write_enter(w, SLICE_NONE);
	buf_append_string(w->out, "  </body>\n</opml>\n");
	buf_release(&w->folder);
}
