/*
 * kafka_receiver.h -- the receiver for topics of Kafka (kafka_receiver.c).
 */
#ifndef PUSH_KAFKA_KAFKA_RECEIVER_H
#define PUSH_KAFKA_KAFKA_RECEIVER_H

#include "push/push.h"

extern const struct push_receiver kafka_receiver;

/* Returns true if a file of secrets may set this property of librdkafka. Other
 * properties could weaken the delivery or load a library. */
bool kafka_may_set(struct slice name);

#endif
