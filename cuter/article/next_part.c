/*
 * next_part.c -- finds the next page of an article that has several pages, and
 * its AMP or print variant.
 *
 * In: the page's links, its head, the address of the first page.
 * Out: next_part; variant_url.
 *
 * Links named "next" may lead to the next article, picture or comments.
 * Therefore the address of a link decides. It must be the first page's address
 * with the number of the next part in a usual place ("?page=2", "/2",
 * "/page/2"), and otherwise equal. "-2.html" may belong to a headline. Such a
 * suffix and other parameters are accepted only if the text of the link denotes
 * the next page. On listings, galleries and live blogs no next part is
 * searched, because their further pages have other contents.
 */
#include "base/array.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/article/article.h"
#include "url/url.h"

#define TITLE_AGREES 0.6
/* Largest number of links with the wanted number that are examined. */
#define NEXT_LINKS_MAX 2000
/* A page with fewer words does not contain the article. */
#define SHELL_WORDS_MAX 40

/* Names that precede page numbers in addresses. */
static const char *const names[] = { "page", "p", "pg", "pag", "pagina",
	"pagine", "paged", "page_no", "pageno", "pagenum", "pagenumber",
	"page_number", "page-number", "currentpage", "seite", "part", "teil",
	"partie", "parte", "strona", "stranica", "sida", "side", "sivu",
	"sayfa", "oldal", "halaman", "trang", "hoja", "folha" };

/* Texts of links to the next part, besides the number itself. */
static const char *const next_phrases[] = { "next page", "next part",
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

/* A number in an address that otherwise equals the first page's address. */
struct marker {
	unsigned number;
	bool is_plain; /* this place in an address is used for page numbers
			  only */
};

/* Returns the value of a text that consists of the number of a part, 1 to 99; 0
 * for any other text. */
static unsigned
next_part_number_of(struct slice text)
{
	int64_t n;

	if (text.len == 0 || text.len > 2 || !ascii_is_digit(text.p[0]) ||
	    text.p[0] == '0' || !slice_to_int64(text, &n))
		return 0;
	return (unsigned)n;
}

/* True for a name of a page number, with or without separator: "page", "page-",
 * "page_". */
static bool
next_part_is_name(struct slice word)
{
	if (word.len > 0 && strchr("-_", word.p[word.len - 1]) != NULL)
		word = slice_sub(word, 0, word.len - 1);
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		if (slice_equal_nocase(word, slice_of(names[i])))
			return true;
	return false;
}

/* Removes the digits at the end of *word ("page-2", "p2", "2") and returns
 * their value; 0 if they are not the number of a part. */
static unsigned
next_part_take_number(struct slice *word)
{
	size_t at = word->len;
	unsigned n;

	while (at > 0 && ascii_is_digit(word->p[at - 1]))
		at--;
	n = next_part_number_of(slice_sub(*word, at, word->len));
	*word = slice_sub(*word, 0, at);
	return n;
}

/* Reads the part of an address after the first page's address: "/2", "/page/2",
 * "/page-2", "/p2". */
static bool
next_part_read_path(struct slice rest, struct marker *ret)
{
	struct slice word = slice_sub(rest, 1, rest.len);
	unsigned n = next_part_take_number(&word);

	if (rest.len == 0 || rest.p[0] != '/' || n == 0)
		return false;
	if (word.len > 0 && word.p[word.len - 1] == '/')
		word = slice_sub(word, 0, word.len - 1);
	*ret = (struct marker){ n, true };
	return word.len == 0 || next_part_is_name(word);
}

/* Reads "page=2". */
static bool
next_part_read_parameter(struct slice rest, struct marker *ret)
{
	size_t at = slice_find_char(rest, '=', 0);
	struct slice name = slice_sub(rest, 0, at);
	unsigned n;

	if (at == SLICE_NOT_FOUND || name.len == 0 ||
	    slice_find_char(rest, '&', 0) != SLICE_NOT_FOUND)
		return false;
	n = next_part_number_of(slice_sub(rest, at + 1, rest.len));
	*ret = (struct marker){ n, next_part_is_name(name) };
	return n > 0;
}

/* Reads a part number before the common end of both addresses: "-2" in
 * "story-2.html". */
static bool
next_part_read_suffix(struct slice rest, struct marker *ret)
{
	unsigned n;

	if (rest.len < 2 || strchr("-_,.", rest.p[0]) == NULL)
		return false;
	rest = slice_sub(rest, 1, rest.len);
	n = next_part_take_number(&rest);
	*ret = (struct marker){ n, rest.len > 0 };
	return n > 0 && (rest.len == 0 || next_part_is_name(rest));
}

/* True if `key` is the address `first` with a part number; both are in the form
 * of url_key(). The first page itself has number 1. */
static bool
next_part_read_marker(struct slice first, struct slice key, struct marker *ret)
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
		return next_part_read_parameter(
		    slice_sub(rest, 1, rest.len), ret);
	if (query != SLICE_NOT_FOUND && head > query)
		return false;
	/* "story/2" is the second part of "story", and "story-2.html" that of
	 * "story.html". */
	if (tail == 0 || key.p[key.len - tail] == '?')
		return next_part_read_path(rest, ret) ||
		       next_part_read_suffix(rest, ret);
	return key.p[key.len - tail] == '.' && next_part_read_suffix(rest, ret);
}

