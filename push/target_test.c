/*
 * target_test.c -- tests how targets of brokers are parsed, and how targets are
 * shown in messages.
 */
#include "push/target.h"
#include "tests/lib/tap.h"

static void
target_test_parts(const char *text, const char *user, const char *password,
    const char *hosts, const char *name)
{
	struct push_target target;
	struct err e = ERR_INIT;
	int rc = push_target_parse(text, "nats://", 4222, &target, &e);

	is_int(rc, 0, text);
	is_text(slice_of(target.user), user, "the user of the target is read");
	is_text(slice_of(target.password), password,
	    "the password of the target is read");
	is_text(
	    slice_of(target.hosts), hosts, "the hosts of the target are read");
	is_text(slice_of(target.name), name, "the name of the target is read");
	push_target_release(&target);
}

static void
target_test_refused(const char *text)
{
	struct push_target target;
	struct err e = ERR_INIT;

	ok(push_target_parse(text, "nats://", 4222, &target, &e) == ERR_USAGE &&
		strstr(e.text, "sesame") == NULL,
	    "refused: %s", text);
	push_target_release(&target);
}

static void
target_test_shown(const char *text, const char *expected)
{
	struct buf out;

	buf_init(&out, 4096);
	push_target_show(text, &out);
	is_text(buf_slice(&out), expected, text);
	buf_release(&out);
}

int
main(void)
{
	static const char *const refused[] = { "nats://", "nats:///news",
		"nats://host", "nats://host/", "nats://host:0/x",
		"nats://host:70000/x", "nats://host:x/x", "nats://ho st/x",
		"nats://h/a%0ab", "nats://h/a%", "nats://u:sesame%zz@h/x",
		"kafka://h/x", "nats://a,,b/x", "nats://h/a\nb" };

	target_test_parts("nats://host/news", NULL, NULL, "host:4222", "news");
	target_test_parts("NATS://u:p%40ss@a:1,[::1]:2/a.b", "u", "p@ss",
	    "a:1,[::1]:2", "a.b");
	target_test_parts("nats://t@x@h/n", "t@x", NULL, "h:4222", "n");
	target_test_parts("nats://[::1]/n", NULL, NULL, "[::1]:4222", "n");
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++)
		target_test_refused(refused[i]);
	target_test_shown("https://u:sesame@h:8/p?token=1#f", "https://h:8/p");
	target_test_shown("https://a@b@h/p@q", "https://h/p@q");
	target_test_shown("https://h?x=u@v", "https://h");
	target_test_shown("u:sesame@h/x", "h/x");
	return done_testing();
}
