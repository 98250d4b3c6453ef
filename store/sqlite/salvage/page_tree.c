/*
 * page_tree.c -- reads B-tree pages, cells and records; see page_file.h.
 */
#include <string.h>

#include "base/text/utf8.h"
#include "store/sqlite/salvage/page_file.h"

static unsigned
page_tree_u16(const uint8_t *p)
{
	return (unsigned)p[0] << 8 | p[1];
}

static uint32_t
page_tree_u32(const uint8_t *p)
{
	return (uint32_t)page_tree_u16(p) << 16 | page_tree_u16(p + 2);
}

/* Reads a varint (SQLite file format, 1.6) at *at and advances *at.  Returns
 * false if the varint is not complete. */
static bool
page_tree_varint(const uint8_t *p, size_t len, size_t *at, uint64_t *ret)
{
	uint64_t n = 0;

	for (int i = 0; i < 9 && *at < len; i++) {
		uint8_t byte = p[(*at)++];

		if (i == 8) {
			*ret = n << 8 | byte;
			return true;
		}
		n = n << 7 | (byte & 0x7f);
		if ((byte & 0x80) == 0) {
			*ret = n;
			return true;
		}
	}
	return false;
}

/* ---- pages ---- */

static bool
page_tree_is_inner(enum tree_type type)
{
	return type == TREE_INDEX_INNER || type == TREE_TABLE_INNER;
}

static unsigned
page_tree_pointers_at(const struct tree_page *page)
{
	return page->head + (page_tree_is_inner(page->type) ? 12 : 8);
}

bool
tree_page_read(
    const uint8_t *bytes, uint32_t size, uint32_t number, struct tree_page *ret)
{
	unsigned head = number == 1 ? 100 : 0, content, end;
	uint8_t type = bytes[head];

	if (type != TREE_INDEX_INNER && type != TREE_TABLE_INNER &&
	    type != TREE_INDEX_LEAF && type != TREE_TABLE_LEAF)
		return false;
	*ret = (struct tree_page){ .bytes = bytes,
		.size = size,
		.head = head,
		.type = (enum tree_type)type,
		.n_cells = page_tree_u16(bytes + head + 3) };
	end = page_tree_pointers_at(ret) + 2 * ret->n_cells;
	content = page_tree_u16(bytes + head + 5);
	if (content == 0)
		content = 65536;
	if (end > size || content < end || content > size ||
	    page_tree_u16(bytes + head + 1) > size || bytes[head + 7] > 60)
		return false;
	if (page_tree_is_inner(ret->type))
		ret->right = page_tree_u32(bytes + head + 8);
	ret->content = content;
	return true;
}

bool
tree_page_is_wellformed(const struct tree_page *page)
{
	struct tree_cell cell;

	for (unsigned i = 0; i < page->n_cells; i++)
		if (!tree_cell_read(page, i, &cell))
			return false;
	return true;
}

/* Returns the number of bytes of a payload that are on the page of the cell
 * (SQLite file format, 1.6). */
static uint32_t
page_tree_local_bytes(const struct tree_page *page, uint64_t bytes)
{
	uint64_t usable = page->size, most, least, local;

	most = page->type == TREE_TABLE_LEAF ? usable - 35
					     : (usable - 12) * 64 / 255 - 23;
	least = (usable - 12) * 32 / 255 - 23;
	if (bytes <= most)
		return (uint32_t)bytes;
	local = least + (bytes - least) % (usable - 4);
	return (uint32_t)(local <= most ? local : least);
}

