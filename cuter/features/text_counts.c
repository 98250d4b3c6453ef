/*
 * text_counts.c -- counts the characters and words of one block.
 *
 * In:  the nodes of a block; the words of the title and the description.
 * Out: letters, words, sentences, punctuation; words that the block has in
 *      common with both; phrases that are not part of an article ("read more",
 *      "advertisement").
 */
#include "cuter/features/text_counts.h"

#include "base/array.h"
#include "base/text/utf8.h"

/* Only the first words of a block are compared with the phrases, because a
 * longer block is prose. */
#define PHRASE_WORDS 40

static const struct {
	uint32_t hash;
	uint8_t phrase;
} phrases[] = {
#define P(hash, phrase, word) { hash, phrase },
#include "cuter/features/phrases.inc"
#undef P
};

#define N_PHRASES ARRAY_LENGTH(phrases)

/* The hash is FNV-1a with 32 bits, over the lower-case letters of a word. */
#define HASH_START 2166136261u
#define HASH_STEP  16777619u

struct reader {
	struct text_counts *r;
	const struct phrase_set *phrases;
	const struct gram_set *grams;
	uint32_t before[2]; /* hashes of the two preceding words */
	const struct word_set *title, *lead;
	uint64_t title_seen, lead_seen;
	uint32_t hash;
	uint32_t length; /* characters of the word being read; 0: none */
	uint32_t begin;  /* first character of that word */
	uint32_t sign; /* hash of the character just read, if its script has no
			  spaces; 0: there is none */
	bool capital, digits_only;
	uint32_t last, year_digits;
	bool after_stop;
};

void
phrase_set_init(struct phrase_set *set)
{
	memset(set, 0, sizeof(*set));
	for (size_t i = 0; i < N_PHRASES; i++)
		set->bits[phrases[i].hash % PHRASE_BITS / 64] |=
		    1ull << (phrases[i].hash & 63);
}

static void
text_counts_look_up_phrase(struct reader *reader, uint32_t hash)
{
	size_t low = 0, high = N_PHRASES;

	if (!(reader->phrases->bits[hash % PHRASE_BITS / 64] >> (hash & 63) &
		1))
		return;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (hash == phrases[middle].hash) {
			reader->r->phrases[phrases[middle].phrase]++;
			return;
		}
		if (hash < phrases[middle].hash)
			high = middle;
		else
			low = middle + 1;
	}
}

/* Returns the slot of a hash, or the free slot for it. */
static uint32_t
text_counts_word_slot(const struct word_set *set, uint32_t hash)
{
	uint32_t slot = hash % WORD_SET_SLOTS;

	while (set->slots[slot] != 0 && set->hash[set->slots[slot] - 1] != hash)
		slot = (slot + 1) % WORD_SET_SLOTS;
	return slot;
}

static bool
text_counts_word_find(const struct word_set *set, uint32_t hash, uint64_t *seen)
{
	uint8_t number = set->slots[text_counts_word_slot(set, hash)];

	if (number == 0)
		return false;
	*seen |= 1ull << (number - 1);
	return true;
}

/* Returns the hash of three adjacent words; never 0. */
static uint32_t
text_counts_gram_hash(const uint32_t before[2], uint32_t hash)
{
	uint32_t gram = ((before[0] * 31 + before[1]) * 31 + hash) * HASH_STEP;

	return gram != 0 ? gram : 1;
}

/* Returns the slot of a hash, or the free slot for it. */
static uint32_t *
text_counts_gram_slot(const struct gram_set *set, uint32_t gram)
{
	uint32_t i = (gram * 2654435769u) >> 8 & set->mask;

	while (set->slots[i] != 0 && set->slots[i] != gram)
		i = (i + 1) & set->mask;
	return &set->slots[i];
}

