/*
 * byline_alone.c -- reads names that have no leader and no markup, from lines
 * beside the date of the article.
 *
 * In:  the blocks between the title and the first paragraph: "Ada Field" before
 *      "4 May 2026"; "Ada Field | 4 May 2026"; "Ada Field (AFP)".
 * Out: names.
 *
 * The lines are divided into parts: at line breaks, at the ends of inline
 * elements, and at signs such as "|". A part is a name if each word begins with
 * a capital, no word is usual in names of sections, and the next part is a
 * date. A role or a place may be between them. The name of an agency in
 * brackets after a name replaces the date.
 * Cost: O(bytes of a few blocks).
 */
#include "base/array.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/article/author/byline.h"
#include "cuter/article/author/han_name.h"
#include "cuter/article/date/published.h"
#include "cuter/features/features.h"

#define ALONE_BLOCKS 8   /* number of blocks after the title that are read */
#define ALONE_PROSE  12  /* least number of words of a paragraph */
#define ALONE_BYTES  160 /* largest size of a line */
#define ALONE_PARTS  16  /* maximum number of parts */
#define PART_BYTES   90  /* largest size of a part that is a name */
#define NAME_LEAST   2   /* words of a name */
#define NAME_MOST    5
#define PLACE_WORDS  3 /* maximum number of words of a place after a name */

/* Words of the names of sections, formats and places, in lower case. A line
 * with such a word is not a name. */
static const char *const section_words[] = { "africa", "america", "analysis",
	"arts", "asia", "basketball", "breaking", "business", "cinema",
	"climate", "comment", "community", "council", "county", "crime",
	"culture", "deportes", "district", "east", "economy", "economía",
	"editorial", "education", "england", "entertainment", "environment",
	"estate", "europe", "exclusive", "fashion", "feature", "features",
	"film", "finance", "food", "football", "gallery", "government",
	"health", "history", "india", "international", "interview", "ireland",
	"kingdom", "kultur", "kultura", "latest", "law", "letters", "life",
	"lifestyle", "live", "local", "market", "markets", "media", "money",
	"music", "national", "new", "news", "north", "opinion", "opinión",
	"panorama", "politics", "politik", "política", "press", "release",
	"report", "review", "reviews", "science", "sciences", "scotland",
	"society", "south", "special", "sport", "sports", "staff", "states",
	"street", "style", "technology", "times", "travel", "united", "update",
	"video", "wales", "weather", "west", "wirtschaft", "world", "zealand",
	"aktuelles", "gesellschaft", "regional", "wissen", "économie",
	"société", "monde", "actualité", "actualités", "cronaca", "mundo",
	"sociedad", "cultura", "economia", "nieuws", "samenleving",
	"wiadomości", "nyheter", "ledare", "free", "full", "access",
	"university", "institute", "company", "group", "limited", "inc", "ltd",
	"foundation", "association", "department", "ministry", "office", "city",
	"town", "centre", "center" };

/* Words with which a line begins that is not a name, in lower case. */
static const char *const first_words[] = { "a", "admin", "am", "an", "das",
	"der", "die", "ein", "eine", "forum", "für", "i", "il", "im", "in",
	"mod", "moderator", "nach", "neue", "neuer", "neues", "on", "our",
	"the", "un", "una", "une", "vom", "zum", "zur" };

/* The signs that divide the parts of a line. */
static const char *const divisions[] = { " | ", " \xC2\xB7 ", " \xE2\x80\xA2 ",
	" - ", " \xE2\x80\x93 ", " \xE2\x80\x94 ", " // " };

enum part_kind { PART_OTHER, PART_DATE, PART_SHORT, PART_NAME };

struct alone_part {
	struct slice text;
	uint8_t kind;
	bool is_signed; /* the name of an agency follows the name */
};

struct alone {
	const struct page *page;
	const struct cuter_article *article;
	enum date_order order;
	struct words title;
	struct alone_part parts[ALONE_PARTS];
	size_t n;
};

/* ---- names ---- */

/* Returns true if a word may be in the name of a person. */
static bool
byline_alone_is_word(struct slice word)
{
	uint32_t first;

	(void)utf8_decode(word.p, word.len, &first);
	if (rune_lower(first) == first)
		return name_is_particle(word) || first == '\'' ||
		       first == 0x2019 || slice_starts(word, SLICE("d'")) ||
		       slice_starts(word, SLICE("d\xE2\x80\x99"));
	for (size_t i = 0; i < word.len; i++)
		if (ascii_is_digit(word.p[i]) ||
		    strchr("!?:;&/@#%()[]\"", word.p[i]) != NULL)
			return false;
	while (word.len > 0 && strchr(".,", word.p[word.len - 1]) != NULL)
		word.len--;
	return word.len > 0 && !name_is_role(word) &&
	       !name_is_desk_word(word) &&
	       !name_is_in(word, section_words, ARRAY_LENGTH(section_words));
}

