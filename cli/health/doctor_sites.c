/*
 * doctor_sites.c -- lists the entries of `sites`, without secrets.
 */
#include "base/date/date.h"
#include "cli/health/doctor.h"
#include "config/config.h"
#include "config/site/cookie_file.h"
#include "crawler/access.h"

#define TEXT_BYTES 65536

/* Appends when the first cookie of the site's file expires. Returns false if
 * all of them have expired. */
static bool
doctor_sites_add_expiry(const struct doctor *doctor,
    const struct config_site *site, struct buf *text)
{
	struct cookie_file_report report;
	char date[DATE_TEXT_BYTES];

	cookie_file_report(site, &report);
	date_format_rfc3339(report.first_expiry_at, date);
	if (cookie_file_is_expired(&report, doctor->cli->now_at))
		buf_printf(text, "; all cookies have expired");
	else if (report.first_expiry_at != DATE_NONE)
		buf_printf(text, "; the first cookie expires at %s", date);
	return !cookie_file_is_expired(&report, doctor->cli->now_at);
}

static void
doctor_sites_show(struct doctor *doctor, const struct config_site *site)
{
	bool has_renderer = doctor->cli->config->articles.renderer != NULL;
	const char *advice = NULL;
	struct buf text;

	buf_init(&text, TEXT_BYTES);
	access_describe(site, has_renderer, &text);
	if (!doctor_sites_add_expiry(doctor, site, &text))
		advice = "export the file of cookies again";
	else if (site->render && !has_renderer)
		advice = "set `articles.renderer` (docs/access.md), or remove "
			 "`render: true`";
	doctor_find(doctor, advice != NULL ? DOCTOR_WARNING : DOCTOR_OK, "site",
	    slice_of(site->match), advice, "%s",
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
