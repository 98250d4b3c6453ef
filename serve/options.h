/*
 * options.h -- the command line and the configuration of gleaner-serve.
 */
#ifndef SERVE_OPTIONS_H
#define SERVE_OPTIONS_H

#include "base/err.h"
#include "serve/settings.h"

enum options_result {
	OPTIONS_RUN,
	OPTIONS_DONE, /* --help or --version was answered */
	OPTIONS_WRONG /* an error message was printed; exit code 2 */
};

/* Reads options, configuration and tokens into *ret.  Options override the
 * configuration.  The database is that of --db, else that of the configuration,
 * else var/gleaner.db. */
enum options_result options_read(
    int argc, char **argv, struct serve_settings *ret);
/* Frees the memory that the settings own. */
void options_release(struct serve_settings *);

#endif
