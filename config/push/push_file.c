/*
 * push_file.c -- reads the settings of one push (push_file.h).
 */
#include "config/push/push_file.h"

#include <sys/stat.h>

#include <stddef.h>
#include <stdlib.h>

#include "base/limits.h"
#include "config/include.h"
#include "config/path.h"
#include "config/schema.h"
#include "config/yaml/value.h"

#define AT(member)    offsetof(struct push_file, member), 0
#define TEXT(name)    SCHEMA_TEXT, AT(name), 1, LIMIT_CONFIG_TEXT_BYTES, NULL, 0
#define HINT_BYTES    512
#define BATCH_DEFAULT 100

enum {
	KEY_TARGET,
	KEY_CONSUMER,
	KEY_BATCH,
	KEY_MAX_BYTES,
	KEY_SECRET,
	KEY_FILTER,
	KEY_FEED,
	KEY_TAG,
	KEY_LANG,
	KEY_KIND,
	KEY_MIN_CONFIDENCE,
	KEY_ONE_PER_CLUSTER,
	KEY_NOTIFIED,
	KEY_COUNT
};

static const struct schema_key push_file_keys[KEY_COUNT] = {
	[KEY_TARGET] = { "target", TEXT(target), NULL,
	    "Where the changes go: https://…, nats://… or kafka://…." },
	[KEY_CONSUMER] = { "consumer", TEXT(consumer), NULL,
	    "The cursor to use." },
	[KEY_BATCH] = { "batch", SCHEMA_INT, AT(batch), 1, LIMIT_PUSH_BATCH,
	    NULL, 0, "100", "Changes that may be unacknowledged." },
	[KEY_MAX_BYTES] = { "max_bytes", SCHEMA_SIZE, AT(max_bytes),
	    LIMIT_PUSH_LINE_LEAST, LIMIT_PUSH_BYTES, NULL, 0, NULL,
	    "The size above which a message is shortened." },
	[KEY_SECRET] = { "secret", TEXT(secret), NULL,
	    "The file of secrets, or a key that begins with whsec_." },
	[KEY_FILTER] = { "filter", SCHEMA_SECTION, 0, 0, 0, 0, NULL, 0, NULL,
	    "Which changes are delivered." },
	[KEY_FEED] = { "filter.feed", TEXT(feed), NULL, "A feed." },
	[KEY_TAG] = { "filter.tag", TEXT(tag), NULL, "A tag." },
	[KEY_LANG] = { "filter.lang", TEXT(lang), NULL, "A language." },
	[KEY_KIND] = { "filter.kind", SCHEMA_CHOICE, AT(kind), 0, 0,
	    PUSH_FILE_KINDS, 0, NULL, "The kind of change." },
	[KEY_MIN_CONFIDENCE] = { "filter.min_confidence", SCHEMA_TEXT, 0, 0, 1,
	    16, NULL, 0, NULL, "The least confidence, 0 to 1." },
	[KEY_ONE_PER_CLUSTER] = { "filter.one_per_cluster", SCHEMA_BOOL,
	    AT(one_per_cluster), 0, 0, NULL, 0, NULL,
	    "Only the first of articles with the same text." },
	[KEY_NOTIFIED] = { "filter.notified", SCHEMA_BOOL, AT(notified), 0, 0,
	    NULL, 0, NULL,
	    "Only articles that filters mark for the consumer." },
};

struct push_file_reader {
	struct push_file *out;
	struct fault_list faults;
};

static void
push_file_tell_unknown(struct push_file_reader *reader,
    const struct schema_level *level, const struct yaml_node *node)
{
	char quoted[FAULT_QUOTE_BYTES];
	struct buf hint;

	buf_init(&hint, HINT_BYTES);
	schema_hint(level, node->key, &hint);
	fault_add(&reader->faults, node->key_place, "unknown key %s%s, %s",
	    fault_quote(node->key, quoted),
	    level->section != NULL ? " in filter" : "", hint.p);
	buf_release(&hint);
}

static void
push_file_read_share(
    struct push_file_reader *reader, const struct yaml_node *node)
{
	const char *text = node->text.p;
	char *end = NULL;
	double share = -1;

	if (node->kind == YAML_TEXT && node->text.len > 0 &&
	    text[strspn(text, "0123456789.")] == '\0')
		share = strtod(text, &end);
	if (end != NULL && *end == '\0' && share >= 0 && share <= 1)
		reader->out->min_confidence = share;
	else
		fault_add(&reader->faults, node->place,
		    "filter.min_confidence: expected a number from 0 to 1");
}

