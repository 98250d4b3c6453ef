/*
 * cmd_completion.c -- gleaner completion bash|zsh
 */
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "cli/cli.h"
#include "cli/help/completion.h"

#define SCRIPT_BYTES (1 * MIB)

static const struct option_row options[] = { { 0 } };

static const struct {
	const char *name;
	void (*put)(struct buf *out, const struct cli *);
} shells[] = {
	{ "bash", completion_bash },
	{ "zsh", completion_zsh },
};

int
cmd_completion(struct cli *cli, int argc, char **argv)
{
	int code = options_parse(cli, options, NULL, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	for (size_t i = 0; i < ARRAY_LENGTH(shells); i++) {
		struct buf out;

		if (strcmp(shells[i].name, argv[0]) != 0)
			continue;
		buf_init(&out, SCRIPT_BYTES);
		shells[i].put(&out, cli);
		cli_write(cli, &out);
		buf_release(&out);
		return cli_finish(cli, CLI_OK);
	}
	return cli_usage(
	    cli, "unknown shell \"%s\"; known are bash and zsh", argv[0]);
}
