/*
 * units_test.c -- durations and sizes, read and written.
 */
#include "base/array.h"
#include "config/units.h"
#include "tests/lib/tap.h"

#define BAD INT64_MIN

static const struct {
	const char *text;
	int64_t ms;
} durations[] = {
	{ "90s", 90000 },
	{ "15m", 900000 },
	{ "2h", 7200000 },
	{ "7d", 604800000 },
	{ "2w", 1209600000 },
	{ "250ms", 250 },
	{ "0s", 0 },
	{ "1h30m", 5400000 },
	{ "1d2h3m4s5ms", 93784005 },
	{ "007s", 7000 },
	{ "", BAD },
	{ "s", BAD },
	{ "30", BAD },
	{ "30 s", BAD },
	{ " 30s", BAD },
	{ "30s ", BAD },
	{ "-1s", BAD },
	{ "+1s", BAD },
	{ "1.5h", BAD },
	{ "30m1h", BAD },
	{ "1h1h", BAD },
	{ "1H", BAD },
	{ "1hour", BAD },
	{ "1h30", BAD },
	{ "99999999999999999999s", BAD },
	{ "9223372036854775807s", BAD },
	{ "9223372036854775807ms", INT64_MAX },
	{ "1s9223372036854775807ms", BAD },
};

static const struct {
	const char *text;
	int64_t bytes;
} sizes[] = {
	{ "0", 0 },
	{ "4096", 4096 },
	{ "512B", 512 },
	{ "64KiB", 65536 },
	{ "10MiB", 10485760 },
	{ "1GiB", 1073741824 },
	{ "", BAD },
	{ "KiB", BAD },
	{ "1MB", BAD },
	{ "1kib", BAD },
	{ "1 KiB", BAD },
	{ "1KiBx", BAD },
	{ "1KiB1B", BAD },
	{ "-1", BAD },
	{ "9223372036854775807", INT64_MAX },
	{ "9223372036854775808", BAD },
	{ "9007199254740992KiB", BAD },
};

static void
units_test_write(void)
{
	static const struct {
		int64_t ms;
		const char *text;
	} written[] = { { 0, "0s" }, { 1, "1ms" }, { 1500, "1500ms" },
		{ 90000, "90s" }, { 5400000, "90m" }, { 86400000, "1d" },
		{ 31536000000, "365d" } };
	struct buf out;

	buf_init(&out, 1000);
	for (size_t i = 0; i < ARRAY_LENGTH(written); i++) {
		buf_clear(&out);
		duration_write(&out, written[i].ms);
		is_text(buf_slice(&out), written[i].text,
		    "a duration is written in its largest unit");
	}
	buf_clear(&out);
	size_write(&out, 65536);
	buf_append_char(&out, ' ');
	size_write(&out, 1000);
	buf_append_char(&out, ' ');
	size_write(&out, 32 << 20);
	is_text(buf_slice(&out), "64KiB 1000B 32MiB",
	    "sizes are written in their largest unit");
	buf_release(&out);
}

int
main(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(durations); i++) {
		int64_t value = BAD;
		bool good = duration_read(slice_of(durations[i].text), &value);

		ok(good == (durations[i].ms != BAD) &&
			(!good || value == durations[i].ms),
		    "duration \"%s\"", durations[i].text);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(sizes); i++) {
		int64_t value = BAD;
		bool good = size_read(slice_of(sizes[i].text), &value);

		ok(good == (sizes[i].bytes != BAD) &&
			(!good || value == sizes[i].bytes),
		    "size \"%s\"", sizes[i].text);
	}
	units_test_write();
	return done_testing();
}
