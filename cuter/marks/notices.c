/*
 * notices.c -- finds notices of a paywall, of a login or of a newsletter.
 *
 * In:  blocks, marks, the title's block.
 * Out: MARK_NOTICE on blocks that ask the reader to subscribe, log in or sign
 *      up, and on the short lines of the box around them.
 *
 * Such notices are between and after the paragraphs of an article, and have the
 * same markup as the paragraphs. A short block with one of the phrases is a
 * notice. A longer block must have several phrases, because an article may be
 * about subscriptions. A weak phrase ("become a member") also occurs in news
 * about other subjects. It needs a second sign: a second phrase, a link or
 * button that asks for the same, or a place after the text in other markup than
 * the text.
 * Cost: O(nodes + bytes of the blocks of at most NOTICE_WORDS words).
 */
#include <pthread.h>

#include "base/array.h"
#include "base/text/ascii.h"
#include "cuter/features/features.h"
#include "cuter/features/phrase_index.h"

/* Largest number of words of a block that may be a notice. */
#define NOTICE_WORDS 60
/* Maximum number of words of a notice that has only one phrase. */
#define SHORT_WORDS 28
#define BOX_WORDS   80 /* largest number of words in the box around a notice */
#define BOX_LINES   8
#define BOX_LEVELS  4
/* Least number of words of a paragraph of the article. */
#define PROSE_WORDS 15
#define LINE_WORDS  16 /* maximum words in each other line of the box */
#define ASK_WORDS   6  /* maximum words of a link that asks for something */

/* An element around a notice: its nodes [first, end) and blocks [from, to). */
struct notice_box {
	uint32_t first, end, from, to;
};

enum notice_strength { NOTICE_WEAK, NOTICE_STRONG };

static const struct {
	const char *phrase;
	enum notice_strength strength;
} notices_phrases[] = {
#include "cuter/marks/notices.inc"
};

/* Words, and beginnings of words, in the text or the address of a link to a
 * form. The first ASKS_TO_GIVE rows: donate, order a newsletter. The other
 * rows: subscribe, log in, register. The rows from ASKS_WHOLE on are whole
 * words, because "/abo" also begins "/about", and "join" begins "joint". Case
 * is ignored only in ASCII letters. */
#define ASKS_TO_GIVE 9
#define ASKS_WHOLE   (ARRAY_LENGTH(notices_asks) - 4)
static const char *const notices_asks[] = { "donat", "support us", "spende",
	"faire un don", "faites un don", "donación", "doação", "doneer",
	"newsletter", "sign up", "signup", "sign-up", "subscri", "abonn",
	"suscri", "assin", "iscri", "prenumer", "подпис", "Подпис", "подпиш",
	"Подпиш", "log in", "login", "log-in", "sign in", "signin", "sign-in",
	"membership", "anmeld", "registrier", "mitgliedschaft", "inscri",
	"connexion", "connecter", "registr", "iniciar", "accedi", "inloggen",
	"logga in", "zaloguj", "/abo", "register", "join", "account" };

static struct phrase_index notices_index, asks_index;
static pthread_once_t notices_once = PTHREAD_ONCE_INIT;

static void
notices_fill_index(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(notices_phrases); i++)
		phrase_index_add(&notices_index, notices_phrases[i].phrase);
	for (size_t i = 0; i < ARRAY_LENGTH(notices_asks); i++)
		phrase_index_add(&asks_index, notices_asks[i]);
}

/* Counts the different phrases in the text, up to two. Phrases that overlap
 * ("for subscribers only" and "subscribers only") count as one.
 * *ret_is_strong: one of the phrases is strong. */
static unsigned
notices_count(struct slice text, bool *ret_is_strong)
{
	struct phrase_match match = { 0 };
	uint16_t first;
	size_t end = 0; /* of the phrases that overlap the first one */

	*ret_is_strong = false;
	if (!phrase_index_next(&notices_index, text, &match))
		return 0;
	first = match.phrase;
	do {
		size_t after =
		    match.at + notices_index.phrase[match.phrase].len;

		if (notices_phrases[match.phrase].strength == NOTICE_STRONG)
			*ret_is_strong = true;
		if (end == 0 || match.at < end)
			end = after > end ? after : end;
		else if (match.phrase != first)
			return 2;
	} while (phrase_index_next(&notices_index, text, &match));
	return 1;
}

/* ---- boxes ---- */

/* Finds the blocks inside of an element: from the block `at` in both
 * directions, at most BOX_LINES + 1 blocks. */
