/*
 * robots.c -- robots.txt: which paths may be requested.
 *
 * In:  the file as fetched (untrusted); paths.
 * Out: the rules of the group for Gleaner; whether a path is allowed.  This
 * file implements RFC 9309.  Patterns and paths are normalised when they are
 * read (2.2.2), so that bytes can be compared: characters that must be encoded
 * are encoded, others are not, and * and $ in a path are %2A and %24.
 *
 * Paths are checked on the daemon's loop, and one attacker may have written
 * both the rules and the path.  Therefore the rules are sorted by precedence,
 * most rules are skipped because the path lacks their three-byte pieces, and
 * the compared bytes are limited.
 */
#include "crawler/robots.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/ascii.h"

enum line_kind {
	LINE_OTHER,
	LINE_USER_AGENT,
	LINE_ALLOW,
	LINE_DISALLOW,
	LINE_CRAWL_DELAY,
	LINE_SITEMAP
};

/* RFC 9309, 2.2.4 allows common misspellings. */
static const struct {
	struct slice name;
	enum line_kind kind;
} line_names[] = {
	{ { "user-agent", 10 }, LINE_USER_AGENT },
	{ { "useragent", 9 }, LINE_USER_AGENT },
	{ { "user agent", 10 }, LINE_USER_AGENT },
	{ { "allow", 5 }, LINE_ALLOW },
	{ { "disallow", 8 }, LINE_DISALLOW },
	{ { "dissallow", 9 }, LINE_DISALLOW },
	{ { "dissalow", 8 }, LINE_DISALLOW },
	{ { "disalow", 7 }, LINE_DISALLOW },
	{ { "diasllow", 8 }, LINE_DISALLOW },
	{ { "crawl-delay", 11 }, LINE_CRAWL_DELAY },
	{ { "crawldelay", 10 }, LINE_CRAWL_DELAY },
	{ { "sitemap", 7 }, LINE_SITEMAP },
};

/* The rules for one agent, from all groups that name it. */
struct group_rules {
	struct robots robots;
	size_t capacity;
	bool named;   /* a group names the agent */
	bool current; /* the current group names the agent */
};

struct reader {
	struct arena *arena;
	struct slice agent;
	struct group_rules ours, all_agents;
	bool in_rules; /* the group has a rule, so a user-agent line begins
			  another group */
	struct slice news[LIMIT_NEWS_SITEMAPS];
	size_t n_news;
};

/* ------------------------------------------------------------ one form */

static bool
robots_is_unreserved(int c)
{
	return ascii_is_alnum((char)c) || c == '-' || c == '.' || c == '_' ||
	       c == '~';
}

/* True for characters that occur in a URL only as a triplet (%xx). "%" counts
 * as such a character, because it is checked after the triplets. */
static bool
robots_is_encoded(int c)
{
	return c <= 0x20 || c >= 0x7f || strchr("%\"<>\\^`{|}", c) != NULL;
}

static size_t
robots_put_encoded(char *out, int c)
{
	static const char hex[] = "0123456789ABCDEF";

	out[0] = '%';
	out[1] = hex[c >> 4 & 15];
	out[2] = hex[c & 15];
	return 3;
}

/* Writes the normal form of s to `out`, whose size is at least 3 * s.len bytes.
 * Returns the length of the normal form.  In a query, %3A and %2F are
 * the same as : and / (in the table of section 2.2.2, "?baz=https://foo.bar"
 * equals "?baz=https%3A%2F%2Ffoo.bar"). */
static size_t
robots_normalise(struct slice s, bool is_pattern, char *out)
{
	bool in_query = false;
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++) {
		int c = (unsigned char)s.p[i];
		int high = i + 2 < s.len ? ascii_hex_value(s.p[i + 1]) : -1;
		int low = i + 2 < s.len ? ascii_hex_value(s.p[i + 2]) : -1;

		if (c == '%' && high >= 0 && low >= 0) {
			c = high * 16 + low;
			i += 2;
			if (robots_is_unreserved(c) ||
			    (in_query && (c == ':' || c == '/')))
				out[n++] = (char)c;
			else
				n += robots_put_encoded(out + n, c);
			continue;
		}
		if (c == '?')
			in_query = true;
		/* A "%" that is reached here does not begin a triplet (%xx), so
		 * it is encoded. */
		if (robots_is_encoded(c) || (c == '*' && !is_pattern) ||
		    (c == '$' && !(is_pattern && i + 1 == s.len)))
			n += robots_put_encoded(out + n, c);
		else
			out[n++] = (char)c;
	}
	return n;
}

