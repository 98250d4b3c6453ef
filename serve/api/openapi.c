/*
 * openapi.c -- /api/v1/openapi.json: the description of the API as OpenAPI 3.0,
 * made from the tables that the server itself uses.
 */
#include <stdio.h>

#include "base/array.h"
#include "base/text/json_writer.h"
#include "serve/api/api.h"

/* ---- schemas ---- */

static const struct {
	const char *name, *type, *description;
} openapi_schemas[API_SCHEMA_COUNT] = {
	[API_ARTICLE_LIST] = { "ArticleList", API_TYPE_JSON,
	    "The member articles is a list of objects with the members of "
	    "`gleaner articles --json`.  The member next is the target of the "
	    "next page, or null." },
	[API_ARTICLE] = { "Article", API_TYPE_JSON,
	    "An object with the members of `gleaner show --json`." },
	[API_FEED_LIST] = { "FeedList", API_TYPE_JSON,
	    "The member feeds is a list of objects with the members of "
	    "`gleaner feed list --json`.  The member next is the target of "
	    "the next page, or null." },
	[API_CHANGES] = { "Change", API_TYPE_LINES,
	    "Lines as `gleaner follow` writes them, one object each." },
	[API_ACK] = { "Cursor", API_TYPE_JSON,
	    "The consumer and the last change before the first one that is "
	    "not acknowledged." },
	[API_DOCUMENT] = { "OpenApi", API_TYPE_JSON, "This document." },
};

/* A member of a schema. */
struct openapi_member {
	enum api_schema schema;
	const char *name, *type;
	bool is_nullable;
};
static const struct openapi_member openapi_members[] = {
	{ API_ARTICLE_LIST, "articles", "array", false },
	{ API_ARTICLE_LIST, "next", "string", true },
	{ API_ARTICLE, "id", "integer", false },
	{ API_ARTICLE, "revision", "integer", false },
	{ API_ARTICLE, "url", "string", true },
	{ API_ARTICLE, "title", "string", true },
	{ API_ARTICLE, "lead", "string", true },
	{ API_ARTICLE, "body", "string", true },
	{ API_ARTICLE, "body_html", "string", true },
	{ API_ARTICLE, "authors", "array", false },
	{ API_ARTICLE, "tags", "array", false },
	{ API_ARTICLE, "feeds", "array", false },
	{ API_ARTICLE, "keywords", "array", false },
	{ API_ARTICLE, "categories", "array", false },
	{ API_ARTICLE, "summary", "string", true },
	{ API_ARTICLE, "media", "array", false },
	{ API_ARTICLE, "lang", "string", true },
	{ API_ARTICLE, "published_at", "string", true },
	{ API_ARTICLE, "confidence", "number", true },
	{ API_FEED_LIST, "feeds", "array", false },
	{ API_FEED_LIST, "next", "string", true },
	{ API_CHANGES, "v", "integer", false },
	{ API_CHANGES, "seq", "integer", false },
	{ API_CHANGES, "kind", "string", false },
	{ API_CHANGES, "id", "integer", false },
	{ API_CHANGES, "revision", "integer", false },
	{ API_CHANGES, "url", "string", true },
	{ API_CHANGES, "title", "string", true },
	{ API_CHANGES, "body", "string", true },
	{ API_CHANGES, "keywords", "array", false },
	{ API_CHANGES, "categories", "array", false },
	{ API_CHANGES, "summary", "string", true },
	{ API_ACK, "consumer", "string", false },
	{ API_ACK, "seq", "integer", false },
};

static void
openapi_put_text(struct json_writer *json, const char *key, const char *text)
{
	json_write_text(json, key, slice_of(text));
}

static void
openapi_put_member(
    struct json_writer *json, const struct openapi_member *member)
{
	json_write_object(json, member->name);
	openapi_put_text(json, "type", member->type);
	if (slice_equal(slice_of(member->type), SLICE("array"))) {
		json_write_object(json, "items");
		json_write_end_object(json);
	}
	if (member->is_nullable)
		json_write_bool(json, "nullable", true);
	json_write_end_object(json);
}

static void
openapi_put_schema(struct json_writer *json, enum api_schema schema)
{
	json_write_object(json, openapi_schemas[schema].name);
	openapi_put_text(json, "type", "object");
	openapi_put_text(
	    json, "description", openapi_schemas[schema].description);
	json_write_object(json, "properties");
	for (size_t i = 0; i < ARRAY_LENGTH(openapi_members); i++)
		if (openapi_members[i].schema == schema)
			openapi_put_member(json, &openapi_members[i]);
	json_write_end_object(json);
	json_write_end_object(json);
}

/* Describes an error response (RFC 9457). */
static void
openapi_put_problem(struct json_writer *json)
{
	static const char *const texts[] = { "type", "title", "detail" };

	json_write_object(json, "Problem");
	openapi_put_text(json, "type", "object");
	openapi_put_text(json, "description", "An error (RFC 9457).");
	json_write_object(json, "properties");
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
		json_write_object(json, texts[i]);
		openapi_put_text(json, "type", "string");
		json_write_end_object(json);
	}
	json_write_object(json, "status");
	openapi_put_text(json, "type", "integer");
	json_write_end_object(json);
	json_write_end_object(json);
	json_write_end_object(json);
}

static void
openapi_put_components(struct json_writer *json)
{
	json_write_object(json, "components");
	json_write_object(json, "schemas");
	for (int i = 0; i < API_SCHEMA_COUNT; i++)
		openapi_put_schema(json, (enum api_schema)i);
	openapi_put_problem(json);
	json_write_end_object(json);
	json_write_object(json, "securitySchemes");
	json_write_object(json, "token");
	openapi_put_text(json, "type", "http");
	openapi_put_text(json, "scheme", "bearer");
	json_write_end_object(json);
	json_write_end_object(json);
	json_write_end_object(json);
}

