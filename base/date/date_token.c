/*
 * date_token.c -- splits a date into numbers, words and signs.
 */
#include "base/date/date_token.h"

#include "base/date/date_digit.h"
#include "base/date/date_names.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"

static bool
date_token_is_word_byte(char c)
{
	return ascii_is_lower(c) || (unsigned char)c >= 0x80;
}

/* Writes a number from 0 to 9999; returns its length. */
static size_t
date_token_write_number(int64_t number, char *out)
{
	char digits[SLICE_INT64_BYTES];
	struct slice text = slice_of_int64(number, digits);

	memcpy(out, text.p, text.len);
	return text.len;
}

/* Writes the text in lower case, with plain spaces, ASCII digits, and "am" in
 * place of "a.m.". Numbers in Chinese characters become digits. The rest of the
 * text is ignored after DATE_MAX_BYTES bytes were written. */
static size_t
date_token_fold(struct slice text, char out[DATE_MAX_BYTES + 4])
{
	size_t n = 0, taken;
	uint32_t rune;
	int64_t number;

	for (size_t i = 0; i < text.len && n < DATE_MAX_BYTES; i += taken) {
		if ((unsigned char)text.p[i] >= 0xe3 &&
		    (taken = date_take_han_number(
			 slice_sub(text, i, text.len), &number)) > 0) {
			n += date_token_write_number(number, out + n);
			continue;
		}
		taken = utf8_decode(text.p + i, text.len - i, &rune);
		if (rune == '.' && n > 0 &&
		    date_token_is_word_byte(out[n - 1]) && i + 1 < text.len &&
		    date_token_is_word_byte(text.p[i + 1] | 0x20))
			continue;
		if (rune_is_space(rune) || rune == 0x200e || rune == 0x200f)
			rune = ' ';
		else if (rune == 0x2212 || rune == 0x2010 || rune == 0x2011)
			rune = '-';
		else if (rune == 0xff1a)
			rune = ':';
		else if (rune == 0x3000 || rune == 0x60c || rune == 0xff0c)
			rune = ',';
		n += utf8_encode(rune_lower(date_fold_digit(rune)), out + n);
	}
	return n;
}

static size_t
date_token_word_length(struct slice rest)
{
	size_t n = date_word_unspaced(rest);

	if (n > 0 && (unsigned char)rest.p[0] >= 0x80)
		return n;
	n = 0;
	while (n < rest.len && date_token_is_word_byte(rest.p[n])) {
		if (n > 0 && (unsigned char)rest.p[n] >= 0xc0 &&
		    date_word_unspaced(slice_sub(rest, n, rest.len)) > 0)
			break;
		n++;
	}
	return n;
}

static bool
date_token_split(struct slice folded, struct date_tokens *t)
{
	bool spaced = false;
	size_t at = 0;

	while (at < folded.len) {
		struct date_token *token = &t->tokens[t->n];
		size_t from = at;

		if (folded.p[at] == ' ') {
			spaced = true;
			at++;
			continue;
		}
		if (t->n == DATE_MAX_TOKENS)
			return false;
		token->spaced = spaced;
		spaced = false;
		if (ascii_is_digit(folded.p[at])) {
			token->kind = TOKEN_NUMBER;
			for (; at < folded.len && ascii_is_digit(folded.p[at]);
			     at++)
				if (at - from < 18)
					token->value = token->value * 10 +
						       (folded.p[at] - '0');
			token->digits = (int)(at - from);
		} else if (date_token_is_word_byte(folded.p[at])) {
			token->kind = TOKEN_WORD;
			at += date_token_word_length(
			    slice_sub(folded, at, folded.len));
		} else {
			token->kind = TOKEN_SIGN;
			at++;
		}
		token->text = slice_sub(folded, from, at);
		t->n++;
	}
	return t->n > 0;
}

bool
date_tokenise(struct slice text, struct date_tokens *ret)
{
	memset(ret, 0, sizeof(*ret));
	return date_token_split(
	    (struct slice){
		ret->folded, date_token_fold(slice_trim(text), ret->folded) },
	    ret);
}

bool
date_is_sign(const struct date_token *token, char sign)
{
	return token->kind == TOKEN_SIGN && token->text.p[0] == sign;
}

bool
date_is_joined_number(const struct date_token *token)
{
	return token->kind == TOKEN_NUMBER && !token->spaced;
}

bool
date_is_dash(const struct date_token *sign)
{
	const struct date_token *number = &sign[1];

	return date_is_sign(sign, '-') && number->kind == TOKEN_NUMBER &&
	       number->spaced &&
	       (number->digits != 4 ||
		   (number[1].kind == TOKEN_SIGN && !number[1].spaced));
}
