#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/sockios.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

int clinux_epoll_control(int epoll, int operation, int descriptor, uint32_t events,
                         uint64_t token) {
    struct epoll_event event = {.events = events, .data.u64 = token};
    return epoll_ctl(epoll, operation, descriptor, &event);
}

int64_t clinux_clock(clockid_t clock) {
    struct timespec time = {0};
    // Fails only for an unknown clock, and leaves `time` at 0 then.
    (void)clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

int clinux_timer_create(void) {
    return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
}

int clinux_timer_arm(int timer, int64_t microseconds) {
    struct itimerspec setting = {0};
    if (microseconds > 0) {
        setting.it_value.tv_sec = microseconds / 1000000;
        setting.it_value.tv_nsec = microseconds % 1000000 * 1000;
    }
    return timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, NULL);
}

int clinux_signal_create(const int *signals, size_t count) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < count; i++)
        sigaddset(&set, signals[i]);
    // Blocks them in this thread only: sigprocmask is undefined if a process has several threads.
    int error = pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (error != 0) {
        errno = error;
        return -1;
    }
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

bool clinux_signal_is_pending(int signal) {
    sigset_t set;
    return sigpending(&set) == 0 && sigismember(&set, signal) == 1;
}

bool clinux_signal_is_ignored(int signal) {
    struct sigaction action;
    return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

int clinux_accept(int listener) {
    return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int clinux_peer_credentials(int socket, pid_t *pid, uid_t *uid) {
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0)
        return -1;
    *pid = credentials.pid;
    *uid = credentials.uid;
    return 0;
}

int clinux_unread(int socket) {
    int count = 0;
    return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : -1;
}

// Returns 0, or -1 with errno set.
static int make_address(struct sockaddr_un *address, const uint8_t *path, size_t length) {
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    // The last byte remains 0: unix(7) requires a terminated path.
    if (length >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address->sun_path, path, length);
    return 0;
}

int clinux_bind(int socket, const uint8_t *path, size_t length) {
    struct sockaddr_un address;
    if (make_address(&address, path, length) != 0)
        return -1;
    return bind(socket, (struct sockaddr *)&address, sizeof address);
}

int clinux_connect(int socket, const uint8_t *path, size_t length) {
    struct sockaddr_un address;
    if (make_address(&address, path, length) != 0)
        return -1;
    return connect(socket, (struct sockaddr *)&address, sizeof address);
}

ssize_t clinux_send_to_name(int socket, const uint8_t *name, size_t name_length,
                            const uint8_t *bytes, size_t length, int flags) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    bool is_abstract = name_length > 1 && name[0] == '@';
    if (!is_abstract && (name_length == 0 || name[0] != '/')) {
        errno = EAFNOSUPPORT;
        return -1;
    }
    // A path needs a byte for its terminator; an abstract name ends by its length.
    if (name_length + (is_abstract ? 0 : 1) > sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path, name, name_length);
    if (is_abstract)
        address.sun_path[0] = '\0';
    socklen_t size = offsetof(struct sockaddr_un, sun_path) + name_length + (is_abstract ? 0 : 1);
    flags |= MSG_NOSIGNAL;
    return sendto(socket, bytes, length, flags, (struct sockaddr *)&address, size);
}

static int socket_option(int descriptor, int option) {
    int value = 0;
    socklen_t length = sizeof value;
    return getsockopt(descriptor, SOL_SOCKET, option, &value, &length) == 0 ? value : -1;
}

int clinux_is_unix_listener(int descriptor) {
    int domain = socket_option(descriptor, SO_DOMAIN);
    if (domain < 0)
        return -1;
    return domain == AF_UNIX && socket_option(descriptor, SO_TYPE) == SOCK_STREAM &&
           socket_option(descriptor, SO_ACCEPTCONN) == 1;
}

int clinux_is_grabbed(const char *path) {
    // EVIOCGRAB of linux/input.h, which only C code that reads devices may include.
    const unsigned long grab = _IOW('E', 0x90, int);
    int node = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (node < 0)
        return -1;
    int result = ioctl(node, grab, (void *)1) == 0 ? 0 : errno == EBUSY ? 1 : -1;
    if (result == 0)
        (void)ioctl(node, grab, NULL);
    close(node);
    return result;
}

static void copy_identity(const struct stat *status, clinux_file *file) {
    file->device = status->st_dev;
    file->inode = status->st_ino;
    file->owner = status->st_uid;
    file->group = status->st_gid;
    file->mode = status->st_mode;
}

int clinux_identify(const char *path, clinux_file *file) {
    struct stat status;
    if (lstat(path, &status) != 0)
        return -1;
    copy_identity(&status, file);
    return 0;
}

int clinux_identify_descriptor(int descriptor, clinux_file *file) {
    struct stat status;
    if (fstat(descriptor, &status) != 0)
        return -1;
    copy_identity(&status, file);
    return 0;
}

int clinux_open_path(const char *path) {
    return open(path, O_PATH | O_CLOEXEC);
}

int clinux_open_regular(int path_descriptor, const char *path) {
    const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    char link[40];
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", path_descriptor);
    int file = open(link, flags);
    if (file >= 0 || errno != ENOENT)
        return file;
    file = open(path, flags);
    struct stat wanted, found;
    if (file >= 0 && (fstat(path_descriptor, &wanted) != 0 || fstat(file, &found) != 0 ||
                      wanted.st_dev != found.st_dev || wanted.st_ino != found.st_ino)) {
        close(file);
        errno = ESTALE;
        return -1;
    }
    return file;
}

void clinux_remove(int directory, const char *name, int file) {
    struct stat expected, found;
    if (fstat(file, &expected) == 0 && fstatat(directory, name, &found, AT_SYMLINK_NOFOLLOW) == 0 &&
        expected.st_dev == found.st_dev && expected.st_ino == found.st_ino)
        (void)unlinkat(directory, name, 0);
}

// The file that the handler removes; complete before the handler is installed.
static char removed_name[NAME_MAX + 1];
static int removed_directory, removed_file;

static void remove_and_end(int signal) {
    clinux_remove(removed_directory, removed_name, removed_file);
    // The signal is blocked until this handler returns. Then it has its default action, which
    // SA_RESETHAND restored, and ends the process.
    (void)raise(signal);
}

void clinux_remove_on_signal(int directory, const char *name, int file) {
    static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    struct sigaction action = {.sa_handler = SIG_DFL};
    // A file cannot have a longer name.
    if (name != NULL && strlen(name) < sizeof removed_name) {
        memcpy(removed_name, name, strlen(name) + 1);
        removed_directory = directory;
        removed_file = file;
        action = (struct sigaction){.sa_handler = remove_and_end, .sa_flags = (int)SA_RESETHAND};
    }
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        if (!clinux_signal_is_ignored(signals[i]))
            (void)sigaction(signals[i], &action, NULL);
    }
}
