/*
 * breadcrumb.c -- see breadcrumb.h.
 *
 * The breadcrumbs are read from BreadcrumbList objects of JSON-LD.  Many of
 * these objects only name the home page and the article.  Then the links are
 * read in an element whose class, id or itemtype contains "crumb": one before
 * the title, else one after it that has a link to the home page.  The
 * breadcrumbs are the section of pages that state it in no other way.
 *
 * On 103 pages of the development corpora that state both, the category of the
 * breadcrumbs and that of the section are the same, except on two pages.
 */
#include "cuter/article/section/breadcrumb.h"

#include <jansson.h>
#include <string.h>

#include "base/array.h"
#include "base/text/ascii.h"

#define MOST_CRUMBS     3                 /* names that are joined */
#define MOST_READ       12                /* crumbs that are read */
#define CRUMB_BYTES     60                /* a longer name is a title */
#define LINE_BYTES      (CRUMB_BYTES + 4) /* a name that is cut stays too long */
#define CRUMB_WORDS     6                 /* so is one with more words */
#define SECTION_BYTES   120               /* of all names */
#define MOST_CONTAINERS 8
#define MOST_NODES      4000 /* nodes that are searched without a title */

/* Names of the link to the home page. */
static const char *const breadcrumb_homes[] = { "Home", "Homepage", "Home page",
	"Start", "Startseite", "Start page", "Main", "Accueil", "Inicio",
	"Início", "Portada", "Principal", "Strona główna", "Domů", "Úvod",
	"Etusivu", "Hem", "Hjem", "Forside", "Forsiden", "Ana sayfa",
	"Anasayfa", "Acasă", "Kezdőlap", "Címlap", "Αρχική", "Главная",
	"Головна", "Beranda", "Trang chủ", "Voorpagina", "首页", "首頁", "主页",
	"ホーム", "トップ", "홈", "الرئيسية", "בית" };

/* ---- single crumbs ---- */

/* Returns true for the address of a host without a path. */
static bool
breadcrumb_is_root(struct slice url)
{
	size_t host = slice_find(url, SLICE("://"), 0), path;

	if (url.len == 0)
		return false;
	if (host == SLICE_NOT_FOUND)
		return slice_equal(url, SLICE("/"));
	path = slice_find_char(url, '/', host + 3);
	return path == SLICE_NOT_FOUND || path + 1 >= url.len;
}

static bool
breadcrumb_is_home(struct slice name, struct slice url)
{
	if (breadcrumb_is_root(url))
		return true;
	for (size_t i = 0; i < ARRAY_LENGTH(breadcrumb_homes); i++)
		if (slice_equal_nocase(name, slice_of(breadcrumb_homes[i])))
			return true;
	return false;
}

static bool
breadcrumb_is_long(struct slice name)
{
	size_t n_words = 1;

	for (size_t i = 0; i < name.len; i++)
		n_words += name.p[i] == ' ';
	return name.len > CRUMB_BYTES || n_words > CRUMB_WORDS;
}

/* Returns true if the name has a letter.  "2021" in a trail of an archive is
 * not a section. */
static bool
breadcrumb_has_letter(struct slice name)
{
	for (size_t i = 0; i < name.len; i++)
		if (ascii_is_letter(name.p[i]) || (name.p[i] & 0x80) != 0)
			return true;
	return false;
}

/* Removes the sign between two crumbs, if it is in the same link. */
static struct slice
breadcrumb_trim(struct slice name)
{
	while (name.len > 0 && strchr("/|> ", name.p[0]) != NULL)
		name = slice_sub(name, 1, name.len);
	return name;
}

/* "< Back" leads to the page from which a reader comes. */
static bool
breadcrumb_is_back(struct slice name)
{
	return slice_starts(name, SLICE("<")) ||
	       slice_starts(name, SLICE("\xC2\xAB")) ||     /* « */
	       slice_starts(name, SLICE("\xE2\x80\xB9")) || /* ‹ */
	       slice_starts(name, SLICE("\xE2\x86\x90"));   /* ← */
}

