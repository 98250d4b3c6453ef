/*
 * search_page.c -- the search form and its results. page.h declares the
 * handler.
 *
 * Any text is a query (store/search/search.h).  If a filter is not valid, the
 * page reports it in place of the results.
 */
#include "serve/api/params.h"
#include "serve/page/page.h"

/* Largest number of hits that can be reached by paging. */
#define HITS_MOST   1000
#define QUERY_BYTES (32 * KIB)
#define DAY_S       86400

struct search_form {
	struct slice words, feed, tag, lang, since, until;
	struct article_filter filter;
	int64_t after;     /* number of hits on the earlier pages */
	const char *fault; /* NULL: none */
};

struct search_writing {
	struct serve_exchange *exchange;
	struct buf items;
	int64_t skip;
	size_t n;
	bool has_more;
	struct err *e;
};

/* ---- the form ---- */

static bool
search_page_is_language(struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if ((text.p[i] | 0x20) < 'a' || (text.p[i] | 0x20) > 'z')
			if (text.p[i] != '-' &&
			    (text.p[i] < '0' || text.p[i] > '9'))
				return false;
	return true;
}

static void
search_page_read_form(
    const struct serve_exchange *exchange, struct search_form *ret)
{
	const struct serve_request *request = exchange->request;

	*ret = (struct search_form){
		.words = slice_trim(serve_request_parameter(request, "q")),
		.feed = slice_trim(serve_request_parameter(request, "feed")),
		.tag = slice_trim(serve_request_parameter(request, "tag")),
		.lang = slice_trim(serve_request_parameter(request, "lang")),
		.since = slice_trim(serve_request_parameter(request, "since")),
		.until = slice_trim(serve_request_parameter(request, "until")),
		.filter = { .since_at = DATE_NONE, .until_at = DATE_NONE },
	};
	if (!param_day(
		ret->since, exchange->now_at, 0, &ret->filter.since_at) ||
	    !param_day(
		ret->until, exchange->now_at, DAY_S, &ret->filter.until_at))
		ret->fault = "A date has the form 2026-11-20.";
	if (!search_page_is_language(ret->lang))
		ret->fault = "A language is a tag such as en or pt-BR.";
	if (ret->words.len > LIMIT_SEARCH_BYTES)
		ret->fault = "The query is too long.";
	if (!serve_request_int(request, "after", 0, HITS_MOST, 0, &ret->after))
		ret->fault = "The parameter \"after\" is not a number of "
			     "hits.";
	ret->filter.feed = ret->feed.len > 0 ? ret->feed : SLICE_NONE;
	ret->filter.tag = ret->tag.len > 0 ? ret->tag : SLICE_NONE;
	ret->filter.lang = ret->lang.len > 0 ? ret->lang : SLICE_NONE;
}

static void
search_page_put_input(struct buf *out, const char *type, const char *label,
    const char *name, struct slice value, const char *class)
{
	buf_printf(out, "<label%s>%s <input type=\"%s\" name=\"%s\" value=\"",
	    class, label, type, name);
	html_put_line(out, value);
	buf_append_string(out, "\"></label>\n");
}

static void
search_page_put_form(struct buf *out, const struct search_form *form)
{
	buf_append_string(out,
	    "<h1>Search</h1>\n<form class=\"filters\" action=\"/search\">\n");
	search_page_put_input(
	    out, "search", "Words", "q", form->words, " class=\"wide\"");
	search_page_put_input(out, "date", "From", "since", form->since, "");
	search_page_put_input(out, "date", "To", "until", form->until, "");
	search_page_put_input(out, "text", "Feed", "feed", form->feed, "");
	search_page_put_input(out, "text", "Tag", "tag", form->tag, "");
	search_page_put_input(out, "text", "Language", "lang", form->lang, "");
	buf_append_string(out, "<button>Search</button>\n</form>\n");
	if (form->fault != NULL)
		buf_printf(out, "<p class=\"notice\" role=\"alert\">%s</p>\n",
		    form->fault);
	else if (form->words.len == 0)
		buf_append_string(out,
		    "<p class=\"soft\">Words are searched in title and text. "
		    "<q>a phrase</q> in double quotes is searched as written, "
		    "<code>-word</code> excludes a word, "
		    "<code>title:word</code> searches titles, and "
		    "<code>harv*</code> finds words that begin with "
		    "harv.</p>\n");
}

