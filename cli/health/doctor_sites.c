/*
 * doctor_sites.c -- lists the entries of `sites`, without secrets.
 */
#include "cli/health/doctor.h"
#include "config/config.h"
#include "crawler/access.h"

#define TEXT_BYTES 65536

static void
doctor_sites_show(struct doctor *doctor, const struct config_site *site)
{
	bool has_renderer = doctor->cli->config->articles.renderer != NULL;
	bool is_wrong = site->render && !has_renderer;
	struct buf text;

	buf_init(&text, TEXT_BYTES);
	access_describe(site, has_renderer, &text);
	doctor_find(doctor, is_wrong ? DOCTOR_WARNING : DOCTOR_OK, "site",
	    slice_of(site->match),
	    is_wrong ? "set `articles.renderer` (docs/access.md), or remove "
		       "`render: true`"
		     : NULL,
	    "%s",
	    text.len > 0 ? text.p : "the entry in `sites` changes no setting");
	buf_release(&text);
}

void
doctor_sites(struct doctor *doctor)
{
	const struct config *config = doctor->cli->config;
	size_t n = config != NULL ? config->n_sites : 0;

	for (size_t i = 0; i < n && i < DOCTOR_SHOWN_MOST; i++)
		doctor_sites_show(doctor, &config->sites[i]);
	if (n > DOCTOR_SHOWN_MOST)
		doctor_find(doctor, DOCTOR_OK, "site", SLICE_NONE, NULL,
		    "%zu more entries", n - DOCTOR_SHOWN_MOST);
}
