/*
 * load_include.c -- reads the files that match `include`.
 */
#include <errno.h>
#include <unistd.h>

#include "base/limits.h"
#include "config/loader.h"
#include "config/yaml/value.h"

static size_t
load_include_find_file(const struct loader *l, struct file_id id)
{
	for (size_t i = 0; i < l->config->n_files; i++)
		if (l->ids[i].device == id.device &&
		    l->ids[i].inode == id.inode)
			return i;
	return SIZE_MAX;
}

/* Called for a file that cannot be read. A file that only the service can read
 * is not a fault for a program that sends no requests. */
static void
load_include_report_unread(
    struct loader *l, const char *path, struct place place, const char *why)
{
	l->doubts_database = true;
	if (l->faults.secrets == CONFIG_SECRETS_NEEDED ||
	    access(path, R_OK) == 0 || errno != EACCES) {
		fault_add(&l->faults, place,
		    "include: %s, expected a file that can be read", why);
		return;
	}
	if (l->faults.secrets == CONFIG_SECRETS_OF_SERVICE)
		fault_note(&l->faults, place,
		    "include: only the service can read %s, so that its keys "
		    "are not checked",
		    path);
	if (l->config->unread != NULL)
		return;
	l->unread_place = place;
	l->config->unread = value_copy(slice_of(path), &l->faults);
}

/* Reads one included file. Faults of the file are reported at the lines of the
 * file. If the file cannot be read, the fault is reported at the key
 * `include`. */
static void
load_include_read_included(
    struct loader *l, const char *path, struct place place)
{
	enum include_kind kind = include_kind_of(path);
	size_t max =
	    kind == INCLUDE_OPML ? LIMIT_OPML_BYTES : LIMIT_CONFIG_BYTES;
	struct err e = ERR_INIT;
	struct file_id id;
	struct buf bytes;
	unsigned mode;
	size_t file;
	int rc;

	if (kind == INCLUDE_NEITHER) {
		fault_add(&l->faults, place,
		    "include: %s, expected a file whose name ends in .yaml, "
		    ".yml or .opml",
		    path);
		return;
	}
	buf_init(&bytes, max + 1);
	rc = include_read_file(path, max, &bytes, &mode, &id, &e);
	if (rc == ERR_MEMORY) {
		l->faults.out_of_memory = true;
	} else if (rc != 0) {
		load_include_report_unread(l, path, place, e.text);
	} else if ((file = load_include_find_file(l, id)) != SIZE_MAX) {
		/* Two patterns may match the same file. A file that includes
		 * itself is a fault. */
		if (l->open[file])
			fault_add(&l->faults, place,
			    "include: %s includes itself, expected no cycle",
			    path);
	} else if ((file = loader_add_file(l, path, id)) != SIZE_MAX) {
		l->open[file] = true;
		if (kind == INCLUDE_OPML) {
			l->config->filled[file] =
			    true; /* an empty OPML file is a fault */
			feedlist_read_opml(&l->feeds, buf_slice(&bytes), file,
			    l->config->files[file], &l->faults);
		} else {
			loader_read_yaml(l, buf_slice(&bytes), file, mode);
		}
		l->open[file] = false;
	}
	buf_release(&bytes);
}

static void
load_include_read_pattern(
    struct loader *l, const struct yaml_node *node, size_t file)
{
	const struct schema_key *key = schema_of("include");
	struct include_list list;
	struct err e = ERR_INIT;
	int rc;

	if (node->kind != YAML_TEXT || yaml_is_null(node) ||
	    node->text.len == 0 || value_has_control(node->text)) {
		value_refuse(key, node, NULL, &l->faults);
		return;
	}
	rc = include_expand(l->config->files[file], node->text.p, &list, &e);
	if (rc == ERR_MEMORY) {
		l->faults.out_of_memory = true;
	} else if (rc != 0) {
		l->doubts_database = true;
		value_refuse(key, node, e.text, &l->faults);
	} else {
		for (size_t i = 0; i < list.n; i++) {
			if (l->config->n_files > LIMIT_INCLUDES) {
				fault_add(&l->faults, node->place,
				    "include: too many files, expected at most "
				    "%d",
				    LIMIT_INCLUDES);
				break;
			}
			load_include_read_included(
			    l, list.paths[i], node->place);
		}
		include_list_release(&list);
	}
}

void
loader_read_include(struct loader *l, const struct yaml_node *node, size_t file)
{
	const struct schema_key *key = schema_of("include");

	if (yaml_is_null(node))
		return;
	if (node->kind != YAML_LIST || node->n_children > (size_t)key->max) {
		value_refuse(key, node, NULL, &l->faults);
		return;
	}
	if (node->n_children > 0 && !l->follows_includes) {
		value_refuse(key, node, "an include here", &l->faults);
		return;
	}
	if (l->depth == LIMIT_INCLUDE_DEPTH) {
		fault_add(&l->faults, node->place,
		    "include: files are nested more than %d levels deep, "
		    "expected fewer levels",
		    l->depth);
		return;
	}
	l->depth++;
	for (node = node->children; node != NULL; node = node->next)
		load_include_read_pattern(l, node, file);
	l->depth--;
}
