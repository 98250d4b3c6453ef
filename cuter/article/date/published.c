/*
 * published.c -- dates of publication and of the last change.
 *
 * In:  JSON-LD, the head's fields, itemprop and <time>, lines around the title
 * and after the text, the page's title and address; the time of the fetch, if
 * known.
 * Out: article->published_at, modified_at, in UTC, and their zones.
 *
 * The sources are read in order of preference, machine-readable sources first.
 * The following dates are ignored: dates after the fetch, which come from fast
 * clocks or announce events; the time of the fetch, if another source has an
 * older date, because the page was generated for the fetch; and the start of
 * 1970, which systems write for missing dates.
 */
#include "cuter/article/date/published.h"

#include "base/array.h"
#include "base/limits.h"
#include "cuter/article/date/published_dates.h"
#include "cuter/features/features.h"

/* If a date is at most this many seconds before the fetch, the page was
 * generated for the fetch. */
#define GENERATED_S 300
#define LABEL_BYTES 40 /* largest size of a label before a <time> */
/* Largest number of nodes from such a label to its <time>. */
#define LABEL_DISTANCE 6

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
	"article:published", "releaseDate", "originalpublicationdate",
	"publish_time", "publisheddate", "date_published", "dateposted",
	"og:pubdate", "og:article:published", "og:regdate",
	"DC.date.publication", "DC.created", "dc:created", "dcterms:created",
	"article.created", "article:publish_date", "rnews:datePublished",
	"prism.publicationDate", "shareaholic:article_published_time",
	"vr:published_time", "mediator_published_time",
	"dcsext.articlefirstpublished", "displaydate", "rbpubdate", "ptime",
	"pdate", "twt-published-at", "citation_date", "citation_online_date",
	"date" };

static const char *const modified_metas[] = { "article:modified_time",
	"dateModified", "og:updated_time", "article:updated_time",
	"dcterms.modified", "DC.date.modified", "dc.modified",
	"article:modified", "modified_time", "og:modified_time", "updated",
	"last-modified", "lastmod", "date.modified", "revised" };

/* RDFa properties of the date on which a page was made, as Drupal writes them.
 */
static const char *const created_properties[] = { "dc:created", "dc:date",
	"dcterms:created", "schema:dateCreated" };

/* Returns the date of an instant that was parsed as UTC, dates_none if the
 * instant cannot be a date of the page. */
static struct date
published_date_at(
    const struct dates *d, int64_t at, unsigned flags, struct slice text)
{
	struct date date = dates_none;

	if (published_in_zone(
		d->page, d->language, text, flags, &at, &date.zone))
		date.at = at;
	return date;
}

struct date
dates_among(const struct dates *d, struct slice text)
{
	unsigned flags = 0;
	int64_t at;

	if (published_find(
		slice_sub(text, 0, DATE_LINE_BYTES), d->order, &at, &flags))
		return published_date_at(d, at, flags, SLICE_NONE);
	return dates_none;
}

/* Parses a field that is or contains a date. */
static struct date
published_date_of(const struct dates *d, struct slice text)
{
	unsigned flags = 0;
	int64_t at;

	text = slice_trim(text);
	if (text.len < 8) /* a year alone is not a date */
		return dates_none;
	if (text.len <= LIMIT_DATE_BYTES &&
	    date_parse_ordered(text, d->order, &at, &flags))
		return published_date_at(d, at, flags, text);
	return dates_among(d, text);
}

/* True if the date is the time of the fetch. */
static bool
published_is_fetch_time(const struct dates *d, struct date date)
{
	int64_t now = d->page->input->now_at;

	return now > 0 && date.at > now - GENERATED_S;
}

/* True if two instants are at most a day apart. */
static bool
published_is_near(int64_t a, int64_t b)
{
	return a < b ? b - a <= 86400 : a - b <= 86400;
}

void
dates_offer(const struct dates *d, struct date *known, struct date found,
    enum cuter_source source)
{
	if (found.at == DATE_NONE)
		return;
	if (found.source == CUTER_SOURCE_NONE)
		found.source = source;
	if (known->at != DATE_NONE && known->source != found.source &&
	    published_is_near(known->at, found.at))
		known->agreed = found.agreed = true;
	if (known->at == DATE_NONE || (published_is_fetch_time(d, *known) &&
					  !published_is_fetch_time(d, found)))
		*known = found;
	/* The zone of the new date is used if the known zone is UTC, because
	 * many systems write UTC in metadata and the local time only in <time>.
	 */
	else if (known->at == found.at && known->zone == 0 &&
		 found.zone != CUTER_ZONE_NONE)
		known->zone = found.zone;
}

static void
published_read_metas(
    struct dates *d, struct date *known, const char *const *keys, size_t n)
{
	for (size_t i = 0; i < n; i++)
		dates_offer(d, known,
		    published_date_of(
			d, page_head_meta(d->page->head, keys[i])),
		    CUTER_SOURCE_META);
}

