/*
 * intent.c -- reads the query by which a hub verifies or denies a subscription,
 * and writes the form of a subscription request.
 *
 * In:  "hub.mode=subscribe&hub.topic=https%3A%2F%2Fexample.org%2Ffeed&...".
 * Out: the decoded values.  Unknown parameters are ignored.
 *
 * Source: WebSub, sections 5.1 to 5.3; the URL Standard, section 5
 * (application/x-www-form-urlencoded).
 */
#include "crawler/websub/intent.h"

#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"

enum {
	INTENT_MODE,
	INTENT_TOPIC,
	INTENT_CHALLENGE,
	INTENT_LEASE,
	INTENT_REASON,
	INTENT_COUNT
};

static const struct slice intent_names[INTENT_COUNT] = {
	[INTENT_MODE] = SLICE("hub.mode"),
	[INTENT_TOPIC] = SLICE("hub.topic"),
	[INTENT_CHALLENGE] = SLICE("hub.challenge"),
	[INTENT_LEASE] = SLICE("hub.lease_seconds"),
	[INTENT_REASON] = SLICE("hub.reason"),
};

static const struct slice intent_modes[] = {
	[WEBSUB_SUBSCRIBE] = SLICE("subscribe"),
	[WEBSUB_UNSUBSCRIBE] = SLICE("unsubscribe"),
	[WEBSUB_DENIED] = SLICE("denied"),
};

static struct slice
intent_decode(struct arena *arena, struct slice text)
{
	char *out = arena_alloc(arena, text.len + 1);
	size_t n = 0;

	for (size_t i = 0; i < text.len; i++) {
		int high = -1, low = -1;

		if (text.p[i] == '%' && i + 2 < text.len) {
			high = ascii_hex_value(text.p[i + 1]);
			low = ascii_hex_value(text.p[i + 2]);
		}
		if (high >= 0 && low >= 0) {
			out[n++] = (char)(high * 16 + low);
			i += 2;
		} else {
			out[n++] = text.p[i] == '+' ? ' ' : text.p[i];
		}
	}
	return (struct slice){ out, n };
}

static bool
intent_read_pairs(
    struct arena *arena, struct slice query, struct slice values[INTENT_COUNT])
{
	struct slice pair;

	while (slice_next(&query, '&', &pair)) {
		size_t end = slice_find_char(pair, '=', 0);
		struct slice name, value = SLICE("");

		if (end != SLICE_NOT_FOUND)
			value = slice_sub(pair, end + 1, pair.len);
		name = intent_decode(arena,
		    end != SLICE_NOT_FOUND ? slice_sub(pair, 0, end) : pair);
		for (size_t i = 0; i < INTENT_COUNT; i++) {
			if (!slice_equal(name, intent_names[i]))
				continue;
			if (values[i].p != NULL)
				return false;
			values[i] = intent_decode(arena, value);
		}
	}
	return true;
}

static bool
intent_find_mode(struct slice name, enum websub_mode *ret)
{
	for (size_t i = 0; i < ARRAY_LENGTH(intent_modes); i++)
		if (slice_equal(name, intent_modes[i])) {
			*ret = (enum websub_mode)i;
			return true;
		}
	return false;
}

/* The challenge is sent back: WebSub, section 10.2, asks to limit its length
 * and to reject binary data. */
static bool
intent_is_challenge(struct slice text)
{
	if (text.len == 0 || text.len > LIMIT_WEBSUB_CHALLENGE)
		return false;
	for (size_t i = 0; i < text.len; i++)
		if (text.p[i] < 0x20 || text.p[i] > 0x7e)
			return false;
	return true;
}

bool
websub_intent_read(
    struct arena *arena, struct slice query, struct websub_intent *ret)
{
	struct slice values[INTENT_COUNT] = { { 0 } };
	struct websub_intent intent = { .lease_s = -1 };

	if (!intent_read_pairs(arena, query, values) ||
	    !intent_find_mode(values[INTENT_MODE], &intent.mode) ||
	    values[INTENT_TOPIC].len == 0)
		return false;
	if (intent.mode != WEBSUB_DENIED &&
	    !intent_is_challenge(values[INTENT_CHALLENGE]))
		return false;
	intent.topic = values[INTENT_TOPIC];
	intent.challenge = values[INTENT_CHALLENGE];
	intent.reason = values[INTENT_REASON];
	if (!slice_to_int64(values[INTENT_LEASE], &intent.lease_s) ||
	    intent.lease_s <= 0)
		intent.lease_s = -1;
	*ret = intent;
	return true;
}

void
websub_form_append(struct buf *out, const char *name, struct slice value)
{
	buf_printf(out, "%s=", name);
	for (size_t i = 0; i < value.len; i++)
		if (ascii_is_alnum(value.p[i]) ||
		    (value.p[i] != '\0' && strchr("-._*", value.p[i]) != NULL))
			buf_append_char(out, value.p[i]);
		else
			buf_printf(out, "%%%02X", (unsigned char)value.p[i]);
	buf_append_char(out, '&');
}
