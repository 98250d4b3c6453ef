/* tokens_test.c -- tests the token file, the scopes of a token, and the rate
 * limit of a token. */
#include <sys/stat.h>

#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "serve/tokens.h"
#include "tests/lib/tap.h"

static char tokens_test_path[] = "/tmp/gleaner-tokens.XXXXXX";

/* Reads a file with this text; NULL after an error. */
static struct serve_tokens *
tokens_test_read(const char *text, struct err *e)
{
	FILE *file = fopen(tokens_test_path, "w");
	struct serve_tokens *tokens = NULL;

	if (file == NULL)
		return NULL;
	fputs(text, file);
	fclose(file);
	return serve_tokens_read(tokens_test_path, &tokens, e) == 0 ? tokens
								    : NULL;
}

static void
tokens_test_is_refused(const char *text, const char *why)
{
	struct err e = ERR_INIT;
	struct serve_tokens *tokens = tokens_test_read(text, &e);

	if (!ok(tokens == NULL && strstr(e.text, why) != NULL, "refused: %s",
		why))
		printf("# %s\n", e.text);
	serve_tokens_free(tokens);
}

static void
tokens_test_scopes(void)
{
	static const struct {
		const char *field;
		unsigned scopes;
	} cases[] = {
		{ "Bearer reader", SERVE_SCOPE_READ },
		{ "bearer reader", SERVE_SCOPE_READ },
		{ "Bearer  reader ", SERVE_SCOPE_READ },
		{ "Bearer both", SERVE_SCOPE_READ | SERVE_SCOPE_CONSUME },
		{ "Bearer comma", SERVE_SCOPE_READ | SERVE_SCOPE_CONSUME },
		{ "Bearer all", SERVE_SCOPE_READ | SERVE_SCOPE_CONSUME },
		{ "Bearer only", SERVE_SCOPE_CONSUME },
		{ "Bearer reade", 0 },
		{ "Bearer readers", 0 },
		{ "Bearer READER", 0 },
		{ "Bearer ", 0 },
		{ "Bearer #", 0 },
		{ "Basic reader", 0 },
		{ "reader", 0 },
		{ "", 0 },
	};
	struct err e = ERR_INIT;
	struct serve_tokens *tokens =
	    tokens_test_read("# comment\n\n  reader read\nboth read consume\r\n"
			     "comma read,consume\nall\nonly consume",
		&e);

	if (!ok(tokens != NULL, "a token file"))
		printf("# %s\n", e.text);
	for (size_t i = 0;
	     tokens != NULL && i < sizeof(cases) / sizeof(cases[0]); i++)
		is_int(serve_tokens_scopes(tokens, slice_of(cases[i].field)),
		    cases[i].scopes, cases[i].field);
	if (tokens != NULL)
		is_int(serve_tokens_scopes(tokens, SLICE_NONE), 0,
		    "a request without the field has no scopes");
	serve_tokens_free(tokens);
}

static void
tokens_test_rate(void)
{
	struct slice one = SLICE("Bearer one"), two = SLICE("Bearer two");
	struct err e = ERR_INIT;
	struct serve_tokens *tokens = tokens_test_read("one\ntwo\n", &e);
	int64_t now_ms = 5000, n = 0, wait_s;

	while (serve_tokens_count(tokens, one, now_ms) == 0)
		n++;
	is_int(n, LIMIT_SERVE_BURST,
	    "a token may send LIMIT_SERVE_BURST requests at once");
	wait_s = serve_tokens_count(tokens, one, now_ms);
	is_int(wait_s, 1, "a client above LIMIT_SERVE_BURST must wait");
	is_int(serve_tokens_count(tokens, two, now_ms), 0,
	    "another token need not wait");
	is_int(serve_tokens_count(tokens, SLICE("Bearer x"), now_ms), 0,
	    "an unknown token is not counted");
	now_ms += 1000 * wait_s;
	for (n = 0; serve_tokens_count(tokens, one, now_ms) == 0;)
		n++;
	is_int(n, LIMIT_SERVE_RATE,
	    "after a second LIMIT_SERVE_RATE more requests are allowed");
	now_ms += 1000000;
	for (n = 0; serve_tokens_count(tokens, one, now_ms) == 0;)
		n++;
	is_int(n, LIMIT_SERVE_BURST,
	    "an idle token allows no more than LIMIT_SERVE_BURST requests");
	serve_tokens_free(tokens);
}

static void
tokens_test_mode(void)
{
	struct err e = ERR_INIT;
	struct serve_tokens *tokens;

	chmod(tokens_test_path, 0640);
	tokens = tokens_test_read("one\n", &e);
	ok(!serve_tokens_are_public(tokens), "mode 0640 is not public");
	serve_tokens_free(tokens);
	chmod(tokens_test_path, 0644);
	tokens = tokens_test_read("one\n", &e);
	ok(serve_tokens_are_public(tokens),
	    "a file with mode 0644 is readable by every user");
	serve_tokens_free(tokens);
}

int
main(void)
{
	char text[LIMIT_SERVE_TOKEN_BYTES + 3];
	struct serve_tokens *tokens = NULL;
	struct err e = ERR_INIT;
	int fd = mkstemp(tokens_test_path);

	if (fd < 0)
		return 1;
	close(fd);
	tokens_test_scopes();
	tokens_test_rate();
	tokens_test_mode();
	tokens_test_is_refused("", "no token");
	tokens_test_is_refused("# only a comment\n", "no token");
	tokens_test_is_refused("one\ntwo write\n", "line 2");
	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	tokens_test_is_refused(text, "longer than");
	unlink(tokens_test_path);
	is_int(serve_tokens_read(tokens_test_path, &tokens, &e), ERR_IO,
	    "a file that does not exist is an error");
	is_int(serve_tokens_read("/tmp", &tokens, &e), ERR_IO,
	    "a folder instead of a file is an error");
	return done_testing();
}
