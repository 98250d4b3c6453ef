/*
 * cli.h -- declarations shared by the files of `gleaner`: the state of a
 * command, the parser of options, and output.
 *
 * A command is one file cmd_*.c with one function:
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
 * argv does not contain the command's own name. The table of commands in main.c
 * has each command's usage, example, and least and greatest number of operands;
 * options_parse() checks the number of operands and prints the text of --help.
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
#include "url/database_url.h"

struct config;
struct consumer_cursor;
struct store;
struct cli;

/* Exit codes; docs/man/gleaner.1 describes them. */
enum {
	CLI_OK = 0,
	CLI_NOTHING = 1, /* nothing found */
	CLI_FAILED = 1,
	CLI_USAGE = 2,
	CLI_REFUSED = 3, /* `gleaner push`: a later start may succeed */
	CLI_GO_ON =
	    -1 /* returned by options_parse(): continue with the command */
};

typedef int command_run(struct cli *, int argc, char **argv);
struct option_row;
/* Receives the options of one command; the command is cli->command. */
typedef void command_describe(
    struct cli *, const struct option_row *, void *arg);

/* One command of `gleaner`: a row of the table of commands in main.c. */
struct command {
	const char *name; /* "articles", "feed add" */
	command_run *run;
	const char *operands; /* "URL…" for the usage line; "" for none */
	int least, most;      /* number of operands; `most` < 0: no maximum */
	const char *summary;  /* one line */
	const char *example;  /* whole lines, without the leading "gleaner" */
	const char *more;     /* additional text of its --help, or NULL */
};

struct cli {
	const struct command *command; /* NULL: unknown */
	const char *group; /* first word of a command of two words; NULL: the
			      command has one word */
	const char *config_given;   /* FILE of -c; NULL: not given */
	const char *database_given; /* FILE of --db; NULL: not given */
	struct config *config;      /* set by cli_config(); may be NULL */
	bool sends_requests;        /* the command needs the secrets of `sites`;
				       set before cli_config() */
	char *database; /* set by cli_database(); owned; path or URL; messages
			   show cli_database_name(), because a URL may contain a
			   password */
	char database_shown[DATABASE_URL_SHOWN_BYTES];
	FILE *in, *out, *err;
	bool json;         /* --json was given (listings only) */
	int64_t limit;     /* --limit N (listings only); 0: no limit */
	int64_t now_at;    /* time at which the command began */
	size_t columns;    /* width of the terminal; 0: out is not a terminal */
	bool colours;      /* write colours to `out` */
	bool has_progress; /* show a progress line on err (progress.h) */
	bool broken;       /* a write failed and the error was reported */
	bool waits; /* output is collected in `waiting` until cli_flush() is
		       called */
	struct buf waiting;
	const struct command *commands; /* the table in main.c */
	/* NULL, or the argument of commands_describe(): options_parse() calls
	 * this function instead of parsing */
	command_describe *describe;
	void *describe_arg;
};

/* ---- options (options.c) ---- */

enum option_kind {
	OPTION_FLAG,  /* bool; --name */
	OPTION_TEXT,  /* const char *, borrowed from argv */
	OPTION_INT,   /* int64_t, min .. max (max 0: no upper bound) */
	OPTION_SHARE, /* double, 0 .. 1 */
	OPTION_TIME,  /* int64_t UTC seconds: RFC 3339, YYYY-MM-DD (local time),
			 or an age: 90s 15m 2h 7d */
	OPTION_DURATION, /* int64_t seconds: 90s 15m 2h 7d; 1 .. max */
	OPTION_CHOICE,   /* int, an index into choices */
	OPTION_LIST,     /* struct option_list; may be given repeatedly */
	OPTION_JSON,     /* sets cli->json; the row has no offset */
	OPTION_LIMIT     /* sets cli->limit; the row has no offset */
};

/* Largest number of values of one OPTION_LIST option; more are an error. */
#define CLI_LIST_MAX 64
struct option_list {
	const char *items[CLI_LIST_MAX]; /* borrowed from argv */
	size_t n;
};

/* One option. The last row of a table has the name NULL. */
struct option_row {
	const char *name; /* without the dashes */
	char letter;      /* short form, or 0 */
	enum option_kind kind;
	size_t offset;     /* offset of the value in the caller's struct */
	const char *value; /* name of the value in the help: "N", "FILE" */
	const char *help;  /* one line */
	int64_t min, max;  /* bounds for OPTION_INT; OPTION_DURATION uses only
			      max */
	const char *const *choices; /* values of OPTION_CHOICE; ends with NULL
				     */
};

/* The option rows of the commands that list rows: --json and --limit. */
#define OPTIONS_OF_LISTINGS                                                    \
	OPTIONS_OF_LISTINGS_WITH("write at most N rows (0: all, the default)")
