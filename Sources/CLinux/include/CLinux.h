/// Linux calls that Swift's Glibc does not import: epoll, signalfd, timerfd and Unix sockets.
///
/// The headers provide types and constants; the functions wrap what the importer cannot see or what
/// needs a struct that Swift would have to take apart. Each returns the result of the system call,
/// -1 with `errno` set on failure, so that one wrapper in Swift serves all.
#ifndef CLINUX_H
#define CLINUX_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/types.h>

/// epoll_ctl(2): `operation` is EPOLL_CTL_ADD, _MOD or _DEL; `token` is returned with each event.
int clinux_epoll_control(int epoll, int operation, int descriptor, uint32_t events, uint64_t token);

/// clock_gettime(2) in microseconds; 0 for an unknown clock.
int64_t clinux_clock(clockid_t clock);

/// timerfd_create(2) on CLOCK_MONOTONIC, non-blocking and close-on-exec.
int clinux_timer_create(void);

/// timerfd_settime(2): fires once at `microseconds` on CLOCK_MONOTONIC; 0 or less disarms it.
int clinux_timer_arm(int timer, int64_t microseconds);

/// signalfd(2), non-blocking and close-on-exec, for `count` signals, which it blocks first.
int clinux_signal_create(const int *signals, size_t count);

/// sigpending(2): whether a blocked signal has come that nobody has taken yet.
bool clinux_signal_is_pending(int signal);

/// accept4(2), non-blocking and close-on-exec, without the peer's address.
int clinux_accept(int listener);

/// SO_PEERCRED: the peer at the time it connected.
int clinux_peer_credentials(int socket, pid_t *pid, uid_t *uid);

/// bind(2) to a Unix path of `length` bytes; ENAMETOOLONG if it exceeds sun_path.
int clinux_bind(int socket, const uint8_t *path, size_t length);

/// connect(2) to a Unix path of `length` bytes; ENAMETOOLONG if it exceeds sun_path.
int clinux_connect(int socket, const uint8_t *path, size_t length);

/// sendto(2), without SIGPIPE, of a datagram to a Unix address in the syntax of $NOTIFY_SOCKET: a
/// path or, after `@`, an abstract name, of `name_length` bytes. ENAMETOOLONG if it exceeds
/// sun_path, EAFNOSUPPORT if it is neither.
ssize_t clinux_send_to_name(int socket, const uint8_t *name, size_t name_length,
                            const uint8_t *bytes, size_t length, int flags);

/// Whether `descriptor` is a listening Unix stream socket: 1 or 0; -1 if it is not a socket.
int clinux_is_unix_listener(int descriptor);

/// The identity of a file, as lstat(2) or fstat(2) returns it.
typedef struct clinux_file {
    uint64_t device;
    uint64_t inode;
    uid_t owner;
    gid_t group;
    uint32_t mode;
} clinux_file;

/// lstat(2).
int clinux_identify(const char *path, clinux_file *file);

/// fstat(2).
int clinux_identify_descriptor(int descriptor, clinux_file *file);

/// Whether another program holds an event node for itself (EVIOCGRAB): 1 or 0; -1 where that cannot
/// be tried. Takes the node and gives it back at once.
int clinux_is_grabbed(const char *path);

/// Has SIGHUP, SIGINT, SIGQUIT and SIGTERM remove the file at `path` before they end the process as
/// they do, but for those that are ignored. NULL: they end it, and remove nothing.
void clinux_remove_on_signal(const char *path);

/// Starts a program: searched in PATH if its name contains no slash, in a process group of its own,
/// without input, without descriptors above standard error, and with default signal handling.
///
/// Both lists end in NULL, and `arguments` has at least one element; `directory` is the working
/// directory, or NULL. Returns 0 or an errno, also if the program cannot be executed.
int clinux_spawn(pid_t *process, char *const arguments[], char *const environment[],
                 const char *directory);

/// Releases mapped pages of code and constants: what is used again is mapped again from the page
/// cache.
///
/// madvise(2), MADV_DONTNEED, of every segment of the program and its libraries that cannot be
/// written to. Returns 0, or -1 if a segment stayed.
int clinux_release_code(void);

/// Starts a thread that copies `input`, the non-blocking end of a pipe of its own, to `target` with
/// blocking writes. Once `input` is closed and everything is written, `ended` reaches its end of
/// file. Returns 0, or -1.
int clinux_relay_start(int target, int *input, int *ended);

/// environ(7): ends in NULL. Not safe while another thread calls setenv(3).
char *const *clinux_environment(void);

/// What this was built from and with, as the build described it; "" where it did not.
const char *clinux_build(void);

#endif
