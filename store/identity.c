/*
 * identity.c -- reads the database's id; see identity.h.
 */
#include "store/identity.h"

#include "store/sqlite/statement.h"

/* Returns true if the text has the form of a UUID: 8-4-4-4-12 hexadecimal
 * digits (RFC 9562, section 4). */
static bool
identity_is_uuid(struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;

		if (is_dash ? text.p[i] != '-'
			    : strchr("0123456789abcdef", text.p[i]) == NULL ||
				  text.p[i] == '\0')
			return false;
	}
	return text.len == STORE_UUID_BYTES - 1;
}

int
store_uuid(struct store *s, char ret[STORE_UUID_BYTES], struct err *e)
{
	struct query q = query_of(s, SQL_identity_get);
	int rc = query_step(&q, e);
	struct slice uuid = rc > 0 ? query_column_text(&q, 0) : SLICE_NONE;
	bool is_uuid = identity_is_uuid(uuid);

	if (is_uuid) {
		memcpy(ret, uuid.p, uuid.len);
		ret[uuid.len] = '\0';
	}
	query_end(&q);
	if (rc < 0)
		return rc;
	return is_uuid ? 0
		       : err_set(e, ERR_DATABASE,
			     "the table `identity` has no UUID");
}