/* The same with a help text for a command that has another limit. */
#define OPTIONS_OF_LISTINGS_WITH(limit_help)                                   \
	{ .name = "json",                                                      \
		.kind = OPTION_JSON,                                           \
		.help = "write one JSON object per line" },                    \
	{                                                                      \
		.name = "limit", .kind = OPTION_LIMIT, .value = "N",           \
		.help = limit_help                                             \
	}

/* Parses the options of a command into *values, which the caller has filled
 * with defaults. Options may be before or after operands; `--name value` and
 * `--name=value` are equal; `--` ends the options; `-` is an operand. -c FILE,
 * --db FILE, -h and --help are accepted by every command and need no row. After
 * the call argv[0 .. *argc) are the operands in their order.
 *
 * Returns CLI_GO_ON, or the exit code: CLI_OK after --help, CLI_USAGE after an
 * error message on cli->err. */
int options_parse(struct cli *, const struct option_row *, void *values,
    int *argc, char **argv);
/* Calls `describe` with the table of options of each command, in the order of
 * the commands. The manual and the completions are made from these tables. To
 * get the table of a command, commands_describe() runs the command. The command
 * calls options_parse(), which passes the table to `describe` and makes the
 * command return. */
void commands_describe(const struct cli *, command_describe *, void *arg);
/* Parses the options before the name of the command (-c, --db, --help,
 * --version). Returns the number of arguments that were read, or -1 after an
 * error message. */
int options_parse_global(
    struct cli *, int argc, char **argv, bool *ret_help, bool *ret_version);

/* ---- words (term/time_text.c, help/near_miss.c) ---- */

/* Parses a duration such as "15m" into seconds (900). Returns false for any
 * other text, for 0 and on overflow. */
bool duration_parse(const char *text, int64_t *ret_s);
/* Parses a time in the forms of OPTION_TIME. */
bool time_parse(const char *text, int64_t now_at, int64_t *ret_at);
/* Returns the candidate that is most similar to `word`, or NULL if no candidate
 * is similar. */
const char *near_miss(
    const char *word, const char *const *candidates, size_t n);

/* ---- messages and output (output.c) ---- */

/* Writes "gleaner articles: TEXT" to err, without control characters. Returns
 * CLI_FAILED. */
