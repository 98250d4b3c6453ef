/*
 * line.c -- see line.h.
 *
 * A byte of the body needs at least one byte of the line.  A body that is
 * shortened by the surplus of the line therefore fits, and it is shorter than
 * necessary if the removed part has escaped characters.
 */
#include "push/line.h"

#include "base/text/utf8.h"

#define FLAG "truncated"
/* The flag, its quotes and a comma. */
#define FLAG_BYTES (sizeof(FLAG) + 2)

static void
line_write(struct buf *out, const struct change_row *change)
{
	buf_clear(out);
	change_json_put(out, change);
	if (out->len > 0 && !buf_failed(out))
		out->p[--out->len] = '\0';
}

static bool
line_has_flag(struct slice flags)
{
	struct slice word;

	while (slice_next(&flags, ' ', &word))
		if (slice_equal(word, SLICE(FLAG)))
			return true;
	return false;
}

void
push_line_put(
    struct buf *out, const struct change_row *change, size_t max_bytes)
{
	struct change_row shorter = *change;
	struct slice *body = &shorter.article.body;
	struct buf flags;
	size_t surplus;

	line_write(out, change);
	if (max_bytes == 0 || out->len <= max_bytes || body->len == 0)
		return;
	surplus = out->len + FLAG_BYTES - max_bytes;
	*body =
	    utf8_prefix(*body, body->len > surplus ? body->len - surplus : 0);
	buf_init(&flags, out->max_bytes);
	buf_append_slice(&flags, change->article.flags);
	if (!line_has_flag(change->article.flags)) {
		if (flags.len > 0)
			buf_append_char(&flags, ' ');
		buf_append_string(&flags, FLAG);
	}
	shorter.article.flags = buf_slice(&flags);
	line_write(out, &shorter);
	buf_carry_failure(out, &flags);
	buf_release(&flags);
}
