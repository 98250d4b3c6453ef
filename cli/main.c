/*
 * main.c -- `gleaner`: the table of commands, and which of them is meant.
 *
 * A command is a row here and a file cmd_<name>.c; dispatch, help and hints
 * for near misses follow from the row.
 */
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/standard_files.h"
#include "cli/cli.h"
#include "cli/help.h"
#include "cli/screen.h"
#include "config/config.h"
#include "daemon/worker.h"

static const struct command commands[] = {
	{ "feed add", cmd_feed_add, "URL…", 1, -1, "subscribe to feeds",
	    "feed add --tag tech --interval 10m https://example.net/atom",
	    "The address is fetched once, and title, format and number of "
	    "entries are printed.\nOf a page the feeds that it names are "
	    "looked at; of several one is chosen at the\nterminal, or by "
	    "--first. If no feed is found nothing is added, and the exit code "
	    "is 1;\n--force adds the address then, with a warning. A feed that "
	    "is subscribed to, in\nwhatever spelling, is known, and not "
	    "added again." },
	{ "feed list", cmd_feed_list, "", 0, 0, "subscriptions and their state",
	    "feed list --json",
	    "Health is one of: well; new (never polled); failing N (so many "
	    "polls in a row,\nthree at least; or it never answered with a "
	    "feed, or is none any more); truncated\n(its document is cut off); "
	    "retrying (one or two polls failed); waiting (the server\nasked "
	    "for a pause); late (due for a quarter of an hour); silent "
	    "(nothing new for\nthirty days); paused; gone (it says so itself, "
	    "and is asked once a month).\n`status`, `feed explain` and "
	    "`doctor` say the same, with the reason. In JSON these\nare "
	    "\"health\" and \"health_why\", and the number is "
	    "\"failures\"." },
	{ "feed explain", cmd_feed_explain, "URL", 1, 1,
	    "why the next poll is when it is",
	    "feed explain https://example.net/atom",
	    "All that was weighed at the last poll is told, with its source, "
	    "and what\ndecided; then what is known of the feed and its host." },
	{ "feed remove", cmd_feed_remove, "URL…", 1, -1,
	    "end subscriptions; what was kept stays",
	    "feed remove https://example.net/atom", NULL },
	{ "feed pause", cmd_feed_pause, "URL…", 1, -1,
	    "poll no more until resumed", "feed pause https://example.net/atom",
	    NULL },
	{ "feed resume", cmd_feed_resume, "URL…", 1, -1,
	    "poll again, from now on", "feed resume https://example.net/atom",
	    NULL },
	{ "feed poll", cmd_feed_poll, "URL…", 1, -1,
	    "poll now, within what the host allows",
	    "feed poll https://example.net/atom",
	    "The daemon must be running." },
	{ "discover", cmd_discover, "URL", 1, 1,
	    "the feeds and sitemaps of a site, the best first",
	    "discover https://example.org/",
	    "Looked at are what the page names, the sitemaps of robots.txt, "
	    "and where there\nis no feed the well-known paths; one after the "
	    "other, as host.gap wants it." },
	{ "import", cmd_import, "FILE.opml", 1, 1,
	    "subscribe to what an OPML file lists", "import subscriptions.opml",
	    "Folders become tags; attributes that OPML does not know are kept "
	    "for `export`.\nA FILE of - is standard input." },
	{ "export", cmd_export, "", 0, 0, "all subscriptions as OPML 2.0",
	    "export > subscriptions.opml",
	    "The first tag of a feed is its folder, all of them its "
	    "category." },
	{ "articles", cmd_articles, "", 0, 0, "articles, newest first",
	    "articles --since 2h --status done --limit 20", NULL },
	{ "show", cmd_show, "ID", 1, 1, "one article", "show 42",
	    "Without one of the options it is laid out for reading. "
	    "--revisions shows the\noldest text whole, and of each later one "
	    "what has changed since the one before\nit: [-words that went-] "
	    "{+words that came+}; its JSON has these as \"changes\"." },
	{ "search", cmd_search, "QUERY…", 1, -1, "full text, best first",
	    "search --since 7d 'central bank' -- -inflation",
	    "Words must all be there; \"a phrase\" stays together; a - before "
	    "a word\nexcludes it (behind --, or inside quotes with other "
	    "words); title:word is looked\nfor in titles; harv* is any word "
	    "that begins so. Nothing else in a query means\nanything. Case and "
	    "accents do not matter. In English articles \"running\"\nfinds "
	    "run and runs (unless the query has a harv*), in other languages "
	    "words are as\nthey stand. Of Chinese, Japanese, Korean and Thai "
	    "any part of a sentence is found.\nWhat is new goes before what "
	    "is old." },
	{ "follow", cmd_follow, "", 0, 0,
	    "the change log as JSON lines, from a cursor on",
	    "follow --consumer digest --wait > changes.jsonl",
	    "Acknowledged is a batch whose last line was written and flushed: "
	    "a "
	    "consumer\nthat is killed sees at most its last batch again, never "
	    "less. While\nsomebody else writes it waits to acknowledge: with "
	    "--wait for ever." },
	{ "ack", cmd_ack, "SEQ|-", 1, 1,
	    "acknowledge changes up to and with SEQ",
	    "ack --consumer digest 1041",
	    "A SEQ of - is standard input: each line is one, acknowledged as "
	    "it "
	    "comes." },
	{ "consumers", cmd_consumers, "", 0, 0, "cursors, and how far behind",
	    "consumers", NULL },
	{ "cut", cmd_cut, "FILE|URL|-", 0, 1,
	    "extract one page, or many, without a database",
	    "cut --format markdown page.html", NULL },
	{ "parse-feed", cmd_parse_feed, "FILE|-", 0, 1,
	    "a feed, or many, as JSON",
	    "parse-feed --url "
	    "https://example.net/atom feed.xml",
	    NULL },
	{ "status", cmd_status, "", 0, 0,
	    "what there is, what runs, what fails", "status --watch",
	    "Told from the database; what only the daemon knows is asked of it "
	    "where it\nruns." },
	{ "doctor", cmd_doctor, "", 0, 0,
	    "looks at the whole installation, and says what to do", "doctor",
	    "Looked at are the configuration, the database, the disk, the "
	    "clock, the daemon,\nthe network (robots.txt of a site or two), "
	    "feeds, hosts and consumers. The exit\ncode is 0 if nothing is to "
	    "be done, 1 if something is." },
	{ "check", cmd_check, "", 0, 0, "is the database whole?", "check",
	    "--salvage FILE reads a damaged database, which no daemon may "
	    "have open, and writes\nall that can be read into a new one, FILE; "
	    "the damaged one is not changed. It tells\nof each table how many "
	    "rows there are and what could not be read. Ids, sequence\nnumbers "
	    "and cursors stay; what was lost is fetched again if its feed "
	    "still "
	    "has it." },
	{ "backup", cmd_backup, "FILE", 1, 1,
	    "a verified copy, while all goes on", "backup gleaner-monday.db",
	    "A FILE that is there is replaced when the copy is good." },
	{ "prune", cmd_prune, "", 0, 0,
	    "delete what `retain` does not keep any longer", "prune --dry-run",
	    "In slices, so that a daemon that runs waits for moments only. "
	    "Where more than a\nquarter of the file is free then, it gets "
	    "smaller. --vacuum writes the whole file\nanew: it needs its size "
	    "on the disk twice more for a while, and the daemon waits.\nA "
	    "database that was made before schema 7 shrinks only after "
	    "that.\nWhile the clock may be wrong it deletes nothing, unless "
	    "--force is given." },
	{ "recut", cmd_recut, "", 0, 0,
	    "extract again from kept pages, without fetching",
	    "recut --since 30d --dry-run",
	    "Pages that another version of the extractor has cut; with --all "
	    "those of this\none too. A text that changes becomes a revision; "
	    "one that would only get worse\nstays. The daemon may run "
	    "meanwhile. After a kill the same command, without\n--all, goes "
	    "on where it was." },
	{ "warc", cmd_warc, "", 0, 0, "kept pages as a WARC file",
	    "warc --since 7d > week.warc.gz",
	    "WARC 1.1, each record packed by itself. Pages stand in it "
	    "without the encodings\nthat they were sent in; the headers that "
	    "told of these are X-Archive-Orig-…." },
	{ "debug replay", cmd_debug_replay, "[ID|HASH]", 0, 1,
	    "a document that killed who read it, once more", "debug replay 7",
	    "It is read behind the same walls as in the harvest, by each "
	    "reader of the ladder;\ntold is how each ended, in what time and "
	    "memory. The beginning of a hash is\nenough. Without operand the "
	    "documents are listed. The exit code is 1 if a reader\nfailed." },
	{ "manual", cmd_manual, "[PAGE]", 0, 1,
	    "a manual page, as mdoc; without PAGE their names",
	    "manual gleaner.yaml | man -l -",
	    "The same pages that are installed, for where they are not." },
	{ "completion", cmd_completion, "bash|zsh", 1, 1,
	    "what makes a shell complete commands and options",
	    "completion bash > ~/.local/share/bash-completion/completions/"
	    "gleaner",
	    "For zsh: a file named _gleaner in a folder of $fpath." },
	{ 0 },
};
#define N_COMMANDS (sizeof commands / sizeof *commands - 1)

