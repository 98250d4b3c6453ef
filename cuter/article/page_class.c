/*
 * page_class.c -- is it an article, and if not, what?
 *
 * In:  blocks, verdicts, JSON-LD, the article so far.
 * Out: page_class, flags.
 *
 * A page with a long text is an article or a live blog, and is not looked at
 * further.  Of the others each class wants two witnesses: what the page says
 * (page_phrases.inc: phrases, in the title or in the text; JSON-LD; names of
 * elements), and what it is (words, links, images, times).  A text of which
 * the feed's title speaks is nobody's error page.
 */
#include "cuter/article/article.h"
#include "cuter/article/layout.h"
#include "cuter/features/features.h"

#define STUB_WORDS      60 /* and fewer: hardly the story */
#define SHORT_WORDS     150
#define FULL_WORDS      300 /* a page with more is what it says it is */
#define LISTING_LINKS   0.6 /* share of linked text on pages of links */
#define LISTING_TITLES  6   /* linked headings */
#define TITLE_LOOK      40  /* blocks in which a headline is looked for */
#define TITLE_WORDS     4   /* of a linked line that may be a headline */
#define LIVE_TIMES      4   /* entries of a live blog */
#define GALLERY_IMAGES  5   /* of a page that says it is one */
#define IMAGE_WORDS     60  /* under each: a caption, no chapter */
#define ICON_PIXELS     64
#define WALL_BYTES      6000 /* of text on a page that is a wall */
#define CONSENT_SAYS    2    /* different phrases, with a button */
#define CONSENT_SURE    4    /* without */
#define VIDEO_WORDS     100
#define ERROR_WORDS     100
#define CHALLENGE_BYTES 1500 /* of text on a page that asks who reads it */
#define OTHER_PROSE     0.75 /* of a text, that speaks of nothing a wall says */
#define NEAR_END        3    /* blocks behind the text: "Read the full story" */
#define TITLE_AGREES    0.6
#define TITLE_COVERED   0.8
#define PAIRS           4096 /* of letters, hashed */
#define LOOKED_AT_BYTES 8192 /* of the text, for phrases */

enum says {
	SAYS_LIVE,
	SAYS_GALLERY,
	SAYS_ERROR,
	SAYS_ROBOT,
	SAYS_CONSENT,
	SAYS_ACCEPT,
	SAYS_PAYWALL,
	SAYS_GOES_ON,
	SAYS_COUNT
};

static const struct {
	enum says what;
	const char *phrase;
} phrases[] = {
#include "cuter/article/page_phrases.inc"
};

/* What was found out about the page. */
struct facts {
	const struct page *page;
	const struct json_ld *ld;
	const struct cuter_article *article;
	uint32_t words;                /* of the text */
	uint32_t plain_words;          /* of it, not linked */
	double links;                  /* share of the page's text */
	bool says_article;             /* JSON-LD or og:type */
	bool title_agrees;             /* the feed's, with what stands here */
	unsigned in_title[SAYS_COUNT]; /* different phrases */
	unsigned in_text[SAYS_COUNT];
	unsigned linked_titles, times, images;
	bool has_player, names_live, names_paywall;
	bool title_is_error; /* it says little else */
};

/* ------------------------------------------------------------- what it says */

/* The pairs of letters that stand in a text, hashed, so that most phrases are
 * known not to stand there without a look at it. */
struct pairs {
	uint64_t bits[PAIRS / 64];
};

static uint8_t
lower(char c)
{
	return (uint8_t)(c >= 'A' && c <= 'Z' ? c + 32 : c);
}

static size_t
pair_at(const char *p)
{
	return (lower(p[0]) * 33u ^ lower(p[1])) % PAIRS;
}

static void
note_pairs(struct slice text, struct pairs *pairs)
{
	memset(pairs, 0, sizeof(*pairs));
	for (size_t i = 0; i + 1 < text.len; i++) {
		size_t pair = pair_at(text.p + i);

		pairs->bits[pair / 64] |= UINT64_C(1) << pair % 64;
	}
}

static bool
may_have(const struct pairs *pairs, const char *phrase)
{
	for (size_t i = 0; phrase[i + 1] != '\0'; i++) {
		size_t pair = pair_at(phrase + i);

		if ((pairs->bits[pair / 64] >> pair % 64 & 1) == 0)
			return false;
	}
	return true;
}

