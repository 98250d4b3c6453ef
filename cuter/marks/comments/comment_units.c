/*
 * comment_units.c -- finds comments that no name, heading or link announces.
 *
 * In:  blocks, tree, the block after which comments may begin.
 * Out: the nodes of the comments.
 *
 * Each comment has a text and a line with its author and date ("Tom Berg, 3 May
 * 2026"), or a heading "Re: ..." as in forums. At least UNITS such lines of the
 * same kind must follow each other, with prose between them. A line that begins
 * with "by" does not count, because lists of stories have such lines, too. A
 * time of day alone does not count either, because live blogs have times.
 */
#include "base/array.h"
#include "base/date/date_names.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/features/features.h"
#include "cuter/marks/comments/comments.h"
#include "cuter/marks/meta_words.h"

#define UNITS       3  /* least number of comments */
#define UNIT_BLOCKS 12 /* maximum number of blocks of a comment */
#define SIGN_WORDS  10 /* maximum number of words of a line of an author */
#define UNIT_WORDS  6  /* least number of words of a comment's text */
#define NAME_WORDS  3  /* maximum number of words of a name */
#define WORD_BYTES  32
/* Least number of words of the article before comments with weak signs, in
 * blocks of at least TEXT_WORDS words. */
#define BEFORE_WORDS   120
#define TEXT_WORDS     12
#define HEADLINE_WORDS 4 /* least number of words of a linked headline */

/* Returns true if a line begins with at most NAME_WORDS names, and a comma, bar
 * or dash follows. */
static bool
comment_units_begins_with_name(struct slice text)
{
	char word[WORD_BYTES + 4];
	size_t n = 0, names = 0, i = 0;
	int value;

	while (i < text.len && names <= NAME_WORDS) {
		uint32_t rune;
		size_t took = utf8_decode(text.p + i, text.len - i, &rune);

		if (rune >= '0' && rune <= '9')
			return false;
		i += took;
		if (rune_is_word(rune)) {
			if (n < WORD_BYTES)
				n += utf8_encode(rune_lower(rune), word + n);
			continue;
		}
		if (n > 0) {
			struct slice name = { word, n };

			if (meta_word_find(name) != META_NONE ||
			    date_word_find(name, &value) != DATE_WORD_UNKNOWN)
				return false;
			names++;
		}
		n = 0;
		if (rune == ',' || rune == '|' || rune == 0x2013 ||
		    rune == 0xb7)
			return names > 0;
	}
	return false;
}

/* Returns true if the numbers of a line may be those of a date with day, month
 * and year. */
static bool
comment_units_has_date(struct slice text)
{
	unsigned numbers = 0, year = 0, digits = 0;

	for (size_t i = 0; i <= text.len; i++) {
		if (i < text.len && ascii_is_digit(text.p[i])) {
			digits++;
			continue;
		}
		numbers += digits > 0;
		year += digits == 4;
		digits = 0;
	}
	return numbers >= 2 && year == 1;
}

/* Words of the age of a comment, as in "2 hours ago". */
static const char *const comment_units_ages[] = { "ago", "vor", "il y a",
	"hace", "há", "fa", "geleden", "sedan", "siden", "sitten", "temu",
	"назад", "тому", "před", "önce", "πριν", "前", "전", "منذ", "לפני" };

/* Returns true if a line has a word of an age. */
static bool
comment_units_has_age(struct slice text)
{
	for (size_t i = 0; i < ARRAY_LENGTH(comment_units_ages); i++) {
		struct slice word = slice_of(comment_units_ages[i]);
		size_t at = slice_find_nocase(text, word, 0);

		if (at != SLICE_NOT_FOUND &&
		    ((unsigned char)word.p[0] >= 0xe3 ||
			((at == 0 || text.p[at - 1] == ' ') &&
			    (at + word.len == text.len ||
				text.p[at + word.len] == ' '))))
			return true;
	}
	return false;
}

static bool
comment_units_has_digit(struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if (ascii_is_digit(text.p[i]))
			return true;
	return false;
}

enum unit_sign {
	UNIT_NONE,
	/* a name and a date or an age, without a separator or in two blocks:
	 * lists of stories, events or products have such lines, too */
	UNIT_WEAK,
	UNIT_SURE
};

static enum unit_sign
comment_units_sign(const struct page *page, const struct block *b)
{
	struct slice text;

	if (b->words == 0 || b->words > SIGN_WORDS || b->marks & MARK_HIDDEN)
		return UNIT_NONE;
	text = page_block_text(page, b);
	if (b->is_heading)
		return slice_starts_nocase(text, SLICE("Re: ")) ||
			       slice_starts_nocase(text, SLICE("AW: "))
			   ? UNIT_SURE
			   : UNIT_NONE;
	if (comment_posts_is_line(page, b))
		return UNIT_SURE;
	if (b->link_bytes * 2 > b->bytes || !comment_units_has_digit(text) ||
	    (!comment_units_has_age(text) && !features_is_meta_line(page, b)))
		return UNIT_NONE;
	/* A name has no digits, so the date or age follows it: in this block,
	 * or in the next one. */
	if (comment_units_has_date(text) &&
	    comment_units_begins_with_name(text) &&
	    features_is_meta_line(page, b))
		return UNIT_SURE;
	return comment_posts_is_name(page, b) ||
		       (b > page->blocks && comment_posts_is_name(page, b - 1))
		   ? UNIT_WEAK
		   : UNIT_NONE;
}

