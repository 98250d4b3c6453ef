/*
 * reading.c -- counts in the text of one block.
 *
 * In:  the leaves of a block; the words of the title and the description.
 * Out: letters, words, sentences, punctuation; words in common; phrases that
 *      speak of the page rather than of the story.
 */
#include "cuter/features/reading.h"

#include "base/utf8.h"

#define WORD_BYTES   20 /* of a word that is looked up */
#define PHRASE_WORDS 40 /* of a block that may be a phrase; then it is prose   \
			 */

static const struct {
	const char *word;
	uint8_t phrase;
} phrases[] = {
#include "cuter/features/reading.inc"
};

/* FNV-1a, 32 bits, of the small letters of a word. */
#define HASH_START 2166136261u
#define HASH_STEP  16777619u

struct reader {
	struct reading *r;
	const struct word_set *title, *lead;
	uint64_t title_seen, lead_seen;
	uint32_t hash;
	uint32_t length; /* runes of the word being read; 0: none */
	char letters[WORD_BYTES + 5];
	size_t n_letters;
	bool capital, digits_only;
	uint32_t last, year_digits;
	bool after_stop;
};

static void
look_up_phrase(struct reader *reader)
{
	size_t low = 0, high = sizeof(phrases) / sizeof(phrases[0]);

	reader->letters[reader->n_letters] = '\0';
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = strcmp(reader->letters, phrases[middle].word);

		if (order == 0) {
			reader->r->phrases[phrases[middle].phrase]++;
			return;
		}
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
}

static bool
is_in(const struct word_set *set, uint32_t hash, uint64_t *seen)
{
	for (uint32_t i = 0; i < set->n; i++)
		if (set->hash[i] == hash) {
			*seen |= 1ull << i;
			return true;
		}
	return false;
}

static void
end_word(struct reader *reader)
{
	struct reading *r = reader->r;

	if (reader->length == 0)
		return;
	r->words++;
	r->short_words += reader->length <= 3;
	r->long_words += reader->length >= 9;
	r->capital_words += reader->capital;
	r->has_year |= reader->digits_only && reader->length == 4 &&
		       (reader->letters[0] == '1' || reader->letters[0] == '2');
	r->hash = (r->hash ^ reader->hash) * 1099511628211u;
	r->title_words +=
	    is_in(reader->title, reader->hash, &reader->title_seen);
	r->lead_words += is_in(reader->lead, reader->hash, &reader->lead_seen);
	if (r->words <= PHRASE_WORDS)
		look_up_phrase(reader);
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
		reader->n_letters = 0;
		reader->capital = small != rune;
		reader->digits_only = true;
	}
	reader->length++;
	reader->digits_only &= is_digit;
	reader->hash = (reader->hash ^ small) * HASH_STEP;
	if (reader->n_letters < WORD_BYTES) {
		if (small < 0x80)
			reader->letters[reader->n_letters++] = (char)small;
		else
			reader->n_letters += utf8_encode(
			    small, reader->letters + reader->n_letters);
	}
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

static void
read_rune(struct reader *reader, uint32_t rune)
{
	struct reading *r = reader->r;
	bool is_space = rune == ' ' || rune == '\n' || rune == '\t';

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
		end_word(reader);
		add_to_word(reader, rune);
		end_word(reader);
		return;
	}
	add_to_word(reader, rune);
}

static void
read_text(struct reader *reader, struct slice s)
{
	size_t i = 0;

	while (i < s.len) {
		uint32_t rune = (unsigned char)s.p[i];
		size_t took = 1;

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
    const struct block *b, const struct word_set *title,
    const struct word_set *lead)
{
	struct reader reader = { .r = r, .title = title, .lead = lead };
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

	if (set->n < READING_SET_MAX && !is_in(set, hash, &seen))
		set->hash[set->n++] = hash;
}

void
word_set_read(struct word_set *set, struct slice s)
{
	uint32_t hash = HASH_START;
	bool in_word = false;
	size_t i = 0;

	set->n = 0;
	while (i <= s.len && set->n < READING_SET_MAX) {
		uint32_t rune = ' ';

		i += i < s.len ? utf8_decode(s.p + i, s.len - i, &rune) : 1;
		if (rune == '\'' || rune == 0x2019)
			continue;
		if (rune_is_word(rune) && !rune_is_unspaced(rune)) {
			hash = (hash ^ rune_lower(rune)) * HASH_STEP;
			in_word = true;
			continue;
		}
		if (in_word)
			add_to_set(set, hash);
		if (rune_is_word(rune))
			add_to_set(set, (HASH_START ^ rune) * HASH_STEP);
		hash = HASH_START;
		in_word = false;
	}
}
