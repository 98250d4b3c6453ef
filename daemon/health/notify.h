/*
 * notify.h -- messages to the service manager: the protocol of sd_notify(3),
 * without its library.
 *
 * Without a service manager (no NOTIFY_SOCKET) the functions do nothing.
 */
#ifndef DAEMON_HEALTH_NOTIFY_H
#define DAEMON_HEALTH_NOTIFY_H

#include <stdbool.h>
#include <stdint.h>

/* Reads NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID and removes them from the
 * environment, so that no child process can send messages in the daemon's name.
 * Call it before threads are started. Returns false if the address is invalid;
 * the daemon then runs without a manager. */
bool notify_init(void);
/* Sends "READY=1", "STATUS=…", "WATCHDOG=1", "STOPPING=1", one assignment per
 * line. Returns true also without a manager. Returns false with errno if the
 * manager did not accept the message (busy or gone); the caller may try again
 * later. */
bool notify_send(const char *assignments);
/* Sends assignments like notify_send(), but does not wait for a busy manager.
 * For messages that are repeated. */
bool notify_try_send(const char *assignments);
/* Returns the interval of WATCHDOG=1, half of the manager's timeout; 0:
 * never. */
int64_t notify_watchdog_interval_ms(void);

#endif
