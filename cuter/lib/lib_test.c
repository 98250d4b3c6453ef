/*
 * lib_test.c -- tests the functions of libcuter (cuter/lib/cuter.h).
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cuter/lib/cuter.h"
#include "tests/lib/tap.h"

static const char page[] =
    "<html lang=en><head><title>The lamp is lit again - The Tide</title>"
    "<link rel=canonical href='/lamp'>"
    "<meta property='article:section' content='Harbour'>"
    "<meta property='article:tag' content='lamp'>"
    "<meta property='article:tag' content='harbour'>"
    "<meta property='article:published_time' "
    "content='2026-11-20T17:48:18+01:00'>"
    "<meta name=author content='Anna Wickett'>"
    "</head><body><nav><a href=/a>News</a> <a href=/b>Sport</a></nav>"
    "<article><h1>The lamp is lit again</h1>"
    "<figure><img src=/lamp.jpg width=800 height=600 alt='The lamp'>"
    "<figcaption>The lamp on Friday</figcaption></figure>"
    "<p>The lamp was lit again on Friday, and the whole town came to see it "
    "turn over the bay.</p>"
    "<p>Nobody spoke until the third round, when the harbour master sneezed "
    "and the children laughed.</p>"
    "<p>The keeper said that the light would stay on through the winter, as "
    "long as the town paid for the oil.</p></article>"
    "<footer><a href=/terms>Terms</a></footer></body></html>";

/* Compiled programs contain these numbers, so they must not change. cuter.abi
 * describes the functions. */
static_assert(offsetof(struct cuter_extract_options, flags) == 56, "options");
static_assert(offsetof(struct cuter_allocator, release) == 24, "allocator");
static_assert(CUTER_KIND_AUDIO == 22, "kinds");
static_assert(CUTER_ADVERTISEMENT == 4, "classes");
static_assert(CUTER_PAGE_PAYWALL == 9, "page classes");
static_assert(CUTER_ORIGIN_STATE == 3, "origins");
static_assert(CUTER_ACCESS_PAID == 2, "access");
static_assert(CUTER_FIELD_TAGS == 10, "fields");
static_assert(CUTER_SOURCE_WORDS == 11, "sources");
static_assert(CUTER_AUDIO == 2, "media");
static_assert(CUTER_FLAG_LANGUAGE == 64, "flags");

/* An allocator that counts the allocations, and fails after `left` of them. */
struct counter {
	size_t n_allocations, n_live;
	size_t left; /* SIZE_MAX: never fails */
};

static bool
lib_test_may_allocate(struct counter *counter)
{
	counter->n_allocations++;
	if (counter->left == 0)
		return false;
	if (counter->left != SIZE_MAX)
		counter->left--;
	return true;
}

static void *
lib_test_allocate(void *context, size_t bytes)
{
	struct counter *counter = context;

	if (!lib_test_may_allocate(counter))
		return NULL;
	counter->n_live++;
	return malloc(bytes);
}

static void *
lib_test_reallocate(void *context, void *old, size_t bytes)
{
	struct counter *counter = context;

	if (!lib_test_may_allocate(counter))
		return NULL;
	counter->n_live += old == NULL;
	return realloc(old, bytes);
}

static void
lib_test_release(void *context, void *old)
{
	struct counter *counter = context;

	counter->n_live -= old != NULL;
	free(old);
}

static struct cuter_allocator
lib_test_allocator(struct counter *counter)
{
	return (struct cuter_allocator){ counter, lib_test_allocate,
		lib_test_reallocate, lib_test_release };
}

static struct cuter_extractor *
lib_test_new(void)
{
	struct cuter_extractor *x;

	if (cuter_extractor_new(NULL, &x) != CUTER_OK) {
		printf("Bail out! no extractor\n");
		exit(1);
	}
	return x;
}

static struct cuter_article *
lib_test_extract(struct cuter_extractor *x, unsigned flags)
{
	struct cuter_extract_options options = CUTER_EXTRACT_OPTIONS_INIT;
	struct cuter_article *a;

	options.url = "https://tide.test/story";
	options.title = "The lamp is lit again";
	options.flags = flags;
	if (cuter_extract(x, page, sizeof(page) - 1, &options, &a) !=
	    CUTER_OK) {
		printf("Bail out! no article\n");
		exit(1);
	}
	return a;
}

