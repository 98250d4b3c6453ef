/*
 * cmd_like.c -- gleaner like ID… --profile NAME, and gleaner dislike
 */
#include "cli/portal/portal.h"
#include "config/config.h"

struct like_values {
	const char *profile;
	bool undo;
};

#define VALUE(member) offsetof(struct like_values, member)

static const struct option_row options[] = {
	{ .name = "profile",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(profile),
	    .value = "NAME",
	    .help = "the profile that learns from the mark; required" },
	{ .name = "undo",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(undo),
	    .help = "remove the mark of the article" },
	{ 0 },
};

static int
cmd_like_mark_all(struct cli *cli, struct store *store, const char *profile,
    int mark, int n, char **ids)
{
	struct err e = ERR_INIT;
	int code = CLI_OK;

	for (int i = 0; i < n && code == CLI_OK; i++) {
		int64_t id = 0;

		portal_parse_id(cli, ids[i], &id);
		if (store_profile_mark(store, slice_of(profile), id, mark,
			cli->now_at, &e) != 0)
			code = cli_fail_err(cli, &e);
	}
	return code;
}

static int
cmd_like_run(struct cli *cli, int mark, int argc, char **argv)
{
	struct like_values values = { .profile = NULL };
	const struct config_profile *config;
	struct store *store;
	int64_t id;
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code == CLI_GO_ON && values.profile == NULL)
		code = cli_usage(cli, "--profile NAME is missing");
	for (int i = 0; i < argc && code == CLI_GO_ON; i++)
		code = portal_parse_id(cli, argv[i], &id);
	if (code != CLI_GO_ON)
		return code;
	if ((code = portal_find_profile(cli, values.profile, &config)) !=
		CLI_OK ||
	    (code = cli_store_open(cli, CLI_WRITE, &store)) != CLI_OK)
		return code;
	code = cmd_like_mark_all(
	    cli, store, config->name, values.undo ? 0 : mark, argc, argv);
	store_close(store);
	return cli_finish(cli, code);
}

int
cmd_like(struct cli *cli, int argc, char **argv)
{
	return cmd_like_run(cli, 1, argc, argv);
}

int
cmd_dislike(struct cli *cli, int argc, char **argv)
{
	return cmd_like_run(cli, -1, argc, argv);
}
