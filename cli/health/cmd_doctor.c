/*
 * cmd_doctor.c -- gleaner doctor: checks the whole installation and prints
 * advice for each finding.
 *
 * A failed check does not stop the following checks: if the database cannot be
 * opened, that is one finding, and the disk is still checked.
 */
#include <stdarg.h>
#include <string.h>

#include "base/limits.h"
#include "base/text/json_writer.h"
#include "cli/health/doctor.h"

#define FINDING_BYTES (64 * KIB)
#define INDENT        20 /* columns of level and subject */

struct doctor_values {
	bool checks, offline;
	int fail_on; /* index into fail_levels */
};
#define VALUE(member) offsetof(struct doctor_values, member)

/* The choices of --fail-on: the lowest level of a finding that makes the
 * command fail. */
static const char *const fail_levels[] = { "warning", "fault", NULL };

static const struct option_row options[] = {
	{ .name = "check",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(checks),
	    .help = "read the whole database, even if it is large" },
	{ .name = "offline",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(offline),
	    .help = "do not send requests to any site" },
	{ .name = "fail-on",
	    .kind = OPTION_CHOICE,
	    .value = "LEVEL",
	    .choices = fail_levels,
	    .offset = VALUE(fail_on),
	    .help =
		"exit with 1 after a finding of this level or a higher one: "
		"warning (the default), fault" },
	{ .name = "json",
	    .kind = OPTION_JSON,
	    .help = "write one JSON object per finding" },
	{ 0 },
};

static const struct {
	const char *name;
	enum paint paint;
} levels[] = {
	[DOCTOR_OK] = { "ok", PAINT_GOOD },
	[DOCTOR_NOTE] = { "note", PAINT_NONE },
	[DOCTOR_WARNING] = { "warning", PAINT_WARNING },
	[DOCTOR_FAULT] = { "fault", PAINT_BAD },
};

static void
cmd_doctor_put_json(struct buf *out, enum doctor_level level,
    const char *subject, struct slice name, struct slice what,
    const char *advice)
{
	struct json_writer json;

	json_writer_init(&json, out);
	json_write_object(&json, NULL);
	json_write_text(&json, "level", slice_of(levels[level].name));
	json_write_text(&json, "subject", slice_of(subject));
	json_write_text_or_null(&json, "name", name);
	json_write_text(&json, "what", what);
	json_write_text_or_null(&json, "do", slice_of(advice));
	json_write_end_object(&json);
	buf_append_char(out, '\n');
}

/* Writes the text and the advice, indented. Level and subject are in the margin
 * of the first line. */
static void
cmd_doctor_put_text(struct doctor *doctor, enum doctor_level level,
    const char *subject, struct slice text, const char *advice)
{
	struct buf *out = &doctor->out, lines;
	size_t columns = doctor->cli->columns;

	buf_init(&lines, FINDING_BYTES * 4);
	text_wrap(&lines, text, INDENT, columns);
	paint_put(out, doctor->cli, levels[level].paint);
	buf_printf(out, "%-9s", levels[level].name);
	paint_put(out, doctor->cli, PAINT_NONE);
	buf_printf(out, "%-*s", INDENT - 9, subject);
	if (lines.len > INDENT)
		buf_append(out, lines.p + INDENT, lines.len - INDENT);
	else
		buf_append_char(out, '\n');
	buf_carry_failure(out, &lines);
	buf_clear(&lines);
	if (advice != NULL) {
		buf_append_string(&lines, "\xE2\x86\x92 "); /* U+2192 */
		buf_append_string(&lines, advice);
		text_wrap(out, buf_slice(&lines), INDENT, columns);
	}
	buf_carry_failure(out, &lines);
	buf_release(&lines);
}

void
doctor_find(struct doctor *doctor, enum doctor_level level, const char *subject,
    struct slice name, const char *advice, const char *format, ...)
{
	struct buf what;
	va_list ap;

	doctor->n[level]++;
	buf_init(&what, FINDING_BYTES);
	if (name.len > 0 && !doctor->cli->json) {
		buf_append_slice(&what, name);
		buf_append_string(&what, ": ");
	}
	va_start(ap, format);
	buf_vprintf(&what, format, ap);
	va_end(ap);
	if (doctor->cli->json)
		cmd_doctor_put_json(&doctor->out, level, subject, name,
		    buf_slice(&what), advice);
	else
		cmd_doctor_put_text(
		    doctor, level, subject, buf_slice(&what), advice);
	buf_carry_failure(&doctor->out, &what);
	buf_release(&what);
	/* Some checks take a long time, so each finding is shown at once. */
	cli_write(doctor->cli, &doctor->out);
	cli_flush(doctor->cli);
}

static void
cmd_doctor_sum_up(struct doctor *doctor)
{
	int64_t n = doctor->n[DOCTOR_WARNING] + doctor->n[DOCTOR_FAULT];

	if (doctor->cli->json)
		return;
	if (n == 0)
		buf_append_string(&doctor->out, "\nNo problems were found.\n");
	else
		buf_printf(&doctor->out, "\n%lld fault%s, %lld warning%s.\n",
		    (long long)doctor->n[DOCTOR_FAULT],
		    doctor->n[DOCTOR_FAULT] == 1 ? "" : "s",
		    (long long)doctor->n[DOCTOR_WARNING],
		    doctor->n[DOCTOR_WARNING] == 1 ? "" : "s");
	cli_write(doctor->cli, &doctor->out);
}

static void
cmd_doctor_look_at_all(struct doctor *doctor)
{
	doctor_config(doctor);
	doctor_sites(doctor);
	doctor_renderer(doctor);
	doctor_database(doctor);
	doctor_disk(doctor);
	doctor_daemon(doctor);
	if (doctor->store != NULL) {
		doctor_feeds(doctor);
		doctor_hosts(doctor);
		doctor_walls(doctor);
		doctor_rules(doctor);
		doctor_filters(doctor);
		doctor_websub(doctor);
		doctor_consumers(doctor);
		doctor_nodes(doctor);
	}
	doctor_pushes(doctor);
	doctor_clock(doctor);
	doctor_network(doctor);
	store_close(doctor->store);
}

int
cmd_doctor(struct cli *cli, int argc, char **argv)
{
	struct doctor_values values = { 0 };
	struct doctor doctor = { .cli = cli };
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	doctor.checks = values.checks;
	doctor.offline = values.offline;
	buf_init(&doctor.out, FINDING_BYTES * 16);
	arena_init(&doctor.arena, FINDING_BYTES * 16);
	cmd_doctor_look_at_all(&doctor);
	cmd_doctor_sum_up(&doctor);
	arena_release(&doctor.arena);
	buf_release(&doctor.out);
	if (strcmp(fail_levels[values.fail_on], "fault") == 0)
		doctor.n[DOCTOR_WARNING] = 0;
	return cli_finish(
	    cli, doctor.n[DOCTOR_WARNING] + doctor.n[DOCTOR_FAULT] == 0
		     ? CLI_OK
		     : CLI_FAILED);
}
