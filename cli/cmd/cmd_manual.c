/*
 * cmd_manual.c -- gleaner manual: writes the manual pages, for systems on which
 * they are not installed, and for `make`, which installs them.
 */
#include "base/limits.h"
#include "cli/cli.h"
#include "cli/help/manual.h"

#define PAGE_BYTES (4 * MIB)

static const struct option_row options[] = { { 0 } };

static void
cmd_manual_list(struct buf *out)
{
	for (size_t n = 0; manual_name(n) != NULL; n++)
		buf_printf(out, "%s(%d)\n", manual_name(n), manual_section(n));
}

int
cmd_manual(struct cli *cli, int argc, char **argv)
{
	struct buf out;
	int code = options_parse(cli, options, NULL, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	code = CLI_OK;
	buf_init(&out, PAGE_BYTES);
	if (argc == 0)
		cmd_manual_list(&out);
	else if (!manual_write(&out, cli, argv[0]))
		code = cli_usage(cli,
		    "no page \"%s\"; 'gleaner manual' lists them", argv[0]);
	cli_write(cli, &out);
	buf_release(&out);
	return cli_finish(cli, code);
}
