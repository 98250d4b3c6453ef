/*
 * main.c -- `gleaner`: the table of commands and its dispatch.
 *
 * A command is a row of this table and a file cmd_<name>.c. Dispatch, help and
 * suggestions for misspelt names are derived from the row. A row with the same
 * function as an earlier row defines an alias of that command.
 */
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file_limit.h"
#include "base/standard_files.h"
#include "cli/cli.h"
#include "cli/help/help.h"
#include "cli/help/topics.h"
#include "cli/program.h"
#include "cli/term/screen.h"
#include "config/config.h"
#include "worker/worker.h"

static const struct command commands[] = {
	{ "feed add", cmd_feed_add, "URL…", 1, -1, "subscribe to feeds",
	    "feed add --tag tech --interval 10m https://example.net/atom",
	    "The address is fetched once, and the title, format and number of "
	    "entries are\nprinted. If it is a web page, the feeds that the "
	    "page names are tried. If there\nare several, one is chosen at the "
	    "terminal or by --first. If no feed is found,\nnothing is added "
	    "and the exit code is 1; with --force the address is added with\na "
	    "warning. A feed that the database contains in any spelling is "
	    "reported as\nknown and not added again." },
	{ "feed list", cmd_feed_list, "", 0, 0,
	    "list subscriptions and their health", "feed list --json",
	    "Health is one of: well; new (never polled); failing N (N polls "
	    "have failed in a\nrow: at least three, or fewer if the address "
	    "has never returned a feed or\nreturns another document now); "
	    "truncated (the document is incomplete);\nretrying (one or two "
	    "polls have failed); waiting (the server requested a "
	    "pause);\nlate (overdue for 15 minutes); silent (no new entry for "
	    "30 days); paused; gone\n(the server reports that the feed is "
	    "gone; it is polled once a month). `status`,\n`feed explain` and "
	    "`doctor` use the same words and give the reason. In JSON\nthese "
	    "are \"health\" and \"health_why\", and N is \"failures\"." },
	{ "feed explain", cmd_feed_explain, "URL", 1, 1,
	    "show how the time of the next poll was computed",
	    "feed explain https://example.net/atom",
	    "Shows each wait that was compared, with its source, and the wait "
	    "that was used.\nThen shows the data about the feed and its "
	    "host." },
	{ "feed remove", cmd_feed_remove, "URL…", 1, -1,
	    "end subscriptions; stored articles remain",
	    "feed remove https://example.net/atom",
	    "Pages that no other feed announces are not requested any more; "
	    "articles that\nwait for their pages get the text of the feed." },
	{ "feed pause", cmd_feed_pause, "URL…", 1, -1,
	    "stop polling until resumed", "feed pause https://example.net/atom",
	    "Pages that no other feed announces are not requested meanwhile." },
	{ "feed resume", cmd_feed_resume, "URL…", 1, -1,
	    "start polling again, at once or after a pause of the server",
	    "feed resume https://example.net/atom", NULL },
	{ "feed poll", cmd_feed_poll, "URL…", 1, -1,
	    "poll now, within the limits of the host",
	    "feed poll https://example.net/atom",
	    "The daemon must be running." },
	{ "discover", cmd_discover, "URL", 1, 1,
	    "list the feeds and sitemaps of a site, best first",
	    "discover https://example.org/",
	    "Tries the feeds that the page names and the sitemaps of "
	    "robots.txt and, if\nthere is no feed, well-known paths. Requests "
	    "are sent one at a time, host.gap\napart." },
	{ "import", cmd_import, "FILE.opml", 1, 1,
	    "subscribe to the feeds of an OPML file",
	    "import subscriptions.opml",
	    "The path of a feed's folders becomes a tag, such as World/Europe. "
	    "Attributes\nthat OPML does not define are stored for `export`. A "
	    "FILE of - is standard\ninput." },
	{ "export", cmd_export, "", 0, 0, "write all subscriptions as OPML 2.0",
	    "export > subscriptions.opml",
	    "The first tag of a feed becomes its folder, all tags become its "
	    "category." },
	{ "filter list", cmd_filter_list, "", 0, 0,
	    "list the filters of the configuration and their counts",
	    "filter list",
	    "MATCHED is the number of articles for which a filter was true "
	    "when they were\npublished or blocked. LIMITED is the number of "
	    "matches of a regular expression\nthat were ended because they "
	    "needed too many steps; such a filter does not act." },
	{ "filter test", cmd_filter_trial, "", 0, 0,
	    "show what filters would have done with stored articles",
	    "filter test --since 7d --articles",
	    "Evaluates the filters of the configuration, also of one that no "
	    "daemon uses yet\n(-c FILE), on stored articles. Nothing is "
	    "changed." },
	{ "filter explain", cmd_filter_explain, "ID", 1, 1,
	    "show the value of each filter for an article", "filter explain 42",
	    "Shows each comparison with its value: true, false, or unknown if "
	    "the field is\nnot known before the page is fetched." },
	{ "rules test", cmd_rules_trial, "HOST", 1, 1,
	    "apply the rules of a site to its stored pages",
	    "rules test example.org --limit 5",
	    "Extracts the newest stored pages of the host, or of all hosts in "
	    "the domain,\nwithout and with the rules. BEFORE and AFTER are "
	    "words. FOUND lists, for each\nline of the file that found "
	    "something, its number, its command and the number\nof nodes. "
	    "Nothing is changed; `recut` applies the rules." },
	{ "articles", cmd_articles, "", 0, 0, "list articles, newest first",
	    "articles --since 2h --status done --limit 20", NULL },
	{ "show", cmd_show, "ID", 1, 1, "show one article", "show 42",
	    "Without a format option the article is laid out for reading. "
	    "--revisions shows\nthe whole oldest text, and of each later text "
	    "its differences from the text\nbefore: [-removed words-] {+added "
	    "words+}; in JSON these are \"changes\"." },
	{ "search", cmd_search, "QUERY…", 1, -1,
	    "search the full text, best match first",
	    "search --since 7d 'central bank' -- -inflation",
	    "All words must occur. \"A phrase\" must occur as it is. A - "
	    "before a word\nexcludes the word (after --, or in quotes "
	    "together with other words).\ntitle:word searches titles. harv* "
	    "matches any word that begins with harv; fewer\nthan three "
	    "letters before the * are searched as a whole word. Other "
	    "characters\nhave no special meaning. Case and the accents of "
	    "Latin letters are ignored. In\nEnglish articles (on PostgreSQL, "
	    "in articles in 28 languages) \"running\" also\nfinds run and "
	    "runs, unless the query contains a prefix such as harv*. Words "
	    "of\nother languages are matched as written. In Chinese, "
	    "Japanese, Korean and Thai\nany part of a sentence can be found. "
	    "Newer articles are ranked higher." },
	{ "profile", cmd_profile, "NAME", 1, 1,
	    "list the articles for the interests of a reader, best first",
	    "profile energy --since 2d",
	    "NAME is one of the key `profiles` of the configuration. SCORE is "
	    "the similarity\nof the article to the profile, 0 to 1. It "
	    "decreases with the age of the article,\nat most to a half. TERMS "
	    "are the interests that the article has. Articles that\nwere "
	    "disliked are left out. See also `profile explain`, `like` and "
	    "`dislike`." },
	{ "profile explain", cmd_profile_explain, "NAME [ID]", 1, 2,
	    "show the interests of a profile, or why an article has its score",
	    "profile explain energy 42",
	    "GIVEN is the weight of an interest in the configuration, LEARNED "
	    "the weight from\nliked and disliked articles." },
	{ "like", cmd_like, "ID…", 1, -1,
	    "let a profile learn from an article that its reader likes",
	    "like 42 --profile energy",
	    "The keywords, categories, feed and language of the article are "
	    "added to the\ninterests of the profile. A later mark of the same "
	    "article replaces the first." },
	{ "dislike", cmd_dislike, "ID…", 1, -1,
	    "let a profile learn from an article that its reader does not like",
	    "dislike 43 --profile energy",
	    "The article is not listed for the profile any more, and its "
	    "keywords count less." },
	{ "categories", cmd_categories, "", 0, 0,
	    "list the categories and the number of their articles",
	    "categories --json",
	    "The categories are the top-level terms of IPTC Media Topics. "
	    "PUBLISHER, MODEL\nand SHIPPED are the numbers of articles by the "
	    "source of the category: the\nsection, address or tags of the "
	    "article; the model of `categories train`; the\nterms that the "
	    "program contains." },
	{ "categories explain", cmd_categories_explain, "ID", 1, 1,
	    "show which labels and terms of an article mean which category",
	    "categories explain 42",
	    "The section of the article gives the category, else its address, "
	    "else most of\nits tags. If no label is known, the model of "
	    "`categories train` gives it, else\nthe terms that the program "
	    "contains. The row of the model or of these terms has\nthe words "
	    "that add most to the score of the category." },
	{ "categories train", cmd_categories_train, "", 0, 0,
	    "train a model that finds the categories of other articles",
	    "categories train --json",
	    "The model is trained from the articles whose section or tags mean "
	    "a category. To\nmeasure it, each quarter of the domains is "
	    "classified by a model of the other\ndomains: FOUND is the number "
	    "of articles at or above THRESHOLD, PRECISION the\nshare of them "
	    "whose category is right. A category with fewer than 50 articles,\n"
	    "or with a precision below 0.9 at each threshold, has no model. "
	    "The daemon uses\nthe model after a reload or a restart." },
	{ "trends", cmd_trends, "", 0, 0,
	    "list terms that are more frequent now than before",
	    "trends --since 24h --lang en",
	    "Compares the keywords of the articles that were first seen since "
	    "--since with\nthose of the fourteen periods before. SCORE is the "
	    "log-likelihood ratio. Terms\nwith a score under 3.84 are not "
	    "listed, because such a rise is often due to\nchance. If there "
	    "are no earlier articles, SCORE is the number of articles.\nSHARE "
	    "and BEFORE are shares of articles." },
	{ "follow", cmd_follow, "", 0, 0,
	    "write the change log from a cursor on, as JSON lines",
	    "follow --consumer digest --wait > changes.jsonl",
	    "Without --consumer the whole log is written (--from), and no "
	    "cursor is stored.\nA batch is acknowledged after its last line "
	    "was written and "
	    "flushed: after a\nkill, at most the last batch is written again, "
	    "and no change is lost. While\nanother process writes to the "
	    "database, the acknowledgement waits; with --wait\nit waits "
	    "without limit. If this user may not write the database, the "
	    "daemon\nmoves the cursor.\n\n"
	    "With --share several readers divide the changes of one consumer. "
	    "A batch is\nleased to one reader until it is acknowledged; if the "
	    "lease expires, another\nreader gets the batch. Each line has the "
	    "members lease and redelivered. With\n--ack manual --wait a reader "
	    "gets its next batch when this one is acknowledged." },
	{ "ack", cmd_ack, "SEQ|-", 1, 1, "acknowledge all changes up to SEQ",
	    "ack --consumer digest 1041",
	    "SEQ itself is included. If the readers share the consumer, only "
	    "the batch that\ncontains SEQ is acknowledged, up to SEQ. If SEQ "
	    "is -, each line of standard\ninput is a SEQ, or a SEQ and the ID "
	    "of its lease, and is acknowledged when it is\nread. A line that "
	    "is refused is reported, and the next lines are acknowledged." },
	{ "consumers", cmd_consumers, "", 0, 0,
	    "list consumers, their cursors and lags", "consumers --dead digest",
	    "LEASED is the number of batches that readers of a shared consumer "
	    "have not\nacknowledged. DEAD is the number of changes that were "
	    "set aside, because they\nwere delivered too often without an "
	    "acknowledgement." },
	{ "push", cmd_push, "TARGET", 0, 1,
	    "deliver the change log to a webhook, NATS or Kafka",
	    "push --consumer hook --secret-file hook.secret "
	    "https://example.org/hook",
	    "TARGET is https://HOST/PATH (a webhook, see Standard Webhooks; "
	    "http to loopback\nonly), nats://HOST:4222/SUBJECT (JetStream; "
	    "tls:// with TLS) or\nkafka://HOST:9092/TOPIC. The command runs "
	    "until SIGTERM. The cursor moves only\nafter the receiver "
	    "acknowledged a change, in order. A delivery that fails is\ntried "
	    "again until it succeeds. With --file the target is read from a "
	    "file. The\nexit code is 1 if a webhook answers 410 (Gone)." },
	{ "serve", cmd_serve, "", 0, 0,
	    "answer HTTP requests: web pages, feeds and an API",
	    "serve --listen 127.0.0.1:7416",
	    "Starts the program gleaner-serve, which runs until SIGTERM. "
	    "Without\n--token-file only clients on this machine get answers, "
	    "and only if the field\nHost names the listening address or "
	    "localhost. With --token-file each request\nneeds the field "
	    "`Authorization: Bearer TOKEN`. A line of the file is a token,\n"
	    "optionally followed by its scopes: read, consume. The section "
	    "`serve` of the\nconfiguration has the same settings; options "
	    "override them." },
	{ "cut", cmd_cut, "FILE|URL|-", 0, 1,
	    "extract articles from pages, without a database",
	    "cut --format markdown page.html", NULL },
	{ "extract", cmd_cut, "FILE|URL|-", 0, 1, "the same as `cut`",
	    "extract --format markdown page.html", NULL },
	{ "parse-feed", cmd_parse_feed, "FILE|-", 0, 1, "convert feeds to JSON",
	    "parse-feed --url https://example.net/atom feed.xml", NULL },
	{ "status", cmd_status, "", 0, 0,
	    "show counts, the state of the daemon, and failing feeds",
	    "status --watch",
	    "The numbers come from the database. If the daemon runs, its own "
	    "counters are\nadded.\n\nKeys of --watch: j k and arrows select a "
	    "failing feed, enter shows `feed\nexplain` of it, s changes the "
	    "order, space pauses, r reads at once, q ends." },
	{ "copy", cmd_copy, "FROM TO", 2, 2,
	    "copy a database from SQLite to PostgreSQL, or back",
	    "copy gleaner.db postgresql://gleaner@db.example/gleaner",
	    "FROM and TO are files or URLs. All articles, revisions, feeds, "
	    "consumers and\nstored pages are copied with their numbers, and "
	    "then compared by counts and\ndigests. The target is created if it "
	    "does not exist. A copy that ended early is\ncontinued by the same "
	    "command. No daemon may use either database. The exit code\nis 1 "
	    "if the databases differ." },
	{ "fleet", cmd_fleet, "", 0, 0,
	    "list the daemons that share a PostgreSQL database", "fleet --json",
	    "A row is one run of a daemon. SHARDS is the number of the 256 "
	    "shards of hosts\nthat the daemon owns, FEEDS and PENDING are the "
	    "feeds and pages in its memory.\nShards without a daemon are "
	    "listed below; another daemon takes them when their\nleases end." },
	{ "doctor", cmd_doctor, "", 0, 0,
	    "check the whole installation and give advice", "doctor",
	    "Checks the configuration, the database, the disk, the clock, the "
	    "daemon, the\nnetwork (robots.txt of one or two sites), feeds, "
	    "hosts and consumers. The exit\ncode is 1 after a warning or a "
	    "fault (with --fail-on fault only after a fault),\notherwise 0." },
	{ "check", cmd_check, "", 0, 0, "check the database for damage",
	    "check",
	    "--salvage FILE reads a damaged database and writes all readable "
	    "data to the new\ndatabase FILE. No daemon may have the damaged "
	    "database open, and it is not\nchanged. The number of rows and of "
	    "unreadable rows is printed for each table.\nIds, sequence numbers "
	    "and cursors are preserved. Lost entries are fetched again\nif "
	    "their feeds still contain them." },
	{ "backup", cmd_backup, "FILE", 1, 1,
	    "write a verified copy of a database in use",
	    "backup gleaner-monday.db",
	    "If FILE is an earlier copy of this database, it is replaced after "
	    "the new copy\nwas verified. Any other file is refused." },
	{ "prune", cmd_prune, "", 0, 0,
	    "delete data that is older than `retain` allows", "prune --dry-run",
	    "Data are deleted in small transactions, so that a running daemon "
	    "waits only\nbriefly. If more than a quarter of the file is free "
	    "afterwards, the file\nshrinks. --vacuum rewrites the whole file: "
	    "this temporarily needs twice the\nsize of the file on the disk, "
	    "and the daemon waits. A database that was created\nbefore schema "
	    "7 shrinks only after --vacuum. While the clock may be "
	    "wrong,\nnothing is deleted without --force." },
	{ "recut", cmd_recut, "", 0, 0,
	    "extract stored pages again, without fetching",
	    "recut --since 30d --dry-run",
	    "Extracts pages that another version of the extractor has "
	    "extracted; with --all,\nthose of this version, too. A changed "
	    "text becomes a revision, unless the\npage is now recognised as no "
	    "article, a paywall or a stub, or its text is now\nshorter and "
	    "truncated. The daemon may run at the same time. After a kill, "
	    "the\nsame command without --all continues." },
	{ "reextract", cmd_recut, "", 0, 0, "the same as `recut`",
	    "reextract --since 30d --dry-run", NULL },
	{ "keywords", cmd_keywords, "ID", 1, 1,
	    "show the keywords of an article", "keywords 17",
	    "Each line has the weight of a keyword, the keyword, and the stems "
	    "of its words." },
	{ "warc", cmd_warc, "", 0, 0, "write stored pages as a WARC file",
	    "warc --since 7d > week.warc.gz",
	    "The format is WARC 1.1; each record is compressed separately. "
	    "Content and\ntransfer encodings are removed from the pages; the "
	    "headers that described them\nare renamed to X-Archive-Orig-…." },
	{ "debug replay", cmd_debug_replay, "[ID|HASH]", 0, 1,
	    "parse again a document that crashed a worker", "debug replay 7",
	    "The document is parsed in the same sandbox as in the daemon, at "
	    "each fallback\nlevel. The result, the time and the memory of each "
	    "worker are printed. The\nbeginning of a hash is enough. Without "
	    "an operand the documents are listed. The\nexit code is 1 if a "
	    "worker failed." },
	{ "manual", cmd_manual, "[PAGE]", 0, 1,
	    "write a manual page in mdoc; without PAGE list the pages",
	    "manual gleaner.yaml | man -l -",
	    "These are the pages that are also installed." },
	{ "completion", cmd_completion, "bash|zsh|fish", 0, 1,
	    "write a shell script that completes commands and options",
	    "completion bash > "
	    "~/.local/share/bash-completion/completions/gleaner",
	    "For zsh: write the script to a file named _gleaner in a folder of "
	    "$fpath, or\nsource it. For fish: write it to "
	    "~/.config/fish/completions/gleaner.fish. The\nscripts call "
	    "`completion --words` for the names of feeds, tags, consumers and\n"
	    "profiles." },
	{ 0 },
};
#define N_COMMANDS (ARRAY_LENGTH(commands) - 1)

