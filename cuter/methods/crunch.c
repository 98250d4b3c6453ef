/*
 * crunch.c -- filters over the tree, each of them optional, then the article
 * subtree.
 *
 * In:  the tree of one page, the addresses of its links and frames.
 * Out: class and reason of each block.
 *
 * Source: Agarwal, Chheda, Shah, Narvekar, "Content Extraction Using Document
 * Object Model and Natural Language Processing for Web", Proposed Method; its
 * filters are those of Gupta, Kaiser, Neistadt, Grimm, "DOM-based content
 * extraction of HTML documents" (2003), called Crunch.
 *
 * The first set of filters ignores elements. Its switches, with the values of
 * figure 1, each an option 0 or 1:
 *
 *   image-links  links around an image (1);
 *   text-links   other links (0);
 *   forms        <form> with its content (0);
 *   buttons      <button> (0).
 *
 * The paper has further switches for elements that the prefilter always
 * removes: scripts, styles, <meta>, <iframe>, <embed>, <input>, <select>.
 * Images have no text.
 *
 * The second set, in this order:
 *
 *   ads      elements with an address of an advertisement server;
 *   links    cells with too many links for the words beside them;
 *   tables   tables and lists without enough text;
 *   article  keeps only the first subtree with enough text in its
 *            paragraphs; without this filter, everything that the other
 *            filters did not remove is text;
 *   retain   "the list of removed links is added to the bottom of the page":
 *            the text links that the filters removed (page->retained).
 *
 * The paper's cells are those of tables. Modern pages do not use tables for
 * their layout; with `cells` 1, any block that contains blocks or items is a
 * cell. Text that was removed from an inner cell is not counted in the outer
 * cells.
 */
#include "base/array.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "cuter/classify/container.h"
#include "cuter/methods/decide.h"
#include "cuter/methods/papers.h"
#include "cuter/methods/sizes.h"

#define CRUNCH_ARTICLE_CHARS 500 /* Agarwal et al., Proposed Method */
#define CRUNCH_WORD_CHARS    5   /* letters of a word: Agarwal et al. */
/* Values that the paper leaves to the user ("Determined by the user"): */
#define CRUNCH_LINKS_PER_WORD 0.25 /* the link/text removal ratio */
/* Least number of characters of a table that is not removed as empty. */
#define CRUNCH_SUBSTANCE_CHARS 10

const struct method_option crunch_options[] = {
	{ "image-links", 1, 0, 1 },
	{ "text-links", 0, 0, 1 },
	{ "forms", 0, 0, 1 },
	{ "buttons", 0, 0, 1 },
	{ "ads", 1, 0, 1 },
	{ "links", 1, 0, 1 },
	{ "tables", 1, 0, 1 },
	{ "retain", 0, 0, 1 },
	{ "article", 1, 0, 1 },
	{ "cells", 1, 0, 1 },
	{ "ratio", CRUNCH_LINKS_PER_WORD, 0, 100 },
	{ "word-chars", CRUNCH_WORD_CHARS, 1, 100 },
	{ "substance", CRUNCH_SUBSTANCE_CHARS, 0, 10000 },
	{ "least", CRUNCH_ARTICLE_CHARS, 0, 100000 },
	{ 0 },
};

static bool
crunch_is_on(const struct page *page, const char *option)
{
	return method_value(page, crunch_options, option) > 0;
}

/* --------------------------------------------------------- ignored elements */

static bool
crunch_has_image(const struct tree *t, uint32_t node)
{
	for (uint32_t i = node + 1; i < t->nodes[node].end; i++)
		if (t->nodes[i].tag == TAG_IMG)
			return true;
	return false;
}

/* The prefilter writes a form as a <div> and a button as a <span>, with their
 * names as role. */
static bool
crunch_has_role(const struct tree *t, uint32_t node, struct slice role)
{
	return slice_equal_nocase(tree_attr(t, node, ATTR_ROLE), role);
}

