/*
 * consent.c -- finds dialogs that ask the reader to allow cookies.
 *
 * In:  tree, blocks, the title's block.
 * Out: MARK_NOTICE on the blocks of such a dialog.
 *
 * Many sites write the whole dialog into the page: what cookies are, each kind
 * of cookies, each purpose and each partner.  The dialog may be longer than the
 * article and has the markup of paragraphs.  The words of its class and id are
 * not sufficient, because elements around the whole page have them, too
 * ("has-cookie-banner").  A dialog is an element with all of these signs:
 *
 *     - its class or id, or that of an element in it around a phrase of
 *       consent.inc, has a word of consent_names[];
 *     - its first prose has a phrase of consent.inc;
 *     - it has a line or button, not a heading, with a word of
 *       consent_answers[], such as "Accept all";
 *     - it does not contain the title, and is not <body>, <main> or <article>;
 *     - OTHER_WORDS words of prose are outside of it. Otherwise it may be an
 *       article about cookies, or the page has no article.
 *
 * Nothing is marked if the title is about cookies or privacy.
 * Cost: O(bytes of the blocks); with phrases also O(bytes of the names), and
 * O(depth) for each block with a phrase.  Each element is read only once.
 */
#include <pthread.h>

#include "base/array.h"
#include "cuter/features/features.h"
#include "cuter/features/phrase_index.h"

#define PROSE_WORDS  8 /* least number of words of the first prose */
#define ANSWER_WORDS 8 /* maximum number of words of a line with answers */
#define OTHER_WORDS  30

static const char *const consent_phrases[] = {
#include "cuter/marks/consent/consent.inc"
};

/* Parts of names in class and id; among them are those of common programs for
 * such dialogs. */
static const char *const consent_names[] = { "cookie", "consent", "gdpr",
	"rgpd", "dsgvo", "ccpa", "privacy", "onetrust", "didomi",
	"usercentrics", "quantcast", "qc-cmp", "cmpbox", "cmplz", "sp_message",
	"truste", "iubenda", "termly", "osano", "klaro", "borlabs", "axeptio",
	"tarteaucitron", "cybot", "fides", "datenschutz", "ccc-" };

/* Words of the answers, and beginnings of words. */
static const char *const consent_answers[] = { "accept", "reject", "agree",
	"allow all", "allow cookies", "deny", "got it", "save and close",
	"confirm my choices", "essential cookies", "akzeptier", "ablehnen",
	"zustimmen", "einverstanden", "alle auswählen", "accepter", "j'accepte",
	"refuser", "aceptar", "acepto", "rechazar", "aceitar", "aceito",
	"rejeitar", "accett", "rifiut", "accepteren", "akkoord", "weiger",
	"godkänn", "acceptera", "accepter", "godta", "hyväksy", "akceptuj",
	"zgadzam", "odrzuć", "přijmout", "souhlas", "elfogad", "acceptă",
	"αποδοχή", "kabul", "принять", "согласен", "прийняти", "موافق", "قبول",
	"接受", "同意", "동의" };

/* Words of the title of an article about cookies. */
static const char *const consent_topics[] = { "cookie", "privacy", "gdpr",
	"dsgvo", "rgpd", "consent", "datenschutz", "privatsphäre", "vie privée",
	"privacidad", "privacidade", "privatliv", "çerez", "prywatno", "кук",
	"конфиденц", "隐私", "隱私", "プライバシー" };

static struct phrase_index consent_index, topic_index, answer_index;
static pthread_once_t consent_once = PTHREAD_ONCE_INIT;

