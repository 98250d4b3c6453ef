/*
 * han_name.h -- recognises names of persons in Han characters and in Hangul.
 *
 * All functions are pure. Cost: O(bytes of the text + bytes of the tables).
 */
#ifndef CUTER_ARTICLE_AUTHOR_HAN_NAME_H
#define CUTER_ARTICLE_AUTHOR_HAN_NAME_H

#include "base/slice.h"

/* True for a Han character of the Basic Multilingual Plane. */
bool han_is(uint32_t rune);
/* True for hiragana, katakana and the mark that prolongs a vowel. */
bool han_is_kana(uint32_t rune);
/* True for a Hangul syllable. */
bool han_is_hangul(uint32_t rune);
/* Returns the length in bytes of the common Chinese surname, single or double,
 * at the start of the text; 0 if there is none. */
size_t han_surname(struct slice text);
/* True for a Chinese name: a common surname, and a given name of one or two
 * characters. False for common words that begin like a name, such as "高清". */
bool han_name_is(struct slice text);
/* True for a Japanese name: a surname of two characters, and a given name of
 * one to three. The second character of the surname is frequent in surnames. */
bool han_name_is_japanese(struct slice text);
/* True for two characters that may be a Japanese surname. */
bool han_is_japanese_surname(struct slice text);
/* True for a Korean name in Hangul: a surname of one or two syllables, and a
 * given name of one or two. */
bool han_name_is_korean(struct slice text);
/* True for a text in Han characters that ends like the name of an organisation:
 * "某某日报", "某某网络". */
bool han_is_organisation(struct slice text);

#endif
