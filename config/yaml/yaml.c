/*
 * yaml.c -- builds a tree from libyaml's events.
 *
 * In:  the bytes of a file.
 * Out: struct yaml_node, faults with their places.
 *
 * Depth is counted here, between two events, because libyaml needs quadratic
 * time for nesting (100 000 "[" take more than 20 s).  Characters are checked
 * before libyaml reads them, because libyaml's errors about characters have no
 * place.
 */
#include "config/yaml/yaml.h"

#include <assert.h>

#include <yaml.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/table.h"
#include "base/text/utf8.h"
#include "config/yaml/yaml_syntax.h"

/* An open list or map. */
struct yaml_frame {
	struct yaml_node *node, **tail;
	struct table keys; /* the keys of a map: text of the key → the first
			      node with this key */
	bool has_key;      /* the next event is the value of `key` */
	bool drops_value;  /* the value of `key` is ignored, because the key is
			      invalid */
	struct slice key;
	struct place key_place;
};

struct yaml_reader {
	struct arena *arena;
	struct fault_list *faults;
	struct slice bytes;
	size_t file;
	yaml_parser_t parser;
	yaml_event_t event;
	struct yaml_frame frames[LIMIT_CONFIG_DEPTH];
	size_t depth;
	struct yaml_node *root;
	int n_documents;
	int rc;
};

bool
yaml_is_null(const struct yaml_node *node)
{
	static const char *const nulls[] = { "", "~", "null", "Null", "NULL" };

	if (node == NULL)
		return true;
	if (node->kind != YAML_TEXT || !node->plain)
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(nulls); i++)
		if (slice_equal(node->text, slice_of(nulls[i])))
			return true;
	return false;
}

/* -------------------------------------------------------------- characters */

/* True for a printable character of YAML 1.1, 5.1. */
static bool
yaml_is_printable(uint32_t rune)
{
	if (rune < 0x20)
		return rune == '\t' || rune == '\n' || rune == '\r';
	return rune != 0x7F && !(rune > 0x7F && rune < 0xA0 && rune != 0x85) &&
	       rune != 0xFEFF && rune != 0xFFFE && rune != 0xFFFF;
}

static void
yaml_step(struct place *place, uint32_t rune, char next)
{
	if (rune == '\n' || (rune == '\r' && next != '\n')) {
		place->line++;
		place->column = 1;
	} else {
		place->column++;
	}
}

/* Checks that all bytes are printable UTF-8. If not, it adds one fault. */
static bool
yaml_check_characters(
    struct slice bytes, size_t file, struct fault_list *faults)
{
	struct place place = { file, 1, 1 };
	size_t at = 0;

	if (slice_starts(bytes, SLICE("\xFF\xFE")) ||
	    slice_starts(bytes, SLICE("\xFE\xFF"))) {
		fault_add(faults, place, "UTF-16, expected UTF-8");
		return false;
	}
	while (at < bytes.len) {
		uint32_t rune;
		size_t taken = utf8_decode(bytes.p + at, bytes.len - at, &rune);
		bool bad =
		    rune == RUNE_BAD &&
		    (taken != 3 || memcmp(bytes.p + at, "\xEF\xBF\xBD", 3));

		if (bad || !yaml_is_printable(rune)) {
			fault_add(faults, place,
			    bad ? "byte 0x%02X is not valid UTF-8, expected "
				  "text"
				: "control character U+%04X, expected text",
			    bad ? (unsigned char)bytes.p[at] : rune);
			return false;
		}
		at += taken;
		yaml_step(&place, rune, at < bytes.len ? bytes.p[at] : '\0');
	}
	return true;
}

static char
yaml_character_at(struct slice bytes, struct place wanted)
{
	struct place place = { wanted.file, 1, 1 };
	size_t at = 0;

	while (at < bytes.len) {
		uint32_t rune;

		if (place.line == wanted.line && place.column == wanted.column)
			return bytes.p[at];
		at += utf8_decode(bytes.p + at, bytes.len - at, &rune);
		yaml_step(&place, rune, at < bytes.len ? bytes.p[at] : '\0');
	}
	return '\0';
}

/* -------------------------------------------------------------------- tree */

