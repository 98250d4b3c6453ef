/*
 * region_pre.c -- chooses a story in a <pre> that contains several stories.
 *
 * In:  tree; the feed's title; the page's own title.
 * Out: the text of the <pre>, shortened to the story.
 *
 * Newsletters and archives of mailing lists have several stories in one text
 * node. A line with the words of the feed's title is the headline of the story.
 * The story ends before the next line that has the same form as the headline:
 * both are underlined, begin with the same sign, are in capitals, follow a rule
 * such as "-----", or follow two empty lines.
 * Nothing is changed if the page's own title is the feed's title, because the
 * <pre> may then be one article with sections, or if no other line has the form
 * of the headline.
 * Cost: O(bytes of the <pre>).
 */
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/marks/region/region_match.h"

#define LINE_BYTES  240 /* largest headline */
#define TITLE_WORDS 3   /* least number of words of the feed's title */
#define PRE_WORDS   60  /* least number of words of the <pre> */
#define TEXT_WORDS  20  /* least number of words of the story */

/* A line, and what is before and after it. */
struct pre_line {
	size_t from, next;     /* bytes of the line; the line after it */
	size_t body;           /* after the line and its underline */
	struct slice text;     /* trimmed */
	unsigned blank_before; /* empty lines; 2 at the beginning of the text */
	bool after_rule, is_underlined, is_upper, is_alone;
	char sign; /* the first character, if it is no letter and no digit */
};

/* Returns true if a line consists only of three or more signs such as "-". */
static bool
region_pre_is_rule(struct slice line)
{
	size_t signs = 0;

	for (size_t i = 0; i < line.len; i++) {
		char c = line.p[i];

		if (c == '-' || c == '=' || c == '*' || c == '_' || c == '~' ||
		    c == '#')
			signs++;
		else if (c != ' ')
			return false;
	}
	return signs >= 3;
}

/* Returns the line that begins at `at`, without white space at its ends. Sets
 * *ret_next to the beginning of the next line. */
static struct slice
region_pre_line_at(struct slice text, size_t at, size_t *ret_next)
{
	size_t end = slice_find_char(text, '\n', at);

	if (end == SLICE_NOT_FOUND)
		end = text.len;
	*ret_next = end < text.len ? end + 1 : text.len;
	return slice_trim(slice_sub(text, at, end));
}

/* Returns true if a line has no letter in lower case. */
static bool
region_pre_is_upper(struct slice line)
{
	bool has_upper = false;

	for (size_t i = 0; i < line.len;) {
		uint32_t rune;

		i += utf8_decode(line.p + i, line.len - i, &rune);
		if (rune_lower(rune) != rune)
			has_upper = true;
		else if (rune > 0x7F || (rune >= 'a' && rune <= 'z'))
			return false;
	}
	return has_upper;
}

/* Reads the next line with text from *at. *blank and *after_rule describe what
 * is before *at. Returns false at the end of the text. */
static bool
region_pre_next(struct slice text, size_t *at, unsigned *blank,
    bool *after_rule, struct pre_line *ret)
{
	struct slice after;
	size_t next;

	for (; *at < text.len; *at = next) {
		*ret = (struct pre_line){ .from = *at };
		ret->text = region_pre_line_at(text, *at, &next);
		if (ret->text.len > 0 && !region_pre_is_rule(ret->text))
			break;
		*blank += ret->text.len == 0;
		*after_rule |= ret->text.len > 0;
	}
	if (*at >= text.len)
		return false;
	ret->blank_before = *blank;
	ret->after_rule = *after_rule;
	ret->next = ret->body = next;
	after = region_pre_line_at(text, next, &next);
	ret->is_underlined = region_pre_is_rule(after);
	if (ret->is_underlined)
		ret->body = next;
	ret->is_alone = ret->is_underlined || after.len == 0;
	ret->is_upper = region_pre_is_upper(ret->text);
	if ((ret->text.p[0] & 0x80) == 0 && !ascii_is_letter(ret->text.p[0]) &&
	    !ascii_is_digit(ret->text.p[0]))
		ret->sign = ret->text.p[0];
	*at = ret->body;
	*blank = 0;
	*after_rule = false;
	return true;
}

