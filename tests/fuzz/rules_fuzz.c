/*
 * rules_fuzz.c -- reads any bytes as a file of site rules: the numbers of
 * statements and faults stay within their limits, each statement has the number
 * of a line of the file and a value inside of the file, or a shorter copy
 * without quotes, and a second reading gives the same result.
 */
#include <stdlib.h>

#include "base/limits/limits_rules.h"
#include "base/text/utf8.h"
#include "rules/rules.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool
rules_fuzz_is_inside(struct slice text, struct slice part)
{
	return part.p == NULL ||
	       (part.p >= text.p && part.p + part.len <= text.p + text.len);
}

/* The value of these commands is a copy without quotes. */
static bool
rules_fuzz_is_copy(struct slice text, const struct rule_line *line)
{
	if (line->command != RULE_STRIP_ID_OR_CLASS &&
	    line->command != RULE_STRIP_IMAGE_SRC)
		return false;
	for (size_t i = 0; i < line->value.len; i++)
		if (line->value.p[i] == '"' || line->value.p[i] == '\'')
			return false;
	return line->value.len > 0 && line->value.len <= text.len;
}

static void
rules_fuzz_check(struct slice text, const struct rules *rules)
{
	uint32_t n_lines = 1;

	for (size_t i = 0; i < text.len; i++)
		n_lines += text.p[i] == '\n';
	if (rules->n_lines > LIMIT_RULES_LINES ||
	    rules->n_faults > LIMIT_RULES_FAULTS)
		abort();
	for (size_t i = 0; i < rules->n_lines; i++) {
		const struct rule_line *line = &rules->lines[i];

		if (line->number < 1 || line->number > n_lines ||
		    rule_command_name(line->command)[0] == '\0' ||
		    (!rules_fuzz_is_inside(text, line->value) &&
			!rules_fuzz_is_copy(text, line)) ||
		    !rules_fuzz_is_inside(text, line->name) ||
		    !rules_fuzz_is_inside(text, line->condition))
			abort();
	}
	for (size_t i = 0; i < rules->n_faults; i++)
		if (rules->faults[i].number < 1 ||
		    rules->faults[i].number > n_lines ||
		    !utf8_valid(rules->faults[i].text))
			abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct slice text = { (const char *)data, size };
	static struct arena arena;
	struct rules once, twice;
	jmp_buf exhausted;

	if (arena.cap_bytes == 0)
		arena_init(&arena, 2 * LIMIT_RULES_ARENA);
	arena_clear(&arena);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0)
		abort(); /* the limits of a file bound its memory */
	rules_read(&arena, text, &once);
	rules_fuzz_check(text, &once);
	rules_read(&arena, text, &twice);
	if (once.n_lines != twice.n_lines || once.n_faults != twice.n_faults)
		abort();
	rules_name_fits(text, SLICE("www.example.org"));
	return 0;
}
