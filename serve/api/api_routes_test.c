/* api_routes_test.c -- tests that the routes of the API agree with their
 * descriptions in the OpenAPI document. */
#include <jansson.h>

#include "serve/api/api.h"
#include "tests/lib/tap.h"

static const struct api_operation *
api_routes_test_find(const struct serve_route *route)
{
	for (const struct api_operation *o = api_operations; o->pattern != NULL;
	     o++)
		if (strcmp(o->pattern, route->pattern) == 0 &&
		    route->methods == o->method)
			return o;
	return NULL;
}

static size_t
api_routes_test_count(void)
{
	size_t n = 0;

	for (const struct api_operation *o = api_operations; o->pattern != NULL;
	     o++)
		n++;
	return n;
}

/* Compares an operation with its part of the document. */
static void
api_routes_test_operation(
    const json_t *paths, const struct api_operation *operation)
{
	const json_t *found =
	    json_object_get(json_object_get(paths, operation->pattern),
		operation->method == SERVE_POST ? "post" : "get");
	const json_t *parameters = json_object_get(found, "parameters");
	size_t n = 0, n_path = strstr(operation->pattern, "{id}") != NULL;

	ok(json_is_object(found), "%s is described", operation->pattern);
	for (; operation->params[n].name != NULL; n++) {
		const json_t *row = json_array_get(parameters, n + n_path);
		const char *name =
		    json_string_value(json_object_get(row, "name"));

		ok(name != NULL && strcmp(name, operation->params[n].name) == 0,
		    "the parameter %s is described", operation->params[n].name);
		ok(operation->params[n].help != NULL,
		    "the parameter has a help text");
	}
	is_int((int64_t)json_array_size(parameters), (int64_t)(n + n_path),
	    "no other parameter is described");
}

static json_t *
api_routes_test_document(void)
{
	struct serve_request request = { .method = SERVE_GET };
	struct serve_response response;
	struct serve_exchange exchange = { .request = &request,
		.response = &response };
	struct err e = ERR_INIT;
	json_t *document;

	serve_response_init(&response);
	is_int(api_openapi(&exchange, &e), 0, "the document is written");
	document = json_loadb(response.body.p, response.body.len, 0, NULL);
	ok(json_is_object(document), "the document is JSON");
	serve_response_release(&response);
	return document;
}

int
main(void)
{
	json_t *document = api_routes_test_document();
	const json_t *paths = json_object_get(document, "paths");
	size_t n = 0;

	for (const struct serve_route *route = serve_api_routes;
	     route->pattern != NULL; route++, n++) {
		const struct api_operation *operation =
		    api_routes_test_find(route);

		if (ok(operation != NULL, "%s has an operation",
			route->pattern))
			api_routes_test_operation(paths, operation);
	}
	is_int((int64_t)api_routes_test_count(), (int64_t)n,
	    "there is no operation without a route");
	is_int((int64_t)json_object_size(paths), (int64_t)n,
	    "no two operations share a path");
	json_decref(document);
	return done_testing();
}
