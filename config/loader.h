/*
 * loader.h -- the state while a configuration is read.
 */
#ifndef CONFIG_LOADER_H
#define CONFIG_LOADER_H

#include "config/config.h"
#include "config/feedlist.h"
#include "config/include.h"
#include "config/schema.h"
#include "config/site/site_list.h"

struct loader {
	struct config *config;
	struct fault_list faults;
	struct feedlist feeds;
	struct site_list sites;
	struct place *given; /* the place of each key of schema_keys; line 0:
				the key is not given */
	struct file_id *ids; /* of config->files */
	bool *open; /* open[i]: files[i] is being read; if an include names it,
		       there is a cycle */
	struct place unread_place; /* of config->unread */
	bool follows_includes;
	bool keeps_faulty;    /* the caller accepts a faulty configuration */
	bool doubts_database; /* a fault may hide the value of `database` */
	int depth;
};

/* Returns 0 or ERR_MEMORY.  Call loader_release() in both cases. */
int loader_init(struct loader *, const char *path, bool follows_includes);
void loader_release(struct loader *);

/* Returns the place at which a key such as "poll.min" was given. */
struct place loader_place_of(const struct loader *, const char *path);

/* True if config->database is certainly the value in the files, even if the
 * files have faults. */
bool loader_knows_database(const struct loader *);

/* Adds a file to config->files and returns its index, SIZE_MAX if there is no
 * memory. */
size_t loader_add_file(struct loader *, const char *path, struct file_id);

/* Reads all keys of a YAML file, including feeds and includes. */
void loader_read_yaml(
    struct loader *, struct slice bytes, size_t file, unsigned mode);
/* Reads the value of `include` in files[file] (load_include.c). */
void loader_read_include(
    struct loader *, const struct yaml_node *, size_t file);

#endif