/* ---- links ---- */

struct next_part_search {
	const struct page *page;
	struct slice first; /* key of the first page's address */
	/* the letters, digits, "-" and "_" at the start of the last part of its
	 * path; the address of each part of the article contains them */
	struct slice stem;
	unsigned number; /* the number of the next part */
	/* true if the base URL contains the number; a relative reference may
	 * then resolve to an address with the number */
	bool in_base;
	unsigned n_asked; /* number of links that were examined */
};

static bool
next_part_word_continues(char c)
{
	return ascii_is_letter(c) || c == '-' || c == '_';
}

/* Returns the last part of a path up to the first character that may be
 * written in another form. */
static struct slice
next_part_stem(struct slice key)
{
	struct slice path = slice_sub(key, 0, slice_find_char(key, '?', 0));
	size_t from, to;

	while (path.len > 0 && path.p[path.len - 1] == '/')
		path.len--;
	for (from = path.len; from > 0 && path.p[from - 1] != '/';)
		from--;
	for (to = from;
	     to < path.len && (ascii_is_digit(path.p[to]) ||
				  next_part_word_continues(path.p[to]));)
		to++;
	return slice_sub(path, from, to);
}

/* True if the address has an encoded digit: "%32" is 2. */
static bool
next_part_has_code(struct slice url)
{
	size_t at = 0;

	while ((at = slice_find(url, SLICE("%3"), at)) != SLICE_NOT_FOUND) {
		at += strlen("%3");
		if (at < url.len && ascii_is_digit(url.p[at]))
			return true;
	}
	return false;
}

/* True if the number is in the address and not part of a word ("2-ways",
 * "2nd"), or if the address has an encoded digit ("%32"). */
static bool
next_part_may_contain(struct slice url, unsigned number)
{
	char digits[SLICE_INT64_BYTES];
	struct slice wanted = slice_of_int64(number, digits);
	const char *end = url.p + url.len, *at = url.p;

	while ((at = memchr(at, wanted.p[0], (size_t)(end - at))) != NULL) {
		const char *after = at + wanted.len;

		if (after <= end && memcmp(at, wanted.p, wanted.len) == 0 &&
		    (at == url.p || !ascii_is_digit(at[-1])) &&
		    (after == end || (!ascii_is_digit(*after) &&
					 !next_part_word_continues(*after))))
			return true;
		at++;
	}
	return next_part_has_code(url);
}

/* A quick test: true if a link may lead to an address with the number. The
 * number can be from the base URL only if the reference has no host and does
 * not begin with a slash; other references contain the end of the path of the
 * first page. The test comes first, because resolving and normalising a link
 * costs as much as all other tests. */
static bool
next_part_may_lead_to(const struct next_part_search *l, struct slice href)
{
	bool has_path = href.p[0] == '/' ||
			slice_find_char(href, ':', 0) != SLICE_NOT_FOUND;

	if (!has_path)
		return l->in_base || next_part_may_contain(href, l->number);
	return next_part_may_contain(href, l->number) &&
	       (slice_find_nocase(href, l->stem, 0) != SLICE_NOT_FOUND ||
		   slice_find_char(href, '%', 0) != SLICE_NOT_FOUND);
}

static bool
next_part_has_number(struct next_part_search *l, struct slice href,
    struct slice *ret_url, struct marker *ret)
{
	struct slice key;

