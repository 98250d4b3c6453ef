/*
 * region_related.c -- marks the other stories after or beside an article, of
 * which the page shows the headlines with a paragraph.
 *
 * In:  the headings of a page, with their regions; the feed's title.
 * Out: MARK_OTHER_STORY on the blocks of the other stories and of the label
 *      before them ("Related stories").
 *
 * A group of headings with the same key after the article's own text is a group
 * of other stories if the headings are links, or if the group is in another
 * element than the own text. The subjects must differ: the stories have few
 * words of the title, the own text has more of them, the own text has few words
 * of the headlines, and few of the terms that the stories repeat. Sections of
 * an article have the same form, but not the last four properties.
 *
 * The end of the article is sure if a line such as "Related stories" is before
 * the group. It is also sure if the own text is in an element that is declared
 * as an article, and the stories are links or are declared, too. The group may
 * then be longer than the own text, its headlines may be any lines of the same
 * look, and the subjects are compared less strictly. They are also compared
 * less strictly if the stories are teasers, each with a link at its end.
 *
 * Whole stories after the article may be longer than it and in the same
 * element, as sections of it are. The subjects are then compared more strictly.
 * Whole stories before the headline of the article may be longer, too. The
 * beginning of the article is then sure.
 * Cost: O(groups * text); the number of groups has a constant limit.
 */
#include "cuter/features/term_set.h"
#include "cuter/marks/region/region_match.h"
#include "cuter/marks/story/announced.h"

#define MOST_GROUPS    8  /* that are compared */
#define MOST_TRIES     4  /* groups whose text is read */
#define MOST_HEADLINES 4  /* that are searched in the own text */
#define MOST_STORIES   16 /* of a group */
#define FEWEST         2  /* least number of stories of a group */
#define FEWEST_TITLE   2  /* least number of terms of the title */
#define LOWEST_KIND    4  /* headings are <h1> to <h4> */
#define MEAN_WORDS     10 /* least mean number of words of a story's text */
#define TERM_BYTES     5  /* least bytes of a repeated word */
/* Largest share of the title's words in the stories, and least difference of
 * this share to that of the own text. */
#define TITLE_IN_OTHERS 0.20
#define MORE_TITLE      0.25
/* Largest share of the words of the headlines in the own text. */
#define HEADLINE_IN_OWN 0.25
/* Largest value of both shares if the headlines are bold phrases, because
 * sections of an article in another element have no such headlines. */
#define IN_PHRASES 0.30
/* Largest share of the repeated terms of the stories in the own text. Fewer
 * than FEWEST_TERMS terms are not compared. */
#define COMMON_TERMS 0.62
#define FEWEST_TERMS 8
/* Maximum number of words of the label before the stories. */
#define LABEL_WORDS 6
/* Limits if the end of the article is sure. The share of the title's words in
 * the own text must not be smaller than that in the stories. */
#define SURE_TITLE    0.45
#define SURE_HEADLINE 0.40
#define SURE_TERMS    0.80
/* Limits for a group of whole stories whose place does not show that they are
 * others. The own text must have WHOLE_OWN words and each story WHOLE_STORY. */
#define WHOLE_OWN      100
#define WHOLE_STORY    100
#define WHOLE_TITLE    0.20
#define WHOLE_MORE     0.35
#define WHOLE_HEADLINE 0.15
#define WHOLE_TERMS    0.18
/* The same limits if the stories have still fewer terms of the own text. */
#define FAR_TITLE    0.30
#define FAR_MORE     0.20
#define FAR_HEADLINE 0.28
#define FAR_TERMS    0.10
/* Least number of words of an element that is declared as the article. */
#define ARTICLE_WORDS 100
/* Maximum number of labels, and number of blocks after the article's element,
 * after which lines of the same look are searched. */
#define MOST_LABELS 4
#define FIRST_LINES 3

