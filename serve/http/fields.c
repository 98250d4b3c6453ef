/*
 * fields.c -- see fields.h.
 */
#include "serve/http/fields.h"

#include <stddef.h>
#include <string.h>

#include "base/array.h"
#include "base/text/ascii.h"

#define FIELD(name, type, member)                                              \
	{                                                                      \
		name, offsetof(type, member), false                            \
	}
#define LIST_FIELD(name, type, member)                                         \
	{                                                                      \
		name, offsetof(type, member), true                             \
	}
struct fields_row {
	const char *name;
	size_t offset;
	bool is_list; /* may occur several times; the first value is used */
};

static const struct fields_row fields_of_request[] = {
	FIELD("Host", struct serve_request, host),
	FIELD("Origin", struct serve_request, origin),
	FIELD("Authorization", struct serve_request, authorization),
	LIST_FIELD("If-None-Match", struct serve_request, if_none_match),
	FIELD("If-Modified-Since", struct serve_request, if_modified_since),
	LIST_FIELD("Accept", struct serve_request, accept),
	FIELD("Content-Type", struct serve_request, content_type),
	FIELD("Sec-Fetch-Site", struct serve_request, fetch_site),
	FIELD("X-Forwarded-Proto", struct serve_request, forwarded_proto),
};

/* Transfer-Encoding is a list, too, but a second one is refused, because
 * another server may read only one of them. */
static const struct fields_row fields_of_framing[] = {
	FIELD("Content-Length", struct fields, length),
	FIELD("Transfer-Encoding", struct fields, coding),
};

/* True for a token of RFC 9110, section 5.6.2. */
static bool
fields_is_token(struct slice name)
{
	for (size_t i = 0; i < name.len; i++)
		if (!ascii_is_alnum(name.p[i]) &&
		    (name.p[i] == '\0' ||
			strchr("!#$%&'*+-.^_`|~", name.p[i]) == NULL))
			return false;
	return name.len > 0;
}

static bool
fields_has_control(struct slice value)
{
	for (size_t i = 0; i < value.len; i++) {
		unsigned char c = (unsigned char)value.p[i];

		if ((c < ' ' && c != '\t') || c == 0x7f)
			return true;
	}
	return false;
}

/* Stores the value in the struct `base` if one of the rows has the name. The
 * offset of the row is an offset in `base`. */
static void
fields_store(struct fields *fields, const struct fields_row *rows, size_t n,
    void *base, struct slice name, struct slice value)
{
	for (size_t i = 0; i < n; i++) {
		struct slice *place;

		if (!slice_equal_nocase(name, slice_of(rows[i].name)))
			continue;
		place = (struct slice *)((char *)base + rows[i].offset);
		if (place->p == NULL)
			*place = slice_trim(value);
		else if (!rows[i].is_list)
			fields->has_duplicate = true;
		return;
	}
}

void
fields_take(struct fields *fields, struct slice name, struct slice value)
{
	if (!fields_is_token(name) || fields_has_control(value))
		fields->is_malformed = true;
	fields_store(fields, fields_of_request, ARRAY_LENGTH(fields_of_request),
	    fields->request, name, value);
	fields_store(fields, fields_of_framing, ARRAY_LENGTH(fields_of_framing),
	    fields, name, value);
}

int
fields_check(const struct fields *fields, const char **ret_why)
{
	int status = 400;

	if (fields->is_malformed)
		*ret_why = "a header field has an invalid name or value";
	else if (fields->has_duplicate)
		*ret_why = "a header field occurs twice";
	else if (fields->length.p != NULL && fields->coding.p != NULL)
		*ret_why = "the request has both Content-Length and "
			   "Transfer-Encoding";
	else if (fields->coding.p != NULL &&
		 !slice_equal_nocase(fields->coding, SLICE("chunked"))) {
		*ret_why = "the transfer coding is not chunked";
		status = 501;
	} else
		status = 0;
	return status;
}