/* ---------------------------------------------------------------- dispatch */

/* Is there a command of two words that begins so? */
static bool
main_is_group(const char *word)
{
	size_t length = strlen(word);

	for (size_t i = 0; i < N_COMMANDS; i++)
		if (strncmp(commands[i].name, word, length) == 0 &&
		    commands[i].name[length] == ' ')
			return true;
	return false;
}

static const struct command *
main_find_command(const char *name)
{
	for (size_t i = 0; i < N_COMMANDS; i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

/* What stands after `group` and a space, or whole names and groups. */
static int
main_complain_of_unknown(struct cli *cli, const char *group, const char *word)
{
	const char *names[N_COMMANDS * 2], *meant;
	size_t n = 0, length = strlen(group);

	for (size_t i = 0; i < N_COMMANDS; i++) {
		const char *name = commands[i].name;

		if (length == 0 && strchr(name, ' ') == NULL)
			names[n++] = name;
		else if (length > 0 && strncmp(name, group, length) == 0 &&
			 name[length] == ' ')
			names[n++] = name + length + 1;
	}
	if (length == 0)
		names[n++] = "feed";
	meant = near_miss(word, names, n);
	if (meant != NULL)
		return cli_usage(cli,
		    "unknown command \"%s%s%s\"; did you mean \"%s%s%s\"?",
		    group, length > 0 ? " " : "", word, group,
		    length > 0 ? " " : "", meant);
	return cli_usage(cli, "unknown command \"%s%s%s\"", group,
	    length > 0 ? " " : "", word);
}

/* "feed" and "add" → "feed add" */
static const struct command *
main_find_in_group(const char *group, const char *word)
{
	size_t length = strlen(group);

	for (size_t i = 0; i < N_COMMANDS; i++) {
		const char *name = commands[i].name;

		if (strncmp(name, group, length) == 0 && name[length] == ' ' &&
		    strcmp(name + length + 1, word) == 0)
			return &commands[i];
	}
	return NULL;
}

/* `feed` alone, `feed --help`, `feed lst`. */
static int
main_dispatch_group(struct cli *cli, const char *group, int argc, char **argv)
{
	if (argc == 0)
		return cli_usage(
		    cli, "%s what? 'gleaner %s --help' tells", group, group);
	if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0)
		return help_of_group(cli, commands, group);
	cli->command = main_find_in_group(group, argv[0]);
	if (cli->command == NULL)
		return main_complain_of_unknown(cli, group, argv[0]);
	return cli->command->run(cli, argc - 1, argv + 1);
}

static int
main_dispatch(struct cli *cli, int argc, char **argv)
{
	if (main_is_group(argv[0]))
		return main_dispatch_group(cli, argv[0], argc - 1, argv + 1);
	cli->command = main_find_command(argv[0]);
	if (cli->command == NULL || strchr(argv[0], ' ') != NULL) {
		cli->command = NULL;
		return main_complain_of_unknown(cli, "", argv[0]);
	}
	return cli->command->run(cli, argc - 1, argv + 1);
}

/* `help`, `help articles`, `help feed`, `help feed add` */
static int
main_help(struct cli *cli, int argc, char **argv)
{
	static char option[] = "--help";
	char *words[3] = { NULL };
	int n = 0;

	if (argc == 0)
		return help_of_all(cli, commands);
	words[n++] = argv[0];
	if (argc > 1)
		words[n++] = argv[1];
	words[n++] = option;
	return main_dispatch(cli, n, words);
}

/* -------------------------------------------------------------------- main */

/* `gleaner … | head`: nobody reads on, so nothing is left to say or do.
 * What a command had not committed is rolled back by the next one to open
 * the database. */
static void
main_end_quietly(int signal_number)
{
	(void)signal_number;
	_exit(CLI_OK);
}

static int
main_run(struct cli *cli, int argc, char **argv)
{
	bool want_help = false, want_version = false;
	int used =
	    options_parse_global(cli, argc, argv, &want_help, &want_version);

	if (used < 0)
		return CLI_USAGE;
	if (want_version) {
		fprintf(cli->out, "gleaner %s\n", GLEANER_VERSION);
		return cli_finish(cli, CLI_OK);
	}
	if (want_help)
		return help_of_all(cli, commands);
	if (used == argc)
		return cli_usage(cli, "a command is missing");
	if (strcmp(argv[used], "help") == 0)
		return main_help(cli, argc - used - 1, argv + used + 1);
	return main_dispatch(cli, argc - used, argv + used);
}

int
main(int argc, char **argv)
{
	struct cli cli = {
		.in = stdin,
		.out = stdout,
		.err = stderr,
		.now_at = time(NULL),
		.commands = commands,
	};
	struct sigaction broken_pipe = { .sa_handler = main_end_quietly };
	int code;

	if (standard_files_hold() != 0)
		return CLI_FAILED; /* there is nowhere to say it */
	if (argc == 2 && strcmp(argv[1], "--worker") == 0)
		return zygote_main(); /* started by ourselves: recut.c */
	/* Numbers and case never depend on the place; times of day do. */
	setlocale(LC_ALL, "C");
	tzset();
	sigaction(SIGPIPE, &broken_pipe, NULL);
	cli.columns = screen_columns(stdout);
	cli.colours = paint_wanted(stdout);
	code = main_run(&cli, argc > 0 ? argc - 1 : 0, argv + 1);
	config_free(cli.config);
	free(cli.database);
	return code;
}