/* ---- elements ---- */

static bool
published_class_denotes(struct slice class, const char *word)
{
	return class.len > 0 &&
	       slice_find_nocase(class, slice_of(word), 0) != SLICE_NOT_FOUND;
}

static struct slice
published_text_of(const struct page *page, uint32_t node)
{
	const struct block whole = { .first = node,
		.end = page->tree.nodes[node].end };

	if (page->bytes[node] == 0 || page->bytes[node] > DATE_LINE_BYTES)
		return SLICE_NONE;
	return page_block_text(page, &whole);
}

/* Reads the date in an element: the attribute datetime or content, else the
 * visible text. */
static struct date
published_date_in(const struct dates *d, uint32_t node)
{
	const struct tree *t = &d->page->tree;
	struct date date =
	    published_date_of(d, tree_attr(t, node, ATTR_DATETIME));

	if (date.at == DATE_NONE)
		date = published_date_of(d, tree_attr(t, node, ATTR_CONTENT));
	if (date.at == DATE_NONE)
		date = dates_among(d, published_text_of(d->page, node));
	return date;
}

/* True for an element in navigation or comments, whose dates belong to other
 * articles. An element between title and text belongs to this article, whatever
 * its class is. */
static bool
published_is_of_others(const struct page *page, uint32_t node)
{
	uint32_t title = page->title_block, text = page->first_text;

	if (title != PAGE_NO_BLOCK && text != PAGE_NO_BLOCK && title < text &&
	    node > page->blocks[title].first && node < page->blocks[text].first)
		return false;
	return page->marks[node] & (MARK_NAVIGATION | MARK_COMMENTS);
}

/* True if the text before a <time> names a change: "Updated <time>". The text
 * is at most LABEL_BYTES long, and in one of the few nodes before the element.
 */
static bool
published_is_labelled_change(const struct page *page, uint32_t node)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = node; i > 1 && node - i < LABEL_DISTANCE;) {
		struct slice text = slice_trim(t->nodes[--i].text);
		size_t at;

		if (t->nodes[i].tag != TAG_TEXT || text.len == 0)
			continue;
		if (text.len > LABEL_BYTES ||
		    tree_up_to(t, i, TAG_TIME) != TREE_NOWHERE)
			return false;
		at = published_change_at(text);
		return at != SLICE_NOT_FOUND &&
		       published_label_at(slice_sub(text, at, text.len)) ==
			   SLICE_NOT_FOUND;
	}
	return false;
}

static bool
published_is_created(struct slice properties)
{
	struct slice property;

	while (slice_next(&properties, ' ', &property))
		for (size_t i = 0; i < ARRAY_LENGTH(created_properties); i++)
			if (slice_equal_nocase(
				property, slice_of(created_properties[i])))
				return true;
	return false;
}

/* Reads itemprop=datePublished, itemprop=dateModified and <time>. The class of
 * a <time> and the text before it decide whether the element gives the date of
 * a change. Other <time> elements give the date of publication. Linked dates
 * are kept for the case that no other source has a date. */
static void
published_read_elements(struct dates *d)
{
	const struct page *page = d->page;
	const struct tree *t = &page->tree;
	struct date first = dates_none, linked = dates_none,
		    *sure = &d->published;
	struct date found = dates_none, changed = dates_none;

	for (uint32_t i = 1; i < t->n; i++) {
		struct slice prop, class;

		if (t->nodes[i].record == TREE_NOWHERE)
			continue;
		prop = tree_attr(t, i, ATTR_ITEMPROP);
		if (published_class_denotes(prop, "datePublished")) {
			dates_offer(d,
			    published_is_of_others(page, i) ? &linked : &found,
			    published_date_in(d, i), CUTER_SOURCE_MARKUP);
		} else if (published_class_denotes(prop, "dateModified")) {
			dates_offer(d, &changed, published_date_in(d, i),
			    CUTER_SOURCE_MARKUP);
		} else if (prop.len > 0 && published_is_created(prop)) {
			dates_offer(d,
			    published_is_of_others(page, i) ? &linked : &first,
			    published_date_in(d, i), CUTER_SOURCE_MARKUP);
		} else if (t->nodes[i].tag == TAG_TIME) {
			class = tree_attr(t, i, ATTR_CLASS);
			if (published_is_of_others(page, i) ||
			    published_class_denotes(class, "tweet"))
				continue;
			if (!published_class_denotes(class, "published") &&
			    (published_class_denotes(class, "updated") ||
				published_class_denotes(class, "modified") ||
				published_is_labelled_change(page, i)))
				dates_offer(d, &changed,
				    published_date_in(d, i),
				    CUTER_SOURCE_MARKUP);
			else if (page->marks[i] & MARK_LINK)
				dates_offer(d, &linked, published_date_in(d, i),
				    CUTER_SOURCE_MARKUP);
			else
				dates_offer(d, &first, published_date_in(d, i),
				    CUTER_SOURCE_MARKUP);
		}
	}
	dates_offer(d, sure, found, CUTER_SOURCE_MARKUP);
	dates_offer(d, sure, first, CUTER_SOURCE_MARKUP);
	dates_offer(d, &d->far, linked, CUTER_SOURCE_MARKUP);
	dates_offer(d, &d->modified, changed, CUTER_SOURCE_MARKUP);
}