/* ---- operations ---- */

static void
openapi_put_choices(struct json_writer *json, const struct param_row *row)
{
	json_write_array(json, "enum");
	for (size_t i = 0; row->choices[i] != NULL; i++)
		openapi_put_text(json, NULL, row->choices[i]);
	json_write_end_array(json);
}

static void
openapi_put_kind(struct json_writer *json, const struct param_row *row)
{
	json_write_object(json, "schema");
	openapi_put_text(
	    json, "type", row->kind == PARAM_NUMBER ? "integer" : "string");
	if (row->kind == PARAM_NUMBER) {
		json_write_int(json, "minimum", row->min);
		json_write_int(json, "maximum", row->max);
	} else if (row->kind == PARAM_TEXT) {
		json_write_int(json, "maxLength", row->max);
	} else if (row->kind == PARAM_CHOICE) {
		openapi_put_choices(json, row);
	}
	json_write_end_object(json);
}

static void
openapi_put_param(struct json_writer *json, const struct param_row *row)
{
	json_write_object(json, NULL);
	openapi_put_text(json, "name", row->name);
	openapi_put_text(json, "in", "query");
	openapi_put_text(json, "description", row->help);
	openapi_put_kind(json, row);
	json_write_end_object(json);
}

/* Describes the parameter {id} of the pattern. */
static void
openapi_put_path_param(struct json_writer *json)
{
	json_write_object(json, NULL);
	openapi_put_text(json, "name", "id");
	openapi_put_text(json, "in", "path");
	json_write_bool(json, "required", true);
	json_write_object(json, "schema");
	openapi_put_text(json, "type", "integer");
	json_write_int(json, "minimum", 1);
	json_write_end_object(json);
	json_write_end_object(json);
}

static void
openapi_put_content(
    struct json_writer *json, const char *type, const char *schema)
{
	char reference[64];

	snprintf(
	    reference, sizeof(reference), "#/components/schemas/%s", schema);
	json_write_object(json, "content");
	json_write_object(json, type);
	json_write_object(json, "schema");
	openapi_put_text(json, "$ref", reference);
	json_write_end_object(json);
	json_write_end_object(json);
	json_write_end_object(json);
}

static void
openapi_put_responses(
    struct json_writer *json, const struct api_operation *operation)
{
	json_write_object(json, "responses");
	json_write_object(json, "200");
	openapi_put_text(json, "description",
	    openapi_schemas[operation->schema].description);
	openapi_put_content(json, openapi_schemas[operation->schema].type,
	    openapi_schemas[operation->schema].name);
	json_write_end_object(json);
	json_write_object(json, "default");
	openapi_put_text(json, "description", "An error.");
	openapi_put_content(json, SERVE_TYPE_PROBLEM, "Problem");
	json_write_end_object(json);
	json_write_end_object(json);
}

/* Describes the body of a POST, which has the members of the response. */
static void
openapi_put_body(
    struct json_writer *json, const struct api_operation *operation)
{
	json_write_object(json, "requestBody");
	json_write_bool(json, "required", true);
	openapi_put_content(
	    json, API_TYPE_JSON, openapi_schemas[operation->schema].name);
	json_write_end_object(json);
}

static void
openapi_put_operation(
    struct json_writer *json, const struct api_operation *operation)
{
	const struct param_row *row = operation->params;

	json_write_object(
	    json, operation->method == SERVE_POST ? "post" : "get");
	openapi_put_text(json, "operationId", operation->name);
	openapi_put_text(json, "summary", operation->summary);
	json_write_array(json, "parameters");
	if (strstr(operation->pattern, "{id}") != NULL)
		openapi_put_path_param(json);
	for (; row->name != NULL; row++)
		openapi_put_param(json, row);
	json_write_end_array(json);
	if (operation->method == SERVE_POST)
		openapi_put_body(json, operation);
	openapi_put_responses(json, operation);
	json_write_end_object(json);
}

/* Each operation has a path of its own. */
static void
openapi_put_paths(struct json_writer *json)
{
	json_write_object(json, "paths");
	for (const struct api_operation *operation = api_operations;
	     operation->pattern != NULL; operation++) {
		json_write_object(json, operation->pattern);
		openapi_put_operation(json, operation);
		json_write_end_object(json);
	}
	json_write_end_object(json);
}

static void
openapi_put_security(struct json_writer *json)
{
	json_write_array(json, "security");
	json_write_object(json, NULL);
	json_write_end_object(json);
	json_write_object(json, NULL);
	json_write_array(json, "token");
	json_write_end_array(json);
	json_write_end_object(json);
	json_write_end_array(json);
}

int
api_openapi(struct serve_exchange *exchange, struct err *e)
{
	struct serve_response *response = exchange->response;
	struct json_writer json;

	(void)e;
	if (!params_read(exchange, api_no_params, NULL))
		return 0;
	json_writer_init(&json, &response->body);
	json_write_object(&json, NULL);
	openapi_put_text(&json, "openapi", "3.0.3");
	json_write_object(&json, "info");
	openapi_put_text(&json, "title", "Gleaner");
	openapi_put_text(&json, "version", GLEANER_VERSION);
	openapi_put_text(&json, "description",
	    "Articles, feeds and the change log of a Gleaner database.");
	json_write_end_object(&json);
	openapi_put_security(&json);
	openapi_put_paths(&json);
	openapi_put_components(&json);
	json_write_end_object(&json);
	buf_append_char(&response->body, '\n');
	response->content_type = API_TYPE_JSON;
	return 0;
}
