/*
 * memory.c -- reads a site's memory and adds a page to it.
 *
 * In:  the bytes of a memory, the observations of a page, the day.
 * Out: the bytes of the new memory.
 *
 * The memory has at most LIMIT_SITE_MEMORY bytes.  When it is full, entries are
 * removed in this order: entries that were seen once and were not text, other
 * entries that were seen once, then the entries that were not seen for the
 * longest time.  Entries that were not seen for SITE_DAYS are removed in any
 * case.  If SITE_STRANGE_PAGES pages in a row have most of their text in places
 * that are not in the memory, the site was redesigned, and the memory is
 * emptied.
 */
#include "cuter/site/memory.h"

#include <endian.h>
#include <stdlib.h>

#include "base/limits.h"

#define MEMORY_MAGIC   0x4D534C47u /* "GLSM" */
#define MEMORY_VERSION 1
#define HEAD_BYTES     16
#define ENTRY_BYTES    16
#define ENTRIES_MOST   ((LIMIT_SITE_MEMORY - HEAD_BYTES) / ENTRY_BYTES)

/* An entry is removed if it was not seen for this number of days. A shorter
 * time would remove the entries of an author on holiday. */
#define SITE_DAYS 60
/* Number of unusual pages in a row that mean a redesign of the site. */
#define SITE_STRANGE_PAGES 5
/* Largest number of pages; when it is reached, all counts are halved. */
#define SITE_PAGES_MAX 60000
#define DAY_S          86400
/* a day in the year 2149; largest value of the field */
#define DAYS_MAX UINT16_MAX

/* The layout of the bytes. All numbers are little-endian. */
struct packed_head {
	uint32_t magic, version, n;
	uint16_t pages, strange;
};

struct packed_entry {
	uint64_t key;
	uint16_t seen, text, first_page, day;
};

_Static_assert(sizeof(struct packed_head) == HEAD_BYTES, "no padding");
_Static_assert(sizeof(struct packed_entry) == ENTRY_BYTES, "no padding");

static struct site_entry
memory_unpack(const char *p)
{
	struct packed_entry packed;

	memcpy(&packed, p, sizeof(packed));
	return (struct site_entry){
		.key = le64toh(packed.key),
		.seen = le16toh(packed.seen),
		.text = le16toh(packed.text),
		.first_page = le16toh(packed.first_page),
		.day = le16toh(packed.day),
	};
}

static void
memory_pack(char *p, const struct site_entry *entry)
{
	const struct packed_entry packed = {
		.key = htole64(entry->key),
		.seen = htole16(entry->seen),
		.text = htole16(entry->text),
		.first_page = htole16(entry->first_page),
		.day = htole16(entry->day),
	};

	memcpy(p, &packed, sizeof(packed));
}

static bool
memory_is_plausible(const struct site_entry *entry, const struct site_memory *m)
{
	return entry->seen > 0 && entry->seen <= m->pages &&
	       entry->text <= entry->seen && entry->first_page <= m->pages;
}

bool
site_memory_read(
    struct arena *arena, struct slice bytes, struct site_memory *ret)
{
	struct site_memory m = { 0 };
	struct packed_head head;
	uint64_t before = 0;

	*ret = m;
	if (bytes.len < HEAD_BYTES || bytes.len > LIMIT_SITE_MEMORY)
		return false;
	memcpy(&head, bytes.p, sizeof(head));
	m.n = le32toh(head.n);
	m.pages = le16toh(head.pages);
	m.strange = le16toh(head.strange);
	if (le32toh(head.magic) != MEMORY_MAGIC ||
	    le32toh(head.version) != MEMORY_VERSION ||
	    m.n != (bytes.len - HEAD_BYTES) / ENTRY_BYTES ||
	    (bytes.len - HEAD_BYTES) % ENTRY_BYTES != 0 ||
	    m.pages > SITE_PAGES_MAX || m.strange > SITE_STRANGE_PAGES)
		return false;
	m.entries = arena_array(arena, m.n + 1u, sizeof(*m.entries));
	for (uint32_t i = 0; i < m.n; i++) {
		m.entries[i] = memory_unpack(
		    bytes.p + HEAD_BYTES + (size_t)i * ENTRY_BYTES);
		if (m.entries[i].key <= before ||
		    !memory_is_plausible(&m.entries[i], &m))
			return false;
		before = m.entries[i].key;
	}
	*ret = m;
	return true;
}

const struct site_entry *
site_memory_find(const struct site_memory *m, uint64_t key)
{
	uint32_t from = 0, to = m->n;

	while (from < to) {
		uint32_t middle = from + (to - from) / 2;

		if (m->entries[middle].key < key)
			from = middle + 1;
		else
			to = middle;
	}
	return from < m->n && m->entries[from].key == key ? &m->entries[from]
							  : NULL;
}

/* ---- adding a page ---- */

static void
memory_halve_counts(struct site_memory *m)
{
	m->pages /= 2;
	for (uint32_t i = 0; i < m->n; i++) {
		struct site_entry *entry = &m->entries[i];

		entry->seen = (uint16_t)((entry->seen + 1) / 2);
		entry->text /= 2;
		entry->first_page /= 2;
	}
}

