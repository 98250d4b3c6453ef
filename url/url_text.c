/*
 * url_text.c -- appends to a URL that is being written, up to its limit.
 */
#include "url/url_text.h"

void
url_text_init(struct url_text *text)
{
	text->len = 0;
	text->over = false;
}

void
url_text_put(struct url_text *text, char c)
{
	if (text->len >= sizeof(text->p))
		text->over = true;
	else
		text->p[text->len++] = c;
}

void
url_text_put_slice(struct url_text *text, struct slice s)
{
	for (size_t i = 0; i < s.len; i++)
		url_text_put(text, s.p[i]);
}

struct slice
url_text_slice(const struct url_text *text)
{
	return (struct slice){ text->p, text->len };
}
