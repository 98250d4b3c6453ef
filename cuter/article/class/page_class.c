/*
 * page_class.c -- classifies the page: an article, or one of the other kinds of
 * pages.
 *
 * In:  blocks, verdicts, JSON-LD, the article so far.
 * Out: page_class, flags.
 *
 * A page with a long text is mostly an article, a live blog or a gallery. Such
 * a text is not searched for phrases. Most other classes need two signs: a
 * declaration (phrases in the title or text, page_phrases.inc; JSON-LD; names
 * of elements) and a measurement (words, links, images, times). A page whose
 * headline matches the feed's title is neither an error page nor a consent
 * wall.
 */
#include <pthread.h>

#include "base/array.h"
#include "base/text/ascii.h"
#include "cuter/article/article.h"
#include "cuter/article/layout.h"
#include "cuter/features/features.h"
#include "cuter/features/phrase_index.h"

#define STUB_WORDS  60 /* a shorter text is mostly not the whole article */
#define SHORT_WORDS 150
/* Texts with at least this number of words are not searched for phrases. */
#define FULL_WORDS     300
#define LISTING_LINKS  0.6 /* least share of linked text on pages of links */
#define LISTING_TITLES 6   /* fewest linked headlines of a listing */
#define TITLE_LOOK     40  /* blocks searched for headlines */
/* Fewest words of a linked line that can be a headline. */
#define TITLE_WORDS 4
/* Least share of the words of the feed's title in the text of a live blog that
 * has another title; words of fewer bytes than TERM_BYTES are not compared. */
#define TITLE_IN_TEXT 0.75
/* Least share of the words of the feed's title in the page's own title, if the
 * page is a live blog with a changed title. */
#define TITLE_IN_OWN 0.34
#define TITLE_BYTES   1024
#define TERM_BYTES    4
#define LIVE_TIMES  4 /* least number of entries of a live blog */
/* Fewest images of a page that is declared a gallery. */
#define GALLERY_IMAGES 5
/* Maximum number of words per image of a gallery. The texts of a gallery are
 * captions. */
#define IMAGE_WORDS 60
#define ICON_PIXELS 64
/* Maximum number of bytes of text on a page that is a consent wall. */
#define WALL_BYTES 6000
/* Least number of different phrases of a consent wall, if a phrase of a button
 * ("accept all") is on the page. */
#define CONSENT_PHRASES 2
/* Least number of different phrases of a consent wall, if no phrase of a button
 * is on the page. */
#define CONSENT_PHRASES_ALONE 4
#define VIDEO_WORDS           100
#define ERROR_WORDS           100
#define CHALLENGE_BYTES       1500 /* maximum bytes of a bot challenge */
/* A page is not a consent wall if the lines without phrases of consent walls
 * have at least this share of the text's words, and at least STUB_WORDS words.
 */
#define OTHER_PROSE 0.75
/* Number of blocks after the text that are searched for "Read the full
 * story". */
#define NEAR_END      3
#define TITLE_AGREES  0.6
#define TITLE_COVERED 0.8
/* Number of bytes of visible text that are searched for phrases. */
#define LOOKED_AT_BYTES 8192

enum phrase_kind {
	PHRASE_LIVE,
	PHRASE_GALLERY,
	PHRASE_ERROR,
	PHRASE_ROBOT,
	PHRASE_CONSENT,
	PHRASE_ACCEPT,
	PHRASE_PAYWALL,
	PHRASE_CONTINUES,
	PHRASE_COUNT
};

static const struct {
	enum phrase_kind what;
	const char *phrase;
} phrases[] = {
#include "cuter/article/class/page_phrases.inc"
};

/* Measurements and declarations. */
struct facts {
	const struct page *page;
	const struct json_ld *ld;
	const struct cuter_article *article;
	uint32_t words;        /* number of words of the text */
	uint32_t plain_words;  /* words of the text that are not linked */
	double links;          /* share of the page's text that is linked */
	bool declares_article; /* declared by JSON-LD or og:type */
	bool title_agrees; /* the feed's title matches the title on the page */
	unsigned title_phrases[PHRASE_COUNT]; /* number of different phrases */
	unsigned text_phrases[PHRASE_COUNT];
	unsigned linked_titles, times, images;
	bool has_player, names_live, names_paywall;
	bool title_is_error; /* an error phrase is at least half of a title */
};