static void
lib_test_texts(const struct cuter_article *a)
{
	double confidence = 0;
	int64_t at = 0;
	size_t len = 0;
	int zone = 0;

	is_text(slice_of(cuter_article_title(a, &len)), "The lamp is lit again",
	    "the title is returned");
	is_int((int64_t)len, 21, "the length of the title is returned");
	ok(strstr(cuter_article_body(a, &len), "harbour master") != NULL,
	    "the body is returned");
	is_int((int64_t)strlen(cuter_article_body(a, NULL)), (int64_t)len,
	    "a text ends with a NUL after its length");
	ok(strstr(cuter_article_body_html(a, NULL), "<p>The lamp was") != NULL,
	    "the HTML of the body is returned");
	is_text(slice_of(cuter_article_language(a, NULL)), "en",
	    "the language is returned");
	is_text(slice_of(cuter_article_canonical_url(a, NULL)),
	    "https://tide.test/lamp", "the canonical URL is returned");
	is_text(slice_of(cuter_article_section(a, NULL)), "Harbour",
	    "the section is returned");
	ok(cuter_article_license(a, &len) == NULL && len == 0,
	    "an unknown text is NULL");
	is_int((int64_t)cuter_article_author_count(a), 1,
	    "the article has one author");
	is_text(slice_of(cuter_article_author(a, 0, NULL)), "Anna Wickett",
	    "the author is returned");
	ok(cuter_article_author(a, 1, NULL) == NULL,
	    "an author that does not exist is NULL");
	is_int(
	    (int64_t)cuter_article_tag_count(a), 2, "the article has two tags");
	is_text(slice_of(cuter_article_tag(a, 1, NULL)), "harbour",
	    "the second tag is returned");
	is_int(cuter_article_published(a, &at, &zone), 1,
	    "the article has a date of publication");
	is_int(at, 1795193298, "the date of publication is returned");
	is_int(zone, 60, "the time zone of the publication is returned");
	is_int(cuter_article_modified(a, &at, NULL), 0,
	    "the article has no date of modification");
	ok(cuter_article_confidence(a) > 0.5, "the confidence is returned");
	ok(cuter_article_word_count(a) > 40, "the number of words is returned");
	is_int(cuter_article_page_class(a), CUTER_PAGE_ARTICLE,
	    "the page class is returned");
	is_int(cuter_article_origin(a), CUTER_ORIGIN_PAGE,
	    "the origin is returned");
	is_int(cuter_article_field_source(a, CUTER_FIELD_SECTION, &confidence),
	    CUTER_SOURCE_META, "the source of a field");
	ok(confidence > 0 && confidence <= 1,
	    "the confidence of a field is returned");
	is_int(cuter_article_field_source(a, (enum cuter_field)99, NULL),
	    CUTER_SOURCE_NONE, "an unknown field has no source");
}

static void
lib_test_lists(const struct cuter_article *a)
{
	const struct cuter_media *media = cuter_article_media_next(a, NULL);
	const struct cuter_node *node = NULL;
	size_t n_in_body = 0, n = 0;
	double score;

	ok(media != NULL, "the article has a picture");
	is_text(slice_of(cuter_media_url(media, NULL)),
	    "https://tide.test/lamp.jpg", "the URL of the picture is returned");
	is_text(slice_of(cuter_media_caption(media, NULL)),
	    "The lamp on Friday", "the caption of the picture is returned");
	is_int(cuter_media_width(media), 800,
	    "the width of the picture is returned");
	is_int(cuter_media_get_kind(media), CUTER_IMAGE,
	    "the kind of the picture is returned");
	ok(cuter_article_media_next(a, media) == NULL,
	    "after the last picture NULL is returned");
	while ((node = cuter_article_node_next(a, node)) != NULL) {
		n++;
		if (!cuter_node_in_body(node))
			continue;
		n_in_body++;
		is_int(
		    cuter_node_class(node), CUTER_TEXT, "a node of class text");
		ok(cuter_node_score(node, &score) == 1 &&
			cuter_node_text(node, NULL) != NULL &&
			cuter_node_element(node)[0] != '\0' &&
			cuter_node_reason(node) != NULL,
		    "with score, text, element and reason");
	}
	is_int((int64_t)n_in_body, 3, "three paragraphs are in the body");
	ok(n > n_in_body, "other nodes are not in the body");
	ok(cuter_article_class_count(a, CUTER_NAVIGATION) > 0,
	    "some nodes are navigation");
	is_int(cuter_article_class_count(a, (enum cuter_class)99), 0,
	    "no node has an unknown class");
}

