/*
 * region_titles.c -- compares headings with the feed's title and with the
 * page's own title.
 *
 * In:  the headings of a page, with their words.
 * Out: similarities between 0 and 1; the heading that the feed's title names.
 *
 * Titles are compared as sets of words, because feeds and pages differ in case,
 * quotes and punctuation.
 * Cost: O(headings * words).
 */
#include "base/array.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/marks/region/region_match.h"

#define TITLE_BYTES 1024
#define LABEL_BYTES 40 /* most bytes of a label before a headline */
/* least share of common words of a headline and the same headline in a feed */
#define EQUAL 0.9
/* headings whose similarities to the title differ by less are equally good */
#define SAME_SCORE 0.06
/* If several headings are equally good, the summary may select one of them. The
 * region of a heading is compared with the summary: its share is the share of
 * the summary's word pairs that the region contains. A region is selected if
 * its share is at least SUMMARY_LEAD, and exceeds the share of each other
 * region by at least SUMMARY_LEAD. */
#define SUMMARY_LEAD 0.25

/* Least share of the words of a title that only its headline has, and largest
 * share that another headline has. */
#define COVERED      0.9
#define OTHERS_COVER 0.5

/* A heading of a section may have all words of a shortened title. A heading
 * that begins with the title is therefore better than one that only has its
 * words: by BEGUN, by BEGUN_KIND for each lower kind (<h1> before <h2>), and by
 * the similarity to the page's own title. */
#define BEGUN      0.3
#define BEGUN_KIND 0.1

double
region_titles_larger(double a, double b)
{
	return a > b ? a : b;
}

/* Returns the largest similarity of a line to og:title and <title>. */
static double
region_titles_compare_own(const struct regions *r, const struct words *line,
    double (*compare)(const struct words *, const struct words *))
{
	double best = 0;
	const struct slice titles[] = {
		page_head_meta(r->page->head, "og:title"), r->page->head->title
	};
	struct words words;

	for (size_t i = 0; i < 2; i++) {
		words_read(&words, slice_sub(titles[i], 0, TITLE_BYTES));
		if (words.n >= WORDS_FEW)
			best =
			    region_titles_larger(best, compare(&words, line));
	}
	return best;
}

double
region_titles_page_agrees(const struct regions *r, const struct words *line)
{
	return region_titles_compare_own(r, line, words_agree);
}

bool
region_titles_has_own(const struct regions *r)
{
	return slice_trim(r->page->head->title).len > 0 ||
	       page_head_meta(r->page->head, "og:title").len > 0;
}

bool
region_titles_begins(const struct regions *r, const struct heading *h)
{
	struct slice title = slice_trim(r->page->head->title);
	struct slice line = slice_trim(region_headings_text(r->page, h));
	size_t at = line.len;
	uint32_t next;

	if (h->line.n < 2 || title.len <= line.len ||
	    !slice_starts_nocase(title, line))
		return false;
	while (at < title.len && title.p[at] == ' ')
		at++;
	(void)utf8_decode(title.p + at, title.len - at, &next);
	return h->line.n >= LONG_HEADING || !rune_is_word(next);
}

bool
region_titles_has_feed_title(const struct regions *r, const struct words *title)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];

		if (!h->is_linked && h->key >> 16 < KIND_BOLD &&
		    title->n >= WORDS_FEW &&
		    words_agree(title, &h->line) >= TITLE_AGREES)
			return true;
	}
	return false;
}

bool
region_titles_has_page_title(const struct regions *r)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];

		if (h->is_linked || h->key >> 16 >= KIND_BOLD)
			continue;
		if (h->line.n >= LONG_HEADING &&
		    region_titles_page_agrees(r, &h->line) >= PAGE_AGREES)
			return true;
		if (region_titles_begins(r, h))
			return true;
	}
	return false;
}