struct related {
	const struct regions *r;
	const struct heading *title; /* the article's headline */
	struct words title_terms;
	uint32_t key;      /* of the group */
	size_t fewest;     /* least number of stories */
	unsigned tries;    /* number of groups whose text was read */
	bool is_after;     /* the group is after the headline */
	bool is_whole;     /* the group has whole stories, and its place does
			    * not show that they are others */
	bool is_sure;      /* the article begins after the group or ends
			      before it, or the members of the group are
			      teasers */
	uint32_t from, to; /* nodes of the group */
	uint32_t own, end; /* blocks [own, end) of the own text */
	struct term_set own_terms, terms;
};

/* Returns the headline of the article; NULL if no heading agrees with the
 * title. */
static const struct heading *
region_related_title(const struct regions *r, const struct words *title)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];

		if (!h->is_linked && h->key >> 16 <= KIND_BOLD &&
		    words_agree(title, &h->line) >= TITLE_AGREES)
			return h;
	}
	return NULL;
}

static bool
region_related_is_member(const struct related *g, const struct heading *h)
{
	return h->key == g->key && h->words > 0 &&
	       (g->is_after ? h->block > g->title->block
			    : h->block < g->title->block);
}

static bool
region_related_is_text(const struct block *b)
{
	return !(b->marks & MARK_HIDDEN) && b->link_bytes * 2 <= b->bytes;
}

/* Returns true if the group, with the label before it, or the own text is in an
 * element that does not contain the other one. `own` is the outermost element
 * with the article's headline and without the first story `first`; it has at
 * least `words` words. The first part of an article may be in such an element,
 * too, but is shorter than the other parts. */
static bool
region_related_is_apart(const struct related *g, const struct heading *first,
    uint32_t own, uint32_t words)
{
	const struct page *page = g->r->page;
	const struct tree *t = &page->tree;
	uint32_t box = tree_box_without(t, first->node, g->title->node);

	return (g->is_after && g->to <= t->nodes[box].end &&
		   page_block_at(page, box) + 1 >= g->end) ||
	       (region_bounds_words(page, own, t->nodes[own].end, g->own) >=
		       words &&
		   region_bounds_words(page, t->nodes[own].end, g->from,
		       g->own) <= LABEL_WORDS);
}

/* Returns true if a member is a teaser: its first block ends with a link, such
 * as "more". */
static bool
region_related_ends_with_link(const struct page *page, const struct heading *h)
{
	const struct tree *t = &page->tree;
	const struct block *b = &page->blocks[h->block];
	uint32_t i = b->end;

	while (i > b->first &&
	       (t->nodes[i - 1].tag != TAG_TEXT || page->bytes[i - 1] == 0))
		i--;
	return i > b->first && i > h->phrase_end &&
	       tree_up_to(t, i - 1, TAG_A) != TREE_NOWHERE;
}

/* Returns the outermost element that contains the headline, but not `node`, and
 * is declared as an article; TREE_ROOT: there is none. */
static uint32_t
region_related_article(const struct related *g, uint32_t node)
{
	const struct tree *t = &g->r->page->tree;
	uint32_t found = TREE_ROOT;

	for (uint32_t i = g->title->node;
	     i != TREE_ROOT && !(i <= node && node < t->nodes[i].end);
	     i = t->nodes[i].parent)
		if (next_stories_is_article(t, i))
			found = i;
	return found;
}

/* Returns true if the article ends before the group. Either a line before the
 * group announces other stories, or the own text is in an element that is
 * declared as an article. An article may continue after such an element.
 * Therefore, the headlines must be links, or the stories must be declared, too.
 */
static bool
region_related_is_sure(
    const struct related *g, const struct heading *first, bool are_links)
{
	const struct page *page = g->r->page;
	const struct tree *t = &page->tree;
	uint32_t i = page_block_at(page, g->from), article;

	if (!g->is_after || i <= g->own)
		return false;
	if (announced_is_label(page, &page->blocks[i - 1]))
		return true;
	article = region_related_article(g, g->from);
	return article != TREE_ROOT &&
	       region_bounds_words(page, article, t->nodes[article].end,
		   g->own) >= ARTICLE_WORDS &&
	       region_bounds_words(page, t->nodes[article].end, g->from,
		   g->own) <= LABEL_WORDS &&
	       (are_links ||
		   announced_is_declared(page, first->node, g->title->node));
}