static void
push_file_read_map(struct push_file_reader *reader, const struct yaml_node *map,
    const char *section)
{
	struct schema_level level = { push_file_keys, KEY_COUNT, section };

	if (map->kind != YAML_MAP) {
		fault_add(&reader->faults, map->place,
		    "%s: expected keys with values",
		    section != NULL ? section : "the file");
		return;
	}
	for (const struct yaml_node *node = map->children; node != NULL;
	     node = node->next) {
		const struct schema_key *key = schema_find(&level, node->key);

		if (key == NULL)
			push_file_tell_unknown(reader, &level, node);
		else if (key->type == SCHEMA_SECTION)
			push_file_read_map(reader, node, "filter");
		else if (key == &push_file_keys[KEY_MIN_CONFIDENCE])
			push_file_read_share(reader, node);
		else
			value_read(key, node, reader->out, &reader->faults);
	}
}

/* Resolves the value of `secret` if it is a path. A key is not changed. */
static void
push_file_settle_secret(
    struct push_file_reader *reader, const char *path, unsigned mode)
{
	struct push_file *out = reader->out;

	if (out->secret == NULL)
		return;
	if (slice_starts(slice_of(out->secret), SLICE("whsec_"))) {
		if ((mode & S_IROTH) != 0)
			fault_warn(&reader->faults, (struct place){ 0 },
			    "every user can read the secret in %s; remedy: "
			    "chmod o-r %s",
			    path, path);
		return;
	}
	out->secret_file = config_path_beside(path, out->secret);
	free(out->secret);
	out->secret = NULL;
	if (out->secret_file == NULL)
		reader->faults.out_of_memory = true;
}

static void
push_file_read_document(struct push_file_reader *reader, const char *path,
    struct slice bytes, unsigned mode)
{
	struct yaml_node *root = NULL;
	struct place start = { 0, 1, 1 };
	struct arena arena;
	int rc;

	arena_init(&arena, LIMIT_CONFIG_ARENA);
	rc = yaml_read(&arena, bytes, 0, &reader->faults, &root);
	if (rc == ERR_MEMORY)
		reader->faults.out_of_memory = true;
	if (rc == 0 && root != NULL)
		push_file_read_map(reader, root, NULL);
	if (rc == 0 && reader->faults.n_faults == 0 &&
	    reader->out->target == NULL)
		fault_add(&reader->faults, start, "target is missing");
	if (rc == 0 && reader->faults.n_faults == 0 &&
	    reader->out->consumer == NULL)
		fault_add(&reader->faults, start, "consumer is missing");
	push_file_settle_secret(reader, path, mode);
	arena_release(&arena);
}

int
push_file_read(
    const char *path, struct push_file *ret, struct buf *faults, struct err *e)
{
	struct push_file_reader reader = { .out = ret };
	char *files[] = { (char *)(uintptr_t)path };
	struct file_id id;
	struct buf bytes;
	unsigned mode;
	int rc;

	*ret = (struct push_file){ .kind = -1, .batch = BATCH_DEFAULT };
	fault_list_init(&reader.faults);
	buf_init(&bytes, LIMIT_CONFIG_BYTES + 1);
	rc =
	    include_await_file(path, LIMIT_CONFIG_BYTES, &bytes, &mode, &id, e);
	if (rc == 0 && bytes.len > LIMIT_CONFIG_BYTES)
		rc = err_set(e, ERR_CONFIG, "%s is too large", path);
	if (rc == 0) {
		push_file_read_document(&reader, path, buf_slice(&bytes), mode);
		fault_list_write(&reader.faults, files, faults);
		if (reader.faults.out_of_memory)
			rc = err_set(e, ERR_MEMORY, "out of memory");
		else if (reader.faults.n_faults > 0)
			rc = fault_list_sum_up(&reader.faults, files, e);
	}
	fault_list_release(&reader.faults);
	explicit_bzero(bytes.p, bytes.len);
	buf_release(&bytes);
	return rc;
}

void
push_file_release(struct push_file *file)
{
	if (file->secret != NULL)
		explicit_bzero(file->secret, strlen(file->secret));
	free(file->target);
	free(file->consumer);
	free(file->secret_file);
	free(file->secret);
	free(file->feed);
	free(file->tag);
	free(file->lang);
	*file = (struct push_file){ 0 };
}
