/*
 * restart_keys.c -- compares a configuration with the values from the start of
 * the daemon; see restart_keys.h.
 */
#include "daemon/health/restart_keys.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "config/schema.h"

static const char *const restart_keys_paths[] = { "database", "control",
	"listen", "websub.listen", "websub.callback", "contact", "fetch.proxy",
	"fetch.allow_downgrade", "fetch.parallel", "host.allow_private",
	"workers", "fleet.node", "fleet.lease" };

/* Texts have the number 0; other values have no text. */
struct restart_value {
	char *text;
	int64_t number;
};

struct restart_keys {
	struct restart_value values[ARRAY_LENGTH(restart_keys_paths)];
};

/* The text is borrowed from the config. */
static struct restart_value
restart_keys_value(const struct config *config, const char *path)
{
	const struct schema_key *key = schema_of(path);
	const char *field = (const char *)config + key->offset;
	struct restart_value value = { 0 };

	switch (key->type) {
	case SCHEMA_BOOL:
		value.number = *(const bool *)(const void *)field;
		break;
	case SCHEMA_INT:
		value.number = *(const int *)(const void *)field;
		break;
	case SCHEMA_DURATION:
		value.number = *(const int64_t *)(const void *)field;
		break;
	default:
		value.text = *(char *const *)(const void *)field;
		break;
	}
	return value;
}

static bool
restart_keys_is_equal(struct restart_value a, struct restart_value b)
{
	if (a.text == NULL || b.text == NULL)
		return a.text == b.text && a.number == b.number;
	return strcmp(a.text, b.text) == 0;
}

struct restart_keys *
restart_keys_new(const struct config *config)
{
	struct restart_keys *keys = calloc(1, sizeof(*keys));

	for (size_t i = 0; keys != NULL && i < ARRAY_LENGTH(keys->values);
	     i++) {
		keys->values[i] =
		    restart_keys_value(config, restart_keys_paths[i]);
		if (keys->values[i].text == NULL)
			continue;
		keys->values[i].text = strdup(keys->values[i].text);
		if (keys->values[i].text == NULL) {
			restart_keys_free(keys);
			return NULL;
		}
	}
	return keys;
}

/* `database` and `fetch.proxy` may contain a password. */
void
restart_keys_free(struct restart_keys *keys)
{
	if (keys == NULL)
		return;
	for (size_t i = 0; i < ARRAY_LENGTH(keys->values); i++) {
		char *text = keys->values[i].text;

		if (text != NULL)
			explicit_bzero(text, strlen(text));
		free(text);
	}
	free(keys);
}

void
restart_keys_write_changed(const struct restart_keys *keys,
    const struct config *config, struct buf *out)
{
	size_t begin = out->len;

	for (size_t i = 0; i < ARRAY_LENGTH(keys->values); i++) {
		const char *path = restart_keys_paths[i];

		if (restart_keys_is_equal(
			keys->values[i], restart_keys_value(config, path)))
			continue;
		buf_printf(out, "%s%s", out->len > begin ? ", " : "", path);
	}
}
