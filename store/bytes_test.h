/*
 * bytes_test.h -- for the tests of the module store: reads and writes files
 * byte for byte.
 */
#ifndef STORE_BYTES_TEST_H
#define STORE_BYTES_TEST_H

#include <sys/stat.h>

#include <fcntl.h>

#include "store/fixture_test.h"

struct bytes {
	char *p;
	size_t n;
};

__attribute__((unused)) static struct bytes
bytes_of_file(const char *path)
{
	struct bytes bytes = { NULL, 0 };
	struct stat st;
	int fd = open(path, O_RDONLY);

	if (fd < 0)
		return bytes;
	if (fstat(fd, &st) == 0 &&
	    (bytes.p = malloc((size_t)st.st_size + 1)) != NULL)
		bytes.n = (size_t)read(fd, bytes.p, (size_t)st.st_size);
	close(fd);
	return bytes;
}

__attribute__((unused)) static void
bytes_to_file(const char *path, const void *p, size_t n)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);

	if (fd < 0 || write(fd, p, n) != (ssize_t)n)
		perror(path);
	close(fd);
}

/* Returns the bytes of a valid database with some rows.  The database is closed
 * before its file is read. */
__attribute__((unused)) static struct bytes
bytes_of_sound_file(void)
{
	struct store *s = fixture_open("sound.db", STORE_DAEMON);
	static struct fixture_feed f;
	struct err e = ERR_INIT;
	int64_t feed_id = put_feed_at(s, "https://example.org/rss");

	feed_begin(&f, "Example");
	feed_add(&f, "1", "https://example.org/1", "One", "First words.");
	feed_add(&f, "2", NULL, "Two", "Second words.");
	poll(s, feed_id, &f, NOW);
	store_story(s, article_at(s, "https://example.org/1"), "One",
	    "The whole story.", NOW, &e);
	store_close(s);
	return bytes_of_file(fixture_path("sound.db"));
}

#endif
