/*
 * site_secret.c -- reads values that are kept in files of their own
 * (site_secret.h).
 *
 * In:  a node of the configuration.
 * Out: the text of the file that the node names.
 * A fault names the key and the path, never the text.
 */
#include "config/site/site_secret.h"

#include <sys/stat.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "config/include.h"
#include "config/path.h"
#include "config/yaml/value.h"

/* The path of a credential, if no credentials were passed to this process. */
#define NO_CREDENTIALS "$CREDENTIALS_DIRECTORY"

#define HEADERS_ARENA ((size_t)LIMIT_FEED_HEADERS * 8 * KIB)

bool
site_secret_is_reference(const struct yaml_node *node)
{
	return node->kind == YAML_MAP && node->children != NULL &&
	       (slice_equal(node->children->key, SLICE("file")) ||
		   slice_equal(node->children->key, SLICE("credential")));
}

/* Returns the path of a credential. The path is owned. A name with a slash, or
 * with a dot at its start, is refused, because it may name a file outside of
 * the directory of the credentials (systemd.exec(5), LoadCredential=). */
static char *
site_secret_credential_path(
    const char *key, const struct yaml_node *name, struct fault_list *faults)
{
	const char *directory = getenv("CREDENTIALS_DIRECTORY");
	char quoted[FAULT_QUOTE_BYTES], *path = NULL;

	fault_quote(name->text, quoted);
	if (slice_find_char(name->text, '/', 0) != SLICE_NOT_FOUND ||
	    slice_starts(name->text, SLICE("."))) {
		fault_add(faults, name->place,
		    "%s: %s is not the name of a credential, expected a name "
		    "without a slash that does not begin with a dot",
		    key, quoted);
		return NULL;
	}
	if (directory == NULL || directory[0] == '\0') {
		if (faults->secrets != CONFIG_SECRETS_NEEDED)
			return value_copy(SLICE(NO_CREDENTIALS), faults);
		fault_add(faults, name->place,
		    "%s: no credentials were passed to this process, expected "
		    "LoadCredential=%.*s:PATH in the unit, or `file: PATH`",
		    key, SLICE_ARG(name->text));
		return NULL;
	}
	if (asprintf(&path, "%s/%.*s", directory, SLICE_ARG(name->text)) < 0) {
		faults->out_of_memory = true;
		return NULL;
	}
	return path;
}

char *
site_secret_path(const char *key, const struct yaml_node *node,
    const char *config_file, struct fault_list *faults)
{
	const struct yaml_node *value = node->children;
	char *path;

	if (node->n_children != 1 || value->kind != YAML_TEXT ||
	    yaml_is_null(value) || value->text.len == 0 ||
	    value->text.len > LIMIT_CONFIG_TEXT_BYTES ||
	    value_has_control(value->text)) {
		fault_add(faults, node->place,
		    "%s: a reference without a name, expected { file: PATH } "
		    "or { credential: NAME }",
		    key);
		return NULL;
	}
	if (slice_equal(value->key, SLICE("credential")))
		return site_secret_credential_path(key, value, faults);
	path = config_path_beside(config_file, value->text.p);
	if (path == NULL)
		faults->out_of_memory = true;
	return path;
}

bool
site_secret_may_read(const char *path, const struct fault_list *faults)
{
	if (faults->secrets == CONFIG_SECRETS_UNUSED)
		return false;
	return faults->secrets == CONFIG_SECRETS_NEEDED ||
	       (strcmp(path, NO_CREDENTIALS) != 0 &&
		   (access(path, R_OK) == 0 || errno != EACCES));
}

bool
site_secret_is_needed(const char *key, const char *path, struct place place,
    struct fault_list *faults)
{
	if (site_secret_may_read(path, faults))
		return true;
	if (faults->secrets == CONFIG_SECRETS_OF_SERVICE)
		fault_note(faults, place,
		    "%s: only the service can read %s, so that the value is "
		    "not checked",
		    key,
		    strcmp(path, NO_CREDENTIALS) != 0 ? path
						      : "this credential");
	return false;
}

/* Editors of some systems write a byte order mark, which belongs neither to the
 * secret nor to the first cookie. */
static void
site_secret_drop_mark(struct buf *bytes)
{
	static const struct slice mark = SLICE("\xEF\xBB\xBF");

	if (!slice_starts(buf_slice(bytes), mark))
		return;
	bytes->len -= mark.len;
	memmove(bytes->p, bytes->p + mark.len, bytes->len);
	explicit_bzero(bytes->p + bytes->len, mark.len);
}

