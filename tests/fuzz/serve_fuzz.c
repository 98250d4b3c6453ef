/*
 * serve_fuzz.c -- the input is the target of a request, a newline, and the HTML
 * of an article.
 *
 * Checked are: the path of an accepted target begins with '/' and contains no
 * NUL; path and parameters are UTF-8; the HTML is shown without <img> and
 * <script>; each "<a href=" has rel. The target is also read as the headers
 * Host and Origin.
 */
#include <assert.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/text/utf8.h"
#include "serve/http/access.h"
#include "serve/page/body_html.h"
#include "serve/route.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void
serve_fuzz_target(struct slice text)
{
	struct serve_request request = { .method = SERVE_GET };
	const struct serve_route *route;
	struct slice name = SLICE_NONE;
	unsigned methods;
	int64_t id;
	char *target = malloc(text.len * 2 + 1);

	if (target == NULL)
		abort();
	if (text.len > 0)
		memcpy(target, text.p, text.len);
	if (serve_request_parse_target(
		target, text.len, target + text.len, &request) == 0) {
		assert(request.path.len > 0 && request.path.p[0] == '/');
		assert(utf8_valid(request.path));
		assert(memchr(request.path.p, '\0', request.path.len) == NULL);
		for (size_t i = 0; i < request.n_parameters; i++)
			assert(utf8_valid(request.parameters[i].name) &&
			       utf8_valid(request.parameters[i].value));
		serve_route_find(
		    SERVE_GET, request.path, &route, &name, &id, &methods);
		assert(name.len <= request.path.len);
	}
	free(target);
}

static void
serve_fuzz_fields(struct slice text)
{
	const struct sockaddr_in local = {
		.sin_family = AF_INET, .sin_port = 1, .sin_addr = { 0x0100007f }
	};
	const struct serve_request request = { .host = text, .origin = text };

	access_names_host(text, (const struct sockaddr *)&local);
	access_is_same_origin(&request);
}

static void
serve_fuzz_body(struct slice html)
{
	const struct article_row row = { .body = html, .body_html = html };
	struct slice rest;
	struct buf out;

	buf_init(&out, 64 * MIB);
	body_html_put(&out, &row, false);
	rest = buf_slice(&out);
	assert(slice_find(rest, SLICE("<img"), 0) == SLICE_NOT_FOUND);
	assert(slice_find(rest, SLICE("<script"), 0) == SLICE_NOT_FOUND);
	for (size_t at = slice_find(rest, SLICE("<a href="), 0);
	     at != SLICE_NOT_FOUND;
	     at = slice_find(rest, SLICE("<a href="), at + 1)) {
		size_t end = slice_find_char(rest, '>', at);

		assert(slice_ends(slice_sub(rest, at, end),
		    SLICE("\" rel=\"noopener noreferrer\"")));
	}
	buf_release(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct slice rest = { (const char *)bytes, size }, target;

	if (slice_next(&rest, '\n', &target)) {
		serve_fuzz_target(target);
		serve_fuzz_fields(target);
	}
	serve_fuzz_body(rest);
	return 0;
}