/* ---- phrases ---- */

static struct phrase_index page_class_index;
static pthread_once_t page_class_once = PTHREAD_ONCE_INIT;

static void
page_class_fill_index(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(phrases); i++)
		phrase_index_add(&page_class_index, phrases[i].phrase);
}

/* Counts the different phrases in a text by kind; returns the length of the
 * longest error phrase. */
static size_t
page_class_count_phrases(struct slice text, unsigned *found)
{
	uint64_t seen[PHRASE_INDEX_MAX / 64] = { 0 };
	struct phrase_match match = { 0 };
	size_t error = 0;

	pthread_once(&page_class_once, page_class_fill_index);
	while (phrase_index_next(&page_class_index, text, &match)) {
		enum phrase_kind what = phrases[match.phrase].what;
		uint64_t *bits = &seen[match.phrase / 64];
		uint64_t bit = UINT64_C(1) << match.phrase % 64;
		size_t len = page_class_index.phrase[match.phrase].len;

		if ((*bits & bit) != 0)
			continue;
		*bits |= bit;
		found[what]++;
		if (what == PHRASE_ERROR && len > error)
			error = len;
	}
	return error;
}

static void
page_class_read_heading(struct facts *f, struct slice text)
{
	size_t error = page_class_count_phrases(text, f->title_phrases);

	if (error > 0 && 2 * error >= text.len)
		f->title_is_error = true;
}

static void
page_class_read_title(struct facts *f)
{
	const struct page *page = f->page;

	page_class_read_heading(f, page->head->title);
	page_class_read_heading(f, page_head_meta(page->head, "og:title"));
	if (page->title_block != PAGE_NO_BLOCK)
		page_class_read_heading(
		    f, page_block_text(page, &page->blocks[page->title_block]));
	for (uint32_t i = 0;
	     f->words < FULL_WORDS && i < page->n_blocks && i < TITLE_LOOK; i++)
		if (page->blocks[i].is_heading)
			page_class_read_heading(
			    f, page_block_text(page, &page->blocks[i]));
}

/* Counts the phrases in the first LOOKED_AT_BYTES of visible text. Consent
 * walls and error pages show their messages there. A block that is larger is
 * not a message, and the blocks after it are read. */
static void
page_class_read_text(struct facts *f)
{
	const struct page *page = f->page;
	char *text = arena_alloc(page->arena, LOOKED_AT_BYTES);
	size_t n = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct slice block;

		if (page->blocks[i].marks & MARK_HIDDEN)
			continue;
		block = page_block_text(page, &page->blocks[i]);
		if (block.len >= LOOKED_AT_BYTES)
			continue;
		if (n + block.len + 1 > LOOKED_AT_BYTES)
			break;
		memcpy(text + n, block.p, block.len);
		n += block.len;
		text[n++] = '\n';
	}
	page_class_count_phrases((struct slice){ text, n }, f->text_phrases);
}

/* ---- measurements ---- */

/* True if a line starts with a time of day, as the entries of a live blog do:
 * "14:05", "9.30 Uhr", "2.15pm". */
static bool
page_class_begins_with_time(struct slice s)
{
	size_t i = 0, hour;

	while (i < s.len && i < 3 && ascii_is_digit(s.p[i]))
		i++;
	hour = i;
	return hour >= 1 && hour <= 2 && s.len >= hour + 3 &&
	       (s.p[hour] == ':' || s.p[hour] == '.' || s.p[hour] == 'h') &&
	       s.p[hour + 1] >= '0' && s.p[hour + 1] <= '5' &&
	       ascii_is_digit(s.p[hour + 2]) &&
	       (s.len == hour + 3 || !ascii_is_digit(s.p[hour + 3]));
}

static bool
page_class_is_hidden(uint32_t marks)
{
	return (marks & (MARK_NAVIGATION | MARK_ADVERTISEMENT | MARK_HIDDEN |
			    MARK_COMMENTS)) != 0;
}

