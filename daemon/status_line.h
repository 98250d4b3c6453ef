/*
 * status_line.h -- the line that `systemctl status` shows of the daemon.
 */
#ifndef DAEMON_STATUS_LINE_H
#define DAEMON_STATUS_LINE_H

struct hub;

/* Sends counts and the most severe problem to the service manager. The callback
 * of progress_new(). */
void status_line_send(struct hub *);

#endif