static void
text_counts_count_gram(struct reader *reader)
{
	struct text_counts *r = reader->r;

	if (r->words >= 3 && reader->grams->n >= 3) {
		uint32_t gram =
		    text_counts_gram_hash(reader->before, reader->hash);

		r->grams++;
		r->gram_hits +=
		    *text_counts_gram_slot(reader->grams, gram) == gram;
	}
	reader->before[0] = reader->before[1];
	reader->before[1] = reader->hash;
}

static void
text_counts_end_word(struct reader *reader)
{
	struct text_counts *r = reader->r;

	if (reader->length == 0)
		return;
	r->words++;
	text_counts_count_gram(reader);
	r->short_words += reader->length <= 3;
	r->long_words += reader->length >= 9;
	r->capital_words += reader->capital;
	r->has_year |= reader->digits_only && reader->length == 4 &&
		       (reader->begin == '1' || reader->begin == '2');
	r->hash = (r->hash ^ reader->hash) * 1099511628211u;
	r->title_words += text_counts_word_find(
	    reader->title, reader->hash, &reader->title_seen);
	r->lead_words += text_counts_word_find(
	    reader->lead, reader->hash, &reader->lead_seen);
	if (r->words <= PHRASE_WORDS)
		text_counts_look_up_phrase(reader, reader->hash);
	reader->length = 0;
}

static void
text_counts_add_to_word(struct reader *reader, uint32_t rune)
{
	uint32_t small = rune < 0x80
			     ? (rune >= 'A' && rune <= 'Z' ? rune | 0x20 : rune)
			     : rune_lower(rune);
	bool is_digit = rune >= '0' && rune <= '9';

	if (reader->length == 0) {
		reader->hash = HASH_START;
		reader->begin = rune;
		reader->capital = small != rune;
		reader->digits_only = true;
	}
	reader->length++;
	reader->digits_only &= is_digit;
	reader->hash = (reader->hash ^ small) * HASH_STEP;
	reader->r->letters++;
	reader->r->capitals += small != rune;
	reader->r->digits += is_digit;
}

static enum text_edge
text_counts_edge_of(uint32_t rune)
{
	switch (rune) {
	case '.':
	case '!':
	case '?':
	case 0x3002:
	case 0xFF01:
	case 0xFF1F:
		return EDGE_STOP;
	case 0x2026:
		return EDGE_DOTS;
	case ':':
	case 0xFF1A:
		return EDGE_COLON;
	case ',':
	case ';':
	case 0x3001:
	case 0xFF0C:
		return EDGE_COMMA;
	case '"':
	case '\'':
	case 0xAB:
	case 0xBB:
	case 0x300C:
	case 0x300D:
		return EDGE_QUOTE;
	default:
		break;
	}
	if (rune >= 0x2018 && rune <= 0x201F)
		return EDGE_QUOTE;
	if (rune >= '0' && rune <= '9')
		return EDGE_DIGIT;
	if (!rune_is_word(rune))
		return EDGE_OTHER;
	return rune_lower(rune) != rune ? EDGE_CAPITAL : EDGE_SMALL;
}

static void
text_counts_add_punctuation(struct reader *reader, uint32_t rune)
{
	struct text_counts *r = reader->r;
	enum text_edge edge = text_counts_edge_of(rune);

	r->points += edge == EDGE_STOP || edge == EDGE_COMMA ||
		     edge == EDGE_COLON || edge == EDGE_DOTS;
	r->commas += edge == EDGE_COMMA;
	r->has_copyright |= rune == 0xA9;
	r->has_bar |= rune == '|';
	r->has_arrow |=
	    rune == 0x2192 || rune == 0xBB || rune == '>' || rune == 0x203A;
	if (edge == EDGE_STOP)
		reader->after_stop = true;
	/* In CJK no space follows the end of a sentence. */
	if (edge == EDGE_STOP && rune >= 0x3000)
		r->sentences++;
}

/* Reads a character of a script without spaces. The character counts as a word.
 * Together with the preceding character it may be a phrase. */
