/*
 * category_terms_base.c -- the terms of all languages, made by
 * category_terms.py; see category_terms.h.
 */
#include "enrich/category/category_terms.inc"

#include "base/array.h"
#include "enrich/category/category_terms.h"

const struct category_language category_languages[] = { CATEGORY_TERMS };
const size_t category_n_languages = ARRAY_LENGTH(category_languages);
