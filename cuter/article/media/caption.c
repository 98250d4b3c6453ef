/*
 * caption.c -- finds the caption and the credit of a picture.
 *
 * In:  the tree around an image.
 * Out: caption and credit.
 *
 * The caption is the <figcaption> of the image's <figure>, inside or directly
 * after it; else an element near the image whose class denotes a caption; else
 * a short text beside the image (caption_plain.c).  The credit is in an element
 * whose class denotes a credit, or at the end of the caption after a sign
 * ("Photo:", "©") or in brackets.
 */
#include <pthread.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/article/media/media.h"
#include "cuter/features/features.h"
#include "cuter/features/phrase_index.h"

#define CAPTION_BYTES 1000
#define CREDIT_BYTES  120
#define SEARCH_NODES  60 /* nodes after an image that are searched */
/* A credit is searched in this number of sentences at the end of a caption. */
#define LAST_SENTENCES 4

static const char *const credit_words[] = { "credit", "copyright", "agency",
	"photographer", "fotograf", "bildnachweis", "quelle", "rights",
	"source", "byline", "camera" };
static const char *const caption_words[] = { "caption", "legend", "infotext",
	"img-info", "image-info", "mediainfo", "bildtext", "image-text",
	"bildunter", "cutline", "pie-foto", "piedefoto", "didascalia" };

static struct phrase_index credit_index, caption_index;
static pthread_once_t caption_once = PTHREAD_ONCE_INIT;

static void
caption_fill_indexes(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(credit_words); i++)
		phrase_index_add(&credit_index, credit_words[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(caption_words); i++)
		phrase_index_add(&caption_index, caption_words[i]);
}

static bool
caption_has_class(
    const struct page *page, uint32_t node, const struct phrase_index *words)
{
	struct slice class = tree_attr(&page->tree, node, ATTR_CLASS);

	pthread_once(&caption_once, caption_fill_indexes);
	return phrase_index_next(words, class, &(struct phrase_match){ 0 });
}

/* Returns the visible text of a node as one line, without the subtree
 * `without`. */
static struct slice
caption_text_of(const struct page *page, uint32_t node, uint32_t without)
{
	const struct tree *t = &page->tree;
	struct buf out;

	if (page->bytes[node] == 0 || page->bytes[node] > CAPTION_BYTES)
		return SLICE_NONE;
	buf_init_with(&out, 4 * CAPTION_BYTES, page->arena->allocator);
	for (uint32_t i = node; i < t->nodes[node].end; i++) {
		if (i == without) {
			i = t->nodes[i].end - 1;
			continue;
		}
		if (t->nodes[i].tag == TAG_BR ||
		    tag_is(t->nodes[i].tag, TAG_IS_BLOCK))
			buf_append_char(&out, ' ');
		if (t->nodes[i].tag == TAG_TEXT &&
		    !(page->marks[i] & MARK_HIDDEN))
			buf_append_slice(&out, t->nodes[i].text);
	}
	return article_line_from_buf(page->arena, &out, CAPTION_BYTES);
}

/* Returns the node in [from, to) whose class denotes a credit, or TREE_NOWHERE.
 */
static uint32_t
caption_find_credit(const struct page *page, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		if (page->tree.nodes[i].tag != TAG_TEXT && page->bytes[i] > 0 &&
		    page->bytes[i] <= CREDIT_BYTES &&
		    caption_has_class(page, i, &credit_index))
			return i;
	return TREE_NOWHERE;
}

bool
media_is_other(const struct page *page, uint32_t image, uint32_t node)
{
	const struct tree *t = &page->tree;

	return tag_is(t->nodes[node].tag, TAG_IS_MEDIA) &&
	       (t->nodes[node].tag != t->nodes[image].tag ||
		   !slice_equal(tree_attr(t, node, ATTR_SRC),
		       tree_attr(t, image, ATTR_SRC)));
}