/* Uses the shown date if no other source has a date. A date line or the
 * original date replaces the date in metadata if it is earlier by more than
 * EARLIER_S, or if the date in metadata is the time of the fetch. After a site
 * was migrated or an article rewritten, metadata may have a new date while the
 * page shows the old date. If any line near the title shows the date in
 * metadata, only the time of the fetch is replaced: another date is then that
 * of another article. */
static void
published_choose_earlier(struct dates *d)
{
	bool is_read = d->published.at != DATE_NONE;

	dates_offer(d, &d->published, is_read ? d->replacing : d->shown,
	    CUTER_SOURCE_LINE);
	if (is_read && d->is_confirmed) {
		/* The lines confirm the date that was replaced. */
		if (d->published.source != CUTER_SOURCE_LINE)
			d->published.agreed = true;
	} else if (is_read && d->replacing.at != DATE_NONE &&
		   d->replacing.at + EARLIER_S < d->published.at) {
		d->published = d->replacing;
	}
	if (d->original.at != DATE_NONE && d->published.at != DATE_NONE &&
	    d->original.at + EARLIER_S < d->published.at)
		d->published = d->original;
}

/* Reads the page's title, its address, labelled lines, and the lines after the
 * text. These sources are used only if no other source has a date. */
static void
published_read_weak_sources(struct dates *d)
{
	int64_t at;

	if (d->published.at != DATE_NONE)
		return;
	dates_offer(d, &d->published, dates_among(d, d->page->head->title),
	    CUTER_SOURCE_TITLE);
	if (published_in_url(slice_sub(d->page->input->url, 0, 512), &at))
		dates_offer(d, &d->published,
		    published_date_at(d, at, 0, SLICE_NONE), CUTER_SOURCE_URL);
	dates_read_labelled(d);
	if (d->published.at == DATE_NONE)
		dates_read_tail(d);
	dates_offer(d, &d->published, d->far, CUTER_SOURCE_LINE);
}

/* Returns the share of pages on which the day of a source is right. The share
 * is higher if another source agrees. Measured on the development corpora (777
 * pages). */
static double
published_confidence(struct date date)
{
	static const double alone[CUTER_SOURCE_COUNT] = {
		[CUTER_SOURCE_JSON_LD] =
		    0.59, /* probability if the page shows another day */
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

/* Returns the names of the authors in JSON-LD, divided by spaces. */
static struct slice
published_authors(struct page *page, const struct json_ld *ld)
{
	struct slice *parts =
	    arena_array(page->arena, 2 * ld->n_authors + 1, sizeof(*parts));

	for (size_t i = 0; i < ld->n_authors; i++) {
		parts[2 * i] = ld->authors[i];
		parts[2 * i + 1] = SLICE(" ");
	}
	return arena_join(page->arena, parts, 2 * ld->n_authors);
}

void
article_dates(
    struct page *page, const struct json_ld *ld, struct cuter_article *a)
{
	struct slice full =
	    page->head->language.len > 0 ? page->head->language : ld->language;
	struct dates d = { .page = page,
		.language = a->language,
		.authors = published_authors(page, ld),
		.order = published_order(page->input->url, full),
		.published = dates_none,
		.modified = dates_none,
		.shown = dates_none,
		.replacing = dates_none,
		.far = dates_none,
		.original = dates_none,
		.shown_modified = dates_none };

	dates_offer(&d, &d.published, published_date_of(&d, ld->published),
	    CUTER_SOURCE_JSON_LD);
	published_read_metas(
	    &d, &d.published, published_metas, ARRAY_LENGTH(published_metas));
	dates_offer(&d, &d.modified, published_date_of(&d, ld->modified),
	    CUTER_SOURCE_JSON_LD);
	published_read_metas(
	    &d, &d.modified, modified_metas, ARRAY_LENGTH(modified_metas));
	published_read_elements(&d);
	dates_read_head(&d);
	dates_read_original(&d);
	published_choose_earlier(&d);
	dates_read_only_label(&d);
	published_read_weak_sources(&d);
	dates_offer(&d, &d.modified, d.shown_modified, CUTER_SOURCE_LINE);
	a->published_at = d.published.at;
	a->published_zone = d.published.zone;
	a->modified_at = d.modified.at;
	a->modified_zone = d.modified.zone;
	article_field(a, CUTER_FIELD_PUBLISHED, d.published.source,
	    published_confidence(d.published));
	article_field(a, CUTER_FIELD_MODIFIED, d.modified.source,
	    published_confidence(d.modified));
}
