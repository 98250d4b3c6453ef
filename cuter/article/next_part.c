/*
 * next_part.c -- where an article that stands on several pages goes on.
 *
 * In:  the page's links, what its head says, the address of the first page.
 * Out: next_part; twin.
 *
 * "Next" is what sites call the next story, the next picture and the next
 * comments, too; so the address decides and not the word.  It must be the
 * first page's with the number of the next part in a place for such numbers
 * ("?page=2", "/2", "/page/2"; "-2.html", which may be a headline's, and
 * parameters of other names want a link that is called so) and nothing else.
 * Listings, galleries and live blogs have pages of something else.
 */
#include "base/utf8.h"
#include "crawler/url.h"
#include "cuter/article/article.h"

#define TITLE_AGREES 0.6
#define MOST_LINKS   2000 /* that have the number; one with a part, ten */
#define TWIN_WORDS   40   /* a text of fewer is hardly the story */

/* What a number of a page is called in addresses. */
static const char *const names[] = { "page", "p", "pg", "pag", "pagina",
	"pagine", "paged", "page_no", "pageno", "pagenum", "pagenumber",
	"page_number", "page-number", "currentpage", "seite", "part", "teil",
	"partie", "parte", "strona", "stranica", "sida", "side", "sivu",
	"sayfa", "oldal", "halaman", "trang", "hoja", "folha" };

/* How links to the next part are called, beside its number. */
static const char *const says[] = { "next page", "next part",
	"continue reading", "continue to page", "continued on", "read on",
	"page suivante", "suite de l'article", "lire la suite", "nächste seite",
	"weiter auf seite", "auf der nächsten seite", "weiterlesen",
	"página siguiente", "siguiente página", "continuar leyendo",
	"próxima página", "página seguinte", "continuar lendo",
	"pagina successiva", "pagina seguente", "continua a leggere",
	"volgende pagina", "lees verder", "nästa sida", "næste side",
	"neste side", "seuraava sivu", "następna strona", "další strana",
	"ďalšia strana", "következő oldal", "pagina următoare", "sonraki sayfa",
	"επόμενη σελίδα", "следующая страница", "наступна сторінка",
	"следваща страница", "sljedeća stranica", "следећа страна", "העמוד הבא",
	"الصفحة التالية", "صفحه بعد", "अगला पृष्ठ", "halaman berikutnya",
	"trang sau", "trang tiếp", "หน้าถัดไป", "下一页", "下一頁", "下页",
	"次のページ", "次ページ", "다음 페이지" };

/* An address that is the first page's and a number. */
struct marker {
	unsigned number;
	bool is_plain; /* the place says that it is a page's number */
};

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* All of it a number of a part, 1 and more; 0: it is none. */
static unsigned
number_of(struct slice text)
{
	int64_t n;

	if (text.len == 0 || text.len > 2 || !is_digit(text.p[0]) ||
	    text.p[0] == '0' || !slice_to_int64(text, &n))
		return 0;
	return (unsigned)n;
}

/* Its name with or without a number's sign: "page", "page-", "page_". */
static bool
is_name(struct slice word)
{
	if (word.len > 0 && strchr("-_", word.p[word.len - 1]) != NULL)
		word = slice_sub(word, 0, word.len - 1);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (slice_equal_nocase(word, slice_of(names[i])))
			return true;
	return false;
}

/* "page-2", "p2", "2": takes the digits off its end. */
static unsigned
take_number(struct slice *word)
{
	size_t at = word->len;
	unsigned n;

	while (at > 0 && is_digit(word->p[at - 1]))
		at--;
	n = number_of(slice_sub(*word, at, word->len));
	*word = slice_sub(*word, 0, at);
	return n;
}

/* `rest` is what an address has beyond the first page's: "/2", "/page/2",
 * "/page-2", "/p2". */
static bool
read_path(struct slice rest, struct marker *ret)
{
	struct slice word = slice_sub(rest, 1, rest.len);
	unsigned n = take_number(&word);

	if (rest.len == 0 || rest.p[0] != '/' || n == 0)
		return false;
	if (word.len > 0 && word.p[word.len - 1] == '/')
		word = slice_sub(word, 0, word.len - 1);
	*ret = (struct marker){ n, true };
	return word.len == 0 || is_name(word);
}

