/*
 * filter_text.c -- writes an expression as text.
 */
#include "config/filter/filter_text.h"

#include "base/date/date.h"
#include "config/filter/filter_regex.h"
#include "config/units.h"

static void
filter_text_write_quoted(struct buf *out, struct slice text)
{
	buf_append_char(out, '"');
	for (size_t i = 0; i < text.len; i++) {
		if (text.p[i] == '"' || text.p[i] == '\\')
			buf_append_char(out, '\\');
		buf_append_char(out, text.p[i]);
	}
	buf_append_char(out, '"');
}

static void
filter_text_write_regex(struct buf *out, const struct filter_node *node)
{
	buf_append_char(out, '/');
	buf_append_slice(out, node->text);
	buf_append_char(out, '/');
	for (unsigned i = 0; i < sizeof(FILTER_REGEX_LETTERS) - 1; i++)
		if ((node->flags >> i & 1) != 0)
			buf_append_char(out, FILTER_REGEX_LETTERS[i]);
}

static void
filter_text_write_number(struct buf *out, int64_t number)
{
	char digits[SLICE_INT64_BYTES];

	buf_append_slice(out, slice_of_int64(number, digits));
}

static void
filter_text_write_value(struct buf *out, const struct filter_node *node)
{
	char date[DATE_TEXT_BYTES];

	switch (node->value_kind) {
	case FILTER_NO_VALUE:
		break;
	case FILTER_TEXT_VALUE:
		filter_text_write_quoted(out, node->text);
		break;
	case FILTER_REGEX_VALUE:
		filter_text_write_regex(out, node);
		break;
	case FILTER_NUMBER_VALUE:
		filter_text_write_number(out, node->number);
		break;
	case FILTER_DATE_VALUE:
		date_format_rfc3339(node->number, date);
		buf_append_string(out, date);
		break;
	case FILTER_AGE_VALUE:
		duration_write(out, node->number * 1000);
		buf_append_string(out, " ago");
		break;
	}
}

static void
filter_text_write_comparison(struct buf *out, const struct filter_node *node)
{
	if (node->operator== FILTER_HAS) {
		buf_append_string(out, "has ");
		buf_append_string(out, filter_field_name(node->field));
		return;
	}
	buf_append_string(out, filter_field_name(node->field));
	buf_append_char(out, ' ');
	buf_append_string(out, filter_operator_name(node->operator));
	buf_append_char(out, ' ');
	filter_text_write_value(out, node);
}

/* Writes an operand.  The caller requires parentheses if the operator of the
 * operand binds more weakly. */
static void
filter_text_write_operand(
    struct buf *out, const struct filter_node *node, bool in_parentheses)
{
	if (in_parentheses)
		buf_append_char(out, '(');
	filter_text_write(out, node);
	if (in_parentheses)
		buf_append_char(out, ')');
}

void
filter_text_write(struct buf *out, const struct filter_node *node)
{
	switch (node->kind) {
	case FILTER_COMPARISON:
		filter_text_write_comparison(out, node);
		break;
	case FILTER_NOT:
		buf_append_string(out, "not ");
		filter_text_write_operand(out, node->left,
		    node->left->kind == FILTER_AND ||
			node->left->kind == FILTER_OR);
		break;
	case FILTER_AND:
		filter_text_write_operand(
		    out, node->left, node->left->kind == FILTER_OR);
		buf_append_string(out, " and ");
		filter_text_write_operand(out, node->right,
		    node->right->kind == FILTER_OR ||
			node->right->kind == FILTER_AND);
		break;
	case FILTER_OR:
		filter_text_write(out, node->left);
		buf_append_string(out, " or ");
		filter_text_write_operand(
		    out, node->right, node->right->kind == FILTER_OR);
		break;
	}
}
