/*
 * api_routes.c -- the routes of the API, and their descriptions in the OpenAPI
 * document (api.h).
 */
#include "serve/api/api.h"

const struct param_row api_no_params[] = { { 0 } };

/* The token needs one of these scopes. The handler checks which of them,
 * because this depends on the parameters. */
#define SCOPE_ANY (SERVE_SCOPE_READ | SERVE_SCOPE_CONSUME)

const struct serve_route serve_api_routes[] = {
	{ SERVE_GET, "/api/v1/articles", api_article_list, SERVE_SCOPE_READ,
	    SERVE_SLOW },
	{ SERVE_GET, "/api/v1/articles/{id}", api_article_get, SERVE_SCOPE_READ,
	    SERVE_QUICK },
	{ SERVE_GET, "/api/v1/feeds", api_feed_list, SERVE_SCOPE_READ,
	    SERVE_QUICK },
	{ SERVE_GET, "/api/v1/changes", api_changes, SCOPE_ANY,
	    SERVE_DELIVERY },
	{ SERVE_POST, "/api/v1/ack", api_ack, SERVE_SCOPE_CONSUME,
	    SERVE_DELIVERY },
	{ SERVE_GET, "/api/v1/openapi.json", api_openapi, SCOPE_ANY,
	    SERVE_QUICK },
	{ 0 },
};

const struct api_operation api_operations[] = {
	{ "/api/v1/articles", SERVE_GET, "listArticles",
	    "Articles that match a filter, newest first, without their texts.",
	    api_article_list_params, API_ARTICLE_LIST },
	{ "/api/v1/articles/{id}", SERVE_GET, "getArticle",
	    "One article with its text and media.", api_no_params,
	    API_ARTICLE },
	{ "/api/v1/feeds", SERVE_GET, "listFeeds",
	    "Subscriptions with their state, by rising id.",
	    api_feed_list_params, API_FEED_LIST },
	{ "/api/v1/changes", SERVE_GET, "listChanges",
	    "Changes of articles in the order of their commit, with texts.  "
	    "With a consumer they begin after its cursor.",
	    api_change_params, API_CHANGES },
	{ "/api/v1/ack", SERVE_POST, "acknowledge",
	    "Acknowledges the changes of a consumer up to and including seq.",
	    api_no_params, API_ACK },
	{ "/api/v1/openapi.json", SERVE_GET, "describe", "This document.",
	    api_no_params, API_DOCUMENT },
	{ 0 },
};