bool
tree_cell_read(const struct tree_page *page, unsigned n, struct tree_cell *ret)
{
	size_t at, size = page->size;
	uint64_t bytes = 0, rowid = 0;

	*ret = (struct tree_cell){ 0 };
	if (n >= page->n_cells)
		return false;
	at = page_tree_u16(page->bytes + page_tree_pointers_at(page) + 2 * n);
	if (at < page->content)
		return false;
	if (page_tree_is_inner(page->type)) {
		if (at + 4 > size)
			return false;
		ret->left = page_tree_u32(page->bytes + at);
		at += 4;
	}
	if (page->type != TREE_TABLE_INNER &&
	    !page_tree_varint(page->bytes, size, &at, &bytes))
		return false;
	if ((page->type == TREE_TABLE_INNER || page->type == TREE_TABLE_LEAF) &&
	    !page_tree_varint(page->bytes, size, &at, &rowid))
		return false;
	ret->rowid = (int64_t)rowid;
	ret->bytes = bytes;
	if (page->type == TREE_TABLE_INNER)
		return true;
	ret->n_local = page_tree_local_bytes(page, bytes);
	ret->local = page->bytes + at;
	if (bytes > INT32_MAX || at + ret->n_local > size)
		return false;
	if (ret->n_local == bytes)
		return true;
	if (at + ret->n_local + 4 > size)
		return false;
	ret->overflow = page_tree_u32(ret->local + ret->n_local);
	return ret->overflow != 0;
}

bool
tree_cell_payload(
    const struct page_file *f, const struct tree_cell *cell, struct buf *ret)
{
	uint8_t page[PAGE_BYTES_MOST];
	uint64_t left = cell->bytes - cell->n_local;
	uint32_t next = cell->overflow, parent;
	size_t content_bytes = f->page_bytes - 4;

	buf_clear(ret);
	buf_append(ret, cell->local, cell->n_local);
	while (left > 0) {
		size_t n = left < content_bytes ? (size_t)left : content_bytes;
		enum page_use use = page_file_use(f, next, &parent);

		/* If the page is not an overflow page now, it was overwritten
		 * after the cell was written. */
		if ((use != PAGE_OVERFLOW && use != PAGE_OVERFLOW_FIRST &&
			use != PAGE_UNKNOWN) ||
		    !page_file_read(f, next, page))
			return false;
		buf_append(ret, page + 4, n);
		left -= n;
		next = page_tree_u32(page);
		if ((next == 0) != (left == 0))
			return false;
	}
	return !buf_failed(ret);
}

/* ---- records ---- */

static int64_t
page_tree_record_int(const uint8_t *p, size_t n)
{
	uint64_t value = n > 0 && p[0] & 0x80 ? UINT64_MAX : 0;

	for (size_t i = 0; i < n; i++)
		value = value << 8 | p[i];
	return (int64_t)value;
}

/* Reads a value by its serial type (SQLite file format, 2.1). */
static bool
page_tree_read_value(
    uint64_t type, const uint8_t *p, size_t left, struct record_value *ret)
{
	static const uint8_t sizes[] = { 0, 1, 2, 3, 4, 6, 8, 8, 0, 0 };

	*ret = (struct record_value){ .p = p };
	if (type == 10 || type == 11)
		return false;
	ret->len = type < 10 ? sizes[type] : (size_t)((type - 12) / 2);
	if (type > INT32_MAX || ret->len > left)
		return false;
	if (type == 0)
		return true;
	if (type == 7) {
		uint64_t bits = (uint64_t)page_tree_record_int(p, 8);

		ret->type = VALUE_REAL;
		memcpy(&ret->real, &bits, 8);
		return true;
	}
	if (type < 10) {
		ret->type = VALUE_INT;
		ret->number = type >= 8 ? (int64_t)type - 8
					: page_tree_record_int(p, ret->len);
		return true;
	}
	ret->type = type % 2 == 0 ? VALUE_BLOB : VALUE_TEXT;
	return ret->type == VALUE_BLOB ||
	       (memchr(p, 0, ret->len) == NULL &&
		   utf8_valid((struct slice){ (const char *)p, ret->len }));
}

int
record_read(
    const uint8_t *bytes, size_t len, struct record_value ret[RECORD_VALUES])
{
	size_t at = 0, body;
	uint64_t head, type;
	int n = 0;

	if (!page_tree_varint(bytes, len, &at, &head) || head > len ||
	    head < at)
		return -1;
	body = (size_t)head;
	while (at < head) {
		if (n == RECORD_VALUES ||
		    !page_tree_varint(bytes, (size_t)head, &at, &type) ||
		    !page_tree_read_value(
			type, bytes + body, len - body, &ret[n]))
			return -1;
		body += ret[n++].len;
	}
	return body == len ? n : -1;
}