/* Returns the feed's title without the mark of a shortened title. */
static struct slice
region_titles_without_mark(struct slice title)
{
	static const char *const marks[] = { "\xE2\x80\xA6", "...", ":" };

	title = slice_trim(title);
	for (size_t i = 0; i < ARRAY_LENGTH(marks); i++)
		if (slice_ends(title, slice_of(marks[i])))
			return slice_trim(
			    slice_sub(title, 0, title.len - strlen(marks[i])));
	return title;
}

/* Returns true if the feed's title is the beginning of a text. Feeds shorten
 * titles, also in the middle of a word. */
static bool
region_titles_is_beginning(const struct regions *r, const struct words *title,
    struct slice text, const struct words *text_words)
{
	struct slice hint = region_titles_without_mark(
	    slice_sub(r->page->input->hint_title, 0, TITLE_BYTES));

	return (title->n <= text_words->n &&
		   memcmp(title->hash, text_words->hash,
		       title->n * sizeof(title->hash[0])) == 0) ||
	       slice_starts_nocase(slice_trim(text), hint);
}

/* Returns true if a part of the feed's title has the words of a line. */
static bool
region_titles_part_equals(
    struct slice title, size_t from, size_t end, const struct words *line)
{
	struct words part;

	words_read(&part, slice_sub(title, from, end));
	return words_overlap(&part, line) >= EQUAL;
}

/* Returns the length of the number or date before a headline ("2. ", "(2) ",
 * "02/03/2024 "), with the space after it. Returns 0 if the headline begins
 * with a letter, or if no punctuation mark follows the digits ("10 steps"). */
static size_t
region_titles_number(struct slice text)
{
	size_t at = 0, digits = 0, signs = 0;

	while (at < text.len && (unsigned char)text.p[at] < 0x80 &&
	       !ascii_is_letter(text.p[at])) {
		if (ascii_is_digit(text.p[at]))
			digits++;
		else if (digits > 0 && text.p[at] != ' ')
			signs++;
		at++;
	}
	return digits > 0 && signs > 0 && text.p[at - 1] == ' ' ? at : 0;
}

/* Returns a headline without the number, date, place or other label before it
 * ("Harwick - "); an empty slice if it has no label. */
static struct slice
region_titles_unlabelled(struct slice text)
{
	static const char *const separators[] = { ": ", " | ", " - ",
		" \xE2\x80\x93 ", " \xE2\x80\x94 " };
	size_t at, first = SLICE_NOT_FOUND, len = 0;

	text = slice_trim(text);
	at = region_titles_number(text);
	if (at > 0)
		return slice_sub(text, at, text.len);
	for (size_t i = 0; i < ARRAY_LENGTH(separators); i++) {
		at = slice_find(text, slice_of(separators[i]), 0);
		if (at < first) {
			first = at;
			len = strlen(separators[i]);
		}
	}
	return first < LABEL_BYTES ? slice_sub(text, first + len, text.len)
				   : SLICE_NONE;
}

/* Returns true if a line of at least two words has the words of the feed's
 * title, as described at region_titles_equals(). */
static bool
region_titles_names_line(const struct regions *r,
    const struct words *title_words, struct slice text,
    const struct words *line)
{
	/* the name of the site is after a separator, a label is before it */
	static const struct {
		const char *text;
		bool after_headline, before_headline;
	} separators[] = {
		{ " | ", true, true },
		{ " - ", true, false },
		{ " \xE2\x80\x93 ", true, false },
		{ " \xE2\x80\x94 ", true, false },
		{ " \xC2\xB7 ", true, false },
		{ " :: ", true, false },
		{ ": ", false, true },
	};
	struct slice title =
	    slice_sub(r->page->input->hint_title, 0, TITLE_BYTES);

	if (line->n < 2)
		return false;
	if (words_overlap(title_words, line) >= EQUAL ||
	    (title_words->n >= LONG_HEADING &&
		region_titles_is_beginning(r, title_words, text, line)))
		return true;
	/* A part of the title has only words of the title, unless the title has
	 * more words than a set can have. */
	if (title_words->n_total <= WORDS_MAX &&
	    words_covered(line, title_words) < EQUAL)
		return false;
	for (size_t i = 0; i < ARRAY_LENGTH(separators); i++) {
		struct slice separator = slice_of(separators[i].text);
		size_t at = slice_find(title, separator, 0);

		if (at == SLICE_NOT_FOUND)
			continue;
		if ((separators[i].after_headline &&
			region_titles_part_equals(title, 0, at, line)) ||
		    (separators[i].before_headline &&
			region_titles_part_equals(
			    title, at + separator.len, title.len, line)))
			return true;
	}
	return false;
}