static void
page_class_count_blocks(struct facts *f)
{
	const struct page *page = f->page;
	uint32_t from =
	    page->first_text != PAGE_NO_BLOCK ? page->first_text : 0;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		const struct tree_node *first = &page->tree.nodes[b->first];

		if (b->marks & MARK_HIDDEN)
			continue;
		if (layout_has(page, b) && b->bytes > 0)
			f->plain_words +=
			    (uint32_t)((uint64_t)b->words *
				       (b->bytes - b->link_bytes) / b->bytes);
		if (b->link_bytes * 4 > b->bytes * 3 && b->words >= TITLE_WORDS)
			f->linked_titles++;
		/* A time up to two blocks before the first text may belong to
		 * the first entry of a live blog. */
		if (i + 2 >= from && b->link_bytes == 0 &&
		    !(b->marks & MARK_COMMENTS) &&
		    page_class_begins_with_time(slice_trim(first->text)))
			f->times++;
	}
}

static bool
page_class_is_icon(const struct page *page, uint32_t node)
{
	static const enum attr sizes[] = { ATTR_WIDTH, ATTR_HEIGHT };

	for (size_t i = 0; i < 2; i++) {
		int64_t pixels;

		if (slice_to_int64(
			slice_trim(tree_attr(&page->tree, node, sizes[i])),
			&pixels) &&
		    pixels <= ICON_PIXELS)
			return true;
	}
	return false;
}

static void
page_class_count_nodes(struct facts *f)
{
	static const char *const live[] = { "liveblog", "live-blog",
		"liveticker", "live-ticker", "live-update", "live-entry" };
	static const char *const wall_words[] = { "paywall", "regwall",
		"subscriber-only", "premium-content", "piano-offer",
		"tp-container" };
	const struct page *page = f->page;
	const struct tree *t = &page->tree;
	bool asks_names = f->words < FULL_WORDS || f->times >= LIVE_TIMES;

	for (uint32_t i = 1; i < t->n; i++) {
		struct slice names[2];

		if (t->nodes[i].tag == TAG_IMG &&
		    !page_class_is_hidden(page->marks[i]) &&
		    !(page->marks[i] & MARK_LINK) &&
		    !page_class_is_icon(page, i))
			f->images++;
		if (tag_is(t->nodes[i].tag, TAG_IS_MEDIA) &&
		    t->nodes[i].tag != TAG_IMG &&
		    page->classes[i] != CUTER_ADVERTISEMENT &&
		    !page_class_is_hidden(page->marks[i]))
			f->has_player = true;
		if (t->nodes[i].record == TREE_NOWHERE || !asks_names)
			continue;
		names[0] = tree_attr(t, i, ATTR_CLASS);
		names[1] = tree_attr(t, i, ATTR_ID);
		for (size_t k = 0; k < 2; k++) {
			if (names[k].len == 0)
				continue;
			for (size_t w = 0; w < ARRAY_LENGTH(live); w++)
				f->names_live |=
				    !page_class_is_hidden(page->marks[i]) &&
				    slice_find_nocase(names[k],
					slice_of(live[w]),
					0) != SLICE_NOT_FOUND;
			for (size_t w = 0; w < ARRAY_LENGTH(wall_words); w++)
				f->names_paywall |= slice_find_nocase(names[k],
							slice_of(wall_words[w]),
							0) != SLICE_NOT_FOUND;
		}
	}
}

/* True if the page's headline matches the feed's title. */
static bool
page_class_title_agrees(const struct page *page)
{
	struct words hint, counts;

	if (!page->has_hint_title || page->title_block == PAGE_NO_BLOCK)
		return false;
	words_read(&hint, page->input->hint_title);
	words_read(
	    &counts, page_block_text(page, &page->blocks[page->title_block]));
	/* The headline and the feed's title may each end with the name of the
	 * site. */
	return words_overlap(&hint, &counts) >= TITLE_AGREES ||
	       (counts.n >= TITLE_WORDS &&
		   words_covered(&counts, &hint) >= TITLE_COVERED);
}

static void
page_class_gather_facts(struct facts *f)
{
	const struct page *page = f->page;
	struct slice og = page_head_meta(page->head, "og:type");

	f->words = f->article->word_count;
	f->links = page->text_bytes > 0
		       ? (double)page->link_bytes[TREE_ROOT] / page->text_bytes
		       : 0;
	f->declares_article =
	    f->ld->is_article || slice_equal_nocase(og, SLICE("article"));
	f->title_agrees = page_class_title_agrees(page);
	page_class_read_title(f);
	page_class_count_blocks(f);
	if (f->article->origin != CUTER_ORIGIN_PAGE)
		f->plain_words = f->words;
	page_class_count_nodes(f);
	if (f->words < FULL_WORDS)
		page_class_read_text(f);
}

