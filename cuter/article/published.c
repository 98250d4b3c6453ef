/*
 * published.c -- when the article appeared, and when it was changed.
 *
 * In:  JSON-LD, the head's fields, itemprop and <time>, lines about the title
 *      and behind the text, the page's title and address; the time of the
 *      visit, if it is known.
 * Out: article->published_at, modified_at, in UTC, and the zones that they
 *      were given in.
 *
 * The witnesses are asked in the order in which they are believed, what is made
 * for machines first.  A date after the visit is none: clocks run ahead a
 * little, programmes announce next week.  Nor is one that is the visit itself,
 * where another witness has an older one: that page writes when it was made
 * for us.  Nor is the beginning of 1970, which a system writes that was told
 * none.
 */
#include "config/limits.h"
#include "cuter/article/published_dates.h"
#include "cuter/features/features.h"

#define AHEAD_S    (26 * 3600) /* of the visit: the other side of the world */
#define MADE_NOW_S 300         /* and the visit: it was made for it */
#define UNSET_S    86400       /* of 1970, in any zone: a field left empty */

#define N(table) (sizeof(table) / sizeof((table)[0]))

static const char *const published_metas[] = { "article:published_time",
	"datePublished", "og:published_time", "og:article:published_time",
	"parsely-pub-date", "sailthru.date", "article.published",
	"publish-date", "publish_date", "og:publish_date", "published-date",
	"published_date", "published_time", "published_at", "published",
	"pubdate", "pub_date", "date-pub", "publication_date",
	"publication-date", "citation_publication_date",
	"article_date_original", "cXenseParse:recs:publishtime",
	"cXenseParse:publishtime", "w-published-date", "cludo:date",
	"DC.date.issued", "dcterms.issued", "dc.date.created", "mrf:date",
	"dcterms.created", "DC.date", "dcterms.date", "bt:pubdate",
	"article:published", "releaseDate", "originalpublicationdate", "date" };

static const char *const modified_metas[] = { "article:modified_time",
	"dateModified", "og:updated_time", "article:updated_time",
	"dcterms.modified", "DC.date.modified", "dc.modified",
	"article:modified", "modified_time", "og:modified_time", "updated",
	"last-modified", "lastmod", "date.modified", "revised" };

/* What was read as if in UTC, on the clock of its place. */
static struct date
placed(const struct dates *d, int64_t at, unsigned flags, struct slice text)
{
	struct date date = { .at = at, .zone = CUTER_ZONE_NONE };
	int64_t now = d->page->input->now_at;

	if (flags & DATE_HAS_ZONE) {
		date.zone = published_zone_of(text);
	} else {
		date.zone =
		    published_zone(d->page->input->url, d->language, at);
		if (date.zone != CUTER_ZONE_NONE)
			date.at -= date.zone * 60;
	}
	if (date.at <= UNSET_S || (now > 0 && date.at > now + AHEAD_S))
		return dates_none;
	return date;
}

struct date
dates_among(const struct dates *d, struct slice text)
{
	unsigned flags = 0;
	int64_t at;

	if (published_find(
		slice_sub(text, 0, LINE_BYTES), d->order, &at, &flags))
		return placed(d, at, flags, SLICE_NONE);
	return dates_none;
}

/* A field that is a date, or holds one. */
static struct date
date_of(const struct dates *d, struct slice text)
{
	unsigned flags = 0;
	int64_t at;

	text = slice_trim(text);
	if (text.len < 8) /* a year is no date */
		return dates_none;
	if (text.len <= LIMIT_DATE_BYTES &&
	    date_parse_ordered(text, d->order, &at, &flags))
		return placed(d, at, flags, text);
	return dates_among(d, text);
}

/* Was it made for this visit? */
static bool
is_made_now(const struct dates *d, struct date date)
{
	int64_t now = d->page->input->now_at;

	return now > 0 && date.at > now - MADE_NOW_S;
}

/* A day, on whatever clock. */
static bool
is_near(int64_t a, int64_t b)
{
	return a < b ? b - a <= 86400 : a - b <= 86400;
}