/* Does the same as region_titles_equals(). `title_words` are the words of the
 * feed's title. */
static bool
region_titles_names(const struct regions *r, const struct words *title_words,
    const struct heading *h)
{
	struct slice text = region_headings_text(r->page, h), rest;
	struct words line;

	if (region_titles_names_line(r, title_words, text, &h->line))
		return true;
	rest = region_titles_unlabelled(slice_sub(text, 0, TITLE_BYTES));
	if (rest.len == 0)
		return false;
	words_read(&line, rest);
	return line.n >= WORDS_FEW &&
	       region_titles_names_line(r, title_words, rest, &line);
}

bool
region_titles_equals(const struct regions *r, const struct heading *h)
{
	struct words title;

	words_read(
	    &title, slice_sub(r->page->input->hint_title, 0, TITLE_BYTES));
	return region_titles_names(r, &title, h);
}

/* Returns the similarity, 0 .. 1, of a heading to the feed's title. */
static double
region_titles_agree(
    const struct regions *r, const struct words *title, const struct heading *h)
{
	double score = words_agree(title, &h->line);

	if (score < EQUAL && region_titles_names(r, title, h))
		return EQUAL;
	return score;
}

/* Returns the share of word pairs, 0 .. 1, that a heading has in common with
 * the feed's title. */
static double
region_titles_same_order(const struct regions *r, const struct heading *h)
{
	struct words title, line;

	words_read_pairs(
	    &title, slice_sub(r->page->input->hint_title, 0, TITLE_BYTES));
	words_read_pairs(&line, region_headings_text(r->page, h));
	return words_overlap(&title, &line);
}

/* Returns true if the page's own title begins with the feed's title and is
 * longer. */
static bool
region_titles_is_own_beginning(
    const struct regions *r, const struct words *title)
{
	const struct slice titles[] = {
		page_head_meta(r->page->head, "og:title"), r->page->head->title
	};

	for (size_t i = 0; i < 2; i++) {
		struct slice own = slice_sub(titles[i], 0, TITLE_BYTES);
		struct words words;

		words_read(&words, own);
		if (words.n > title->n &&
		    region_titles_is_beginning(r, title, own, &words))
			return true;
	}
	return false;
}

bool
region_titles_is_own(
    const struct regions *r, const struct words *title, const struct heading *h)
{
	bool is_begun = region_titles_is_beginning(
	    r, title, region_headings_text(r->page, h), &h->line);

	if (region_titles_begins(r, h))
		return false;
	if (region_titles_page_agrees(r, title) >
	    region_titles_agree(r, title, h) + 0.1)
		return true;
	if (!region_titles_is_own_beginning(r, title) ||
	    (is_begun && title->n == h->line.n))
		return false;
	/* Many headings have the few words of a shortened title. */
	return region_titles_compare_own(r, &h->line,
		   is_begun ? words_agree : words_overlap) < TITLE_AGREES;
}

/* Returns the score of a heading: its similarity to the feed's title, 0 .. 1.
 * If the heading begins with the title, returns a larger value, at most 3. */
static double
region_titles_score(
    const struct regions *r, const struct words *title, const struct heading *h)
{
	uint32_t kind = h->key >> 16;
	double score = region_titles_agree(r, title, h);

	if (h->is_linked || kind >= KIND_BOLD ||
	    (h->line.n < LONG_HEADING && h->line.n > title->n) ||
	    !region_titles_is_beginning(
		r, title, region_headings_text(r->page, h), &h->line))
		return score;
	score = 1 + BEGUN + BEGUN_KIND * (double)(KIND_BOLD - kind);
	if (region_titles_page_agrees(r, &h->line) >= PAGE_AGREES)
		score += region_titles_compare_own(r, &h->line, words_overlap);
	return score;
}

