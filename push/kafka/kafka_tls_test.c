/*
 * kafka_tls_test.c -- tests which certificates of brokers are accepted.
 *
 * The mock cluster of librdkafka does not support TLS. tests/lib/tls_relay.py
 * accepts connections with TLS and relays them to the cluster.  The cluster
 * announces its own port to the producer, so this file replaces connect() by a
 * function that connects to the port of the relay.  The certificate must still
 * contain the name of the cluster.
 */
#include <sys/socket.h>
#include <sys/stat.h>

#include <arpa/inet.h>
#include <dlfcn.h>
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/limits.h"
#include "push/kafka/kafka_receiver.h"
#include "tests/lib/tap.h"

#define CHANGES     200
#define BATCH       100
#define PATIENCE_MS 60000

static char directory[] = "/tmp/gleaner-kafka.XXXXXX";
static rd_kafka_mock_cluster_t *cluster;
static int cluster_port, right_port, wrong_port, relay_port;

/* ---- the core, as far as a receiver needs it ---- */

struct push {
	struct push_window window;
	void *receiver;
	int n_failures, n_faults;
	char fault[512];
};

void
push_acknowledged(struct push *push, int64_t seq)
{
	push_window_acknowledge(&push->window, seq, clock_monotonic_ms());
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
	snprintf(push->fault, sizeof(push->fault), "%s", text);
	push->n_faults++;
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

/* ---- the relay ---- */

int
connect(int fd, const struct sockaddr *address, socklen_t size)
{
	static int (*real)(int, const struct sockaddr *, socklen_t);
	struct sockaddr_in other;

	*(void **)&real = dlsym(RTLD_NEXT, "connect");
	if (address->sa_family != AF_INET || size < sizeof(other))
		return real(fd, address, size);
	memcpy(&other, address, sizeof(other));
	if (ntohs(other.sin_port) == cluster_port)
		other.sin_port = htons((uint16_t)relay_port);
	return real(fd, (struct sockaddr *)&other, sizeof(other));
}

static int
kafka_tls_test_port(void)
{
	const char *address = rd_kafka_mock_cluster_bootstraps(cluster);
	int64_t port = 0;

	if (!slice_to_int64(slice_of(strrchr(address, ':') + 1), &port))
		abort();
	return (int)port;
}

/* Starts the relays; they end when *ret_in is closed. */
static bool
kafka_tls_test_start(FILE **ret_in)
{
	char out[64], command[256], line[128], name[32];
	FILE *said;
	int port;

	snprintf(out, sizeof(out), "%s/out", directory);
	if (mkfifo(out, 0600) != 0)
		return false;
	snprintf(command, sizeof(command),
	    "exec python3 -W ignore tests/lib/tls_relay.py %s %d >%s",
	    directory, cluster_port, out);
	*ret_in = popen(command, "we");
	if (*ret_in == NULL || (said = fopen(out, "re")) == NULL)
		return false;
	while (fgets(line, sizeof(line), said) != NULL &&
	       strcmp(line, "ready\n") != 0)
		if (sscanf(line, "%31s %d", name, &port) == 2)
			*(strcmp(name, "right") == 0 ? &right_port
						     : &wrong_port) = port;
	fclose(said);
	return strcmp(line, "ready\n") == 0;
}

/* ---- deliveries ---- */

static void
kafka_tls_test_turn(struct push *push, int64_t *next)
{
	const struct push_message *message;
	struct err e = ERR_INIT;

	while (*next <= CHANGES && push_window_room(&push->window) > 0) {
		push_window_add(&push->window, *next, *next, SLICE("line"), &e);
		(*next)++;
	}
	while ((message = push_window_send(
		    &push->window, clock_monotonic_ms())) != NULL)
		if (!kafka_receiver.send(push->receiver, message))
			break;
	kafka_receiver.wait(push->receiver, 20);
	if (push->window.acknowledged_seq != push->window.stored_seq)
		push_window_cursor_stored(
		    &push->window, push->window.acknowledged_seq);
}

/* Delivers until all changes are acknowledged, or a fault that contains the
 * text `fault` was reported.  Other faults do not end the delivery, because
 * librdkafka may report a lost connection first. */
static void
kafka_tls_test_deliver(
    bool is_tls, const char *ca, const char *fault, struct push *push)
{
	char target[256], secret[512], name[] = "c";
	struct push_settings settings = { .target = target,
		.consumer = name,
		.batch = BATCH,
		.secret = secret };
	int64_t next = 1, until_ms = clock_monotonic_ms() + PATIENCE_MS;
	struct err e = ERR_INIT;

	snprintf(target, sizeof(target), "kafka://%s/news",
	    rd_kafka_mock_cluster_bootstraps(cluster));
	snprintf(secret, sizeof(secret), "%s\n%s%s%s%s\n",
	    is_tls ? "security.protocol=ssl" : "",
	    ca != NULL ? "ssl.ca.location=" : "", ca != NULL ? directory : "",
	    ca != NULL ? "/" : "", ca != NULL ? ca : "");
	push_window_init(&push->window, BATCH, 0, 0, &e);
	if (!ok(kafka_receiver.open(&settings, push, &push->receiver, &e) == 0,
		"the receiver is opened"))
		return;
	while (push->window.stored_seq < CHANGES &&
	       (push->n_faults == 0 ||
		   (fault != NULL && strstr(push->fault, fault) == NULL)) &&
	       clock_monotonic_ms() < until_ms)
		kafka_tls_test_turn(push, &next);
	kafka_receiver.close(push->receiver);
	push_window_release(&push->window);
}

static const struct {
	const char *name;
	bool is_tls;
	const char *ca; /* file of certificate authorities; NULL: those of the
			   system */
	bool has_wrong_name;
	bool is_delivered;
	const char *fault; /* a part of its text */
} cases[] = {
	{ "a valid certificate", true, "ca.pem", false, true, NULL },
	{ "a certificate of an unknown authority", true, "stranger.pem", false,
	    false, "certificate" },
	{ "a certificate for another host", true, "ca.pem", true, false,
	    "certificate" },
	{ "only the authorities of the system", true, NULL, false, false,
	    "certificate" },
	{ "a client without TLS", false, NULL, false, false, "" },
};

static void
kafka_tls_test_case(size_t i)
{
	struct push push = { 0 };

	relay_port = cases[i].has_wrong_name ? wrong_port : right_port;
	kafka_tls_test_deliver(
	    cases[i].is_tls, cases[i].ca, cases[i].fault, &push);
	if (cases[i].is_delivered) {
		is_int(push.window.stored_seq, CHANGES, cases[i].name);
		is_int(push.n_faults + push.n_failures, 0,
		    "the delivery has no fault");
		return;
	}
	is_int(push.window.stored_seq, 0, cases[i].name);
	ok(push.n_faults > 0 && strstr(push.fault, cases[i].fault) != NULL,
	    "the fault is reported: %s", push.fault);
}

static void
kafka_tls_test_remove_directory(void)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -r '%s'", directory);
	if (system(command) != 0)
		printf("# %s stays\n", directory);
}

int
main(void)
{
	rd_kafka_t *owner;
	FILE *in = NULL;

	if (system("command -v openssl >/dev/null") != 0) {
		printf("1..0 # SKIP openssl is not here\n");
		return 0;
	}
	if (mkdtemp(directory) == NULL)
		return 1;
	owner = rd_kafka_new(RD_KAFKA_PRODUCER, rd_kafka_conf_new(), NULL, 0);
	cluster = rd_kafka_mock_cluster_new(owner, 1);
	rd_kafka_mock_topic_create(cluster, "news", 4, 1);
	cluster_port = kafka_tls_test_port();
	if (ok(kafka_tls_test_start(&in), "relays with TLS"))
		for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
			kafka_tls_test_case(i);
	if (in != NULL)
		pclose(in);
	rd_kafka_mock_cluster_destroy(cluster);
	rd_kafka_destroy(owner);
	kafka_tls_test_remove_directory();
	return done_testing();
}