/* Returns true if a heading or a linked headline is among the blocks. The items
 * of a list have one, comments have none. */
static bool
comment_units_has_headline(const struct page *page, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		if (page->blocks[i].is_heading ||
		    (page->blocks[i].words >= HEADLINE_WORDS &&
			page->blocks[i].link_bytes * 2 > page->blocks[i].bytes))
			return true;
	return false;
}

/* Returns true if the page has the text of an article before a block. */
static bool
comment_units_follow_article(const struct page *page, uint32_t at)
{
	uint32_t words = 0;

	for (uint32_t i = 0; i < at; i++)
		if (page->blocks[i].words >= TEXT_WORDS &&
		    page->blocks[i].link_bytes * 2 < page->blocks[i].bytes)
			words += page->blocks[i].words;
	return words >= BEFORE_WORDS;
}

static bool
comment_units_are_alike(const struct page *page, uint32_t a, uint32_t b)
{
	const struct tree *t = &page->tree;
	uint32_t x = page->blocks[a].node, y = page->blocks[b].node;

	return t->nodes[x].tag == t->nodes[y].tag &&
	       slice_equal(
		   tree_attr(t, x, ATTR_CLASS), tree_attr(t, y, ATTR_CLASS));
}

/* Returns true if a text is between two blocks. */
static bool
comment_units_has_text(const struct page *page, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		if (page->blocks[i].words >= UNIT_WORDS &&
		    page->blocks[i].link_bytes * 2 < page->blocks[i].bytes)
			return true;
	return false;
}

/* Returns the last line of a series of similar lines that begins with the block
 * `first`. Writes the number of lines. */
static uint32_t
comment_units_series(const struct page *page, uint32_t first,
    enum unit_sign sign, uint32_t *ret_n)
{
	uint32_t last = first, n = 1;

	for (uint32_t i = first + 1;
	     i < page->n_blocks && i - last <= UNIT_BLOCKS; i++)
		/* comment_units_sign() is the slowest test */
		if (comment_units_are_alike(page, first, i) &&
		    comment_units_has_text(page, last + 1, i) &&
		    comment_units_sign(page, &page->blocks[i]) >= sign) {
			if (sign == UNIT_WEAK &&
			    comment_units_has_headline(page, last + 1, i))
				break;
			last = i;
			n++;
		}
	*ret_n = n;
	return last;
}

/* Finds the nodes of the comments. In separate elements, the comments are the
 * children of the common ancestor. In one element, the lines are before or
 * after their texts: after, if no text follows the last line. */
static void
comment_units_range(const struct page *page, uint32_t first, uint32_t last,
    uint32_t *ret_from, uint32_t *ret_to)
{
	const struct tree *t = &page->tree;
	uint32_t a = page->blocks[first].first, b = page->blocks[last].first;
	uint32_t common = a, from = a, end;

	while (b >= t->nodes[common].end || b < common)
		common = t->nodes[common].parent;
	while (from != common && t->nodes[from].parent != common)
		from = t->nodes[from].parent;
	end = page_block_at(page, t->nodes[common].end);
	*ret_from = from;
	*ret_to = t->nodes[common].end;
	if (page_block_at(page, from) == first && first > 0 &&
	    page_block_at(page, t->nodes[from].end) == first + 1 &&
	    !comment_units_has_text(page, last + 1, end)) {
		*ret_from = page->blocks[first - 1].first;
		*ret_to = page->blocks[last].end;
	}
}

/* Returns true if a line of a post like the block `first` is before the block
 * `from`. The article is then a post, too. */
static bool
comment_units_has_before(const struct page *page, uint32_t first, uint32_t from)
{
	for (uint32_t i = 0; i < from; i++)
		if (comment_units_are_alike(page, first, i) &&
		    comment_posts_is_line(page, &page->blocks[i]))
			return true;
	return false;
}

bool
comment_units_find(const struct page *page, uint32_t from_block, bool is_forum,
    uint32_t *ret_from, uint32_t *ret_to, uint32_t *ret_last)
{
	for (uint32_t i = from_block; i < page->n_blocks;) {
		enum unit_sign sign =
		    comment_units_sign(page, &page->blocks[i]);
		uint32_t n, last;

		if (sign == UNIT_NONE ||
		    (sign == UNIT_WEAK &&
			!comment_units_follow_article(page, i))) {
			i++;
			continue;
		}
		last = comment_units_series(page, i, sign, &n);
		if (n >= UNITS) {
			if (comment_posts_is_line(page, &page->blocks[i]) &&
			    (is_forum ||
				comment_units_has_before(page, i, from_block)))
				return false;
			comment_units_range(page, i, last, ret_from, ret_to);
			*ret_last = last;
			return i - page_block_at(page, *ret_from) <=
				   UNIT_BLOCKS &&
			       page_block_at(page, *ret_to) - last <=
				   UNIT_BLOCKS;
		}
		i = last + 1;
	}
	return false;
}