static void
consent_fill_index(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(consent_phrases); i++)
		phrase_index_add(&consent_index, consent_phrases[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(consent_topics); i++)
		phrase_index_add(&topic_index, consent_topics[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(consent_answers); i++)
		phrase_index_add(&answer_index, consent_answers[i]);
}

static bool
consent_has(const struct phrase_index *index, struct slice text)
{
	struct phrase_match match = { 0 };

	return phrase_index_next(index, text, &match);
}

/* The page, and what is known about its nodes. */
struct consent {
	struct page *page;
	uint8_t *named; /* of each node, enum consent_name; NULL: no phrase was
			   found yet */
	uint32_t refused; /* the last element that is no dialog; TREE_ROOT: none
			   */
};
enum consent_name { CONSENT_NOT_READ, CONSENT_OTHER, CONSENT_NAMED };

static bool
consent_read_name(const struct tree *t, uint32_t node)
{
	struct slice class = tree_attr(t, node, ATTR_CLASS);
	struct slice id = tree_attr(t, node, ATTR_ID);

	for (size_t i = 0; i < ARRAY_LENGTH(consent_names); i++) {
		struct slice name = slice_of(consent_names[i]);

		if (slice_find_nocase(class, name, 0) != SLICE_NOT_FOUND ||
		    slice_find_nocase(id, name, 0) != SLICE_NOT_FOUND)
			return true;
	}
	return false;
}

static bool
consent_is_named(struct consent *c, uint32_t node)
{
	const struct tree *t = &c->page->tree;

	if (c->named == NULL)
		c->named = arena_array(c->page->arena, t->n, 1);
	if (c->named[node] == CONSENT_NOT_READ)
		c->named[node] =
		    consent_read_name(t, node) ? CONSENT_NAMED : CONSENT_OTHER;
	return c->named[node] == CONSENT_NAMED;
}

/* Returns true if an element may be a dialog: it does not contain the title,
 * and is not an element of the whole page or of an article. */
static bool
consent_may_be(const struct page *page, uint32_t node)
{
	const struct tree *t = &page->tree;
	uint8_t tag = t->nodes[node].tag;
	uint32_t title = page->title_block;

	return node != TREE_ROOT && tag != TAG_BODY && tag != TAG_MAIN &&
	       tag != TAG_ARTICLE &&
	       (title == PAGE_NO_BLOCK || page->blocks[title].first < node ||
		   page->blocks[title].first >= t->nodes[node].end);
}

/* Returns the outermost element around a block that has a name of a dialog and
 * may be a dialog. Returns TREE_ROOT if no element meets both conditions. */
static uint32_t
consent_find_box(struct consent *c, uint32_t at)
{
	const struct page *page = c->page;
	uint32_t found = TREE_ROOT;

	for (uint32_t i = page->blocks[at].node; consent_may_be(page, i);
	     i = page->tree.nodes[i].parent)
		if (consent_is_named(c, i))
			found = i;
	return found;
}

/* Returns true if the first prose of the blocks [from, to) has a phrase, and
 * one of their lines has an answer. */
static bool
consent_is_dialog(const struct page *page, uint32_t from, uint32_t to)
{
	bool has_prose = false, has_answer = false;

	for (uint32_t i = from; i < to && !(has_prose && has_answer); i++) {
		const struct block *b = &page->blocks[i];
		struct slice text = page_block_text(page, b);

		if (b->words <= ANSWER_WORDS && !b->is_heading &&
		    consent_has(&answer_index, text))
			has_answer = true;
		if (has_prose || b->words < PROSE_WORDS)
			continue;
		has_prose = true;
		if (!consent_has(&consent_index, text))
			return false;
	}
	return has_prose && has_answer;
}

/* Returns true if OTHER_WORDS words of prose are outside of the blocks
 * [from, to). */
static bool
consent_has_other_text(const struct page *page, uint32_t from, uint32_t to)
{
	uint32_t words = 0;

	for (uint32_t i = 0; i < page->n_blocks && words < OTHER_WORDS; i++) {
		const struct block *b = &page->blocks[i];

		if ((i < from || i >= to) && b->words >= PROSE_WORDS &&
		    b->link_bytes * 2 < b->bytes &&
		    !(b->marks & (MARK_HIDDEN | MARK_NAVIGATION)))
			words += b->words;
	}
	return words >= OTHER_WORDS;
}

/* Returns true if the feed's title or the title on the page is about cookies.
 */
static bool
consent_is_topic(const struct page *page)
{
	return consent_has(&topic_index, page->input->hint_title) ||
	       (page->title_block != PAGE_NO_BLOCK &&
		   consent_has(
		       &topic_index, page_block_text(page,
					 &page->blocks[page->title_block])));
}

void
features_mark_consent(struct page *page)
{
	struct consent c = { .page = page, .refused = TREE_ROOT };

	pthread_once(&consent_once, consent_fill_index);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		uint32_t box, from, to;

		if (b->marks & (MARK_HIDDEN | MARK_NOTICE) || b->words < 2 ||
		    i == page->title_block ||
		    !consent_has(&consent_index, page_block_text(page, b)))
			continue;
		box = consent_find_box(&c, i);
		if (box == TREE_ROOT || box == c.refused)
			continue;
		from = page_block_at(page, box);
		to = page_block_at(page, page->tree.nodes[box].end);
		if (!consent_is_dialog(page, from, to) ||
		    !consent_has_other_text(page, from, to) ||
		    consent_is_topic(page)) {
			c.refused = box;
			continue;
		}
		for (i = from; i < to; i++)
			page->blocks[i].marks |= MARK_NOTICE;
		i--;
	}
}