/* Returns true if a line may be a headline. */
static bool
region_pre_may_be(const struct pre_line *line)
{
	char last = line->text.p[line->text.len - 1];

	return line->is_alone && line->text.len <= LINE_BYTES &&
	       (line->blank_before > 0 || line->after_rule) && last != '.' &&
	       last != ',' && last != ';' && last != ':';
}

/* Returns true if a line has the form of the story's headline. */
static bool
region_pre_are_alike(const struct pre_line *headline, const struct pre_line *b)
{
	if (!region_pre_may_be(b) ||
	    headline->is_underlined != b->is_underlined ||
	    headline->sign != b->sign || headline->is_upper != b->is_upper)
		return false;
	return headline->is_underlined || headline->sign != 0 ||
	       headline->is_upper || b->after_rule || b->blank_before >= 2;
}

/* Returns a headline without a date in square brackets before it. */
static struct slice
region_pre_without_date(struct slice line)
{
	size_t end = SLICE_NOT_FOUND;

	if (slice_starts(line, SLICE("[")))
		end = slice_find_char(line, ']', 0);
	return end == SLICE_NOT_FOUND ? line
				      : slice_sub(line, end + 1, line.len);
}

/* Finds the only headline with the words of the title. */
static bool
region_pre_find(
    struct slice text, const struct words *title, struct pre_line *ret)
{
	struct pre_line line;
	unsigned blank = 2, n = 0;
	bool after_rule = false;
	size_t at = 0;

	while (region_pre_next(text, &at, &blank, &after_rule, &line)) {
		struct words words;

		if (!region_pre_may_be(&line))
			continue;
		words_read(&words, region_pre_without_date(line.text));
		if (words_agree(title, &words) < TITLE_AGREES)
			continue;
		*ret = line;
		n++;
	}
	return n == 1;
}

/* Returns the story under the headline; the whole text if no other line has the
 * form of the headline. */
static struct slice
region_pre_cut(struct slice text, const struct pre_line *headline)
{
	struct pre_line line;
	unsigned blank = 2;
	bool after_rule = false;
	size_t at = 0, end = text.len, n = 0;

	while (region_pre_next(text, &at, &blank, &after_rule, &line)) {
		if (line.from == headline->from ||
		    !region_pre_are_alike(headline, &line))
			continue;
		n++;
		if (line.from > headline->from) {
			end = line.from;
			break;
		}
	}
	if (n == 0)
		return text;
	/* the rule and the empty lines before the next story */
	for (text = slice_trim(slice_sub(text, headline->body, end));;) {
		size_t from = text.len, next;

		while (from > 0 && text.p[from - 1] != '\n')
			from--;
		if (from == 0 ||
		    !region_pre_is_rule(region_pre_line_at(text, from, &next)))
			return text;
		text = slice_trim(slice_sub(text, 0, from));
	}
}

/* Returns the only text node of a <pre>; TREE_ROOT if it has other nodes. */
static uint32_t
region_pre_text(const struct tree *t, uint32_t pre)
{
	return t->nodes[pre].end == pre + 2 && t->nodes[pre + 1].tag == TAG_TEXT
		   ? pre + 1
		   : TREE_ROOT;
}

void
features_choose_pre_story(struct page *page)
{
	struct tree *t = &page->tree;
	struct words title, own;
	bool is_read = false;

	for (uint32_t i = 0; i < t->n; i++) {
		struct pre_line headline = { 0 };
		struct slice story;
		uint32_t node;

		if (t->nodes[i].tag != TAG_PRE)
			continue;
		node = region_pre_text(t, i);
		if (node == TREE_ROOT ||
		    words_count(t->nodes[node].text) < PRE_WORDS)
			continue;
		if (!is_read) {
			words_read(&title,
			    slice_sub(page->input->hint_title, 0, 1024));
			words_read(&own, slice_sub(page->head->title, 0, 1024));
			is_read = true;
		}
		if (title.n < TITLE_WORDS ||
		    words_overlap(&own, &title) >= TITLE_AGREES ||
		    !region_pre_find(t->nodes[node].text, &title, &headline))
			continue;
		story = region_pre_cut(t->nodes[node].text, &headline);
		if (words_count(story) >= TEXT_WORDS)
			t->nodes[node].text = story;
	}
}