/* Returns the length of the longest that speaks of an error. */
static size_t
count_phrases(struct slice text, unsigned *found)
{
	struct pairs pairs;
	size_t error = 0;

	note_pairs(text, &pairs);
	for (size_t i = 0; i < sizeof(phrases) / sizeof(phrases[0]); i++) {
		size_t len;

		if (!may_have(&pairs, phrases[i].phrase) ||
		    slice_find_nocase(text, slice_of(phrases[i].phrase), 0) ==
			SLICE_NOT_FOUND)
			continue;
		found[phrases[i].what]++;
		len = strlen(phrases[i].phrase);
		if (phrases[i].what == SAYS_ERROR && len > error)
			error = len;
	}
	return error;
}

static void
read_heading(struct facts *f, struct slice text)
{
	size_t error = count_phrases(text, f->in_title);

	if (error > 0 && 2 * error >= text.len)
		f->title_is_error = true;
}

static void
read_title(struct facts *f)
{
	const struct page *page = f->page;

	read_heading(f, page->head->title);
	read_heading(f, page_head_meta(page->head, "og:title"));
	if (page->title_block != PAGE_NO_BLOCK)
		read_heading(
		    f, page_block_text(page, &page->blocks[page->title_block]));
	for (uint32_t i = 0;
	     f->words < FULL_WORDS && i < page->n_blocks && i < TITLE_LOOK; i++)
		if (page->blocks[i].is_heading)
			read_heading(
			    f, page_block_text(page, &page->blocks[i]));
}

/* The visible text from its begin, in which walls and errors stand. */
static void
read_text(struct facts *f)
{
	const struct page *page = f->page;
	char *text = arena_alloc(page->arena, LOOKED_AT_BYTES);
	size_t n = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct slice block;

		if (page->blocks[i].marks & MARK_HIDDEN)
			continue;
		block = page_block_text(page, &page->blocks[i]);
		if (n + block.len + 1 > LOOKED_AT_BYTES)
			break;
		memcpy(text + n, block.p, block.len);
		n += block.len;
		text[n++] = '\n';
	}
	count_phrases((struct slice){ text, n }, f->in_text);
}

/* --------------------------------------------------------------- what it is */

/* "14:05", "9.30 Uhr", "2.15pm": an entry's time at the begin of a line. */
static bool
begins_with_time(struct slice s)
{
	size_t i = 0, hour;

	while (i < s.len && i < 3 && s.p[i] >= '0' && s.p[i] <= '9')
		i++;
	hour = i;
	return hour >= 1 && hour <= 2 && s.len >= hour + 3 &&
	       (s.p[hour] == ':' || s.p[hour] == '.' || s.p[hour] == 'h') &&
	       s.p[hour + 1] >= '0' && s.p[hour + 1] <= '5' &&
	       s.p[hour + 2] >= '0' && s.p[hour + 2] <= '9' &&
	       (s.len == hour + 3 || s.p[hour + 3] < '0' ||
		   s.p[hour + 3] > '9');
}

static bool
is_out(uint32_t marks)
{
	return (marks & (MARK_NAVIGATION | MARK_ADVERTISEMENT | MARK_HIDDEN |
			    MARK_COMMENTS)) != 0;
}

static void
count_blocks(struct facts *f)
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
		/* One above the first text may be the first entry's. */
		if (i + 2 >= from && b->link_bytes == 0 &&
		    !(b->marks & MARK_COMMENTS) &&
		    begins_with_time(slice_trim(first->text)))
			f->times++;
	}
}

static bool
is_icon(const struct page *page, uint32_t node)
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
count_nodes(struct facts *f)
{
	static const char *const live[] = { "liveblog", "live-blog",
		"liveticker", "live-ticker", "live-update", "live-entry" };
	static const char *const walls[] = { "paywall", "regwall",
		"subscriber-only", "premium-content", "piano-offer",
		"tp-container" };
	const struct page *page = f->page;
	const struct tree *t = &page->tree;
	bool asks_names = f->words < FULL_WORDS || f->times >= LIVE_TIMES;

	for (uint32_t i = 1; i < t->n; i++) {
		struct slice names[2];

		if (t->nodes[i].tag == TAG_IMG && !is_out(page->marks[i]) &&
		    !(page->marks[i] & MARK_LINK) && !is_icon(page, i))
			f->images++;
		if (tag_is(t->nodes[i].tag, TAG_IS_MEDIA) &&
		    t->nodes[i].tag != TAG_IMG &&
		    page->classes[i] != CUTER_ADVERTISEMENT &&
		    !is_out(page->marks[i]))
			f->has_player = true;
		if (t->nodes[i].record == TREE_NOWHERE || !asks_names)
			continue;
		names[0] = tree_attr(t, i, ATTR_CLASS);
		names[1] = tree_attr(t, i, ATTR_ID);
		for (size_t k = 0; k < 2; k++) {
			if (names[k].len == 0)
				continue;
			for (size_t w = 0; w < sizeof(live) / sizeof(live[0]);
			     w++)
				f->names_live |= !is_out(page->marks[i]) &&
						 slice_find_nocase(names[k],
						     slice_of(live[w]),
						     0) != SLICE_NOT_FOUND;
			for (size_t w = 0; w < sizeof(walls) / sizeof(walls[0]);
			     w++)
				f->names_paywall |= slice_find_nocase(names[k],
							slice_of(walls[w]),
							0) != SLICE_NOT_FOUND;
		}
	}
}

