/*
 * portal.c -- see portal.h.
 */
#include "cli/portal/portal.h"

#include "base/limits/limits_portal.h"
#include "config/profile/profile_list.h"

static int
portal_complain(struct cli *cli, const char *name)
{
	const char *names[LIMIT_PROFILES], *near;

	for (size_t i = 0; i < cli->config->n_profiles; i++)
		names[i] = cli->config->profiles[i].name;
	near = near_miss(name, names, cli->config->n_profiles);
	if (near != NULL)
		return cli_fail(cli,
		    "no profile is called %s; did you mean %s?", name, near);
	return cli_fail(cli, "no profile is called %s; %s %s", name,
	    cli_config_path(cli),
	    cli->config->n_profiles > 0 ? "has others in its key `profiles`"
					: "has no key `profiles`");
}

int
portal_find_profile(
    struct cli *cli, const char *name, const struct config_profile **ret)
{
	int code = cli_config(cli);

	if (code != CLI_OK)
		return code;
	if (cli->config == NULL)
		return cli_usage(cli,
		    "no configuration was found, and profiles are a part of "
		    "it; name it with -c FILE");
	*ret = profile_list_find(cli->config, slice_of(name));
	return *ret != NULL ? CLI_OK : portal_complain(cli, name);
}

int
portal_parse_id(struct cli *cli, const char *text, int64_t *ret_id)
{
	if (slice_to_int64(slice_of(text), ret_id) && *ret_id > 0)
		return CLI_GO_ON;
	return cli_usage(cli,
	    "ID must be a number from `gleaner articles`, not \"%s\"", text);
}

void
portal_write_parts(struct json_writer *json, const struct profile_score *score)
{
	json_write_array(json, "terms");
	for (size_t i = 0; i < score->n_parts; i++) {
		const struct profile_part *part = &score->parts[i];

		json_write_object(json, NULL);
		json_write_text(
		    json, "facet", slice_of(profile_facet_name(part->facet)));
		json_write_text(json, "term", part->label);
		json_write_number(json, "share", part->share, 6);
		json_write_end_object(json);
	}
	json_write_end_array(json);
}

void
portal_put_parts(struct buf *out, const struct profile_score *score)
{
	for (size_t i = 0; i < score->n_parts; i++) {
		if (i > 0)
			buf_append_string(out, ", ");
		if (score->parts[i].share < 0)
			buf_append_char(out, '-');
		buf_append_slice(out, score->parts[i].label);
	}
}