bool
site_secret_read(const char *key, const char *path, struct place place,
    size_t max_bytes, struct buf *bytes, struct fault_list *faults)
{
	struct err e = ERR_INIT;
	struct file_id id;
	unsigned mode;
	int rc = include_read_file(path, max_bytes, bytes, &mode, &id, &e);

	if (rc == ERR_MEMORY) {
		faults->out_of_memory = true;
		return false;
	}
	if (rc != 0 || !S_ISREG(mode) || bytes->len > max_bytes ||
	    (bytes->len > 0 && memchr(bytes->p, '\0', bytes->len) != NULL)) {
		fault_add(faults, place,
		    "%s: %s%s, expected a text file of at most %zu bytes that "
		    "can be read",
		    key, rc != 0 ? "" : "cannot use ", rc != 0 ? e.text : path,
		    max_bytes);
		return false;
	}
	site_secret_drop_mark(bytes);
	if ((mode & S_IROTH) != 0)
		fault_warn(faults, place,
		    "%s: every user can read %s, expected mode 0600", key,
		    path);
	return true;
}

/* Copies the text of a file into the arena and overwrites the first copy. */
static bool
site_secret_read_text(const char *key, const char *path, struct place place,
    struct arena *arena, struct fault_list *faults, struct slice *ret)
{
	struct buf bytes;
	bool good;

	buf_init(&bytes, LIMIT_CONFIG_TEXT_BYTES + 2);
	good = site_secret_read(
	    key, path, place, LIMIT_CONFIG_TEXT_BYTES, &bytes, faults);
	if (good && slice_trim(buf_slice(&bytes)).len == 0) {
		fault_add(faults, place,
		    "%s: %s is empty, expected one line of text", key, path);
		good = false;
	}
	if (good)
		*ret = arena_copy(arena, slice_trim(buf_slice(&bytes)));
	if (bytes.len > 0)
		explicit_bzero(bytes.p, bytes.len);
	buf_release(&bytes);
	return good;
}

bool
site_secret_resolve(const char *key, const struct yaml_node *node,
    const char *config_file, struct arena *arena, struct fault_list *faults,
    struct yaml_node *ret)
{
	char *path;
	bool good;

	*ret = *node;
	if (!site_secret_is_reference(node))
		return true;
	path = site_secret_path(key, node, config_file, faults);
	if (path == NULL)
		return false;
	ret->kind = YAML_TEXT;
	ret->plain = false;
	ret->children = NULL;
	ret->n_children = 0;
	ret->text = SLICE("");
	good = !site_secret_is_needed(key, path, node->place, faults) ||
	       site_secret_read_text(
		   key, path, node->place, arena, faults, &ret->text);
	free(path);
	return good;
}

/* ---- headers ---- */

struct secret_headers {
	const struct schema_key *key;
	const char *config_file;
	struct fault_list *faults;
	void *owner;
	bool *has_text;
	struct arena arena; /* texts of files */
};

/* Replaces the references among the values, and reads the map. */
static bool
site_secret_resolve_headers(
    struct secret_headers *h, const struct yaml_node *node)
{
	struct yaml_node map = *node, *last = NULL;

	map.children = NULL;
	for (const struct yaml_node *item = node->children; item != NULL;
	     item = item->next) {
		struct yaml_node *copy = arena_alloc(&h->arena, sizeof(*copy));

		if (!site_secret_resolve("headers", item, h->config_file,
			&h->arena, h->faults, copy))
			return false;
		*h->has_text |= item->kind == YAML_TEXT;
		copy->next = NULL;
		if (last != NULL)
			last->next = copy;
		else
			map.children = copy;
		last = copy;
	}
	return value_read(h->key, &map, h->owner, h->faults);
}

bool
site_secret_read_headers(const struct schema_key *key,
    const struct yaml_node *node, const char *config_file,
    struct fault_list *faults, void *ret_owner, bool *ret_has_text)
{
	struct secret_headers h = { .key = key,
		.config_file = config_file,
		.faults = faults,
		.owner = ret_owner,
		.has_text = ret_has_text };
	jmp_buf exhausted;
	volatile bool good = false;

	/* The text may be a header with its secret. */
	if (node->kind == YAML_TEXT && !yaml_is_null(node))
		return value_refuse(key, node, "a text", faults);
	if (node->kind != YAML_MAP || node->n_children > (size_t)key->max)
		return value_read(key, node, ret_owner, faults);
	arena_init(&h.arena, HEADERS_ARENA);
	h.arena.exhausted = &exhausted;
	if (setjmp(exhausted) == 0)
		good = site_secret_resolve_headers(&h, node);
	else
		faults->out_of_memory = true;
	arena_release(&h.arena);
	return good;
}
