/*
 * reading.c -- counts in the text of one block.
 *
 * In:  the leaves of a block; the words of the title and the description.
 * Out: letters, words, sentences, punctuation; words in common; phrases that
 *      speak of the page rather than of the story.
 */
#include "cuter/features/reading.h"

#include "base/utf8.h"

#define WORD_BYTES 20 /* of a word that is looked up */
#define PHRASE_WORDS                                                           \
	40 /* of a block that may be a phrase; then it is prose                \
	    */

static const struct {
	uint32_t hash;
	uint8_t phrase;
	const char *word; /* for whoever reads the table, and its test */
} phrases[] = {
#include "cuter/features/reading.inc"
};

#define N_PHRASES (sizeof(phrases) / sizeof(phrases[0]))

/* FNV-1a, 32 bits, of the small letters of a word. */
#define HASH_START 2166136261u
#define HASH_STEP  16777619u

struct reader {
	struct reading *r;
	const struct phrase_set *phrases;
	const struct gram_set *grams;
	uint32_t before[2]; /* words */
	const struct word_set *title, *lead;
	uint64_t title_seen, lead_seen;
	uint32_t hash;
	uint32_t length; /* runes of the word being read; 0: none */
	uint32_t begin;  /* its first rune */
	uint32_t sign;   /* hash of the one just read, of a script without
			    spaces; 0: none */
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
look_up_phrase(struct reader *reader, uint32_t hash)
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

static bool
is_in(const struct word_set *set, uint32_t hash, uint64_t *seen)
{
	if (!(set->bits >> (hash & 63) & 1))
		return false;
	for (uint32_t i = 0; i < set->n; i++)
		if (set->hash[i] == hash) {
			*seen |= 1ull << i;
			return true;
		}
	return false;
}

/* Three words in a row; never 0. */
static uint32_t
gram_of(const uint32_t before[2], uint32_t hash)
{
	uint32_t gram = ((before[0] * 31 + before[1]) * 31 + hash) * HASH_STEP;

	return gram != 0 ? gram : 1;
}

/* The slot of a run of words, or the free one where it would stand. */
static uint32_t *
slot_of(const struct gram_set *set, uint32_t gram)
{
	uint32_t i = (gram * 2654435769u) >> 8 & set->mask;

	while (set->slots[i] != 0 && set->slots[i] != gram)
		i = (i + 1) & set->mask;
	return &set->slots[i];
}

static void
count_gram(struct reader *reader)
{
	struct reading *r = reader->r;

	if (r->words >= 3 && reader->grams->n >= 3) {
		uint32_t gram = gram_of(reader->before, reader->hash);

		r->grams++;
		r->gram_hits += *slot_of(reader->grams, gram) == gram;
	}
	reader->before[0] = reader->before[1];
	reader->before[1] = reader->hash;
}

static void
end_word(struct reader *reader)
{
	struct reading *r = reader->r;

	if (reader->length == 0)
		return;
	r->words++;
	count_gram(reader);
	r->short_words += reader->length <= 3;
	r->long_words += reader->length >= 9;
	r->capital_words += reader->capital;
	r->has_year |= reader->digits_only && reader->length == 4 &&
		       (reader->begin == '1' || reader->begin == '2');
	r->hash = (r->hash ^ reader->hash) * 1099511628211u;
	r->title_words +=
	    is_in(reader->title, reader->hash, &reader->title_seen);
	r->lead_words += is_in(reader->lead, reader->hash, &reader->lead_seen);
	if (r->words <= PHRASE_WORDS)
		look_up_phrase(reader, reader->hash);
	reader->length = 0;
}

static void
add_to_word(struct reader *reader, uint32_t rune)
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

static enum reading_edge
edge_of(uint32_t rune)
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
add_mark(struct reader *reader, uint32_t rune)
{
	struct reading *r = reader->r;
	enum reading_edge edge = edge_of(rune);

	r->points += edge == EDGE_STOP || edge == EDGE_COMMA ||
		     edge == EDGE_COLON || edge == EDGE_DOTS;
	r->commas += edge == EDGE_COMMA;
	r->has_copyright |= rune == 0xA9;
	r->has_bar |= rune == '|';
	r->has_arrow |=
	    rune == 0x2192 || rune == 0xBB || rune == '>' || rune == 0x203A;
	if (edge == EDGE_STOP)
		reader->after_stop = true;
	/* CJK ends a sentence without a space behind it. */
	if (edge == EDGE_STOP && rune >= 0x3000)
		r->sentences++;
}

/* A word by itself, and a phrase with the one before it. */
static void
read_sign(struct reader *reader, uint32_t rune, uint32_t before)
{
	end_word(reader);
	add_to_word(reader, rune);
	end_word(reader);
	reader->sign = reader->hash;
	if (before != 0 && reader->r->words <= PHRASE_WORDS)
		look_up_phrase(reader, (before ^ rune) * HASH_STEP);
}

static void
read_rune(struct reader *reader, uint32_t rune)
{
	uint32_t sign = reader->sign;
	struct reading *r = reader->r;
	bool is_space = rune == ' ' || rune == '\n' || rune == '\t';

	reader->sign = 0;
	r->runes += !is_space;
	if (is_space) {
		r->sentences += reader->after_stop;
		reader->after_stop = false;
		end_word(reader);
		return;
	}
	if (r->runes == 1)
		r->begins = (uint8_t)edge_of(rune);
	reader->last = rune;
	if (!rune_is_word(rune)) {
		if (rune != '\'' && rune != 0x2019)
			end_word(reader);
		add_mark(reader, rune);
		return;
	}
	reader->after_stop = false;
	if (rune >= 0x80 && rune_is_unspaced(rune)) {
		read_sign(reader, rune, sign);
		return;
	}
	add_to_word(reader, rune);
}

/* Small ASCII letters in a word, which most of a text is: read_rune() for each
 * would say the same.  How many. */
static size_t
read_letters(struct reader *reader, const char *p, size_t n)
{
	uint32_t hash = reader->hash;
	size_t i = 0;

	for (; i < n && p[i] >= 'a' && p[i] <= 'z'; i++)
		hash = (hash ^ (uint32_t)p[i]) * HASH_STEP;
	if (i == 0)
		return 0;
	reader->sign = 0;
	reader->hash = hash;
	reader->length += (uint32_t)i;
	reader->digits_only = false;
	reader->last = (uint32_t)p[i - 1];
	reader->r->runes += (uint32_t)i;
	reader->r->letters += (uint32_t)i;
	return i;
}

static void
read_text(struct reader *reader, struct slice s)
{
	size_t i = 0;

	while (i < s.len) {
		uint32_t rune;
		size_t took = 1;

		if (reader->length > 0 && !reader->after_stop) {
			i += read_letters(reader, s.p + i, s.len - i);
			if (i == s.len)
				break;
		}
		rune = (unsigned char)s.p[i];
		if (rune >= 0x80)
			took = utf8_decode(s.p + i, s.len - i, &rune);
		read_rune(reader, rune);
		i += took;
	}
}

static bool
is_emphasis(enum tag tag)
{
	return tag == TAG_B || tag == TAG_STRONG || tag == TAG_EM ||
	       tag == TAG_I;
}

static void
read_node(
    struct reader *reader, const struct page *page, uint32_t i, bool *in_link)
{
	const struct tree_node *node = &page->tree.nodes[i];
	struct reading *r = reader->r;
	bool linked;