/* Links are not nested, so the search for images is linear. */
static void
crunch_ignore_elements(struct page *page, bool *removed)
{
	const struct tree *t = &page->tree;
	bool images = crunch_is_on(page, "image-links"),
	     texts = crunch_is_on(page, "text-links"),
	     forms = crunch_is_on(page, "forms"),
	     buttons = crunch_is_on(page, "buttons");

	for (uint32_t i = 1; i < t->n; i++) {
		if (sizes_is_link(page, i))
			removed[i] = crunch_has_image(t, i) ? images : texts;
		removed[i] |=
		    (forms && crunch_has_role(t, i, SLICE("form"))) ||
		    (buttons && crunch_has_role(t, i, SLICE("button")));
	}
}

/* ----------------------------------------------------------- advertisements */

/* Advertisement servers; their subdomains count, too. */
static const char *const servers[] = { "2mdn.net", "adform.net", "adnxs.com",
	"adroll.com", "adsafeprotected.com", "adsrvr.org",
	"amazon-adsystem.com", "atdmt.com", "casalemedia.com", "criteo.com",
	"criteo.net", "doubleclick.net", "googleadservices.com",
	"googlesyndication.com", "media.net", "mgid.com", "moatads.com",
	"openx.net", "outbrain.com", "plista.com", "pubmatic.com",
	"revcontent.com", "rubiconproject.com", "serving-sys.com",
	"smartadserver.com", "taboola.com", "teads.tv", "yieldmo.com",
	"zedo.com" };

/* The host of "https://user@ad.example.com:80/x" is ad.example.com. */
static struct slice
crunch_host_of(struct slice url)
{
	size_t at = slice_find(url, SLICE("//"), 0), end, user;

	if (at == SLICE_NOT_FOUND || at > sizeof("https:") - 1)
		return SLICE_NONE;
	url = slice_sub(url, at + 2, url.len);
	for (end = 0; end < url.len; end++)
		if (strchr("/?#\\", url.p[end]) != NULL)
			break;
	url = slice_sub(url, 0, end);
	user = slice_find_char(url, '@', 0);
	if (user != SLICE_NOT_FOUND)
		url = slice_sub(url, user + 1, url.len);
	return slice_sub(url, 0, slice_find_char(url, ':', 0));
}

static bool
crunch_is_server(struct slice host)
{
	for (size_t i = 0; i < ARRAY_LENGTH(servers); i++) {
		struct slice server = slice_of(servers[i]);

		if (slice_ends_nocase(host, server) &&
		    (host.len == server.len ||
			host.p[host.len - server.len - 1] == '.'))
			return true;
	}
	return false;
}

static void
crunch_remove_ads(struct page *page, bool *removed)
{
	static const enum attr addresses[] = { ATTR_SRC, ATTR_HREF };

	for (uint32_t i = 1; i < page->tree.n; i++)
		for (size_t k = 0; k < 2 && !removed[i]; k++) {
			struct slice url =
			    tree_attr(&page->tree, i, addresses[k]);

			removed[i] = url.len > 0 &&
				     crunch_is_server(crunch_host_of(url));
		}
}

/* ------------------------------------------------------ link lists, by cell */

/* Counts of a node without its removed parts. */
struct rest {
	uint32_t links;    /* number of links that contain text */
	uint32_t chars;    /* of text */
	uint32_t unlinked; /* characters of text outside of links */
};

static bool
crunch_is_cell(enum tag tag, bool only_tables)
{
	if (tag == TAG_TD || tag == TAG_TH)
		return true;
	return !only_tables && tag != TAG_BODY && tag != TAG_P &&
	       tag_is(tag, TAG_IS_BLOCK) && !tag_is(tag, TAG_IS_HEADING);
}

static bool
crunch_is_table(enum tag tag)
{
	return tag == TAG_TABLE || tag == TAG_UL || tag == TAG_OL ||
	       tag == TAG_DL;
}

/* Goes from the last node to the first, so that text removed from a cell is not
 * counted for the elements around it. */
