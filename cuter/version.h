/*
 * version.h -- the extractor's version number.
 *
 * The number is raised by hand, by one, with each change after which some page
 * gives another article: another text, field, class, score or flag.  Each kept
 * page is stored with the number of the extractor that read it, and `gleaner
 * recut` reads the pages with a different number again.
 *
 * cuter/version_test.c fails if the outputs for the test pages differ from
 * cuter/version.digests while the number is the same.  To change an output:
 * raise the number here, run `make extractor-digests`, commit both files.
 *
 * Numbers start at 1000.  In databases that were written before this file
 * existed, the number is a 32-bit checksum of the sources.  The probability
 * that such a checksum equals one of the first thousand numbers is 1 in 4
 * million.
 */
#ifndef CUTER_VERSION_H
#define CUTER_VERSION_H

#define CUTER_EXTRACTOR_VERSION 1042

#endif
