/*
 * replay.h -- gleanerd --replay: reads one document from standard input with
 * one parser, in the same sandbox as a worker.
 */
#ifndef DAEMON_PAGE_REPLAY_H
#define DAEMON_PAGE_REPLAY_H

/* arguments: KIND PARSER URL CONTENT-TYPE, where KIND is feed, page or robots.
 * Writes one line to standard output: the result (worker_result_name), the time
 * in milliseconds and the reason, separated by tabs. `gleaner debug replay`
 * uses it and reads the memory use from the kernel. Returns the exit code: 0
 * for any result of the document, 1 if no worker could be run, 2 for invalid
 * arguments. */
int replay_main(int argc, char **argv);

#endif
