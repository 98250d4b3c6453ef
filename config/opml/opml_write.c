/*
 * opml_write.c -- writes OPML 2.0.
 *
 * A feed is one line.  All its tags are in `category`, including the first, so
 * that the previous line shows which folder is open.  The writer therefore
 * needs no other state.
 */
#include "base/text/utf8.h"
#include "config/opml/opml.h"

#define FOLDER_END "    </outline>\n"

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

/* Writes "/a,/b". A comma in a tag is escaped, because it would end the tag. */
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
opml_begin(struct buf *out, const char *title)
{
	buf_append_string(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
			       "<opml version=\"2.0\">\n"
			       "  <head>\n"
			       "    <title>");
	opml_write_append_escaped(out, slice_of(title));
	buf_append_string(out, "</title>\n"
			       "  </head>\n"
			       "  <body>\n");
}

/* Returns the first tag, escaped, of the last feed in the open folder;
 * SLICE_NONE if the last element written was not a folder. */
static struct slice
opml_write_last_folder(const struct buf *out)
{
	struct slice s = buf_slice(out);
	size_t begin, at;

	if (!slice_ends(s, SLICE(FOLDER_END)))
		return SLICE_NONE;
	s = slice_sub(s, 0, s.len - (sizeof(FOLDER_END) - 1) - 1);
	for (begin = s.len; begin > 0 && s.p[begin - 1] != '\n'; begin--)
		;
	s = slice_sub(s, begin, s.len);
	at = slice_find(s, SLICE(" category=\"/"), 0);
	if (at == SLICE_NOT_FOUND)
		return SLICE_NONE;
	s = slice_sub(s, at + sizeof(" category=\"/") - 1, s.len);
	for (at = 0; at < s.len && s.p[at] != ',' && s.p[at] != '"'; at++)
		;
	return slice_sub(s, 0, at);
}

/* Reopens the folder that was closed last, or begins a new one. */
static void
opml_write_enter_folder(struct buf *out, const char *tag)
{
	struct slice last = opml_write_last_folder(out), name;
	struct buf escaped;

	buf_init(&escaped, out->max_bytes);
	opml_write_append_tag(&escaped, tag);
	name = slice_sub(buf_slice(&escaped), 1, escaped.len);
	if (last.p != NULL && slice_equal(last, name)) {
		out->len -= sizeof(FOLDER_END) - 1;
		out->p[out->len] = '\0';
	} else {
		buf_append_string(out, "    <outline text=\"");
		opml_write_append_escaped(out, slice_of(tag));
		buf_append_string(out, "\">\n");
	}
	buf_carry_failure(out, &escaped);
	buf_release(&escaped);
}

void
opml_write(struct buf *out, const struct opml_feed *feed)
{
	bool in_folder = feed->n_tags > 0;

	if (buf_failed(out))
		return;
	if (in_folder)
		opml_write_enter_folder(out, feed->tags[0]);
	buf_printf(
	    out, "%s<outline type=\"rss\"", in_folder ? "      " : "    ");
	opml_write_append_attribute(
	    out, "text", feed->title ? feed->title : feed->url);
	opml_write_append_attribute(out, "title", feed->title);
	opml_write_append_category(out, feed);
	opml_write_append_attribute(out, "xmlUrl", feed->url);
	opml_write_append_attribute(out, "htmlUrl", feed->html_url);
	for (size_t i = 0; i < feed->n_others; i++)
		opml_write_append_attribute(
		    out, feed->others[i].name, feed->others[i].value);
	buf_append_string(out, "/>\n");
	if (in_folder)
		buf_append_string(out, FOLDER_END);
}

void
opml_end(struct buf *out)
{
	buf_append_string(out, "  </body>\n</opml>\n");
}