/* ---- classes ---- */

/* True if most of the text is in lines without phrases of consent walls. */
static bool
page_class_has_other_prose(const struct facts *f)
{
	struct slice rest = f->article->body, line;
	uint32_t other = 0;

	while (slice_next(&rest, '\n', &line)) {
		unsigned counts[PHRASE_COUNT] = { 0 };

		page_class_count_phrases(line, counts);
		if (counts[PHRASE_CONSENT] == 0 && counts[PHRASE_ACCEPT] == 0)
			other += words_count(line);
	}
	return other >= STUB_WORDS && other >= OTHER_PROSE * f->words;
}

static bool
page_class_is_consent(const struct facts *f)
{
	return f->words < FULL_WORDS && !f->ld->is_article &&
	       f->page->text_bytes <= WALL_BYTES &&
	       f->text_phrases[PHRASE_CONSENT] >=
		   (f->text_phrases[PHRASE_ACCEPT] > 0
			   ? CONSENT_PHRASES
			   : CONSENT_PHRASES_ALONE) &&
	       !f->title_agrees && !page_class_has_other_prose(f);
}

static bool
page_class_is_error(const struct facts *f)
{
	bool declared = f->title_phrases[PHRASE_ERROR] > 0 &&
			(f->title_is_error || f->words < STUB_WORDS);
	bool challenges = (f->title_phrases[PHRASE_ROBOT] > 0 ||
			      f->text_phrases[PHRASE_ROBOT] > 0) &&
			  f->page->text_bytes <= CHALLENGE_BYTES &&
			  f->words < STUB_WORDS;

	size_t most = f->title_is_error ? SHORT_WORDS : ERROR_WORDS;

	return f->words < most && !f->ld->is_article && !f->title_agrees &&
	       (declared || challenges);
}

/* True if the page has several stories, none of them is the one that the feed
 * names, and the text or the page's own title has few words of the feed's
 * title. The title of a live blog often changes, but some of its words stay,
 * and all are in the text. A long live blog has the words of other titles, too.
 */
static bool
page_class_is_foreign(const struct facts *f)
{
	bool seen[WORDS_MAX] = { false }, in_own[WORDS_MAX] = { false };
	const struct page_head *head = f->page->head;
	struct words title;

	if (!f->page->has_no_story)
		return false;
	words_read_terms(&title,
	    slice_sub(f->page->input->hint_title, 0, TITLE_BYTES), TERM_BYTES);
	words_find_terms(&title, f->article->body, seen);
	words_find_terms(
	    &title, slice_sub(head->title, 0, TITLE_BYTES), in_own);
	words_find_terms(&title,
	    slice_sub(page_head_meta(head, "og:title"), 0, TITLE_BYTES),
	    in_own);
	return title.n == 0 || words_share(&title, seen) < TITLE_IN_TEXT ||
	       words_share(&title, in_own) < TITLE_IN_OWN;
}

static bool
page_class_is_live_blog(const struct facts *f)
{
	if (page_class_is_foreign(f))
		return false;
	return f->ld->is_live ||
	       ((f->title_phrases[PHRASE_LIVE] > 0 || f->names_live) &&
		   f->times >= LIVE_TIMES);
}

static bool
page_class_is_gallery(const struct facts *f)
{
	bool declared = f->title_phrases[PHRASE_GALLERY] > 0 ||
			(f->ld->is_gallery && f->words < SHORT_WORDS);

	return declared && f->images >= GALLERY_IMAGES &&
	       f->words <= IMAGE_WORDS * f->images;
}

static bool
page_class_is_video(const struct facts *f)
{
	struct slice og = page_head_meta(f->page->head, "og:type");
	bool declared = slice_starts_nocase(og, SLICE("video")) ||
			(f->ld->is_video && !f->ld->is_article) ||
			slice_find_nocase(f->page->input->url, SLICE("/video"),
			    0) != SLICE_NOT_FOUND;

	return declared && f->words < VIDEO_WORDS &&
	       (f->has_player || f->ld->is_video);
}

static bool
page_class_is_paywall(const struct facts *f)
{
	bool free = f->article->access == CUTER_ACCESS_FREE;
	bool declared = f->text_phrases[PHRASE_PAYWALL] > 0 && !free;
	bool marked = f->ld->not_free || f->names_paywall ||
		      f->article->flags & CUTER_FLAG_PAYWALL;

	return f->words < FULL_WORDS && declared &&
	       (marked || f->words < SHORT_WORDS);
}

