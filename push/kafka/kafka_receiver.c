/*
 * kafka_receiver.c -- produces changes to a topic of Kafka.
 *
 * The normal case: librdkafka sends a message. When the leader and its replicas
 * have stored the message (acks=all), the delivery report arrives, and the
 * change is acknowledged. librdkafka tries again by itself, without loss,
 * duplicates or change of order within a partition (enable.idempotence) and
 * without a time limit (message.timeout.ms=0). The key is the article's id, so
 * that all changes of an article are in one partition.
 *
 * Failure modes: a report with an error (an unknown topic, no permission), or a
 * fatal error of the idempotent producer. The producer is then discarded. A new
 * producer sends all messages that have no report again. Some of them may be
 * stored twice; the header gleaner-seq identifies the change.
 *
 * If a broker cannot be reached, this is not a failure of a delivery:
 * librdkafka tries again. The fault is reported by push_fault().
 */
#include "push/kafka/kafka_receiver.h"

#include <librdkafka/rdkafka.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/limits.h"
#include "push/target.h"

#define PORT_DEFAULT 9092
#define WHY_BYTES    256
/* Time after a report in which further faults are not reported. */
#define SAME_FAULT_MS 30000
/* Time for the reports of the other messages after a failure. */
#define SETTLE_MS 1000

struct kafka {
	struct push *push;
	struct push_target target;
	const char *secret;   /* borrowed; NULL: none */
	rd_kafka_t *producer; /* NULL: it is created for the next message */
	bool has_failed; /* set in a callback; the producer is then discarded */
	char why[WHY_BYTES];
	int fault_code;   /* the fault that was reported last */
	int64_t fault_ms; /* time at which the last line about a fault was
			     written */
};

/* ---- properties ---- */

static const char *const properties[][2] = {
	{ "enable.idempotence", "true" },
	{ "acks", "all" },
	{ "message.timeout.ms", "0" },
	{ "linger.ms", "5" },
	{ "message.max.bytes", "67108864" },
	{ "client.id", "gleaner-push" },
	{ "reconnect.backoff.ms", "200" },
	{ "reconnect.backoff.max.ms", "10000" },
};

bool
kafka_may_set(struct slice name)
{
	static const char *const beginnings[] = { "sasl.mechanism",
		"sasl.username", "sasl.password", "sasl.kerberos.principal",
		"sasl.kerberos.keytab", "security.protocol", "ssl.ca.",
		"ssl.key.", "ssl.certificate.", "ssl.crl.", "compression." };

	for (size_t i = 0; i < ARRAY_LENGTH(beginnings); i++)
		if (slice_starts(name, slice_of(beginnings[i])))
			return true;
	/* a simulated cluster inside the library, which tests use */
	return slice_equal(name, SLICE("test.mock.num.brokers"));
}

/* The library's message may contain the value and is not shown. */
static int
kafka_receiver_set(
    rd_kafka_conf_t *conf, const char *name, const char *value, struct err *e)
{
	char why[WHY_BYTES];

	if (rd_kafka_conf_set(conf, name, value, why, sizeof(why)) ==
	    RD_KAFKA_CONF_OK)
		return 0;
	return err_set(
	    e, ERR_USAGE, "the value of the property %s is not valid", name);
}

static int
kafka_receiver_set_line(rd_kafka_conf_t *conf, struct slice line, struct err *e)
{
	struct slice value = line, name = SLICE_NONE;
	char *name_text, *value_text;
	int rc;

	if (!slice_next(&value, '=', &name) || value.p == NULL ||
	    !kafka_may_set(slice_trim(name)))
		return err_set(e, ERR_USAGE,
		    "the file of secrets may contain only lines with sasl.…=, "
		    "security.protocol=, ssl.…= and compression.…=");
	name = slice_trim(name);
	value = slice_trim(value);
	name_text = strndup(name.p, name.len);
	value_text = strndup(value.p, value.len);
	rc = name_text == NULL || value_text == NULL
		 ? err_set(e, ERR_MEMORY, "out of memory")
		 : kafka_receiver_set(conf, name_text, value_text, e);
	free(name_text);
	free(value_text);
	return rc;
}

static int
kafka_receiver_set_secret(
    const struct kafka *kafka, rd_kafka_conf_t *conf, struct err *e)
{
	struct slice rest = slice_of(kafka->secret), line;
	int rc = 0;

	while (rc == 0 && slice_next(&rest, '\n', &line)) {
		line = slice_trim(line);
		if (line.len > 0 && line.p[0] != '#')
			rc = kafka_receiver_set_line(conf, line, e);
	}
	return rc;
}

