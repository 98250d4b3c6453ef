/*
 * generate.c -- generated feeds and articles: /feed/N.xml, its items
 * /article/N/M.html, and / which lists the feeds.
 *
 * Article M of feed N depends only on the seed and the revision. Item 1 is the
 * oldest. A feed that has grown (`items 25` in a scenario) has new items at the
 * top, and its old items are unchanged.
 */
#include "tests/origin/generate.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/table.h"
#include "base/text/json_writer.h"

#define MINUTES_BETWEEN 37 /* minutes between two articles of a feed */

/* Parses "/article/7/12.html", or "/feed/7.xml" if ret_item is NULL.  Returns
 * false for any other path, or if there is no such feed. */
static bool
generate_read_numbers(struct slice path, const char *prefix, const char *ending,
    int *ret_feed, int *ret_item)
{
	struct slice feed, item;
	int64_t n = 0, m = 0;

	if (!slice_starts(path, slice_of(prefix)) ||
	    !slice_ends(path, slice_of(ending)) ||
	    path.len < strlen(prefix) + strlen(ending))
		return false;
	item = slice_sub(path, strlen(prefix), path.len - strlen(ending));
	if (ret_item != NULL &&
	    (!slice_next(&item, '/', &feed) || !slice_to_int64(feed, &n)))
		return false;
	if (!slice_to_int64(item, ret_item ? &m : &n) || n < 1 ||
	    n > origin.n_feeds || m < 0 || m > 1000000)
		return false;
	*ret_feed = (int)n;
	if (ret_item != NULL)
		*ret_item = (int)m;
	return true;
}

void
story_init(struct story *s, int feed, int item, int64_t revision)
{
	struct prng d;

	memset(s, 0, sizeof(*s));
	s->feed = feed;
	s->item = item;
	s->published_at =
	    origin.now_at -
	    (int64_t)(origin.n_articles - item) * MINUTES_BETWEEN * 60 -
	    feed % 60 * 60;
	buf_init(&s->title, 1024);
	buf_init(&s->lead, 4096);
	buf_init(&s->author, 256);
	prng_init(&d, origin.seed, (uint64_t)feed, (uint64_t)item);
	prose_headline(&d, &s->title);
	prose_person(&d, &s->author);
	prose_paragraph(&d, 1, &s->lead);
	s->n_paragraphs = 5 + prng_next(&d, STORY_MAX_PARAGRAPHS - 6);
	for (size_t i = 0; i < s->n_paragraphs; i++) {
		buf_init(&s->paragraphs[i], 8192);
		prose_paragraph(
		    &d, 2 + (int)prng_next(&d, 3), &s->paragraphs[i]);
	}
	if (revision > 0) {
		struct buf *last = &s->paragraphs[s->n_paragraphs++];

		prng_init(&d, origin.seed + (uint64_t)revision, (uint64_t)feed,
		    (uint64_t)item);
		buf_init(last, 8192);
		buf_printf(
		    last, "Correction number %lld: ", (long long)revision);
		prose_paragraph(&d, 2, last);
	}
}

void
story_release(struct story *s)
{
	buf_release(&s->title);
	buf_release(&s->lead);
	buf_release(&s->author);
	for (size_t i = 0; i < s->n_paragraphs; i++)
		buf_release(&s->paragraphs[i]);
}

void
write_escaped(struct slice text, struct buf *out)
{
	for (size_t i = 0; i < text.len; i++) {
		char c = text.p[i];

		if (c == '&')
			buf_append_string(out, "&amp;");
		else if (c == '<')
			buf_append_string(out, "&lt;");
		else if (c == '"')
			buf_append_string(out, "&quot;");
		else
			buf_append_char(out, c);
	}
}

static void
generate_write_item(int feed, int item, const char *self, struct buf *out)
{
	struct story s;

	story_init(&s, feed, item, 0);
	buf_append_string(out, "<item>\n<title>");
	write_escaped(buf_slice(&s.title), out);
	buf_printf(out, "</title>\n<link>%s/article/%d/%d.html</link>\n", self,
	    feed, item);
	buf_printf(out,
	    "<guid isPermaLink=\"false\">story-%d-%d</guid>\n<description>",
	    feed, item);
	write_escaped(buf_slice(&s.lead), out);
	buf_append_string(out, "</description>\n<pubDate>");
	write_http_date(out, s.published_at);
	buf_append_string(out, "</pubDate>\n</item>\n");
	story_release(&s);
}

