/*
 * filters.c -- functions shared by the commands `gleaner filter`.
 */
#include "cli/filters/filters.h"

#include "base/limits.h"
#include "config/config.h"

int
filters_open(struct cli *cli, struct store **ret)
{
	int code = cli_config(cli);

	if (code != CLI_OK)
		return code;
	if (cli->config == NULL)
		return cli_usage(cli,
		    "no configuration was found, and filters are a part of it; "
		    "name it with -c FILE");
	if (filter_set_count(cli->config->filters) == 0)
		return cli_nothing(cli, "%s defines no filter (key `filters`)",
		    cli_config_path(cli));
	return cli_store_open(cli, CLI_READ, ret);
}

void
filters_write_json(struct json_writer *json, const struct filter_rule *rule)
{
	struct buf actions;

	buf_init(&actions, MIB);
	filter_actions_write(&actions, &rule->actions);
	json_write_text(json, "if", slice_of(rule->text));
	json_write_text(json, "then", buf_slice(&actions));
	json_write_text(json, "file", slice_of(rule->file));
	json_write_int(json, "line", rule->line);
	buf_release(&actions);
}

void
filters_write_counts(
    struct json_writer *json, const struct filter_counts *counts)
{
	json_write_int(json, "matched", counts->matched);
	json_write_date(json, "matched_at", counts->matched_at);
	json_write_int(json, "limited", counts->limited);
	json_write_date(json, "limited_at", counts->limited_at);
}
