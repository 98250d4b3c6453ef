/*
 * loader.c -- adds one YAML file to the configuration.
 */
#include "config/loader.h"

#include <sys/stat.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "config/filter/filter_list.h"
#include "config/path.h"
#include "config/profile/profile_list.h"
#include "config/yaml/address_text.h"
#include "config/yaml/value.h"
#include "url/database_url.h"

#define HINT_BYTES 512

int
loader_init(struct loader *l, const char *path, bool follows_includes)
{
	*l = (struct loader){ .follows_includes = follows_includes };
	fault_list_init(&l->faults);
	feedlist_init(&l->feeds);
	site_list_init(&l->sites);
	l->config = calloc(1, sizeof(*l->config));
	l->given = calloc(schema_n_keys, sizeof(*l->given));
	if (l->config == NULL || l->given == NULL)
		return ERR_MEMORY;
	l->config->path = strdup(path);
	l->config->filters = filter_set_new();
	if (l->config->path == NULL || l->config->filters == NULL)
		return ERR_MEMORY;
	for (size_t i = 0; i < schema_n_keys; i++)
		value_set_default(&schema_keys[i], l->config, &l->faults);
	assert(l->faults.n_faults == 0);
	return l->faults.out_of_memory ? ERR_MEMORY : 0;
}

void
loader_release(struct loader *l)
{
	config_free(l->config);
	fault_list_release(&l->faults);
	feedlist_release(&l->feeds);
	site_list_release(&l->sites);
	free(l->given);
	free(l->ids);
	free(l->open);
}

struct place
loader_place_of(const struct loader *l, const char *path)
{
	return l->given[schema_of(path) - schema_keys];
}

/* --------------------------------------------------------------------- keys */

static void
loader_report_unknown(struct loader *l, const struct schema_level *level,
    const struct yaml_node *node)
{
	char quoted[FAULT_QUOTE_BYTES];
	struct buf hint;

	buf_init(&hint, HINT_BYTES);
	schema_hint(level, node->key, &hint);
	fault_add(&l->faults, node->key_place, "unknown key %s%s%s, %s",
	    fault_quote(node->key, quoted), level->section ? " in " : "",
	    level->section ? level->section : "", hint.p);
	buf_release(&hint);
}

static bool
loader_is_path(const struct schema_key *key)
{
	return key->type == SCHEMA_DATABASE || key->type == SCHEMA_SOCKET;
}

/* Checks the length of a path to which the directory of the file was added.
 * Only the path of a socket has a limit that is reached in practice. */
static bool
loader_fits(struct loader *l, const struct schema_key *key, const char *path,
    struct place place)
{
	if (strlen(path) <= (size_t)key->max)
		return true;
	fault_add(&l->faults, place,
	    "%s: \"%s\", which is relative to the directory of the file, has "
	    "%zu bytes, expected at most %lld; name a shorter path, such as "
	    "/run/gleaner/gleaner.sock",
	    key->path, path, strlen(path), (long long)key->max);
	return false;
}

/* Resolves the path in *field, which is relative to the directory of the file
 * that contains it.  A database that an earlier version created in the current
 * directory is still used. */
static void
loader_resolve_path(
    struct loader *l, const struct schema_key *key, struct place place)
{
	char **field = (char **)(void *)((char *)l->config + key->offset);
	char *path;

	if (key->type == SCHEMA_DATABASE && database_url_is(*field))
		return;
	path = config_path_beside(l->config->files[place.file], *field);

	if (path == NULL) {
		l->faults.out_of_memory = true;
	} else if (key->type == SCHEMA_DATABASE &&
		   config_path_is_old(*field, path)) {
		fault_warn(&l->faults, place,
		    "%s: %s in the current directory is used as in earlier "
		    "versions, because there is no %s, expected an absolute "
		    "path",
		    key->path, *field, path);
		free(path);
	} else if (!loader_fits(l, key, path, place)) {
		free(path);
	} else {
		free(*field);
		*field = path;
	}
}