/* ---------------------------------------------------------------- dispatch */

/* Returns true if `word` is the first word of commands with two words. */
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

/* Reports an unknown command. Candidates for a suggestion are the subcommands
 * of `group`; if `group` is "", the one-word commands, `help`, and the groups
 * `feed`, `filter`, `rules` and `debug`. */
static int
main_complain_of_unknown(struct cli *cli, const char *group, const char *word)
{
	const char *names[N_COMMANDS + 5], *meant;
	size_t n = 0, length = strlen(group);

	for (size_t i = 0; i < N_COMMANDS; i++) {
		const char *name = commands[i].name;

		if (length == 0 && strchr(name, ' ') == NULL)
			names[n++] = name;
		else if (length > 0 && strncmp(name, group, length) == 0 &&
			 name[length] == ' ')
			names[n++] = name + length + 1;
	}
	if (length == 0) {
		names[n++] = "feed";
		names[n++] = "filter";
		names[n++] = "rules";
		names[n++] = "debug";
		names[n++] = "help";
	}
	meant = near_miss(word, names, n);
	if (meant != NULL)
		return cli_usage(cli,
		    "unknown command \"%s%s%s\"; did you mean \"%s%s%s\"?",
		    group, length > 0 ? " " : "", word, group,
		    length > 0 ? " " : "", meant);
	return cli_usage(cli, "unknown command \"%s%s%s\"", group,
	    length > 0 ? " " : "", word);
}