static bool
memory_is_old(const struct site_entry *entry, uint16_t day)
{
	return day > entry->day && day - entry->day > SITE_DAYS;
}

static void
memory_count_observation(struct site_entry *entry,
    const struct site_observation *observation, const struct site_memory *m,
    uint16_t day)
{
	if (entry->seen == 0)
		entry->first_page = m->pages;
	if (entry->seen < m->pages)
		entry->seen++;
	if (observation->balance > 0 && entry->text < entry->seen)
		entry->text++;
	entry->day = day;
}

/* Adds the observations of a page to the entries. Both lists are sorted by key,
 * and so is the result. Old entries are removed. */
static void
memory_merge(struct arena *arena, struct site_memory *m,
    const struct site_seen *seen, uint16_t day)
{
	struct site_entry *all =
	    arena_array(arena, (size_t)m->n + seen->n + 1, sizeof(*all));
	uint32_t n = 0, i = 0, k = 0;

	while (i < m->n || k < seen->n) {
		struct site_entry entry = { 0 };
		uint64_t known = i < m->n ? m->entries[i].key : UINT64_MAX;
		uint64_t shown =
		    k < seen->n ? seen->observations[k].key : UINT64_MAX;

		if (i < m->n && (k == seen->n || known <= shown))
			entry = m->entries[i++];
		if (k < seen->n && (entry.key == 0 || known == shown)) {
			entry.key = shown;
			memory_count_observation(
			    &entry, &seen->observations[k++], m, day);
		} else if (memory_is_old(&entry, day)) {
			continue;
		}
		all[n++] = entry;
	}
	m->entries = all;
	m->n = n;
}

/* ---- removal of entries ---- */

/* Returns the value of an entry. Entries with higher values are kept longer. */
static uint64_t
memory_value(const struct site_entry *entry)
{
	uint64_t sort = entry->seen > 1 ? 2 : entry->text > 0;

	return sort << 32 | (uint64_t)entry->day << 16 | entry->first_page;
}

static int
memory_compare_values(const void *a, const void *b)
{
	uint64_t of_a = *(const uint64_t *)a, of_b = *(const uint64_t *)b;

	return of_a < of_b ? 1 : of_a > of_b ? -1 : 0;
}

/* If there are more than ENTRIES_MOST entries, keeps only three quarters of
 * this number, so that few pages cause a removal. Of the entries that have the
 * same value as the last kept one, the first are kept. */
static void
memory_remove_least_valuable(struct arena *arena, struct site_memory *m)
{
	const uint32_t most = ENTRIES_MOST - ENTRIES_MOST / 4;
	uint64_t *worths, least;
	uint32_t n = 0, equal;

	if (m->n <= ENTRIES_MOST)
		return;
	worths = arena_array(arena, m->n, sizeof(*worths));
	for (uint32_t i = 0; i < m->n; i++)
		worths[i] = memory_value(&m->entries[i]);
	qsort(worths, m->n, sizeof(*worths), memory_compare_values);
	least = worths[most - 1];
	for (equal = 1; equal < most && worths[most - 1 - equal] == least;)
		equal++;
	for (uint32_t i = 0; i < m->n; i++) {
		uint64_t it = memory_value(&m->entries[i]);

		if (it < least || (it == least && equal == 0))
			continue;
		equal -= it == least;
		m->entries[n++] = m->entries[i];
	}
	m->n = n;
}

static void
memory_write_memory(const struct site_memory *m, struct buf *out)
{
	const struct packed_head head = {
		.magic = htole32(MEMORY_MAGIC),
		.version = htole32(MEMORY_VERSION),
		.n = htole32(m->n),
		.pages = htole16(m->pages),
		.strange = htole16(m->strange),
	};
	size_t bytes = (size_t)m->n * ENTRY_BYTES;

	buf_clear(out);
	buf_append(out, &head, sizeof(head));
	if (!buf_reserve(out, bytes))
		return;
	for (uint32_t i = 0; i < m->n; i++)
		memory_pack(out->p + out->len + (size_t)i * ENTRY_BYTES,
		    &m->entries[i]);
	out->len += bytes;
	out->p[out->len] = '\0';
}

static uint16_t
memory_day_of(int64_t at)
{
	if (at < 0)
		return 0;
	return at / DAY_S < DAYS_MAX ? (uint16_t)(at / DAY_S) : DAYS_MAX;
}

bool
cuter_memory_learn(struct arena *arena, struct slice memory, struct slice shown,
    int64_t at, struct buf *out)
{
	struct site_memory m;
	struct site_seen seen;

	if (!site_seen_read(arena, shown, &seen) || seen.n == 0)
		return false;
	site_memory_read(arena, memory,
	    &m); /* an invalid memory is replaced by an empty one */
	m.strange = seen.is_strange ? m.strange + 1 : 0;
	if (m.strange >= SITE_STRANGE_PAGES)
		m = (struct site_memory){ 0 };
	if (m.pages >= SITE_PAGES_MAX)
		memory_halve_counts(&m);
	m.pages++;
	memory_merge(arena, &m, &seen, memory_day_of(at));
	memory_remove_least_valuable(arena, &m);
	memory_write_memory(&m, out);
	return !buf_failed(out);
}