static void
breadcrumb_add(
    struct slice *crumbs, size_t *n, struct slice name, struct slice url)
{
	name = breadcrumb_trim(name);
	if (*n < MOST_READ && breadcrumb_has_letter(name) &&
	    !breadcrumb_is_back(name) && !breadcrumb_is_home(name, url))
		crumbs[(*n)++] = name;
}

/* ---- JSON-LD ---- */

static struct slice
breadcrumb_json_text(const json_t *value)
{
	return json_is_string(value) ? (struct slice){ json_string_value(value),
		json_string_length(value) }
				     : SLICE_NONE;
}

void
breadcrumb_read_json_ld(
    struct arena *arena, const json_t *object, struct json_ld *ld)
{
	const json_t *items = json_object_get(object, "itemListElement");
	struct slice *crumbs;
	size_t n = 0;

	if (!json_is_array(items) ||
	    !slice_equal(breadcrumb_json_text(json_object_get(object, "@type")),
		SLICE("BreadcrumbList")))
		return;
	crumbs = arena_array(arena, MOST_READ, sizeof(*crumbs));
	for (size_t i = 0; i < json_array_size(items) && i < MOST_READ; i++) {
		const json_t *one = json_array_get(items, i);
		const json_t *item = json_object_get(one, "item");
		struct slice name =
		    breadcrumb_json_text(json_object_get(one, "name"));
		struct slice url = breadcrumb_json_text(item);

		if (name.len == 0)
			name =
			    breadcrumb_json_text(json_object_get(item, "name"));
		if (url.len == 0)
			url =
			    breadcrumb_json_text(json_object_get(item, "@id"));
		breadcrumb_add(
		    crumbs, &n, article_line(arena, name, LINE_BYTES), url);
	}
	/* Of several lists, the longest names most sections. */
	if (n > ld->n_crumbs) {
		ld->crumbs = crumbs;
		ld->n_crumbs = n;
	}
}

/* ---- markup ---- */

/* True if a text contains "crumb" or "Crumb", as "breadCrumb" does. */
static bool
breadcrumb_is_named(struct slice text)
{
	size_t at = 0;

	while ((at = slice_find(text, SLICE("rumb"), at)) != SLICE_NOT_FOUND) {
		if (at > 0 && (text.p[at - 1] | 0x20) == 'c')
			return true;
		at++;
	}
	return false;
}

static bool
breadcrumb_is_container(const struct tree *t, uint32_t node)
{
	static const enum attr attrs[] = { ATTR_CLASS, ATTR_ID, ATTR_ITEMTYPE };

	if (t->nodes[node].tag == TAG_TEXT || t->nodes[node].tag == TAG_A ||
	    t->nodes[node].record == TREE_NOWHERE)
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(attrs); i++)
		if (breadcrumb_is_named(tree_attr(t, node, attrs[i])))
			return true;
	return false;
}

/* Returns the text of a link as one line. */
static struct slice
breadcrumb_link_text(const struct page *page, uint32_t link)
{
	const struct tree *t = &page->tree;
	struct slice parts[4];
	size_t n = 0;

	for (uint32_t i = link + 1; i < t->nodes[link].end; i++)
		if (t->nodes[i].tag == TAG_TEXT && n < ARRAY_LENGTH(parts))
			parts[n++] = t->nodes[i].text;
	return article_line(
	    page->arena, arena_join(page->arena, parts, n), LINE_BYTES);
}

/* Returns 0 for a container with many links, which is a menu.  *ret_has_home:
 * one of the links leads to the home page. */
static size_t
breadcrumb_read_links(const struct page *page, uint32_t container,
    struct slice *crumbs, bool *ret_has_home)
{
	const struct tree *t = &page->tree;
	size_t n = 0, n_links = 0;

	*ret_has_home = false;
	for (uint32_t i = container + 1; i < t->nodes[container].end; i++) {
		struct slice name, url;

		if (t->nodes[i].tag != TAG_A)
			continue;
		if (++n_links > MOST_READ)
			return 0;
		name = breadcrumb_link_text(page, i);
		url = tree_attr(t, i, ATTR_HREF);
		if (breadcrumb_is_home(breadcrumb_trim(name), url))
			*ret_has_home = true;
		breadcrumb_add(crumbs, &n, name, url);
	}
	return n;
}

