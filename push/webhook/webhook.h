/*
 * webhook.h -- the receiver for webhooks, as specified by Standard Webhooks
 * (webhook.c).
 */
#ifndef PUSH_WEBHOOK_WEBHOOK_H
#define PUSH_WEBHOOK_WEBHOOK_H

#include "push/push.h"

extern const struct push_receiver webhook_receiver;

/* Checks a target: an https URL, or an http URL whose host is a loopback
 * address or localhost. No name is resolved. ERR_USAGE otherwise. */
int webhook_check_target(const char *target, struct err *e);

#endif
