/*
 * schema_text.c -- texts of the key table: types, ranges, and expected values
 * in faults.
 */
#include <inttypes.h>

#include "config/schema.h"
#include "config/units.h"

struct type_words {
	const char *name;     /* in the documentation */
	const char *expected; /* text that names the expected type in the
				 message of a fault */
	const char *such_as; /* examples that follow the range in the message of
				a fault */
};

static const struct type_words type_words[] = {
	[SCHEMA_SECTION] = { "section", "keys with values", "" },
	[SCHEMA_BOOL] = { "true or false", "true or false", "" },
	[SCHEMA_INT] = { "number", "a whole number", "" },
	[SCHEMA_SIZE] = { "size", "a size", ", such as 64KiB or 10MiB" },
	[SCHEMA_DURATION] = { "duration", "a duration",
	    ", such as 90s, 15m, 2h or 7d" },
	[SCHEMA_DURATION_MS] = { "duration", "a duration",
	    ", such as 500ms or 2s" },
	[SCHEMA_DURATIONS] = { "list of durations", "a list of durations",
	    ", such as [1h, 6h, 24h]" },
	[SCHEMA_CHOICE] = { "word", "one of", "" },
	[SCHEMA_CHOICE_BOOL] = { "word", "one of", "" },
	[SCHEMA_TEXT] = { "text", "a text", "" },
	[SCHEMA_PATH] = { "path", "a path", "" },
	[SCHEMA_SOCKET] = { "path", "a path", "" },
	[SCHEMA_DATABASE] = { "path or URL", "a path or URL", "" },
	[SCHEMA_LISTEN] = { "host:port", "host:port",
	    ", such as 127.0.0.1:7415" },
	[SCHEMA_PROXY] = { "URL", "an http, https or socks URL",
	    ", such as http://proxy.example:3128" },
	[SCHEMA_RENDERER] = { "URL", "an http URL on a loopback address",
	    ", such as http://127.0.0.1:7418/" },
	[SCHEMA_CALLBACK] = { "URL", "an http or https URL without query",
	    ", such as https://news.example.org/websub" },
	[SCHEMA_URL] = { "URL", "an http or https URL", "" },
	[SCHEMA_TAGS] = { "list of texts", "a list of texts",
	    ", such as [tech, local]" },
	[SCHEMA_SITES] = { "site, or list of sites",
	    "a site or a list of sites", ", such as example.org" },
	[SCHEMA_HEADERS] = { "names and values", "names with values",
	    ", such as { X-Key: abc }" },
	[SCHEMA_INCLUDE] = { "list of patterns", "a list of files or patterns",
	    ", such as [feeds.d/*.yaml]" },
	[SCHEMA_FILTERS] = { "list of filters", "a list of filters",
	    ", such as [{ if: 'title ~ /word/i', then: block }]" },
	[SCHEMA_FEEDS] = { "list of feeds", "a list of URLs or feeds", "" },
	[SCHEMA_PROFILES] = { "list of profiles", "a list of profiles",
	    ", such as [{ name: energy, keywords: [grid] }]" },
	[SCHEMA_SHARE] = { "number", "a number", ", such as 0.2" },
	[SCHEMA_SITE_LIST] = { "list of sites", "a list of sites",
	    ", such as [{ match: example.org, user_agent: news }]" },
};

const char *
schema_type_name(const struct schema_key *key)
{
	return type_words[key->type].name;
}

static bool
schema_text_is_choice(const struct schema_key *key)
{
	return key->type == SCHEMA_CHOICE || key->type == SCHEMA_CHOICE_BOOL;
}

static void
schema_text_write_number(struct buf *out, enum schema_type type, int64_t value)
{
	if (type == SCHEMA_INT || type == SCHEMA_SHARE)
		buf_printf(out, "%" PRId64, value);
	else if (type == SCHEMA_SIZE)
		size_write(out, value);
	else if (type == SCHEMA_DURATION_MS)
		duration_write(out, value);
	else
		duration_write(out, value * 1000);
}

/* Writes "a, b or c" for "a|b|c". */
static void
schema_text_write_choices(struct buf *out, const char *words)
{
	struct slice rest = slice_of(words), word;

	while (slice_next(&rest, '|', &word)) {
		buf_append_slice(out, word);
		if (slice_find_char(rest, '|', 0) != SLICE_NOT_FOUND)
			buf_append_string(out, ", ");
		else if (rest.p != NULL)
			buf_append_string(out, " or ");
	}
}

void
schema_expected(const struct schema_key *key, struct buf *out)
{
	const struct type_words *words = &type_words[key->type];

	buf_append_string(out, words->expected);
	if (schema_text_is_choice(key)) {
		buf_append_char(out, ' ');
		schema_text_write_choices(out, key->words);
		return;
	}
	switch (key->type) {
	case SCHEMA_DURATIONS:
		buf_printf(out, " (%d at most)", CONFIG_MAX_REVISITS);
		/* fall through */
	case SCHEMA_INT:
	case SCHEMA_SIZE:
	case SCHEMA_DURATION:
	case SCHEMA_DURATION_MS:
	case SCHEMA_SHARE:
		buf_append_string(out, " from ");
		schema_text_write_number(out, key->type, key->min);
		buf_append_string(out, " to ");
		schema_text_write_number(out, key->type, key->max);
		break;
	case SCHEMA_TEXT:
	case SCHEMA_PATH:
	case SCHEMA_SOCKET:
	case SCHEMA_DATABASE:
		buf_printf(out, " of %" PRId64 " to %" PRId64 " bytes",
		    key->min, key->max);
		break;
	default:
		break;
	}
	/* The examples must be in the range. */
	buf_append_string(
	    out, key->type == SCHEMA_DURATION && key->max < 7 * 24 * 3600
		     ? ", such as 30s or 5m"
		     : words->such_as);
	if (key->words != NULL)
		buf_printf(out, ", or %s", key->words);
}

void
schema_range(const struct schema_key *key, struct buf *out)
{
	size_t before = out->len;

	if (schema_text_is_choice(key)) {
		schema_text_write_choices(out, key->words);
		return;
	}
	switch (key->type) {
	case SCHEMA_INT:
	case SCHEMA_SIZE:
	case SCHEMA_DURATION:
	case SCHEMA_DURATION_MS:
	case SCHEMA_DURATIONS:
	case SCHEMA_SHARE:
		schema_text_write_number(out, key->type, key->min);
		buf_append_string(out, " to ");
		schema_text_write_number(out, key->type, key->max);
		break;
	case SCHEMA_TEXT:
	case SCHEMA_PATH:
	case SCHEMA_SOCKET:
	case SCHEMA_DATABASE:
	case SCHEMA_URL:
		buf_printf(out, "up to %" PRId64 " bytes", key->max);
		break;
	case SCHEMA_TAGS:
	case SCHEMA_SITES:
	case SCHEMA_HEADERS:
	case SCHEMA_INCLUDE:
	case SCHEMA_FILTERS:
	case SCHEMA_FEEDS:
	case SCHEMA_SITE_LIST:
	case SCHEMA_PROFILES:
		buf_printf(out, "up to %" PRId64, key->max);
		break;
	case SCHEMA_LISTEN:
	case SCHEMA_PROXY:
	case SCHEMA_RENDERER:
	case SCHEMA_CALLBACK:
		if (key->words != NULL)
			buf_append_string(out, "any");
		break;
	default:
		break;
	}
	if (key->words == NULL)
		return;
	if (out->len > before)
		buf_append_string(out, ", or ");
	buf_append_string(out, key->words);
}