static int
kafka_receiver_set_all(
    const struct kafka *kafka, rd_kafka_conf_t *conf, struct err *e)
{
	const struct push_target *target = &kafka->target;
	int rc = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(properties) && rc == 0; i++)
		rc = kafka_receiver_set(
		    conf, properties[i][0], properties[i][1], e);
	if (rc == 0)
		rc = kafka_receiver_set_secret(kafka, conf, e);
	if (rc == 0)
		rc = kafka_receiver_set(
		    conf, "bootstrap.servers", target->hosts, e);
	if (rc == 0 && target->user != NULL)
		rc = kafka_receiver_set(conf, "sasl.username", target->user, e);
	if (rc == 0 && target->password != NULL)
		rc = kafka_receiver_set(
		    conf, "sasl.password", target->password, e);
	return rc;
}

/* ---- callbacks, called by rd_kafka_poll() ---- */

static void
kafka_receiver_note_failure(struct kafka *kafka, rd_kafka_resp_err_t code)
{
	if (kafka->has_failed)
		return;
	kafka->has_failed = true;
	snprintf(kafka->why, sizeof(kafka->why), "%s", rd_kafka_err2str(code));
}

/* Records that a message was not stored. */
static void
kafka_receiver_note_refusal(
    struct kafka *kafka, const rd_kafka_message_t *message)
{
	bool is_first = !kafka->has_failed;

	kafka_receiver_note_failure(kafka, message->err);
	if (is_first && message->err == RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE)
		snprintf(kafka->why, sizeof(kafka->why),
		    "change %lld has %zu bytes, more than the topic accepts "
		    "(max.message.bytes)",
		    (long long)(intptr_t)message->_private, message->len);
}

static void
kafka_receiver_on_report(
    rd_kafka_t *producer, const rd_kafka_message_t *message, void *arg)
{
	struct kafka *kafka = arg;

	(void)producer;
	if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR)
		push_acknowledged(
		    kafka->push, (int64_t)(intptr_t)message->_private);
	else
		kafka_receiver_note_refusal(kafka, message);
}

/* The library's reason may contain values of properties and is not shown. */
static const struct {
	rd_kafka_resp_err_t code;
	const char *text;
} faults[] = {
	{ RD_KAFKA_RESP_ERR__SSL,
	    "the TLS connection failed: the certificate of a broker is not "
	    "valid for its host, or no known authority signed it "
	    "(ssl.ca.location), or the broker has no TLS" },
	{ RD_KAFKA_RESP_ERR__AUTHENTICATION,
	    "a broker refuses the user, the password or the mechanism" },
};

/* Returns NULL if the table does not contain the code. */
static const char *
kafka_receiver_cause(rd_kafka_resp_err_t code)
{
	for (size_t i = 0; i < ARRAY_LENGTH(faults); i++)
		if (faults[i].code == code)
			return faults[i].text;
	return NULL;
}

/* True if a fault must be reported.  For SAME_FAULT_MS after a report, further
 * faults are not reported, because they probably have the same cause.
 * Exception: a fault of the table `faults` is reported, unless it was the last
 * one that was reported. */
static bool
kafka_receiver_must_report(const struct kafka *kafka, int code, int64_t now_ms)
{
	return kafka->fault_ms == 0 ||
	       now_ms - kafka->fault_ms >= SAME_FAULT_MS ||
	       (code != kafka->fault_code &&
		   kafka_receiver_cause((rd_kafka_resp_err_t)code) != NULL);
}

static void
kafka_receiver_on_error(
    rd_kafka_t *producer, int code, const char *reason, void *arg)
{
	struct kafka *kafka = arg;
	rd_kafka_resp_err_t fatal = rd_kafka_fatal_error(producer, NULL, 0);
	int64_t now_ms = clock_monotonic_ms();

	(void)reason;
	if (fatal != RD_KAFKA_RESP_ERR_NO_ERROR) {
		kafka_receiver_note_failure(kafka, fatal);
	} else if (kafka_receiver_must_report(kafka, code, now_ms)) {
		const char *cause =
		    kafka_receiver_cause((rd_kafka_resp_err_t)code);

		kafka->fault_ms = now_ms;
		kafka->fault_code = code;
		push_fault(kafka->push,
		    cause != NULL
			? cause
			: rd_kafka_err2str((rd_kafka_resp_err_t)code));
	}
}

/* The library's log is not used, because it contains addresses and values of
 * properties. kafka_receiver_on_error() reports errors. */
static void
kafka_receiver_on_log(const rd_kafka_t *producer, int level,
    const char *facility, const char *text)
{
	(void)producer;
	(void)level;
	(void)facility;
	(void)text;
}

/* ---- the producer ---- */