void
dates_hear(const struct dates *d, struct date *known, struct date said,
    enum cuter_source source)
{
	if (said.at == DATE_NONE)
		return;
	if (said.source == CUTER_SOURCE_NONE)
		said.source = source;
	if (known->at != DATE_NONE && known->source != said.source &&
	    is_near(known->at, said.at))
		known->agreed = said.agreed = true;
	if (known->at == DATE_NONE ||
	    (is_made_now(d, *known) && !is_made_now(d, said)))
		*known = said;
	/* Many systems write UTC for machines, and only in <time> the clock of
	 * the place. */
	else if (known->at == said.at && known->zone == 0 &&
		 said.zone != CUTER_ZONE_NONE)
		known->zone = said.zone;
}

static void
hear_metas(
    struct dates *d, struct date *known, const char *const *keys, size_t n)
{
	for (size_t i = 0; i < n; i++)
		dates_hear(d, known,
		    date_of(d, page_head_meta(d->page->head, keys[i])),
		    CUTER_SOURCE_META);
}

/* ---------------------------------------------------------------- elements */

static bool
class_says(struct slice class, const char *word)
{
	return slice_find_nocase(class, slice_of(word), 0) != SLICE_NOT_FOUND;
}

static struct slice
text_of(const struct page *page, uint32_t node)
{
	const struct block whole = { .first = node,
		.end = page->tree.nodes[node].end };

	if (page->bytes[node] == 0 || page->bytes[node] > LINE_BYTES)
		return SLICE_NONE;
	return page_block_text(page, &whole);
}

/* The attribute that is for machines, else what is shown. */
static struct date
date_in(const struct dates *d, uint32_t node)
{
	const struct tree *t = &d->page->tree;
	struct date date = date_of(d, tree_attr(t, node, ATTR_DATETIME));

	if (date.at == DATE_NONE)
		date = date_of(d, tree_attr(t, node, ATTR_CONTENT));
	if (date.at == DATE_NONE)
		date = dates_among(d, text_of(d->page, node));
	return date;
}

/* Other stories' dates stand in lists of links; but what stands between the
 * title and the text is the article's own, whatever its class says. */
static bool
is_of_others(const struct page *page, uint32_t node)
{
	uint32_t title = page->title_block, text = page->first_text;

	if (title != PAGE_NO_BLOCK && text != PAGE_NO_BLOCK && title < text &&
	    node > page->blocks[title].first && node < page->blocks[text].first)
		return false;
	return page->marks[node] & (MARK_NAVIGATION | MARK_COMMENTS);
}

/* itemprop=datePublished; <time>: by its class, else the first; neither of
 * what stands in a list of other stories. */
static void
hear_elements(struct dates *d)
{
	const struct page *page = d->page;
	const struct tree *t = &page->tree;
	struct date first = dates_none, linked = dates_none,
		    *sure = &d->published;
	struct date said = dates_none, changed = dates_none;

	for (uint32_t i = 1; i < t->n; i++) {
		struct slice prop, class;

		if (t->nodes[i].record == TREE_NOWHERE)
			continue;
		prop = tree_attr(t, i, ATTR_ITEMPROP);
		if (class_says(prop, "datePublished")) {
			dates_hear(d, is_of_others(page, i) ? &linked : &said,
			    date_in(d, i), CUTER_SOURCE_MARKUP);
		} else if (class_says(prop, "dateModified")) {
			dates_hear(
			    d, &changed, date_in(d, i), CUTER_SOURCE_MARKUP);
		} else if (t->nodes[i].tag == TAG_TIME) {
			class = tree_attr(t, i, ATTR_CLASS);
			if (is_of_others(page, i) || class_says(class, "tweet"))
				continue;
			if ((class_says(class, "updated") ||
				class_says(class, "modified")) &&
			    !class_says(class, "published"))
				dates_hear(d, &changed, date_in(d, i),
				    CUTER_SOURCE_MARKUP);
			else if (page->marks[i] & MARK_LINK)
				dates_hear(d, &linked, date_in(d, i),
				    CUTER_SOURCE_MARKUP);
			else
				dates_hear(d, &first, date_in(d, i),
				    CUTER_SOURCE_MARKUP);
		}
	}
	dates_hear(d, sure, said, CUTER_SOURCE_MARKUP);
	dates_hear(d, sure, first, CUTER_SOURCE_MARKUP);
	dates_hear(d, &d->far, linked, CUTER_SOURCE_MARKUP);
	dates_hear(d, &d->modified, changed, CUTER_SOURCE_MARKUP);
}