/* Returns true if a word has two to four letters, all of them capitals: "FC".
 */
static bool
byline_alone_is_acronym(struct slice word)
{
	if (word.len < 2 || word.len > 4)
		return false;
	for (size_t i = 0; i < word.len; i++)
		if (!ascii_is_upper(word.p[i]))
			return false;
	return true;
}

/* Returns true if a text is the name of an agency. */
static bool
byline_alone_is_agency(const struct alone *s, struct slice text)
{
	return name_agency_at_end(
		   arena_format(s->page->arena, "- %.*s", SLICE_ARG(text))) > 0;
}

/* Returns true if a text has the form of one person's name. */
static bool
byline_alone_is_name(const struct alone *s, struct slice text)
{
	struct slice rest = text, word;
	size_t n = 0, of_title = 0, particles = 0, acronyms = 0;

	if (name_next_word(&rest, &word) &&
	    name_is_in(word, first_words, ARRAY_LENGTH(first_words)))
		return false;
	rest = text;
	while (name_next_word(&rest, &word)) {
		struct words one;

		if (++n > NAME_MOST || !byline_alone_is_word(word))
			return false;
		words_read(&one, word);
		of_title += words_covered(&one, &s->title) == 1.0;
		particles += name_is_particle(word);
		acronyms += byline_alone_is_acronym(word);
	}
	return n >= NAME_LEAST + particles && of_title < n &&
	       (acronyms == 0 || acronyms == n) &&
	       !byline_alone_is_agency(s, text);
}

/* Removes the sign of an agency: "(AFP)", "/AFP", " / AFP", and before the
 * name "AFP/". Returns true if there was one. */
static bool
byline_alone_cut_agency(struct slice *text)
{
	struct slice s = *text, agency;
	size_t at = SLICE_NOT_FOUND;

	if (slice_ends(s, SLICE(")"))) {
		at = slice_find_char(s, '(', 0);
		agency =
		    slice_sub(s, at == SLICE_NOT_FOUND ? 0 : at + 1, s.len - 1);
	} else {
		at = slice_find_char(s, '/', 0);
		agency =
		    slice_sub(s, at == SLICE_NOT_FOUND ? 0 : at + 1, s.len);
	}
	if (at == SLICE_NOT_FOUND)
		return false;
	if (name_is_agency(slice_trim(agency))) {
		*text = slice_trim(slice_sub(s, 0, at));
		return true;
	}
	if (!name_is_agency(slice_trim(slice_sub(s, 0, at))))
		return false;
	*text = slice_trim(agency);
	return true;
}

/* Returns the end of the first name of a list; *ret_joint: the length of the
 * joint after it. */
static size_t
byline_alone_joint(const struct alone *s, struct slice text, size_t *ret_joint)
{
	size_t at = 0;

	*ret_joint = 0;
	for (; at < text.len; at++) {
		*ret_joint = name_joint(
		    slice_sub(text, at, text.len), s->article->language);
		if (*ret_joint > 0)
			break;
	}
	return at;
}

/* Returns true if a text is a list of names. Adds them to `names`, if it is not
 * NULL. After a comma, one part without a further joint is a place. */
static bool
byline_alone_read_names(
    const struct alone *s, struct slice text, struct names *names)
{
	size_t n = 0;
	bool after_comma = false;

	while (text.len > 0) {
		size_t joint, end = byline_alone_joint(s, text, &joint);
		struct slice one = slice_trim(slice_sub(text, 0, end));
		bool is_last = end + joint >= text.len;

		if (after_comma && is_last && n == 1)
			return words_count(one) <= PLACE_WORDS &&
			       (name_is_agency(one) ||
				   byline_alone_is_word(one) ||
				   byline_alone_is_name(s, one));
		if (!byline_alone_is_name(s, one))
			return false;
		if (names != NULL)
			names_add(s->page->arena, one, s->article->language,
			    NAME_LEADER, names);
		n++;
		after_comma = joint > 0 && text.p[end] == ',';
		text = slice_sub(text, end + joint, text.len);
	}
	return n > 0;
}

/* Names in scripts without capitals are recognised by their surnames. */
static bool
byline_alone_is_east_asian(const struct alone *s, struct slice text)
{
	if (slice_starts(s->article->language, SLICE("zh")))
		return han_name_is(text);
	if (slice_starts(s->article->language, SLICE("ja")))
		return han_name_is_japanese(text);
	return slice_starts(s->article->language, SLICE("ko")) &&
	       han_name_is_korean(text);
}

/* ---- parts ---- */

static bool
byline_alone_is_date(const struct alone *s, struct slice text)
{
	unsigned flags;
	int64_t at;

	return published_is_date_line(text, SLICE_NONE) &&
	       published_find(text, s->order, &at, &flags);
}