/* The article does not depend on the extractor. */
static void
lib_test_article(void)
{
	struct cuter_extractor *x = lib_test_new();
	struct cuter_article *a = lib_test_extract(
	    x, CUTER_EXTRACT_NODES | CUTER_EXTRACT_EXPLANATION);
	struct cuter_article *plain = lib_test_extract(x, 0);

	cuter_extractor_free(x);
	lib_test_texts(a);
	lib_test_texts(plain);
	lib_test_lists(a);
	ok(strstr(cuter_article_explanation(a, NULL), "<html") != NULL,
	    "an explanation is made if it is requested");
	ok(cuter_article_explanation(plain, NULL) == NULL,
	    "an explanation is not made otherwise");
	ok(cuter_article_node_next(plain, NULL) == NULL,
	    "no nodes, if they are not requested");
	cuter_article_free(a);
	cuter_article_free(plain);
	cuter_article_free(NULL);
	cuter_extractor_free(NULL);
}

static void
lib_test_empty(void)
{
	struct cuter_extractor *x = lib_test_new();
	struct cuter_article *a = NULL;

	is_int(cuter_extract(x, NULL, 0, NULL, &a), CUTER_OK,
	    "an empty page is not an error");
	is_text(slice_of(cuter_article_body(a, NULL)), "",
	    "the body of an empty page is empty");
	is_text(slice_of(cuter_article_body_html(a, NULL)), "",
	    "the HTML of an empty page is empty");
	is_int((int64_t)cuter_article_author_count(a), 0,
	    "an empty page has no author");
	cuter_article_free(a);
	cuter_extractor_free(x);
}

static void
lib_test_options(void)
{
	struct {
		struct cuter_extract_options known;
		uint64_t later; /* a member of a later version */
	} options = { CUTER_EXTRACT_OPTIONS_INIT, 0 };
	struct cuter_extractor *x = lib_test_new();
	struct cuter_article *a = NULL;

	options.known.size = sizeof(options);
	is_int(cuter_extract(x, page, sizeof(page) - 1, &options.known, &a),
	    CUTER_OK, "a larger struct is accepted");
	cuter_article_free(a);
	options.later = 1;
	is_int(cuter_extract(x, page, sizeof(page) - 1, &options.known, &a),
	    CUTER_ERROR_ARGUMENT,
	    "a larger struct with an unknown member is refused");
	ok(a == NULL, "a refused struct gives no article");
	options.known.size = 8;
	is_int(cuter_extract(x, page, sizeof(page) - 1, &options.known, &a),
	    CUTER_ERROR_ARGUMENT, "a smaller struct is refused");
	options.known.size = sizeof(options.known);
	options.known.flags = 1u << 31;
	is_int(cuter_extract(x, page, sizeof(page) - 1, &options.known, &a),
	    CUTER_ERROR_ARGUMENT, "an unknown flag is refused");
	cuter_extractor_free(x);
}

/* Makes all allocations after the first n fail. Returns false if n allocations
 * are sufficient. */
