/*
 * api.h -- the operations of the API under /api/v1.
 *
 * The files: articles.c (lists of articles, and one article), feeds.c
 * (subscriptions), changes.c (the change log), ack.c (acknowledgements),
 * openapi.c (the OpenAPI document), api_routes.c (the tables of routes).
 */
#ifndef SERVE_API_API_H
#define SERVE_API_API_H

#include "serve/api/params.h"

/* The kind of an operation's response, for the OpenAPI document. */
enum api_schema {
	API_ARTICLE_LIST,
	API_ARTICLE,
	API_FEED_LIST,
	API_CHANGES,
	API_ACK,
	API_DOCUMENT,
	API_SCHEMA_COUNT
};

/* The description of a route of serve_api_routes in the OpenAPI document. */
struct api_operation {
	const char *pattern; /* NULL in the last row */
	enum serve_method method;
	const char *name; /* operationId */
	const char *summary;
	const struct param_row *params;
	enum api_schema
	    schema; /* schema of the response and of the body of a POST */
};
/* All operations.  No two have the same pattern. */
extern const struct api_operation api_operations[];

extern const struct param_row api_article_list_params[], api_feed_list_params[],
    api_change_params[], api_no_params[];

serve_handler api_article_list, api_article_get, api_feed_list, api_changes,
    api_ack, api_openapi;

#define API_TYPE_JSON  "application/json"
#define API_TYPE_LINES "application/x-ndjson"

#endif
