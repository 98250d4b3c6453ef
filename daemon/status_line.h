/*
 * status_line.h -- the status line of the daemon, which `systemctl status`
 * shows.
 */
#ifndef DAEMON_STATUS_LINE_H
#define DAEMON_STATUS_LINE_H

struct hub;

/* Sends counts and the most severe problem to the service manager. The callback
 * of progress_new(). */
void status_line_send(struct hub *);

#endif
