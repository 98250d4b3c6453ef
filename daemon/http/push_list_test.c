/*
 * push_list_test.c -- tests the metrics that are written from reports of
 * pushes.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "daemon/http/push_list.h"
#include "tests/lib/tap.h"

#define REPORT(consumer, error)                                                \
	"{\"consumer\":\"" consumer                                            \
	"\",\"sent\":7,\"acknowledged\":5,\"lag\":3,\"in_flight\":1,"          \
	"\"failures\":2,\"error\":\"" error "\"}"

static bool
push_list_test_has(
    const struct push_list *list, int64_t now_ms, const char *expected)
{
	struct buf out;
	bool has;

	buf_init(&out, 1 * MIB);
	push_list_write_metrics(list, now_ms, &out);
	has = strstr(out.p, expected) != NULL;
	buf_release(&out);
	return has;
}

static void
push_list_test_malformed(struct push_list *list)
{
	static const char *const reports[] = { "", "x", "[]", "{}",
		"{\"consumer\":\"a\"}",
		"{\"consumer\":\"\",\"sent\":1,\"acknowledged\":1,\"lag\":0,"
		"\"in_flight\":0,\"failures\":0,\"error\":\"\"}",
		"{\"consumer\":\"a\",\"sent\":-1,\"acknowledged\":1,\"lag\":0,"
		"\"in_flight\":0,\"failures\":0,\"error\":\"\"}",
		"{\"consumer\":\"a\",\"sent\":1e99,\"acknowledged\":1,"
		"\"lag\":0,\"in_flight\":0,\"failures\":0,\"error\":\"\"}" };

	for (size_t i = 0; i < sizeof(reports) / sizeof(*reports); i++)
		ok(!push_list_take(list, slice_of(reports[i]), 0),
		    "malformed: %s", reports[i]);
}

int
main(void)
{
	struct push_list *list = push_list_new();
	char report[512];

	push_list_test_malformed(list);
	ok(!push_list_test_has(list, 0, "gleaner"),
	    "without a report there are no metrics");
	ok(push_list_take(
	       list, SLICE(REPORT("a\\\"b", "HTTP status 503")), 1000),
	    "a report is accepted");
	ok(push_list_test_has(list, 1000,
	       "\ngleaner_push_sent_total{consumer=\"a\\\"b\"} 7\n"),
	    "the metric has the number of deliveries");
	ok(push_list_test_has(
	       list, 1000, "\ngleaner_push_behind{consumer=\"a\\\"b\"} 3\n"),
	    "the metric has the number of unacknowledged changes");
	ok(push_list_test_has(list, 1000,
	       "error_info{consumer=\"a\\\"b\",error=\"HTTP status 503\"} 1"),
	    "the metric has the last failure");
	ok(!push_list_test_has(
	       list, 1001 + LIMIT_PUSH_REPORT_S * 1000, "gleaner"),
	    "an old report is not listed");
	push_list_take(list, SLICE(REPORT("a\\\"b", "")), 2000);
	ok(!push_list_test_has(list, 2000, "HTTP status 503"),
	    "a later report replaces it");
	for (int i = 0; i < LIMIT_PUSHES; i++) {
		snprintf(report, sizeof(report), REPORT("c%d", ""), i);
		push_list_take(list, slice_of(report), 3000 + i);
	}
	ok(!push_list_test_has(list, 4000, "a\\\"b") &&
		push_list_test_has(list, 4000, "\"c0\"") &&
		push_list_test_has(list, 4000, "\"c31\""),
	    "at the limit the oldest is dropped");
	push_list_free(list);
	return done_testing();
}
