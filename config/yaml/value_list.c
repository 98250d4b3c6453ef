/*
 * value_list.c -- values that are lists or maps: revisits, tags, sites,
 * headers.
 *
 * Each invalid item is a separate fault.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "config/units.h"
#include "config/yaml/address_text.h"
#include "config/yaml/value.h"

static size_t *
value_list_length_field(const struct schema_key *key, char *base)
{
	return (size_t *)(void *)(base + key->n_offset);
}

/* ---------------------------------------------------------------- durations */

bool
value_read_durations(const struct schema_key *key, const struct yaml_node *node,
    char *base, struct fault_list *faults)
{
	int64_t *field = (int64_t *)(void *)(base + key->offset);
	int64_t list[CONFIG_MAX_REVISITS], value;
	size_t n = 0;
	bool good = true;

	if (node->kind != YAML_LIST || node->n_children > CONFIG_MAX_REVISITS)
		return value_refuse(key, node,
		    node->kind == YAML_LIST ? "too long a list" : NULL, faults);
	for (const struct yaml_node *item = node->children; item != NULL;
	     item = item->next) {
		if (item->kind != YAML_TEXT ||
		    !duration_read(item->text, &value) || value % 1000 != 0 ||
		    value / 1000 < key->min || value / 1000 > key->max)
			good = value_refuse(key, item, NULL, faults);
		else if (n > 0 && value / 1000 <= list[n - 1])
			good = value_refuse(key, item,
			    "a duration that is not longer than the "
			    "previous one",
			    faults);
		else
			list[n++] = value / 1000;
	}
	if (!good)
		return false;
	if (n > 0)
		memcpy(field, list, n * sizeof(list[0]));
	*value_list_length_field(key, base) = n;
	return true;
}

/* --------------------------------------------------------------------- tags */

static bool
value_list_has_tag(char *const *tags, size_t n, struct slice tag)
{
	for (size_t i = 0; i < n; i++)
		if (slice_equal(slice_of(tags[i]), tag))
			return true;
	return false;
}

static const char *
value_list_tag_problem(const struct yaml_node *item)
{
	if (item->kind != YAML_TEXT || yaml_is_null(item))
		return "a value that is not a text";
	if (slice_trim(item->text).len == 0)
		return "an empty tag";
	if (item->text.len > LIMIT_TAG_BYTES)
		return "a tag that is too long";
	if (value_has_control(item->text))
		return "a tag with control characters";
	return NULL;
}

bool
value_read_tags(const struct schema_key *key, const struct yaml_node *node,
    char *base, struct fault_list *faults)
{
	char ***field = (char ***)(void *)(base + key->offset);
	size_t *n = value_list_length_field(key, base);
	bool good = true;

	if (node->kind != YAML_LIST || node->n_children > (size_t)key->max)
		return value_refuse(key, node,
		    node->kind == YAML_LIST ? "too long a list" : NULL, faults);
	if (node->n_children == 0)
		return true;
	*field = calloc(node->n_children, sizeof(**field));
	if (*field == NULL) {
		faults->out_of_memory = true;
		return false;
	}
	for (const struct yaml_node *item = node->children; item != NULL;
	     item = item->next) {
		const char *problem = value_list_tag_problem(item);
		struct slice tag;

		if (problem != NULL) {
			good = value_refuse(key, item, problem, faults);
			continue;
		}
		tag = slice_trim(item->text);
		if (value_list_has_tag(*field, *n, tag))
			continue;
		(*field)[*n] = value_copy(tag, faults);
		if ((*field)[*n] == NULL)
			return false;
		++*n;
	}
	return good;
}

/* -------------------------------------------------------------------- sites */

/* Checks a host, host:port, or the address of a site.  Returns NULL if it is
 * valid. */
static const char *
value_list_site_problem(const struct yaml_node *item)
{
	struct slice site = slice_trim(item->text);
	char url[LIMIT_HOST_BYTES + 16];

	if (item->kind != YAML_TEXT || yaml_is_null(item))
		return "a value that is not a text";
	if (site.len == 0 || site.len > LIMIT_HOST_BYTES)
		return "not the name of a site";
	if (slice_find(site, SLICE("://"), 0) == SLICE_NOT_FOUND) {
		snprintf(url, sizeof(url), "http://%.*s", SLICE_ARG(site));
		site = slice_of(url);
	}
	return feed_url_problem(site) != NULL ? "not the name of a site" : NULL;
}

static bool
value_list_add_site(const struct schema_key *key, const struct yaml_node *item,
    char **sites, size_t *n, struct fault_list *faults)
{
	const char *problem = value_list_site_problem(item);

	if (problem != NULL)
		return value_refuse(key, item, problem, faults);
	if (value_list_has_tag(sites, *n, slice_trim(item->text)))
		return true;
	sites[*n] = value_copy(slice_trim(item->text), faults);
	if (sites[*n] == NULL)
		return false;
	++*n;
	return true;
}

