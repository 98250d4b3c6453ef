/* Full text: what people type, and what they should not. */
#include "store/fixture_test.h"

static struct fixture_feed f;

static int
see(const struct search_hit *hit, void *arg)
{
	char *all = arg;
	size_t n = strlen(all);

	snprintf(all + n, 1024 - n, "%.*s ", SLICE_ARG(hit->article.title));
	return 0;
}

static int
see_snippet(const struct search_hit *hit, void *arg)
{
	snprintf(arg, 1024, "%.*s", SLICE_ARG(hit->snippet));
	return 0;
}

static void
is_found(struct store *s, const char *query, const char *expected)
{
	struct err e = ERR_INIT;
	char all[1024] = "";
	int rc = store_search(s, slice_of(query), NULL, see, all, &e);

	if (!ok(rc == 0 && strcmp(all, expected) == 0, "%s -> %s", query,
		expected))
		printf("# %d %s: %s\n", rc, e.text, all);
}

static void
fill(struct store *s)
{
	int64_t id = put_feed_at(s, "https://example.org/rss");

	feed_begin(&f, "E");
	feed_add(&f, "1", NULL, "Cats",
	    "The quick brown fox jumps over the lazy dog at the café.");
	feed_add(&f, "2", NULL, "Dogs", "A brown dog and a quick cat. Cats!");
	feed_add(&f, "3", NULL, "東京",
	    "The \"NEAR\" and the NOT, AND the OR of logic. don't C++");
	feed_add(&f, "4", "https://example.org/4", "Queued cats", "cats");
	poll(s, id, &f, NOW);
}

static void
test_words(struct store *s)
{
	struct article_filter filter = { .since_at = NOW + 1,
		.until_at = DATE_NONE };
	struct err e = ERR_INIT;
	char all[1024] = "";

	is_found(s, "cats", "Cats Dogs ");
	is_found(s, "brown", "Dogs Cats ");
	is_found(s, "quick brown", "Dogs Cats ");
	is_found(s, "\"quick brown\"", "Cats ");
	is_found(s, "\"quick brown", "Cats ");
	is_found(s, "brown -fox", "Dogs ");
	is_found(s, "brown -\"lazy dog\" -nothing", "Dogs ");
	is_found(s, "-fox", "");
	is_found(s, "CAFE", "Cats ");
	is_found(s, "near not and or", "東京 ");
	is_found(s, "東京", "東京 ");
	is_found(s, "C++ logic", "東京 ");
	is_found(s, "don't", "東京 ");
	is_found(s, "fox *", "Cats ");
	is_found(s, "", "");
	is_found(s, "nowhere", "");
	store_search(s, SLICE("lazy"), NULL, see_snippet, all, &e);
	ok(strstr(all, "\002lazy\003") != NULL, "a snippet marks the words");
	all[0] = '\0';
	store_search(s, SLICE("cats"), &filter, see, all, &e);
	ok(all[0] == '\0', "filters hold");
	filter = (struct article_filter){
		.since_at = DATE_NONE, .until_at = DATE_NONE, .limit = 1
	};
	store_search(s, SLICE("cats"), &filter, see, all, &e);
	ok(strcmp(all, "Cats ") == 0, "the best first, within the limit");
}

static void
test_hostile(struct store *s)
{
	static const char *const queries[] = { "\"", "hello AND", "NEAR(", "*",
		"-a", "zz:hello", "^", "\"\"", "-", "--", "-\"", "\"\"\"",
		"a\"b", "(", ")", "{a b}:c", "title:", "a NOT", "NOT", "OR OR",
		"' OR 1=1 --", ";DROP TABLE article;", "\xff\xfe", "\xc3(",
		"a\001b", "NEAR(a b, 99999999999999999999)", "+", "a+b", "^a",
		"“x”" };
	unsigned seed = (unsigned)getpid();
	struct err e = ERR_INIT;
	char all[1024], text[64];
	static char longest[100000];
	int n_errors = 0;

	for (size_t i = 0; i < sizeof(queries) / sizeof(queries[0]); i++) {
		all[0] = '\0';
		ok(store_search(s, slice_of(queries[i]), NULL, see, all, &e) ==
			0,
		    "no error: query %zu", i);
	}
	ok(store_search(s, SLICE("a\0b \"c\0d"), NULL, see, all, &e) == 0,
	    "no error: NULs");
	printf("# seed %u\n", seed);
	srand(seed);
	for (int i = 0; i < 1000; i++) {
		static const char alphabet[] =
		    "\"\"\"---***((()))^^::{}+,.;'\\ab AND OR NOT NEAR c\t\n";
		size_t n = (size_t)(rand() % 60);

		for (size_t k = 0; k < n; k++)
			text[k] = rand() % 4 ? alphabet[(size_t)rand() %
							(sizeof(alphabet) - 1)]
					     : (char)rand();
		all[0] = '\0';
		if (store_search(s, (struct slice){ text, n }, NULL, see, all,
			&e) != 0) {
			n_errors++;
			printf("# %s\n", e.text);
		}
	}
	is_int(n_errors, 0, "S51: no error: 1 000 random strings");
	for (size_t i = 0; i < sizeof(longest); i++)
		longest[i] = i % 2 ? ' ' : (char)('a' + i / 2 % 26);
	ok(store_search(s, (struct slice){ longest, sizeof(longest) }, NULL,
	       see, all, &e) == 0,
	    "no error: 50 000 words");
	memset(longest, 'x', sizeof(longest));
	ok(store_search(s, (struct slice){ longest, sizeof(longest) }, NULL,
	       see, all, &e) == 0,
	    "no error: a word of 100 000 letters");
}

static void
test_follows_the_text(struct store *s)
{
	struct err e = ERR_INIT;
	int64_t id = article_at(s, "https://example.org/4");

	keep_story(s, id, "Birds", "Feathers.", NOW, &e);
	is_found(s, "feathers", "Birds ");
	keep_story(s, id, "Birds", "Beaks.", NOW, &e);
	is_found(s, "feathers", "");
	is_found(s, "beaks", "Birds ");
	is_sound(s, "the index fits the articles");
}

int
main(void)
{
	struct store *s;

	fixture_begin();
	s = fixture_open("search.db", STORE_DAEMON);
	fill(s);
	test_words(s);
	test_hostile(s);
	test_follows_the_text(s);
	store_close(s);
	return done_testing();
}
