/*
 * config_fuzz.c -- reads any bytes as a configuration: no crash, no leak, and
 * each fault is a line with its position.
 *
 * Input that begins with "<" is read as OPML, written and read again.
 */
#include <stdlib.h>

#include "config/config.h"
#include "config/opml/opml.h"
#include "config/testing.h"

#define FAULTS_BYTES ((size_t)1 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Checks that a line has the form "f:LINE:COLUMN: …". */
static void
config_fuzz_check_line(struct slice line)
{
	struct slice number;
	int64_t value;

	if (!slice_starts(line, SLICE("f:")))
		abort();
	line = slice_sub(line, 2, line.len);
	for (int i = 0; i < 2; i++)
		if (!slice_next(&line, ':', &number) ||
		    !slice_to_int64(number, &value) || value < 1)
			abort();
	if (!slice_starts(line, SLICE(" ")))
		abort();
}

static void
config_fuzz_yaml(struct slice bytes)
{
	struct config *config = NULL;
	struct err e = ERR_INIT;
	struct slice rest, line;
	struct buf faults;
	int rc;

	buf_init(&faults, FAULTS_BYTES);
	rc = config_read("f", bytes, &config, &faults, &e);
	if ((rc == 0) != (config != NULL) ||
	    (rc == ERR_CONFIG && faults.len == 0))
		abort();
	rest = buf_slice(&faults);
	while (slice_next(&rest, '\n', &line))
		if (line.len > 0)
			config_fuzz_check_line(line);
	config_free(config);
	buf_release(&faults);
}

/* Writes a feed of the OPML that is read. */
static int
config_fuzz_write_back(const struct opml_feed *feed, void *arg)
{
	opml_write(arg, feed);
	return 0;
}

static int
config_fuzz_count(const struct opml_feed *feed, void *arg)
{
	(void)feed;
	++*(size_t *)arg;
	return 0;
}

static void
config_fuzz_opml(struct slice bytes)
{
	struct err e = ERR_INIT;
	struct opml_writer writer;
	struct buf out;
	size_t n = 0, n_again = 0;
	int rc;

	buf_init(&out, FAULTS_BYTES * 8);
	opml_begin(&writer, &out, "fuzz");
	rc = opml_read(bytes, config_fuzz_write_back, &writer, NULL, &e);
	opml_end(&writer);
	if (rc == 0 && !buf_failed(&out)) {
		opml_read(bytes, config_fuzz_count, &n, NULL, &e);
		if (opml_read(buf_slice(&out), config_fuzz_count, &n_again,
			NULL, &e) != 0 ||
		    n != n_again)
			abort();
	}
	buf_release(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice bytes = { (const char *)data, size };

	if (size == 0)
		return 0;
	if (data[0] == '<')
		config_fuzz_opml(bytes);
	else
		config_fuzz_yaml(bytes);
	return 0;
}
