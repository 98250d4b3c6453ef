/*
 * xml_feed.c -- reads RSS, RDF and Atom: the parser's events fill a builder.
 *
 * Every open element has a place.  The vocabulary maps the name and the place
 * of an element to the treatment of the element, which includes the place of
 * its children.  For a text element, everything up to its end is captured, with
 * child elements written back as tags.  Unknown elements are skipped with their
 * content.
 */
#include "crawler/feed/format/xml_feed.h"

#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "crawler/feed/format/atom_link.h"
#include "crawler/feed/format/atom_text.h"
#include "crawler/feed/format/deletion.h"
#include "crawler/feed/format/xml_attribute.h"
#include "crawler/feed/format/xml_capture.h"
#include "crawler/feed/link.h"
#include "crawler/feed/markup/xml_events.h"
#include "crawler/feed/markup/xml_lex.h"
#include "crawler/feed/markup/xml_names.h"
#include "crawler/feed/markup/xml_reader.h"
#include "crawler/feed/media.h"

struct frame {
	enum place place;
	const char *local;
	struct slice base;
};

struct person {
	const struct feed_rule *rule;
	uint32_t depth; /* 0: no person is open */
	struct slice parts[N_PERSON_SLOTS];
	struct buf text; /* the captured content */
};

/* An entry that contains the current entry. */
struct outer_entry {
	struct scope scope;
	uint32_t depth;
	struct outer_entry *next; /* the entry that contains this one */
};

struct xml_feed_reader {
	struct builder *builder;
	const struct repaired *document;
	uint32_t depth, entry_depth;
	struct outer_entry *outer; /* NULL: the entry is not in an entry */
	struct outer_entry *spare; /* not in use any more */
	struct frame frames[LIMIT_FEED_DEPTH + 2];
	struct xml_capture capture;
	struct person person;
	bool exhausted;
	bool field_cut; /* a text was longer than its limit and was truncated */
	bool is_atom03;
	struct xml_names names;
};

static struct slice
xml_feed_attribute(struct xml_feed_reader *r, const struct xml_element *element,
    const char *local)
{
	return xml_attribute_decoded(
	    r->builder->arena, xml_attribute_value(element, local));
}

/* ---- elements whose values are attributes ---- */

static struct slice
xml_feed_first_attribute(
    struct xml_feed_reader *r, const struct xml_element *element)
{
	static const char *const names[] = { "href", "url", "src" };
	struct slice value;

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
		value = xml_feed_attribute(r, element, names[i]);
		if (value.len > 0)
			return value;
	}
	return xml_attribute_decoded(
	    r->builder->arena, xml_attribute_of_rdf(element, "resource"));
}

static void
xml_feed_read_attributes(struct xml_feed_reader *r,
    const struct xml_element *element, const struct feed_rule *rule)
{
	struct builder *b = r->builder;
	struct slice base = r->frames[r->depth].base;

	switch (rule->kind) {
	case KIND_URL_ATTRIBUTE:
		builder_url(b, (enum text_slot)rule->slot, rule->rank, base,
		    xml_feed_first_attribute(r, element));
		break;
	case KIND_TERM_ATTRIBUTE:
		builder_term(b, (enum list_slot)rule->slot, rule->rank,
		    xml_feed_attribute(r, element, "term"), MARKUP_NEVER);
		break;
	case KIND_ENCLOSURE:
		builder_enclosure(b, base,
		    xml_feed_attribute(r, element, "url"),
		    xml_feed_attribute(r, element, "type"),
		    xml_feed_attribute(r, element, "length"));
		break;
	case KIND_MEDIA:
		r->frames[r->depth].place = PLACE_MEDIA;
		builder_media(b, base, xml_feed_attribute(r, element, "url"),
		    media_kind_of(xml_feed_attribute(r, element, "medium"),
			xml_feed_attribute(r, element, "type"),
			xml_feed_attribute(r, element, "url")));
		break;
	case KIND_DELETION:
		deletion_add(b, xml_feed_attribute(r, element, "ref"),
		    xml_feed_attribute(r, element, "when"));
		break;
	default:
		break;
	}
}