static void
generate_write_feed(int feed, int items, const char *self, struct buf *out)
{
	buf_printf(out,
	    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
	    "<rss version=\"2.0\">\n<channel>\n"
	    "<title>The Gazette No. %d</title>\n<link>%s/</link>\n"
	    "<description>All that a die can tell, district %d</description>\n"
	    "<language>en</language>\n",
	    feed, self, feed);
	for (int item = items; item >= 1; item--)
		generate_write_item(feed, item, self, out);
	buf_append_string(out, "</channel>\n</rss>\n");
}

static void
generate_write_front_page(const char *self, struct buf *out)
{
	buf_append_string(out, "<!DOCTYPE html>\n<html><head>"
			       "<title>The Gazettes</title>\n");
	for (int n = 1; n <= origin.n_feeds && n <= 100; n++)
		buf_printf(out,
		    "<link rel=\"alternate\" type=\"application/rss+xml\" "
		    "title=\"The Gazette No. %d\" href=\"%s/feed/%d.xml\">\n",
		    n, self, n);
	buf_append_string(
	    out, "</head><body><h1>The Gazettes</h1></body></html>\n");
}

static void
generate_set_validators(struct answer *a, int64_t modified_at)
{
	struct buf date;
	char tag[32];

	snprintf(tag, sizeof(tag), "\"%016llx\"",
	    (unsigned long long)hash_stable(buf_slice(&a->text)));
	answer_set_header(a, "ETag", slice_of(tag));
	buf_init(&date, 64);
	write_http_date(&date, modified_at);
	answer_set_header(a, "Last-Modified", buf_slice(&date));
	buf_release(&date);
}

bool
generate_answer(
    const struct request *r, const struct manner *m, struct answer *a)
{
	int items = m && m->items ? (int)m->items : origin.n_articles;
	struct story s;
	struct buf self;
	int feed, item;
	bool found = true;

	if (origin.n_feeds == 0)
		return false;
	buf_init(&self, 1024);
	origin_write_self(&self, r);
	if (generate_read_numbers(r->path, "/feed/", ".xml", &feed, NULL)) {
		generate_write_feed(feed, items, self.p, &a->text);
		answer_set_header(a, "Content-Type",
		    SLICE("application/rss+xml; charset=utf-8"));
		generate_set_validators(a, origin.now_at);
	} else if (generate_read_numbers(
		       r->path, "/article/", ".html", &feed, &item) &&
		   item >= 1) {
		story_init(&s, feed, item, m ? m->revision : 0);
		story_write_page(&s, self.p, &a->text);
		answer_set_header(
		    a, "Content-Type", SLICE("text/html; charset=utf-8"));
		generate_set_validators(
		    a, s.published_at + (m ? m->revision : 0));
		story_release(&s);
	} else if (slice_equal(r->path, SLICE("/"))) {
		generate_write_front_page(self.p, &a->text);
		answer_set_header(
		    a, "Content-Type", SLICE("text/html; charset=utf-8"));
	} else {
		found = false;
	}
	if (found)
		answer_use_text(a);
	buf_release(&self);
	return found;
}

void
generate_list(const struct request *r, struct buf *out)
{
	(void)r;
	for (int n = 1; n <= origin.n_feeds; n++)
		buf_printf(out, "http://127.0.0.%d:%d/feed/%d.xml\n",
		    1 + (n - 1) % origin.n_hosts, origin.port, n);
}

bool
generate_truth(struct slice path, int64_t revision, struct buf *out)
{
	struct json_writer w;
	struct story s;
	int feed, item;

	if (!generate_read_numbers(path, "/article/", ".html", &feed, &item) ||
	    item < 1)
		return false;
	story_init(&s, feed, item, revision);
	json_writer_init(&w, out);
	json_write_object(&w, NULL);
	json_write_text(&w, "title", buf_slice(&s.title));
	json_write_text(&w, "author", buf_slice(&s.author));
	json_write_text(&w, "lead", buf_slice(&s.lead));
	json_write_date(&w, "published_at", s.published_at);
	json_write_array(&w, "paragraphs");
	for (size_t i = 0; i < s.n_paragraphs; i++)
		json_write_text(&w, NULL, buf_slice(&s.paragraphs[i]));
	json_write_end_array(&w);
	json_write_end_object(&w);
	buf_append_char(out, '\n');
	story_release(&s);
	return true;
}
