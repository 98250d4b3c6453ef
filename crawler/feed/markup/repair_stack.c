/*
 * repair_stack.c -- the open elements of a malformed feed.
 *
 * The treatment of a tag depends on its role in a feed: an item cannot contain
 * an item, a date cannot contain markup, HTML's end tags do not close elements
 * outside of the text that contains them.
 */
#include "crawler/feed/markup/repair_stack.h"

#include "base/array.h"

static const struct {
	const char *local;
	enum role role;
} roles[] = {
	{ "item", ROLE_ENTRY },
	{ "entry", ROLE_ENTRY },
	{ "rss", ROLE_FRAME },
	{ "rdf", ROLE_FRAME },
	{ "feed", ROLE_FRAME },
	{ "channel", ROLE_FRAME },
	{ "image", ROLE_FRAME },
	{ "textinput", ROLE_FRAME },
	{ "items", ROLE_FRAME },
	{ "title", ROLE_FIELD },
	{ "description", ROLE_FIELD },
	{ "summary", ROLE_FIELD },
	{ "content", ROLE_FIELD },
	{ "encoded", ROLE_FIELD },
	{ "full-text", ROLE_FIELD },
	{ "fulltext", ROLE_FIELD },
	{ "subtitle", ROLE_FIELD },
	{ "tagline", ROLE_FIELD },
	{ "copyright", ROLE_FIELD },
	{ "rights", ROLE_FIELD },
	{ "link", ROLE_VALUE },
	{ "guid", ROLE_VALUE },
	{ "id", ROLE_VALUE },
	{ "pubdate", ROLE_VALUE },
	{ "lastbuilddate", ROLE_VALUE },
	{ "published", ROLE_VALUE },
	{ "updated", ROLE_VALUE },
	{ "issued", ROLE_VALUE },
	{ "modified", ROLE_VALUE },
	{ "date", ROLE_VALUE },
	{ "creator", ROLE_VALUE },
	{ "subject", ROLE_VALUE },
	{ "category", ROLE_VALUE },
	{ "comments", ROLE_VALUE },
	{ "language", ROLE_VALUE },
	{ "generator", ROLE_VALUE },
	{ "url", ROLE_VALUE },
};

static struct slice
repair_stack_local_name(struct slice name)
{
	size_t colon = slice_find_char(name, ':', 0);

	return colon == SLICE_NOT_FOUND ? name
					: slice_sub(name, colon + 1, name.len);
}

enum role
repair_role(struct slice name)
{
	struct slice local = repair_stack_local_name(name);

	for (size_t i = 0; i < ARRAY_LENGTH(roles); i++)
		if (slice_equal_nocase(local, slice_of(roles[i].local)))
			return roles[i].role;
	return ROLE_OTHER;
}

/* Returns a hash of the local name. Case is ignored, as in the comparison of
 * end tags. */
static unsigned
repair_stack_bucket_of(struct slice name)
{
	struct slice local = repair_stack_local_name(name);
	unsigned hash = 5381;

	for (size_t i = 0; i < local.len; i++)
		hash = hash * 33 + ((unsigned char)local.p[i] | 0x20);
	return hash % NAME_BUCKETS;
}

void
repair_push(struct repair_stack *s, struct slice name, enum role role)
{
	const struct open_element *outer = &s->open[s->depth];
	uint16_t *bucket = &s->bucket[repair_stack_bucket_of(name)];
	uint16_t depth = (uint16_t)++s->depth;

	s->open[depth] = (struct open_element){ name, role,
		role == ROLE_FIELD ? depth : outer->field,
		role == ROLE_ENTRY ? depth : outer->entry,
		role != ROLE_OTHER ? depth : outer->barrier, *bucket };
	*bucket = depth;
}

static void
repair_stack_pop(struct repair_stack *s)
{
	const struct open_element *open = &s->open[s->depth--];

	s->bucket[repair_stack_bucket_of(open->name)] = open->previous;
	buf_append_string(s->out, "</");
	buf_append_slice(s->out, open->name);
	buf_append_char(s->out, '>');
}

void
repair_pop_to(struct repair_stack *s, uint32_t depth)
{
	while (s->depth > depth)
		repair_stack_pop(s);
}

/* True for the title, description or category of a media file (Media RSS).
 * These elements describe the file and not the item. */
static bool
repair_stack_is_of_media(struct slice field, struct slice name)
{
	return slice_equal_nocase(field, SLICE("media:content")) &&
	       slice_starts_nocase(name, SLICE("media:")) &&
	       !slice_equal_nocase(name, field);
}

/* Returns the depth of the innermost open element that can contain items, 0 if
 * there is none. */
static uint32_t
repair_stack_find_container(const struct repair_stack *s)
{
	uint32_t d = s->depth;

	while (d > 0 &&
	       (s->open[d].role != ROLE_FRAME ||
		   slice_equal_nocase(s->open[d].name, SLICE("image")) ||
		   slice_equal_nocase(s->open[d].name, SLICE("textinput"))))
		d--;
	return d;
}

void
repair_close_before(
    struct repair_stack *s, struct slice name, enum role role, bool is_html)
{
	const struct open_element *inner = &s->open[s->depth];
	uint32_t container;

	if (role == ROLE_ENTRY) {
		/* Elements of the feed that were not closed before its first
		 * item do not contain the items. */
		container = inner->entry > 1 ? inner->entry - 1u
					     : repair_stack_find_container(s);
		if (container > 0)
			repair_pop_to(s, container);
		return;
	}
	if (role != ROLE_VALUE && role != ROLE_FIELD)
		return;
	if (s->depth > 1 && inner->role == ROLE_VALUE)
		repair_stack_pop(s);
	else if (inner->field > 1 &&
		 !repair_stack_is_of_media(s->open[inner->field].name, name) &&
		 /* A title cannot contain a link; a text cannot contain a date.
		  */
		 (!is_html ||
		     slice_equal_nocase(
			 repair_stack_local_name(s->open[inner->field].name),
			 SLICE("title"))))
		repair_pop_to(s, inner->field - 1u);
}

uint32_t
repair_find(const struct repair_stack *s, struct slice name)
{
	struct slice local = repair_stack_local_name(name);
	bool is_feeds = repair_role(name) != ROLE_OTHER;

	for (uint32_t d = s->bucket[repair_stack_bucket_of(name)]; d > 0;
	     d = s->open[d].previous) {
		/* An end tag of HTML does not close elements outside of the
		 * text that contains it. */
		if (!is_feeds && s->open[s->depth].barrier >= d)
			return UINT32_MAX;
		if (slice_equal_nocase(s->open[d].name, name) ||
		    (d == s->depth &&
			slice_equal_nocase(
			    repair_stack_local_name(s->open[d].name), local)))
			return d - 1;
	}
	return UINT32_MAX;
}