static bool
lib_test_fail_at(size_t n, size_t *ret_faults)
{
	struct counter counter = { .left = n };
	struct cuter_allocator allocator = lib_test_allocator(&counter);
	struct cuter_extract_options options = CUTER_EXTRACT_OPTIONS_INIT;
	struct cuter_extractor *x;
	struct cuter_article *a = NULL;
	int rc = cuter_extractor_new(&allocator, &x);

	options.url = "https://tide.test/story";
	options.flags = CUTER_EXTRACT_NODES | CUTER_EXTRACT_EXPLANATION;
	if (rc == CUTER_OK)
		rc = cuter_extract(x, page, sizeof(page) - 1, &options, &a);
	*ret_faults +=
	    rc != CUTER_OK && (rc != CUTER_ERROR_MEMORY || a != NULL);
	counter.left = SIZE_MAX;
	if (rc != CUTER_OK && x != NULL) {
		int again =
		    cuter_extract(x, page, sizeof(page) - 1, &options, &a);

		*ret_faults += again != CUTER_OK;
	}
	cuter_article_free(a);
	cuter_extractor_free(x);
	*ret_faults += counter.n_live != 0;
	return rc != CUTER_OK;
}

static void
lib_test_allocations(void)
{
	struct counter counter = { .left = SIZE_MAX };
	struct cuter_allocator allocator = lib_test_allocator(&counter);
	struct cuter_extractor *x;
	struct cuter_article *a;
	size_t n = 0, faults = 0, before;

	is_int(cuter_extractor_new(&allocator, &x), CUTER_OK,
	    "an extractor with an allocator");
	a = lib_test_extract(x, 0);
	cuter_article_free(a);
	a = lib_test_extract(x, 0);
	before = counter.n_live;
	cuter_article_free(a);
	is_int((int64_t)(before - counter.n_live), 1,
	    "an article is one allocation");
	cuter_extractor_free(x);
	is_int((int64_t)counter.n_live, 0, "all memory is released");
	while (lib_test_fail_at(n, &faults) && n < 10000)
		n++;
	ok(n > 5 && n < 10000, "%zu allocations were made to fail", n);
	is_int((int64_t)faults, 0,
	    "each failure gives CUTER_ERROR_MEMORY, and the next call "
	    "succeeds");
	allocator.release = NULL;
	is_int(cuter_extractor_new(&allocator, &x), CUTER_ERROR_ARGUMENT,
	    "an allocator without a function is refused");
	ok(x == NULL, "a refused allocator gives no extractor");
}

static void
lib_test_names(void)
{
	is_text(slice_of(cuter_version()), CUTER_VERSION,
	    "the version of the library is that of the header");
	is_text(slice_of(cuter_version()), GLEANER_VERSION,
	    "the version is that of Gleaner");
	is_int(cuter_version_number(), CUTER_VERSION_NUMBER,
	    "the version number of the library is that of the header");
	is_text(slice_of(cuter_status_text(CUTER_ERROR_LIMIT)),
	    "the page exceeds the memory limit", "the text of a status");
	is_text(slice_of(cuter_status_text(-99)), "",
	    "an unknown status has no text");
	is_text(slice_of(cuter_page_class_name((enum cuter_page_class)99)), "",
	    "an unknown page class has no name");
	is_text(slice_of(cuter_media_kind_name((enum cuter_media_kind)99)), "",
	    "an unknown kind of media has no name");
	is_text(slice_of(cuter_source_name((enum cuter_source)99)), "",
	    "an unknown source has no name");
}

/* Tests that texts of the caller that are not UTF-8 are repaired. */
static void
lib_test_invalid_texts(void)
{
	struct cuter_extract_options options = CUTER_EXTRACT_OPTIONS_INIT;
	struct cuter_extractor *x = lib_test_new();
	struct cuter_article *a = NULL;

	options.url = "https://tide.test/\xff";
	options.title = "The lamp \xc3(";
	options.summary = "\x80\x81 The keeper lit the lamp.";
	options.content_type = "text/html\xff";
	options.first_url = "https://tide.test/\xfe";
	is_int(cuter_extract(x, "<p>", 3, &options, &a), CUTER_OK,
	    "options that are not UTF-8");
	is_text(slice_of(cuter_article_body(a, NULL)),
	    "\xef\xbf\xbd\xef\xbf\xbd The keeper lit the lamp.",
	    "invalid bytes of the summary are replaced");
	cuter_article_free(a);
	cuter_extractor_free(x);
}

int
main(void)
{
	lib_test_article();
	lib_test_empty();
	lib_test_options();
	lib_test_invalid_texts();
	lib_test_allocations();
	lib_test_names();
	return done_testing();
}
