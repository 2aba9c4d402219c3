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

/// sigaction(2): whether a signal is ignored, as nohup(1) and `&` of a shell have it inherited.
bool clinux_signal_is_ignored(int signal);

/// accept4(2), non-blocking and close-on-exec, without the peer's address.
int clinux_accept(int listener);

/// SO_PEERCRED: the peer at the time it connected.
int clinux_peer_credentials(int socket, pid_t *pid, uid_t *uid);

/// SIOCOUTQ: what the peer of a Unix socket has not read yet, as the kernel accounts for it; -1 if
/// that is unknown. Shrinks with each read that finishes a write.
int clinux_unread(int socket);

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

/// open(2) with O_PATH: the file at `path`, which is not opened itself; fstat(2) tells its kind.
int clinux_open_place(const char *path);

/// Opens the regular file that `place` (clinux_open_place) is for reading.
///
/// Through /proc/self/fd, so that another file of that name is not opened; without /proc by `path`,
/// and then it fails with ESTALE if that is another file by now.
int clinux_open_regular(int place, const char *path);

/// Whether another program holds an event node for itself (EVIOCGRAB): 1 or 0; -1 where that cannot
/// be tried. Takes the node and gives it back at once.
int clinux_is_grabbed(const char *path);

/// Removes `name` from the folder `directory` if it is still the file that is open as `file`:
/// nothing in a folder that has taken that one's place. Safe in a signal handler.
void clinux_remove(int directory, const char *name, int file);

/// Makes SIGHUP, SIGINT, SIGQUIT and SIGTERM call clinux_remove before they end the process as
/// usual, except for those that are ignored. With NULL they remove nothing.
void clinux_remove_on_signal(int directory, const char *name, int file);

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

/// Starts a detached thread that runs `body` with all signals blocked: those are for the thread
/// that reads them from a descriptor. Returns 0 or an errno.
int clinux_start_detached(void *(*body)(void *), void *context);

/// recvmsg(2), MSG_PEEK: copies what a Unix socket has received, and leaves it there.
///
/// `carries_descriptors` tells whether descriptors came with these bytes (SCM_RIGHTS); none of them
/// is installed. Reading such bytes closes their descriptors, which may take as long as their
/// sender likes (SO_LINGER). Returns the number of bytes, 0 at the end, or -1.
ssize_t clinux_peek(int socket, void *bytes, size_t length, bool *carries_descriptors);

/// SO_OOBINLINE: urgent bytes (MSG_OOB) are read in their place, where `clinux_peek` sees them.
///
/// Otherwise it passes over them, and reading what follows drops them with their descriptors.
int clinux_read_urgent_inline(int socket);

/// Refuses what comes beside bytes (SO_PASSCRED, SO_PASSSEC, SO_PASSPIDFD), for what `listener`
/// accepts.
///
/// Sending descriptors to it fails, too, from Linux 6.16 on (SO_PASSRIGHTS), except where
/// `accepts_descriptors`.
void clinux_refuse_ancillary_data(int listener, bool accepts_descriptors);

/// Closes sockets on threads of their own.
typedef struct clinux_closer clinux_closer;

/// Makes a closer. `reports`, a non-blocking socket of the caller's, receives a datagram of four
/// bytes for each socket that is closed: its tag. Returns NULL with errno set on failure.
clinux_closer *clinux_closer_create(int *reports) __attribute__((warn_unused_result));

/// Releases a closer; threads that are at work continue.
void clinux_closer_release(clinux_closer *closer);

/// Starts a thread that discards what `socket` has received, with its descriptors, and closes it.
///
/// A close that lingers is interrupted after a millisecond. Returns 0, or an errno; the socket is
/// then still the caller's.
int clinux_closer_start(clinux_closer *closer, int socket, uint32_t tag);

/// What main(3) got as `argv[index]`, also without /proc; NULL beyond the last. Valid for ever.
const char *clinux_argument(int index);

/// environ(7): ends in NULL. Not safe while another thread calls setenv(3).
char *const *clinux_environment(void);

/// What this was built from and with, as the build described it; "" where it did not.
const char *clinux_build(void);

#endif
