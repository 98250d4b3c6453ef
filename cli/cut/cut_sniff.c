/*
 * cut_sniff.c -- recognises files that are not pages.
 *
 * In:  unpacked bytes that a user or a server gave.
 * Out: the file type in a few words if the bytes are certainly not a page.
 *
 * The tests follow the MIME Sniffing Standard (WHATWG), sections 6 and 7. A
 * table lists byte patterns with which files of other types begin. A second
 * test searches for bytes that do not occur in text. Unusual text passes,
 * because most unusual documents are still pages.
 */
#include <string.h>

#include "base/array.h"
#include "cli/cut/cut.h"

#define SNIFF_BYTES 4096 /* enough to recognise text */
/* If more than one byte in 32 is binary, the file is not text. */
#define SNIFF_SHARE 32

static const struct {
	struct slice magic;
	const char *what;
} signatures[] = {
	{ SLICE("%PDF-"), "a PDF document" },
	{ SLICE("%!PS-Adobe-"), "a PostScript document" },
	{ SLICE("{\\rtf"), "an RTF document" },
	{ SLICE("\x89PNG\r\n\x1a\n"), "a PNG image" },
	{ SLICE("GIF87a"), "a GIF image" },
	{ SLICE("GIF89a"), "a GIF image" },
	{ SLICE("\xff\xd8\xff"), "a JPEG image" },
	{ SLICE("RIFF"), "a RIFF file (WebP, WAV, AVI)" },
	{ SLICE("OggS"), "an Ogg file" },
	{ SLICE("ID3"), "an MP3 file" },
	{ SLICE("PK\x03\x04"), "a ZIP archive (or EPUB, DOCX, ODT)" },
	{ SLICE("7z\xbc\xaf\x27\x1c"), "a 7z archive" },
	{ SLICE("BZh"), "a bzip2 archive" },
	{ SLICE("\xfd"
		"7zXZ"),
	    "an xz archive" },
	{ SLICE("\x28\xb5\x2f\xfd"), "a Zstandard archive" },
	{ SLICE("\x1f\x8b"), "a gzip archive" },
	{ SLICE("Rar!\x1a\x07"), "a RAR archive" },
	{ SLICE("\x7f"
		"ELF"),
	    "a program" },
	{ SLICE("SQLite format 3"), "an SQLite database" },
	{ SLICE("\xd0\xcf\x11\xe0"), "an Office document" },
};

/* Returns true for a "binary data byte" of MIME Sniffing, section 3. */
static bool
cut_sniff_is_binary(unsigned char c)
{
	return c <= 0x08 || c == 0x0b || (c >= 0x0e && c <= 0x1a) ||
	       (c >= 0x1c && c <= 0x1f);
}

/* Returns true for UTF-16 and UTF-32, in which most characters have a zero
 * byte. */
static bool
cut_sniff_has_wide_characters(struct slice bytes, struct slice content_type)
{
	static const struct slice begins[] = { SLICE("\xff\xfe"),
		SLICE("\xfe\xff"), SLICE("<\0"), SLICE("\0<"), SLICE("\0\0\0<"),
		SLICE("\0\0\xfe\xff") };

	for (size_t i = 0; i < ARRAY_LENGTH(begins); i++)
		if (slice_starts(bytes, begins[i]))
			return true;
	return slice_find_nocase(content_type, SLICE("utf-16"), 0) !=
		   SLICE_NOT_FOUND ||
	       slice_find_nocase(content_type, SLICE("utf-32"), 0) !=
		   SLICE_NOT_FOUND;
}

const char *
cut_sniff(struct slice bytes, struct slice content_type)
{
	struct slice head = slice_sub(bytes, 0, SNIFF_BYTES);
	size_t n_binary = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(signatures); i++)
		if (slice_starts(bytes, signatures[i].magic))
			return signatures[i].what;
	if (cut_sniff_has_wide_characters(bytes, content_type))
		return NULL;
	for (size_t i = 0; i < head.len; i++)
		n_binary += cut_sniff_is_binary((unsigned char)head.p[i]);
	return n_binary > head.len / SNIFF_SHARE ? "binary data" : NULL;
}

/* Skips the prolog of an XML document: white space, a byte order mark,
 * processing instructions, comments and a document type without subset. */
static struct slice
cut_sniff_skip_prolog(struct slice s)
{
	if (slice_starts(s, SLICE("\xef\xbb\xbf")))
		s = slice_sub(s, 3, s.len);
	for (;;) {
		struct slice end = SLICE(">");
		size_t at;

		s = slice_trim(s);
		if (slice_starts(s, SLICE("<!--")))
			end = SLICE("-->");
		else if (slice_starts(s, SLICE("<?")))
			end = SLICE("?>");
		else if (!slice_starts_nocase(s, SLICE("<!doctype")))
			return s;
		at = slice_find(s, end, 0);
		if (at == SLICE_NOT_FOUND)
			return SLICE_NONE;
		s = slice_sub(s, at + end.len, s.len);
	}
}

bool
cut_sniff_is_feed(struct slice bytes)
{
	static const struct slice roots[] = { SLICE("<rss"), SLICE("<feed"),
		SLICE("<rdf:RDF") };
	struct slice s = cut_sniff_skip_prolog(bytes);

	for (size_t i = 0; i < ARRAY_LENGTH(roots); i++)
		if (slice_starts(s, roots[i]) && s.len > roots[i].len &&
		    strchr(" \t\r\n>", s.p[roots[i].len]) != NULL)
			return true;
	return false;
}
