/// What Swift's Glibc hides of Linux: epoll, signalfd, timerfd and Unix sockets' extras.
///
/// The headers bring the types and constants; the functions stand in for what the importer cannot
/// see or what asks for a struct that Swift would have to take apart. Each returns what the system
/// call returns, -1 with `errno` set on failure, so that one wrapper in Swift serves all.
#ifndef CLINUX_H
#define CLINUX_H

#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/types.h>

/// epoll_ctl(2): `operation` is EPOLL_CTL_ADD, _MOD or _DEL; `token` comes back with each event.
int clinux_epoll_control(int epoll, int operation, int descriptor, uint32_t events, uint64_t token);

/// clock_gettime(2) in microseconds; 0 for a clock that there is not.
int64_t clinux_clock(clockid_t clock);

/// timerfd_create(2) on CLOCK_MONOTONIC, non-blocking and closed on exec.
int clinux_timer_create(void);

/// timerfd_settime(2): fires once at `microseconds` on CLOCK_MONOTONIC; 0 or less disarms it.
int clinux_timer_arm(int timer, int64_t microseconds);

/// signalfd(2), non-blocking and closed on exec, for `count` signals, which it blocks first.
int clinux_signal_create(const int *signals, size_t count);

/// accept4(2), non-blocking and closed on exec; the peer's address is not asked for.
int clinux_accept(int listener);

/// SO_PEERCRED: who was at the other end when it connected.
int clinux_peer_credentials(int socket, pid_t *pid, uid_t *uid);

/// bind(2) to a Unix path of `length` bytes; ENAMETOOLONG where sun_path cannot hold it.
int clinux_bind(int socket, const uint8_t *path, size_t length);

/// connect(2) to a Unix path of `length` bytes; ENAMETOOLONG where sun_path cannot hold it.
int clinux_connect(int socket, const uint8_t *path, size_t length);

/// sendto(2), without SIGPIPE, of a datagram to a Unix address as $NOTIFY_SOCKET spells it: a path,
/// or with `@` first an abstract name, of `name_length` bytes. ENAMETOOLONG where sun_path cannot
/// hold it, EAFNOSUPPORT where it is neither.
ssize_t clinux_send_to_name(int socket, const uint8_t *name, size_t name_length,
                            const uint8_t *bytes, size_t length, int flags);

/// Whether `descriptor` is a listening Unix stream socket: 1 or 0; -1 where it is no socket.
int clinux_is_unix_listener(int descriptor);

/// fstat(2)-like identity of `path` itself, links not followed (lstat(2)).
typedef struct clinux_file {
    uint64_t device;
    uint64_t inode;
    uid_t owner;
    uint32_t mode;
} clinux_file;

/// lstat(2).
int clinux_identify(const char *path, clinux_file *file);

/// fstat(2).
int clinux_identify_descriptor(int descriptor, clinux_file *file);

/// Starts a program: found in PATH where its name has no slash, in a process group of its own, with
/// nothing on standard input, no descriptor above standard error, and every signal as it comes.
///
/// Both lists end in NULL, and `arguments` has at least one; `directory` is where it starts, or
/// NULL. Returns 0, or an errno, also where the program cannot be executed.
int clinux_spawn(pid_t *process, char *const arguments[], char *const environment[],
                 const char *directory);

/// Lets go of the pages of code that are mapped: what runs again is mapped again, from the page
/// cache.
///
/// madvise(2), MADV_DONTNEED, of every executable part of the program and its libraries. Returns 0,
/// or -1 where a part stayed.
int clinux_release_code(void);

/// Starts a thread that writes to `target`, waiting where it must, what comes in at `input`: a
/// pipe's end of its own, non-blocking. Once `input` is closed and everything was written, `ended`
/// is at its end. Returns 0, or -1.
int clinux_relay_start(int target, int *input, int *ended);

/// environ(7): ends in NULL. Not to be used while somebody calls setenv(3).
char *const *clinux_environment(void);

#endif
