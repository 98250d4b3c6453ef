/*
 * kafka_receiver_test.c -- produces to the mock cluster of librdkafka, whose
 * brokers answer with errors and go down.
 *
 * Each message must be acknowledged, and the partitions must have each change
 * once, with the changes of an article in order.
 */
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/limits.h"
#include "push/kafka/kafka_receiver.h"
#include "tests/lib/tap.h"

#define CHANGES     2000
#define ARTICLES    40
#define PARTITIONS  4
#define BROKERS     3
#define BATCH       100
#define PATIENCE_MS 90000
#define PHASE_MS    500

static rd_kafka_t *owner; /* of the cluster */
static rd_kafka_mock_cluster_t *cluster;

/* ---- the core, as far as a receiver needs it ---- */

struct push {
	struct push_window window;
	void *receiver;
	int64_t acknowledged;
	int n_failures;
};

void
push_acknowledged(struct push *push, int64_t seq)
{
	push_window_acknowledge(&push->window, seq, clock_monotonic_ms());
	push->acknowledged++;
}

void
push_failed(struct push *push, int64_t retry_after_s, const char *format, ...)
{
	(void)retry_after_s;
	(void)format;
	push->n_failures++;
	kafka_receiver.abandon(push->receiver);
	push_window_fail(&push->window, clock_monotonic_ms(), -1, 0);
}

void
push_fault(struct push *push, const char *text)
{
	(void)push;
	(void)text;
}

const char *
push_store_uuid(const struct push *push)
{
	(void)push;
	return "store";
}

int
push_main(int argc, char **argv, const struct push_receiver *kind)
{
	(void)argc;
	(void)argv;
	(void)kind;
	return 0;
}

/* ---- faults ---- */

/* A broker is down for two of four phases. */
static void
kafka_receiver_test_disturb(int64_t phase)
{
	int32_t broker = (int32_t)(phase / 4 % BROKERS) + 1;

	if (phase % 4 == 1)
		rd_kafka_mock_broker_set_down(cluster, broker);
	else if (phase % 4 == 3)
		rd_kafka_mock_broker_set_up(cluster, broker);
}

/* ---- the messages ---- */

static void
kafka_receiver_test_add(struct push *push, int64_t seq)
{
	char line[64];
	struct err e = ERR_INIT;
	int n = snprintf(line, sizeof(line), "%lld", (long long)seq);

	push_window_add(&push->window, seq, seq % ARTICLES,
	    (struct slice){ line, (size_t)n }, &e);
}

/* Adds a change each millisecond, so that all faults come during the delivery.
 */
static void
kafka_receiver_test_fill(struct push *push, int64_t now_ms, int64_t *next)
{
	while (*next <= CHANGES && *next <= now_ms &&
	       push_window_room(&push->window) > 0)
		kafka_receiver_test_add(push, (*next)++);
}

static void
kafka_receiver_test_deliver(struct push *push)
{
	const struct push_message *message;

	while ((message = push_window_send(
		    &push->window, clock_monotonic_ms())) != NULL)
		if (!kafka_receiver.send(push->receiver, message))
			break;
	kafka_receiver.wait(push->receiver, 5);
	if (push->window.acknowledged_seq != push->window.stored_seq)
		push_window_cursor_stored(
		    &push->window, push->window.acknowledged_seq);
}

/* Delivers the changes before `next`. Returns the time that this took. */
static int64_t
kafka_receiver_test_drain(struct push *push, int64_t next)
{
	int64_t began_ms = clock_monotonic_ms(), took_ms = 0;

	while (push->window.stored_seq < next - 1 && took_ms < PATIENCE_MS) {
		kafka_receiver_test_deliver(push);
		took_ms = clock_monotonic_ms() - began_ms;
	}
	return took_ms;
}

/* Delivers one change, whose first three requests are answered with errors.
 * No other message is in flight, because the mock cluster, unlike a broker,
 * does not check the sequence numbers of batches. It would accept the next
 * batch after a refused batch. The producer would then regard the refused batch
 * as stored. Returns the time that this took. */