/* Removes the brackets around a name: "【山田太郎】". */
static struct slice
byline_alone_unwrap(struct slice s)
{
	static const char *const brackets[][2] = {
		{ "\xE3\x80\x90", "\xE3\x80\x91" },
		{ "\xEF\xBC\x88", "\xEF\xBC\x89" },
		{ "(", ")" },
		{ "[", "]" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(brackets); i++)
		if (slice_starts(s, slice_of(brackets[i][0])) &&
		    slice_ends(s, slice_of(brackets[i][1])))
			return slice_trim(slice_sub(s, strlen(brackets[i][0]),
			    s.len - strlen(brackets[i][1])));
	return s;
}

static void
byline_alone_add(struct alone *s, struct slice text)
{
	struct alone_part *part = &s->parts[s->n];

	text = slice_trim(text);
	if (text.len == 0 || s->n == ALONE_PARTS)
		return;
	*part = (struct alone_part){ .text = text };
	s->n++;
	if (byline_alone_is_date(s, text)) {
		part->kind = PART_DATE;
		return;
	}
	if (text.len > PART_BYTES)
		return;
	part->text = byline_alone_unwrap(part->text);
	part->is_signed = byline_alone_cut_agency(&part->text);
	if (byline_alone_is_east_asian(s, part->text) ||
	    byline_alone_read_names(s, part->text, NULL))
		part->kind = PART_NAME;
	else if (words_count(text) <= PLACE_WORDS)
		part->kind = PART_SHORT;
}

/* Divides a text at signs. */
static void
byline_alone_divide(struct alone *s, struct slice text)
{
	while (text.len > 0) {
		size_t end = text.len, next = text.len;

		for (size_t i = 0; i < ARRAY_LENGTH(divisions); i++) {
			size_t at = slice_find(text, slice_of(divisions[i]), 0);

			if (at < end) {
				end = at;
				next = at + strlen(divisions[i]);
			}
		}
		byline_alone_add(s, slice_sub(text, 0, end));
		text = slice_sub(text, next, text.len);
	}
}

/* Divides a block at line breaks, and between texts of different elements. */
static void
byline_alone_read_block(struct alone *s, const struct block *b)
{
	const struct tree *t = &s->page->tree;

	for (uint32_t i = b->first; i < b->end; i++) {
		size_t n = s->n;

		if (t->nodes[i].tag != TAG_TEXT ||
		    s->page->marks[i] & MARK_HIDDEN)
			continue;
		byline_alone_divide(s, article_line(s->page->arena,
					   t->nodes[i].text, ALONE_BYTES));
		/* Most links in such lines lead to sections. */
		for (; n < s->n && s->page->marks[i] & MARK_LINK; n++)
			if (s->parts[n].kind == PART_NAME)
				s->parts[n].kind = PART_OTHER;
	}
}

static void
byline_alone_read_parts(struct alone *s)
{
	const struct page *page = s->page;
	uint32_t i = page->title_block + 1, end = i + ALONE_BLOCKS;

	for (; i < page->n_blocks && i < end && s->n < ALONE_PARTS; i++) {
		const struct block *b = &page->blocks[i];

		if (b->words >= ALONE_PROSE && b->bytes > ALONE_BYTES)
			return;
		if (b->bytes > ALONE_BYTES || b->is_heading ||
		    b->marks &
			(MARK_HIDDEN | MARK_CAPTION | MARK_COMMENTS |
			    MARK_NAVIGATION | MARK_OTHER_STORY | MARK_LIST)) {
			if (s->n > 0 && s->n < ALONE_PARTS)
				s->parts[s->n++].kind = PART_OTHER;
			continue;
		}
		byline_alone_read_block(s, b);
	}
}

/* Returns true if a part is beside a date, or only a short part is between
 * them. */
static bool
byline_alone_is_dated(const struct alone *s, size_t i)
{
	for (size_t far = 1; far <= 2; far++) {
		if (i >= far && s->parts[i - far].kind == PART_DATE &&
		    (far == 1 || s->parts[i - 1].kind == PART_SHORT))
			return true;
		if (i + far < s->n && s->parts[i + far].kind == PART_DATE &&
		    (far == 1 || s->parts[i + 1].kind == PART_SHORT))
			return true;
	}
	return false;
}

void
byline_read_alone(
    const struct page *page, const struct cuter_article *a, struct names *names)
{
	struct alone s = { .page = page, .article = a };

	if (page->title_block == PAGE_NO_BLOCK || names->n > 0)
		return;
	s.order = published_order(page->input->url, a->language);
	words_read(&s.title,
	    page_block_text(page, &page->blocks[page->title_block]));
	byline_alone_read_parts(&s);
	for (size_t i = 0; i < s.n && names->n == 0; i++) {
		const struct alone_part *part = &s.parts[i];

		if (part->kind != PART_NAME ||
		    (!part->is_signed && !byline_alone_is_dated(&s, i)))
			continue;
		if (byline_alone_is_east_asian(&s, part->text))
			names_add(page->arena, part->text, a->language,
			    NAME_FIELD, names);
		else
			(void)byline_alone_read_names(&s, part->text, names);
	}
}
