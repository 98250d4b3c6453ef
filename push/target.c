/*
 * target.c -- see target.h.
 */
#include "push/target.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/text/ascii.h"

#define PORT_MAX 65535

static int
target_hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = ascii_lower(c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decodes %xx. Returns NULL for a malformed sequence or a control character, or
 * if there is no memory. */
static char *
target_decode(struct slice text)
{
	char *out = malloc(text.len + 1);
	size_t n = 0;

	for (size_t i = 0; out != NULL && i < text.len; i++) {
		int c = (unsigned char)text.p[i];

		if (c == '%' && i + 2 < text.len &&
		    target_hex(text.p[i + 1]) >= 0 &&
		    target_hex(text.p[i + 2]) >= 0) {
			c = target_hex(text.p[i + 1]) * 16 +
			    target_hex(text.p[i + 2]);
			i += 2;
		} else if (c == '%') {
			c = 0;
		}
		if (c < ' ' || c == 0x7f) {
			free(out);
			return NULL;
		}
		out[n++] = (char)c;
	}
	if (out != NULL)
		out[n] = '\0';
	return out;
}

static bool
target_is_host(struct slice host)
{
	for (size_t i = 0; i < host.len; i++)
		if (!ascii_is_alnum(host.p[i]) &&
		    strchr(".-_:[]", host.p[i]) == NULL)
			return false;
	return host.len > 0 && host.len <= LIMIT_HOST_BYTES;
}

/* Appends one host with its port. */
static bool
target_add_host(struct slice text, int default_port, struct buf *out)
{
	struct slice host = text, port = SLICE_NONE;
	size_t bracket = slice_find_char(text, ']', 0);
	size_t from = bracket == SLICE_NOT_FOUND ? 0 : bracket;
	size_t colon = slice_find_char(text, ':', from);
	int64_t number = default_port;

	if (colon != SLICE_NOT_FOUND) {
		host = slice_sub(text, 0, colon);
		port = slice_sub(text, colon + 1, text.len);
		if (!slice_to_int64(port, &number) || number < 1 ||
		    number > PORT_MAX)
			return false;
	}
	if (!target_is_host(host))
		return false;
	buf_printf(out, "%s%.*s:%lld", out->len > 0 ? "," : "", SLICE_ARG(host),
	    (long long)number);
	return true;
}

static int
target_parse_hosts(
    struct slice hosts, int default_port, char **ret, struct err *e)
{
	struct buf out;
	struct slice host;
	bool is_valid = hosts.len > 0;

	buf_init(&out, LIMIT_URL_BYTES * 4);
	while (is_valid && slice_next(&hosts, ',', &host))
		is_valid = target_add_host(host, default_port, &out);
	if (is_valid && !buf_failed(&out))
		*ret = buf_detach(&out);
	buf_release(&out);
	return *ret != NULL ? 0
			    : err_set(e, ERR_USAGE,
				  "the target needs valid hosts, separated by "
				  "commas: HOST, HOST:PORT or [::1]:PORT");
}

static int
target_parse_user(struct slice text, struct push_target *target, struct err *e)
{
	size_t colon = slice_find_char(text, ':', 0);
	bool has_password = colon != SLICE_NOT_FOUND;

	target->user =
	    target_decode(slice_sub(text, 0, has_password ? colon : text.len));
	if (has_password)
		target->password =
		    target_decode(slice_sub(text, colon + 1, text.len));
	if (target->user == NULL || (has_password && target->password == NULL))
		return err_set(e, ERR_USAGE,
		    "the user and the password of the target are not valid");
	return 0;
}

int
push_target_parse(const char *target, const char *scheme, int default_port,
    struct push_target *ret, struct err *e)
{
	struct slice text = slice_of(target), authority, name;
	size_t slash, at = SLICE_NOT_FOUND;
	int rc = 0;

	*ret = (struct push_target){ 0 };
	if (!slice_starts_nocase(text, slice_of(scheme)) ||
	    text.len > LIMIT_URL_BYTES)
		return err_set(e, ERR_USAGE,
		    "the target does not begin with %s, or is too long",
		    scheme);
	text = slice_sub(text, strlen(scheme), text.len);
	slash = slice_find_char(text, '/', 0);
	authority =
	    slice_sub(text, 0, slash == SLICE_NOT_FOUND ? text.len : slash);
	name = slice_sub(text, authority.len + 1, text.len);
	for (size_t i = 0; i < authority.len; i++)
		if (authority.p[i] == '@')
			at = i;
	if (at != SLICE_NOT_FOUND) {
		rc = target_parse_user(slice_sub(authority, 0, at), ret, e);
		authority = slice_sub(authority, at + 1, authority.len);
	}
	if (rc == 0)
		rc =
		    target_parse_hosts(authority, default_port, &ret->hosts, e);
	if (rc == 0 &&
	    (name.len == 0 || (ret->name = target_decode(name)) == NULL))
		rc = err_set(e, ERR_USAGE,
		    "the target needs a name after the host: %shost/NAME",
		    scheme);
	return rc;
}

void
push_target_release(struct push_target *target)
{
	free(target->user);
	if (target->password != NULL)
		explicit_bzero(target->password, strlen(target->password));
	free(target->password);
	free(target->hosts);
	free(target->name);
	*target = (struct push_target){ 0 };
}

void
push_target_show(const char *target, struct buf *out)
{
	struct slice text = slice_of(target);
	size_t start = slice_find(text, SLICE("://"), 0);
	size_t from = start == SLICE_NOT_FOUND ? 0 : start + 3;
	size_t end = from;

	buf_append_slice(out, slice_sub(text, 0, from));
	while (end < text.len && strchr("/?#", text.p[end]) == NULL)
		end++;
	for (size_t i = from; i < end; i++)
		if (text.p[i] == '@')
			from = i + 1;
	for (size_t i = from;
	     i < text.len && text.p[i] != '?' && text.p[i] != '#'; i++)
		if ((unsigned char)text.p[i] > ' ' && text.p[i] != 0x7f)
			buf_append_char(out, text.p[i]);
}