/* Finds the command for two words: "feed" and "add" → "feed add". */
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

/* Handles `feed` alone, `feed --help` and `feed lst`.  A group such as
 * `profile` may also be a command. */
static int
main_dispatch_group(struct cli *cli, const char *group, int argc, char **argv)
{
	const struct command *alone = main_find_command(group);

	cli->group = group;
	if (argc > 0)
		cli->command = main_find_in_group(group, argv[0]);
	if (alone != NULL && cli->command == NULL) {
		cli->command = alone;
		return alone->run(cli, argc, argv);
	}
	if (argc == 0)
		return cli_usage(cli, "%s needs a subcommand", group);
	if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0)
		return help_of_group(cli, commands, group);
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

/* Reports an unknown word after `help`. Candidates for a suggestion are topics
 * and commands. */
static int
main_complain_of_topic(struct cli *cli, const char *word)
{
	const char *names[N_COMMANDS + HELP_TOPICS_MAX + 1], *meant;
	size_t n = 0;

	for (; n < N_COMMANDS; n++)
		names[n] = commands[n].name;
	for (size_t i = 0; i < HELP_TOPICS_MAX && topics_get(i) != NULL; i++)
		names[n++] = topics_get(i)->name;
	names[n++] = "topics";
	meant = near_miss(word, names, n);
	return cli_usage(cli, "there is no command or topic \"%s\"%s%s%s", word,
	    meant != NULL ? "; did you mean \"" : "",
	    meant != NULL ? meant : "",
	    meant != NULL ? "\"?" : "; 'gleaner help topics' lists topics");
}

