/*
 * story_number_test.c -- tests that a number in a headline or of a section does
 * not make two stories one (docs/feed-rows.md, row I7), and neither does a
 * title together with a date without a time.  Numbers of stories:
 * identity_test.c.
 */
#include "store/fixture_test.h"

#define DAY 86400

static struct fixture_feed f;
static struct store *s;
static int64_t feed_id, now;

static void
story_number_test_begin(const char *file)
{
	s = fixture_open(file, STORE_DAEMON);
	feed_id = put_feed_at(s, "https://example.org/rss");
	now = NOW;
}

/* Polls a document with one item. */
static void
story_number_test_poll(const char *url, const char *title, int64_t published_at,
    int64_t n_new, const char *name)
{
	feed_begin(&f, "Example");
	f.feed.link = SLICE("https://example.org/");
	feed_add(&f, url, url, title, "Words of the feed.")->published_at =
	    published_at;
	now += 600;
	is_int((int64_t)poll(s, feed_id, &f, now).n_new, n_new, name);
}

static void
story_number_test_end(int64_t n_articles)
{
	is_int(ask(s, "SELECT count(*) FROM entry"), n_articles,
	    "the number of stored entries");
	is_int(ask(s, "SELECT count(*) FROM article"), n_articles,
	    "the number of stored articles");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
story_number_test_count(void)
{
	story_number_test_begin("count.db");
	story_number_test_poll(
	    "https://example.org/news/amazon-to-cut-10000-jobs",
	    "Amazon to cut 10,000 jobs", NOW, 1,
	    "I7: a story with a count in its headline is new");
	story_number_test_poll(
	    "https://example.org/news/meta-to-cut-10000-jobs",
	    "Meta to cut 10,000 jobs", NOW + DAY, 1,
	    "I7: another story with this count is new");
	story_number_test_end(2);
}

static void
story_number_test_no_date(void)
{
	story_number_test_begin("date.db");
	story_number_test_poll("https://example.org/news/10500-jobs-lost",
	    "10500 jobs lost", DATE_NONE, 1, "I7: a story without a date");
	story_number_test_poll("https://example.org/news/10500-flee-fires",
	    "10500 people flee", DATE_NONE, 1,
	    "I7: without dates, a story with no common word is new");
	story_number_test_poll("https://example.org/news/10600-jobs-lost",
	    "10600 jobs lost", DATE_NONE, 1, "I7: another number");
	story_number_test_poll("https://example.org/news/10600-posts-cut",
	    "Why 10600 JOBS go", DATE_NONE, 0,
	    "I7: without dates, a story with a common word is known");
	story_number_test_end(3);
}

/* The number of a section is a folder in the addresses of all its stories. */
static void
story_number_test_section(void)
{
	story_number_test_begin("section.db");
	story_number_test_poll(
	    "https://example.org/sec/10234/first-story-about-harbour",
	    "First story about harbour", NOW, 1,
	    "I7: a story in a section with a number");
	story_number_test_poll(
	    "https://example.org/sec/10234/second-story-about-schools",
	    "Second story about schools", NOW + 3600, 1,
	    "I7: another story of the section is new");
	story_number_test_poll(
	    "https://example.org/sec/10235/harbour-closed-after-storm",
	    "Harbour closed after storm", NOW, 1, "I7: another folder");
	story_number_test_poll(
	    "https://example.org/sec/10235/harbour-closed-for-days",
	    "Harbour closed for days", NOW + 3600, 0,
	    "I7: a title with most words of the earlier title is known");
	story_number_test_end(3);
}

/* A date without a time is midnight. */
static void
story_number_test_date_without_time(void)
{
	const int64_t day = NOW - NOW % DAY;

	story_number_test_begin("day.db");
	story_number_test_poll("https://example.org/w1", "Storm warning", day,
	    1, "I7: a story with a date without a time");
	story_number_test_poll("https://example.org/w2", "Storm warning", day,
	    1, "I7: another story of this day with the same title is new");
	story_number_test_end(2);
}

int
main(void)
{
	fixture_begin();
	story_number_test_count();
	story_number_test_no_date();
	story_number_test_section();
	story_number_test_date_without_time();
	return done_testing();
}