/* Does the page's headline speak of what the feed's title speaks of? */
static bool
title_agrees(const struct page *page)
{
	struct words hint, said;

	if (!page->has_hint_title || page->title_block == PAGE_NO_BLOCK)
		return false;
	words_read(&hint, page->input->hint_title);
	words_read(
	    &said, page_block_text(page, &page->blocks[page->title_block]));
	/* Either may have the site's name behind it. */
	return words_overlap(&hint, &said) >= TITLE_AGREES ||
	       (said.n >= TITLE_WORDS &&
		   words_covered(&said, &hint) >= TITLE_COVERED);
}

static void
gather(struct facts *f)
{
	const struct page *page = f->page;
	struct slice og = page_head_meta(page->head, "og:type");

	f->words = f->article->word_count;
	f->links = page->text_bytes > 0
		       ? (double)page->link_bytes[TREE_ROOT] / page->text_bytes
		       : 0;
	f->says_article =
	    f->ld->is_article || slice_equal_nocase(og, SLICE("article"));
	f->title_agrees = title_agrees(page);
	read_title(f);
	count_blocks(f);
	if (f->article->origin != CUTER_ORIGIN_PAGE)
		f->plain_words = f->words;
	count_nodes(f);
	if (f->words < FULL_WORDS)
		read_text(f);
}

/* ------------------------------------------------------------- what follows */

/* Most of the text speaks of other things: it is about cookies at most. */
static bool
has_other_prose(const struct facts *f)
{
	struct slice rest = f->article->body, line;
	uint32_t other = 0;

	while (slice_next(&rest, '\n', &line)) {
		unsigned said[SAYS_COUNT] = { 0 };

		count_phrases(line, said);
		if (said[SAYS_CONSENT] == 0 && said[SAYS_ACCEPT] == 0)
			other += words_count(line);
	}
	return other >= STUB_WORDS && other >= OTHER_PROSE * f->words;
}

static bool
is_consent(const struct facts *f)
{
	return f->words < FULL_WORDS && !f->ld->is_article &&
	       f->page->text_bytes <= WALL_BYTES &&
	       f->in_text[SAYS_CONSENT] >= (f->in_text[SAYS_ACCEPT] > 0
						   ? CONSENT_SAYS
						   : CONSENT_SURE) &&
	       !f->title_agrees && !has_other_prose(f);
}

static bool
is_error(const struct facts *f)
{
	bool says = f->in_title[SAYS_ERROR] > 0 &&
		    (f->title_is_error || f->words < STUB_WORDS);
	bool asks = (f->in_title[SAYS_ROBOT] > 0 ||
			f->in_text[SAYS_ROBOT] > 0) &&
		    f->page->text_bytes <= CHALLENGE_BYTES &&
		    f->words < STUB_WORDS;

	return f->words < ERROR_WORDS && !f->ld->is_article &&
	       !f->title_agrees && (says || asks);
}

static bool
is_live_blog(const struct facts *f)
{
	return f->ld->is_live ||
	       ((f->in_title[SAYS_LIVE] > 0 || f->names_live) &&
		   f->times >= LIVE_TIMES);
}

static bool
is_gallery(const struct facts *f)
{
	bool says = f->in_title[SAYS_GALLERY] > 0 ||
		    (f->ld->is_gallery && f->words < SHORT_WORDS);

	return says && f->images >= GALLERY_IMAGES &&
	       f->words <= IMAGE_WORDS * f->images;
}

