/*
 * json_row_test.c -- rows as JSON lines: documented member names, and valid
 * JSON for any content (read back with jansson).
 */
#include <jansson.h>

#include "cli/print/json_row.h"
#include "cli/testing.h"
#include "tests/lib/tap.h"

static const struct article_row article = {
	.id = 42,
	.revision = 2,
	.word_count = 3,
	.published_at = 1795196898,
	.published_zone = -210,
	.section = { "Harbour", 7 },
	.publisher = { "Valley Press", 12 },
	.access = { "paid", 4 },
	.modified_at = DATE_NONE,
	.fetched_at = 1795196900,
	.extracted_at = DATE_NONE,
	.first_seen_at = 1795196800,
	.url = { "https://example.org/a", 21 },
	.title = { "Say \"what\"\n\xe2\x80\xa8?", 15 },
	.body = { "One.\n\nTwo.", 10 },
	.status = { "done", 4 },
	.page_class = { "article", 7 },
	.node_classes = { "empty 3 text 21", 15 },
	.flags = { "paywall stub", 12 },
	.usage = { "meta robots: noai", 17 },
	.fields = { "{\"lang\":{\"source\":\"words\"}}", 27 },
	.confidence = 0.87654321,
	.cluster_id = 41,
	.keywords = { "Harbour\nNew York", 16 },
	.categories = { "economy", 7 },
	.summary = { "One.", 4 },
	.authors = { "Jane Doe\nJohn Roe", 17 },
	.tags = { "", 0 },
	.feeds = { "https://example.org/rss", 23 },
	.images = { "https://example.org/1.jpg\nhttps://example.org/2.jpg",
	    51 },
};

/* Parses one line with one object. */
static json_t *
json_row_test_read_line(const struct buf *out, const char *name)
{
	json_error_t error;
	json_t *json = json_loadb(out->p, out->len, JSON_ALLOW_NUL, &error);

	ok(json_is_object(json) && out->len > 0 &&
		memchr(out->p, '\n', out->len) == out->p + out->len - 1,
	    "%s is one object on one line", name);
	return json;
}

static void
json_row_test_change(void)
{
	const struct change_row change = {
		.seq = 7,
		.at = 1795196900,
		.kind = { "revised", 7 },
		.article = article,
	};
	struct buf out;

	buf_init(&out, 1 << 20);
	json_row_change(&out, &change);
	is_text(buf_slice(&out),
	    "{\"v\":1,\"seq\":7,\"kind\":\"revised\",\"id\":42,\"revision\":2,"
	    "\"url\":\"https://example.org/a\","
	    "\"title\":\"Say \\\"what\\\"\\n\\u2028?\",\"lead\":null,"
	    "\"body\":\"One.\\n\\nTwo.\","
	    "\"authors\":[\"Jane Doe\",\"John Roe\"],"
	    "\"published_at\":\"2026-11-20T17:48:18Z\",\"lang\":null,"
	    "\"feeds\":[\"https://example.org/rss\"],\"tags\":[],"
	    "\"images\":[\"https://example.org/1.jpg\","
	    "\"https://example.org/2.jpg\"],"
	    "\"confidence\":0.8765,\"flags\":[\"paywall\",\"stub\"],"
	    "\"usage\":[\"meta robots: noai\"],"
	    "\"published_zone\":-210,\"modified_at\":null,"
	    "\"section\":\"Harbour\",\"publisher\":\"Valley Press\","
	    "\"license\":null,\"access\":\"paid\",\"word_count\":3,"
	    "\"fields\":{\"lang\":{\"source\":\"words\"}},"
	    "\"cluster_id\":41,\"keywords\":[\"Harbour\",\"New York\"],"
	    "\"categories\":[\"economy\"],\"summary\":\"One.\"}\n",
	    "a line of follow has the documented format");
	json_decref(json_row_test_read_line(&out, "follow"));
	buf_release(&out);
}

