/*
 * cmd_push.c -- gleaner push --consumer NAME TARGET: starts the program that
 * delivers the change log to a receiver.
 *
 * This file reads the command line or the file of settings, finds the database
 * and checks the filter. The program for the target's scheme delivers the
 * changes (push/push.h). It receives the settings as JSON in a memfd, because
 * every user can read the arguments of a process.
 */
#include <sys/mman.h>

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/json_writer.h"
#include "base/text/utf8.h"
#include "cli/cmd/change_filter.h"
#include "cli/filter.h"
#include "cli/filter_check.h"
#include "cli/program.h"
#include "config/push/push_file.h"

#define BATCH_DEFAULT  100
#define SETTINGS_BYTES (256 * KIB)
#define FAULTS_BYTES   (1 * MIB)

struct push_values {
	const char *consumer, *file, *secret_file;
	struct change_filter filter;
	int64_t batch;     /* 0: not given */
	int64_t max_bytes; /* 0: not given */
	const char *target;
	const char *secret; /* the secret in the file of settings */
};
#define VALUE(member) offsetof(struct push_values, member)

static const struct option_row options[] = {
	{ .name = "consumer",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(consumer),
	    .value = "NAME",
	    .help = "the cursor to use; it is created if it does not exist" },
	{ .name = "batch",
	    .kind = OPTION_INT,
	    .offset = VALUE(batch),
	    .value = "N",
	    .min = 1,
	    .max = LIMIT_PUSH_BATCH,
	    .help = "largest number of unacknowledged changes (default: 100)" },
	{ .name = "max-bytes",
	    .kind = OPTION_INT,
	    .offset = VALUE(max_bytes),
	    .value = "N",
	    .min = LIMIT_PUSH_LINE_LEAST,
	    .max = LIMIT_PUSH_BYTES,
	    .help = "shorten the texts of longer messages" },
	{ .name = "secret-file",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(secret_file),
	    .value = "FILE",
	    .help = "read the keys of a webhook, or the credentials of a "
		    "broker, from this file" },
	{ .name = "file",
	    .kind = OPTION_TEXT,
	    .offset = VALUE(file),
	    .value = "FILE",
	    .help = "read target, consumer, filter and secret from this file" },
	OPTIONS_OF_CHANGES(struct push_values),
	{ 0 },
};

/* The Debian package that contains all programs. */
#define PUSH_PACKAGE "gleaner-push"

static const struct {
	const char *scheme, *program;
} programs[] = {
	{ "https://", "gleaner-push" },
	{ "http://", "gleaner-push" },
	{ "nats://", "gleaner-push-nats" },
	{ "tls://", "gleaner-push-nats" },
	{ "kafka://", "gleaner-push-kafka" },
};

/* ---- values ---- */

static void
cmd_push_take_file(struct push_values *values, const struct push_file *file)
{
	values->target = file->target;
	values->consumer = file->consumer;
	values->secret_file = file->secret_file;
	values->secret = file->secret;
	values->batch = file->batch;
	values->max_bytes = file->max_bytes;
	values->filter.feed = file->feed;
	values->filter.tag = file->tag;
	values->filter.lang = file->lang;
	values->filter.kind = file->kind;
	values->filter.min_confidence = file->min_confidence;
	values->filter.one_per_cluster = file->one_per_cluster;
	values->filter.notified = file->notified;
}

/* Returns true if an option has set a value that is also in the file of
 * settings. */
static bool
cmd_push_is_given(const struct push_values *values)
{
	const struct change_filter *filter = &values->filter;

	return values->target != NULL || values->consumer != NULL ||
	       values->secret_file != NULL || values->batch != 0 ||
	       values->max_bytes != 0 || filter->feed != NULL ||
	       filter->tag != NULL || filter->lang != NULL ||
	       filter->kind >= 0 || filter->min_confidence > 0 ||
	       filter->one_per_cluster || filter->notified;
}

