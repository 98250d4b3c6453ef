/*
 * options.c -- the command line and the configuration of gleaner-serve.
 *
 * `gleaner serve` has the same options and passes them on, so that its help and
 * its completions have them, too.
 */
#include "serve/options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/io/long_options.h"
#include "base/limits.h"
#include "config/config.h"
#include "config/yaml/address_text.h"
#include "serve/tokens.h"
#include "url/database_url.h"

#define FAULTS_BYTES   (1 * MIB)
#define LISTEN_DEFAULT "127.0.0.1:7416"
/* The defaults are the database and the socket of `make run`. */
#define DATABASE_DEFAULT "var/gleaner.db"
#define CONTROL_DEFAULT  "run/gleaner.sock"

static const char options_help[] =
    "usage: gleaner-serve [-c FILE | --db FILE] [--listen ADDR:PORT]\n"
    "                     [--token-file FILE] [--images none|remote]\n"
    "\n"
    "Answers HTTP requests for the articles of a database: pages, feeds, API.\n"
    "\n"
    "  -c, --config FILE    the daemon's configuration\n"
    "      --db FILE        the database, overrides the configuration\n"
    "      --listen A:P     address and port (default: 127.0.0.1:7416)\n"
    "      --token-file F   each request needs one of the tokens in FILE\n"
    "      --images WORD    none (the default), or remote: show pictures of\n"
    "                       other sites\n"
    "  -V, --version        print the version\n"
    "  -h, --help           this text\n";

struct options_given {
	const char *config, *database, *listen, *token_file, *images;
};

enum { GIVEN_DATABASE = 256, GIVEN_LISTEN, GIVEN_TOKENS, GIVEN_IMAGES };
static const char options_letters[] = "c:Vh";
static const struct option options_names[] = {
	{ "config", required_argument, NULL, 'c' },
	{ "db", required_argument, NULL, GIVEN_DATABASE },
	{ "listen", required_argument, NULL, GIVEN_LISTEN },
	{ "token-file", required_argument, NULL, GIVEN_TOKENS },
	{ "images", required_argument, NULL, GIVEN_IMAGES },
	{ "version", no_argument, NULL, 'V' },
	{ "help", no_argument, NULL, 'h' },
	{ 0 },
};

static enum options_result
options_complain(const char *what, const char *text)
{
	fprintf(stderr, "gleaner-serve: %s%s\n", what, text);
	return OPTIONS_WRONG;
}

static enum options_result
options_parse_words(int argc, char **argv, struct options_given *ret)
{
	const char **place, *unknown;
	int c;

	unknown = long_options_find_unknown(
	    argc, argv, options_letters, options_names);
	if (unknown != NULL)
		return options_complain("unknown option: ", unknown);
	while ((c = getopt_long(
		    argc, argv, options_letters, options_names, NULL)) != -1) {
		switch (c) {
		case 'c':
			place = &ret->config;
			break;
		case GIVEN_DATABASE:
			place = &ret->database;
			break;
		case GIVEN_LISTEN:
			place = &ret->listen;
			break;
		case GIVEN_TOKENS:
			place = &ret->token_file;
			break;
		case GIVEN_IMAGES:
			place = &ret->images;
			break;
		case 'V':
			printf("gleaner-serve %s\n", GLEANER_VERSION);
			return OPTIONS_DONE;
		case 'h':
			fputs(options_help, stdout);
			return OPTIONS_DONE;
		default:
			return OPTIONS_WRONG;
		}
		*place = optarg;
	}
	if (optind < argc)
		return options_complain("unexpected argument: ", argv[optind]);
	if (ret->database != NULL && database_url_has_password(ret->database))
		return options_complain("--db: ",
		    "the password is visible to all users of this machine; put "
		    "it in a file (PGPASSFILE, ~/.pgpass)");
	return OPTIONS_RUN;
}

/* ---- the configuration ---- */

/* Returns the path of the configuration.  Returns NULL if no configuration is
 * read: -c was not given, and --db was given or the default path does not
 * exist.  The path of GLEANER_CONFIG is returned even if it does not exist. */
static const char *
options_config_path(const struct options_given *given)
{
	const char *named = getenv("GLEANER_CONFIG"), *path;

	if (given->config != NULL)
		return given->config;
	if (given->database != NULL)
		return NULL;
	path = config_default_path(NULL);
	if ((named == NULL || named[0] == '\0') && access(path, F_OK) != 0)
		return NULL;
	return path;
}

/* Prints the faults of the configuration.  A faulty configuration is used if
 * the value of `database` is known; its faulty keys have their defaults. */
