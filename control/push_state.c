/*
 * push_state.c -- reads and writes the state of a push; see push_state.h.
 *
 * A push is a separate process, which another user of the daemon's group may
 * have started. Its report is validated like external input.
 */
#include "control/push_state.h"

#include <jansson.h>
#include <string.h>

#include "base/array.h"
#include "control/control_client.h"

/* In JSON, one byte of a text may need six bytes. */
#define STATES_BYTES ((size_t)LIMIT_PUSHES * 6 * sizeof(struct push_state))

static const struct push_state_number {
	const char *key;
	size_t offset;
	bool may_be_absent; /* then it is 0 */
} push_state_numbers[] = {
	{ "sent", offsetof(struct push_state, sent), false },
	{ "acknowledged", offsetof(struct push_state, acknowledged), false },
	{ "lag", offsetof(struct push_state, lag), false },
	{ "in_flight", offsetof(struct push_state, in_flight), false },
	{ "failures", offsetof(struct push_state, failures), false },
	{ "age_s", offsetof(struct push_state, age_s), true },
};

/* Copies a text; if it is too long, it is shortened between two characters.
 * Returns false if it is absent. */
static bool
push_state_copy(const json_t *json, const char *key, char *to, size_t to_bytes)
{
	const char *text = json_string_value(json_object_get(json, key));
	size_t n;

	if (text == NULL)
		return false;
	n = strnlen(text, to_bytes - 1);
	while (
	    n > 0 && text[n] != '\0' && ((unsigned char)text[n] & 0xc0) == 0x80)
		n--;
	memcpy(to, text, n);
	to[n] = '\0';
	return true;
}

static bool
push_state_read_number(const json_t *json,
    const struct push_state_number *number, struct push_state *state)
{
	const json_t *value = json_object_get(json, number->key);
	json_int_t n = json_integer_value(value);

	if (value == NULL && number->may_be_absent)
		return true;
	if (!json_is_integer(value) || n < 0)
		return false;
	memcpy(
	    (char *)state + number->offset, &(int64_t){ n }, sizeof(int64_t));
	return true;
}

static bool
push_state_read_members(const json_t *json, struct push_state *state)
{
	for (size_t i = 0; i < ARRAY_LENGTH(push_state_numbers); i++)
		if (!push_state_read_number(
			json, &push_state_numbers[i], state))
			return false;
	push_state_copy(json, "target", state->target, sizeof(state->target));
	return push_state_copy(json, "consumer", state->consumer,
		   sizeof(state->consumer)) &&
	       state->consumer[0] != '\0' &&
	       push_state_copy(
		   json, "error", state->error, sizeof(state->error));
}

bool
push_state_read(struct slice text, struct push_state *ret)
{
	json_t *json =
	    json_loadb(text.p, text.len, JSON_REJECT_DUPLICATES, NULL);
	bool is_valid;

	*ret = (struct push_state){ .sent = 0 };
	is_valid = push_state_read_members(json, ret);
	json_decref(json);
	return is_valid;
}

void
push_state_write(struct json_writer *json, const struct push_state *state)
{
	json_write_text(json, "consumer", slice_of(state->consumer));
	json_write_text(json, "target", slice_of(state->target));
	json_write_text(json, "error", slice_of(state->error));
	for (size_t i = 0; i < ARRAY_LENGTH(push_state_numbers); i++) {
		int64_t n;

		memcpy(&n, (const char *)state + push_state_numbers[i].offset,
		    sizeof(n));
		json_write_int(json, push_state_numbers[i].key, n);
	}
}

int
push_state_each(const char *control_path,
    int (*visit)(const struct push_state *, void *), void *arg, struct err *e)
{
	static const struct slice key = SLICE("push=");
	struct push_state state;
	struct buf lines;
	struct slice rest, line;
	int rc;

	buf_init(&lines, STATES_BYTES);
	rc = control_ask(control_path, "pushes", &lines, e);
	rest = buf_slice(&lines);
	while (rc == 0 && rest.len > 0 && slice_next(&rest, '\n', &line))
		if (slice_starts(line, key) &&
		    push_state_read(slice_sub(line, key.len, line.len), &state))
			rc = visit(&state, arg);
	buf_release(&lines);
	return rc;
}
