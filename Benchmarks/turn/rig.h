/// A server whose devices are ours, and its clients: what the programs here have in common.
///
/// What fails ends the program, and every server with it.
#ifndef RIG_H
#define RIG_H

#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { rig_most_devices = 16, rig_timeout_ms = 20000 };

/// A program that serves a socket, and our ends of its devices.
struct rig_server {
    pid_t process;
    int devices[rig_most_devices];
    int device_count;
};

/// Microseconds of CLOCK_MONOTONIC, as the stamps of event nodes are.
int64_t rig_now_us(void);
int64_t rig_now_ns(void);

void rig_rest_us(int64_t us);

/// Ends this program and every server that it started.
void rig_give_up(const char *what) __attribute__((noreturn));

/// Starts `command`, for which descriptor 3 and those behind it are devices.
void rig_start(struct rig_server *server, int device_count, char **command);

/// Asks the server to end, and waits until it has.
void rig_stop(struct rig_server *server);

/// A connection to the socket at `path`, as soon as somebody listens there.
int rig_connect(const char *path);

/// Has a device report events.
void rig_report(int device, const struct input_event *events, size_t count);

/// Waits until the server has read all that the device reported.
void rig_await_read(int device);

/// Whether something can be read before the time is over.
bool rig_await_input(int descriptor, int timeout_ms);

/// Reads all that is there now; whether there was anything.
bool rig_drain(int client);

#endif
