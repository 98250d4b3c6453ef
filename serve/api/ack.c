/*
 * ack.c -- POST /api/v1/ack: {"consumer": NAME, "seq": N, "lease": ID}.
 *
 * lease is optional.  Other members are errors, so that a misspelled member is
 * reported. api.h declares the function.
 */
#include <jansson.h>

#include "base/text/json_writer.h"
#include "serve/api/api.h"
#include "serve/api/consumers.h"
#include "store/store.h"

struct ack_values {
	struct slice consumer; /* borrowed from the JSON */
	int64_t seq, lease_id;
};

static bool
ack_read_int(const json_t *value, int64_t *ret)
{
	if (!json_is_integer(value) || json_integer_value(value) < 0)
		return false;
	*ret = json_integer_value(value);
	return true;
}

static bool
ack_read_member(
    struct slice name, const json_t *value, struct ack_values *values)
{
	if (slice_equal(name, SLICE("seq")))
		return ack_read_int(value, &values->seq);
	if (slice_equal(name, SLICE("lease")))
		return ack_read_int(value, &values->lease_id);
	if (!slice_equal(name, SLICE("consumer")) || !json_is_string(value))
		return false;
	values->consumer = (struct slice){ json_string_value(value),
		json_string_length(value) };
	return true;
}

/* Reads the members of the JSON object.  If a member is wrong, writes a problem
 * response and returns false. */
static bool
ack_read_members(
    struct serve_exchange *exchange, json_t *root, struct ack_values *values)
{
	const char *name;
	json_t *value;

	if (!json_is_object(root)) {
		serve_problem(exchange->response, 400,
		    "expected a JSON object such as {\"consumer\": \"NAME\", "
		    "\"seq\": 12}");
		return false;
	}
	json_object_foreach(root, name,
	    value) if (!ack_read_member(slice_of(name), value, values))
	{
		serve_problem(exchange->response, 400,
		    "member %s: expected a string consumer and numbers "
		    "seq and lease",
		    name);
		return false;
	}
	if (values->seq < 0) {
		serve_problem(
		    exchange->response, 400, "the member seq is missing");
		return false;
	}
	return consumers_check(exchange, values->consumer);
}

/* Writes the response: the consumer and its cursor. */
static int
ack_write(struct serve_exchange *exchange, const struct ack_values *values,
    struct err *e)
{
	struct serve_response *response = exchange->response;
	struct json_writer json;
	int64_t seq = 0;
	int rc = store_consumer_get(exchange->store, values->consumer, &seq, e);

	if (rc != 0 &&
	    rc != ERR_NOT_FOUND) /* ERR_NOT_FOUND: the consumer was removed
				    meanwhile */
		return rc;
	json_writer_init(&json, &response->body);
	json_write_object(&json, NULL);
	json_write_text(&json, "consumer", values->consumer);
	json_write_int(&json, "seq", seq);
	json_write_end_object(&json);
	buf_append_char(&response->body, '\n');
	response->content_type = API_TYPE_JSON;
	response->no_etag = true;
	response->cache_control = "no-store";
	return 0;
}

int
api_ack(struct serve_exchange *exchange, struct err *e)
{
	struct slice body = exchange->request->body;
	struct ack_values values = { .seq = -1 };
	json_error_t fault;
	json_t *root;
	int rc = 0;

	if (!params_read(exchange, api_no_params, NULL))
		return 0;
	root = json_loadb(body.p != NULL ? body.p : "", body.len,
	    JSON_REJECT_DUPLICATES, &fault);
	if (root == NULL)
		return serve_problem(exchange->response, 400,
		    "the body is not JSON: line %d: %s", fault.line,
		    fault.text);
	if (ack_read_members(exchange, root, &values)) {
		rc = consumers_ack(
		    exchange, values.consumer, values.seq, values.lease_id, e);
		if (rc == 0)
			rc = ack_write(exchange, &values, e);
	}
	json_decref(root);
	return rc > 0 ? 0 : rc;
}
