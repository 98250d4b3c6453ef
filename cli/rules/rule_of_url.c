/*
 * rule_of_url.c -- finds the site rules of a page in the configuration; see
 * rule_file.h.
 *
 * This function needs no libxml2, which the program `gleaner` does not load
 * (cli/part/part.h).
 */
#include "cli/rules/rule_file.h"
#include "config/config.h"
#include "crawler/access.h"

struct slice
rule_file_of_url(const struct cli *cli, struct slice url)
{
	const struct config_rules *rules = NULL;
	struct access *access = NULL;
	struct err e = ERR_INIT;
	char text[LIMIT_URL_BYTES + 1];

	if (cli->config == NULL || url.len == 0 || url.len >= sizeof(text) ||
	    access_new(cli->config->sites, cli->config->n_sites, &access, &e) !=
		0)
		return SLICE_NONE;
	memcpy(text, url.p, url.len);
	text[url.len] = '\0';
	rules = access_rules(access, text);
	access_free(access);
	return rules != NULL ? (struct slice){ rules->text, rules->bytes }
			     : SLICE_NONE;
}