static void
json_row_test_article(void)
{
	const struct article_media media = { .kind = { "image", 5 },
		.url = { "https://example.org/1.jpg", 25 },
		.role = { "lead", 4 },
		.width = 640,
		.relevance = 0.5 };
	struct buf out;
	json_t *json;

	buf_init(&out, 1 << 20);
	json_row_article(&out, &article);
	json = json_row_test_read_line(&out, "articles");
	ok(json_object_get(json, "body") == NULL,
	    "a list does not contain bodies");
	ok(json_is_null(json_object_get(json, "modified_at")) &&
		json_is_null(json_object_get(json, "lead")),
	    "absent fields are null");
	json_decref(json);
	buf_clear(&out);
	json_row_article_media(&out, &article, &media, 1);
	json = json_row_test_read_line(&out, "show");
	ok(json_is_string(json_object_get(json, "body")),
	    "the row of show has a body");
	is_int(json_integer_value(json_object_get(
		   json_object_get(json, "node_classes"), "text")),
	    21, "the classes of the page's nodes are counted");
	ok(json_integer_value(json_object_get(
	       json_array_get(json_object_get(json, "media"), 0), "width")) ==
		640,
	    "the pictures are listed with their width");
	json_decref(json);
	buf_release(&out);
}

static void
json_row_test_feed(void)
{
	struct feed_row row = { .id = 1,
		.url = { "https://example.org/rss", 23 },
		.title = { "Theirs", 6 },
		.tags = { "a\nb", 3 },
		.next_poll_at = 1795196898,
		.last_poll_at = DATE_NONE,
		.last_new_at = DATE_NONE,
		.status = FEED_PAUSED };
	struct buf out;
	json_t *json;

	buf_init(&out, 1 << 20);
	json_row_feed(&out, &row, TESTING_NOW);
	json = json_row_test_read_line(&out, "feed list");
	ok(strcmp(json_string_value(json_object_get(json, "health")),
	       "paused") == 0,
	    "the health is that of the table");
	ok(strcmp(json_string_value(json_object_get(json, "title")),
	       "Theirs") == 0,
	    "a feed's own title is used when the operator gave none");
	ok(strcmp(json_string_value(json_object_get(json, "status")),
	       "paused") == 0,
	    "the status is written by its name");
	ok(json_is_null(json_object_get(json, "interval_s")) &&
		json_is_null(json_object_get(json, "last_poll_at")),
	    "a default interval and an absent poll are null");
	is_int((int64_t)json_array_size(json_object_get(json, "tags")), 2,
	    "both tags are listed");
	json_decref(json);
	buf_clear(&out);
	row.given_title = SLICE("Ours");
	row.status = FEED_ACTIVE;
	row.failures = 3;
	json_row_feed(&out, &row, TESTING_NOW);
	json = json_row_test_read_line(&out, "feed list");
	ok(strcmp(json_string_value(json_object_get(json, "health")),
	       "failing") == 0,
	    "an active feed with failures has the health \"failing\"");
	ok(strcmp(json_string_value(json_object_get(json, "title")), "Ours") ==
		0,
	    "the operator's title replaces the feed's title");
	json_decref(json);
	buf_release(&out);
}

/* Texts with bytes of every kind. */
static void
json_row_test_hostile(void)
{
	char bytes[512];
	struct article_row row = article;
	struct change_row change = { .seq = 1, .kind = { "new", 3 } };
	const struct consumer_row consumer = { .name = { bytes, 512 },
		.made_at = DATE_NONE,
		.last_ack_at = INT64_MAX };
	struct search_hit hit = { .rank = 1.0 / 3 };
	struct buf out;

	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (char)(i * 7 + i / 256);
	row.url = row.title = row.lead = row.body = row.body_html =
	    row.authors = row.tags = row.feeds = row.images = row.flags =
		row.lang = row.byline = row.status_why = row.node_classes =
		    (struct slice){ bytes, sizeof bytes };
	row.confidence = 0.0 / 1.0;
	change.article = hit.article = row;
	buf_init(&out, 1 << 20);
	json_row_change(&out, &change);
	json_decref(json_row_test_read_line(&out, "hostile change"));
	buf_clear(&out);
	json_row_article_media(&out, &row, NULL, 0);
	json_decref(json_row_test_read_line(&out, "hostile article"));
	buf_clear(&out);
	json_row_hit(&out, &hit, row.body);
	json_decref(json_row_test_read_line(&out, "hostile hit"));
	buf_clear(&out);
	json_row_consumer(&out, &consumer);
	json_decref(json_row_test_read_line(&out, "hostile consumer"));
	ok(memchr(out.p, 0x1b, out.len) == NULL,
	    "control characters are escaped");
	buf_release(&out);
}

int
main(void)
{
	json_row_test_change();
	json_row_test_article();
	json_row_test_feed();
	json_row_test_hostile();
	return done_testing();
}
