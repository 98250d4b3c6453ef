/*
 * fields.c -- writes the source and confidence of an article's fields as JSON.
 */
#include "base/array.h"
#include "base/text/json_writer.h"
#include "cuter/cuter.h"

const char *
cuter_source_name(enum cuter_source source)
{
	static const char *const names[] = {
		[CUTER_SOURCE_NONE] = "",
		[CUTER_SOURCE_FEED] = "feed",
		[CUTER_SOURCE_JSON_LD] = "json-ld",
		[CUTER_SOURCE_META] = "meta",
		[CUTER_SOURCE_TITLE] = "title",
		[CUTER_SOURCE_HTML] = "html",
		[CUTER_SOURCE_HEADING] = "heading",
		[CUTER_SOURCE_MARKUP] = "markup",
		[CUTER_SOURCE_LINE] = "line",
		[CUTER_SOURCE_LINK] = "link",
		[CUTER_SOURCE_URL] = "url",
		[CUTER_SOURCE_WORDS] = "words",
		[CUTER_SOURCE_RULE] = "rule",
	};

	return (size_t)source < ARRAY_LENGTH(names) ? names[source] : "";
}

/* The names of the fields in `gleaner show --json`. */
static const char *const field_names[CUTER_FIELD_COUNT] = {
	[CUTER_FIELD_TITLE] = "title",
	[CUTER_FIELD_LEAD] = "lead",
	[CUTER_FIELD_AUTHORS] = "authors",
	[CUTER_FIELD_PUBLISHED] = "published_at",
	[CUTER_FIELD_MODIFIED] = "modified_at",
	[CUTER_FIELD_LANGUAGE] = "lang",
	[CUTER_FIELD_CANONICAL] = "canonical_url",
	[CUTER_FIELD_SECTION] = "section",
	[CUTER_FIELD_PUBLISHER] = "publisher",
	[CUTER_FIELD_LICENSE] = "license",
	[CUTER_FIELD_TAGS] = "tags",
};

static void
fields_write_languages(struct json_writer *w, const struct cuter_article *a)
{
	json_write_text_or_null(w, "declared", a->declared_language);
	json_write_text_or_null(w, "detected", a->detected_language);
	json_write_number(w, "detected_confidence", a->detected_confidence, 2);
}

void
cuter_fields_write(const struct cuter_article *a, struct buf *out)
{
	struct json_writer w;

	json_writer_init(&w, out);
	json_write_object(&w, NULL);
	for (int i = 0; i < CUTER_FIELD_COUNT; i++) {
		const struct cuter_origin_of *from = &a->fields[i];

		if (from->source == CUTER_SOURCE_NONE)
			continue;
		json_write_object(&w, field_names[i]);
		json_write_text(
		    &w, "source", slice_of(cuter_source_name(from->source)));
		json_write_number(&w, "confidence", from->confidence, 2);
		if (i == CUTER_FIELD_LANGUAGE)
			fields_write_languages(&w, a);
		json_write_end_object(&w);
	}
	json_write_end_object(&w);
}