/* "page=2". */
static bool
read_parameter(struct slice rest, struct marker *ret)
{
	size_t at = slice_find_char(rest, '=', 0);
	struct slice name = slice_sub(rest, 0, at);
	unsigned n;

	if (at == SLICE_NOT_FOUND || name.len == 0 ||
	    slice_find_char(rest, '&', 0) != SLICE_NOT_FOUND)
		return false;
	n = number_of(slice_sub(rest, at + 1, rest.len));
	*ret = (struct marker){ n, is_name(name) };
	return n > 0;
}

/* "-2" and its kind before what stays the same: "story-2.html". */
static bool
read_suffix(struct slice rest, struct marker *ret)
{
	unsigned n;

	if (rest.len < 2 || strchr("-_,.", rest.p[0]) == NULL)
		return false;
	rest = slice_sub(rest, 1, rest.len);
	n = take_number(&rest);
	*ret = (struct marker){ n, rest.len > 0 };
	return n > 0 && (rest.len == 0 || is_name(rest));
}

/* Whether `key` is `first` and a number; both as url_key has them.  The first
 * page itself is number 1. */
static bool
read_marker(struct slice first, struct slice key, struct marker *ret)
{
	size_t head = 0, tail = 0, query = slice_find_char(key, '?', 0);
	struct slice rest;

	if (slice_equal(first, key)) {
		*ret = (struct marker){ 1, true };
		return true;
	}
	if (key.len <= first.len)
		return false;
	while (head < first.len && first.p[head] == key.p[head])
		head++;
	while (tail < first.len - head &&
	       first.p[first.len - 1 - tail] == key.p[key.len - 1 - tail])
		tail++;
	if (head + tail != first.len)
		return false;
	rest = slice_sub(key, head, key.len - tail);
	if (tail == 0 && query != SLICE_NOT_FOUND && head >= query &&
	    (rest.p[0] == '?' || rest.p[0] == '&'))
		return read_parameter(slice_sub(rest, 1, rest.len), ret);
	if (query != SLICE_NOT_FOUND && head > query)
		return false;
	/* "story" and "story/2"; "story.html" and "story-2.html". */
	if (tail == 0 || key.p[key.len - tail] == '?')
		return read_path(rest, ret) || read_suffix(rest, ret);
	return key.p[key.len - tail] == '.' && read_suffix(rest, ret);
}

/* ---- links ---- */

struct looking {
	const struct page *page;
	struct slice first; /* key */
	unsigned number;    /* that is looked for */
	bool in_base;       /* stands in the page's own address, too */
	unsigned n_asked;   /* links that have it */
};

static bool
goes_on_behind(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
	       c == '_';
}

/* Is it a number in an address, and does no word go on behind it ("2-ways",
 * "2nd")?  One link of fifty has it, and to resolve and to normalise one costs
 * as much as all else that is asked of it.  "%32" is a digit. */
static bool
may_hold(struct slice url, unsigned number)
{
	for (size_t i = 0; i < url.len; i++) {
		size_t from = i;
		unsigned n = 0;

		if (url.p[i] == '%' && i + 1 < url.len && url.p[i + 1] == '3')
			return true;
		while (i < url.len && is_digit(url.p[i]) && n < 1000)
			n = n * 10 + (unsigned)(url.p[i++] - '0');
		if (i > from && n == number &&
		    (i == url.len || !goes_on_behind(url.p[i])))
			return true;
	}
	return false;
}

/* Only of a reference that is relative to the path does the base matter. */
static bool
may_lead_to(const struct looking *l, struct slice href)
{
	bool has_path = href.p[0] == '/' ||
			slice_find_char(href, ':', 0) != SLICE_NOT_FOUND;

	return may_hold(href, l->number) || (l->in_base && !has_path);
}

static bool
has_number(struct looking *l, struct slice href, struct slice *ret_url,
    struct marker *ret)
{
	struct slice key;

	if (href.len == 0 || href.p[0] == '#' || !may_lead_to(l, href) ||
	    l->n_asked++ >= MOST_LINKS ||
	    !url_resolve(l->page->arena, l->page->base_url, href, ret_url) ||
	    !url_key(l->page->arena, *ret_url, &key))
		return false;
	return read_marker(l->first, key, ret) && ret->number == l->number;
}

