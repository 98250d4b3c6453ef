/*
 * prefilter_attrs.c -- writes the attributes of elements as records in the
 * table
 * of attributes.
 */
#include "base/array.h"
#include "base/text/utf8.h"
#include "cuter/tree/prefilter_parts.h"

#define FIRST_VALUES 1024

struct slice
prefilter_decode(struct prefilter *f, struct slice raw)
{
	return slice_trim(
	    reference_text(f->arena, raw, REFERENCE_IN_ATTRIBUTE));
}

/* printf() would be too slow, because this function is called for each element.
 */
static void
prefilter_attrs_write_number(struct buf *out, uint32_t number)
{
	char text[32] = " " ATTR_NUMBER "=\"", digits[12];
	size_t n = strlen(text), k = 0;

	do
		digits[k++] = (char)('0' + number % 10);
	while ((number /= 10) > 0);
	while (k > 0)
		text[n++] = digits[--k];
	text[n++] = '"';
	buf_append(out, text, n);
}

void
prefilter_add_attr(struct prefilter *f, enum attr attr, struct slice raw)
{
	struct attr_table *t = f->attrs;

	if (raw.p == NULL)
		return;
	if (raw.len > attr_max_bytes(attr)) {
		/* A truncated address is useless, but a truncated list of class
		 * names is not. */
		if (attr != ATTR_CLASS)
			return;
		raw = utf8_prefix(raw, attr_max_bytes(attr));
	}
	if (t->n_values == t->cap_values) {
		t->values = arena_grow(f->arena, t->values, t->cap_values,
		    (size_t)t->cap_values * 2, sizeof(*t->values));
		t->cap_values *= 2;
	}
	t->values[t->n_values++] = (struct attr_value){ attr,
		reference_text(f->arena, raw, REFERENCE_IN_ATTRIBUTE) };
}

static void
prefilter_attrs_grow(struct prefilter *f)
{
	struct attr_table *t = f->attrs;
	size_t wanted = (size_t)t->cap_records * 2;

	t->records = arena_grow(
	    f->arena, t->records, t->cap_records, wanted, sizeof(*t->records));
	if (f->is_whole)
		t->tags = arena_grow(f->arena, t->tags, t->cap_records, wanted,
		    sizeof(*t->tags));
	t->cap_records = (uint32_t)wanted;
}

void
prefilter_end_attrs(struct prefilter *f)
{
	struct attr_table *t = f->attrs;

	if (t->n_values > f->record_first || f->is_whole) {
		if (t->n_records == t->cap_records)
			prefilter_attrs_grow(f);
		if (f->is_whole)
			t->tags[t->n_records] = f->tag;
		t->records[t->n_records] =
		    (struct attr_record){ f->record_first,
			    t->n_values - f->record_first };
		prefilter_attrs_write_number(f->out, t->n_records++);
	}
	buf_append_char(f->out, '>');
}

void
prefilter_begin_element(struct prefilter *f, enum tag read, enum tag written)
{
	guard_begin(&f->guard, read, written);
	f->record_first = f->attrs->n_values;
}

void
prefilter_init_attrs(struct prefilter *f)
{
	struct attr_table *t = arena_alloc(f->arena, sizeof(*t));

	t->cap_values = FIRST_VALUES;
	t->cap_records = FIRST_VALUES / 2;
	t->values = arena_array(f->arena, t->cap_values, sizeof(*t->values));
	t->records = arena_array(f->arena, t->cap_records, sizeof(*t->records));
	if (f->is_whole)
		t->tags =
		    arena_array(f->arena, t->cap_records, sizeof(*t->tags));
	f->attrs = t;
}

struct slice
prefilter_image_source(struct prefilter *f)
{
	const struct scan *s = &f->scan;
	struct slice lazy[] = {
		markup_best_candidate(scan_attr(s, ATTR_LAZY_SRCSET)),
		markup_best_candidate(scan_attr(s, ATTR_SRCSET)),
		scan_attr(s, ATTR_LAZY_SRC),
		scan_attr(s, ATTR_SRC),
		f->picture_src,
	};

	if (markup_is_page_about(slice_trim(lazy[2]), slice_trim(lazy[3])))
		lazy[2] = SLICE_NONE;
	for (size_t i = 0; i < ARRAY_LENGTH(lazy); i++)
		if (!markup_is_placeholder(slice_trim(lazy[i])))
			return lazy[i];
	return SLICE_NONE;
}

static const uint8_t written_attrs[] = { ATTR_ID, ATTR_CLASS, ATTR_ROLE,
	ATTR_ITEMPROP, ATTR_ITEMTYPE, ATTR_LANG };

void
prefilter_write_attrs(
    struct prefilter *f, const struct tag_info *info, enum tag written)
{
	const struct scan *s = &f->scan;

	for (size_t i = 0; i < sizeof(written_attrs); i++)
		if (scan_has(s, written_attrs[i]))
			prefilter_add_attr(
			    f, written_attrs[i], s->attr[written_attrs[i]]);
	/* In newsletters, styles distinguish the elements, which have no
	 * classes. */
	if (scan_has(s, ATTR_STYLE) && !scan_has(s, ATTR_CLASS))
		prefilter_add_attr(f, ATTR_STYLE, s->attr[ATTR_STYLE]);
	/* RDFa's property has the meaning of microdata's itemprop. */
	if (scan_has(s, ATTR_PROPERTY) && !scan_has(s, ATTR_ITEMPROP))
		prefilter_add_attr(f, ATTR_ITEMPROP, s->attr[ATTR_PROPERTY]);
	if (markup_is_hidden(s))
		prefilter_add_attr(f, ATTR_HIDDEN, SLICE("hidden"));
	if (info->tag == TAG_A) {
		prefilter_add_attr(f, ATTR_HREF, scan_attr(s, ATTR_HREF));
		prefilter_add_attr(f, ATTR_REL, scan_attr(s, ATTR_REL));
	} else if (info->tag == TAG_TIME && scan_has(s, ATTR_DATETIME)) {
		prefilter_add_attr(
		    f, ATTR_DATETIME, scan_attr(s, ATTR_DATETIME));
	} else if (scan_has(s, ATTR_CONTENT) &&
		   (scan_has(s, ATTR_ITEMPROP) || scan_has(s, ATTR_PROPERTY))) {
		prefilter_add_attr(f, ATTR_CONTENT, scan_attr(s, ATTR_CONTENT));
	}
	/* A form or button that is written under another name gets its original
	 * name as role, unless it has a role. */
	if (!scan_has(s, ATTR_ROLE) && info->tag != written &&
	    (info->tag == TAG_FORM || info->tag == TAG_BUTTON))
		prefilter_add_attr(f, ATTR_ROLE, slice_of(info->name));
}
