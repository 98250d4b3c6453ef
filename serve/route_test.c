/* route_test.c -- tests the patterns of routes, and the routes of the pages. */
#include "serve/route.h"
#include "tests/lib/tap.h"

static void
route_test_match(void)
{
	static const struct {
		const char *pattern, *path, *name;
		int64_t id;
		bool matches;
	} rows[] = {
		{ "/", "/", NULL, 0, true },
		{ "/", "/x", NULL, 0, false },
		{ "/article/{id}", "/article/17", NULL, 17, true },
		{ "/article/{id}", "/article/017", NULL, 0, false },
		{ "/article/{id}", "/article/0", NULL, 0, false },
		{ "/article/{id}", "/article/-1", NULL, 0, false },
		{ "/article/{id}", "/article/1/", NULL, 0, false },
		{ "/article/{id}", "/article/", NULL, 0, false },
		{ "/article/{id}", "/article/99999999999999999999", NULL, 0,
		    false },
		{ "/tag/{name}", "/tag/a b", "a b", 0, true },
		{ "/tag/{name}", "/tag/", NULL, 0, false },
		{ "/tag/{name}", "/tag/a/b", "a/b", 0, true },
		{ "/tag/{name}.atom", "/tag/a/b.atom", "a/b", 0, true },
		{ "/tag/{name}.atom", "/tag/a.atom/b", NULL, 0, false },
		{ "/x/{name}/y", "/x/a/y", "a", 0, true },
		{ "/x/{name}/y", "/x/a/b/y", NULL, 0, false },
		{ "/tag/{name}.atom", "/tag/x.atom", "x", 0, true },
		{ "/tag/{name}.atom", "/tag/.atom", NULL, 0, false },
		{ "/tag/{name}.atom", "/tag/x.json", NULL, 0, false },
		{ "/x/{id}/y", "/x/3/y", NULL, 3, true },
		{ "/x/{id}/y", "/x/3/z", NULL, 3, false },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct slice name = SLICE_NONE;
		int64_t id = 0;
		size_t literal;
		bool got = serve_route_match(rows[i].pattern,
		    slice_of(rows[i].path), &name, &id, &literal);

		ok(got == rows[i].matches &&
			(!got || (slice_equal(name, slice_of(rows[i].name)) &&
				     id == rows[i].id)),
		    "%s and %s", rows[i].pattern, rows[i].path);
	}
}

static int
route_test_find(enum serve_method method, const char *path)
{
	const struct serve_route *route;
	struct slice name;
	unsigned methods = 0;
	int64_t id;

	return serve_route_find(
	    method, slice_of(path), &route, &name, &id, &methods);
}

int
main(void)
{
	static const char *const pages[] = { "/", "/article/1", "/story/1",
		"/search", "/feeds", "/feed/1", "/tag/x", "/tag", "/status",
		"/category/sport", "/style.css" };
	struct serve_exchange exchange = { .began_ms = 1000 };

	route_test_match();
	for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++)
		is_int(route_test_find(SERVE_GET, pages[i]), 0, pages[i]);
	is_int(route_test_find(SERVE_GET, "/nothing"), 404,
	    "an unknown path is not found");
	is_int(
	    route_test_find(SERVE_POST, "/"), 405, "POST to a page is refused");
	is_int(route_test_find(SERVE_METHOD_OTHER, "/"), 405,
	    "other methods than GET and POST are refused");
	serve_wait(&exchange, 7, INT64_MAX);
	ok(exchange.waits && exchange.wait_after_seq == 7 &&
		exchange.wait_until_ms == 1000 + LIMIT_SERVE_WAIT_MS,
	    "a wait has an end");
	return done_testing();
}
