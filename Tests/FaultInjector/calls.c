#define _GNU_SOURCE
#include "FaultInjector.h"
#include "faults.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

// NOLINTBEGIN(bugprone-macro-parentheses): types and lists of parameters take no parentheses.
// Defines a wrapper that counts its calls, and returns `failure` if a call must fail.
#define WRAP(type, failure, name, parameters, arguments)                                           \
    type name parameters {                                                                         \
        static type(*next) parameters;                                                             \
        if (!next)                                                                                 \
            next = (type(*) parameters)fault_next(#name);                                          \
        return fault_strikes(FAULT_SYSTEM_CALLS, #name) ? failure : next arguments;                \
    }

// Defines functions that take a mode if they create a file.
#define WRAP_OPEN(name, parameters, ...)                                                           \
    int name parameters {                                                                          \
        static int(*next) parameters;                                                              \
        if (!next)                                                                                 \
            next = (int(*) parameters)fault_next(#name);                                           \
        va_list optional;                                                                          \
        va_start(optional, flags);                                                                 \
        unsigned mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(optional, unsigned) : 0;            \
        va_end(optional);                                                                          \
        return fault_strikes(FAULT_SYSTEM_CALLS, #name) ? -1 : next(__VA_ARGS__, mode);            \
    }
// NOLINTEND(bugprone-macro-parentheses)

WRAP_OPEN(open, (const char *path, int flags, ...), path, flags)
WRAP_OPEN(open64, (const char *path, int flags, ...), path, flags)
WRAP_OPEN(openat, (int folder, const char *path, int flags, ...), folder, path, flags)

WRAP(DIR *, NULL, opendir, (const char *path), (path))
WRAP(char *, NULL, realpath, (const char *path, char *out), (path, out))
WRAP(ssize_t, -1, write, (int d, const void *bytes, size_t size), (d, bytes, size))
WRAP(ssize_t, -1, pread, (int d, void *bytes, size_t size, off_t at), (d, bytes, size, at))
WRAP(off_t, -1, lseek, (int d, off_t offset, int whence), (d, offset, whence))
WRAP(int, -1, ftruncate, (int d, off_t size), (d, size))
WRAP(int, -1, fsync, (int d), (d))
WRAP(int, -1, unlink, (const char *path), (path))
WRAP(int, -1, rename, (const char *from, const char *to), (from, to))
WRAP(int, -1, access, (const char *path, int mode), (path, mode))
WRAP(int, -1, stat, (const char *path, struct stat *to), (path, to))
WRAP(int, -1, lstat, (const char *path, struct stat *to), (path, to))
WRAP(int, -1, fstat, (int d, struct stat *to), (d, to))
WRAP(int, -1, fstatat, (int folder, const char *path, struct stat *to, int flags),
     (folder, path, to, flags))
WRAP(int, -1, unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
WRAP(int, -1, chmod, (const char *path, mode_t mode), (path, mode))
WRAP(int, -1, fchmod, (int d, mode_t mode), (d, mode))
WRAP(int, -1, chown, (const char *path, uid_t user, gid_t group), (path, user, group))
WRAP(int, -1, lchown, (const char *path, uid_t user, gid_t group), (path, user, group))
WRAP(int, -1, flock, (int d, int operation), (d, operation))
WRAP(int, -1, mkdir, (const char *path, mode_t mode), (path, mode))

WRAP(int, -1, socket, (int domain, int type, int protocol), (domain, type, protocol))
WRAP(int, -1, socketpair, (int domain, int type, int protocol, int ends[2]),
     (domain, type, protocol, ends))
WRAP(int, -1, bind, (int d, const struct sockaddr *to, socklen_t size), (d, to, size))
WRAP(int, -1, listen, (int d, int backlog), (d, backlog))
WRAP(int, -1, connect, (int d, const struct sockaddr *to, socklen_t size), (d, to, size))
WRAP(int, -1, accept4, (int d, struct sockaddr *from, socklen_t *size, int flags),
     (d, from, size, flags))
WRAP(int, -1, shutdown, (int d, int how), (d, how))
WRAP(int, -1, getsockopt, (int d, int level, int name, void *value, socklen_t *size),
     (d, level, name, value, size))
WRAP(int, -1, setsockopt, (int d, int level, int name, const void *value, socklen_t size),
     (d, level, name, value, size))
WRAP(int, -1, getsockname, (int d, struct sockaddr *to, socklen_t *size), (d, to, size))
WRAP(ssize_t, -1, send, (int d, const void *bytes, size_t size, int flags), (d, bytes, size, flags))
WRAP(ssize_t, -1, sendto,
     (int d, const void *bytes, size_t size, int flags, const struct sockaddr *to,
      socklen_t length),
     (d, bytes, size, flags, to, length))
WRAP(ssize_t, -1, sendmsg, (int d, const struct msghdr *message, int flags), (d, message, flags))
WRAP(ssize_t, -1, recv, (int d, void *bytes, size_t size, int flags), (d, bytes, size, flags))
WRAP(ssize_t, -1, recvmsg, (int d, struct msghdr *message, int flags), (d, message, flags))

WRAP(int, -1, pipe2, (int ends[2], int flags), (ends, flags))
WRAP(int, -1, epoll_create1, (int flags), (flags))
WRAP(int, -1, epoll_ctl, (int d, int operation, int of, struct epoll_event *event),
     (d, operation, of, event))
WRAP(int, -1, epoll_wait, (int d, struct epoll_event *events, int count, int ms),
     (d, events, count, ms))
WRAP(int, -1, poll, (struct pollfd * requests, nfds_t count, int ms), (requests, count, ms))
WRAP(int, -1, signalfd, (int d, const sigset_t *set, int flags), (d, set, flags))
WRAP(int, -1, sigprocmask, (int how, const sigset_t *set, sigset_t *old), (how, set, old))
WRAP(int, -1, timerfd_create, (int clock, int flags), (clock, flags))
WRAP(int, -1, timerfd_settime,
     (int d, int flags, const struct itimerspec *to, struct itimerspec *old), (d, flags, to, old))
WRAP(int, -1, madvise, (void *start, size_t size, int advice), (start, size, advice))
WRAP(void *, MAP_FAILED, mmap,
     (void *at, size_t size, int protection, int flags, int d, off_t from),
     (at, size, protection, flags, d, from))

// Unlike the others, it returns its error and does not set errno.
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                   void *context) {
    static int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (!next)
        next = (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))fault_next(
            "pthread_create");
    int before = errno;
    if (!fault_strikes(FAULT_SYSTEM_CALLS, "pthread_create"))
        return next(thread, attributes, body, context);
    int error = errno;
    errno = before;
    return error;
}

// Counts only commands that create a descriptor: the others do not fail on an open descriptor.
int fcntl(int descriptor, int command, ...) {
    static int (*next)(int, int, void *);
    if (!next)
        next = (int (*)(int, int, void *))fault_next("fcntl");
    va_list optional;
    va_start(optional, command);
    void *argument = va_arg(optional, void *);
    va_end(optional);
    bool duplicates = command == F_DUPFD || command == F_DUPFD_CLOEXEC;
    if (duplicates && fault_strikes(FAULT_SYSTEM_CALLS, "fcntl"))
        return -1;
    return next(descriptor, command, argument);
}

ssize_t read(int descriptor, void *bytes, size_t size) {
    static ssize_t (*next)(int, void *, size_t);
    if (!next)
        next = (ssize_t(*)(int, void *, size_t))fault_next("read");
    if (fault_strikes(FAULT_SYSTEM_CALLS, "read"))
        return -1;
    ssize_t count = next(descriptor, bytes, size);
    if (count != 0 || !is_panel(descriptor))
        return count;
    errno = ENODEV;
    return -1;
}

int ioctl(int descriptor, unsigned long request, ...) {
    static int (*next)(int, unsigned long, void *);
    if (!next)
        next = (int (*)(int, unsigned long, void *))fault_next("ioctl");
    va_list optional;
    va_start(optional, request);
    void *argument = va_arg(optional, void *);
    va_end(optional);
    if (fault_strikes(FAULT_SYSTEM_CALLS, "ioctl"))
        return -1;
    bool is_for_panel = _IOC_TYPE(request) == 'E' && is_panel(descriptor);
    return is_for_panel ? panel_answer(descriptor, request, argument)
                        : next(descriptor, request, argument);
}
