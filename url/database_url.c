/*
 * database_url.c -- see database_url.h.
 *
 * The password of a URL that libpq would refuse is masked, too. The user
 * information ends at the last "@" before the first "?". If no "@" comes before
 * the first "?", the user information ends at the last "@" of the URL.
 */
#include "url/database_url.h"

#include <string.h>
#include <strings.h>

#include "base/array.h"

#define MASK "***"

static size_t
database_url_scheme(const char *name)
{
	static const char *const schemes[] = { "postgresql://", "postgres://" };

	for (size_t i = 0; i < ARRAY_LENGTH(schemes); i++)
		if (strncasecmp(name, schemes[i], strlen(schemes[i])) == 0)
			return strlen(schemes[i]);
	return 0;
}

bool
database_url_is(const char *name)
{
	return database_url_scheme(name) > 0;
}

/* A range of the URL that contains a secret. */
struct secret {
	const char *from, *to; /* the secret; `from` is NULL: there is none */
};

/* Returns the password between ":" and "@". The last "@" counts, because a
 * password that is not encoded may contain "@", "/" and "?". */
static struct secret
database_url_user_secret(const char *name)
{
	const char *user = name + database_url_scheme(name);
	const char *query = strchr(user, '?');
	size_t n = query != NULL ? (size_t)(query - user) : strlen(user);
	const char *at = memrchr(user, '@', n), *colon;

	if (at == NULL && (at = strrchr(user, '@')) == NULL)
		return (struct secret){ NULL, NULL };
	colon = memchr(user, ':', (size_t)(at - user));
	if (colon == NULL)
		return (struct secret){ NULL, NULL };
	return (struct secret){ colon + 1, at };
}

static bool
database_url_is_secret_parameter(const char *p)
{
	static const char *const names[] = { "password=", "sslpassword=" };

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		if (strncasecmp(p, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

/* Returns the value of the first parameter at or after p that contains a
 * secret. */
static struct secret
database_url_parameter_secret(const char *p)
{
	for (; (p = strpbrk(p, "?&")) != NULL; p++) {
		if (!database_url_is_secret_parameter(p + 1))
			continue;
		p = strchr(p, '=') + 1;
		return (struct secret){ p, p + strcspn(p, "&") };
	}
	return (struct secret){ NULL, NULL };
}

static void
database_url_append(char *ret, size_t *n, const char *from, size_t length)
{
	if (length > DATABASE_URL_SHOWN_BYTES - 1 - *n)
		length = DATABASE_URL_SHOWN_BYTES - 1 - *n;
	memcpy(ret + *n, from, length);
	*n += length;
	ret[*n] = '\0';
}

char *
database_url_show(const char *name, char ret[DATABASE_URL_SHOWN_BYTES])
{
	struct secret secret = { NULL, NULL };
	size_t n = 0;

	ret[0] = '\0';
	if (database_url_is(name)) {
		secret = database_url_user_secret(name);
		if (secret.from == NULL)
			secret = database_url_parameter_secret(name);
	}
	while (secret.from != NULL) {
		database_url_append(
		    ret, &n, name, (size_t)(secret.from - name));
		database_url_append(ret, &n, MASK, strlen(MASK));
		name = secret.to;
		secret = database_url_parameter_secret(name);
	}
	database_url_append(ret, &n, name, strlen(name));
	return ret;
}

bool
database_url_has_password(const char *name)
{
	return database_url_is(name) &&
	       (database_url_user_secret(name).from != NULL ||
		   database_url_parameter_secret(name).from != NULL);
}