/* Returns the first <figcaption> with text in [from, to), else the first node
 * whose class denotes a caption; TREE_NOWHERE if there is none. The search ends
 * at the next image or player, unless that is a copy of the image: the <img> in
 * the <noscript> after an image that a script loads. */
static uint32_t
caption_find_element(
    const struct page *page, uint32_t image, uint32_t from, uint32_t to)
{
	const struct tree *t = &page->tree;
	uint32_t marked = TREE_NOWHERE;

	for (uint32_t i = from; i < to; i++) {
		if (t->nodes[i].tag == TAG_FIGCAPTION && page->bytes[i] > 0)
			return i;
		if (media_is_other(page, image, i))
			break;
		if (t->nodes[i].tag == TAG_TEXT || page->bytes[i] == 0 ||
		    marked != TREE_NOWHERE)
			continue;
		if (caption_has_class(page, i, &caption_index) &&
		    !caption_has_class(page, i, &credit_index))
			marked = i;
	}
	return marked;
}

/* Searches for a caption in the figure of the image and directly after the
 * figure. If there is no figure, searches the nodes after the image. */
static uint32_t
caption_find_near(const struct page *page, uint32_t node)
{
	const struct tree *t = &page->tree;
	uint32_t figure = tree_up_to(t, node, TAG_FIGURE), part = TREE_NOWHERE;
	uint32_t to = node + SEARCH_NODES < t->n ? node + SEARCH_NODES : t->n;

	if (figure != TREE_NOWHERE) {
		part = caption_find_element(
		    page, node, node + 1, t->nodes[figure].end);
		to = t->nodes[figure].end + 3 < t->n ? t->nodes[figure].end + 3
						     : t->n;
		if (part == TREE_NOWHERE)
			part = caption_find_element(
			    page, node, t->nodes[figure].end, to);
		return part;
	}
	return caption_find_element(page, node, node + 1, to);
}

/* ---- credits ---- */

/* Texts that precede the name of a photographer or agency. */
static const char *const signs[] = { "\xC2\xA9", "Foto:", "Fotos:", "Photo:",
	"Photos:", "Bild:", "Bilder:", "Quelle:", "Bildquelle:", "Image:",
	"Images:", "Imagen:", "Source:", "Credit:", "Credito:",
	("Cr\xC3\xA9"
	 "dit"),
	"Fuente:", "Fonte:", "Picture:", "Picture by ",
	"Photograph:", "Photograph by ", "Photo by ", "Photo credit",
	"Photo source", "Image credit", "Image source", "Picture credit",
	"Isithombe:", "Kuva:", "Zdroj:", "Kilde:", "Fot.",
	"Grafik:", "Illustration:", "Symbolfoto:",
	"\xD0\xA4\xD0\xBE\xD1\x82\xD0\xBE:", "\xEC\x82\xAC\xEC\xA7\x84",
	"\xE5\x86\x99\xE7\x9C\x9F\xEF\xBC\x9A" };

/* Removes the characters of edge_signs[] at both ends: brackets, dashes, "©"
 * and others. */
static struct slice
caption_trim_signs(struct slice s)
{
	static const char *const edge_signs[] = { "(", ")", "[", "]", "|", "/",
		":", "=", "-", ",", "\xE2\x80\x94", "\xE2\x80\x93",
		"\xC2\xA9" };
	bool again = true;

	while (again) {
		again = false;
		s = slice_trim(s);
		for (size_t i = 0; i < ARRAY_LENGTH(edge_signs); i++) {
			struct slice edge_sign = slice_of(edge_signs[i]);

			if (s.len > 0 && slice_starts(s, edge_sign)) {
				s = slice_sub(s, edge_sign.len, s.len);
				again = true;
			}
			if (s.len > 0 && slice_ends(s, edge_sign)) {
				s = slice_sub(s, 0, s.len - edge_sign.len);
				again = true;
			}
		}
	}
	return s;
}

