/*
 * doctor_rules.c -- checks of `gleaner doctor`: site rules that find no text
 * any more.
 */
#include "cli/health/doctor.h"
#include "config/config.h"

/* Rules are reported if they have failed for at least this number of pages in
 * succession. If fewer pages failed, these pages may not be articles. */
#define BROKEN_PAGES 3

/* Reports the rules if they are broken. Returns whether the rules are broken.
 */
static bool
doctor_rules_check(struct doctor *doctor, const struct config_rules *rules)
{
	struct site_rule_counts counts;
	struct err e = ERR_INIT;

	if (store_site_rule_get(
		doctor->store, slice_of(rules->path), &counts, &e) != 0 ||
	    counts.digest != rules->digest || counts.failed < BROKEN_PAGES)
		return false;
	if (counts.applied > 0)
		doctor_find(doctor, DOCTOR_WARNING, "rules",
		    slice_of(rules->path),
		    "run `gleaner rules test HOST`: the site has probably "
		    "changed its pages",
		    "the rules found the text of %lld pages and have failed "
		    "for the last %lld pages%s%s",
		    (long long)counts.applied, (long long)counts.failed,
		    counts.why[0] != '\0' ? ": " : "", counts.why);
	else
		doctor_find(doctor, DOCTOR_WARNING, "rules",
		    slice_of(rules->path), "run `gleaner rules test HOST`",
		    "the rules have found no text on any of %lld pages%s%s",
		    (long long)counts.failed, counts.why[0] != '\0' ? ": " : "",
		    counts.why);
	return true;
}

void
doctor_rules(struct doctor *doctor)
{
	const struct config *config = doctor->cli->config;
	size_t n = 0, n_broken = 0;

	if (doctor->store == NULL || config == NULL)
		return;
	for (size_t i = 0; i < config->n_sites; i++)
		for (size_t k = 0; k < config->sites[i].n_rule_files; k++) {
			n++;
			if (n_broken < DOCTOR_SHOWN_MOST)
				n_broken += doctor_rules_check(
				    doctor, &config->sites[i].rule_files[k]);
		}
	if (n > 0 && n_broken == 0)
		doctor_find(doctor, DOCTOR_OK, "rules", SLICE_NONE, NULL,
		    "%zu files, none has failed for %d pages in succession", n,
		    BROKEN_PAGES);
}
