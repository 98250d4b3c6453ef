/*
 * json_ld_mend.h -- mends scripts of JSON-LD that are not JSON.
 */
#ifndef CUTER_ARTICLE_JSON_LD_MEND_H
#define CUTER_ARTICLE_JSON_LD_MEND_H

#include "base/arena.h"
#include "base/slice.h"

/* Returns the script with decoded references if its quotes are all written as
 * "&quot;", else the script. Arena; O(bytes). */
struct slice json_ld_without_references(struct arena *, struct slice script);

/* Escapes quotes inside of strings and completes a truncated script.
 * *script: from article_repair_json(). Returns false if the script is too large
 * or nests too deeply; *script is then unchanged. Arena; O(bytes). */
bool json_ld_mend(struct arena *, struct slice *script);

#endif