static bool
is_video(const struct facts *f)
{
	struct slice og = page_head_meta(f->page->head, "og:type");
	bool says = slice_starts_nocase(og, SLICE("video")) ||
		    (f->ld->is_video && !f->ld->is_article) ||
		    slice_find_nocase(f->page->input->url, SLICE("/video"),
			0) != SLICE_NOT_FOUND;

	return says && f->words < VIDEO_WORDS &&
	       (f->has_player || f->ld->is_video);
}

static bool
is_paywall(const struct facts *f)
{
	bool free = f->article->access == CUTER_ACCESS_FREE;
	bool says = f->in_text[SAYS_PAYWALL] > 0 && !free;
	bool marked = f->ld->not_free || f->names_paywall ||
		      f->article->flags & CUTER_FLAG_PAYWALL;

	return f->words < FULL_WORDS && says &&
	       (marked || f->words < SHORT_WORDS);
}

static bool
is_listing(const struct facts *f)
{
	if (f->plain_words >= SHORT_WORDS && f->says_article)
		return false;
	if (f->title_agrees && f->words >= STUB_WORDS / 2)
		return false;
	if (f->links >= LISTING_LINKS && f->plain_words < SHORT_WORDS &&
	    (!f->says_article || f->plain_words < STUB_WORDS / 2))
		return true;
	return !f->says_article && f->linked_titles >= LISTING_TITLES &&
	       f->plain_words < (f->ld->is_listing ? FULL_WORDS : SHORT_WORDS);
}

static bool
breaks_off(const struct cuter_article *a)
{
	struct slice body = slice_trim(a->body);

	return slice_ends(body, SLICE("\xE2\x80\xA6")) ||
	       slice_ends(body, SLICE("...")) ||
	       slice_ends(body, SLICE("[\xE2\x80\xA6]")) ||
	       slice_ends(body, SLICE("[...]"));
}

/* A teaser: it breaks off, or says that it goes on elsewhere. */
static bool
is_stub(const struct facts *f)
{
	return f->words > 0 && f->words < STUB_WORDS &&
	       f->linked_titles < LISTING_TITLES &&
	       (breaks_off(f->article) || f->in_text[SAYS_GOES_ON] > 0);
}

/* A longer one: it breaks off, and right behind it says where it goes on. */
static bool
is_cut_off(const struct facts *f)
{
	const struct page *page = f->page;
	unsigned said[SAYS_COUNT] = { 0 };

	if (page->last_text == PAGE_NO_BLOCK || !breaks_off(f->article))
		return false;
	for (uint32_t i = page->last_text + 1;
	     i < page->n_blocks && i <= page->last_text + NEAR_END; i++)
		count_phrases(page_block_text(page, &page->blocks[i]), said);
	return said[SAYS_GOES_ON] > 0;
}

/* The first that holds. */
static const struct {
	enum cuter_page_class class;
	bool (*holds)(const struct facts *);
} classes[] = {
	{ CUTER_PAGE_CONSENT, is_consent },
	{ CUTER_PAGE_ERROR, is_error },
	{ CUTER_PAGE_LIVE_BLOG, is_live_blog },
	{ CUTER_PAGE_GALLERY, is_gallery },
	{ CUTER_PAGE_VIDEO, is_video },
	{ CUTER_PAGE_PAYWALL, is_paywall },
	{ CUTER_PAGE_STUB, is_stub },
	{ CUTER_PAGE_LISTING, is_listing },
};

static enum cuter_page_class
class_of(const struct facts *f)
{
	for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++)
		if (classes[i].holds(f))
			return classes[i].class;
	if (f->words >= STUB_WORDS || (f->says_article && f->words > 0) ||
	    (f->title_agrees && f->words > 0))
		return CUTER_PAGE_ARTICLE;
	return CUTER_PAGE_OTHER;
}

void
article_judge_page(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	struct facts f = { .page = page, .ld = ld, .article = a };

	gather(&f);
	a->page_class = class_of(&f);
	if (a->word_count > 0 && a->word_count < STUB_WORDS)
		a->flags |= CUTER_FLAG_STUB;
	if (a->page_class == CUTER_PAGE_CONSENT)
		a->flags |= CUTER_FLAG_CONSENT;
	if (a->page_class == CUTER_PAGE_PAYWALL ||
	    (a->word_count < FULL_WORDS && f.names_paywall))
		a->flags |= CUTER_FLAG_PAYWALL;
	if (page->is_truncated || is_cut_off(&f))
		a->flags |= CUTER_FLAG_TRUNCATED;
}
