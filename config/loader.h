/*
 * loader.h -- what is known while a configuration is read.
 */
#ifndef CONFIG_LOADER_H
#define CONFIG_LOADER_H

#include "config/config.h"
#include "config/feedlist.h"
#include "config/include.h"
#include "config/schema.h"

struct loader {
	struct config *config;
	struct fault_list faults;
	struct feedlist feeds;
	struct place *given; /* of schema_keys; line 0: not given */
	struct file_id *ids; /* of config->files */
	bool *open;          /* being read: including one of them is a circle */
	bool follows_includes;
	bool keeps_faulty;    /* the caller wants it in spite of faults */
	bool doubts_database; /* a fault may hide what `database` is */
	int depth;
};

/* 0 or ERR_MEMORY; to be released in both cases. */
int loader_init(struct loader *, const char *path, bool follows_includes);
void loader_release(struct loader *);

struct place loader_place_of(const struct loader *, const char *path);

/* Is config->database what the files say, whatever faults they have? */
bool loader_knows_database(const struct loader *);

/* Adds a file to config->files; its index, or SIZE_MAX (no memory). */
size_t loader_add_file(struct loader *, const char *path, struct file_id);

/* All keys of a YAML file, feeds and includes with them. */
void loader_read_yaml(
    struct loader *, struct slice bytes, size_t file, unsigned mode);
/* The value of `include` of files[file]. (load_include.c) */
void loader_read_include(
    struct loader *, const struct yaml_node *, size_t file);

#endif
