/*
 * options_test.c -- parsing of command lines, and the messages for invalid
 * ones.
 */
#include <stdlib.h>
#include <time.h>

#include "base/array.h"
#include "cli/testing.h"
#include "tests/lib/tap.h"

#define WORDS_MAX 100

struct values {
	const char *title;
	int64_t number, at, span;
	double share;
	int choice;
	bool flag, other;
	struct option_list tags;
};
#define VALUE(member) offsetof(struct values, member)

static const char *const choices[] = { "auto", "manual", NULL };

static const struct option_row options[] = {
	{ .name = "title",
	    .letter = 't',
	    .kind = OPTION_TEXT,
	    .offset = VALUE(title),
	    .value = "TEXT",
	    .help = "a title" },
	{ .name = "number",
	    .letter = 'n',
	    .kind = OPTION_INT,
	    .offset = VALUE(number),
	    .value = "N",
	    .min = 1,
	    .max = 64,
	    .help = "a number" },
	{ .name = "since",
	    .kind = OPTION_TIME,
	    .offset = VALUE(at),
	    .value = "TIME",
	    .help = "a time" },
	{ .name = "interval",
	    .kind = OPTION_DURATION,
	    .offset = VALUE(span),
	    .value = "SPAN",
	    .help = "a span" },
	{ .name = "share",
	    .kind = OPTION_SHARE,
	    .offset = VALUE(share),
	    .value = "N",
	    .help = "a share" },
	{ .name = "ack",
	    .kind = OPTION_CHOICE,
	    .offset = VALUE(choice),
	    .value = "HOW",
	    .choices = choices,
	    .help = "how" },
	{ .name = "wait",
	    .letter = 'w',
	    .kind = OPTION_FLAG,
	    .offset = VALUE(flag),
	    .help = "a flag" },
	{ .name = "other",
	    .letter = 'o',
	    .kind = OPTION_FLAG,
	    .offset = VALUE(other),
	    .help = "another" },
	{ .name = "tag",
	    .kind = OPTION_LIST,
	    .offset = VALUE(tags),
	    .value = "TAG",
	    .help = "tags" },
	OPTIONS_OF_LISTINGS,
	{ 0 },
};

static const struct command command = { "thing", NULL, "WORD…", 0, -1,
	"does a thing", "thing --wait word", NULL };

struct parsed {
	struct testing t;
	struct values values;
	int code, argc;
	char *argv[WORDS_MAX];
	char *line;
};

/* Splits at single spaces; "%" stands for an empty word. */
static void
options_test_parse(struct parsed *p, const struct command *of, const char *line)
{
	static char empty[] = "";
	struct slice rest, word;

	*p = (struct parsed){ 0 };
	testing_init(&p->t, of);
	p->line = strdup(line);
	rest = slice_of(p->line);
	while (rest.len > 0 && slice_next(&rest, ' ', &word)) {
		char *w = p->line + (word.p - p->line);

		w[word.len] = '\0';
		p->argv[p->argc++] = strcmp(w, "%") == 0 ? empty : w;
	}
	p->code =
	    options_parse(&p->t.cli, options, &p->values, &p->argc, p->argv);
}

static void
options_test_release(struct parsed *p)
{
	testing_release(&p->t);
	free(p->line);
}

/* Joins the operands with "|". */
static void
options_test_is_operands(const char *line, const char *expected)
{
	struct parsed p;
	struct buf joined;

	options_test_parse(&p, &command, line);
	buf_init(&joined, 4096);
	for (int i = 0; i < p.argc; i++)
		buf_printf(&joined, "%s%s", i > 0 ? "|" : "", p.argv[i]);
	ok(p.code == CLI_GO_ON && strcmp(joined.p, expected) == 0,
	    "operands of '%s' are '%s' (%s)", line, expected, joined.p);
	buf_release(&joined);
	options_test_release(&p);
}

static void
options_test_is_refused(const char *line, const char *because)
{
	struct parsed p;

	options_test_parse(&p, &command, line);
	ok(p.code == CLI_USAGE && slice_find(testing_err(&p.t),
				      slice_of(because), 0) != SLICE_NOT_FOUND,
	    "'%s' is refused: %s", line, because);
	if (tap_failed > 0 && p.code != CLI_USAGE)
		printf("# code %d, said: %s\n", p.code, p.t.err);
	options_test_release(&p);
}