static struct place
yaml_place_of(const struct yaml_reader *r, yaml_mark_t mark)
{
	return (
	    struct place){ r->file, (int)mark.line + 1, (int)mark.column + 1 };
}

/* Adds libyaml's error as a fault. */
static void
yaml_tell_syntax(struct yaml_reader *r)
{
	const yaml_parser_t *parser = &r->parser;
	struct place place = yaml_place_of(r, parser->problem_mark);
	const char *problem = parser->problem ? parser->problem : "no YAML";

	if (parser->error == YAML_MEMORY_ERROR)
		r->rc = ERR_MEMORY;
	else if (yaml_character_at(r->bytes, place) == '\t')
		fault_add(r->faults, place,
		    "a tab, expected spaces (YAML does not allow tabs as "
		    "indentation)");
	else
		yaml_syntax_tell(r->faults, place, problem, parser->context,
		    parser->context_mark.line + 1);
	if (r->rc == 0)
		r->rc = ERR_CONFIG;
}

static struct yaml_node *
yaml_new_node(struct yaml_reader *r, enum yaml_kind kind)
{
	struct yaml_node *node = arena_alloc(r->arena, sizeof(*node));

	node->kind = kind;
	node->place = yaml_place_of(r, r->event.start_mark);
	return node;
}

static void
yaml_add_node(struct yaml_reader *r, struct yaml_node *node)
{
	struct yaml_frame *frame;

	if (r->depth == 0) {
		r->root = node;
		return;
	}
	frame = &r->frames[r->depth - 1];
	frame->has_key = false;
	if (frame->node->kind == YAML_MAP) {
		node->key = frame->key;
		node->key_place = frame->key_place;
		if (frame->drops_value)
			return;
	}
	*frame->tail = node;
	frame->tail = &node->next;
	frame->node->n_children++;
}

static bool
yaml_expects_key(const struct yaml_reader *r)
{
	const struct yaml_frame *frame;

	if (r->depth == 0)
		return false;
	frame = &r->frames[r->depth - 1];
	return frame->node->kind == YAML_MAP && !frame->has_key;
}

static void
yaml_set_key(struct yaml_reader *r, struct yaml_node *node)
{
	struct yaml_frame *frame = &r->frames[r->depth - 1];
	const struct yaml_node *first = table_get(&frame->keys, node->text);
	char quoted[FAULT_QUOTE_BYTES];

	frame->has_key = true;
	frame->drops_value = first != NULL;
	frame->key = node->text;
	frame->key_place = node->place;
	if (first != NULL)
		fault_add(r->faults, node->place,
		    "key %s is given twice, expected once (first in line %d)",
		    fault_quote(node->text, quoted), first->place.line);
	else if (table_put(&frame->keys, node->text, node) != 0)
		r->rc = ERR_MEMORY;
}

/* Anchors and tags are reported and otherwise ignored. */
static void
yaml_refuse_properties(
    struct yaml_reader *r, const yaml_char_t *anchor, const yaml_char_t *tag)
{
	struct place place = yaml_place_of(r, r->event.start_mark);

	if (anchor != NULL)
		fault_add(r->faults, place,
		    "an anchor (&), expected the value itself");
	if (tag != NULL)
		fault_add(
		    r->faults, place, "a tag (!), expected the value itself");
}

static void
yaml_take_text(struct yaml_reader *r)
{
	struct yaml_node *node = yaml_new_node(r, YAML_TEXT);

	yaml_refuse_properties(
	    r, r->event.data.scalar.anchor, r->event.data.scalar.tag);
	node->text = arena_copy(
	    r->arena, (struct slice){ (const char *)r->event.data.scalar.value,
			  r->event.data.scalar.length });
	node->plain = r->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
	node->is_block =
	    r->event.data.scalar.style == YAML_LITERAL_SCALAR_STYLE ||
	    r->event.data.scalar.style == YAML_FOLDED_SCALAR_STYLE;
	if (yaml_expects_key(r))
		yaml_set_key(r, node);
	else
		yaml_add_node(r, node);
}

/* Reports an alias, and omits it and its key. */
static void
yaml_take_alias(struct yaml_reader *r)
{
	struct yaml_frame *frame;

	fault_add(r->faults, yaml_place_of(r, r->event.start_mark),
	    "an alias (*), expected the value itself");
	if (r->depth == 0)
		return;
	frame = &r->frames[r->depth - 1];
	frame->drops_value = true;
	frame->has_key = frame->node->kind == YAML_MAP && !frame->has_key;
}

