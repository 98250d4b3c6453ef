/*
 * schema_doc.c -- writes the key table as the sample file (gleaner.yaml) and as
 * tables of the documentation.
 */
#include "config/schema_doc.h"

#define TEXT_COLUMNS 76 /* width of the sample's comments */

/* ------------------------------------------------------------------ sample */

/* Writes the words of a text as comment lines. */
static void
schema_doc_write_comment(struct buf *out, const char *indent, const char *text)
{
	struct slice rest = slice_of(text), word;
	size_t column = 0;

	while (slice_next(&rest, ' ', &word)) {
		if (column > 0 && column + 1 + word.len > TEXT_COLUMNS) {
			buf_append_char(out, '\n');
			column = 0;
		}
		if (column == 0) {
			buf_printf(out, "%s#", indent);
			column = strlen(indent) + 1;
		}
		buf_append_char(out, ' ');
		buf_append_slice(out, word);
		column += 1 + word.len;
	}
	buf_append_char(out, '\n');
}

static void
schema_doc_write_sample_key(struct buf *out, const struct schema_key *key)
{
	const char *indent = strchr(key->path, '.') ? "  " : "";
	struct buf range;

	schema_doc_write_comment(out, indent, key->help);
	if (key->type == SCHEMA_SECTION) {
		buf_printf(out, "%s:\n", key->path);
		return;
	}
	buf_init(&range, 256);
	schema_range(key, &range);
	if (range.len > 0)
		buf_printf(out, "%s# (%s: %s)\n", indent, schema_type_name(key),
		    range.p);
	else
		buf_printf(out, "%s# (%s)\n", indent, schema_type_name(key));
	buf_carry_failure(out, &range);
	buf_release(&range);
	buf_printf(
	    out, "%s#%s: %s\n", indent, schema_name(key), key->default_text);
}

void
schema_write_sample(struct buf *out)
{
	for (size_t i = 0; i < schema_n_keys; i++) {
		if (schema_keys[i].type == SCHEMA_FEEDS)
			continue;
		if (out->len > 0)
			buf_append_char(out, '\n');
		schema_doc_write_sample_key(out, &schema_keys[i]);
	}
}

/* ---------------------------------------------------------------- markdown */

static void
schema_doc_write_row(struct buf *out, const struct schema_key *key)
{
	struct buf range;

	buf_init(&range, 256);
	schema_range(key, &range);
	buf_printf(out, "| `%s` | %s | %s | ", key->path, schema_type_name(key),
	    range.p);
	if (key->default_text != NULL)
		buf_printf(out, "`%s`", key->default_text);
	buf_printf(out, " | %s |\n", key->help);
	buf_carry_failure(out, &range);
	buf_release(&range);
}

void
schema_write_markdown(
    const struct schema_key *keys, size_t n_keys, struct buf *out)
{
	buf_append_string(out,
	    "| key | type | range | default | what it does |\n"
	    "|---|---|---|---|---|\n");
	for (size_t i = 0; i < n_keys; i++)
		if (keys[i].type != SCHEMA_SECTION)
			schema_doc_write_row(out, &keys[i]);
}