static void
crunch_remove_lists(struct page *page, const struct sizes *sizes,
    const bool *ignored, const bool *ads, bool *lists)
{
	const struct tree *t = &page->tree;
	struct rest *rest = arena_array(page->arena, t->n, sizeof(*rest));
	bool links = crunch_is_on(page, "links"),
	     tables = crunch_is_on(page, "tables");
	bool only_tables = !crunch_is_on(page, "cells");
	double ratio = method_value(page, crunch_options, "ratio");
	double letters = method_value(page, crunch_options, "word-chars");
	double substance = method_value(page, crunch_options, "substance");

	for (uint32_t i = t->n; i-- > 1;) {
		enum tag tag = t->nodes[i].tag;
		struct rest *around = &rest[t->nodes[i].parent];

		if (tag == TAG_TEXT) {
			rest[i].chars = sizes->chars[i];
			rest[i].unlinked =
			    sizes->chars[i] - sizes->link_chars[i];
		}
		if (sizes_is_link(page, i) && rest[i].chars > 0)
			rest[i].links = 1;
		if (links && crunch_is_cell(tag, only_tables) &&
		    rest[i].links > 0 &&
		    rest[i].links > ratio * (rest[i].unlinked / letters))
			lists[i] = true;
		if (tables && crunch_is_table(tag) && rest[i].chars < substance)
			lists[i] = true;
		if (lists[i] || ads[i] || ignored[i])
			continue;
		around->links += rest[i].links;
		around->chars += rest[i].chars;
		around->unlinked += rest[i].unlinked;
	}
}

/* ---------------------------------------------------------- article subtree */

/* Returns the first node in document order ("which is first occurring on the
 * DOM") with enough text in its paragraphs; TREE_NOWHERE if there is none. */
static uint32_t
crunch_find_article(struct page *page)
{
	double least = method_value(page, crunch_options, "least");
	uint32_t *chars =
	    arena_array(page->arena, page->tree.n, sizeof(uint32_t));

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		uint32_t *sum;

		if (!decide_is_undecided(b) || b->is_heading)
			continue;
		sum = &chars[container_of(page, b)];
		for (uint32_t k = b->first; k < b->end; k++)
			*sum += (uint32_t)utf8_length(
			    slice_trim(page->tree.nodes[k].text));
	}
	for (uint32_t i = 0; i < page->tree.n; i++)
		if (chars[i] > 0 && chars[i] >= least)
			return i;
	return TREE_NOWHERE;
}

/* ----------------------------------------------------------- removed links */

/* Lists the links with text that a filter removed. */
static void
crunch_retain_links(
    struct page *page, const bool *ignored, const bool *ads, const bool *lists)
{
	const struct tree *t = &page->tree;
	bool *removed = arena_array(page->arena, t->n, sizeof(bool));

	page->retained =
	    arena_array(page->arena, LIMIT_ARTICLE_LIST, sizeof(uint32_t));
	for (uint32_t i = 0; i < t->n; i++) {
		removed[i] = ignored[i] || ads[i] || lists[i] ||
			     (i != TREE_ROOT && removed[t->nodes[i].parent]);
		if (removed[i] && sizes_is_link(page, i) &&
		    page->bytes[i] > 0 && page->n_retained < LIMIT_ARTICLE_LIST)
			page->retained[page->n_retained++] = i;
	}
}

void
method_crunch(struct page *page)
{
	uint32_t n = page->tree.n, article;
	bool *ignored = arena_array(page->arena, n, sizeof(bool));
	bool *ads = arena_array(page->arena, n, sizeof(bool));
	bool *lists = arena_array(page->arena, n, sizeof(bool));
	bool *taken = arena_array(page->arena, n, sizeof(bool));
	struct sizes sizes;

	sizes_measure(page, &sizes);
	decide_begin(page);
	crunch_ignore_elements(page, ignored);
	if (crunch_is_on(page, "ads"))
		crunch_remove_ads(page, ads);
	crunch_remove_lists(page, &sizes, ignored, ads, lists);
	decide_omit_nodes(page, ads, CUTER_ADVERTISEMENT, REASON_ADVERTISEMENT);
	decide_omit_nodes(page, ignored, CUTER_NAVIGATION, REASON_LINKS);
	decide_omit_nodes(page, lists, CUTER_NAVIGATION, REASON_LINK_REGION);
	article = crunch_is_on(page, "article") ? crunch_find_article(page)
						: TREE_ROOT;
	if (article != TREE_NOWHERE)
		taken[article] = true;
	decide_take_nodes(page, taken);
	decide_end(page, REASON_FAR);
	if (crunch_is_on(page, "retain"))
		crunch_retain_links(page, ignored, ads, lists);
}
