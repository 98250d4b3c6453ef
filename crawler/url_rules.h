/*
 * url_rules.h -- what is known of addresses beyond their grammar: parameters
 * that follow the reader and not the article, ports that are never HTTP.
 */
#ifndef CRAWLER_URL_RULES_H
#define CRAWLER_URL_RULES_H

#include "base/slice.h"

/* True for a parameter that says where the reader came from and does not
 * change what is shown.  host: lower case, without port.  O(rules). */
bool url_is_tracking(struct slice host, struct slice name, struct slice value);

/* True for a port behind which another protocol listens (SMTP, SSH, IRC …):
 * a URL with it wants us to speak to somebody else. */
bool url_port_is_refused(long port);

#endif
