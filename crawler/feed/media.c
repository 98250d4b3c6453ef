/*
 * media.c -- distinguishes pictures, videos and audio files in Media RSS and
 * enclosures.
 *
 * In:  the attributes medium, type and url of a media:content or an enclosure.
 * Out: its kind.
 *
 * Source: Media RSS Specification 1.5.1, "media:content"; RSS 2.0, "enclosure".
 */
#include "crawler/feed/media.h"

#include "base/array.h"

/* Values of the attribute `medium`. */
static const struct {
	const char *name;
	enum feed_media_kind kind;
} media_mediums[] = {
	{ "image", FEED_MEDIA_IMAGE },
	{ "video", FEED_MEDIA_VIDEO },
	{ "audio", FEED_MEDIA_AUDIO },
	{ "document", FEED_MEDIA_OTHER },
	{ "executable", FEED_MEDIA_OTHER },
};

static const struct {
	const char *prefix;
	enum feed_media_kind kind;
} media_types[] = {
	{ "image/", FEED_MEDIA_IMAGE },
	{ "video/", FEED_MEDIA_VIDEO },
	{ "audio/", FEED_MEDIA_AUDIO },
};

static const struct {
	const char *endings;
	enum feed_media_kind kind;
} media_endings[] = {
	{ "jpg jpeg png gif webp avif svg bmp", FEED_MEDIA_IMAGE },
	{ "mp4 m4v webm mov mkv avi flv ogv wmv mpg mpeg m3u8",
	    FEED_MEDIA_VIDEO },
	{ "mp3 m4a ogg oga opus aac wav flac", FEED_MEDIA_AUDIO },
};

/* Returns the part after the last dot of the path; SLICE_NONE if the last
 * segment has no dot. */
static struct slice
media_ending(struct slice url)
{
	size_t end, at;

	url = slice_sub(url, 0, slice_find_char(url, '#', 0));
	url = slice_sub(url, 0, slice_find_char(url, '?', 0));
	for (end = at = url.len; at > 0 && url.p[at - 1] != '/'; at--)
		if (url.p[at - 1] == '.')
			return slice_sub(url, at, end);
	return SLICE_NONE;
}

static bool
media_has_word(const char *words, struct slice word)
{
	struct slice rest = slice_of(words), one;

	while (slice_next(&rest, ' ', &one))
		if (slice_equal_nocase(one, word))
			return true;
	return false;
}

static bool
media_is_medium(struct slice medium, enum feed_media_kind *ret)
{
	for (size_t i = 0; i < ARRAY_LENGTH(media_mediums); i++)
		if (slice_equal_nocase(
			medium, slice_of(media_mediums[i].name))) {
			*ret = media_mediums[i].kind;
			return true;
		}
	return false;
}

/* Returns the kind of the media type or of the ending; `unknown` if both are
 * absent or unknown. */
static enum feed_media_kind
media_kind_of_type(
    struct slice type, struct slice url, enum feed_media_kind unknown)
{
	struct slice ending = media_ending(slice_trim(url));

	for (size_t i = 0; i < ARRAY_LENGTH(media_types); i++)
		if (slice_starts_nocase(type, slice_of(media_types[i].prefix)))
			return media_types[i].kind;
	for (size_t i = 0; i < ARRAY_LENGTH(media_endings); i++)
		if (media_has_word(media_endings[i].endings, ending))
			return media_endings[i].kind;
	return unknown;
}

enum feed_media_kind
media_kind_of(struct slice medium, struct slice type, struct slice url)
{
	enum feed_media_kind kind;

	type = slice_trim(type);
	if (media_is_medium(slice_trim(medium), &kind))
		return kind;
	return media_kind_of_type(
	    type, url, type.len > 0 ? FEED_MEDIA_OTHER : FEED_MEDIA_IMAGE);
}

enum feed_media_kind
media_kind_of_enclosure(struct slice type, struct slice url)
{
	enum feed_media_kind kind;

	type = slice_trim(type);
	/* Some feeds write type="image". */
	if (media_is_medium(type, &kind))
		return kind;
	return media_kind_of_type(type, url, FEED_MEDIA_OTHER);
}