/* Removes the signs that precede a credit, "(" or " — ", from the end of a
 * caption. */
static struct slice
caption_without_lead(struct slice s)
{
	static const char *const leads[] = { "(", "[", "|", "/", "-",
		"\xE2\x80\x94", "\xE2\x80\x93", "Copyright" };
	bool again = true;

	while (again) {
		again = false;
		s = slice_trim(s);
		for (size_t i = 0; i < ARRAY_LENGTH(leads); i++)
			if (slice_ends(s, slice_of(leads[i]))) {
				s = slice_sub(s, 0, s.len - strlen(leads[i]));
				again = true;
			}
	}
	return s;
}

/* Returns the length in bytes of the letter that ends before `at`; 0 if there
 * is none. */
static size_t
caption_letter_before(struct slice s, size_t at)
{
	size_t from = at;
	uint32_t rune;

	if (from == 0)
		return 0;
	do
		from--;
	while (from > 0 && ((unsigned char)s.p[from] & 0xc0) == 0x80);
	utf8_decode(s.p + from, at - from, &rune);
	return rune_is_word(rune) ? at - from : 0;
}

static bool
caption_is_capital(char c)
{
	return ascii_is_upper(c);
}

/* Returns the start of the word that contains the sign at `at`. The word may be
 * longer than the sign: "Symbolfoto:". Returns SLICE_NOT_FOUND if the word is
 * in lower case and follows another word, as in "open source:". In
 * "bridgeFoto:" the word begins at the capital, because the texts of two
 * elements are joined without a space. */
static size_t
caption_sign_start(struct slice s, size_t at)
{
	size_t from = at, before, n;

	if ((unsigned char)s.p[at] >= 0x80 ||
	    (caption_is_capital(s.p[at]) &&
		(at == 0 || !caption_is_capital(s.p[at - 1]))))
		return at;
	while ((n = caption_letter_before(s, from)) > 0)
		from -= n;
	before = from;
	while (before > 0 && s.p[before - 1] == ' ')
		before--;
	if (ascii_is_lower(s.p[from]) && caption_letter_before(s, before) > 0)
		return SLICE_NOT_FOUND;
	return from;
}

/* Returns the offset of the last sign of a credit in the text, SLICE_NOT_FOUND
 * if there is none. *ret_after is the offset after the sign. If signs overlap
 * ("Photo Credit:"), the sign that begins first is used. */
static size_t
caption_last_sign(struct slice s, size_t *ret_after)
{
	size_t best = SLICE_NOT_FOUND, end = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(signs); i++) {
		size_t at = slice_find_nocase(s, slice_of(signs[i]), 0);

		while (at != SLICE_NOT_FOUND) {
			size_t from = caption_sign_start(s, at);
			size_t behind = at + strlen(signs[i]);

			if (from != SLICE_NOT_FOUND &&
			    (best == SLICE_NOT_FOUND || from >= end ||
				(from < best && behind > best))) {
				best = from;
				end = behind;
			}
			at = slice_find_nocase(s, slice_of(signs[i]), at + 1);
		}
	}
	if (best != SLICE_NOT_FOUND)
		*ret_after = end;
	return best;
}

bool
caption_begins_with_credit(struct slice s)
{
	return caption_last_sign(s, &(size_t){ 0 }) == 0;
}

/* Removes further signs of a credit from the end of a caption, as in "Foto: ©".
 */
static struct slice
caption_without_signs(struct slice s)
{
	size_t behind = 0, at;

	s = caption_without_lead(s);
	while ((at = caption_last_sign(s, &behind)) != SLICE_NOT_FOUND &&
	       caption_trim_signs(slice_sub(s, behind, s.len)).len == 0)
		s = caption_without_lead(slice_sub(s, 0, at));
	return s;
}

/* True if the end of a caption is a credit without a sign, such as "X/AFP" or
 * "EFE/ X": it is short, begins with a capital, and has a slash or the name of
 * an agency. */