/* The members of a group: their number, and the numbers of those that are
 * links, have long headlines, are teasers, or are whole stories. */
struct related_members {
	const struct heading *first; /* NULL: there is none */
	size_t n, n_linked, n_long, n_teasers, n_whole;
	uint32_t words;
};

/* Counts the members of a group, and sets its nodes. */
static struct related_members
region_related_count(struct related *g)
{
	struct related_members m = { 0 };

	for (size_t i = 0; i < g->r->n; i++) {
		const struct heading *h = &g->r->headings[i];

		if (!region_related_is_member(g, h))
			continue;
		if (m.first == NULL) {
			m.first = h;
			g->from = h->from;
		}
		m.n++;
		m.n_linked += h->is_linked;
		m.n_long += h->line.n >= LONG_HEADING;
		m.n_teasers += g->key >> 16 == KIND_RUN_IN &&
			       region_related_ends_with_link(g->r->page, h);
		m.n_whole += h->words >= WHOLE_STORY;
		m.words += h->words;
		g->to = h->to;
	}
	return m;
}

/* Returns true if the members are whole stories before the headline of the
 * article, and have headings of a lower kind.  An article has no long text
 * before its headline.  The region of the last member then ends at the article,
 * `own`. */
static bool
region_related_are_first(
    struct related *g, struct related_members *m, uint32_t own)
{
	uint32_t kind = g->key >> 16;

	if (g->is_after || kind >= KIND_BOLD || g->title->key >> 16 >= kind ||
	    m->n_long < m->n || m->n_whole < m->n)
		return false;
	if (g->to > own) {
		g->to = own;
		m->words = region_bounds_words(
		    g->r->page, g->from, own, m->first->block + 1);
	}
	return m->words >= WHOLE_STORY * m->n;
}

/* Returns true if the members of the group are before or after the own text,
 * mostly have long headlines, and are mostly links or in another element than
 * the own text. Sets the nodes of the group and the blocks of the own text. */
static bool
region_related_read_group(struct related *g)
{
	const struct page *page = g->r->page;
	const struct tree *t = &page->tree;
	uint32_t own, own_words, after, end, kind = g->key >> 16;
	bool is_heading = kind < KIND_BOLD, are_first;
	struct related_members m;

	if (is_heading && kind > LOWEST_KIND)
		return false;
	m = region_related_count(g);
	if (m.n == 0 || m.n > MOST_STORIES ||
	    (3 * m.n_long < 2 * m.n && 3 * m.n_teasers < 2 * m.n))
		return false;
	own = tree_box_without(t, g->title->node, m.first->node);
	are_first = region_related_are_first(g, &m, own);
	if ((m.n < g->fewest && !are_first) ||
	    (g->title->node >= g->from && g->title->node < g->to))
		return false;
	end = g->is_after ? g->from : t->nodes[own].end;
	if (are_first && end < g->title->to)
		end = g->title->to;
	g->own = g->title->block + 1;
	g->end = page_block_at(page, end);
	own_words = region_bounds_words(
	    page, t->nodes[g->title->node].end, end, g->own);
	/* the article does not continue after its first part */
	after = region_bounds_words(page, g->to, t->n, g->own);
	if (own_words < WHOLE_WORDS || m.words < MEAN_WORDS * m.n ||
	    (g->is_after && after > own_words))
		return false;
	g->is_whole = false;
	if (are_first && own_words >= WHOLE_OWN) {
		g->is_sure = true;
		return true;
	}
	g->is_sure = region_related_is_sure(g, m.first, 2 * m.n_linked >= m.n);
	if (g->is_sure || kind == KIND_LOOK)
		return g->is_sure;
	g->is_whole = g->is_after && is_heading && m.n_long == m.n &&
		      m.n_whole == m.n && own_words >= WHOLE_OWN;
	if (m.words > own_words || m.n < g->fewest)
		return g->is_whole;
	g->is_sure = 3 * m.n_teasers >= 2 * m.n;
	if ((g->is_after && is_heading && 2 * m.n_linked >= m.n) ||
	    region_related_is_apart(
		g, m.first, own, m.words > WHOLE_WORDS ? m.words : WHOLE_WORDS))
		g->is_whole = false;
	else if (!g->is_whole)
		return false;
	return true;
}

