/*
 * url_aggregator_test.c -- links of aggregators that contain the address of an
 * article, and links that only look like them.  All links are made up.
 */
#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "tests/lib/tap.h"
#include "url/aggregator/url_aggregator.h"

#define STORY   "https://example.org/news/a-story"
#define MESSAGE "CBMiIGh0dHBzOi8vZXhhbXBsZS5vcmcvbmV3cy9hLXN0b3J50gEA"
#define ESCAPED "https%3A%2F%2Fexample.org%2Fnews%2Fa-story"

/* If `target` is NULL, the link contains no address. */
static const struct {
	const char *url, *target;
} cases[] = {
	/* Google News: a message with one address, with two, a long one */
	{ "https://news.google.com/rss/articles/" MESSAGE "?oc=5", STORY },
	{ "https://news.google.com/articles/" MESSAGE, STORY },
	{ "https://news.google.com/read/" MESSAGE "?hl=en-US&gl=US", STORY },
	{ "http://news.google.com/__i/rss/rd/articles/" MESSAGE "?oc=5",
	    STORY },
	{ "https://NEWS.Google.com./rss/articles/" MESSAGE, STORY },
	{ "https://news.google.com/rss/articles/"
	  "CBMiIGh0dHBzOi8vZXhhbXBsZS5vcmcvbmV3cy9hLXN0b3J50gEZaHR0cHM6Ly9hbXA"
	  "uZXhhbXBsZS5vcmcvYQ==?oc=5",
	    STORY },
	{ "https://news.google.com/rss/articles/"
	  "CBMiqgFodHRwczovL2V4YW1wbGUub3JnL3l5eXl5eXl5eXl5eXl5eXl5eXl5"
	  "eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5"
	  "eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5"
	  "eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5edIBAA==",
	    "https://example.org/yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"
	    "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"
	    "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy" },
	/* an opaque token; a script; credentials; a length beyond the end; no
	 * message; no base64; nothing */
	{ "https://news.google.com/rss/articles/"
	  "CBMiIUFVX3lxTE1leGFtcGxlLW9mLWFuLW9wYXF1ZS10b2tlbtIBAA==",
	    NULL },
	{ "https://news.google.com/rss/articles/"
	  "CBMiE2phdmFzY3JpcHQ6YWxlcnQoMSnSAQA=",
	    NULL },
	{ "https://news.google.com/rss/articles/"
	  "CBMiGWh0dHA6Ly9tZTpwd0BleGFtcGxlLm9yZy_SAQA=",
	    NULL },
	{ "https://news.google.com/rss/articles/"
	  "CBMif2h0dHBzOi8vZXhhbXBsZS5vcmcvc2hvcnQ=",
	    NULL },
	{ "https://news.google.com/rss/articles/"
	  "_____________________________________________________w==",
	    NULL },
	{ "https://news.google.com/rss/articles/CBMi!GhA", NULL },
	{ "https://news.google.com/rss/articles/", NULL },
	{ "https://news.google.com/rss/articles/====", NULL },
	{ "https://news.google.com/topics/" MESSAGE, NULL },
	{ "https://news.google.com.evil.test/rss/articles/" MESSAGE, NULL },
	{ "https://evil.test/rss/articles/" MESSAGE, NULL },
	/* a parameter */
	{ "https://www.google.com/url?sa=t&url=" ESCAPED "&usg=x", STORY },
	{ "https://www.google.co.uk/url?q=" ESCAPED, STORY },
	{ "https://www.google.com/url?q=words&url=" ESCAPED, STORY },
	{ "https://www.google.com/url?q=words+only", NULL },
	{ "https://www.google.com/search?q=" ESCAPED, NULL },
	{ "https://www.google.evil.test/url?url=" ESCAPED, NULL },
	{ "https://www.google.com.evil.test/url?url=" ESCAPED, NULL },
	{ "http://www.bing.com/news/apiclick.aspx?ref=FexRss&aid=&tid=1&url="
	  "https%3a%2f%2fexample.org%2fnews%2fa-story&c=1&mkt=en-us",
	    STORY },
	{ "https://www.bing.com/ck/a?!&&p=1&u="
	  "a1aHR0cHM6Ly9leGFtcGxlLm9yZy9iaW5n&ntb=1",
	    "https://example.org/bing" },
	{ "https://www.bing.com/ck/a?u=a1", NULL },
	{ "https://www.bing.com/ck/a?u=", NULL },
	{ "https://www.bing.com/ck/a?u=a1!!!!", NULL },
	{ "https://duckduckgo.com/l/?uddg=" ESCAPED "&rut=1", STORY },
	{ "https://l.facebook.com/l.php?u=" ESCAPED "&h=x", STORY },
	{ "https://out.reddit.com/t3_1?url=" ESCAPED "&token=x", STORY },
	{ "https://www.youtube.com/redirect?event=x&q=" ESCAPED, STORY },
	{ "https://www.youtube.com/watch?q=" ESCAPED, NULL },
	{ "https://vk.com/away.php?to=" ESCAPED, STORY },
	{ "https://t.umblr.com/redirect?z=" ESCAPED "&t=x", STORY },
	/* the path */
	{ "https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU=" ESCAPED
	  "/RK=2/RS=x-",
	    STORY },
	{ "https://r.search.yahoo.com/_ylt=A/RU=", NULL },
	{ "http://us.rd.yahoo.com/dailynews/rss/*http://example.org/a?b=1",
	    "http://example.org/a?b=1" },
	{ "https://search.yahoo.com.evil.test/RU=" ESCAPED "/RK=2", NULL },
	/* a link inside of a link */
	{ "https://www.google.com/url?url=https%3A%2F%2Fduckduckgo.com%2Fl%2F"
	  "%3Fuddg%3Dhttps%253A%252F%252Fexample.org%252Fnews%252Fa-story",
	    STORY },
	{ "https://www.google.com/url?url=https://www.google.com/url?url="
	  "https://www.google.com/url?url=https://www.google.com/url?url="
	  "https://example.org/",
	    "https://www.google.com/url?url=https://example.org/" },
	/* addresses that may not be fetched */
	{ "https://www.google.com/url?url=javascript:alert(1)", NULL },
	{ "https://www.google.com/url?url=file%3A%2F%2F%2Fetc%2Fpasswd", NULL },
	{ "https://www.google.com/url?url=http%3A%2F%2Fme%3Apw%40example.org",
	    NULL },
	{ "https://www.google.com/url?url=https%3A%2F%2Fexample.org%3A25%2F",
	    NULL },
	{ "https://www.google.com/url?url=https%3A%2F%2Fexample.org%2F%0D%0Ax",
	    NULL },
	{ "https://www.google.com/url?url=https%3A%2F%2F%00example.org", NULL },
	{ "https://www.google.com/url?url=//example.org/a", NULL },
	{ "https://www.google.com/url?url=%", NULL },
	{ "https://www.google.com/url?url=%2", NULL },
	{ "https://www.google.com/url?url=https%3A%2F%2Fexample.org%2F%zz",
	    "https://example.org/%25zz" },
	{ "https://www.google.com/url?url", NULL },
	{ "https://www.google.com/url?", NULL },
	{ "https://www.google.com/url", NULL },
	/* other hosts may use the same names */
	{ "https://example.org/url?url=https://example.com/", NULL },
	{ "https://example.org/story", NULL },
	{ "ftp://www.google.com/url?url=" ESCAPED, NULL },
	{ "www.google.com/url?url=" ESCAPED, NULL },
	{ "", NULL },
};

