/*
 * pages_test.h -- pages with one article, for article_test.c,
 * breadcrumb_test.c and json_ld_test.c.
 */
#ifndef CUTER_ARTICLE_PAGES_TEST_H
#define CUTER_ARTICLE_PAGES_TEST_H

#define LONG                                                                   \
	"<p>The report, which was to have been published in spring, tells at " \
	"length what was found, by whom, and why it took so long.</p>"
#define PAGE(head, inside)                                                     \
	"<html lang=en><head>" head "</head><body><h1>A title of four "        \
	"words</h1><div>" LONG inside LONG LONG "</div></body></html>"
#define HEADLESS(head)                                                         \
	"<html lang=en><head>" head "</head><body><div>" LONG LONG LONG        \
	"</div></body></html>"
#define TITLE "A title of four words"

#endif