/* Returns the share of the wanted terms that are in the own text. */
static double
region_related_own_share(const struct related *g, const struct words *wanted)
{
	const struct page *page = g->r->page;
	bool seen[WORDS_MAX] = { false };

	for (uint32_t i = g->own; i < g->end; i++)
		if (region_related_is_text(&page->blocks[i]))
			words_find_terms(wanted,
			    page_block_text(page, &page->blocks[i]), seen);
	return words_share(wanted, seen);
}

/* Returns the share of the title's terms that are in a story; the mean of all
 * stories. */
static double
region_related_title_share(const struct related *g)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < g->r->n; i++) {
		struct heading h = g->r->headings[i];
		bool seen[WORDS_MAX] = { false };

		if (!region_related_is_member(g, &h))
			continue;
		n++;
		if (h.to > g->to)
			h.to = g->to;
		region_stories_find(g->r, &h, &g->title_terms, seen);
		sum += words_share(&g->title_terms, seen);
	}
	return sum / (double)n;
}

/* Returns the share of the terms of a story's headline that are in the own
 * text; the mean of the first MOST_HEADLINES stories. */
static double
region_related_headline_share(const struct related *g)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < g->r->n && n < MOST_HEADLINES; i++) {
		const struct heading *h = &g->r->headings[i];
		struct words line;

		if (!region_related_is_member(g, h))
			continue;
		n++;
		words_read_terms(
		    &line, region_headings_text(g->r->page, h), LONG_WORD);
		sum += region_related_own_share(g, &line);
	}
	return sum / (double)n;
}

/* Adds the terms of the blocks of text from block `first` to node `end`. */
static void
region_related_read_terms(const struct page *page, struct term_set *terms,
    uint32_t first, uint32_t end)
{
	term_set_clear(terms);
	for (uint32_t i = first;
	     i < page->n_blocks && page->blocks[i].first < end; i++)
		if (region_related_is_text(&page->blocks[i]))
			term_set_read(terms,
			    page_block_text(page, &page->blocks[i]),
			    TERM_BYTES);
}

/* Returns true if at most the share `most` of the terms that the stories repeat
 * is in the own text. */
static bool
region_related_has_other_terms(struct related *g, double most)
{
	struct page *page = g->r->page;
	uint32_t words = 0, repeated;
	double common;

	if (g->terms.slots == NULL) {
		for (uint32_t i = 0; i < page->n_blocks; i++)
			words += page->blocks[i].words;
		term_set_init(&g->own_terms, page->arena, words);
		term_set_init(&g->terms, page->arena, words);
	}
	region_related_read_terms(page, &g->own_terms, g->own,
	    g->end < page->n_blocks ? page->blocks[g->end].first
				    : page->tree.n);
	region_related_read_terms(
	    page, &g->terms, page_block_at(page, g->from), g->to);
	common = term_set_share(&g->terms, &g->own_terms, &repeated);
	if (repeated < FEWEST_TERMS)
		return !g->is_whole;
	return common <= most;
}

/* Returns true if whole stories have other subjects than the own text.
 * in_others: share of the title's words in the stories. */
static bool
region_related_are_others(struct related *g, double in_others)
{
	double more, headline;

	if (in_others > FAR_TITLE)
		return false;
	more = region_related_own_share(g, &g->title_terms) - in_others;
	if (more < FAR_MORE)
		return false;
	headline = region_related_headline_share(g);
	return (in_others <= WHOLE_TITLE && more >= WHOLE_MORE &&
		   headline <= WHOLE_HEADLINE &&
		   region_related_has_other_terms(g, WHOLE_TERMS)) ||
	       (headline <= FAR_HEADLINE &&
		   region_related_has_other_terms(g, FAR_TERMS));
}