/* ------------------------------------------------------------- reading */

static void
robots_add_rule(struct arena *arena, struct group_rules *group, bool allow,
    struct slice pattern)
{
	struct robots *robots = &group->robots;
	size_t grown = group->capacity ? group->capacity * 2 : 16;

	if (!group->current)
		return;
	if (robots->n_rules == group->capacity) {
		robots->rules = arena_grow(arena, robots->rules,
		    group->capacity, grown, sizeof(*robots->rules));
		group->capacity = grown;
	}
	robots->rules[robots->n_rules++] =
	    (struct robots_rule){ .allow = allow, .pattern = pattern };
}

static void
robots_take_rule(struct reader *reader, bool allow, struct slice value)
{
	struct slice pattern;
	char *text;

	reader->in_rules = true;
	/* A pattern that is empty or cannot begin a path matches no path. */
	if (value.len == 0 || (value.p[0] != '/' && value.p[0] != '*') ||
	    (!reader->ours.current && !reader->all_agents.current))
		return;
	text = arena_alloc(reader->arena, 3 * value.len);
	pattern = (struct slice){ text, robots_normalise(value, true, text) };
	robots_add_rule(reader->arena, &reader->ours, allow, pattern);
	robots_add_rule(reader->arena, &reader->all_agents, allow, pattern);
}

/* Returns the product token of a user agent such as "Gleaner/1.0 (…)": letters,
 * digits, "_" and "-". Other characters end it, as in Google's parser, so that
 * "Gleaner, Otherbot" and "Gleaner*" name Gleaner. A text that begins with a
 * star is returned up to a blank or a slash, because only "*" is a token. */
static struct slice
robots_product_of(struct slice value)
{
	bool is_star = slice_starts(value, SLICE("*"));
	size_t i = 0;

	while (i < value.len &&
	       (is_star ? strchr(" \t/", value.p[i]) == NULL
			: ascii_is_alnum(value.p[i]) || value.p[i] == '_' ||
				value.p[i] == '-'))
		i++;
	return slice_sub(value, 0, i);
}

static void
robots_take_agent(struct reader *reader, struct slice value)
{
	struct slice product = robots_product_of(value);

	if (reader->in_rules) {
		reader->ours.current = reader->all_agents.current = false;
		reader->in_rules = false;
	}
	if (slice_equal(product, SLICE("*")))
		reader->all_agents.named = reader->all_agents.current = true;
	if (slice_equal_nocase(product, reader->agent))
		reader->ours.named = reader->ours.current = true;
}

/* Crawl-delay is not part of the RFC, so it neither ends nor begins a group
 * (2.2.4). "0.5" is rounded up to a second.  If there are several values, the
 * longest counts. */
static void
robots_take_delay(struct reader *reader, struct slice value)
{
	size_t point = slice_find_char(value, '.', 0);
	struct slice whole = slice_sub(value, 0, point);
	bool fraction = false;
	int64_t delay_s = 0;

	for (size_t i = 0; i < value.len; i++) {
		if (i == point)
			continue;
		if (value.p[i] < '0' || value.p[i] > '9')
			return;
		if (i > point && value.p[i] != '0')
			fraction = true;
	}
	if (value.len == 0 ||
	    (whole.len > 0 && !slice_to_int64(whole, &delay_s)))
		return;
	if (fraction && delay_s < INT64_MAX)
		delay_s++;
	if (reader->ours.current && delay_s > reader->ours.robots.crawl_delay_s)
		reader->ours.robots.crawl_delay_s = delay_s;
	if (reader->all_agents.current &&
	    delay_s > reader->all_agents.robots.crawl_delay_s)
		reader->all_agents.robots.crawl_delay_s = delay_s;
}

/* Sitemaps belong to no group (2.2.4).  News sitemaps are used to find items
 * that a feed no longer lists (daemon/feed/linked_document.c). */
static void
robots_take_sitemap(struct reader *reader, struct slice value)
{
	bool is_plain = value.len <= LIMIT_URL_BYTES;

	for (size_t i = 0; i < value.len && is_plain; i++)
		is_plain = value.p[i] > ' ' && value.p[i] <= '~';
	if (!is_plain || reader->n_news == LIMIT_NEWS_SITEMAPS ||
	    !slice_starts_nocase(value, SLICE("http")) ||
	    slice_find_nocase(value, SLICE("news"), 0) == SLICE_NOT_FOUND)
		return;
	reader->news[reader->n_news++] = arena_copy(reader->arena, value);
}