	if (node->tag != TAG_TEXT) {
		r->elements++;
		r->breaks += node->tag == TAG_BR;
		r->media += tag_is(node->tag, TAG_IS_MEDIA);
		if (node->tag == TAG_BR)
			read_rune(reader, ' ');
		return;
	}
	if (slice_trim(node->text).len > 0) {
		linked = page->marks[i] & MARK_LINK;
		r->link_runs += linked && !*in_link;
		r->links_at_start += linked && r->runes == 0;
		*in_link = linked;
		if (is_emphasis(page->tree.nodes[node->parent].tag))
			r->emphasis_bytes += (uint32_t)node->text.len;
	}
	read_text(reader, node->text);
}

void
reading_of_block(struct reading *r, const struct page *page,
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
		read_node(&reader, page, i, &in_link);
	end_word(&reader);
	r->sentences += reader.after_stop;
	r->ends = r->runes > 0 ? (uint8_t)edge_of(reader.last) : EDGE_OTHER;
	r->title_hits = (uint32_t)__builtin_popcountll(reader.title_seen);
	r->lead_hits = (uint32_t)__builtin_popcountll(reader.lead_seen);
}

static void
add_to_set(struct word_set *set, uint32_t hash)
{
	uint64_t seen = 0;

	if (set->n == READING_SET_MAX || is_in(set, hash, &seen))
		return;
	set->hash[set->n++] = hash;
	set->bits |= 1ull << (hash & 63);
}

/* The hash of the next word, as add_to_word() makes it; false at the end. */
static bool
next_word(struct slice s, size_t *at, uint32_t *ret_hash)
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

	set->n = 0;
	set->bits = 0;
	while (set->n < READING_SET_MAX && next_word(s, &at, &hash))
		add_to_set(set, hash);
}

void
gram_set_read(struct gram_set *set, struct arena *arena, struct slice s)
{
	uint32_t before[2] = { 0, 0 }, hash, size = 64;
	size_t at = 0, n = 0;

	s = slice_sub(s, 0, GRAM_SET_BYTES);
	/* A word and its gap are two bytes at least. */
	while (size < s.len)
		size *= 2;
	set->slots = arena_array(arena, size, sizeof(*set->slots));
	set->mask = size - 1;
	set->n = 0;
	while (n < size / 2 && next_word(s, &at, &hash)) {
		if (++n >= 3)
			*slot_of(set, gram_of(before, hash)) =
			    gram_of(before, hash);
		before[0] = before[1];
		before[1] = hash;
	}
	set->n = (uint32_t)n;
}
