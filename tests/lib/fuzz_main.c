/*
 * fuzz_main.c -- runs a fuzz target as a test, without libFuzzer.
 *
 * The inputs are the files of tests/fuzz/corpus/<target>/ and of the command
 * line. First the target gets each input, then random mutations of the inputs
 * until FUZZ_MS have passed. The seed is fixed. Some mutations insert a word of
 * tests/fuzz/dict/<target>.dict. If the target finds a fault, the process ends
 * with a signal, and the test runner reports it. `make fuzz` links the same
 * targets with libFuzzer.
 */
#include <sys/stat.h>

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FUZZ_MS       2000
#define INPUT_BYTES   65536
#define MUTATIONS_MAX 8
#define CORPUS_MAX    512
#define WORDS_MAX     128
#define LINE_BYTES    256

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
	uint8_t *bytes;
	size_t len;
};

static struct input corpus[CORPUS_MAX];
static size_t n_corpus;
static struct input words[WORDS_MAX];
static size_t n_words;
static uint64_t state = 0x9e3779b97f4a7c15u;

/* The algorithm is xorshift64*. It gives the same sequence on every machine. */
static uint64_t
fuzz_main_random(void)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return state * 0x2545f4914f6cdd1du;
}

static void
fuzz_main_add_input(const void *bytes, size_t len)
{
	if (n_corpus == CORPUS_MAX)
		return;
	corpus[n_corpus].bytes = malloc(len + 1);
	if (corpus[n_corpus].bytes == NULL)
		abort();
	memcpy(corpus[n_corpus].bytes, bytes, len);
	corpus[n_corpus++].len = len;
}

static void
fuzz_main_add_file(const char *path)
{
	static uint8_t bytes[INPUT_BYTES];
	FILE *file = fopen(path, "rb");

	if (file == NULL)
		return;
	fuzz_main_add_input(bytes, fread(bytes, 1, sizeof(bytes), file));
	fclose(file);
}

static void
fuzz_main_add_directory(const char *path)
{
	DIR *directory = opendir(path);
	struct dirent *entry;
	char name[sizeof(entry->d_name) + 1024];

	while (directory != NULL && (entry = readdir(directory)) != NULL) {
		snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
		if (entry->d_name[0] != '.')
			fuzz_main_add_file(name);
	}
	if (directory != NULL)
		closedir(directory);
}

/* Parses a line of libFuzzer's format, NAME="WORD", with \\, \" and \xNN in
 * WORD. */
static void
fuzz_main_add_word(const char *line)
{
	const char *p = strchr(line, '"'), *end = strrchr(line, '"');
	uint8_t *bytes = malloc(LINE_BYTES);
	char digits[3] = "";
	size_t len = 0;

	if (line[0] == '#' || p == NULL || p == end || n_words == WORDS_MAX ||
	    bytes == NULL) {
		free(bytes);
		return;
	}
	for (p++; p < end; p++) {
		if (p[0] == '\\' && p[1] == 'x' && end - p >= 4) {
			memcpy(digits, p + 2, 2);
			bytes[len++] = (uint8_t)strtoul(digits, NULL, 16);
			p += 3;
			continue;
		}
		if (p[0] == '\\' && p + 1 < end)
			p++;
		bytes[len++] = (uint8_t)*p;
	}
	words[n_words++] = (struct input){ bytes, len };
}

static void
fuzz_main_add_dictionary(const char *path)
{
	FILE *file = fopen(path, "r");
	char line[LINE_BYTES];

	while (file != NULL && fgets(line, sizeof(line), file) != NULL)
		fuzz_main_add_word(line);
	if (file != NULL)
		fclose(file);
}

static size_t
fuzz_main_insert_word(uint8_t *bytes, size_t len, size_t at)
{
	const struct input *word = &words[fuzz_main_random() % n_words];

	if (len + word->len > INPUT_BYTES)
		return len;
	memmove(bytes + at + word->len, bytes + at, len - at);
	memcpy(bytes + at, word->bytes, word->len);
	return len + word->len;
}

static size_t
fuzz_main_mutate(uint8_t *bytes, size_t len)
{
	size_t n = 1 + fuzz_main_random() % MUTATIONS_MAX;

	while (n-- > 0) {
		size_t at = len > 0 ? fuzz_main_random() % len : 0;
		size_t run = 1 + fuzz_main_random() % 16;

		switch (fuzz_main_random() % (n_words > 0 ? 7 : 5)) {
		case 0: /* change a byte */
			if (len > 0)
				bytes[at] = (uint8_t)fuzz_main_random();
			break;
		case 1: /* change a bit */
			if (len > 0)
				bytes[at] ^=
				    (uint8_t)(1u << fuzz_main_random() % 8);
			break;
		case 2: /* truncate */
			len = at;
			break;
		case 3: /* remove a run */
			if (at + run < len) {
				memmove(bytes + at, bytes + at + run,
				    len - at - run);
				len -= run;
			}
			break;
		case 4: /* repeat a run */
			if (at + run < len && len + run < INPUT_BYTES) {
				memmove(bytes + at + run, bytes + at, len - at);
				len += run;
			}
			break;
		default:
			len = fuzz_main_insert_word(bytes, len, at);
		}
	}
	return len;
}

/* Allocates the exact size, so that a sanitizer detects reads beyond the end.
 */
static void
fuzz_main_run_one(const uint8_t *bytes, size_t len)
{
	uint8_t *copy = malloc(len > 0 ? len : 1);

	if (copy == NULL)
		abort();
	memcpy(copy, bytes, len);
	LLVMFuzzerTestOneInput(copy, len);
	free(copy);
}

static int64_t
fuzz_main_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int
main(int argc, char **argv)
{
	static uint8_t bytes[INPUT_BYTES];
	const char *name = strrchr(argv[0], '/');
	char path[1024];
	size_t runs = 0;
	int64_t until_ms = fuzz_main_now_ms() + FUZZ_MS;

	name = name != NULL ? name + 1 : argv[0];
	snprintf(path, sizeof(path), "tests/fuzz/corpus/%s", name);
	fuzz_main_add_directory(path);
	snprintf(path, sizeof(path), "tests/fuzz/dict/%s.dict", name);
	fuzz_main_add_dictionary(path);
	for (int i = 1; i < argc; i++)
		fuzz_main_add_file(argv[i]);
	fuzz_main_add_input("", 0);
	fuzz_main_add_input("<a b=\"c\">&amp;d</a>", 19);
	for (size_t i = 0; i < n_corpus; i++, runs++)
		fuzz_main_run_one(corpus[i].bytes, corpus[i].len);
	while (fuzz_main_now_ms() < until_ms) {
		const struct input *in = &corpus[fuzz_main_random() % n_corpus];

		memcpy(bytes, in->bytes, in->len);
		fuzz_main_run_one(bytes, fuzz_main_mutate(bytes, in->len));
		runs++;
	}
	for (size_t i = 0; i < n_corpus; i++)
		free(corpus[i].bytes);
	for (size_t i = 0; i < n_words; i++)
		free(words[i].bytes);
	printf("ok 1 - %s: %zu inputs, %zu runs\n1..1\n", name, n_corpus, runs);
	return 0;
}