/* Reads the file of settings. Prints its faults with file, line and column. */
static int
cmd_push_read_file(
    struct cli *cli, struct push_values *values, struct push_file *file)
{
	struct err e = ERR_INIT;
	struct buf faults, clean;
	int rc;

	if (cmd_push_is_given(values))
		return cli_usage(cli,
		    "--file contains all settings of the push; it cannot be "
		    "combined with TARGET or an option that sets one of them");
	buf_init(&faults, FAULTS_BYTES);
	buf_init(&clean, FAULTS_BYTES * 4);
	rc = push_file_read(values->file, file, &faults, &e);
	text_clean_lines(&clean, buf_slice(&faults));
	if (clean.len > 0)
		fprintf(cli->err, "%s\n", clean.p);
	else if (rc != 0)
		cli_fail_err(cli, &e);
	buf_release(&faults);
	buf_release(&clean);
	if (rc != 0)
		return CLI_USAGE;
	cmd_push_take_file(values, file);
	return CLI_GO_ON;
}

struct push_text {
	const char *what, *text;
};

/* Refuses a text that cannot be passed as JSON: its bytes would be replaced,
 * and the push would use another consumer, filter or file. The message does not
 * contain the text, because a target can contain a password. */
static int
cmd_push_check_texts(struct cli *cli, const struct push_text *texts, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!utf8_valid(slice_of(texts[i].text)))
			return cli_usage(
			    cli, "%s is not valid UTF-8", texts[i].what);
	return CLI_GO_ON;
}

static int
cmd_push_check(struct cli *cli, const struct push_values *values)
{
	const struct push_text texts[] = {
		{ "TARGET", values->target },
		{ "the NAME of --consumer", values->consumer },
		{ "the FILE of --secret-file", values->secret_file },
		{ "the value of --tag", values->filter.tag },
	};
	int code;

	if (values->target == NULL)
		return cli_usage(cli, "TARGET is missing");
	if (values->consumer == NULL || values->consumer[0] == '\0')
		return cli_usage(cli, "--consumer NAME is missing");
	code = cmd_push_check_texts(cli, texts, ARRAY_LENGTH(texts));
	if (code != CLI_GO_ON)
		return code;
	return filter_check_form(
	    cli, &(struct filter_names){ .lang = values->filter.lang });
}

/* ---- settings ---- */

/* Writes the settings as JSON. The path of the control socket may be relative:
 * the program has the same current directory. */
static void
cmd_push_put_settings(struct cli *cli, const struct push_values *values,
    struct slice feed, struct buf *out)
{
	struct json_writer json;

	json_writer_init(&json, out);
	json_write_object(&json, NULL);
	json_write_text(&json, "target", slice_of(values->target));
	json_write_text(&json, "consumer", slice_of(values->consumer));
	json_write_text(&json, "database", slice_of(cli->database));
	json_write_text_or_null(
	    &json, "control", slice_of(cli_control_path(cli)));
	json_write_text_or_null(
	    &json, "secret_file", slice_of(values->secret_file));
	json_write_text_or_null(&json, "secret", slice_of(values->secret));
	json_write_int(&json, "batch", values->batch);
	json_write_int(&json, "max_bytes", values->max_bytes);
	json_write_text_or_null(&json, "feed", feed);
	json_write_text_or_null(&json, "tag", slice_of(values->filter.tag));
	json_write_text_or_null(&json, "lang", slice_of(values->filter.lang));
	json_write_text_or_null(
	    &json, "kind", change_filter_kind(&values->filter));
	json_write_number(
	    &json, "min_confidence", values->filter.min_confidence, 6);
	json_write_bool(
	    &json, "one_per_cluster", values->filter.one_per_cluster);
	json_write_bool(&json, "notified", values->filter.notified);
	json_write_end_object(&json);
}

/* Writes the settings to a memfd that the push program inherits. Returns its
 * descriptor, or -1. */