static void
text_counts_read_unspaced(struct reader *reader, uint32_t rune, uint32_t before)
{
	text_counts_end_word(reader);
	text_counts_add_to_word(reader, rune);
	text_counts_end_word(reader);
	reader->sign = reader->hash;
	if (before != 0 && reader->r->words <= PHRASE_WORDS)
		text_counts_look_up_phrase(reader, (before ^ rune) * HASH_STEP);
}

static void
text_counts_read_space(struct reader *reader)
{
	reader->sign = 0;
	reader->r->sentences += reader->after_stop;
	reader->after_stop = false;
	text_counts_end_word(reader);
}

static void
text_counts_read_rune(struct reader *reader, uint32_t rune)
{
	uint32_t sign = reader->sign;
	struct text_counts *r = reader->r;

	if (rune == ' ' || rune == '\n' || rune == '\t') {
		text_counts_read_space(reader);
		return;
	}
	reader->sign = 0;
	r->runes++;
	if (r->runes == 1)
		r->begins = (uint8_t)text_counts_edge_of(rune);
	reader->last = rune;
	if (!rune_is_word(rune)) {
		if (rune != '\'' && rune != 0x2019)
			text_counts_end_word(reader);
		text_counts_add_punctuation(reader, rune);
		return;
	}
	reader->after_stop = false;
	if (rune >= 0x80 && rune_is_unspaced(rune)) {
		text_counts_read_unspaced(reader, rune, sign);
		return;
	}
	text_counts_add_to_word(reader, rune);
}

/* Reads lower case ASCII letters, in a word or at its beginning. Most text
 * consists of them, and this is faster than text_counts_read_rune(). Returns
 * their number. */
static size_t
text_counts_read_letters(struct reader *reader, const char *p, size_t n)
{
	struct text_counts *r = reader->r;
	uint32_t hash = reader->length > 0 ? reader->hash : HASH_START;
	size_t i = 0;

	for (; i < n && p[i] >= 'a' && p[i] <= 'z'; i++)
		hash = (hash ^ (uint32_t)p[i]) * HASH_STEP;
	if (i == 0)
		return 0;
	if (reader->length == 0) {
		reader->begin = (uint32_t)p[0];
		reader->capital = false;
	}
	if (r->runes == 0)
		r->begins = EDGE_SMALL;
	reader->sign = 0;
	reader->after_stop = false;
	reader->hash = hash;
	reader->length += (uint32_t)i;
	reader->digits_only = false;
	reader->last = (uint32_t)p[i - 1];
	r->runes += (uint32_t)i;
	r->letters += (uint32_t)i;
	return i;
}

static void
text_counts_read_text(struct reader *reader, struct slice s)
{
	size_t i = 0;

	while (i < s.len) {
		uint32_t rune;
		size_t took =
		    text_counts_read_letters(reader, s.p + i, s.len - i);

		i += took;
		if (took > 0)
			continue;
		rune = (unsigned char)s.p[i];
		took = 1;
		if (rune == ' ') {
			text_counts_read_space(reader);
		} else {
			if (rune >= 0x80)
				took = utf8_decode(s.p + i, s.len - i, &rune);
			text_counts_read_rune(reader, rune);
		}
		i += took;
	}
}

static bool
text_counts_is_emphasis(enum tag tag)
{
	return tag == TAG_B || tag == TAG_STRONG || tag == TAG_EM ||
	       tag == TAG_I;
}

static void
text_counts_read_node(
    struct reader *reader, const struct page *page, uint32_t i, bool *in_link)
{
	const struct tree_node *node = &page->tree.nodes[i];
	struct text_counts *r = reader->r;
	bool linked;