static bool
page_class_is_listing(const struct facts *f)
{
	if (f->page->has_no_story)
		return true;
	if (f->plain_words >= SHORT_WORDS && f->declares_article)
		return false;
	if (f->title_agrees && f->words >= STUB_WORDS / 2)
		return false;
	if (f->links >= LISTING_LINKS && f->plain_words < SHORT_WORDS &&
	    (!f->declares_article || f->plain_words < STUB_WORDS / 2))
		return true;
	return !f->declares_article && f->linked_titles >= LISTING_TITLES &&
	       f->plain_words < (f->ld->is_listing ? FULL_WORDS : SHORT_WORDS);
}

static bool
page_class_breaks_off(const struct cuter_article *a)
{
	struct slice body = slice_trim(a->body);

	return slice_ends(body, SLICE("\xE2\x80\xA6")) ||
	       slice_ends(body, SLICE("...")) ||
	       slice_ends(body, SLICE("[\xE2\x80\xA6]")) ||
	       slice_ends(body, SLICE("[...]"));
}

/* True for a teaser: a short text that breaks off, or a short text on a page
 * with a phrase such as "continue reading". */
static bool
page_class_is_stub(const struct facts *f)
{
	return f->words > 0 && f->words < STUB_WORDS &&
	       f->linked_titles < LISTING_TITLES &&
	       (page_class_breaks_off(f->article) ||
		   f->text_phrases[PHRASE_CONTINUES] > 0);
}

/* True if the text breaks off and one of the next NEAR_END blocks has a phrase
 * such as "continue reading". */
static bool
page_class_is_cut_off(const struct facts *f)
{
	const struct page *page = f->page;
	unsigned counts[PHRASE_COUNT] = { 0 };

	if (page->last_text == PAGE_NO_BLOCK ||
	    !page_class_breaks_off(f->article))
		return false;
	for (uint32_t i = page->last_text + 1;
	     i < page->n_blocks && i <= page->last_text + NEAR_END; i++)
		page_class_count_phrases(
		    page_block_text(page, &page->blocks[i]), counts);
	return counts[PHRASE_CONTINUES] > 0;
}

/* The rows are tested in order; the first row whose function returns true gives
 * the class. */
static const struct {
	enum cuter_page_class class;
	bool (*holds)(const struct facts *);
} classes[] = {
	{ CUTER_PAGE_CONSENT, page_class_is_consent },
	{ CUTER_PAGE_ERROR, page_class_is_error },
	{ CUTER_PAGE_LIVE_BLOG, page_class_is_live_blog },
	{ CUTER_PAGE_GALLERY, page_class_is_gallery },
	{ CUTER_PAGE_VIDEO, page_class_is_video },
	{ CUTER_PAGE_PAYWALL, page_class_is_paywall },
	{ CUTER_PAGE_STUB, page_class_is_stub },
	{ CUTER_PAGE_LISTING, page_class_is_listing },
};

static enum cuter_page_class
page_class_choose(const struct facts *f)
{
	for (size_t i = 0; i < ARRAY_LENGTH(classes); i++)
		if (classes[i].holds(f))
			return classes[i].class;
	if (f->words >= STUB_WORDS || (f->declares_article && f->words > 0) ||
	    (f->title_agrees && f->words > 0))
		return CUTER_PAGE_ARTICLE;
	return CUTER_PAGE_OTHER;
}

void
article_classify_page(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	struct facts f = { .page = page, .ld = ld, .article = a };

	page_class_gather_facts(&f);
	a->page_class = page_class_choose(&f);
	if (a->word_count > 0 && a->word_count < STUB_WORDS)
		a->flags |= CUTER_FLAG_STUB;
	if (a->page_class == CUTER_PAGE_CONSENT)
		a->flags |= CUTER_FLAG_CONSENT;
	if (a->page_class == CUTER_PAGE_PAYWALL ||
	    (a->word_count < FULL_WORDS && f.names_paywall))
		a->flags |= CUTER_FLAG_PAYWALL;
	if (page->is_truncated || page_class_is_cut_off(&f))
		a->flags |= CUTER_FLAG_TRUNCATED;
}