/* Reads the value of a key, which may be set only once in all files. */
static void
loader_read_value(struct loader *l, const struct schema_key *key,
    const struct yaml_node *node)
{
	struct place *given = &l->given[key - schema_keys];

	if (given->line > 0) {
		fault_add(&l->faults, node->key_place,
		    "%s is given twice, expected once (first in %s:%d)",
		    key->path, l->config->files[given->file], given->line);
		return;
	}
	if (!value_read(key, node, l->config, &l->faults)) {
		l->doubts_database |= key->type == SCHEMA_DATABASE;
		return;
	}
	*given = node->place;
	if (loader_is_path(key) && l->follows_includes)
		loader_resolve_path(l, key, node->place);
}

/* The value `null` or `false` instead of a section that has the key `enabled`
 * sets that key to false.  Returns false for any other value or section. */
static bool
loader_read_switch(struct loader *l, const struct schema_key *section,
    const struct yaml_node *node)
{
	struct schema_level level = { schema_keys, schema_n_keys,
		section->path };
	const struct schema_key *key = schema_find(&level, SLICE("enabled"));
	struct yaml_node off = *node;

	if (key == NULL || node->kind != YAML_TEXT || !node->plain ||
	    (!slice_equal(node->text, SLICE("null")) &&
		!slice_equal(node->text, SLICE("false"))))
		return false;
	off.text = SLICE("false");
	loader_read_value(l, key, &off);
	return true;
}

static void
loader_read_section(struct loader *l, const struct schema_key *section,
    const struct yaml_node *map)
{
	struct schema_level level = { schema_keys, schema_n_keys,
		section->path };

	if (loader_read_switch(l, section, map) || yaml_is_null(map))
		return; /* null: every line of the section is commented out */
	if (map->kind != YAML_MAP) {
		value_refuse(section, map, NULL, &l->faults);
		return;
	}
	for (const struct yaml_node *node = map->children; node != NULL;
	     node = node->next) {
		const struct schema_key *key = schema_find(&level, node->key);

		if (key == NULL)
			loader_report_unknown(l, &level, node);
		else
			loader_read_value(l, key, node);
	}
}

/* Reads all keys of a file, `include` last. If a feed is in this file and in an
 * included file, the fault is therefore reported at the place in the included
 * file. */
static void
loader_read_keys(struct loader *l, const struct yaml_node *root, size_t file)
{
	struct schema_level level = { schema_keys, schema_n_keys, NULL };
	const struct yaml_node *include = NULL, *feeds = NULL;

	for (const struct yaml_node *node = root->children; node != NULL;
	     node = node->next) {
		const struct schema_key *key = schema_find(&level, node->key);

		if (key == NULL) {
			loader_report_unknown(l, &level, node);
			l->doubts_database =
			    true; /* the key may be a misspelt "database" */
		} else if (key->type == SCHEMA_SECTION)
			loader_read_section(l, key, node);
		else if (key->type == SCHEMA_INCLUDE)
			include = node;
		else if (key->type == SCHEMA_FILTERS)
			filter_list_read(l->config->filters, node,
			    l->config->files[file], &l->faults);
		else if (key->type == SCHEMA_PROFILES)
			profile_list_read(l->config, node,
			    l->config->files[file], &l->faults);
		else if (key->type == SCHEMA_FEEDS)
			feeds = node;
		else if (key->type == SCHEMA_SITE_LIST)
			site_list_read(&l->sites, node, l->config->files[file],
			    &l->faults);
		else
			loader_read_value(l, key, node);
	}
	if (feeds != NULL)
		feedlist_read(
		    &l->feeds, feeds, l->config->files[file], &l->faults);
	if (include != NULL)
		loader_read_include(l, include, file);
}

/* -------------------------------------------------------------------- files */