static int
cmd_push_make_file(const struct buf *settings)
{
	int fd = memfd_create("gleaner-push", 0);

	if (fd >= 0 && !buf_failed(settings) &&
	    write(fd, settings->p, settings->len) == (ssize_t)settings->len &&
	    lseek(fd, 0, SEEK_SET) == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

static int
cmd_push_start(struct cli *cli, const struct push_values *values,
    struct slice feed, size_t program)
{
	char option[] = "--settings-fd", name[] = "", number[SLICE_INT64_BYTES];
	char *argv[] = { name, option, number, NULL };
	struct buf settings;
	int fd, code;

	buf_init(&settings, SETTINGS_BYTES);
	cmd_push_put_settings(cli, values, feed, &settings);
	fd = cmd_push_make_file(&settings);
	if (settings.len > 0)
		explicit_bzero(settings.p, settings.len);
	buf_release(&settings);
	if (fd < 0)
		return cli_fail(cli, "cannot pass the settings to %s",
		    programs[program].program);
	snprintf(number, sizeof(number), "%d", fd);
	code = program_exec(cli, programs[program].program, PUSH_PACKAGE, argv);
	close(fd);
	return code;
}

static int
cmd_push_check_paths(struct cli *cli)
{
	const struct push_text paths[] = {
		{ "the path of the database", cli->database },
		{ "the path of the control socket", cli_control_path(cli) },
	};

	return cmd_push_check_texts(cli, paths, ARRAY_LENGTH(paths));
}

static int
cmd_push_run(struct cli *cli, const struct push_values *values, size_t program)
{
	struct filter_names names = { values->filter.feed, values->filter.tag,
		values->filter.lang,
		values->filter.notified ? values->consumer : NULL };
	struct store *store = NULL;
	struct buf feed;
	int code = cli_store_open(cli, CLI_READ, &store);

	if (code != CLI_OK)
		return code == CLI_FAILED ? CLI_REFUSED : code;
	code = cmd_push_check_paths(cli);
	if (code != CLI_GO_ON) {
		store_close(store);
		return code;
	}
	buf_init(&feed, FILTER_FEED_BYTES);
	code = filter_check(cli, store, &names, &feed);
	store_close(store);
	/* A service starts again: a later article may have the tag, the
	 * language or the feed. */
	if (code == CLI_FAILED && values->file != NULL)
		code = CLI_REFUSED;
	if (code == CLI_OK)
		code = cmd_push_start(cli, values, buf_slice(&feed), program);
	buf_release(&feed);
	return code;
}

/* Returns the index of the program for the target's scheme; -1: no program has
 * this scheme. */
static int
cmd_push_find_program(const char *target)
{
	for (size_t i = 0; i < ARRAY_LENGTH(programs); i++)
		if (slice_starts_nocase(
			slice_of(target), slice_of(programs[i].scheme)))
			return (int)i;
	return -1;
}

int
cmd_push(struct cli *cli, int argc, char **argv)
{
	struct push_values values = { .filter = { .kind = -1 } };
	struct push_file file = { 0 };
	int code = options_parse(cli, options, &values, &argc, argv), program;

	if (code != CLI_GO_ON)
		return code;
	values.target = argc > 0 ? argv[0] : NULL;
	if (values.file != NULL)
		code = cmd_push_read_file(cli, &values, &file);
	if (values.batch == 0)
		values.batch = BATCH_DEFAULT;
	if (code == CLI_GO_ON)
		code = cmd_push_check(cli, &values);
	if (code == CLI_GO_ON) {
		program = cmd_push_find_program(values.target);
		code = program >= 0
			   ? cmd_push_run(cli, &values, (size_t)program)
			   : cli_usage(cli,
				 "TARGET must begin with https://, nats://, "
				 "tls:// or kafka://");
	}
	push_file_release(&file);
	return code;
}