static enum options_result
options_read_config(const char *path, struct config **ret, bool *ret_faulty)
{
	struct err e = ERR_INIT;
	struct buf faults;
	int rc;

	if (path == NULL)
		return OPTIONS_RUN;
	buf_init(&faults, FAULTS_BYTES);
	rc = config_load_faulty(path, CONFIG_SECRETS_UNUSED, ret, &faults, &e);
	if (rc != 0 && faults.len > 0)
		fputs(faults.p, stderr);
	else if (rc != 0)
		options_complain("", e.text);
	buf_release(&faults);
	*ret_faulty = rc != 0;
	return *ret != NULL ? OPTIONS_RUN : OPTIONS_WRONG;
}

/* Returns the first of these that is set: the given text, the text of the
 * configuration, the default. */
static const char *
options_choose(const char *given, const char *configured, const char *usual)
{
	if (given != NULL)
		return given;
	return configured != NULL ? configured : usual;
}

static enum options_result
options_fill(const struct options_given *given, struct serve_settings *ret)
{
	const struct config *config = ret->config;

	ret->database = options_choose(given->database,
	    config != NULL ? config->database : NULL, DATABASE_DEFAULT);
	ret->listen = options_choose(given->listen,
	    config != NULL ? config->serve.listen : NULL, LISTEN_DEFAULT);
	ret->token_file = options_choose(given->token_file,
	    config != NULL ? config->serve.token_file : NULL, NULL);
	ret->control = CONTROL_DEFAULT;
	if (config != NULL) {
		ret->control = config->control;
		ret->has_remote_images = config->serve.remote_images;
	}
	/* If --db names the database, it is not known which daemon uses it. */
	if (given->database != NULL)
		ret->control = NULL;
	if (given->images != NULL) {
		ret->has_remote_images = strcmp(given->images, "remote") == 0;
		if (!ret->has_remote_images &&
		    strcmp(given->images, "none") != 0)
			return options_complain(
			    "--images must be none or remote, not ",
			    given->images);
	}
	/* With port 0 the system chooses a free port, which is written to the
	 * log. */
	if (listen_problem(slice_of(ret->listen)) != NULL &&
	    !slice_ends(slice_of(ret->listen), SLICE(":0")))
		return options_complain("expected an address and a port such "
					"as 127.0.0.1:7416 or [::1]:7416, not ",
		    ret->listen);
	return OPTIONS_RUN;
}

/* Reads the token file.  Without a token file each client of this machine, such
 * as a reverse proxy, is served.  A faulty configuration without token_file is
 * therefore refused: the faulty key may be a misspelt token_file.  An included
 * file that cannot be read may contain the key. */
static enum options_result
options_read_tokens(struct serve_settings *settings, bool config_is_faulty)
{
	struct err e = ERR_INIT;

	if (settings->token_file == NULL && config_is_faulty)
		return options_complain("the configuration has a fault and "
					"names no token file: ",
		    "correct it, or use --token-file FILE");
	if (settings->token_file == NULL && settings->config != NULL &&
	    settings->config->unread != NULL &&
	    !settings->config->serve.token_given)
		return options_complain(settings->config->unread,
		    " cannot be read and may name a token file: write "
		    "serve.token_file (a path, or null) to a file that can be "
		    "read, or use --token-file FILE");
	if (settings->token_file == NULL)
		return OPTIONS_RUN;
	if (serve_tokens_read(settings->token_file, &settings->tokens, &e) != 0)
		return options_complain("", e.text);
	if (serve_tokens_are_public(settings->tokens))
		fprintf(stderr,
		    "gleaner-serve: warning: %s: every user can read the "
		    "tokens; chmod o-r\n",
		    settings->token_file);
	return OPTIONS_RUN;
}

enum options_result
options_read(int argc, char **argv, struct serve_settings *ret)
{
	struct options_given given = { 0 };
	enum options_result result;
	bool config_is_faulty = false;

	*ret = (struct serve_settings){ 0 };
	result = options_parse_words(argc, argv, &given);
	if (result == OPTIONS_RUN)
		result = options_read_config(options_config_path(&given),
		    &ret->config, &config_is_faulty);
	if (result == OPTIONS_RUN)
		result = options_fill(&given, ret);
	if (result == OPTIONS_RUN)
		result = options_read_tokens(ret, config_is_faulty);
	return result;
}

void
options_release(struct serve_settings *settings)
{
	serve_tokens_free(settings->tokens);
	config_free(settings->config);
}
