#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "csession.h"

static int set_address(struct sockaddr_un *address, const char *path) {
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address->sun_path, path, strlen(path));
    return 0;
}

// Closes `descriptor`, and keeps errno.
static int failed(int descriptor) {
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

static int connect_to(const char *path, int type) {
    struct sockaddr_un address;
    if (set_address(&address, path) < 0)
        return -1;
    int descriptor = socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0)
        return -1;
    socklen_t size = sizeof address;
    // sd_notify(3): "@" represents the 0 of an abstract address, which has no 0 at its end.
    if (type == SOCK_DGRAM && path[0] == '@')
        address.sun_path[0] = 0, size = (socklen_t)(sizeof address.sun_family + strlen(path));
    if (connect(descriptor, (struct sockaddr *)&address, size) < 0)
        return failed(descriptor);
    return descriptor;
}

int csession_connect_socket(const char *path) {
    return connect_to(path, SOCK_STREAM);
}

int csession_listen(const char *path) {
    struct sockaddr_un address;
    if (set_address(&address, path) < 0)
        return -1;
    int other = csession_connect_socket(path);
    if (other >= 0) {
        close(other);
        errno = EADDRINUSE;
        return -1;
    }
    // Removes a socket that no process serves any more, and nothing else.
    struct stat status;
    if (errno == ECONNREFUSED && lstat(path, &status) == 0 && S_ISSOCK(status.st_mode))
        unlink(path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0)
        return -1;
    mode_t mask = umask(0177);
    int result = bind(descriptor, (struct sockaddr *)&address, sizeof address);
    umask(mask);
    if (result < 0 || listen(descriptor, 8) < 0)
        return failed(descriptor);
    return descriptor;
}

int csession_accept(int listener) {
    int descriptor = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor < 0)
        return -1;
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0)
        return failed(descriptor);
    if (peer.uid == geteuid() || peer.uid == 0)
        return descriptor;
    errno = EPERM;
    return failed(descriptor);
}

void csession_notify(const char *text) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no thread changes the environment.
    const char *path = getenv("NOTIFY_SOCKET");
    int descriptor = path ? connect_to(path, SOCK_DGRAM) : -1;
    if (descriptor < 0)
        return;
    // A message is lost if systemd's queue is full. Another one follows.
    (void)!send(descriptor, text, strlen(text), MSG_NOSIGNAL);
    close(descriptor);
}

int csession_signals(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}