/* A site that was moved or a guide that was written anew says a new date to
 * machines, and may show the old one. */
static void
choose_earlier(struct dates *d)
{
	dates_hear(d, &d->published, d->shown, CUTER_SOURCE_LINE);
	if (d->shown.at != DATE_NONE && d->published.at != DATE_NONE &&
	    d->shown.at + EARLIER_S < d->published.at)
		d->published = d->shown;
	if (d->original.at != DATE_NONE && d->published.at != DATE_NONE &&
	    d->original.at + EARLIER_S < d->published.at)
		d->published = d->original;
}

/* The page's title, its address, the lines behind the text: only where nobody
 * else knows. */
static void
hear_last(struct dates *d)
{
	int64_t at;

	if (d->published.at != DATE_NONE)
		return;
	dates_hear(d, &d->published, dates_among(d, d->page->head->title),
	    CUTER_SOURCE_TITLE);
	if (published_in_url(slice_sub(d->page->input->url, 0, 512), &at))
		dates_hear(d, &d->published, placed(d, at, 0, SLICE_NONE),
		    CUTER_SOURCE_URL);
	dates_hear_labelled(d);
	if (d->published.at == DATE_NONE)
		dates_hear_tail(d);
	dates_hear(d, &d->published, d->far, CUTER_SOURCE_LINE);
}

/* How often the day of such a source is right, with another's word and without:
 * counted on the development corpora (777 pages). */
static double
trust(struct date date)
{
	static const double alone[CUTER_SOURCE_COUNT] = {
		[CUTER_SOURCE_JSON_LD] = 0.59, /* where the page shows another
						  day, mostly */
		[CUTER_SOURCE_META] = 0.92,
		[CUTER_SOURCE_MARKUP] = 0.83,
		[CUTER_SOURCE_LINE] = 0.94,
		[CUTER_SOURCE_URL] = 0.95,
		[CUTER_SOURCE_TITLE] = 0.95,
	};
	static const double agreed[CUTER_SOURCE_COUNT] = {
		[CUTER_SOURCE_JSON_LD] = 0.98,
		[CUTER_SOURCE_META] = 0.98,
		[CUTER_SOURCE_MARKUP] = 0.89,
		[CUTER_SOURCE_LINE] = 0.98,
		[CUTER_SOURCE_URL] = 0.98,
		[CUTER_SOURCE_TITLE] = 0.98,
	};

	return date.agreed ? agreed[date.source] : alone[date.source];
}

void
article_dates(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	struct slice full =
	    page->head->language.len > 0 ? page->head->language : ld->language;
	struct dates d = { .page = page,
		.language = a->language,
		.order = published_order(page->input->url, full),
		.published = dates_none,
		.modified = dates_none,
		.shown = dates_none,
		.far = dates_none,
		.original = dates_none,
		.shown_modified = dates_none };

	dates_hear(
	    &d, &d.published, date_of(&d, ld->published), CUTER_SOURCE_JSON_LD);
	hear_metas(&d, &d.published, published_metas, N(published_metas));
	dates_hear(
	    &d, &d.modified, date_of(&d, ld->modified), CUTER_SOURCE_JSON_LD);
	hear_metas(&d, &d.modified, modified_metas, N(modified_metas));
	hear_elements(&d);
	dates_hear_page(&d);
	dates_hear_original(&d);
	choose_earlier(&d);
	dates_hear_only_label(&d);
	hear_last(&d);
	dates_hear(&d, &d.modified, d.shown_modified, CUTER_SOURCE_LINE);
	a->published_at = d.published.at;
	a->published_zone = d.published.zone;
	a->modified_at = d.modified.at;
	a->modified_zone = d.modified.zone;
	article_field(
	    a, CUTER_FIELD_PUBLISHED, d.published.source, trust(d.published));
	article_field(
	    a, CUTER_FIELD_MODIFIED, d.modified.source, trust(d.modified));
}
