/*
 * rule_warnings.c -- warns of expressions of site rules that are not valid; see
 * rule_warnings.h.
 */
#include "daemon/page/rule_warnings.h"

#include "base/limits/limits_rules.h"
#include "config/site/site_rules.h"
#include "cuter/rule/rule_check.h"

/* Appends the warnings of rule_check().  The statements of the folder's
 * global.txt are at the end of each file of the folder, so they are reported
 * for the first file only. */
static void
rule_warnings_of_file(const struct config_site *site,
    const struct config_rules *file, bool is_first, struct arena *arena,
    struct buf *faults)
{
	char quoted[FAULT_QUOTE_BYTES];
	struct rules rules;
	size_t n_known;

	rules_read(arena, (struct slice){ file->text, file->bytes }, &rules);
	n_known = rules.n_faults;
	rule_check(arena, &rules);
	for (size_t i = n_known; i < rules.n_faults; i++) {
		const struct rule_fault *fault = &rules.faults[i];
		bool is_global = fault->number >= file->line_end;

		if (is_global && !is_first)
			continue;
		buf_printf(
		    faults, "%s:%d: warning: rules: ", site->file, site->line);
		if (is_global)
			buf_printf(faults, "%s/" SITE_RULES_GLOBAL ":%u",
			    site->rules, fault->number - file->line_end + 1);
		else
			buf_printf(faults, "%s:%u", file->path, fault->number);
		buf_printf(faults, ": %s\n", fault_quote(fault->text, quoted));
	}
}

static void
rule_warnings_guarded(
    const struct config_site *site, size_t k, struct buf *faults)
{
	struct arena arena;
	jmp_buf exhausted;

	arena_init(&arena, LIMIT_RULES_ARENA);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) == 0)
		rule_warnings_of_file(
		    site, &site->rule_files[k], k == 0, &arena, faults);
	arena_release(&arena);
}

void
rule_warnings(const struct config *config, struct buf *faults)
{
	for (size_t i = 0; i < config->n_sites; i++)
		for (size_t k = 0; k < config->sites[i].n_rule_files; k++)
			rule_warnings_guarded(&config->sites[i], k, faults);
}