static void
notices_range(const struct page *page, uint32_t element, uint32_t at,
    uint32_t *ret_from, uint32_t *ret_to)
{
	uint32_t end = page->tree.nodes[element].end;
	uint32_t from = at, to = at + 1;

	while (from > 0 && page->blocks[from - 1].first >= element &&
	       to - from <= BOX_LINES)
		from--;
	while (to < page->n_blocks && page->blocks[to].first < end &&
	       to - from <= BOX_LINES)
		to++;
	*ret_from = from;
	*ret_to = to;
}

/* Returns true if the element around a notice contains only a few short lines
 * and notices, at most one of them a heading, and not the title. */
static bool
notices_is_box(const struct page *page, uint32_t element, uint32_t at)
{
	uint32_t words = 0, headings = 0, from, to;

	notices_range(page, element, at, &from, &to);
	for (uint32_t i = from; i < to; i++) {
		const struct block *b = &page->blocks[i];

		words += b->words;
		headings += b->is_heading;
		if ((i != at && b->words > LINE_WORDS &&
			!(b->marks & MARK_NOTICE)) ||
		    i == page->title_block)
			return false;
	}
	return to - from <= BOX_LINES && words <= BOX_WORDS && headings <= 1;
}

/* Finds the widest box around a block: the nodes, and the blocks in them. If
 * there is no box, these are the nodes of the block. */
static void
notices_find_box(const struct page *page, uint32_t at, struct notice_box *ret)
{
	const struct block *b = &page->blocks[at];
	uint32_t element = b->node;

	*ret = (struct notice_box){ b->first, b->end, at, at + 1 };
	for (int up = 0; up < BOX_LEVELS && element != TREE_ROOT &&
			 notices_is_box(page, element, at);
	     up++) {
		ret->first = element;
		ret->end = page->tree.nodes[element].end;
		notices_range(page, element, at, &ret->from, &ret->to);
		element = page->tree.nodes[element].parent;
	}
}

/* ---- second signs of a weak phrase ---- */

/* Returns true if a byte may be part of a letter. */
static bool
notices_is_letter(char c)
{
	return ascii_is_letter(c) || (unsigned char)c >= 0x80;
}

/* Returns true if an occurrence of a row of notices_asks[] begins at the
 * beginning of a word ("assin" is in "assassin") and, if the row is a whole
 * word, ends at the end of it. */
static bool
notices_is_ask(struct slice text, const struct phrase_match *match)
{
	size_t at = match->at, end = at + asks_index.phrase[match->phrase].len;

	if (at > 0 && text.p[at] != '/' && notices_is_letter(text.p[at - 1]))
		return false;
	return match->phrase < ASKS_WHOLE || end == text.len ||
	       !notices_is_letter(text.p[end]);
}

/* Returns true if a text has one of the first n rows of notices_asks[]. */
static bool
notices_asks_in(struct slice text, uint16_t n)
{
	struct phrase_match match = { 0 };

	while (phrase_index_next(&asks_index, text, &match))
		if (match.phrase < n && notices_is_ask(text, &match))
			return true;
	return false;
}

/* Returns true if a link has few words, and its text or address asks to log in,
 * sign up or pay. */
static bool
notices_is_asking_link(const struct page *page, uint32_t link)
{
	const struct tree *t = &page->tree;
	bool asks = notices_asks_in(
	    tree_attr(t, link, ATTR_HREF), ARRAY_LENGTH(notices_asks));
	uint32_t words = 0;

	for (uint32_t i = link + 1;
	     i < t->nodes[link].end && words <= ASK_WORDS; i++) {
		if (t->nodes[i].tag != TAG_TEXT)
			continue;
		words += words_count(t->nodes[i].text);
		asks |= notices_asks_in(
		    t->nodes[i].text, ARRAY_LENGTH(notices_asks));
	}
	return asks && words > 0 && words <= ASK_WORDS;
}

/* Returns true if a block is a heading that is a link to a place on a page, as
 * a heading with a link to itself. */
static bool
notices_is_anchored(const struct page *page, const struct block *b)
{
	const struct tree *t = &page->tree;
	uint32_t link = tree_up_to(t, b->first, TAG_A);

	return b->is_heading && link != TREE_NOWHERE &&
	       slice_find(tree_attr(t, link, ATTR_HREF), SLICE("#"), 0) !=
		   SLICE_NOT_FOUND;
}

/* Returns true if a block between two paragraphs is only a link to donate
 * or to order a newsletter. The links before and after the text are navigation,
 * which the methods recognise. */
static bool
notices_is_asking_line(
    const struct page *page, uint32_t at, uint32_t last_prose)
{
	const struct block *b = &page->blocks[at];

	return at < last_prose && b->words > 0 && b->words <= ASK_WORDS &&
	       b->link_bytes == b->bytes && !notices_is_anchored(page, b) &&
	       !(b->marks & (MARK_HIDDEN | MARK_NAVIGATION | MARK_LIST)) &&
	       notices_asks_in(page_block_text(page, b), ASKS_TO_GIVE);
}