/* Returns the heading with the words of headings[best] whose region is the
 * longest, if headings[best] is not in this region and its own region is
 * SMALL_PART times shorter: it is then the headline of a teaser, for example
 * with the first paragraph before a paywall. Returns `best` if there is none.
 */
static size_t
region_titles_longest(
    const struct regions *r, const double *scores, size_t best)
{
	const struct heading *own = &r->headings[best];
	size_t found = best;

	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];

		if (scores[i] >= TITLE_AGREES &&
		    h->words > SMALL_PART * own->words &&
		    h->words > r->headings[found].words &&
		    (own->node < h->from || own->node >= h->to) &&
		    words_overlap(&h->line, &own->line) >= EQUAL)
			found = i;
	}
	return found;
}

/* Of the headings with nearly the best score, returns the one whose region
 * contains the summary. If no region does, returns `best` or the headline of
 * the whole story (region_titles_longest()). */
static size_t
region_titles_decide(const struct regions *r, const double *scores, size_t best,
    bool *ret_decided)
{
	double most = 0, second = 0;
	size_t found = best, n = 0;
	uint32_t words = 0;

	for (size_t i = 0; i < r->n; i++) {
		double share;

		if (r->headings[i].words < STORY_WORDS ||
		    scores[i] < scores[best] - SAME_SCORE)
			continue;
		n++;
		if (r->headings[i].words > words)
			words = r->headings[i].words;
		share = region_summary_share(r, &r->headings[i]);
		if (share > most) {
			second = most;
			most = share;
			found = i;
		} else {
			second = region_titles_larger(second, share);
		}
	}
	if (n < 2 || most < SUMMARY_LEAD || most < second + SUMMARY_LEAD)
		return region_titles_longest(r, scores, best);
	/* A region with much fewer words than another one with the same title
	 * has only the standfirst. */
	*ret_decided = SMALL_PART * r->headings[found].words >= words;
	return found;
}

size_t
region_titles_find(
    const struct regions *r, const struct words *title, bool *ret_decided)
{
	double *scores = arena_array(r->page->arena, r->n + 1, sizeof(double));
	double best_score = 0, above = 0;
	size_t best = r->n;

	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];
		double score = region_titles_score(r, title, h);

		scores[i] = 0;
		if (score < TITLE_AGREES)
			continue;
		scores[i] = score;
		/* Of headings with the same words, the one with the order of
		 * the title is preferred, then one that is not a link, then
		 * the lower kind (<h1> before <h2>), then the first one. */
		score += 0.05 * region_titles_same_order(r, h);
		score -= h->is_linked ? 0.02 : 0;
		score -= 0.001 * (double)(h->key >> 16);
		if (h->words >= STORY_WORDS && score > best_score) {
			best_score = score;
			best = i;
		}
		if (h->words < STORY_WORDS && !h->is_linked &&
		    !(i + 1 < r->n && h[1].is_parted) &&
		    h->key >> 16 < KIND_BOLD && score > above)
			above = score;
	}
	*ret_decided = false;
	if (best == r->n || above > best_score - 0.1)
		return r->n;
	return region_titles_decide(r, scores, best, ret_decided);
}

size_t
region_titles_covering(const struct regions *r, const struct words *title)
{
	double best = 0, second = 0;
	size_t found = r->n;

	if (title->n < WORDS_FEW)
		return r->n;
	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];
		double share = words_covered(title, &h->line);

		if (found < r->n &&
		    words_overlap(&h->line, &r->headings[found].line) >= EQUAL)
			continue;
		if (share > best) {
			second = best;
			best = share;
			found = i;
		} else {
			second = region_titles_larger(second, share);
		}
	}
	return best >= COVERED && second <= OTHERS_COVER &&
		       r->headings[found].words >= STORY_WORDS
		   ? found
		   : r->n;
}
