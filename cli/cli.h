/*
 * cli.h -- what the files of `gleaner` share: the command's surroundings, the
 * parser of options, and how things are said.
 *
 * A command is one file cmd_<name>.c with one function:
 *
 *	static const char *const formats[] = { "json", "text", NULL };
 *
 *	struct cut_values {
 *		const char *title;
 *		int format;
 *		bool batch;
 *		int64_t jobs;
 *	};
 *	#define VALUE(member) offsetof(struct cut_values, member)
 *
 *	static const struct option_row options[] = {
 *		{ .name = "title", .kind = OPTION_TEXT, .value = "T",
 *		    .offset = VALUE(title), .help = "the feed's title" },
 *		{ .name = "format", .kind = OPTION_CHOICE, .value = "NAME",
 *		    .offset = VALUE(format), .choices = formats,
 *		    .help = "json, text" },
 *		{ .name = "batch", .kind = OPTION_FLAG, .offset = VALUE(batch),
 *		    .help = "JSON lines in, JSON lines out" },
 *		{ .name = "jobs", .kind = OPTION_INT, .value = "N", .min = 1,
 *		    .max = 64, .offset = VALUE(jobs), .help = "at a time" },
 *		{ 0 }
 *	};
 *
 *	int
 *	cmd_cut(struct cli *cli, int argc, char **argv)
 *	{
 *		struct cut_values values = { .jobs = 1 };
 *		int code = options_parse(cli, options, &values, &argc, argv);
 *
 *		if (code != CLI_GO_ON)
 *			return code;
 *		… argv[0 .. argc) are the operands …
 *		return cli_finish(cli, 0);
 *	}
 *
 * argv does not hold the command's own name.  The table of commands in main.c
 * has each command's usage, example, and least and greatest number of
 * operands; options_parse() checks that number and answers --help.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/slice.h"

struct config;
struct store;
struct cli;

/* Exit codes of the contract. */
enum {
	CLI_OK = 0,
	CLI_NOTHING = 1, /* nothing found */
	CLI_FAILED = 1,
	CLI_USAGE = 2,
	CLI_GO_ON = -1 /* of options_parse: no exit yet */
};

typedef int command_run(struct cli *, int argc, char **argv);
struct option_row;
/* Hears of a command's options; cli->command is the command. */
typedef void command_describe(
    struct cli *, const struct option_row *, void *arg);

/* One row of the table in main.c. */
struct command {
	const char *name; /* "articles", "feed add" */
	command_run *run;
	const char *operands; /* "URL…" for the usage line; "" for none */
	int least, most;      /* operands; most < 0: no bound */
	const char *summary;  /* one line */
	const char *example;  /* whole lines, without "gleaner" before */
	const char *more;     /* further words of its --help, or NULL */
};

struct cli {
	const struct command *command;
	const char *config_given;   /* -c FILE, or NULL */
	const char *database_given; /* --db FILE, or NULL */
	struct config *config;      /* after cli_config(); may be NULL */
	char *database;             /* after cli_database(); owned */
	FILE *in, *out, *err;
	bool json;         /* --json, of listings */
	int64_t limit;     /* --limit N, of listings; 0: all */
	int64_t now_at;    /* when the command began */
	size_t columns;    /* of the terminal; 0: out is none */
	bool colours;      /* out shows them, and wants them */
	bool has_progress; /* err shows a line of it (progress.h) */
	bool broken;       /* a write failed, and that was said */
	bool waits;        /* what is written waits in: */
	struct buf waiting;
	const struct command *commands; /* the table in main.c */
	command_describe *describe;     /* of commands_describe() */
	void *describe_arg;
};

/* ---- options (options.c) ---- */

