/*
 * refresh.c -- finds the target of a page that only leads to another page.
 *
 * In: <meta http-equiv="refresh" content="0; url=…"> of the page's head.
 * Out: refresh_url.
 *
 * Short links, pages that have moved, and pages of some aggregators send such a
 * page in place of a redirect.  Many pages with a text have a refresh, too:
 * they load themselves again, or lead readers without scripts to another
 * version.  Therefore a refresh is used only if the page has almost no text.  In
 * <noscript> it is used only if it leads to another host, as the pages of short
 * links do.  A version without scripts is on the same host.
 *
 * The content is read as in the HTML Standard, "shared declarative refresh
 * steps".
 */
#include "base/text/ascii.h"
#include "cuter/article/article.h"
#include "url/url.h"

/* A page with fewer words does not contain the article. */
#define REFRESH_WORDS_MAX 40
/* A longer delay, in seconds, is time to read the page. */
#define REFRESH_DELAY_MAX 10

static struct slice
refresh_skip_space(struct slice s)
{
	while (s.len > 0 && ascii_is_space(s.p[0]))
		s = slice_sub(s, 1, s.len);
	return s;
}

/* Removes the delay and the separator after it.  Returns false if there is no
 * delay, or if it is too long. */
static bool
refresh_take_delay(struct slice *s)
{
	struct slice rest = refresh_skip_space(*s);
	unsigned delay = 0;
	size_t n = 0;

	for (; n < rest.len && ascii_is_digit(rest.p[n]); n++)
		if (delay <= REFRESH_DELAY_MAX)
			delay = 10 * delay + (unsigned)(rest.p[n] - '0');
	if (n == 0 && (rest.len == 0 || rest.p[0] != '.'))
		return false;
	while (n < rest.len && (ascii_is_digit(rest.p[n]) || rest.p[n] == '.'))
		n++;
	rest = slice_sub(rest, n, rest.len);
	*s = refresh_skip_space(rest);
	if (s->len > 0 && (s->p[0] == ';' || s->p[0] == ','))
		*s = refresh_skip_space(slice_sub(*s, 1, s->len));
	else if (s->len == rest.len)
		return false;
	return delay <= REFRESH_DELAY_MAX;
}

/* Returns the address after "url=", which may be missing, without quotes. */
static struct slice
refresh_address(struct slice s)
{
	struct slice rest = s;
	char quote;

	if (slice_starts_nocase(rest, SLICE("url"))) {
		rest = refresh_skip_space(slice_sub(rest, 3, rest.len));
		if (rest.len > 0 && rest.p[0] == '=')
			s = refresh_skip_space(slice_sub(rest, 1, rest.len));
	}
	if (s.len == 0 || (s.p[0] != '"' && s.p[0] != '\''))
		return s;
	quote = s.p[0];
	s = slice_sub(s, 1, s.len);
	return slice_sub(s, 0, slice_find_char(s, quote, 0));
}

static bool
refresh_is_same_host(struct page *page, struct slice url)
{
	return slice_equal(url_host(page->arena, url),
	    url_host(page->arena, page->input->url));
}

void
article_find_refresh(struct page *page, struct cuter_article *a)
{
	struct slice content = page->head->refresh, url;

	if (content.len == 0 || a->flags & CUTER_FLAG_PAYWALL ||
	    (a->body.len > 0 && a->origin != CUTER_ORIGIN_FEED &&
		a->word_count >= REFRESH_WORDS_MAX) ||
	    !refresh_take_delay(&content))
		return;
	url = refresh_address(content);
	if (url.len > 0 &&
	    url_resolve(page->arena, page->base_url, url, &url) &&
	    !url_is_same_resource(url, page->input->url) &&
	    !(page->head->is_refresh_for_noscript &&
		refresh_is_same_host(page, url)))
		a->refresh_url = url;
}