	if (node->tag != TAG_TEXT) {
		r->elements++;
		r->breaks += node->tag == TAG_BR;
		r->media += tag_is(node->tag, TAG_IS_MEDIA);
		if (node->tag == TAG_BR)
			text_counts_read_rune(reader, ' ');
		return;
	}
	if (slice_trim(node->text).len > 0) {
		linked = page->marks[i] & MARK_LINK;
		r->link_runs += linked && !*in_link;
		r->links_at_start += linked && r->runes == 0;
		*in_link = linked;
		if (text_counts_is_emphasis(page->tree.nodes[node->parent].tag))
			r->emphasis_bytes += (uint32_t)node->text.len;
	}
	text_counts_read_text(reader, node->text);
}

void
text_counts_read(struct text_counts *r, const struct page *page,
    const struct block *b, const struct phrase_set *phrase_set,
    const struct word_set *title, const struct word_set *lead,
    const struct gram_set *grams)
{
	struct reader reader = { .r = r,
		.phrases = phrase_set,
		.title = title,
		.lead = lead,
		.grams = grams };
	bool in_link = false;

	memset(r, 0, sizeof(*r));
	r->hash = 14695981039346656037u;
	for (uint32_t i = b->first; i < b->end; i++)
		text_counts_read_node(&reader, page, i, &in_link);
	text_counts_end_word(&reader);
	r->sentences += reader.after_stop;
	r->ends = r->runes > 0 ? (uint8_t)text_counts_edge_of(reader.last)
			       : EDGE_OTHER;
	r->title_hits = (uint32_t)__builtin_popcountll(reader.title_seen);
	r->lead_hits = (uint32_t)__builtin_popcountll(reader.lead_seen);
}

static void
text_counts_word_add(struct word_set *set, uint32_t hash)
{
	uint32_t slot = text_counts_word_slot(set, hash);

	if (set->n == WORD_SET_MAX || set->slots[slot] != 0)
		return;
	set->hash[set->n++] = hash;
	set->slots[slot] = (uint8_t)set->n;
}

/* Reads the next word; its hash is that of text_counts_add_to_word(). Returns
 * false at the end. */
static bool
text_counts_next_word(struct slice s, size_t *at, uint32_t *ret_hash)
{
	uint32_t hash = HASH_START;
	bool in_word = false;

	while (*at < s.len) {
		uint32_t rune;
		size_t took = utf8_decode(s.p + *at, s.len - *at, &rune);
		bool is_word = rune_is_word(rune);

		if (is_word && rune_is_unspaced(rune)) {
			if (in_word)
				break;
			*at += took;
			*ret_hash = (HASH_START ^ rune) * HASH_STEP;
			return true;
		}
		*at += took;
		if (is_word) {
			hash = (hash ^ rune_lower(rune)) * HASH_STEP;
			in_word = true;
		} else if (in_word && rune != '\'' && rune != 0x2019) {
			break;
		}
	}
	*ret_hash = hash;
	return in_word;
}

void
word_set_read(struct word_set *set, struct slice s)
{
	uint32_t hash;
	size_t at = 0;

	memset(set, 0, sizeof(*set));
	while (set->n < WORD_SET_MAX && text_counts_next_word(s, &at, &hash))
		text_counts_word_add(set, hash);
}

void
gram_set_read(struct gram_set *set, struct arena *arena, struct slice s)
{
	uint32_t before[2] = { 0, 0 }, hash, size = 64;
	size_t at = 0, n = 0;

	s = slice_sub(s, 0, GRAM_SET_BYTES);
	/* A word and the gap after it have at least two bytes, so the number of
	 * words is at most half of the length. */
	while (size < s.len)
		size *= 2;
	set->slots = arena_array(arena, size, sizeof(*set->slots));
	set->mask = size - 1;
	set->n = 0;
	while (n < size / 2 && text_counts_next_word(s, &at, &hash)) {
		if (++n >= 3)
			*text_counts_gram_slot(
			    set, text_counts_gram_hash(before, hash)) =
			    text_counts_gram_hash(before, hash);
		before[0] = before[1];
		before[1] = hash;
	}
	set->n = (uint32_t)n;
}