/* ---- places ---- */

/* Begins an entry.  If another entry is open, its values are kept until this
 * entry ends. */
static void
xml_feed_begin_entry(
    struct xml_feed_reader *r, const struct xml_element *element)
{
	struct builder *b = r->builder;
	struct outer_entry *outer;

	if (r->entry_depth != 0) {
		outer = r->spare;
		if (outer)
			r->spare = outer->next;
		else
			outer = arena_alloc(b->arena, sizeof(*outer));
		*outer = (struct outer_entry){ b->entry_scope, r->entry_depth,
			r->outer };
		r->outer = outer;
	}
	r->frames[r->depth].place = PLACE_ENTRY;
	r->entry_depth = r->depth;
	builder_begin_entry(b);
	builder_token(b, SLOT_ID, 5,
	    xml_attribute_decoded(
		b->arena, xml_attribute_of_rdf(element, "about")));
}

static void
xml_feed_end_entry(struct xml_feed_reader *r, bool is_cut)
{
	struct builder *b = r->builder;
	const struct candidate *texts = b->scope->texts;
	struct outer_entry *outer = r->outer;

	/* A truncated entry is kept if its identity is complete: it has a guid
	 * or a link. */
	builder_end_entry(b,
	    !is_cut || texts[SLOT_ID].value.p || texts[SLOT_LINK].value.p);
	r->entry_depth = 0;
	if (!outer)
		return;
	b->entry_scope = outer->scope;
	b->scope = &b->entry_scope;
	r->entry_depth = outer->depth;
	r->outer = outer->next;
	outer->next = r->spare;
	r->spare = outer;
}

static void
xml_feed_enter_element(struct xml_feed_reader *r,
    const struct xml_element *element, const struct feed_rule *rule)
{
	struct frame *frame = &r->frames[r->depth];

	frame->place = (enum place)rule->slot;
	if (frame->place == PLACE_FEED || frame->place == PLACE_ROOT)
		builder_token(r->builder, SLOT_LANGUAGE, 3,
		    xml_attribute_of_xml(element, "lang"));
}

static void
xml_feed_begin_person(struct xml_feed_reader *r, const struct feed_rule *rule)
{
	r->frames[r->depth].place = PLACE_PERSON;
	r->person.rule = rule;
	r->person.depth = r->depth;
	memset(r->person.parts, 0, sizeof(r->person.parts));
	buf_clear(&r->person.text);
}

static void
xml_feed_end_person(struct xml_feed_reader *r, bool is_cut)
{
	struct person *p = &r->person;
	struct slice name = p->parts[SLOT_NAME];

	p->depth = 0;
	if (is_cut)
		return;
	if (p->text.no_memory)
		arena_give_up(r->builder->arena);
	if (name.len == 0)
		name = p->parts[SLOT_EMAIL];
	if (name.len == 0)
		name = buf_slice(&p->text);
	builder_name(r->builder, p->rule->rank, name, MARKUP_DETECT);
}

/* ---- captured text ---- */

static void
xml_feed_begin_capture(struct xml_feed_reader *r,
    const struct xml_element *element, const struct feed_rule *rule)
{
	struct xml_capture *c = &r->capture;

	c->rule = rule;
	c->depth = r->depth;
	c->has_tags = false;
	buf_clear(&c->text);
	r->frames[r->depth].place = PLACE_NOWHERE;
	c->type = (struct atom_text){ .markup = rule->markup };
	if (rule->markup == MARKUP_TYPED)
		atom_text_type(xml_attribute_value(element, "type"),
		    xml_attribute_value(element, "mode"), r->is_atom03,
		    &c->type);
	/* The content of the element is XML, as of a text with the type xhtml.
	 */
	if (rule->ns == NS_XHTML)
		c->type.is_tree = true;
	if (rule->kind == KIND_GUID)
		c->is_permalink = !slice_equal_nocase(
		    slice_trim(xml_attribute_value(element, "isPermaLink")),
		    SLICE("false"));
	/* Some feeds write Atom's links without the namespace. */
	if (rule->kind == KIND_RSS_LINK &&
	    xml_attribute_value(element, "href").len > 0)
		atom_link_read(r->builder, element, r->frames[r->depth].base);
	if (rule->ns == NS_ATOM && rule->slot == SLOT_CONTENT)
		atom_link_read_source(
		    r->builder, element, r->frames[r->depth].base);
}

