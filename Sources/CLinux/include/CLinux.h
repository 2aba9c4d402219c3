/// Linux calls that Swift's Glibc does not import: epoll, signalfd, timerfd and Unix sockets.
///
/// The headers provide types and constants. The functions wrap calls that the importer cannot see,
/// or that need a struct which Swift would have to decompose. Unless stated otherwise, each returns
/// the result of the system call, -1 with `errno` set on failure: one wrapper in Swift is
/// sufficient.
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

/// sigpending(2): whether a blocked signal is pending.
bool clinux_signal_is_pending(int signal);

/// sigaction(2): whether a signal is ignored, as inherited from nohup(1) or `&` of a shell.
bool clinux_signal_is_ignored(int signal);

/// accept4(2), non-blocking and close-on-exec, without the peer's address.
int clinux_accept(int listener);

/// SO_PEERCRED: the peer at the time it connected.
int clinux_peer_credentials(int socket, pid_t *pid, uid_t *uid);

/// SIOCOUTQ: the bytes that the peer of a Unix socket has not read yet, as the kernel accounts for
/// them; -1 if unknown. Decreases only when the peer has read all bytes of a write.
int clinux_unread(int socket);

/// bind(2) to a Unix path of `length` bytes; ENAMETOOLONG if it exceeds sun_path.
int clinux_bind(int socket, const uint8_t *path, size_t length);

/// connect(2) to a Unix path of `length` bytes; ENAMETOOLONG if it exceeds sun_path.
int clinux_connect(int socket, const uint8_t *path, size_t length);

/// sendto(2), without SIGPIPE, of a datagram to a Unix address in the syntax of $NOTIFY_SOCKET: a
/// path or, after `@`, an abstract name, of `name_length` bytes. ENAMETOOLONG if the address
/// exceeds sun_path, EAFNOSUPPORT if it is neither a path nor an abstract name.
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

/// open(2) with O_PATH: refers to the file at `path` without opening it, for fstat(2).
int clinux_open_path(const char *path);

/// Opens the regular file of `path_descriptor` (clinux_open_path) for reading.
///
/// Uses /proc/self/fd, so that a file that has replaced it is not opened. Without /proc it opens
/// `path`, and fails with ESTALE if that is another file now.
int clinux_open_regular(int path_descriptor, const char *path);

/// Whether another program has grabbed an event node (EVIOCGRAB): 1 or 0; -1 if that cannot be
/// tested. Grabs the node and releases it at once.
int clinux_is_grabbed(const char *path);

/// Removes `name` from the folder `directory` if it is still the file that is open as `file`. If
/// the folder was replaced, removes nothing from the new one. Safe in a signal handler.
void clinux_remove(int directory, const char *name, int file);

/// Makes SIGHUP, SIGINT, SIGQUIT and SIGTERM call clinux_remove before they end the process as
/// usual, except for those that are ignored. If `name` is NULL, they remove nothing.
void clinux_remove_on_signal(int directory, const char *name, int file);

/// Starts a program: searched in PATH if its name contains no slash, in a process group of its own,
/// without input, without descriptors above standard error, and with default signal handling.
///
/// Both lists end in NULL, and `arguments` has at least one element; `directory` is the working
/// directory, or NULL. Returns 0 or an errno, even if the program cannot be executed.
int clinux_spawn(pid_t *process, char *const arguments[], char *const environment[],
                 const char *directory);

/// Releases freed pages of the heap, and mapped pages of code and constants. Pages that are used
/// again are mapped again from the page cache.
///
/// malloc_trim(3), and madvise(2), MADV_DONTNEED, of every segment of the program and its libraries
/// that is not writable. Returns 0, or -1 if a segment was not released.
int clinux_release_memory(void);

/// Starts a thread that copies to `target`, with blocking writes, the bytes that the caller writes
/// to `input`, the non-blocking end of a new pipe. Once `input` is closed and everything is
/// written, `ended` reaches its end of file. Returns 0, or -1.
int clinux_relay_start(int target, int *input, int *ended);

/// Starts a detached thread that runs `body` with all signals blocked, because another thread reads
/// signals from a descriptor. Returns 0 or an errno.
int clinux_start_detached(void *(*body)(void *), void *context);

/// recvmsg(2), MSG_PEEK: copies the bytes that a Unix socket has received, without consuming them.
///
/// `carries_descriptors` reports whether descriptors were sent with these bytes (SCM_RIGHTS); none
/// of them is installed. Reading such bytes closes their descriptors, which may take as long as
/// their sender likes (SO_LINGER). Returns the number of bytes, 0 at the end, or -1.
ssize_t clinux_peek(int socket, void *bytes, size_t length, bool *carries_descriptors);

/// SO_OOBINLINE: urgent bytes (MSG_OOB) are read in sequence, where `clinux_peek` sees them.
///
/// Otherwise `clinux_peek` skips them, and reading later bytes drops them with their descriptors.
int clinux_read_urgent_inline(int socket);

/// Refuses ancillary data (SO_PASSCRED, SO_PASSSEC, SO_PASSPIDFD) on the sockets that `listener`
/// accepts.
///
/// From Linux 6.16 on, sending descriptors to them fails, too (SO_PASSRIGHTS), unless
/// `accepts_descriptors`.
void clinux_refuse_ancillary_data(int listener, bool accepts_descriptors);

/// Closes sockets on threads of their own.
typedef struct clinux_closer clinux_closer;

/// Creates a closer. `reports`, a non-blocking socket that the caller has to close, receives a
/// datagram of four bytes for each socket that is closed: its tag. Returns NULL with errno set on
/// failure.
clinux_closer *clinux_closer_create(int *reports) __attribute__((warn_unused_result));

/// Releases a closer; running threads continue.
void clinux_closer_release(clinux_closer *closer);

/// Starts a thread that discards what `socket` has received, with its descriptors, and closes it.
///
/// A close that lingers is interrupted after a millisecond. Returns 0, or an errno; the socket then
/// still belongs to the caller.
int clinux_closer_start(clinux_closer *closer, int socket, uint32_t tag);

/// The value of `argv[index]` in main(3), even without /proc; NULL after the last one. Valid until
/// the process ends.
const char *clinux_argument(int index);

/// environ(7); ends in NULL. Not safe while another thread calls setenv(3).
char *const *clinux_environment(void);

/// The commit and toolchain of this build; "" if the build did not record them.
const char *clinux_build(void);

#endif
