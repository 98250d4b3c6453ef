/*
 * link_header.c -- reads the header field Link.
 *
 * In:  the field; several fields joined by commas.
 * Out: targets and relation types.
 *
 * Source: RFC 8288, section 3 and appendix B.2.  Malformed parameters end at
 * the next semicolon or comma, malformed values at the next comma.
 */
#include "crawler/websub/link_header.h"

static bool
link_header_is_space(char c)
{
	return c == ' ' || c == '\t';
}

static void
link_header_skip_space(struct slice *rest)
{
	while (rest->len > 0 && link_header_is_space(rest->p[0]))
		*rest = slice_sub(*rest, 1, rest->len);
}

/* Skips the opening quotation mark and the text up to the closing one, or to
 * the end.  Returns the text, in which quoted pairs are left as they are. */
static struct slice
link_header_take_quoted(struct slice *rest)
{
	struct slice text;
	size_t i = 1;

	while (i < rest->len && rest->p[i] != '"')
		i += rest->p[i] == '\\' ? 2 : 1;
	if (i > rest->len)
		i = rest->len;
	text = slice_sub(*rest, 1, i);
	*rest = slice_sub(*rest, i < rest->len ? i + 1 : i, rest->len);
	return text;
}

/* Skips to the next of the two separators that is not inside of a quoted
 * string. */
static void
link_header_skip_to(struct slice *rest, char separator, char other)
{
	while (rest->len > 0 && rest->p[0] != separator && rest->p[0] != other)
		if (rest->p[0] == '"')
			link_header_take_quoted(rest);
		else
			*rest = slice_sub(*rest, 1, rest->len);
}

static struct slice
link_header_take_token(struct slice *rest)
{
	struct slice token;
	size_t i = 0;

	while (i < rest->len && !link_header_is_space(rest->p[i]) &&
	       rest->p[i] != '=' && rest->p[i] != ';' && rest->p[i] != ',')
		i++;
	token = slice_sub(*rest, 0, i);
	*rest = slice_sub(*rest, i, rest->len);
	return token;
}

/* Reads a parameter after its semicolon. */
static void
link_header_read_parameter(struct slice *rest, struct link_value *ret)
{
	struct slice name, value = SLICE("");

	link_header_skip_space(rest);
	name = link_header_take_token(rest);
	link_header_skip_space(rest);
	if (rest->len > 0 && rest->p[0] == '=') {
		*rest = slice_sub(*rest, 1, rest->len);
		link_header_skip_space(rest);
		value = rest->len > 0 && rest->p[0] == '"'
			    ? link_header_take_quoted(rest)
			    : link_header_take_token(rest);
	}
	/* only the first `rel` counts (section 3.3) */
	if (slice_equal_nocase(name, SLICE("rel")) && ret->rel.p == NULL)
		ret->rel = value;
	else if (slice_equal_nocase(name, SLICE("anchor")))
		ret->has_anchor = true;
	link_header_skip_to(rest, ';', ',');
}

static void
link_header_read_parameters(struct slice *rest, struct link_value *ret)
{
	link_header_skip_to(rest, ';', ',');
	while (rest->len > 0 && rest->p[0] == ';') {
		*rest = slice_sub(*rest, 1, rest->len);
		link_header_read_parameter(rest, ret);
	}
}

bool
link_header_next(struct slice *rest, struct link_value *ret)
{
	size_t end;

	for (;;) {
		while (rest->len > 0 &&
		       (link_header_is_space(rest->p[0]) || rest->p[0] == ','))
			*rest = slice_sub(*rest, 1, rest->len);
		if (rest->len == 0)
			return false;
		end = rest->p[0] == '<' ? slice_find_char(*rest, '>', 1)
					: SLICE_NOT_FOUND;
		if (end != SLICE_NOT_FOUND)
			break;
		link_header_skip_to(rest, ',', ',');
	}
	*ret =
	    (struct link_value){ .target = slice_trim(slice_sub(*rest, 1, end)),
		    .rel = SLICE_NONE };
	*rest = slice_sub(*rest, end + 1, rest->len);
	link_header_read_parameters(rest, ret);
	return true;
}

bool
link_value_is(const struct link_value *value, struct slice rel)
{
	struct slice rest = value->rel, one;

	if (value->has_anchor || rest.p == NULL)
		return false;
	while (slice_next(&rest, ' ', &one))
		if (slice_equal_nocase(slice_trim(one), rel))
			return true;
	return false;
}
