/*
 * settings.c -- see settings.h.
 */
#include "push/settings.h"

#include <sys/stat.h>

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/array.h"
#include "base/limits.h"

#define TEXT(member)                                                           \
	{                                                                      \
#member, offsetof(struct push_settings, member)                \
	}

static const struct {
	const char *name;
	size_t offset;
} settings_texts[] = {
	TEXT(target),
	TEXT(consumer),
	TEXT(database),
	TEXT(control),
	TEXT(secret),
	TEXT(feed),
	TEXT(tag),
	TEXT(lang),
	TEXT(kind),
};

static char **
settings_text(struct push_settings *settings, size_t i)
{
	return (char **)(void *)((char *)settings + settings_texts[i].offset);
}

/* ---- the file of secrets ---- */

static int
settings_read_bytes(int fd, const char *path, struct buf *out, struct err *e)
{
	char bytes[4096];
	ssize_t n = 0;

	/* A device such as /dev/zero has no end. */
	while (!buf_failed(out) && (n = read(fd, bytes, sizeof(bytes))) > 0)
		buf_append(out, bytes, (size_t)n);
	if (n < 0)
		return err_set(e, ERR_USAGE,
		    "cannot read the file of secrets %s: %s", path,
		    strerror(errno));
	if (buf_failed(out))
		return err_set(e, ERR_USAGE,
		    "the file of secrets %s has more than %lld bytes", path,
		    LIMIT_PUSH_SECRET_BYTES);
	if (slice_trim(buf_slice(out)).len == 0)
		return err_set(
		    e, ERR_USAGE, "the file of secrets %s is empty", path);
	if (memchr(out->p, '\0', out->len) != NULL)
		return err_set(
		    e, ERR_USAGE, "the file of secrets %s is not a text", path);
	return 0;
}

/* A file that other users can read is accepted, because the operator may have
 * protected its folder. A warning names the remedy. */
static void
settings_check_mode(int fd, const char *path)
{
	struct stat st;

	if (fstat(fd, &st) == 0 && (st.st_mode & S_IROTH) != 0)
		fprintf(stderr,
		    "gleaner push: warning: every user can read the file of "
		    "secrets %s; remedy: chmod o-r %s\n",
		    path, path);
}

static int
settings_read_secret(const char *path, char **ret, struct err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY), rc;
	struct buf bytes;

	if (fd < 0)
		return err_set(e, ERR_USAGE,
		    "cannot read the file of secrets %s: %s", path,
		    strerror(errno));
	settings_check_mode(fd, path);
	buf_init(&bytes, LIMIT_PUSH_SECRET_BYTES);
	rc = settings_read_bytes(fd, path, &bytes, e);
	close(fd);
	if (rc == 0)
		*ret = buf_detach(&bytes);
	explicit_bzero(bytes.p, bytes.len);
	buf_release(&bytes);
	return rc;
}

/* ---- the object ---- */

static int
settings_read_texts(
    const json_t *json, struct push_settings *settings, struct err *e)
{
	for (size_t i = 0; i < ARRAY_LENGTH(settings_texts); i++) {
		const char *text = json_string_value(
		    json_object_get(json, settings_texts[i].name));
		char **to = settings_text(settings, i);

		if (text != NULL && (*to = strdup(text)) == NULL)
			return err_set(e, ERR_MEMORY, "out of memory");
	}
	return 0;
}

static int
settings_read_object(
    const json_t *json, struct push_settings *settings, struct err *e)
{
	const char *secret_file =
	    json_string_value(json_object_get(json, "secret_file"));
	int rc = settings_read_texts(json, settings, e);

	settings->min_confidence =
	    json_number_value(json_object_get(json, "min_confidence"));
	settings->batch = json_integer_value(json_object_get(json, "batch"));
	settings->max_bytes =
	    json_integer_value(json_object_get(json, "max_bytes"));
	settings->one_per_cluster =
	    json_is_true(json_object_get(json, "one_per_cluster"));
	settings->notified = json_is_true(json_object_get(json, "notified"));
	if (rc == 0 &&
	    (settings->target == NULL || settings->consumer == NULL ||
		settings->database == NULL || settings->batch < 1 ||
		settings->batch > LIMIT_PUSH_BATCH || settings->max_bytes < 0))
		rc = err_set(e, ERR_USAGE,
		    "the settings are incomplete; run `gleaner push`");
	if (rc == 0 && secret_file != NULL && settings->secret == NULL)
		rc = settings_read_secret(secret_file, &settings->secret, e);
	return rc;
}

int
push_settings_read(int fd, struct push_settings *ret, struct err *e)
{
	json_t *json;
	int rc;

	*ret = (struct push_settings){ 0 };
	json = json_loadfd(fd, JSON_REJECT_DUPLICATES, NULL);
	if (json == NULL)
		return err_set(e, ERR_USAGE,
		    "no valid settings were passed; run `gleaner push`");
	rc = settings_read_object(json, ret, e);
	json_decref(json);
	return rc;
}

void
push_settings_release(struct push_settings *settings)
{
	if (settings->secret != NULL)
		explicit_bzero(settings->secret, strlen(settings->secret));
	for (size_t i = 0; i < ARRAY_LENGTH(settings_texts); i++) {
		free(*settings_text(settings, i));
		*settings_text(settings, i) = NULL;
	}
}
