/*
 * main.c -- gleaner-push-kafka: sends changes to a topic of Kafka.
 */
#include "push/kafka/kafka_receiver.h"

int
main(int argc, char **argv)
{
	return push_main(argc, argv, &kafka_receiver);
}