int cli_fail(struct cli *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Like cli_fail(), with the text of e. */
int cli_fail_err(struct cli *, const struct err *e);
/* Like cli_fail(), followed by a reference to --help. Returns CLI_USAGE. */
int cli_usage(struct cli *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Like cli_fail(), for a command that found nothing. The message names what was
 * searched for. Returns CLI_NOTHING. */
int cli_nothing(struct cli *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Writes a message to err that does not change the exit code. */
void cli_note(struct cli *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Flushes cli->out. A command that writes output must call this function last.
 * Returns `code`, or CLI_FAILED after an error message if a write failed. */
int cli_finish(struct cli *, int code);
/* Writes buf to cli->out unchanged and clears buf. Returns 0, or CLI_FAILED
 * after an error message (disk full, out of memory). A visit function of the
 * store may return this value to end the visit.
 *
 * If the command has opened the store, cli_write() collects up to 32 MiB in
 * memory until cli_flush() or cli_finish() is called. Without this buffer a
 * slow reader of the output would keep a transaction open. */
int cli_write(struct cli *, struct buf *);
/* Writes the collected output and flushes out. Returns 0, or CLI_FAILED after
 * an error message. */
int cli_flush(struct cli *);

/* ---- colours (paint.c) ---- */

enum paint {
	PAINT_NONE,
	PAINT_BOLD,
	PAINT_DIM,
	PAINT_GOOD,
	PAINT_WARNING,
	PAINT_BAD,
	PAINT_MATCH /* a word that matches the query */
};
/* Returns true if `out` is a terminal that shows colours and NO_COLOR is not
 * set.
 */
bool paint_wanted(FILE *out);
/* Appends the control sequence that switches to a colour; PAINT_NONE switches
 * to normal text. If cli->colours is false, nothing is appended. */
void paint_put(struct buf *out, const struct cli *, enum paint);
/* Returns the colour of the status of a feed or an article. */
enum paint paint_of_status(struct slice status);

/* ---- paths (place.c) ---- */

/* Returns the path of the configuration that is used, or NULL if there is none.
 */
const char *cli_config_path(const struct cli *);

/* Reads the configuration into cli->config if it was not read before. Its path
 * is FILE of -c. Without -c and --db the path is $GLEANER_CONFIG, else
 * /etc/gleaner/gleaner.yaml if that file exists. Without a path, cli->config
 * stays NULL. The files of secrets are read only if cli->sends_requests is set.
 * Returns CLI_OK, or the exit code after printing every error. */
int cli_config(struct cli *);
/* Like cli_config(), for a command that uses only `database` and `control`.  An
 * included file that this user may not read is then no fault. */
int cli_config_place(struct cli *);
/* Sets cli->database from --db, the configuration or the default path. `make`:
 * the command may create the file. */
int cli_database(struct cli *, bool make);
/* Refuses the name of a database from the command line if it is a URL with a
 * password.  `what` names the argument.  Returns CLI_OK or CLI_USAGE. */
int cli_refuse_password(struct cli *, const char *what, const char *name);
/* Returns the name of the database for messages: the path, or the URL without
 * its password. cli->database must be set. */
const char *cli_database_name(struct cli *);
enum cli_access {
	CLI_READ,  /* the database must exist */
	CLI_WRITE, /* the database must exist; for short writes */
	CLI_MAKE   /* the database is created if it does not exist */
};
/* Opens the database. Returns CLI_OK, or the exit code after an error message.
 */
int cli_store_open(struct cli *, enum cli_access, struct store **ret);
/* Opens the database for a command that moves the cursor of a consumer. If this
 * user may not write the database file, the database is opened for reading, and
 * the daemon moves the cursor. The return values are those of cli_store_open().
 */
int cli_consumer_open(
    struct cli *, struct store **ret, struct consumer_cursor *ret_cursor);
/* Returns the path of the daemon's control socket, or NULL if it is not known.
 */
const char *cli_control_path(struct cli *);

/* ---- untrusted text (text.c) ---- */

/* Returns the width of text on a terminal in columns: the sum over its code
 * points. Marks and controls have 0 columns, wide East Asian characters and
 * emoji 2, all others 1. A terminal may show a sequence of joined emoji in
 * fewer columns. O(length). */
size_t text_columns(struct slice);
/* Appends the text as one line. Removes C0, C1, DEL, U+202A-202E, U+2066-2069
 * and other invisible controls. Replaces each run of white space and line ends
 * by one space. Replaces invalid UTF-8 by U+FFFD. Trims both ends. */
void text_clean(struct buf *out, struct slice);
/* Like text_clean(), but line ends become \n, a tab becomes a space, and other
 * white space is neither joined nor trimmed. */
void text_clean_lines(struct buf *out, struct slice);
/* Returns true if the text is valid UTF-8 without C0, DEL and C1 characters
 * other than \n and \t. The output of a process that reads untrusted documents
 * must pass this test. */
bool text_is_plain(struct slice);
/* Appends clean text, shortened to `columns` columns; "…" marks the omission.
 */
void text_fit(struct buf *out, struct slice clean, size_t columns);
/* Cleans the text and wraps it at spaces (and between characters of scripts
 * without spaces). Each line begins with `indent` spaces and ends with \n.
 * Empty lines are preserved. `columns` 0: lines are not wrapped. */
void text_wrap(struct buf *out, struct slice, size_t indent, size_t columns);

/* Appends a local time as "2026-11-20 18:48"; "-" for DATE_NONE. */
void text_date(struct buf *out, int64_t at);
/* Appends "now", "5m ago", "in 2h" or "3d ago"; "-" for DATE_NONE. */
void text_age(struct buf *out, int64_t at, int64_t now_at);
/* Appends a duration as "45s", "12m", "7h" or "3d": in minutes from 90 seconds
 * on, in hours from 90 minutes on, in days from 48 hours on. */
void text_span(struct buf *out, int64_t seconds);
/* "12.3 MiB" */
void text_bytes(struct buf *out, int64_t bytes);

/* ---- the commands (cmd_*.c) ---- */

command_run cmd_ack, cmd_articles, cmd_backup, cmd_check, cmd_consumers,
    cmd_copy, cmd_cut, cmd_discover, cmd_export, cmd_feed_add, cmd_feed_explain,
    cmd_feed_list, cmd_feed_pause, cmd_feed_poll, cmd_feed_remove,
    cmd_feed_resume, cmd_fleet, cmd_follow, cmd_import, cmd_keywords,
    cmd_parse_feed, cmd_prune, cmd_push, cmd_recut, cmd_search, cmd_serve,
    cmd_show, cmd_status, cmd_warc;
command_run cmd_completion, cmd_debug_replay, cmd_doctor, cmd_manual;
command_run cmd_categories, cmd_categories_explain, cmd_categories_train;
command_run cmd_dislike, cmd_like, cmd_profile, cmd_profile_explain, cmd_trends;
command_run cmd_filter_explain, cmd_filter_list, cmd_filter_trial,
    cmd_rules_trial;

#endif