static void
xml_feed_end_text(struct xml_feed_reader *r, const struct xml_capture *c)
{
	enum markup markup = c->type.markup;
	struct slice raw = xml_capture_text(c), decoded;
	/* A title is always text, whatever its type is (RFC 4287, section
	 * 3.1.1). */
	bool may_be_binary = c->rule->slot == SLOT_CONTENT;

	if (c->type.is_binary && may_be_binary)
		return;
	if (c->type.is_base64) {
		decoded = base64_decode(r->builder->arena, raw);
		if (decoded.len > 0 || may_be_binary)
			raw = decoded;
	}
	if (c->has_tags)
		markup = MARKUP_ALWAYS;
	builder_text(r->builder, (enum text_slot)c->rule->slot, c->rule->rank,
	    raw, markup);
}

static void
xml_feed_end_guid(struct xml_feed_reader *r, const struct xml_capture *c)
{
	struct builder *b = r->builder;
	struct slice id = slice_trim(xml_capture_text(c));

	builder_token(b, SLOT_ID, c->rule->rank, id);
	if (!c->is_permalink || id.len == 0)
		return;
	b->scope->id_is_permalink = true;
	if (link_is_http(id))
		builder_url(b, SLOT_LINK, RANK_PERMALINK, SLICE_NONE, id);
}

/* Adds the keywords of a news sitemap, which are separated by commas: "budget,
 * parliament". */
static void
xml_feed_end_terms(
    struct xml_feed_reader *r, struct slice text, enum markup markup)
{
	struct slice term;

	for (int i = 0; i < LIMIT_ENTRY_LIST && slice_next(&text, ',', &term);
	     i++)
		builder_term(r->builder, (enum list_slot)r->capture.rule->slot,
		    0, term, markup);
}

/* Returns the digits of a number with a fraction (60.0), or of a number of
 * minutes with its unit (60 min), as some feeds write their ttl. Returns other
 * texts unchanged. */
static struct slice
xml_feed_digits(struct slice text)
{
	struct slice number = slice_trim(text), rest;
	size_t n = 0;

	while (n < number.len && ascii_is_digit(number.p[n]))
		n++;
	rest = slice_trim(slice_sub(number, n, number.len));
	return slice_starts(rest, SLICE(".")) ||
		       slice_starts_nocase(rest, SLICE("min"))
		   ? slice_sub(number, 0, n)
		   : text;
}

static void
xml_feed_end_capture(struct xml_feed_reader *r, bool is_cut)
{
	const struct xml_capture *c = &r->capture;
	const struct feed_rule *rule = c->rule;
	struct builder *b = r->builder;
	struct slice base = r->frames[r->depth].base;
	struct slice text = xml_capture_text(c);
	enum markup markup = c->has_tags ? MARKUP_ALWAYS : MARKUP_DETECT;

	if (c->text.no_memory)
		arena_give_up(b->arena);
	/* A truncated text can be used, but a truncated link or date is wrong.
	 */
	switch (is_cut && rule->kind != KIND_TEXT ? KIND_ENTER : rule->kind) {
	case KIND_TEXT:
		xml_feed_end_text(r, c);
		break;
	case KIND_TOKEN:
		builder_token(b, (enum text_slot)rule->slot, rule->rank, text);
		break;
	case KIND_URL:
		builder_url(
		    b, (enum text_slot)rule->slot, rule->rank, base, text);
		break;
	case KIND_RSS_LINK:
		builder_url(b, SLOT_LINK, RANK_RSS_LINK, base, text);
		break;
	case KIND_DATE:
		builder_date(b, (enum date_slot)rule->slot, rule->rank, text);
		break;
	case KIND_NUMBER:
		builder_number(
		    b, (enum number_slot)rule->slot, xml_feed_digits(text));
		break;
	case KIND_PRESENCE:
		b->feed->is_all = true;
		break;
	case KIND_NAME:
		builder_name(b, rule->rank, text, markup);
		break;
	case KIND_TERM:
		builder_term(
		    b, (enum list_slot)rule->slot, rule->rank, text, markup);
		break;
	case KIND_TERMS:
		xml_feed_end_terms(r, text, markup);
		break;
	case KIND_PART:
		r->person.parts[rule->slot] = arena_copy(b->arena, text);
		break;
	case KIND_GUID:
		xml_feed_end_guid(r, c);
		break;
	default:
		break;
	}
	r->field_cut |= buf_failed(&c->text);
	r->capture.rule = NULL;
}