static void
yaml_open_node(struct yaml_reader *r, enum yaml_kind kind)
{
	struct yaml_node *node = yaml_new_node(r, kind);
	struct yaml_frame *frame;

	if (r->depth == LIMIT_CONFIG_DEPTH) {
		fault_add(r->faults, node->place,
		    "nesting deeper than %d levels", LIMIT_CONFIG_DEPTH);
		r->rc = ERR_CONFIG;
		return;
	}
	if (yaml_expects_key(r)) {
		fault_add(r->faults, node->place,
		    "a list or map as a key, expected a name");
		r->rc = ERR_CONFIG;
		return;
	}
	/* Sequence and mapping start events have the same layout. */
	yaml_refuse_properties(r, r->event.data.mapping_start.anchor,
	    r->event.data.mapping_start.tag);
	yaml_add_node(r, node);
	frame = &r->frames[r->depth++];
	*frame = (struct yaml_frame){ .node = node, .tail = &node->children };
	table_init(&frame->keys);
}

static void
yaml_close_node(struct yaml_reader *r)
{
	assert(r->depth > 0);
	table_release(&r->frames[--r->depth].keys);
}

static void
yaml_begin_document(struct yaml_reader *r)
{
	if (++r->n_documents < 2)
		return;
	fault_add(r->faults, yaml_place_of(r, r->event.start_mark),
	    "a second YAML document, expected one per file");
	r->rc = ERR_CONFIG;
}

/* Returns false after the last event and after a fault. */
static bool
yaml_take_event(struct yaml_reader *r)
{
	switch (r->event.type) {
	case YAML_DOCUMENT_START_EVENT:
		yaml_begin_document(r);
		break;
	case YAML_SCALAR_EVENT:
		yaml_take_text(r);
		break;
	case YAML_ALIAS_EVENT:
		yaml_take_alias(r);
		break;
	case YAML_SEQUENCE_START_EVENT:
		yaml_open_node(r, YAML_LIST);
		break;
	case YAML_MAPPING_START_EVENT:
		yaml_open_node(r, YAML_MAP);
		break;
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		yaml_close_node(r);
		break;
	case YAML_STREAM_END_EVENT:
		return false;
	default:
		break;
	}
	return r->rc == 0;
}

static void
yaml_read_events(struct yaml_reader *r)
{
	bool more = true;

	while (more) {
		if (!yaml_parser_parse(&r->parser, &r->event)) {
			yaml_tell_syntax(r);
			break;
		}
		more = yaml_take_event(r);
		yaml_event_delete(&r->event);
	}
}

int
yaml_read(struct arena *arena, struct slice bytes, size_t file,
    struct fault_list *faults, struct yaml_node **ret_root)
{
	struct yaml_reader r = { .arena = arena, .faults = faults, .file = file };
	jmp_buf exhausted;

	if (bytes.len > LIMIT_CONFIG_BYTES) {
		fault_add(faults, (struct place){ file, 1, 1 },
		    "the file is larger than %lld KiB, expected a smaller file "
		    "(feeds can be spread over included files)",
		    LIMIT_CONFIG_BYTES / KIB);
		return ERR_CONFIG;
	}
	/* libyaml counts the byte order mark as a column of indentation. */
	if (slice_starts(bytes, SLICE("\xEF\xBB\xBF")))
		bytes = slice_sub(bytes, 3, bytes.len);
	r.bytes = bytes;
	if (!yaml_check_characters(bytes, file, faults))
		return ERR_CONFIG;
	if (!yaml_parser_initialize(&r.parser))
		return ERR_MEMORY;
	yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(
	    &r.parser, (const unsigned char *)bytes.p, bytes.len);
	arena->exhausted = &exhausted;
	if (setjmp(exhausted) == 0) {
		yaml_read_events(&r);
	} else {
		yaml_event_delete(&r.event);
		r.rc = ERR_MEMORY;
	}
	arena->exhausted = NULL;
	while (r.depth > 0)
		yaml_close_node(&r);
	yaml_parser_delete(&r.parser);
	*ret_root = r.root;
	return r.rc;
}