static int64_t
kafka_receiver_test_refuse(struct push *push, int64_t *next)
{
	int64_t took_ms = kafka_receiver_test_drain(push, *next);

	if (*next > CHANGES)
		return took_ms;
	rd_kafka_mock_push_request_errors(cluster, 0 /* Produce */, 3,
	    RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION,
	    RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT,
	    RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS);
	kafka_receiver_test_add(push, (*next)++);
	return took_ms + kafka_receiver_test_drain(push, *next);
}

/* Delivers all changes while the mock cluster has faults. The faults repeat
 * every four phases: at the start of the first phase requests are refused, and
 * for two phases a broker is down. */
static void
kafka_receiver_test_run(struct push *push)
{
	int64_t next = 1, began_ms = clock_monotonic_ms(), now_ms = 0,
		phase = -1;

	while (push->window.stored_seq < CHANGES && now_ms < PATIENCE_MS) {
		kafka_receiver_test_fill(push, now_ms, &next);
		kafka_receiver_test_deliver(push);
		now_ms = clock_monotonic_ms() - began_ms;
		if (now_ms / PHASE_MS == phase)
			continue;
		phase = now_ms / PHASE_MS;
		kafka_receiver_test_disturb(phase);
		if (phase % 4 == 0)
			began_ms += kafka_receiver_test_refuse(push, &next);
	}
	for (int32_t i = 1; i <= BROKERS; i++)
		rd_kafka_mock_broker_set_up(cluster, i);
}

/* ---- contents of the topic ---- */

static int n_seen[CHANGES + 1];
static int64_t last_of_article[ARTICLES];
static bool is_ordered = true, has_headers = true;

static void
kafka_receiver_test_take(const rd_kafka_message_t *message)
{
	char text[32] = "", key[32] = "";
	rd_kafka_headers_t *headers = NULL;
	const void *value = NULL;
	size_t n = 0;
	int64_t seq = 0, article = 0;

	memcpy(text, message->payload, message->len < 31 ? message->len : 31);
	memcpy(
	    key, message->key, message->key_len < 31 ? message->key_len : 31);
	slice_to_int64(slice_of(text), &seq);
	slice_to_int64(slice_of(key), &article);
	if (seq < 1 || seq > CHANGES || article != seq % ARTICLES) {
		has_headers = false;
		return;
	}
	if (n_seen[seq]++ == 0) {
		is_ordered = is_ordered && seq > last_of_article[article];
		last_of_article[article] = seq;
	}
	has_headers = has_headers &&
		      rd_kafka_message_headers(message, &headers) ==
			  RD_KAFKA_RESP_ERR_NO_ERROR &&
		      rd_kafka_header_get_last(headers, "gleaner-seq", &value,
			  &n) == RD_KAFKA_RESP_ERR_NO_ERROR &&
		      n == strlen(text) && memcmp(value, text, n) == 0 &&
		      rd_kafka_header_get_last(headers, "gleaner-store", &value,
			  &n) == RD_KAFKA_RESP_ERR_NO_ERROR &&
		      n == 5;
}

/* Reads the topic until the end of each partition. Returns the number of
 * partitions that were read to their end. The end of a partition is reported
 * again after each reconnection. */
