/*
 * version.c -- returns the extractor's version number (cuter/version.h).
 */
#include "cuter/version.h"

#include "cuter/cuter.h"

uint32_t
cuter_extractor_version(void)
{
	return CUTER_EXTRACTOR_VERSION;
}