/* Writes the target, "" if there is none.  Returns whether there is one. */
static bool
url_aggregator_test_target(const char *url, char out[LIMIT_URL_BYTES + 1])
{
	struct slice got = SLICE_NONE;
	struct arena arena;
	jmp_buf exhausted;
	bool found;

	arena_init(&arena, MIB);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0)
		abort();
	found = url_aggregator_target(&arena, slice_of(url), &got);
	snprintf(out, LIMIT_URL_BYTES + 1, "%.*s", SLICE_ARG(got));
	arena_release(&arena);
	return found;
}

static void
url_aggregator_test_case(const char *url, const char *target)
{
	char got[LIMIT_URL_BYTES + 1];
	bool found = url_aggregator_test_target(url, got);

	printf("# %s\n", url);
	ok(found == (target != NULL), "an address is found or not");
	if (found && target != NULL)
		is_text(slice_of(got), target,
		    "the address that is found is the article's");
}

/* Tests every prefix of a valid message. */
static void
url_aggregator_test_prefixes(void)
{
	static const char start[] = "https://news.google.com/rss/articles/";
	char url[sizeof(start) + sizeof(MESSAGE)], got[LIMIT_URL_BYTES + 1];
	size_t n_found = 0;

	for (size_t n = 0; n <= strlen(MESSAGE); n++) {
		snprintf(url, sizeof(url), "%s%.*s", start, (int)n, MESSAGE);
		if (!url_aggregator_test_target(url, got))
			continue;
		n_found++;
		is_text(slice_of(got), STORY,
		    "the whole address of the story is found");
	}
	ok(n_found > 0 && n_found < 8,
	    "a message that ends in its address gives none");
}

int
main(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
		url_aggregator_test_case(cases[i].url, cases[i].target);
	url_aggregator_test_prefixes();
	return done_testing();
}