static int
kafka_receiver_test_consume(const char *topic)
{
	bool has_ended[PARTITIONS] = { false };
	rd_kafka_conf_t *conf = rd_kafka_conf_new();
	rd_kafka_topic_partition_list_t *list =
	    rd_kafka_topic_partition_list_new(PARTITIONS);
	int64_t until_ms = clock_monotonic_ms() + PATIENCE_MS / 2;
	rd_kafka_t *consumer;
	int n_ended = 0;

	rd_kafka_conf_set(conf, "bootstrap.servers",
	    rd_kafka_mock_cluster_bootstraps(cluster), NULL, 0);
	rd_kafka_conf_set(conf, "group.id", "test", NULL, 0);
	rd_kafka_conf_set(conf, "enable.partition.eof", "true", NULL, 0);
	consumer = rd_kafka_new(RD_KAFKA_CONSUMER, conf, NULL, 0);
	for (int32_t i = 0; i < PARTITIONS; i++)
		rd_kafka_topic_partition_list_add(list, topic, i)->offset = 0;
	rd_kafka_assign(consumer, list);
	while (n_ended < PARTITIONS && clock_monotonic_ms() < until_ms) {
		rd_kafka_message_t *message =
		    rd_kafka_consumer_poll(consumer, 100);

		if (message != NULL &&
		    message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF) {
			n_ended += !has_ended[message->partition];
			has_ended[message->partition] = true;
		} else if (message != NULL &&
			   message->err == RD_KAFKA_RESP_ERR_NO_ERROR)
			kafka_receiver_test_take(message);
		if (message != NULL)
			rd_kafka_message_destroy(message);
	}
	rd_kafka_topic_partition_list_destroy(list);
	rd_kafka_consumer_close(consumer);
	rd_kafka_destroy(consumer);
	return n_ended;
}

static void
kafka_receiver_test_cluster(void)
{
	char target[512], topic[] = "news", name[] = "c";
	struct push_settings settings = {
		.target = target, .consumer = name, .batch = BATCH
	};
	struct push push = { 0 };
	struct err e = ERR_INIT;
	int n_lost = 0, n_again = 0;

	rd_kafka_mock_topic_create(cluster, topic, PARTITIONS, BROKERS);
	snprintf(target, sizeof(target), "kafka://%s/%s",
	    rd_kafka_mock_cluster_bootstraps(cluster), topic);
	push_window_init(&push.window, BATCH, 0, 0, &e);
	is_int(kafka_receiver.open(&settings, &push, &push.receiver, &e), 0,
	    target);
	kafka_receiver_test_run(&push);
	is_int(push.window.stored_seq, CHANGES, "all changes are acknowledged");
	kafka_receiver.close(push.receiver);
	push_window_release(&push.window);
	is_int(kafka_receiver_test_consume(topic), PARTITIONS,
	    "all partitions are read");
	for (int i = 1; i <= CHANGES; i++) {
		n_lost += n_seen[i] == 0;
		n_again += n_seen[i] > 1;
	}
	is_int(n_lost, 0, "no change is lost");
	printf("# %d failures, %d changes twice\n", push.n_failures, n_again);
	ok(is_ordered, "the changes of an article are in order");
	ok(has_headers, "messages have a key and headers");
}

static void
kafka_receiver_test_refused(void)
{
	char target[] = "kafka://127.0.0.1:9/x", name[] = "c",
	     secret[] = "plugin.library.paths=/tmp/x";
	struct push_settings settings = {
		.target = target, .consumer = name, .secret = secret
	};
	struct push push = { 0 };
	void *receiver = NULL;
	struct err e = ERR_INIT;

	is_int(kafka_receiver.open(&settings, &push, &receiver, &e), ERR_USAGE,
	    "a property that loads a library is refused");
	ok(!kafka_may_set(SLICE("acks")) &&
		!kafka_may_set(SLICE("enable.idempotence")) &&
		!kafka_may_set(SLICE("message.timeout.ms")) &&
		!kafka_may_set(SLICE("sasl.oauthbearer.config")) &&
		!kafka_may_set(SLICE("sasl.kerberos.kinit.cmd")) &&
		!kafka_may_set(SLICE("enable.ssl.certificate.verification")),
	    "the delivery cannot be weakened");
	ok(kafka_may_set(SLICE("sasl.password")) &&
		kafka_may_set(SLICE("ssl.ca.location")),
	    "credentials can be set");
}

int
main(void)
{
	owner = rd_kafka_new(RD_KAFKA_PRODUCER, rd_kafka_conf_new(), NULL, 0);
	cluster = rd_kafka_mock_cluster_new(owner, BROKERS);
	kafka_receiver_test_cluster();
	kafka_receiver_test_refused();
	rd_kafka_mock_cluster_destroy(cluster);
	rd_kafka_destroy(owner);
	return done_testing();
}
