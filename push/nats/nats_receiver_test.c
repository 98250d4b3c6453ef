/*
 * nats_receiver_test.c -- tests how answers of a server are read, including
 * hostile answers.
 */
#include "push/nats/nats_receiver.h"
#include "tests/lib/tap.h"

static void
nats_receiver_test_answer(const char *text, enum nats_answer expected)
{
	char why[NATS_WHY_BYTES] = "";

	is_int(nats_read_answer(text, strlen(text), why), expected, text);
}

int
main(void)
{
	char why[NATS_WHY_BYTES], bytes[256];
	bool is_never_stored = true;

	nats_receiver_test_answer(
	    "{\"stream\":\"NEWS\",\"seq\":1}", NATS_ANSWER_STORED);
	nats_receiver_test_answer(
	    "{\"stream\":\"NEWS\",\"seq\":1,\"duplicate\":true}",
	    NATS_ANSWER_STORED);
	nats_receiver_test_answer("", NATS_ANSWER_NO_STREAM);
	nats_receiver_test_answer(
	    "{\"error\":{\"code\":503,\"description\":\"maximum bytes "
	    "exceeded\"},\"stream\":\"NEWS\",\"seq\":0}",
	    NATS_ANSWER_REFUSED);
	nats_read_answer("{\"error\":{\"description\":\"full\"}}", 32, why);
	is_text(slice_of(why), "full", "the reason of the server is kept");
	nats_receiver_test_answer("{\"seq\":\"1\"}", NATS_ANSWER_REFUSED);
	nats_receiver_test_answer("{}", NATS_ANSWER_REFUSED);
	nats_receiver_test_answer("[]", NATS_ANSWER_REFUSED);
	nats_receiver_test_answer("+OK", NATS_ANSWER_REFUSED);
	nats_receiver_test_answer("{\"seq\":1", NATS_ANSWER_REFUSED);
	for (int i = 0; i < 256; i++) {
		memset(bytes, i, sizeof(bytes));
		is_never_stored = is_never_stored &&
				  nats_read_answer(bytes, sizeof(bytes), why) ==
				      NATS_ANSWER_REFUSED;
	}
	ok(is_never_stored,
	    "bytes that are not JSON are not an acknowledgement");
	return done_testing();
}