static enum line_kind
robots_kind_of(struct slice name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(line_names); i++)
		if (slice_equal_nocase(name, line_names[i].name))
			return line_names[i].kind;
	return LINE_OTHER;
}

static void
robots_take_line(struct reader *reader, struct slice line)
{
	size_t colon;
	struct slice value;

	line = slice_sub(line, 0, slice_find_char(line, '#', 0));
	colon = slice_find_char(line, ':', 0);
	if (colon == SLICE_NOT_FOUND)
		return;
	value = slice_trim(slice_sub(line, colon + 1, line.len));
	switch (robots_kind_of(slice_trim(slice_sub(line, 0, colon)))) {
	case LINE_USER_AGENT:
		robots_take_agent(reader, value);
		break;
	case LINE_ALLOW:
		robots_take_rule(reader, true, value);
		break;
	case LINE_DISALLOW:
		robots_take_rule(reader, false, value);
		break;
	case LINE_CRAWL_DELAY:
		robots_take_delay(reader, value);
		break;
	case LINE_SITEMAP:
		robots_take_sitemap(reader, value);
		break;
	case LINE_OTHER:
		break;
	}
}

/* Returns the part of the file that is read, without a BOM.  A line that the
 * size limit truncates is omitted, because a truncated path would forbid more
 * than the whole path. */
static struct slice
robots_bounded(struct slice bytes)
{
	if (bytes.len > LIMIT_ROBOTS_BYTES) {
		bytes.len = LIMIT_ROBOTS_BYTES;
		while (bytes.len > 0 && bytes.p[bytes.len - 1] != '\n' &&
		       bytes.p[bytes.len - 1] != '\r')
			bytes.len--;
	}
	if (slice_starts(bytes, SLICE("\xef\xbb\xbf")))
		bytes = slice_sub(bytes, 3, bytes.len);
	return bytes;
}

/* Reads the rules in the order of the file. */
static void
robots_read_rules(struct arena *arena, struct slice bytes, struct slice agent,
    struct robots *ret)
{
	struct reader reader = { .arena = arena,
		.agent = robots_product_of(agent) };
	size_t start = 0;

	reader.ours.robots.crawl_delay_s = -1;
	reader.all_agents.robots.crawl_delay_s = -1;
	bytes = robots_bounded(bytes);
	for (size_t i = 0; i <= bytes.len; i++)
		if (i == bytes.len || bytes.p[i] == '\n' ||
		    bytes.p[i] == '\r') {
			robots_take_line(&reader, slice_sub(bytes, start, i));
			start = i + 1;
		}
	*ret =
	    reader.ours.named ? reader.ours.robots : reader.all_agents.robots;
	memcpy(ret->news, reader.news, sizeof(ret->news));
	ret->n_news = reader.n_news;
}

void
robots_reduce(struct arena *arena, struct slice bytes, struct slice agent,
    struct buf *ret_text)
{
	struct robots robots;

	robots_read_rules(arena, bytes, agent, &robots);
	buf_append_string(ret_text, "User-agent: *\n");
	for (size_t i = 0; i < robots.n_rules; i++) {
		buf_append_string(
		    ret_text, robots.rules[i].allow ? "Allow: " : "Disallow: ");
		buf_append_slice(ret_text, robots.rules[i].pattern);
		buf_append_char(ret_text, '\n');
	}
	if (robots.crawl_delay_s >= 0)
		buf_printf(ret_text, "Crawl-delay: %lld\n",
		    (long long)robots.crawl_delay_s);
	for (size_t i = 0; i < robots.n_news; i++)
		buf_printf(
		    ret_text, "Sitemap: %.*s\n", SLICE_ARG(robots.news[i]));
}

/* ----------------------------------------------------------- compiling */

/* Sorts the rules so that the first match decides (2.2.2). */
static int
robots_compare_rules(const void *a, const void *b)
{
	const struct robots_rule *left = a, *right = b;

	if (left->pattern.len != right->pattern.len)
		return left->pattern.len > right->pattern.len ? -1 : 1;
	return (int)right->allow - (int)left->allow;
}

