/*
 * rule_file.c -- see rule_file.h.
 */
#include "cli/rules/rule_file.h"

#include "base/limits/limits_rules.h"
#include "cli/cut/document.h"
#include "cuter/rule/rule_check.h"

static void
rule_file_note(struct cli *cli, const char *path, const struct rules *rules)
{
	for (size_t i = 0; i < rules->n_faults; i++)
		cli_note(cli, "%s:%u: %.*s", path, rules->faults[i].number,
		    SLICE_ARG(rules->faults[i].text));
	if (rules->n_more_faults > 0)
		cli_note(cli, "%s: %zu further lines have no effect", path,
		    rules->n_more_faults);
}

bool
rule_file_check(
    struct cli *cli, const char *path, struct slice text, size_t *ret_n)
{
	struct arena arena;
	struct rules rules;
	jmp_buf exhausted;
	volatile bool good = false;

	arena_init(&arena, LIMIT_RULES_ARENA);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) == 0) {
		rules_read(&arena, text, &rules);
		rule_check(&arena, &rules);
		rule_file_note(cli, path, &rules);
		*ret_n = rules.n_lines;
		good = true;
	}
	arena_release(&arena);
	return good;
}

int
rule_file_read(struct cli *cli, const char *path, struct buf *out)
{
	struct err e = ERR_INIT;
	size_t n = 0;

	if (document_read(path, -1, out, &e) != 0)
		return cli_fail_err(cli, &e);
	if (!rule_file_check(cli, path, buf_slice(out), &n))
		return cli_fail(cli, "out of memory");
	if (n == 0)
		return cli_fail(cli, "%s has no statement of site rules", path);
	return CLI_OK;
}
