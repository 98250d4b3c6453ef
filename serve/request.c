/*
 * request.c -- splits and decodes the target of a request.
 *
 * The text is decoded in place: no decoded text is longer than its encoded
 * form.
 */
#include "serve/request.h"

#include <string.h>

#include "base/text/ascii.h"
#include "base/text/utf8.h"

/* Decodes text in place.  Returns false if it has an invalid percent-encoding,
 * invalid UTF-8, or a control character.  is_form: "+" is a space, and of the
 * control characters only NUL and DEL are refused. */
static bool
request_decode(char *text, size_t length, bool is_form, struct slice *ret)
{
	size_t n = 0;

	for (size_t i = 0; i < length; i++) {
		char c = text[i];

		if (c == '%') {
			if (length - i < 3 || !ascii_is_hex(text[i + 1]) ||
			    !ascii_is_hex(text[i + 2]))
				return false;
			c = (char)(ascii_hex_value(text[i + 1]) * 16 +
				   ascii_hex_value(text[i + 2]));
			i += 2;
		} else if (c == '+' && is_form) {
			c = ' ';
		}
		if ((unsigned char)c == 0x7f ||
		    ((unsigned char)c < ' ' && (!is_form || c == '\0')))
			return false;
		text[n++] = c;
	}
	*ret = (struct slice){ text, n };
	return utf8_valid(*ret);
}

/* Decodes "name=value". */
static bool
request_parse_parameter(char *text, size_t length, struct serve_parameter *ret)
{
	char *equals = memchr(text, '=', length);
	size_t name_bytes = equals != NULL ? (size_t)(equals - text) : length;

	if (!request_decode(text, name_bytes, true, &ret->name))
		return false;
	if (equals == NULL) {
		ret->value = SLICE("");
		return true;
	}
	return request_decode(
	    equals + 1, length - name_bytes - 1, true, &ret->value);
}

static bool
request_parse_query(char *query, size_t length, struct serve_request *ret)
{
	size_t from = 0;

	ret->n_parameters = 0;
	while (from < length) {
		char *end = memchr(query + from, '&', length - from);
		size_t to = end != NULL ? (size_t)(end - query) : length;

		if (to > from) {
			if (ret->n_parameters == LIMIT_SERVE_PARAMETERS ||
			    !request_parse_parameter(query + from, to - from,
				&ret->parameters[ret->n_parameters]))
				return false;
			ret->n_parameters++;
		}
		from = to + 1;
	}
	return true;
}

/* For "http://host/path", the path is "/path", and the host replaces that of
 * the field Host. Returns the number of bytes before the path. */
static size_t
request_skip_authority(struct slice target, struct serve_request *ret)
{
	static const struct slice scheme = SLICE("http://");
	size_t end;

	if (!slice_starts_nocase(target, scheme))
		return 0;
	end = slice_find_char(target, '/', scheme.len);
	if (end == SLICE_NOT_FOUND || slice_find_char(target, '?', 0) < end)
		return 0;
	ret->host = slice_sub(target, scheme.len, end);
	return end;
}

int
serve_request_parse_target(
    char *target, size_t length, char *spare, struct serve_request *ret)
{
	size_t skipped =
	    request_skip_authority((struct slice){ target, length }, ret);
	char *question;
	size_t path_bytes;

	target += skipped;
	length -= skipped;
	ret->query = SLICE_NONE;
	ret->n_parameters = 0;
	if (length == 0 || target[0] != '/')
		return 400;
	question = memchr(target, '?', length);
	path_bytes = question != NULL ? (size_t)(question - target) : length;
	if (!request_decode(target, path_bytes, false, &ret->path))
		return 400;
	if (question == NULL)
		return 0;
	length -= path_bytes + 1;
	memcpy(spare, question + 1, length);
	ret->query = (struct slice){ spare, length };
	return request_parse_query(question + 1, length, ret) ? 0 : 400;
}

struct slice
serve_request_parameter(const struct serve_request *request, const char *name)
{
	for (size_t i = 0; i < request->n_parameters; i++)
		if (slice_equal(request->parameters[i].name, slice_of(name)))
			return request->parameters[i].value;
	return SLICE_NONE;
}

bool
serve_request_int(const struct serve_request *request, const char *name,
    int64_t min, int64_t max, int64_t absent, int64_t *ret)
{
	struct slice text = serve_request_parameter(request, name);
	int64_t value;

	if (text.len == 0) {
		*ret = absent;
		return true;
	}
	if (!slice_to_int64(text, &value) || value < min || value > max)
		return false;
	*ret = value;
	return true;
}