static void
options_test_operands(void)
{
	options_test_is_operands("", "");
	options_test_is_operands("a b c", "a|b|c");
	options_test_is_operands("--wait a --title T b", "a|b");
	options_test_is_operands("a b --wait", "a|b");
	options_test_is_operands("--title=T a", "a");
	options_test_is_operands("- a", "-|a");
	options_test_is_operands("a -- --wait -x", "a|--wait|-x");
	options_test_is_operands("--title -- a", "a");
	options_test_is_operands("-- --", "--");
	options_test_is_operands("-wo a", "a");
	options_test_is_operands("-tT a", "a");
	options_test_is_operands("-t T a", "a");
	options_test_is_operands("-wtT a", "a");
	options_test_is_operands("% a", "|a");
}

static void
options_test_values(void)
{
	struct parsed p;

	options_test_parse(&p, &command,
	    "--title= --number 64 x --ack=manual --share .5 --interval 15m "
	    "--tag a -w --tag b --json --limit 7 --since 2h --db D -c C");
	is_int(p.code, CLI_GO_ON, "all kinds of options are read");
	ok(p.values.title != NULL && p.values.title[0] == '\0',
	    "--title= is an empty title");
	is_int(p.values.number, 64, "a number up to its bound");
	is_int(p.values.choice, 1,
	    "an option with a choice gives the index of the word");
	ok(p.values.share == 0.5, "a share is parsed");
	is_int(p.values.span, 900, "15m are 900 s");
	is_int(p.values.at, TESTING_NOW - 7200, "2h is two hours before now");
	is_int((int64_t)p.values.tags.n, 2, "a repeated option gives a list");
	ok(strcmp(p.values.tags.items[1], "b") == 0,
	    "the values of a repeated option are in order");
	ok(p.values.flag && !p.values.other,
	    "a flag that was not given is false");
	ok(p.t.cli.json && p.t.cli.limit == 7, "--json and --limit are read");
	ok(strcmp(p.t.cli.database_given, "D") == 0 &&
		strcmp(p.t.cli.config_given, "C") == 0,
	    "--db and -c are accepted after the command");
	options_test_release(&p);
	options_test_parse(&p, &command, "--title a --title b");
	ok(strcmp(p.values.title, "b") == 0,
	    "the last value of a repeated option is used");
	options_test_release(&p);
}

static void
options_test_refusals(void)
{
	options_test_is_refused("--wiat", "did you mean --wait?");
	options_test_is_refused("--titel x", "did you mean --title?");
	options_test_is_refused("--titles x", "did you mean --title?");
	options_test_is_refused("--jsno", "did you mean --json?");
	options_test_is_refused("--wai", "did you mean --wait?");
	options_test_is_refused("--helpp", "did you mean --help?");
	options_test_is_refused("--frobnicate", "unknown option --frobnicate");
	options_test_is_refused(
	    "--aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	    "aaaaaaaaaaaaaaaaaaaaaaaa",
	    "unknown option --aaa");
	options_test_is_refused("-x", "unknown option -x");
	options_test_is_refused("-wx", "unknown option -x");
	options_test_is_refused("--title", "--title needs a value: TEXT");
	options_test_is_refused("-t", "--title needs a value: TEXT");
	options_test_is_refused("-c", "--config needs a value: FILE");
	options_test_is_refused("--wait=yes", "--wait takes no value");
	options_test_is_refused("--number 0", "from 1 to 64");
	options_test_is_refused("--number 65", "from 1 to 64");
	options_test_is_refused("--number 1x", "from 1 to 64");
	options_test_is_refused(
	    "--number 99999999999999999999", "from 1 to 64");
	options_test_is_refused("--number %", "from 1 to 64");
	options_test_is_refused("--limit -1", "at least 0");
	options_test_is_refused("--share 1.1", "from 0 to 1");
	options_test_is_refused("--share nan", "from 0 to 1");
	options_test_is_refused("--share 0x1", "from 0 to 1");
	options_test_is_refused("--share -0.5", "from 0 to 1");
	options_test_is_refused("--ack never", "one of auto, manual");
	options_test_is_refused("--interval 0s", "90s, 15m");
	options_test_is_refused("--interval 15", "90s, 15m");
	options_test_is_refused("--interval m", "90s, 15m");
	options_test_is_refused("--interval -5m", "90s, 15m");
	options_test_is_refused("--interval 9223372036854775807w", "90s, 15m");
	options_test_is_refused("--since yesterday", "2026-11-20T17:48:18Z");
	options_test_is_refused("--since 2026-13-01", "2026-11-20T17:48:18Z");
	options_test_is_refused("--since 2026-02-30", "2026-11-20T17:48:18Z");
	options_test_is_refused("--since 2026-11-20x", "2026-11-20T17:48:18Z");
	options_test_is_refused("--since 20.11.2026", "2026-11-20T17:48:18Z");
	options_test_is_refused(
	    "--since 2026-11-20Tnoon", "2026-11-20T17:48:18Z");
	options_test_is_refused("--since 2026-11-20T", "2026-11-20T17:48:18Z");
	options_test_is_refused(
	    "--since 2026-11-20T17:48:18Zulu", "2026-11-20T17:48:18Z");
	options_test_is_refused(
	    "--since 2026-11-20T17:48:18+02:", "2026-11-20T17:48:18Z");
	options_test_is_refused(
	    "--since 2026-11-20T17", "2026-11-20T17:48:18Z");
}