/* ---- events ---- */

/* Sets the base of the element if it has xml:base.  A base that is not an HTTP
 * URL ("about:blank") is ignored, because no link can be resolved against it.
 */
static void
xml_feed_set_base(struct xml_feed_reader *r, struct frame *frame,
    const struct xml_element *element)
{
	struct arena *arena = r->builder->arena;
	struct slice base =
	    xml_attribute_decoded(arena, xml_attribute_of_xml(element, "base"));

	if (base.len > 0)
		base = link_resolve(arena,
		    frame->base.p ? frame->base : r->builder->base_url, base);
	if (base.len > 0 &&
	    (link_is_http(base) || !link_is_http(r->builder->base_url)))
		frame->base = base;
}

/* This function is not inlined, because its variables could then lose their
 * values at the setjmp() in the caller. */
__attribute__((noinline)) static void
xml_feed_start_element(
    struct xml_feed_reader *r, const struct xml_element *element)
{
	struct frame *parent = &r->frames[r->depth];
	struct frame *frame = &r->frames[++r->depth];
	const struct feed_rule *rule, *text_rule;

	*frame = (struct frame){ PLACE_NOWHERE, element->local, parent->base };
	if (r->capture.rule) {
		xml_capture_add_tag(&r->capture, "<", element->local);
		return;
	}
	if (parent->place == PLACE_NOWHERE)
		return;
	xml_feed_set_base(r, frame, element);
	rule = xml_names_rule(&r->names, element, parent->place);
	if (rule && rule->kind == KIND_ATOM_LINK &&
	    (text_rule = atom_link_text_rule(r->builder, element)) != NULL)
		rule = text_rule;
	/* RSS's author may contain other elements around the name. */
	if (!rule && parent->place == PLACE_PERSON)
		frame->place = PLACE_PERSON;
	if (!rule)
		return;
	if (rule->kind == KIND_ENTRY)
		xml_feed_begin_entry(r, element);
	else if (rule->kind == KIND_ENTER)
		xml_feed_enter_element(r, element, rule);
	else if (rule->kind == KIND_SOURCE)
		r->builder->scope->has_source = true;
	else if (rule->kind == KIND_PERSON)
		xml_feed_begin_person(r, rule);
	else if (rule->kind == KIND_ATOM_LINK)
		atom_link_read(r->builder, element, r->frames[r->depth].base);
	else if (rule->kind >= KIND_ENCLOSURE ||
		 rule->kind == KIND_URL_ATTRIBUTE ||
		 rule->kind == KIND_TERM_ATTRIBUTE)
		xml_feed_read_attributes(r, element, rule);
	else
		xml_feed_begin_capture(r, element, rule);
}

__attribute__((noinline)) static void
xml_feed_end_element(struct xml_feed_reader *r, size_t at)
{
	bool is_cut = r->document->is_cut && at > r->document->cut_at;

	if (r->capture.rule && r->capture.depth == r->depth)
		xml_feed_end_capture(r, is_cut);
	else if (r->capture.rule)
		xml_capture_add_tag(
		    &r->capture, "</", r->frames[r->depth].local);
	else if (r->person.depth == r->depth)
		xml_feed_end_person(r, is_cut);
	if (r->entry_depth == r->depth)
		xml_feed_end_entry(r, is_cut);
	r->depth--;
}

