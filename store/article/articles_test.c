/* articles_test.c -- the results of fetching articles. */
#include "base/array.h"
#include "base/limits.h"
#include "store/fixture_test.h"

static struct fixture_feed f;

/* Creates a database with n queued articles, https://example.org/0 … */
static struct store *
articles_test_queue(const char *name, int n)
{
	struct store *s = fixture_open(name, STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	static char guids[MAX_ENTRIES][16], links[MAX_ENTRIES][64];

	feed_begin(&f, "Example");
	for (int i = 0; i < n; i++) {
		snprintf(guids[i], sizeof(guids[0]), "g%d", i);
		snprintf(
		    links[i], sizeof(links[0]), "https://example.org/%d", i);
		feed_add(&f, guids[i], links[i], "Feed's title",
		    "The feed's own words.");
	}
	poll(s, id, &f, NOW);
	return s;
}

static int64_t
articles_test_nth(struct store *s, int n)
{
	char url[64];

	snprintf(url, sizeof(url), "https://example.org/%d", n);
	return article_at(s, url);
}

static void
articles_test_is_row(
    struct store *s, int64_t id, const char *what, const char *expected)
{
	char sql[256];
	const char *got;

	snprintf(sql, sizeof(sql), "SELECT %s FROM article WHERE id = %lld",
	    what, (long long)id);
	got = ask_text(s, sql);
	if (!ok(strcmp(got, expected) == 0, "%s: %s", what, expected))
		printf("# %s\n", got);
}

static int64_t
articles_test_n_changes(struct store *s, int64_t id, const char *kind)
{
	char sql[256];

	snprintf(sql, sizeof(sql),
	    "SELECT count(*) FROM change WHERE article_id = %lld AND "
	    "kind LIKE '%s'",
	    (long long)id, kind);
	return ask(s, sql);
}

static int
articles_test_see_revision(const struct article_revision *row, void *arg)
{
	char *all = arg;
	size_t n = strlen(all);

	snprintf(all + n, 1024 - n, "%lld:%.*s|", (long long)row->revision,
	    SLICE_ARG(row->body));
	return 0;
}

static void
articles_test_revisions(void)
{
	struct store *s = articles_test_queue("revisions.db", 1);
	int64_t id = articles_test_nth(s, 0);
	struct err e = ERR_INIT;
	char all[1024] = "", body[32];

	is_done(store_story(s, id, "Title", "One two.", NOW, &e), &e,
	    "the text is stored");
	articles_test_is_row(
	    s, id, "status || revision || origin || body", "done1pageOne two.");
	is_int(articles_test_n_changes(s, id, "new"), 1, "published as new");
	is_done(store_story(s, id, "Title", "One two.", NOW, &e), &e,
	    "the same text is stored again");
	is_done(store_story(s, id, " Title", "One\n\ntwo. ", NOW, &e), &e,
	    "the same text with other white space is stored");
	is_int(articles_test_n_changes(s, id, "%"), 1, "no change is recorded");
	store_story(s, id, "Title", "One two three.", NOW + 1, &e);
	is_int(articles_test_n_changes(s, id, "revised"), 1,
	    "a different body is a revision");
	store_story(s, id, "Another", "One two three.", NOW + 2, &e);
	is_int(articles_test_n_changes(s, id, "revised"), 2,
	    "a different title is a revision");
	articles_test_is_row(s, id, "revision", "3");
	store_article_revisions(s, id, articles_test_see_revision, all, &e);
	is_text(slice_of(all),
	    "1:One\n\ntwo. |2:One two three.|3:One two three.|",
	    "the oldest text is first, the current one last");
	for (int i = 0; i < 1000; i++) {
		snprintf(body, sizeof(body), "Edit %d", i);
		store_story(s, id, "Another", body, NOW + 3 + i, &e);
	}
	is_int(ask(s, "SELECT count(*) FROM revision"), LIMIT_REVISIONS,
	    "S41: twenty of a thousand edits are stored");
	is_int(ask(s, "SELECT count(*) FROM article"), 1,
	    "the change log contains one article");
	articles_test_is_row(s, id, "revision || body", "1003Edit 999");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
articles_test_ends(void)
{
	struct store *s = articles_test_queue("ends.db", 5);
	struct cuter_article front =
	    story("News", "All of today's news, and what else there is.");
	struct article_update k = { .status = ARTICLE_DONE, .article = &front };
	struct err e = ERR_INIT;
	int64_t id = articles_test_nth(s, 0);

	front.page_class = CUTER_PAGE_LISTING;
	is_done(store_end(
		    s, id, ARTICLE_FEED_ONLY, "robots.txt", DATE_NONE, NOW, &e),
	    &e, "the article becomes feed_only");
	articles_test_is_row(s, id,
	    "status || '|' || status_why || '|' || title || '|' || body || "
	    "'|' || origin || word_count",
	    "feed_only|robots.txt|Feed's title|The feed's own words.|feed4");
	is_int(articles_test_n_changes(s, id, "new"), 1,
	    "a feed_only article is published");
	store_story(s, id, "Page", "The page's words.", NOW, &e);
	is_int(articles_test_n_changes(s, id, "revised"), 1,
	    "a later text of the page is a revision");
	store_end(s, id, ARTICLE_FEED_ONLY, "403", DATE_NONE, NOW, &e);
	store_end(s, id, ARTICLE_FAILED, "503", NOW + 9, NOW, &e);
	store_story(s, id, "Page", "", NOW, &e);
	articles_test_is_row(
	    s, id, "status || body || tries", "doneThe page's words.0");
	is_int(articles_test_n_changes(s, id, "%"), 2,
	    "a published text is not replaced by a lesser one");
	store_end(s, id, ARTICLE_GONE, "410", DATE_NONE, NOW, &e);
	is_int(articles_test_n_changes(s, id, "withdrawn"), 1,
	    "a missing article is withdrawn");
	articles_test_is_row(s, id, "status || body", "goneThe page's words.");
	store_end(s, id, ARTICLE_GONE, "410", DATE_NONE, NOW, &e);
	is_int(articles_test_n_changes(s, id, "withdrawn"), 1,
	    "an article is withdrawn once");
	store_end(s, id, ARTICLE_FEED_ONLY, "403", DATE_NONE, NOW, &e);
	articles_test_is_row(s, id, "status || body", "goneThe page's words.");
	store_story(s, id, "Not found", "", NOW, &e);
	articles_test_is_row(s, id, "status || body", "goneThe page's words.");
	k.id = id;
	is_done(store_article_put(s, &k, NOW, &e), &e, "a front page");
	articles_test_is_row(s, id, "status || body", "goneThe page's words.");
	is_int(articles_test_n_changes(s, id, "revised"), 1,
	    "a front page in its place does not publish it again");
	store_story(s, id, "Page", "The page's words.", NOW, &e);
	is_int(articles_test_n_changes(s, id, "revised"), 2,
	    "a text of the page publishes it again");
	articles_test_is_row(s, id, "status || revision", "done2");

	id = articles_test_nth(s, 1);
	store_end(s, id, ARTICLE_GONE, "404", DATE_NONE, NOW, &e);
	articles_test_is_row(
	    s, id, "status || body || revision", "goneThe feed's own words.0");
	is_int(articles_test_n_changes(s, id, "%"), 0,
	    "gone before it was published: no change");
	store_story(s, id, "Page", "Words.", NOW, &e);
	is_int(articles_test_n_changes(s, id, "new"), 1,
	    "a later text of the page is published");

	id = articles_test_nth(s, 2);
	is_done(store_story(s, id, "Video page", "", NOW, &e), &e,
	    "a page without text is stored");
	articles_test_is_row(s, id,
	    "status || '|' || status_why || '|' || body || origin",
	    "feed_only|the page has no article|The feed's own words.feed");

	is_int(store_end(s, id, ARTICLE_QUEUED, "", DATE_NONE, NOW, &e),
	    ERR_USAGE, "no result sets the status queued");
	is_int(store_end(s, id, ARTICLE_DONE, "", DATE_NONE, NOW, &e),
	    ERR_USAGE, "done without a text is an error");
	is_int(store_end(s, 999, ARTICLE_GONE, "", DATE_NONE, NOW, &e),
	    ERR_NOT_FOUND,
	    "an article that does not exist gives ERR_NOT_FOUND");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
articles_test_failures(void)
{
	struct store *s = articles_test_queue("failures.db", 1);
	int64_t id = articles_test_nth(s, 0), n = 0, next = 0;
	struct article_update not_asked = { .id = id, .was_not_asked = true };
	struct err e = ERR_INIT;

	store_article_pending_count(s, NOW, 100, &n, &next, &e);
	ok(n == 1 && next == DATE_NONE,
	    "one article is pending without a retry");
	is_done(
	    store_end(s, id, ARTICLE_FAILED, "timed out", NOW + 60, NOW, &e),
	    &e, "the article fails");
	articles_test_is_row(
	    s, id, "status || tries || status_why", "failed1timed out");
	store_article_pending_count(s, NOW, 100, &n, &next, &e);
	ok(n == 0 && next == NOW + 60, "the retry is not due");
	store_article_pending_count(s, NOW + 60, 100, &n, &next, &e);
	ok(n == 1 && next == DATE_NONE, "the retry is due");
	not_asked.status = ARTICLE_FAILED;
	for (int i = 0; i < LIMIT_ARTICLE_TRIES; i++)
		store_article_put(s, &not_asked, NOW, &e);
	articles_test_is_row(s, id, "status || tries", "failed1");
	for (int i = 1; i < LIMIT_ARTICLE_TRIES; i++) {
		is_int(articles_test_n_changes(s, id, "%"), 0,
		    "no change is recorded after a failure");
		store_end(s, id, ARTICLE_FAILED, "timed out", NOW, NOW, &e);
	}
	articles_test_is_row(s, id, "status || body || status_why",
	    "feed_onlyThe feed's own words.timed out");
	is_int(articles_test_n_changes(s, id, "new"), 1,
	    "after the last try the feed's text is published");
	store_article_pending_count(s, FOREVER, 100, &n, &next, &e);
	is_int(n, 0, "no article is pending");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static int
articles_test_see_article(const struct article_row *row, void *arg)
{
	char *all = arg;

	snprintf(all, 1024,
	    "%.*s|%.*s|%.*s|%.*s|%.*s|%.*s|%.*s|%.*s|%.*s|%.2f|%lld|%.*s|%.*s",
	    SLICE_ARG(row->title), SLICE_ARG(row->lead), SLICE_ARG(row->byline),
	    SLICE_ARG(row->lang), SLICE_ARG(row->authors), SLICE_ARG(row->tags),
	    SLICE_ARG(row->images), SLICE_ARG(row->feeds),
	    SLICE_ARG(row->feed_title), row->confidence,
	    (long long)row->word_count, SLICE_ARG(row->flags),
	    SLICE_ARG(row->body_html));
	return 0;
}

static int
articles_test_see_media(const struct article_media *row, void *arg)
{
	char *all = arg;
	size_t n = strlen(all);

	snprintf(all + n, 1024 - n, "%.*s %.*s %.*s %lldx%lld %.1f|",
	    SLICE_ARG(row->kind), SLICE_ARG(row->caption), SLICE_ARG(row->role),
	    (long long)row->width, (long long)row->height, row->relevance);
	return 0;
}

/* Fills an article with a value in each list.  The lists are static. */
static struct cuter_article
articles_test_fill(void)
{
	static struct slice authors[] = { SLICE("Ann"), SLICE("Bob") };
	static struct slice tags[] = { SLICE("x"), SLICE("y") };
	static struct cuter_media media[] = { { .kind = CUTER_VIDEO,
						  .url = SLICE("https://e/v"),
						  .caption = SLICE("moving") },
		{ .kind = CUTER_IMAGE,
		    .url = SLICE("https://e/2.jpg"),
		    .relevance = 7 },
		{ .kind = CUTER_IMAGE,
		    .url = SLICE("https://e/1.jpg"),
		    .is_lead = true,
		    .caption = SLICE("A cat"),
		    .width = 640,
		    .height = 480,
		    .relevance = 0.5 },
		{ .kind = CUTER_AUDIO, .url = SLICE("https://e/a.mp3") } };
	struct cuter_article article = story("Title", "Body.");

	article.lead = SLICE("Lead");
	article.byline = SLICE("By Ann");
	article.language = SLICE("de");
	article.authors = authors;
	article.n_authors = 2;
	article.tags = tags;
	article.n_tags = 2;
	article.media = media;
	article.n_media = 4;
	article.confidence = 17;
	article.flags = CUTER_FLAG_STUB;
	article.body_html = SLICE("<p>Body.</p>");
	return article;
}

static void
articles_test_whole(void)
{
	struct store *s = articles_test_queue("whole.db", 1);
	struct cuter_article article = articles_test_fill();
	struct article_update k = { .id = articles_test_nth(s, 0),
		.status = ARTICLE_DONE,
		.article = &article,
		.fetched_at = NOW,
		.final_url = SLICE("https://example.org/0?x"),
		.etag = SLICE("\"e\"") };
	struct err e = ERR_INIT;
	char all[1024] = "";

	do_sql(s, "INSERT INTO feed_tag VALUES (1,0,'of-feed'), (1,1,'x')");
	is_done(store_article_put(s, &k, NOW, &e), &e, "the article is stored");
	is_done(store_article_get(s, k.id, articles_test_see_article, all, &e),
	    &e, "the article is read");
	ok(strcmp(all, "Title|Lead|By Ann|de|Ann\nBob|x\ny\nof-feed|"
		       "https://e/1.jpg\nhttps://e/2.jpg|"
		       "https://example.org/rss|Example|1.00|7|stub|"
		       "<p>Body.</p>") == 0,
	    "the article has its lists and its body");
	all[0] = '\0';
	is_done(store_article_media(s, k.id, articles_test_see_media, all, &e),
	    &e, "the media are read");
	ok(strcmp(all,
	       "video moving inline 0x0 0.0|image  inline 0x0 1.0|"
	       "image A cat lead 640x480 0.5|audio  inline 0x0 0.0|") == 0,
	    "media in document order");
	article.n_authors = 1;
	article.n_tags = 0;
	article.n_media = 0;
	store_article_put(s, &k, NOW, &e);
	is_int(ask(s, "SELECT count(*) FROM article_author"), 1,
	    "lists are replaced");
	is_int(ask(s, "SELECT count(*) FROM media"), 4,
	    "empty lists do not replace the media");
	is_int(store_article_get(s, 77, articles_test_see_article, all, &e),
	    ERR_NOT_FOUND, "an absent article gives ERR_NOT_FOUND");
	/* The tables must accept every name that the extractor uses. */
	for (int i = 0; i < CUTER_ORIGIN_COUNT; i++) {
		article.origin = (enum cuter_origin)i;
		article.page_class = (enum cuter_page_class)(i % 3);
		is_done(store_article_put(s, &k, NOW, &e), &e,
		    "an article with an origin is stored");
	}
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static int
articles_test_store_canonical(struct store *s, int64_t id,
    const char *final_url, const char *canonical, const char *title,
    const char *body)
{
	struct cuter_article article = story(title, body);
	struct article_update k = { .id = id,
		.status = ARTICLE_DONE,
		.article = &article,
		.fetched_at = NOW,
		.final_url = slice_of(final_url) };
	struct err e = ERR_INIT;

	article.canonical_url = slice_of(canonical);
	return store_article_put(s, &k, NOW, &e);
}

#define SITE "https://example.org/"

/* Pages that are stored in this order, and a value of each article. */
static const struct test_page {
	int n; /* number of the article */
	const char *final_url, *canonical, *title, *body, *column, *expected;
	bool ends; /* after the check the article is withdrawn */
} articles_test_pages[] = {
	{ 0, NULL, SITE "story", "S", "The story.", "status", "done", false },
	{ 1, NULL, "https://www.example.org/story/", "S", "The story.",
	    "status || body", "feed_onlyThe feed's own words.", false },
	{ 0, NULL, SITE "story", "S", "The story, revised.",
	    "status || revision", "done2", false },
	{ 2, NULL, SITE "story", "S",
	    "A site that puts one address and title on all pages.", "status",
	    "done", false },
	{ 3, NULL, SITE, "Same", "Same.", "status", "done", false },
	/* a front page */
	{ 4, NULL, SITE, "Same", "Same.", "status", "done", false },
	/* a canonical URL of another site is ignored */
	{ 5, NULL, "https://other.example/x", "Theirs", "Body.",
	    "canonical_key", "example.org/5", false },
	{ 12, NULL, SITE "moved", "M", "Moved.", "status", "done", true },
	/* a withdrawn article is not a duplicate */
	{ 13, NULL, SITE "moved", "M", "Moved.", "status", "done", false },
	/* another article has this address and this text */
	{ 12, NULL, SITE "moved", "M", "Moved.", "status || revision || body",
	    "gone1Moved.", false },
	{ 6, SITE "real", NULL, "R", "Real.", "status", "done", false },
	/* two entries lead to the same final URL */
	{ 7, SITE "real", NULL, "R", "Real.", "status", "feed_only", false },
	/* I14: a page in an AMP cache has the publisher's key */
	{ 8, "https://example-org.cdn.ampproject.org/c/s/example.org/amp-1/amp",
	    SITE "amp-1", "AMP", "Fast.", "'I14: ' || canonical_key",
	    "I14: example.org/amp-1", false },
	/* I14: a mobile page has the key of its host */
	{ 9, "https://de.m.example.org/amp-1", NULL, "AMP", "Fast.",
	    "'I14: ' || canonical_key", "I14: de.example.org/amp-1", false },
	{ 10, NULL, SITE "10", "Own", "Own text.", "status", "done", false },
	{ 11, NULL, SITE "10", "Own", "Own text.", "status", "feed_only",
	    false },
};

static void
articles_test_duplicates(void)
{
	struct store *s = articles_test_queue("twins.db", 14);
	struct err e = ERR_INIT;
	char why[64];

	for (size_t i = 0; i < ARRAY_LENGTH(articles_test_pages); i++) {
		const struct test_page *p = &articles_test_pages[i];
		int64_t id = articles_test_nth(s, p->n);

		articles_test_store_canonical(
		    s, id, p->final_url, p->canonical, p->title, p->body);
		articles_test_is_row(s, id, p->column, p->expected);
		if (p->ends)
			store_end(
			    s, id, ARTICLE_GONE, "410", DATE_NONE, NOW, &e);
	}
	snprintf(why, sizeof(why), "the same as article %lld",
	    (long long)articles_test_nth(s, 0));
	articles_test_is_row(s, articles_test_nth(s, 1), "status_why", why);
	is_int(ask(s, "SELECT count(DISTINCT article_id) FROM change"), 14,
	    "all articles are published");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* Stores a page that is not an article. */
static void
articles_test_store_page(struct store *s, int64_t id,
    enum cuter_page_class class, const char *body, int64_t now)
{
	struct cuter_article article = {
		.title = SLICE("Page not found"),
		.body = slice_of(body),
		.canonical_url = SLICE("https://example.org/"),
		.page_class = class,
		.published_at = DATE_NONE,
		.modified_at = DATE_NONE,
	};
	const struct article_update update = {
		.id = id,
		.status = ARTICLE_DONE,
		.article = &article,
		.retry_at = DATE_NONE,
		.fetched_at = now,
	};
	struct err e = ERR_INIT;

	is_done(store_article_put(s, &update, now, &e), &e,
	    cuter_page_class_name(class));
}

static void
articles_test_no_article(void)
{
	static const char longer[] = "A text that is longer than what the feed "
				     "has said of it, by far.";
	struct store *s =
	    articles_test_queue("no_article.db", CUTER_PAGE_CLASS_COUNT + 1);
	struct err e = ERR_INIT;

	for (int i = 0; i < CUTER_PAGE_CLASS_COUNT; i++) {
		enum cuter_page_class class = (enum cuter_page_class)i;
		bool whole = class == CUTER_PAGE_ARTICLE ||
			     class == CUTER_PAGE_LIVE_BLOG;
		char row[128];

		articles_test_store_page(
		    s, articles_test_nth(s, i), class, "Short.", NOW);
		snprintf(row, sizeof(row),
		    whole ? "doneShort." : "feed_onlyThe feed's own words.%s",
		    whole ? "" : cuter_page_class_name(class));
		articles_test_is_row(s, articles_test_nth(s, i),
		    whole ? "status || body" : "status || body || page_class",
		    row);
	}
	articles_test_is_row(s, articles_test_nth(s, CUTER_PAGE_ERROR),
	    "title || status_why || coalesce(canonical_url, '1')",
	    "Feed's titlethe page is not an article: error1");
	articles_test_store_page(s, articles_test_nth(s, CUTER_PAGE_STUB),
	    CUTER_PAGE_STUB, longer, NOW + 1);
	articles_test_is_row(s, articles_test_nth(s, CUTER_PAGE_STUB),
	    "status || body",
	    "doneA text that is longer than what the feed has said of it, by "
	    "far.");
	articles_test_store_page(s, articles_test_nth(s, CUTER_PAGE_ERROR),
	    CUTER_PAGE_ERROR, longer, NOW + 1);
	articles_test_is_row(s, articles_test_nth(s, CUTER_PAGE_ERROR),
	    "status || body", "feed_onlyThe feed's own words.");

	/* None of these results replaces a published text. */
	for (int i = 0; i < CUTER_PAGE_CLASS_COUNT; i++) {
		int64_t id = articles_test_nth(s, CUTER_PAGE_CLASS_COUNT);

		if (i == CUTER_PAGE_ARTICLE || i == CUTER_PAGE_LIVE_BLOG)
			continue;
		store_story(s, id, "Title", longer, NOW + 2, &e);
		articles_test_store_page(s, id, (enum cuter_page_class)i,
		    "Less than what was there before it.", NOW + 3);
		articles_test_is_row(
		    s, id, "status || revision || title", "done1Title");
	}
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* The source of each field is stored.  A text in another language than the
 * feed's is flagged if the language was detected reliably. */
static void
articles_test_languages(void)
{
	struct store *s = articles_test_queue("languages.db", 1);
	struct cuter_article article = story("Titel", "Nur ein Text.");
	struct article_update k = { .id = articles_test_nth(s, 0),
		.status = ARTICLE_DONE,
		.article = &article,
		.fetched_at = NOW };
	struct err e = ERR_INIT;

	article.language = article.detected_language = SLICE("de");
	article.flags = CUTER_FLAG_STUB;
	article.detected_confidence = 0.99;
	article.fields[CUTER_FIELD_LANGUAGE] =
	    (struct cuter_origin_of){ CUTER_SOURCE_WORDS, 0.99 };
	is_done(store_article_put(s, &k, NOW, &e), &e,
	    "a text in another language than its page declares is stored");
	articles_test_is_row(
	    s, k.id, "lang || ' ' || flags", "de stub language");
	articles_test_is_row(s, k.id,
	    "(fields -> 'lang' ->> 'source') ||"
	    " (fields -> 'lang' ->> 'detected')",
	    "wordsde");
	article.detected_confidence = 0.6;
	is_done(store_article_put(s, &k, NOW, &e), &e, "a German text");
	articles_test_is_row(s, k.id, "flags", "stub");
	article.detected_confidence = 0.99;
	do_sql(s, "UPDATE feed SET language = 'de-AT'");
	is_done(store_article_put(s, &k, NOW, &e), &e,
	    "a text of an Austrian feed");
	articles_test_is_row(s, k.id, "flags", "stub");
	do_sql(s, "UPDATE feed SET language = NULL");
	is_done(
	    store_article_put(s, &k, NOW, &e), &e, "a feed without a language");
	articles_test_is_row(s, k.id, "flags", "stub");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* Stores a result for an address that the article does not have any more. */
static void
articles_test_outdated(void)
{
	struct store *s = articles_test_queue("outdated.db", 1);
	int64_t id = articles_test_nth(s, 0);
	bool is_outdated = false;
	struct article_update k = { .id = id,
		.status = ARTICLE_FEED_ONLY,
		.status_why = SLICE("HTTP 404"),
		.url = SLICE("https://example.org/0/"),
		.ret_is_outdated = &is_outdated };
	struct err e = ERR_INIT;

	is_done(store_article_put(s, &k, NOW, &e), &e,
	    "a page of a former address is stored");
	ok(is_outdated, "the result is reported as outdated");
	articles_test_is_row(
	    s, id, "status || revision || (fetched_at IS NULL)",
	    s->postgres != NULL ? "queued0true" : "queued01");
	k.url = SLICE("https://example.org/0");
	is_done(store_article_put(s, &k, NOW, &e), &e,
	    "a page of the present address is stored");
	ok(!is_outdated, "the result is not reported as outdated");
	articles_test_is_row(s, id, "status || status_why", "feed_onlyHTTP 404");
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	articles_test_revisions();
	articles_test_ends();
	articles_test_failures();
	articles_test_whole();
	articles_test_duplicates();
	articles_test_no_article();
	articles_test_languages();
	articles_test_outdated();
	return done_testing();
}