static int
kafka_receiver_make(struct kafka *kafka, struct err *e)
{
	rd_kafka_conf_t *conf = rd_kafka_conf_new();
	char why[WHY_BYTES];
	int rc;

	rd_kafka_conf_set_log_cb(conf, kafka_receiver_on_log);
	rd_kafka_conf_set_dr_msg_cb(conf, kafka_receiver_on_report);
	rd_kafka_conf_set_error_cb(conf, kafka_receiver_on_error);
	rd_kafka_conf_set_opaque(conf, kafka);
	rc = kafka_receiver_set_all(kafka, conf, e);
	if (rc == 0) {
		kafka->producer =
		    rd_kafka_new(RD_KAFKA_PRODUCER, conf, why, sizeof(why));
		if (kafka->producer != NULL)
			return 0;
		rc = err_set(e, ERR_USAGE, "librdkafka: %s", why);
	}
	rd_kafka_conf_destroy(conf);
	return rc;
}

/* Discards the producer with all messages in flight. */
static void
kafka_receiver_abandon(void *arg)
{
	struct kafka *kafka = arg;

	if (kafka->producer != NULL) {
		kafka->has_failed = true; /* further errors are ignored */
		rd_kafka_purge(kafka->producer,
		    RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT |
			RD_KAFKA_PURGE_F_NON_BLOCKING);
		rd_kafka_destroy(kafka->producer);
	}
	kafka->producer = NULL;
	kafka->has_failed = false;
}

static rd_kafka_resp_err_t
kafka_receiver_produce(struct kafka *kafka, const struct push_message *message)
{
	const char *uuid = push_store_uuid(kafka->push);
	char key[SLICE_INT64_BYTES], seq[SLICE_INT64_BYTES];
	struct slice key_text = slice_of_int64(message->article_id, key);
	struct slice seq_text = slice_of_int64(message->seq, seq);

	return rd_kafka_producev(kafka->producer,
	    RD_KAFKA_V_TOPIC(kafka->target.name),
	    RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY),
	    RD_KAFKA_V_KEY((void *)(uintptr_t)key_text.p, key_text.len),
	    RD_KAFKA_V_VALUE(
		(void *)(uintptr_t)message->line.p, message->line.len),
	    RD_KAFKA_V_HEADER("gleaner-seq", seq_text.p, (ssize_t)seq_text.len),
	    RD_KAFKA_V_HEADER("gleaner-store", uuid, (ssize_t)strlen(uuid)),
	    RD_KAFKA_V_OPAQUE((void *)(intptr_t)message->seq), RD_KAFKA_V_END);
}

static bool
kafka_receiver_send(void *arg, const struct push_message *message)
{
	struct kafka *kafka = arg;
	struct err e = ERR_INIT;
	rd_kafka_resp_err_t code;

	if (kafka->producer == NULL && kafka_receiver_make(kafka, &e) != 0) {
		push_failed(kafka->push, -1, "%s", e.text);
		return false;
	}
	code = kafka_receiver_produce(kafka, message);
	if (code != RD_KAFKA_RESP_ERR_NO_ERROR)
		push_failed(kafka->push, -1, "%s", rd_kafka_err2str(code));
	return code == RD_KAFKA_RESP_ERR_NO_ERROR;
}

static void
kafka_receiver_wait(void *arg, int timeout_ms)
{
	struct kafka *kafka = arg;

	if (kafka->producer == NULL) {
		poll(NULL, 0, timeout_ms);
		return;
	}
	rd_kafka_poll(kafka->producer, timeout_ms);
	if (!kafka->has_failed)
		return;
	/* Messages that the brokers have stored must not be sent again. */
	rd_kafka_flush(kafka->producer, SETTLE_MS);
	push_failed(kafka->push, -1, "%s", kafka->why);
}

/* ---- open and close ---- */

static void
kafka_receiver_close(void *arg)
{
	struct kafka *kafka = arg;

	kafka_receiver_abandon(kafka);
	push_target_release(&kafka->target);
	free(kafka);
}

static int
kafka_receiver_open(const struct push_settings *settings, struct push *push,
    void **ret_receiver, struct err *e)
{
	struct kafka *kafka = calloc(1, sizeof(*kafka));
	int rc;

	if (kafka == NULL)
		return err_set(e, ERR_MEMORY, "out of memory");
	kafka->push = push;
	kafka->secret = settings->secret;
	rc = push_target_parse(
	    settings->target, "kafka://", PORT_DEFAULT, &kafka->target, e);
	if (rc == 0)
		rc = kafka_receiver_make(kafka, e);
	if (rc == 0)
		*ret_receiver = kafka;
	else
		kafka_receiver_close(kafka);
	return rc;
}

const struct push_receiver kafka_receiver = {
	.open = kafka_receiver_open,
	.send = kafka_receiver_send,
	.wait = kafka_receiver_wait,
	.abandon = kafka_receiver_abandon,
	.close = kafka_receiver_close,
};
