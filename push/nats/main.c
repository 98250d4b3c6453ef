/*
 * main.c -- gleaner-push-nats: sends changes to a JetStream stream.
 */
#include "push/nats/nats_receiver.h"

int
main(int argc, char **argv)
{
	return push_main(argc, argv, &nats_receiver);
}
