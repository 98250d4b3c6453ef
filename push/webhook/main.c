/*
 * main.c -- gleaner-push: sends changes to a webhook.
 */
#include "push/webhook/webhook.h"

int
main(int argc, char **argv)
{
	return push_main(argc, argv, &webhook_receiver);
}