/* In lower case beyond ASCII, too. */
static struct slice
lower(struct arena *arena, struct slice text)
{
	char *out = arena_alloc(arena, 2 * text.len + 4);
	size_t n = 0;

	for (size_t at = 0; at < text.len;) {
		uint32_t rune;

		at += utf8_decode(text.p + at, text.len - at, &rune);
		n += utf8_encode(rune_lower(rune), out + n);
	}
	return (struct slice){ out, n };
}

/* What stands in a link, where that is short. */
static struct slice
link_text(const struct page *page, uint32_t node)
{
	const struct tree *t = &page->tree;
	char *text = arena_alloc(page->arena, 128);
	size_t n = 0;

	for (uint32_t i = node + 1; i < t->nodes[node].end; i++) {
		struct slice part = t->nodes[i].text;

		if (t->nodes[i].tag != TAG_TEXT)
			continue;
		if (n + part.len > 128)
			return SLICE_NONE;
		memcpy(text + n, part.p, part.len);
		n += part.len;
	}
	return lower(page->arena, slice_trim((struct slice){ text, n }));
}

/* "2", "Page 2", "Next page". */
static bool
is_called_next(const struct looking *l, uint32_t node)
{
	struct slice text = link_text(l->page, node), word = text;

	if (text.len == 0)
		return false;
	if (take_number(&word) == l->number) {
		word = slice_trim(word);
		return word.len == 0 || is_name(word);
	}
	for (size_t i = 0; i < sizeof(says) / sizeof(says[0]); i++)
		if (slice_find(text, slice_of(says[i]), 0) != SLICE_NOT_FOUND)
			return true;
	return false;
}

static struct slice
find_linked(struct looking *l)
{
	const struct tree *t = &l->page->tree;

	for (uint32_t i = 1; i < t->n; i++) {
		struct marker marker = { 0, false };
		struct slice url;

		if (t->nodes[i].tag != TAG_A ||
		    l->page->marks[i] & MARK_COMMENTS ||
		    !has_number(l, tree_attr(t, i, ATTR_HREF), &url, &marker))
			continue;
		if (marker.is_plain || is_called_next(l, i))
			return url;
	}
	return SLICE_NONE;
}

/* A category of a shop, too, has a "?page=2"; but no metadata of an article,
 * nor does a feed announce it by its headline. */
static bool
says_article(const struct page *page, const struct json_ld *ld)
{
	struct slice type = page_head_meta(page->head, "og:type");

	return ld->is_article || slice_equal_nocase(type, SLICE("article")) ||
	       (page->has_hint_title && page->title_block != PAGE_NO_BLOCK &&
		   page->title_score >= TITLE_AGREES);
}

static const bool goes_on[CUTER_PAGE_CLASS_COUNT] = {
	[CUTER_PAGE_ARTICLE] = true,
	[CUTER_PAGE_OTHER] = true,
	[CUTER_PAGE_STUB] = true,
};

void
article_next_part(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	struct slice first = page->input->first_url, own, url;
	struct looking l = { .page = page };
	struct marker marker;

	if (first.len == 0)
		first = page->input->url;
	if (!goes_on[a->page_class] || a->body.len == 0 ||
	    !says_article(page, ld) ||
	    slice_equal(url_path_and_query(page->arena, first), SLICE("/")) ||
	    !url_key(page->arena, first, &l.first) ||
	    !url_key(page->arena, page->input->url, &own) ||
	    !read_marker(l.first, own, &marker))
		return;
	l.number = marker.number + 1;
	l.in_base = may_hold(page->base_url, l.number);
	if (has_number(&l, page->head->next, &url, &marker) && marker.is_plain)
		a->next_part = url;
	else
		a->next_part = find_linked(&l);
}

/* Of a shell that scripts are to fill the page for AMP, or to print, is often
 * the whole story.  Not where it is sold: that would be a way around the
 * till. */
void
article_twin(struct page *page, struct cuter_article *a)
{
	struct slice own, other, url;

	if ((a->body.len > 0 && a->origin != CUTER_ORIGIN_FEED &&
		a->word_count >= TWIN_WORDS) ||
	    a->flags & CUTER_FLAG_PAYWALL ||
	    a->page_class == CUTER_PAGE_PAYWALL || page->head->twin.len == 0)
		return;
	if (url_resolve(page->arena, page->base_url, page->head->twin, &url) &&
	    !slice_equal(url, page->input->url) &&
	    url_budget_key(page->arena, page->input->url, &own) &&
	    url_budget_key(page->arena, url, &other) && slice_equal(own, other))
		a->twin = url;
}