bool
value_read_sites(const struct schema_key *key, const struct yaml_node *node,
    char *base, struct fault_list *faults)
{
	char ***field = (char ***)(void *)(base + key->offset);
	size_t *n = value_list_length_field(key, base);
	const struct yaml_node *item = node;
	size_t n_items = node->kind == YAML_LIST ? node->n_children : 1;
	bool good = true;

	if (node->kind == YAML_MAP || n_items > (size_t)key->max)
		return value_refuse(key, node,
		    node->kind == YAML_LIST ? "too long a list" : NULL, faults);
	if (node->kind == YAML_LIST)
		item = node->children;
	if (n_items == 0)
		return true;
	*field = calloc(n_items, sizeof(**field));
	if (*field == NULL) {
		faults->out_of_memory = true;
		return false;
	}
	for (size_t i = 0; i < n_items; i++, item = item->next)
		if (!value_list_add_site(key, item, *field, n, faults))
			good = false;
	return good;
}

/* ------------------------------------------------------------------ headers */

/* Headers that the client sets itself (RFC 9110, 7.2, 7.6.1, 8.6, 13.1; RFC
 * 9112, 6.1), and headers that would change the response so that the client
 * could not read it. */
static const char *const refused_headers[] = { "host", "content-length",
	"transfer-encoding", "connection", "keep-alive", "proxy-connection",
	"te", "trailer", "upgrade", "expect", "range", "accept-encoding" };

/* True if the text is a token (RFC 9110, 5.6.2). */
static bool
value_list_is_token(struct slice s)
{
	for (size_t i = 0; i < s.len; i++) {
		char c = s.p[i];
		bool letter = ascii_is_letter(c);
		bool digit = ascii_is_digit(c);

		if (!letter && !digit &&
		    (c == '\0' || strchr("!#$%&'*+-.^_`|~", c) == NULL))
			return false;
	}
	return s.len > 0;
}

static bool
value_list_is_refused(struct slice name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(refused_headers); i++)
		if (slice_equal_nocase(name, slice_of(refused_headers[i])))
			return true;
	return slice_starts_nocase(name, SLICE("if-"));
}

static bool
value_list_has_header(
    const struct config_header *headers, size_t n, struct slice name)
{
	for (size_t i = 0; i < n; i++)
		if (slice_equal_nocase(slice_of(headers[i].name), name))
			return true;
	return false;
}

/* Returns the part of an invalid name that a fault may show.  A whole header
 * line in place of the name has its value, which is a secret, after a colon, an
 * equals sign or white space. */
static struct slice
value_list_shown_name(struct slice name)
{
	for (size_t i = 0; i < name.len; i++)
		if (name.p[i] == ':' || name.p[i] == '=' ||
		    ascii_is_space(name.p[i]))
			return slice_sub(name, 0, i);
	return name;
}

/* Checks one header.  A fault has the form "headers: NAME: what, expected
 * ...".  Values are secrets and are not shown. */
static bool
value_list_check_header(const struct config_header *headers, size_t n,
    const struct yaml_node *item, struct fault_list *faults)
{
	struct slice name = item->key;
	char quoted[FAULT_QUOTE_BYTES];
	const char *what = NULL, *expected = NULL;
	struct place place = item->key_place;

	if (!value_list_is_token(name) || name.len > LIMIT_HEADER_NAME_BYTES) {
		what = "not a header's name";
		expected = "letters, digits and hyphens";
	} else if (value_list_is_refused(name)) {
		what = "a header that may not be set";
		expected = "another one";
	} else if (value_list_has_header(headers, n, name)) {
		what = "a header that is given twice";
		expected = "once";
	} else if (item->kind != YAML_TEXT || yaml_is_null(item)) {
		what = "a value that is not a text";
		expected = "a text";
		place = item->place;
	} else if (value_has_control(item->text) ||
		   item->text.len > LIMIT_CONFIG_TEXT_BYTES) {
		what = "a value with control characters or too long";
		expected = "one line of text";
		place = item->place;
	}
	if (what == NULL)
		return true;
	fault_add(faults, place, "headers: %s: %s, expected %s",
	    fault_quote(value_list_shown_name(name), quoted), what, expected);
	return false;
}

const char *
value_header_problem(struct slice name, struct slice value)
{
	if (!value_list_is_token(name) || name.len > LIMIT_HEADER_NAME_BYTES)
		return "not a header's name";
	if (value_list_is_refused(name))
		return "a header that may not be set";
	if (value_has_control(value) || value.len > LIMIT_CONFIG_TEXT_BYTES)
		return "a value with control characters or too long";
	return NULL;
}

bool
value_read_headers(const struct schema_key *key, const struct yaml_node *node,
    char *base, struct fault_list *faults)
{
	struct config_header **field =
	    (struct config_header **)(void *)(base + key->offset);
	size_t *n = value_list_length_field(key, base);
	bool good = true;

	/* A text may be a whole header line, whose value is a secret. */
	if (node->kind == YAML_TEXT && !yaml_is_null(node))
		return value_refuse(key, node, "a text", faults);
	if (node->kind != YAML_MAP || node->n_children > (size_t)key->max)
		return value_refuse(key, node,
		    node->kind == YAML_MAP ? "too many headers" : NULL, faults);
	if (node->n_children == 0)
		return true;
	*field = calloc(node->n_children, sizeof(**field));
	if (*field == NULL) {
		faults->out_of_memory = true;
		return false;
	}
	for (const struct yaml_node *item = node->children; item != NULL;
	     item = item->next) {
		struct config_header *header = &(*field)[*n];

		if (!value_list_check_header(*field, *n, item, faults)) {
			good = false;
			continue;
		}
		header->name = value_copy(item->key, faults);
		header->value = value_copy(slice_trim(item->text), faults);
		++*n;
		if (header->name == NULL || header->value == NULL)
			return false;
	}
	return good;
}