static void
xml_feed_add_text(struct xml_feed_reader *r, struct slice piece)
{
	if (r->capture.rule)
		xml_capture_add_text(&r->capture, piece);
	else if (r->frames[r->depth].place == PLACE_PERSON)
		buf_append_slice(&r->person.text, piece);
}

/* The arena's jump must not skip libxml2's stack frames, so the handler of each
 * event catches the jump. */
#define GUARDED(r, call)                                                       \
	do {                                                                   \
		struct arena *arena = (r)->builder->arena;                     \
		jmp_buf here, *const outer = arena->exhausted;                 \
                                                                               \
		if (setjmp(here) == 0) {                                       \
			arena->exhausted = &here;                              \
			call;                                                  \
		} else {                                                       \
			(r)->exhausted = true;                                 \
		}                                                              \
		arena->exhausted = outer;                                      \
	} while (0)

static bool
xml_feed_on_start(void *context, const struct xml_element *element)
{
	struct xml_feed_reader *r = context;

	GUARDED(r, xml_feed_start_element(r, element));
	return !r->exhausted;
}

static bool
xml_feed_on_text(void *context, struct slice piece)
{
	xml_feed_add_text(context, piece); /* uses no arena, so it cannot
					      jump */
	return true;
}

static bool
xml_feed_on_end(void *context, size_t at)
{
	struct xml_feed_reader *r = context;

	GUARDED(r, xml_feed_end_element(r, at));
	return !r->exhausted;
}

/* Initialises all but frames[], which are filled as elements open. */
static void
xml_feed_reader_init(struct xml_feed_reader *r, struct builder *b,
    const struct repaired *document)
{
	r->builder = b;
	r->document = document;
	r->depth = r->entry_depth = 0;
	r->outer = r->spare = NULL;
	r->frames[0] = (struct frame){ .place = PLACE_TOP };
	memset(&r->capture, 0, sizeof(r->capture));
	memset(&r->person, 0, sizeof(r->person));
	memset(&r->names, 0, sizeof(r->names));
	r->exhausted = r->field_cut = false;
	r->is_atom03 = b->feed->format == FEED_ATOM03;
	r->names.is_sitemap = b->feed->format == FEED_SITEMAP ||
			      b->feed->format == FEED_SITEMAP_INDEX;
	buf_init(&r->capture.text, LIMIT_FIELD_BYTES);
	buf_init(&r->person.text, LIMIT_TITLE_BYTES);
}

/* Reads a well-formed document without libxml2. libxml2 reads a repaired
 * document that xml_wellformed_end() does not accept. */
static bool
xml_feed_parse(struct xml_feed_reader *r, char ret_why[XML_WHY_BYTES])
{
	static const struct xml_events events = { xml_feed_on_start,
		xml_feed_on_text, xml_feed_on_end };
	struct slice xml = r->document->xml;

	if (r->document->is_changed && xml_wellformed_end(xml) != xml.len)
		return xml_read(xml, &events, r, ret_why);
	return xml_read_wellformed(xml, &events, r, ret_why);
}

int
xml_feed_read(struct builder *b, const struct repaired *document, struct err *e)
{
	struct xml_feed_reader r;
	char why[XML_WHY_BYTES];
	bool is_whole;

	xml_feed_reader_init(&r, b, document);
	is_whole = xml_feed_parse(&r, why);
	buf_release(&r.capture.text);
	buf_release(&r.person.text);
	if (r.exhausted)
		return builder_exhausted(b, e);
	b->feed->complete = is_whole && !document->is_cut;
	if (!is_whole)
		b->feed->why =
		    utf8_repair(b->arena, arena_copy(b->arena, slice_of(why)));
	else if (document->is_cut)
		b->feed->why = arena_format(
		    b->arena, "ended inside <%s>", document->inside);
	else if (document->field_cut || r.field_cut)
		b->feed->why = SLICE("a text over its limit was truncated");
	return ERR_NONE;
}
