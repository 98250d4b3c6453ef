/*
 * atom.c -- Atom 1.0.
 *
 * The order of elements is free (RFC 4287, section 4.1.1).  Each entry has an
 * author (section 4.1.2), and one alternate link without a type.
 */
#include "base/date/date.h"
#include "serve/feed/format.h"
#include "serve/feed/xml.h"

static void
atom_put_date(struct buf *out, const char *name, int64_t at)
{
	char text[DATE_TEXT_BYTES];
	size_t len = date_format_rfc3339(at, text);

	if (len > 0)
		xml_put_element(out, name, (struct slice){ text, len });
}

static void
atom_put_link(
    struct buf *out, const char *rel, const char *type, struct slice href)
{
	if (href.len == 0)
		return;
	buf_printf(out, "<link rel=\"%s\"", rel);
	if (type != NULL)
		buf_printf(out, " type=\"%s\"", type);
	buf_append_string(out, " href=\"");
	xml_put_text(out, href);
	buf_append_string(out, "\"/>\n");
}

static void
atom_put_author(struct buf *out, struct slice name)
{
	buf_append_string(out, "<author>");
	xml_put_element(out, "name", name);
	buf_append_string(out, "</author>\n");
}

/* Writes the authors of the article; if it has none, its publisher, or else the
 * title of its feed. */
static void
atom_put_authors(struct buf *out, const struct item *item)
{
	struct slice rest = item->row->authors, name;
	bool has_author = false;

	while (rest.len > 0 && slice_next(&rest, '\n', &name))
		if (slice_trim(name).len > 0) {
			atom_put_author(out, name);
			has_author = true;
		}
	if (!has_author && slice_trim(item->author).len > 0)
		atom_put_author(out, item->author);
}

static void
atom_put_categories(struct buf *out, struct slice tags)
{
	struct slice tag;

	while (tags.len > 0 && slice_next(&tags, '\n', &tag))
		if (tag.len > 0) {
			buf_append_string(out, "<category term=\"");
			xml_put_text(out, tag);
			buf_append_string(out, "\"/>\n");
		}
}

static void
atom_put_item(struct buf *out, const struct item *item, bool is_first)
{
	const struct article_row *row = item->row;

	(void)is_first;
	buf_append_string(out, "<entry");
	if (item->lang.len > 0) {
		buf_append_string(out, " xml:lang=\"");
		xml_put_text(out, item->lang);
		buf_append_char(out, '"');
	}
	buf_append_string(out, ">\n");
	xml_put_element(out, "id", slice_of(item->id));
	xml_put_element(out, "title", row->title);
	atom_put_date(out, "updated", item->updated_at);
	atom_put_date(out, "published", item->published_at);
	atom_put_link(out, "alternate", NULL, item->link);
	atom_put_link(out, "related", "text/html", buf_slice(&item->page));
	atom_put_authors(out, item);
	atom_put_categories(out, row->tags);
	if (row->license.len > 0)
		xml_put_element(out, "rights", row->license);
	if (row->lead.len > 0)
		xml_put_element(out, "summary", row->lead);
	buf_append_string(out, "<content type=\"html\">");
	xml_put_text(out, buf_slice(&item->html));
	buf_append_string(out, "</content>\n</entry>\n");
}

static void
atom_put_document(
    struct buf *out, const struct channel *channel, struct slice entries)
{
	buf_append_string(out,
	    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
	    "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
	xml_put_element(out, "id", slice_of(channel->id));
	xml_put_element(out, "title", channel->title);
	atom_put_date(out, "updated", channel->updated_at);
	buf_append_string(out,
	    "<generator version=\"" GLEANER_VERSION "\">Gleaner</generator>\n");
	atom_put_author(out, SLICE("Gleaner"));
	atom_put_link(out, "self", atom_format.type, channel->self);
	atom_put_link(out, "alternate", "text/html", channel->page);
	atom_put_link(out, "first", atom_format.type, channel->first);
	atom_put_link(out, "next", atom_format.type, channel->next);
	buf_append_slice(out, entries);
	buf_append_string(out, "</feed>\n");
}

const struct syndication atom_format = {
	.suffix = ".atom",
	.type = "application/atom+xml",
	.put_item = atom_put_item,
	.put_document = atom_put_document,
};