	if (href.len == 0 || href.p[0] == '#' ||
	    !next_part_may_lead_to(l, href) || l->n_asked++ >= NEXT_LINKS_MAX ||
	    !url_resolve(l->page->arena, l->page->base_url, href, ret_url) ||
	    !url_key(l->page->arena, *ret_url, &key))
		return false;
	return next_part_read_marker(l->first, key, ret) &&
	       ret->number == l->number;
}

/* Returns the text in lower case, including letters outside of ASCII. */
static struct slice
next_part_lower(struct arena *arena, struct slice text)
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

/* Returns the text of a link in lower case; SLICE_NONE if the text has more
 * than 128 bytes. */
static struct slice
next_part_link_text(const struct page *page, uint32_t node)
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
	return next_part_lower(
	    page->arena, slice_trim((struct slice){ text, n }));
}

/* True for the texts of a link to the next page: "2", "Page 2", "Next page". */
static bool
next_part_is_called_next(const struct next_part_search *l, uint32_t node)
{
	struct slice text = next_part_link_text(l->page, node), word = text;

	if (text.len == 0)
		return false;
	if (next_part_take_number(&word) == l->number) {
		word = slice_trim(word);
		return word.len == 0 || next_part_is_name(word);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(next_phrases); i++)
		if (slice_find(text, slice_of(next_phrases[i]), 0) !=
		    SLICE_NOT_FOUND)
			return true;
	return false;
}

static struct slice
next_part_find_linked(struct next_part_search *l)
{
	const struct tree *t = &l->page->tree;

	for (uint32_t i = 1; i < t->n; i++) {
		struct marker marker = { 0, false };
		struct slice url;

		if (t->nodes[i].tag != TAG_A ||
		    l->page->marks[i] & MARK_COMMENTS ||
		    !next_part_has_number(
			l, tree_attr(t, i, ATTR_HREF), &url, &marker))
			continue;
		if (marker.is_plain || next_part_is_called_next(l, i))
			return url;
	}
	return SLICE_NONE;
}

/* True if the page is that of an article. A category of a shop may have
 * "?page=2", too, but it has no metadata of an article, and feeds do not
 * announce it by its headline. */
static bool
next_part_is_article_page(const struct page *page, const struct json_ld *ld)
{
	struct slice type = page_head_meta(page->head, "og:type");

	return ld->is_article || slice_equal_nocase(type, SLICE("article")) ||
	       (page->has_hint_title && page->title_block != PAGE_NO_BLOCK &&
		   page->title_score >= TITLE_AGREES);
}

static const bool may_have_parts[CUTER_PAGE_CLASS_COUNT] = {
	[CUTER_PAGE_ARTICLE] = true,
	[CUTER_PAGE_OTHER] = true,
	[CUTER_PAGE_STUB] = true,
};

void
article_next_part(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	struct slice first = page->input->first_url, own, url;
	struct next_part_search l = { .page = page };
	struct marker marker;

	if (first.len == 0)
		first = page->input->url;
	if (!may_have_parts[a->page_class] || a->body.len == 0 ||
	    !next_part_is_article_page(page, ld) ||
	    slice_equal(url_path_and_query(page->arena, first), SLICE("/")) ||
	    !url_key(page->arena, first, &l.first) ||
	    !url_key(page->arena, page->input->url, &own) ||
	    !next_part_read_marker(l.first, own, &marker))
		return;
	l.stem = next_part_stem(l.first);
	l.number = marker.number + 1;
	l.in_base = next_part_may_contain(page->base_url, l.number);
	if (next_part_has_number(&l, page->head->next, &url, &marker) &&
	    marker.is_plain)
		a->next_part = url;
	else
		a->next_part = next_part_find_linked(&l);
}

/* On pages whose text is filled in by scripts, the AMP or print variant often
 * has the whole article.  Paywalled articles are excluded, because the variant
 * would circumvent the paywall. */
void
article_find_variant(struct page *page, struct cuter_article *a)
{
	struct slice own, other, url;

	if ((a->body.len > 0 && a->origin != CUTER_ORIGIN_FEED &&
		a->word_count >= SHELL_WORDS_MAX) ||
	    a->flags & CUTER_FLAG_PAYWALL ||
	    a->page_class == CUTER_PAGE_PAYWALL || page->head->variant.len == 0)
		return;
	if (url_resolve(
		page->arena, page->base_url, page->head->variant, &url) &&
	    !slice_equal(url, page->input->url) &&
	    url_budget_key(page->arena, page->input->url, &own) &&
	    url_budget_key(page->arena, url, &other) && slice_equal(own, other))
		a->variant_url = url;
}
