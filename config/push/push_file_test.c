/*
 * push_file_test.c -- settings files of a push; each fault is reported with its
 * line and column.
 */
#include <sys/stat.h>

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "config/push/push_file.h"
#include "tests/lib/tap.h"

static char path[] = "/tmp/gleaner-push-file.XXXXXX";

static int
push_file_test_read(
    const char *text, struct push_file *file, struct buf *faults)
{
	struct err e = ERR_INIT;
	int fd = open(path, O_WRONLY | O_TRUNC);
	bool is_written =
	    fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);

	close(fd);
	buf_clear(faults);
	return is_written ? push_file_read(path, file, faults, &e) : ERR_IO;
}

static void
push_file_test_whole(struct buf *faults)
{
	struct push_file file;

	is_int(push_file_test_read(
		   "target: nats://h/s\nconsumer: c\nbatch: 7\n"
		   "max_bytes: 64KiB\n"
		   "secret: sub/key\nfilter:\n  feed: F\n  tag: t\n"
		   "  lang: en\n  kind: revised\n  min_confidence: 0.5\n"
		   "  one_per_cluster: true\n  notified: true\n",
		   &file, faults),
	    0, "a file with all keys is read");
	is_text(slice_of(file.target), "nats://h/s", "the target is read");
	is_text(slice_of(file.consumer), "c", "the consumer is read");
	is_int(file.batch, 7, "the batch is read");
	is_int(file.max_bytes, 65536, "the size of a message");
	is_text(slice_of(file.secret_file), "/tmp/sub/key",
	    "the path of the secret is relative to the file");
	is_text(slice_of(file.feed), "F", "the feed of the filter is read");
	is_text(slice_of(file.tag), "t", "the tag of the filter is read");
	is_text(
	    slice_of(file.lang), "en", "the language of the filter is read");
	is_int(file.kind, 1, "the kind of the filter is read");
	ok(file.min_confidence == 0.5 && file.one_per_cluster && file.notified,
	    "the confidence, one_per_cluster and notified are read");
	push_file_release(&file);
	is_int(push_file_test_read(
		   "{target: http://localhost/, consumer: c}", &file, faults),
	    0, "a file with target and consumer is read");
	ok(file.kind == -1 && file.batch == 100 && file.secret_file == NULL &&
		file.feed == NULL && !file.notified,
	    "the other keys have defaults");
	push_file_release(&file);
}

static void
push_file_test_secret(struct buf *faults)
{
	static const char text[] =
	    "target: https://h/\nconsumer: c\nsecret: whsec_QUJD\n";
	struct push_file file;

	chmod(path, 0604);
	is_int(push_file_test_read(text, &file, faults), 0,
	    "a file that contains its secret is read");
	is_text(slice_of(file.secret), "whsec_QUJD",
	    "a secret in the file is read");
	ok(strstr(faults->p, "warning: every user can read") != NULL,
	    "a secret in a file that every user can read causes a warning");
	push_file_release(&file);
	chmod(path, 0640);
	push_file_test_read(text, &file, faults);
	is_int((int64_t)faults->len, 0,
	    "a secret in a file that others cannot read causes no warning");
	push_file_release(&file);
}

static void
push_file_test_fault(const char *text, const char *expected, struct buf *faults)
{
	struct push_file file;
	int rc = push_file_test_read(text, &file, faults);

	if (!ok(rc == ERR_CONFIG && strstr(faults->p, expected) != NULL, "%s",
		expected))
		printf("# %d: %s\n", rc, faults->p);
	push_file_release(&file);
}

int
main(void)
{
	struct push_file file;
	struct err e = ERR_INIT;
	struct buf faults;
	int fd = mkstemp(path);

	close(fd);
	buf_init(&faults, 1 * MIB);
	push_file_test_whole(&faults);
	push_file_test_secret(&faults);
	push_file_test_fault(
	    "consumer: c\n", ":1:1: target is missing", &faults);
	push_file_test_fault(
	    "target: x\n", ":1:1: consumer is missing", &faults);
	push_file_test_fault("target: x\nconsumr: c\n",
	    ":2:1: unknown key \"consumr\"", &faults);
	push_file_test_fault("target: x\nconsumer: c\nfilter: { tagg: 1 }\n",
	    ":3:11: unknown key \"tagg\" in filter", &faults);
	push_file_test_fault(
	    "target: x\nconsumer: c\nbatch: 0\n", ":3:8: batch:", &faults);
	push_file_test_fault(
	    "target: x\nconsumer: c\nfilter: {min_confidence: 1.5}\n",
	    ":3:26: filter.min_confidence:", &faults);
	push_file_test_fault("target: x\nconsumer: c\nfilter: {kind: old}\n",
	    ":3:16: filter.kind:", &faults);
	push_file_test_fault("- a\n", ":1:1: the file: expected keys", &faults);
	push_file_test_fault("target: [x\n", ":2:1:", &faults);
	push_file_test_fault("", ":1:1: target is missing", &faults);
	unlink(path);
	ok(push_file_read(path, &file, &faults, &e) != 0 &&
		strstr(e.text, path) != NULL,
	    "a missing file is named");
	push_file_release(&file);
	buf_release(&faults);
	return done_testing();
}
