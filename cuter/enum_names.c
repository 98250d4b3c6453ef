/*
 * enum_names.c -- the names of enumeration values in the store and in outputs.
 */
#include "base/array.h"
#include "cuter/cuter.h"

/* The name of a value; "" for a value that this version does not know. A
 * program may have been compiled with the header of another version. */
#define ENUM_NAME(names, value)                                                \
	((size_t)(value) < ARRAY_LENGTH(names) ? (names)[value] : "")

const char *cuter_class_name(enum cuter_class class)
{
	static const char *const names[CUTER_CLASS_COUNT] = {
		[CUTER_EMPTY] = "empty",
		[CUTER_TEXT] = "text",
		[CUTER_MULTIMEDIA] = "multimedia",
		[CUTER_NAVIGATION] = "navigation",
		[CUTER_ADVERTISEMENT] = "advertisement",
	};

	return ENUM_NAME(names, class);
}

const char *
cuter_kind_name(enum cuter_kind kind)
{
	static const char *const names[CUTER_KIND_COUNT] = {
		[CUTER_KIND_NONE] = "",
		[CUTER_KIND_HEADLINE] = "headline",
		[CUTER_KIND_STANDFIRST] = "standfirst",
		[CUTER_KIND_BYLINE] = "byline",
		[CUTER_KIND_DATE_LINE] = "date-line",
		[CUTER_KIND_PARAGRAPH] = "paragraph",
		[CUTER_KIND_HEADING] = "heading",
		[CUTER_KIND_QUOTE] = "quote",
		[CUTER_KIND_LIST] = "list",
		[CUTER_KIND_TABLE] = "table",
		[CUTER_KIND_CAPTION] = "caption",
		[CUTER_KIND_CREDIT] = "credit",
		[CUTER_KIND_CODE] = "code",
		[CUTER_KIND_RELATED] = "related",
		[CUTER_KIND_SHARE] = "share",
		[CUTER_KIND_TAGS] = "tags",
		[CUTER_KIND_COMMENTS] = "comments",
		[CUTER_KIND_NEWSLETTER] = "newsletter",
		[CUTER_KIND_LEGAL] = "legal",
		[CUTER_KIND_AUTHOR_BOX] = "author-box",
		[CUTER_KIND_IMAGE] = "image",
		[CUTER_KIND_VIDEO] = "video",
		[CUTER_KIND_AUDIO] = "audio",
	};

	return ENUM_NAME(names, kind);
}

const char *
cuter_parser_name(enum cuter_parser parser)
{
	static const char *const names[CUTER_PARSER_COUNT] = {
		[CUTER_PARSER_AUTO] = "auto",
		[CUTER_PARSER_NESTED] = "nested",
		[CUTER_PARSER_TIDY] = "tidy",
		[CUTER_PARSER_LIBXML2] = "libxml2",
		[CUTER_PARSER_PLAIN] = "plain",
	};

	return ENUM_NAME(names, parser);
}

const char *
cuter_origin_name(enum cuter_origin origin)
{
	static const char *const names[] = {
		[CUTER_ORIGIN_PAGE] = "page",
		[CUTER_ORIGIN_JSON_LD] = "json-ld",
		[CUTER_ORIGIN_FEED] = "feed",
		[CUTER_ORIGIN_STATE] = "state",
		[CUTER_ORIGIN_RULE] = "rule",
	};

	return ENUM_NAME(names, origin);
}

const char *cuter_page_class_name(enum cuter_page_class class)
{
	static const char *const names[] = {
		[CUTER_PAGE_ARTICLE] = "article",
		[CUTER_PAGE_LISTING] = "listing",
		[CUTER_PAGE_OTHER] = "other",
		[CUTER_PAGE_LIVE_BLOG] = "live-blog",
		[CUTER_PAGE_GALLERY] = "gallery",
		[CUTER_PAGE_VIDEO] = "video",
		[CUTER_PAGE_STUB] = "stub",
		[CUTER_PAGE_ERROR] = "error",
		[CUTER_PAGE_CONSENT] = "consent",
		[CUTER_PAGE_PAYWALL] = "paywall",
	};

	return ENUM_NAME(names, class);
}

const char *
cuter_access_name(enum cuter_access access)
{
	static const char *const names[] = {
		[CUTER_ACCESS_UNKNOWN] = "",
		[CUTER_ACCESS_FREE] = "free",
		[CUTER_ACCESS_PAID] = "paid",
	};

	return ENUM_NAME(names, access);
}

const char *
cuter_rule_state_name(enum cuter_rule_state state)
{
	static const char *const names[CUTER_RULE_STATE_COUNT] = {
		[CUTER_RULE_NONE] = "",
		[CUTER_RULE_APPLIED] = "applied",
		[CUTER_RULE_MISSED] = "no-match",
		[CUTER_RULE_FAILED] = "failed",
	};

	return names[state];
}

const char *
cuter_flags_text(unsigned flags, char out[64])
{
	static const struct {
		unsigned flag;
		const char *name;
	} names[] = {
		{ CUTER_FLAG_STUB, "stub" },
		{ CUTER_FLAG_TRUNCATED, "truncated" },
		{ CUTER_FLAG_PAYWALL, "paywall" },
		{ CUTER_FLAG_CONSENT, "consent" },
		{ CUTER_FLAG_NO_TITLE, "no-title" },
		{ CUTER_FLAG_JSON_BODY, "json-body" },
		{ CUTER_FLAG_LANGUAGE, "language" },
		{ CUTER_FLAG_NATIVE_AD, "ad" },
	};
	size_t n = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
		size_t len = strlen(names[i].name);

		if (!(flags & names[i].flag))
			continue;
		if (n > 0)
			out[n++] = ' ';
		memcpy(out + n, names[i].name, len);
		n += len;
	}
	out[n] = '\0';
	return out;
}