enum option_kind {
	OPTION_FLAG,     /* bool; --name */
	OPTION_TEXT,     /* const char *, borrowed from argv */
	OPTION_INT,      /* int64_t, min .. max (max 0: no upper bound) */
	OPTION_SHARE,    /* double, 0 .. 1 */
	OPTION_TIME,     /* int64_t UTC seconds: RFC 3339, YYYY-MM-DD (local),
			    or back from now: 90s 15m 2h 7d */
	OPTION_DURATION, /* int64_t seconds: 90s 15m 2h 7d, more than 0, max */
	OPTION_CHOICE,   /* int, index in choices */
	OPTION_LIST,     /* struct option_list; may be given repeatedly */
	OPTION_JSON,     /* cli->json; no offset */
	OPTION_LIMIT     /* cli->limit; no offset */
};

#define CLI_LIST_MAX 64 /* more tags on one command line are a mistake */
struct option_list {
	const char *items[CLI_LIST_MAX]; /* borrowed from argv */
	size_t n;
};

/* A table of them ends with a row whose name is NULL. */
struct option_row {
	const char *name; /* without the dashes */
	char letter;      /* a short form, or 0 */
	enum option_kind kind;
	size_t offset;              /* of the value in the caller's struct */
	const char *value;          /* what the help calls it: "N", "FILE" */
	const char *help;           /* one line */
	int64_t min, max;           /* OPTION_INT; of OPTION_DURATION max */
	const char *const *choices; /* OPTION_CHOICE; NULL ends it */
};

/* What every listing takes. */
#define OPTIONS_OF_LISTINGS                                                    \
	{ .name = "json",                                                      \
		.kind = OPTION_JSON,                                           \
		.help = "one JSON object a line" },                            \
	{                                                                      \
		.name = "limit", .kind = OPTION_LIMIT, .value = "N",           \
		.help = "at most N of them (0: all, the default)"              \
	}

/* Reads the options of a command's words into *values, which the caller has
 * filled with defaults.  Options stand before or after operands; `--name
 * value` and `--name=value` are the same; `--` ends options; `-` is an
 * operand.  -c FILE, --db FILE, -h and --help are understood everywhere and
 * need no row.  Afterwards argv[0 .. *argc) are the operands, in their order.
 * CLI_GO_ON, or the exit code: CLI_OK after --help, CLI_USAGE after a
 * complaint on cli->err. */
int options_parse(struct cli *, const struct option_row *, void *values,
    int *argc, char **argv);
/* Each command's table of options, in the order of the commands: what the
 * manual and the completions are made of.  Nothing is parsed and nothing done:
 * options_parse() hands over the table, and the command ends. */
void commands_describe(const struct cli *, command_describe *, void *arg);
/* The option words before the command (-c, --db, --help, --version). Returns
 * how many words were used, or -1 after a complaint. */
int options_parse_global(
    struct cli *, int argc, char **argv, bool *ret_help, bool *ret_version);

/* ---- words (when.c, near_miss.c) ---- */

/* "15m" → 900.  False for anything else, 0 and overflow included. */
bool duration_parse(const char *text, int64_t *ret_s);
/* OPTION_TIME's forms. */
bool time_parse(const char *text, int64_t now_at, int64_t *ret_at);
/* The candidate that `word` was probably meant to be, or NULL. */
const char *near_miss(
    const char *word, const char *const *candidates, size_t n);

/* ---- what is said (say.c) ---- */