size_t
loader_add_file(struct loader *l, const char *path, struct file_id id)
{
	struct config *config = l->config;
	size_t n = config->n_files;
	char **files = reallocarray(config->files, n + 1, sizeof(*files));
	struct file_id *ids;
	bool *open, *filled;

	if (files != NULL)
		config->files = files;
	ids = reallocarray(l->ids, n + 1, sizeof(*ids));
	if (ids != NULL)
		l->ids = ids;
	open = reallocarray(l->open, n + 1, sizeof(*open));
	if (open != NULL)
		l->open = open;
	filled = reallocarray(config->filled, n + 1, sizeof(*filled));
	if (filled != NULL)
		config->filled = filled;
	if (files == NULL || ids == NULL || open == NULL || filled == NULL ||
	    (files[n] = strdup(path)) == NULL) {
		l->faults.out_of_memory = true;
		return SIZE_MAX;
	}
	ids[n] = id;
	open[n] = false;
	filled[n] = false;
	config->n_files++;
	return n;
}

/* Warns of a URL with a password in files[file]. */
static void
loader_warn_of_password(struct loader *l, const char *path, bool has_password,
    const char *what, size_t file, unsigned mode)
{
	struct place place = loader_place_of(l, path);

	if (place.line > 0 && place.file == file && has_password)
		fault_warn(&l->faults, place,
		    "%s in a file that others may read (mode %04o), expected "
		    "mode 0640",
		    what, mode & 07777);
}

/* The group of the file may read it: with mode 0640 the members of this group
 * can use the commands. */
static void
loader_warn_of_secrets(struct loader *l, size_t file, unsigned mode)
{
	const struct config *config = l->config;

	if ((mode & S_IROTH) == 0)
		return;
	if (l->feeds.secret.line > 0)
		fault_warn(&l->faults, l->feeds.secret,
		    "headers in a file that others may read (mode %04o), "
		    "expected mode 0640 or { file: PATH }",
		    mode & 07777);
	if (l->sites.secret.line > 0)
		fault_warn(&l->faults, l->sites.secret,
		    "a site's secret in a file that others may read (mode "
		    "%04o), expected mode 0640 or { file: PATH }",
		    mode & 07777);
	loader_warn_of_password(l, "fetch.proxy",
	    config->fetch.proxy != NULL &&
		url_has_credentials(slice_of(config->fetch.proxy)),
	    "a proxy's password", file, mode);
	loader_warn_of_password(l, "database",
	    database_url_has_password(config->database),
	    "the password of the database", file, mode);
}

/* Finds `database` in a file with a YAML syntax error, if the key precedes the
 * error.  Commands that only read the database need no other key. */
static void
loader_read_database(struct loader *l, const struct yaml_node *root)
{
	const struct schema_key *key = schema_of("database");
	const struct yaml_node *node;

	if (root == NULL || root->kind != YAML_MAP)
		return;
	for (node = root->children; node != NULL; node = node->next)
		if (slice_equal(node->key, SLICE("database")))
			loader_read_value(l, key, node);
}

bool
loader_knows_database(const struct loader *l)
{
	return loader_place_of(l, "database").line > 0 || !l->doubts_database;
}

void
loader_read_yaml(
    struct loader *l, struct slice bytes, size_t file, unsigned mode)
{
	struct yaml_node *root = NULL;
	struct arena arena;
	struct place outer = l->feeds.secret, outer_site = l->sites.secret;
	int rc;

	l->feeds.secret = l->sites.secret = (struct place){ 0 };
	arena_init(&arena, LIMIT_CONFIG_ARENA);
	rc = yaml_read(&arena, bytes, file, &l->faults, &root);
	if (rc == ERR_MEMORY) {
		l->faults.out_of_memory = true;
	} else if (rc != 0) {
		l->doubts_database = true;
		loader_read_database(l, root);
	} else if (rc == 0 && root != NULL && root->kind == YAML_MAP) {
		l->config->filled[file] = root->children != NULL;
		loader_read_keys(l, root, file);
	} else if (rc == 0 && !yaml_is_null(root)) {
		fault_add(&l->faults, root->place,
		    "%s, expected keys, such as feeds:",
		    root->kind == YAML_LIST ? "a list" : "a text");
	}
	loader_warn_of_secrets(l, file, mode);
	l->feeds.secret = outer;
	l->sites.secret = outer_site;
	arena_release(&arena);
}