/* ---- the names of a section ---- */

/* Returns true if the name is the beginning of the page's title.  Sections have
 * names that are shorter than titles. */
static bool
breadcrumb_is_title(
    const struct page *page, const struct json_ld *ld, struct slice name)
{
	const struct slice titles[] = { page->input->hint_title, ld->headline,
		page_head_meta(page->head, "og:title") };

	for (size_t i = 0; i < ARRAY_LENGTH(titles); i++)
		if (slice_starts_nocase(titles[i], name) &&
		    2 * name.len > titles[i].len)
			return true;
	return false;
}

struct breadcrumb_reading {
	const struct page *page;
	const struct json_ld *ld;
	struct slice site_name;
	struct slice names[MOST_CRUMBS];
	size_t n_names;
};

/* Takes the crumbs that name sections.  Returns false if no crumb names a
 * section. */
static bool
breadcrumb_take(
    struct breadcrumb_reading *r, const struct slice *crumbs, size_t n)
{
	for (size_t i = 0; i < n && r->n_names < MOST_CRUMBS; i++)
		if (!breadcrumb_is_long(crumbs[i]) &&
		    !slice_equal_nocase(crumbs[i], r->site_name) &&
		    !breadcrumb_is_title(r->page, r->ld, crumbs[i]))
			r->names[r->n_names++] = crumbs[i];
	return r->n_names > 0;
}

/* Reads the first container in a range of nodes that has a name.  An element
 * that contains the title is a frame of the page ("has-breadcrumbs"). */
static bool
breadcrumb_take_markup(struct breadcrumb_reading *r, uint32_t from, uint32_t to,
    bool must_have_home)
{
	const struct tree *t = &r->page->tree;
	struct slice crumbs[MOST_READ];
	unsigned n_containers = 0;
	bool has_home;

	for (uint32_t i = from; i < to; i++) {
		size_t n;

		if (t->nodes[i].end > to || !breadcrumb_is_container(t, i))
			continue;
		n = breadcrumb_read_links(r->page, i, crumbs, &has_home);
		if ((has_home || !must_have_home) &&
		    breadcrumb_take(r, crumbs, n))
			return true;
		if (++n_containers == MOST_CONTAINERS)
			return false;
	}
	return false;
}

static struct slice
breadcrumb_join(struct arena *arena, const struct slice *names, size_t n)
{
	struct slice parts[2 * MOST_CRUMBS];
	size_t n_parts = 0, len = 0;

	for (size_t i = 0; i < n; i++) {
		len += names[i].len + 3;
		if (len > SECTION_BYTES)
			break;
		if (i > 0)
			parts[n_parts++] = SLICE(" > ");
		parts[n_parts++] = names[i];
	}
	return n_parts > 0 ? arena_join(arena, parts, n_parts) : SLICE_NONE;
}

struct slice
breadcrumb_section(const struct page *page, const struct json_ld *ld,
    struct slice site_name, enum cuter_source *ret_source)
{
	struct breadcrumb_reading r = {
		.page = page, .ld = ld, .site_name = site_name
	};
	uint32_t n = page->tree.n, title = n < MOST_NODES ? n : MOST_NODES;

	if (page->title_block != PAGE_NO_BLOCK)
		title = page->blocks[page->title_block].node;
	*ret_source = CUTER_SOURCE_JSON_LD;
	if (!breadcrumb_take(&r, ld->crumbs, ld->n_crumbs)) {
		*ret_source = CUTER_SOURCE_MARKUP;
		/* After the title, lists of tags and menus have such classes,
		 * too. */
		if (!breadcrumb_take_markup(&r, 1, title, false))
			breadcrumb_take_markup(&r, title, n, true);
	}
	return breadcrumb_join(page->arena, r.names, r.n_names);
}