/* Handles `help`, `help articles`, `help feed`, `help feed add`, `help topics`
 * and `help config`. No topic has the name of a command. */
static int
main_help(struct cli *cli, int argc, char **argv)
{
	static char option[] = "--help";
	char *words[3] = { NULL };
	const struct help_topic *topic;
	int n = 0;

	if (argc == 0)
		return help_of_all(cli, commands);
	if (strcmp(argv[0], "topics") == 0 && argc == 1)
		return help_of_topics(cli);
	if (!main_is_group(argv[0]) && main_find_command(argv[0]) == NULL) {
		topic = topics_find(argv[0]);
		return topic != NULL ? topics_print(cli, topic)
				     : main_complain_of_topic(cli, argv[0]);
	}
	words[n++] = argv[0];
	if (argc > 1)
		words[n++] = argv[1];
	words[n++] = option;
	return main_dispatch(cli, n, words);
}

/* -------------------------------------------------------------------- main */

/* Ends the command when its output is no longer read (`gleaner … | head`).
 * Uncommitted changes are rolled back when the database is opened again. */
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
	struct err e = ERR_INIT;
	int code;

	if (standard_files_hold() != 0)
		return CLI_FAILED; /* standard error is not usable either */
	file_limit_hold();
	if (program_keep_words(argc, argv, &e) != 0)
		return cli_fail_err(&cli, &e);
	if (argc == 2 && strcmp(argv[1], "--worker") == 0)
		return zygote_main(); /* a child process started by recut.c */
	/* The locale is "C", so that number formats and case conversion do not
	 * depend on the environment. Local times depend on TZ. */
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
