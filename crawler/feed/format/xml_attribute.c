/*
 * xml_attribute.c -- attributes of feeds that have a namespace, and references
 * that libxml2 leaves in values.
 */
#include "crawler/feed/format/xml_attribute.h"

#include "crawler/feed/format/vocabulary.h"
#include "crawler/feed/format/xml_capture.h"

struct slice
xml_attribute_of_xml(const struct xml_element *element, const char *local)
{
	for (size_t i = 0; i < element->n_attributes; i++) {
		const struct xml_attribute *a = &element->attributes[i];

		if (a->prefix && strcmp(a->prefix, "xml") == 0 &&
		    strcmp(a->local, local) == 0)
			return a->value;
	}
	return SLICE_NONE;
}

struct slice
xml_attribute_of_rdf(const struct xml_element *element, const char *local)
{
	for (size_t i = 0; i < element->n_attributes; i++) {
		const struct xml_attribute *a = &element->attributes[i];

		if (strcmp(a->local, local) == 0 && (a->uri || a->prefix) &&
		    namespace_find(a->uri, a->prefix) == NS_RDF)
			return a->value;
	}
	return SLICE_NONE;
}

struct slice
xml_attribute_decoded(struct arena *arena, struct slice value)
{
	char *out;
	size_t n = 0;

	value = xml_section_text(value);
	if (slice_find(value, SLICE("&#38;"), 0) == SLICE_NOT_FOUND)
		return value;
	out = arena_alloc(arena, value.len + 1);
	for (size_t i = 0; i < value.len; i++) {
		out[n++] = value.p[i];
		if (slice_starts(
			slice_sub(value, i, value.len), SLICE("&#38;")))
			i += 4;
	}
	return (struct slice){ out, n };
}