static uint16_t
robots_gram_at(const char *p)
{
	uint32_t bytes = (uint32_t)(unsigned char)p[0] << 16 |
			 (uint32_t)(unsigned char)p[1] << 8 |
			 (uint32_t)(unsigned char)p[2];

	return (uint16_t)(bytes * 2654435761u >> 16);
}

static struct slice
robots_longest_part(struct slice pattern)
{
	struct slice part, longest = SLICE_NONE;

	if (slice_ends(pattern, SLICE("$")))
		pattern.len--;
	while (slice_next(&pattern, '*', &part))
		if (part.len > longest.len)
			longest = part;
	return longest;
}

static void
robots_compile_rule(struct robots_rule *rule)
{
	struct slice part = robots_longest_part(rule->pattern);

	if (part.len < 3)
		return;
	/* The end is compared first, because the beginnings of paths are often
	 * equal. */
	rule->grams[rule->n_grams++] = robots_gram_at(part.p + part.len - 3);
	rule->grams[rule->n_grams++] =
	    robots_gram_at(part.p + (part.len - 3) / 2);
	rule->grams[rule->n_grams++] = robots_gram_at(part.p);
}

void
robots_parse(struct arena *arena, struct slice bytes, struct slice agent,
    struct robots *ret)
{
	struct robots robots;

	robots_read_rules(arena, bytes, agent, &robots);
	for (size_t i = 0; i < robots.n_rules; i++)
		robots_compile_rule(&robots.rules[i]);
	if (robots.n_rules > 1)
		qsort(robots.rules, robots.n_rules, sizeof(*robots.rules),
		    robots_compare_rules);
	*ret = robots;
}

/* ------------------------------------------------------------ matching */

struct question {
	struct slice path;
	int64_t steps;        /* bytes that may still be compared; below 0: the
				 limit is reached */
	uint64_t grams[1024]; /* one bit for each hash of a three-byte piece of
				 the path */
};

static void
robots_note_grams(struct question *q)
{
	memset(q->grams, 0, sizeof(q->grams));
	for (size_t i = 0; i + 3 <= q->path.len; i++) {
		uint16_t gram = robots_gram_at(q->path.p + i);

		q->grams[gram / 64] |= 1ULL << gram % 64;
	}
}

static bool
robots_may_match(const struct question *q, const struct robots_rule *rule)
{
	for (int i = 0; i < rule->n_grams; i++)
		if (!(q->grams[rule->grams[i] / 64] >> rule->grams[i] % 64 & 1))
			return false;
	return true;
}

/* Searches each part between stars once, from the end of the previous part. The
 * leftmost match of each part is sufficient, so there is no backtracking. */
static bool
robots_matches(struct question *q, struct slice pattern)
{
	bool anchored = slice_ends(pattern, SLICE("$")), first = true;
	struct slice part, path = q->path;
	size_t at = 0;

	if (anchored)
		pattern.len--;
	q->steps -= (int64_t)pattern.len;
	while (q->steps >= 0 && slice_next(&pattern, '*', &part)) {
		bool last = pattern.p == NULL;

		if (last && anchored && !first)
			return path.len - at >= part.len &&
			       slice_ends(path, part);
		if (first) {
			if (!slice_starts(path, part))
				return false;
			at = part.len;
		} else if (part.len > 0) {
			const char *found = memmem(
			    path.p + at, path.len - at, part.p, part.len);
			size_t end = found != NULL
					 ? (size_t)(found - path.p) + part.len
					 : path.len;

			q->steps -= (int64_t)(end - at);
			if (found == NULL)
				return false;
			at = end;
		}
		first = false;
	}
	return q->steps >= 0 && (!anchored || at == path.len);
}

bool
robots_allows(const struct robots *robots, struct slice path_and_query)
{
	char text[3 * LIMIT_URL_BYTES];
	struct question q = { .steps = LIMIT_ROBOTS_STEPS };

	/* robots.txt itself is always allowed (2.2.2) */
	if (slice_equal(path_and_query, SLICE("/robots.txt")))
		return true;
	/* a URL of this length is never fetched */
	if (path_and_query.len > LIMIT_URL_BYTES)
		return false;
	q.path = (struct slice){ text,
		robots_normalise(path_and_query, false, text) };
	robots_note_grams(&q);
	for (size_t i = 0; i < robots->n_rules && q.steps >= 0; i++) {
		const struct robots_rule *rule = &robots->rules[i];

		if (robots_may_match(&q, rule) &&
		    robots_matches(&q, rule->pattern))
			return rule->allow;
	}
	return q.steps >= 0;
}