/* Returns true if a box contains a button, a form, or a link that asks. */
static bool
notices_has_control(const struct page *page, const struct notice_box *box)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = box->first; i < box->end; i++) {
		struct slice role = tree_attr(t, i, ATTR_ROLE);

		if (page->marks[i] & MARK_BUTTON ||
		    slice_equal_nocase(role, SLICE("form")) ||
		    (t->nodes[i].tag == TAG_A &&
			notices_is_asking_link(page, i)))
			return true;
	}
	return false;
}

/* Returns true if a block of the box other than `at` has a phrase. */
static bool
notices_has_other_phrase(
    const struct page *page, const struct notice_box *box, uint32_t at)
{
	bool is_strong;

	for (uint32_t i = box->from; i < box->to; i++) {
		struct slice text = page_block_text(page, &page->blocks[i]);

		if (i != at && notices_count(text, &is_strong) > 0)
			return true;
	}
	return false;
}

static bool
notices_is_prose(const struct block *b)
{
	return b->words >= PROSE_WORDS && b->link_bytes * 2 < b->bytes &&
	       !(b->marks & MARK_HIDDEN);
}

static bool
notices_are_alike(const struct tree *t, uint32_t a, uint32_t b)
{
	return t->nodes[a].tag == t->nodes[b].tag &&
	       slice_equal(
		   tree_attr(t, a, ATTR_CLASS), tree_attr(t, b, ATTR_CLASS));
}

/* Returns true if no prose follows the block, and the block has other markup
 * than the last prose. */
static bool
notices_is_after_text(const struct page *page, uint32_t at, uint32_t last_prose)
{
	const struct tree *t = &page->tree;
	uint32_t node = page->blocks[at].node, prose;

	if (last_prose >= at)
		return false;
	prose = page->blocks[last_prose].node;
	return !notices_are_alike(t, node, prose) ||
	       (node != TREE_ROOT && prose != TREE_ROOT &&
		   !notices_are_alike(
		       t, t->nodes[node].parent, t->nodes[prose].parent));
}

/* ---- notices ---- */

/* True if the block is a notice.  The first paragraph of an article may be
 * about subscriptions.  Therefore, only single lines count as notices before
 * the first prose. */
static bool
notices_is(
    const struct page *page, uint32_t at, bool has_prose, uint32_t last_prose)
{
	const struct block *b = &page->blocks[at];
	struct notice_box box;
	bool is_strong;
	unsigned n;

	if (b->words == 0 || b->words > NOTICE_WORDS ||
	    b->marks & MARK_HIDDEN || (!has_prose && b->words > LINE_WORDS))
		return false;
	n = notices_count(page_block_text(page, b), &is_strong);
	if (n != 1 || b->words > SHORT_WORDS)
		return n > 1;
	if (is_strong || notices_is_after_text(page, at, last_prose))
		return true;
	notices_find_box(page, at, &box);
	return notices_has_control(page, &box) ||
	       notices_has_other_phrase(page, &box, at);
}

/* Returns the last block of prose without a phrase, 0 if there is none. */
static uint32_t
notices_last_prose(const struct page *page)
{
	bool is_strong;

	for (uint32_t i = page->n_blocks; i-- > 1;) {
		const struct block *b = &page->blocks[i];

		if (notices_is_prose(b) &&
		    (b->words > NOTICE_WORDS ||
			notices_count(page_block_text(page, b), &is_strong) ==
			    0))
			return i;
	}
	return 0;
}

/* Marks the blocks that contain phrases of notices. */
static void
notices_mark_blocks(struct page *page)
{
	uint32_t last_prose = notices_last_prose(page), i = 0;
	bool has_prose = false;

	if (page->title_block != PAGE_NO_BLOCK)
		i = page->title_block + 1;
	for (; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		if (notices_is(page, i, has_prose, last_prose) ||
		    (has_prose && notices_is_asking_line(page, i, last_prose)))
			b->marks |= MARK_NOTICE;
		else if (notices_is_prose(b))
			has_prose = true;
	}
}

void
features_mark_notices(struct page *page)
{
	pthread_once(&notices_once, notices_fill_index);
	notices_mark_blocks(page);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct notice_box box;

		if (!(page->blocks[i].marks & MARK_NOTICE))
			continue;
		notices_find_box(page, i, &box);
		for (uint32_t k = box.from; k < box.to; k++)
			page->blocks[k].marks |= MARK_NOTICE;
	}
}
