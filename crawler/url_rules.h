/*
 * url_rules.h -- what is known of addresses beyond their grammar: parameters
 * that follow the reader and not the article, twins of a page, ports that are
 * never HTTP.
 */
#ifndef CRAWLER_URL_RULES_H
#define CRAWLER_URL_RULES_H

#include "base/arena.h"
#include "base/slice.h"

/* True for a parameter that says where the reader came from and does not
 * change what is shown.  host: lower case, without port.  O(rules). */
bool url_is_tracking(struct slice host, struct slice name, struct slice value);

/* Length of a first label of the host that only says for which reader the
 * page is laid out ("www.", "m.", "amp."); 0 if there is none.  host: lower
 * case, without port. */
size_t url_twin_label(struct slice host);
/* The same of a label further in, as of "de.m.example.org": where it begins,
 * and its length; 0 if there is none. */
size_t url_twin_infix(struct slice host, size_t *ret_at);
/* The publisher's address behind one of an AMP cache
 * ("https://example-org.cdn.ampproject.org/c/s/example.org/a" is
 * "https://example.org/a"); false for any other.  Arena. */
bool url_amp_origin(struct arena *, struct slice url, struct slice *ret_url);
/* The path without what only says that the page is AMP, or whose session it is:
 * "/news/a-story/amp" is "/news/a-story", "/a-story;jsessionid=1F" is
 * "/a-story".  Itself, or in the arena. */
struct slice url_twin_path(struct arena *, struct slice path);

/* What is stable of a story's address when its headline is edited: site and
 * folder, and the number in the name of the page ("site/news" and "123456" of
 * the key "site/news/any-words-123456.html").  False where no run of five
 * digits or more stands by itself, dates aside.  Borrowed from key. */
bool url_story_number(
    struct slice key, struct slice *ret_folder, struct slice *ret_number);

/* True for a port behind which another protocol listens (SMTP, SSH, IRC …):
 * a URL with it wants us to speak to somebody else. */
bool url_port_is_refused(long port);

#endif