static bool
caption_looks_like_credit(struct slice s)
{
	return s.len > 1 && s.len <= CREDIT_BYTES && words_count(s) <= 8 &&
	       (unsigned char)s.p[0] >= 'A' && !ascii_is_lower(s.p[0]) &&
	       (slice_find_char(s, '/', 0) != SLICE_NOT_FOUND ||
		   slice_find_nocase(s, SLICE("getty"), 0) != SLICE_NOT_FOUND ||
		   slice_find(s, SLICE("AFP"), 0) != SLICE_NOT_FOUND ||
		   slice_find(s, SLICE("AP"), 0) != SLICE_NOT_FOUND ||
		   slice_find_nocase(s, SLICE("reuters"), 0) !=
		       SLICE_NOT_FOUND ||
		   slice_find_nocase(s, SLICE("unsplash"), 0) !=
		       SLICE_NOT_FOUND ||
		   slice_find_nocase(s, SLICE("shutterstock"), 0) !=
		       SLICE_NOT_FOUND);
}

static bool
caption_take_credit(struct slice *caption, size_t at, struct slice *ret_credit)
{
	struct slice credit =
	    caption_trim_signs(slice_sub(*caption, at, caption->len));

	if (at == 0 || !caption_looks_like_credit(credit))
		return false;
	*ret_credit = credit;
	*caption = slice_trim(slice_sub(*caption, 0, at));
	return true;
}

void
media_split_credit(struct slice *caption, struct slice *ret_credit)
{
	struct slice s = *caption, credit;
	size_t behind = 0, at = caption_last_sign(s, &behind);

	if (at != SLICE_NOT_FOUND) {
		credit = caption_trim_signs(slice_sub(s, behind, s.len));
		if (credit.len > 0 && credit.len <= CREDIT_BYTES) {
			*ret_credit = credit;
			*caption = caption_without_signs(slice_sub(s, 0, at));
			return;
		}
	}
	if (s.len > 2 && s.p[s.len - 1] == ')') {
		at = s.len - 1;
		while (at > 0 && s.p[at] != '(')
			at--;
		caption_take_credit(caption, at, ret_credit);
		return;
	}
	/* A credit may follow a sentence: "… in Madrid. EFE/ J.J. Ada". */
	at = s.len;
	for (unsigned ends = 0; at > 2 && ends < LAST_SENTENCES; at--)
		if (s.p[at - 1] == ' ' && s.p[at - 2] == '.') {
			ends++;
			if (caption_take_credit(caption, at, ret_credit))
				return;
		}
}

void
media_find_caption(
    const struct page *page, uint32_t node, struct cuter_media *m)
{
	const struct tree *t = &page->tree;
	uint32_t part = caption_find_near(page, node), credit = TREE_NOWHERE,
		 box;

	if (part == TREE_NOWHERE)
		part = caption_find_plain(page, node);
	if (part == TREE_NOWHERE)
		return;
	credit = caption_find_credit(page, part + 1, t->nodes[part].end);
	box = tree_up_to(t, node, TAG_FIGURE);
	if (credit == TREE_NOWHERE && box != TREE_NOWHERE)
		credit = caption_find_credit(page, box + 1, t->nodes[box].end);
	m->caption = caption_text_of(page, part, credit);
	if (credit != TREE_NOWHERE)
		m->credit = caption_trim_signs(
		    caption_text_of(page, credit, TREE_NOWHERE));
	if (credit != TREE_NOWHERE && caption_begins_with_credit(m->credit))
		media_split_credit(
		    &(struct slice){ m->credit.p, m->credit.len }, &m->credit);
	if (m->credit.len == 0)
		media_split_credit(&m->caption, &m->credit);
	if (m->caption.len == 0)
		m->caption = SLICE_NONE;
	else
		m->caption = caption_without_lead(m->caption);
}
