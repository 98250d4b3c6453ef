/*
 * replay.h -- gleanerd --replay: one document from standard input through one
 * reader, behind the same walls as in the harvest.
 */
#ifndef DAEMON_REPLAY_H
#define DAEMON_REPLAY_H

/* arguments: KIND PARSER URL CONTENT-TYPE, where KIND is feed, page or robots.
 * One line goes to standard output: what worker_result_name says, the
 * milliseconds it took, why; tabs between.  For `gleaner debug replay`, which
 * asks the kernel how much memory it took.  Returns the exit code: 0 whatever
 * came of the document, 1 where there was no worker, 2 for other arguments. */
int replay_main(int argc, char **argv);

#endif