static void
options_test_times(void)
{
	int64_t at = 0;

	setenv("TZ", "Europe/Athens", 1);
	tzset();
	ok(time_parse("2026-11-20T17:48:18Z", TESTING_NOW, &at) &&
		at == 1795196898,
	    "RFC 3339 in UTC");
	ok(time_parse("2026-11-20T19:48:18+02:00", TESTING_NOW, &at) &&
		at == 1795196898,
	    "RFC 3339 with a zone");
	ok(time_parse("2026-11-20 19:48:18.25+0200", TESTING_NOW, &at) &&
		at == 1795196898,
	    "fractions, a space, a zone without a colon");
	ok(time_parse("2026-11-20T17:48z", TESTING_NOW, &at) &&
		at == 1795196898 - 18,
	    "a time without seconds is parsed");
	ok(time_parse("2026-11-20", TESTING_NOW, &at) &&
		at == 1795132800 - 2 * 3600,
	    "a date is midnight in local time");
	ok(time_parse("2026-07-01", TESTING_NOW, &at) &&
		at == 1782864000 - 3 * 3600,
	    "a date is midnight in local time in summer, too");
	ok(time_parse("2026-11-20T12:00:00", TESTING_NOW, &at) &&
		at == 1795132800 + 10 * 3600,
	    "a time without a zone is local");
	ok(time_parse("7d", TESTING_NOW, &at) && at == TESTING_NOW - 7 * 86400,
	    "a duration is subtracted from now");
	ok(time_parse("99999w", TESTING_NOW, &at) && at == 0,
	    "a duration longer than the time since 1970 gives 1970");
	setenv("TZ", "UTC", 1);
	tzset();
}

static void
options_test_operand_count(void)
{
	static const struct command none = { "none", NULL, "", 0, 0, "x",
		"none", NULL };
	static const struct command one = { "one", NULL, "ID", 1, 1, "x",
		"one 1", NULL };
	struct parsed p;

	options_test_parse(&p, &none, "word");
	is_int(p.code, CLI_USAGE,
	    "an operand of a command without operands is refused");
	options_test_release(&p);
	options_test_parse(&p, &one, "--wait");
	ok(p.code == CLI_USAGE &&
		slice_find(testing_err(&p.t), SLICE("ID is missing"), 0) !=
		    SLICE_NOT_FOUND,
	    "a missing operand is named");
	options_test_release(&p);
	options_test_parse(&p, &one, "a b");
	is_int(p.code, CLI_USAGE, "an operand too many is refused");
	options_test_release(&p);
	options_test_parse(&p, &one, "--help");
	ok(p.code == CLI_OK &&
		slice_find(testing_out(&p.t), SLICE("--ack HOW"), 0) !=
		    SLICE_NOT_FOUND &&
		slice_find(testing_out(&p.t), SLICE("gleaner one 1"), 0) !=
		    SLICE_NOT_FOUND,
	    "--help needs no operand and has options and an example");
	options_test_release(&p);
}

static void
options_test_near_miss(void)
{
	static const char *const names[] = { "articles", "show", "search",
		"status", "ack", "cut" };
	const size_t n = ARRAY_LENGTH(names);

	ok(near_miss("artcles", names, n) == names[0],
	    "a missing letter is corrected");
	ok(near_miss("sohw", names, n) == names[1],
	    "two exchanged letters are corrected");
	ok(near_miss("seach", names, n) == names[2],
	    "\"seach\" is corrected to \"search\"");
	ok(near_miss("stat", names, n) == names[3],
	    "the beginning of a name is completed");
	ok(near_miss("xyz", names, n) == NULL,
	    "no name is near to a different word");
	ok(near_miss("", names, n) == NULL, "no name is near to an empty word");
}

static void
options_test_hostile_words(void)
{
	struct parsed p;

	options_test_parse(&p, &command, "--\x1b]0;owned\x07");
	is_int(
	    p.code, CLI_USAGE, "an option with control characters is refused");
	ok(memchr(testing_err(&p.t).p, 0x1b, p.t.err_len) == NULL,
	    "the message contains no control characters");
	options_test_release(&p);
}

int
main(void)
{
	options_test_operands();
	options_test_values();
	options_test_refusals();
	options_test_times();
	options_test_operand_count();
	options_test_near_miss();
	options_test_hostile_words();
	return done_testing();
}
