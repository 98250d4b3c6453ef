/*
 * cmd_serve.c -- gleaner serve: starts the program gleaner-serve.
 *
 * gleaner-serve is a separate program, because it needs an HTTP library and
 * another sandbox. `gleaner serve` has the same options as gleaner-serve, so
 * that its help and completions show them. It passes the options to
 * gleaner-serve.
 */
#include "cli/cli.h"
#include "cli/program.h"

/* Enough for five options with values, the name and NULL. */
#define WORDS_MAX 12

struct serve_values {
	const char *listen, *token_file;
	int images; /* -1: not given */
};
#define VALUE(member) offsetof(struct serve_values, member)

static const char *const images[] = { "none", "remote", NULL };

static const struct option_row options[] = {
	{ .name = "listen",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(listen),
	    .value = "ADDR:PORT",
	    .help = "the address to listen on (default: 127.0.0.1:7416)" },
	{ .name = "token-file",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(token_file),
	    .value = "FILE",
	    .help = "each request needs one of the tokens in this file" },
	{ .name = "images",
	    .kind = OPTION_CHOICE,
	    .offset = VALUE(images),
	    .value = "WORD",
	    .choices = images,
	    .help = "none (the default), or remote: pages show pictures of "
		    "other sites" },
	{ 0 },
};

struct serve_words {
	char *items[WORDS_MAX];
	int n;
};

/* Casts away const: execv() takes arguments without const, but does not change
 * them. */
static void
cmd_serve_add(struct serve_words *words, const char *name, const char *value)
{
	union {
		const char *given;
		char *taken;
	} word;

	if (value == NULL)
		return;
	word.given = name;
	words->items[words->n++] = word.taken;
	word.given = value;
	words->items[words->n++] = word.taken;
}

int
cmd_serve(struct cli *cli, int argc, char **argv)
{
	struct serve_values values = { .images = -1 };
	struct serve_words words = { .n = 1 };
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	cmd_serve_add(&words, "--config", cli->config_given);
	cmd_serve_add(&words, "--db", cli->database_given);
	cmd_serve_add(&words, "--listen", values.listen);
	cmd_serve_add(&words, "--token-file", values.token_file);
	cmd_serve_add(&words, "--images",
	    values.images >= 0 ? images[values.images] : NULL);
	return program_exec(cli, "gleaner-serve", "gleaner-serve", words.items);
}
