/*
 * notify.h -- what the daemon tells its service manager: sd_notify(3) by its
 * datagram, without its library.
 *
 * Where there is no manager (no NOTIFY_SOCKET), all of it does nothing.
 */
#ifndef DAEMON_NOTIFY_H
#define DAEMON_NOTIFY_H

#include <stdbool.h>
#include <stdint.h>

/* Reads NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID and takes them out of
 * the environment, so that no child speaks in our name.  Call it before there
 * are threads.  False for an address that cannot be one; then there is no
 * manager. */
bool notify_init(void);
/* "READY=1", "STATUS=…", "WATCHDOG=1", "STOPPING=1": one assignment a line.
 * True also without a manager; false when it did not take it (errno: it is
 * busy or gone), and it may be said again later. */
bool notify_send(const char *assignments);
/* Of what is said again and again: a manager that is busy is not waited for. */
bool notify_tell(const char *assignments);
/* How often WATCHDOG=1 is due, half of what the manager waits; 0: never. */
int64_t notify_watchdog_interval_ms(void);

#endif