/* Returns true if the stories have other subjects than the own text. */
static bool
region_related_differs(struct related *g)
{
	bool is_phrase = g->key >> 16 == KIND_RUN_IN;
	double in_others = region_related_title_share(g);

	if (g->is_whole)
		return region_related_are_others(g, in_others);
	if (g->is_sure)
		return in_others <= SURE_TITLE &&
		       region_related_own_share(g, &g->title_terms) >=
			   in_others &&
		       region_related_headline_share(g) <= SURE_HEADLINE &&
		       region_related_has_other_terms(g, SURE_TERMS);
	return in_others <= (is_phrase ? IN_PHRASES : TITLE_IN_OTHERS) &&
	       region_related_own_share(g, &g->title_terms) >=
		   in_others + MORE_TITLE &&
	       region_related_headline_share(g) <=
		   (is_phrase ? IN_PHRASES : HEADLINE_IN_OWN) &&
	       region_related_has_other_terms(g, COMMON_TERMS);
}

/* Marks the stories and the label before them. */
static void
region_related_mark_group(const struct related *g)
{
	struct page *page = g->r->page;
	uint32_t i = page_block_at(page, g->from);

	if (i > g->own &&
	    ((page->blocks[i - 1].is_heading &&
		 page->blocks[i - 1].words <= LABEL_WORDS) ||
		(g->is_sure && announced_is_label(page, &page->blocks[i - 1]))))
		i--;
	for (; i < page->n_blocks && page->blocks[i].first < g->to; i++)
		page->blocks[i].marks |= MARK_OTHER_STORY;
}

/* Marks the group if it consists of other stories. Returns true if it does. */
static bool
region_related_try(struct related *g)
{
	if (g->tries == MOST_TRIES || !region_related_read_group(g))
		return false;
	g->tries++;
	if (!region_related_differs(g))
		return false;
	region_related_mark_group(g);
	return true;
}

/* Tries the groups of r. */
static void
region_related_try_all(struct related *g, const struct regions *r)
{
	uint32_t keys[MOST_GROUPS], n = 0;

	g->r = r;
	for (size_t i = 0; i < r->n && n < MOST_GROUPS; i++) {
		uint32_t k = 0;

		while (k < n && keys[k] != r->headings[i].key)
			k++;
		if (k < n)
			continue;
		keys[n++] = g->key = r->headings[i].key;
		/* beside a group on one side of the text, a single story on the
		 * other side is of the same kind */
		g->fewest = FEWEST;
		for (int pass = 0; pass < 3; pass++) {
			if (pass == 2 && g->fewest == FEWEST)
				break;
			g->is_after = pass == 1;
			if (region_related_try(g))
				g->fewest = 1;
		}
	}
}

/* Tries the lines that look like the line of block `model`. */
static void
region_related_try_lines(struct related *g, struct page *page, uint32_t model)
{
	struct regions lines = { .page = page };

	if (model >= page->n_blocks ||
	    !region_headings_collect_alike(&lines, model))
		return;
	region_bounds_read(&lines);
	region_related_try_all(g, &lines);
}

/* Tries the lines after labels, and those after the article's element. */
static void
region_related_try_looks(struct related *g, struct page *page)
{
	uint32_t first = g->title->block + 1, n = 0, article;

	for (uint32_t i = first; i < page->n_blocks && n < MOST_LABELS; i++)
		if (announced_is_label(page, &page->blocks[i])) {
			region_related_try_lines(g, page, i + 1);
			n++;
		}
	article = region_related_article(g, page->tree.n);
	if (article == TREE_ROOT)
		return;
	first = page_block_at(page, page->tree.nodes[article].end);
	for (uint32_t i = first; i < first + FIRST_LINES; i++)
		region_related_try_lines(g, page, i);
}

void
region_related_mark(const struct regions *r, const struct words *title)
{
	struct related g = { .title = region_related_title(r, title) };
	struct regions phrases = { .page = r->page };

	if (g.title == NULL)
		return;
	words_read_terms(
	    &g.title_terms, region_headings_text(r->page, g.title), LONG_WORD);
	if (g.title_terms.n < FEWEST_TITLE)
		return;
	region_related_try_all(&g, r);
	if (region_headings_collect_run_in(&phrases)) {
		region_bounds_read(&phrases);
		region_related_try_all(&g, &phrases);
	}
	region_related_try_looks(&g, r->page);
}
