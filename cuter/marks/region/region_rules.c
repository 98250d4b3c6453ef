/*
 * region_rules.c -- recognises rules between the stories of a page.
 *
 * In:  the tree; the headings of the page.
 * Out: whether a rule precedes a node; the headings without those that no rule
 *      precedes.
 */
#include "cuter/marks/region/region_rules.h"

#include "base/text/utf8.h"
#include "cuter/marks/region/region_match.h"

#define RULE_BYTES 96 /* largest size of a line of signs */
/* Number of nodes without text that may be between a rule and the next line. */
#define STEPS 6
/* Least similarity of a headline and the title. */
#define TITLE_AGREES 0.62

/* A full stop is not such a sign. */
static bool
region_rules_is_sign(uint32_t rune)
{
	static const char signs[] = "*-_~#=+<>/\\";

	if (rune < 0x80)
		return rune != 0 && strchr(signs, (int)rune) != NULL;
	return rune == 0xA7 || rune == 0xB7 || rune == 0x2022 ||
	       (rune >= 0x2012 && rune <= 0x2015) || rune == 0x2042 ||
	       (rune >= 0x2500 && rune < 0x27C0);
}

/* Counts the signs of a text. Returns false if it has other characters. */
static bool
region_rules_count(struct slice text, size_t *ret_signs)
{
	*ret_signs = 0;
	for (size_t i = 0; i < text.len;) {
		uint32_t rune;

		i += utf8_decode(text.p + i, text.len - i, &rune);
		if (region_rules_is_sign(rune))
			(*ret_signs)++;
		else if (rune > ' ' && rune != 0xA0)
			return false;
	}
	return true;
}

bool
region_rules_is_line(struct slice text)
{
	size_t signs;

	return text.len <= RULE_BYTES && region_rules_count(text, &signs) &&
	       signs > 0;
}

bool
region_rules_precede(const struct tree *t, uint32_t node)
{
	for (int steps = 0; node > 1 && steps < STEPS; steps++) {
		size_t signs = 0;

		node--;
		if (t->nodes[node].tag == TAG_HR)
			return true;
		if (t->nodes[node].tag != TAG_TEXT)
			continue;
		if (t->nodes[node].text.len > RULE_BYTES ||
		    !region_rules_count(t->nodes[node].text, &signs))
			return false;
		if (signs > 0)
			return true;
	}
	return false;
}

/* Returns true if heading `i` is kept: a rule precedes it, or it is the first
 * one with its key. */
static bool
region_rules_keeps(const struct regions *r, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (r->headings[k].key == r->headings[i].key)
			return region_rules_precede(
			    &r->page->tree, r->headings[i].node);
	return true;
}

static bool
region_rules_is_titled(
    const struct regions *r, const struct heading *h, const struct words *title)
{
	struct words line;

	words_read(&line, region_headings_text(r->page, h));
	return words_agree(title, &line) >= TITLE_AGREES;
}

void
region_rules_choose(struct regions *r, const struct words *title)
{
	bool *kept = arena_array(r->page->arena, r->n + 1, sizeof(*kept));
	size_t n = 0;
	uint32_t key = 0;

	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];

		kept[i] = region_rules_keeps(r, i);
		if (h->key >> 16 == KIND_LOOK && kept[i] && key == 0 &&
		    region_rules_is_titled(r, h, title))
			key = h->key;
	}
	for (size_t i = 0; i < r->n; i++)
		n += key != 0 && r->headings[i].key == key && kept[i];
	if (n < 2)
		return;
	n = 0;
	for (size_t i = 0; i < r->n; i++)
		if (kept[i] || r->headings[i].key != key)
			r->headings[n++] = r->headings[i];
	r->n = n;
}
