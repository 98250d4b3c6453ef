/*
 * settings.h -- the settings of gleaner-serve, from options and configuration.
 */
#ifndef SERVE_SETTINGS_H
#define SERVE_SETTINGS_H

#include <stdbool.h>

struct config;
struct explainer;
struct serve_tokens;

/* All pointers are valid until the program ends. */
struct serve_settings {
	const char *database; /* path or URL */
	const char *control;  /* path of the daemon's socket, or NULL */
	const char *listen;   /* ADDR:PORT */
	const char *token_file;
	struct config *config; /* NULL: there is no configuration; owned */
	struct serve_tokens
	    *tokens; /* NULL: there is no token file, and only clients on
			loopback get answers; owned */
	struct explainer *explainer; /* NULL: could not be started */
	bool has_remote_images; /* images: remote */
};

#endif