/* "gleaner articles: TEXT" on err, controls stripped.  Returns CLI_FAILED. */
int cli_fail(struct cli *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same with e's text. */
int cli_fail_err(struct cli *, const struct err *e);
/* The same with a pointer to --help behind it.  Returns CLI_USAGE. */
int cli_usage(struct cli *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* For a listing without a row: the line says what was looked for.  Returns
 * CLI_NOTHING. */
int cli_nothing(struct cli *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A remark on err that is no failure. */
void cli_note(struct cli *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Last thing of every command that printed: flushes out.  `code`, or
 * CLI_FAILED with a complaint if not everything could be written. */
int cli_finish(struct cli *, int code);
/* All of buf goes to out as it is; buf is cleared.  0, or CLI_FAILED after a
 * complaint (disk full, no memory): what visits may stop then.  In a command
 * that has opened the store it waits, up to some MiB, for cli_flush or
 * cli_finish: whoever reads slowly must not hold a transaction open. */
int cli_write(struct cli *, struct buf *);
/* What waits goes out, and further.  0, or CLI_FAILED after a complaint. */
int cli_flush(struct cli *);

/* ---- colours (paint.c) ---- */

enum paint {
	PAINT_NONE,
	PAINT_BOLD,
	PAINT_DIM,
	PAINT_GOOD,
	PAINT_WARNING,
	PAINT_BAD
};
/* Is out a terminal that shows colours, and does NO_COLOR not forbid them? */
bool paint_wanted(FILE *out);
/* From here on; PAINT_NONE ends it.  Nothing where there are no colours. */
void paint_put(struct buf *out, const struct cli *, enum paint);
/* The colour of a feed's or an article's status. */
enum paint paint_of_status(struct slice status);

/* ---- where things are (place.c) ---- */

/* The configuration that is meant, or NULL: there is none. */
const char *cli_config_path(const struct cli *);

/* Reads the configuration once, into cli->config: -c FILE, else
 * $GLEANER_CONFIG, else /etc/gleaner/gleaner.yaml if that is there and --db was
 * not given; config stays NULL where there is none.  CLI_OK, or the exit code
 * after a complaint (every fault is printed). */
int cli_config(struct cli *);
/* Resolves cli->database.  `make`: the command may make the file. */
int cli_database(struct cli *, bool make);
enum cli_access {
	CLI_READ,  /* the database must be there */
	CLI_WRITE, /* the same, for short writes */
	CLI_MAKE   /* it is made where it is not there */
};
/* Opens it.  CLI_OK, or the exit code after a complaint. */
int cli_store_open(struct cli *, enum cli_access, struct store **ret);
/* Where the daemon listens, or NULL: nothing says so. */
const char *cli_control_path(struct cli *);

/* ---- text from outside (text.c) ---- */

/* Columns that a terminal gives a code point: 0 (combining, format), 1, 2. */
int rune_columns(uint32_t rune);
/* Columns of clean text. */
size_t text_columns(struct slice);
/* One line: C0, C1, DEL, U+2028-202E, U+2066-2069 and other invisible controls
 * go, white space becomes one space, bad UTF-8 U+FFFD.  Ends trimmed. */
void text_clean(struct buf *out, struct slice);
/* The same, but \n stays and a tab becomes a space. */
void text_clean_lines(struct buf *out, struct slice);
/* Is it UTF-8, and of C0, DEL and C1 has only \n and \t?  What a process that
 * reads strangers' documents has written must be. */
bool text_is_plain(struct slice);
/* Clean text in at most `columns` of them, "…" where something was left out. */
void text_fit(struct buf *out, struct slice clean, size_t columns);
/* Wraps at spaces (and between characters of scripts without them); each line
 * begins with `indent` spaces and ends with \n.  Empty lines stay.  Text is
 * cleaned on the way.  columns 0: lines are left as long as they are. */
void text_wrap(struct buf *out, struct slice, size_t indent, size_t columns);

/* Local time for people: "2026-11-20 18:48"; "-" for DATE_NONE. */
void text_date(struct buf *out, int64_t at);
/* "now", "5m ago", "in 2h", "3d ago"; "-" for DATE_NONE. */
void text_age(struct buf *out, int64_t at, int64_t now_at);
/* "45s", "12m", "7h", "3d": to the unit that says most. */
void text_span(struct buf *out, int64_t seconds);
/* "12.3 MiB" */
void text_bytes(struct buf *out, int64_t bytes);

/* ---- the commands (cmd_*.c) ---- */

command_run cmd_ack, cmd_articles, cmd_backup, cmd_check, cmd_consumers,
    cmd_cut, cmd_discover, cmd_export, cmd_feed_add, cmd_feed_explain,
    cmd_feed_list, cmd_feed_pause, cmd_feed_poll, cmd_feed_remove,
    cmd_feed_resume, cmd_follow, cmd_import, cmd_parse_feed, cmd_prune,
    cmd_recut, cmd_search, cmd_show, cmd_status, cmd_warc;
command_run cmd_completion, cmd_debug_replay, cmd_doctor, cmd_manual;

#endif