/* Writes the query without `after`: "q=two%20words&lang=en". */
static void
search_page_put_query(struct buf *out, const struct search_form *form)
{
	const struct {
		const char *name;
		struct slice value;
	} parameters[] = { { "q", form->words }, { "since", form->since },
		{ "until", form->until }, { "feed", form->feed },
		{ "tag", form->tag }, { "lang", form->lang } };

	for (size_t i = 0; i < sizeof(parameters) / sizeof(parameters[0]);
	     i++) {
		if (parameters[i].value.len == 0)
			continue;
		buf_printf(
		    out, "%s%s=", out->len > 0 ? "&" : "", parameters[i].name);
		html_put_encoded(out, parameters[i].value);
	}
}

/* ---- the results ---- */

static int
search_page_visit(const struct search_hit *hit, void *arg)
{
	struct search_writing *writing = arg;

	if (writing->skip > 0) {
		writing->skip--;
		return 0;
	}
	if (writing->n == PAGE_ARTICLES) {
		writing->has_more = true;
		return 0;
	}
	writing->n++;
	return list_put_article(&writing->items, writing->exchange->store,
	    &hit->article, hit->snippet, writing->e);
}

static int
search_page_run(struct serve_exchange *exchange, struct search_form *form,
    struct search_writing *writing, struct err *e)
{
	if (form->fault != NULL || form->words.len == 0)
		return 0;
	form->filter.limit = (size_t)form->after + PAGE_ARTICLES + 1;
	writing->skip = form->after;
	return store_search(exchange->store, form->words, &form->filter,
	    search_page_visit, writing, e);
}

static void
search_page_write(struct serve_exchange *exchange,
    const struct search_form *form, const struct search_writing *writing,
    struct slice query, struct slice next)
{
	struct buf *out = &exchange->response->body;
	bool is_asked = form->fault == NULL && form->words.len > 0;
	const struct html_page page = {
		.title = SLICE("Search"),
		.section = "/search",
		.listing = is_asked ? SLICE("/search") : SLICE_NONE,
		.listing_query = is_asked ? query : SLICE_NONE,
		.next = next,
		.next_label = "More results",
	};

	html_begin_page(exchange->response, &page);
	search_page_put_form(out, form);
	if (is_asked && writing->n == 0)
		buf_append_string(out, "<p>No article was found.</p>\n");
	if (writing->n > 0) {
		buf_append_string(out, "<ol class=\"stories\">\n");
		buf_append_slice(out, buf_slice(&writing->items));
		buf_append_string(out, "</ol>\n");
	}
	buf_carry_failure(out, &writing->items);
	html_end_page(exchange->response, &page);
	if (form->fault != NULL)
		exchange->response->status = 400;
}

int
page_search(struct serve_exchange *exchange, struct err *e)
{
	struct search_writing writing = { .exchange = exchange, .e = e };
	struct search_form form;
	struct buf query, next;
	int rc;

	search_page_read_form(exchange, &form);
	buf_init(&writing.items, LIMIT_SERVE_RESPONSE);
	buf_init(&query, QUERY_BYTES);
	buf_init(&next, QUERY_BYTES + 64);
	rc = search_page_run(exchange, &form, &writing, e);
	search_page_put_query(&query, &form);
	if (writing.has_more && form.after + PAGE_ARTICLES <= HITS_MOST) {
		buf_append_string(&next, "/search?");
		buf_append_slice(&next, buf_slice(&query));
		buf_printf(&next, "&after=%lld",
		    (long long)form.after + PAGE_ARTICLES);
	}
	if (rc == 0)
		search_page_write(exchange, &form, &writing, buf_slice(&query),
		    next.len > 0 ? buf_slice(&next) : SLICE_NONE);
	buf_release(&writing.items);
	buf_release(&query);
	buf_release(&next);
	return rc;
}
