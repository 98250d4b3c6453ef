/*
 * extractor.c -- which extractor this is.
 *
 * The number is made by the Makefile, of the texts that libcuter.a is built
 * from: whoever changes one has another extractor, and need not remember to
 * say so.  A comment that changes costs a recut that changes nothing.
 */
#include "cuter/extractor.inc"

#include "cuter/cuter.h"

uint32_t
cuter_extractor(void)
{
	return CUTER_EXTRACTOR;
}
