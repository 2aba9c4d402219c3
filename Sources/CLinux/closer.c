#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// Options of Linux 6.5 and 6.16 that the headers of Debian 12 do not have.
enum { PASS_PIDFD = 76, PASS_RIGHTS = 83 };

// Older glibc has the member, but not its name.
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

// Ignored by default, so that a signal outside the wait has no effect.
enum { INTERRUPT = SIGURG };

// The interval of the signals to a thread whose close lingers. One signal may not suffice: it may
// arrive before the thread waits.
static const struct timespec interrupt_interval = {.tv_nsec = 1000000};

// More than the number of messages that a socket's buffer can hold.
enum { MAXIMUM_READS = 4096 };

struct clinux_closer {
    // The number of users: the owner and each thread; the last one frees it.
    atomic_int users;
    // The socket that threads send their reports to.
    int reports;
};

typedef struct job {
    clinux_closer *closer;
    int socket;
    uint32_t tag;
} job;

ssize_t clinux_peek(int socket, void *bytes, size_t length, bool *carries_descriptors) {
    struct iovec buffer = {.iov_base = bytes, .iov_len = length};
    // Without a control buffer the kernel installs no descriptor, and reports that some were
    // omitted.
    struct msghdr message = {.msg_iov = &buffer, .msg_iovlen = 1};
    ssize_t count = recvmsg(socket, &message, MSG_PEEK);
    *carries_descriptors = count >= 0 && (message.msg_flags & MSG_CTRUNC) != 0;
    return count;
}

int clinux_read_urgent_inline(int socket) {
    int value = 1;
    return setsockopt(socket, SOL_SOCKET, SO_OOBINLINE, &value, sizeof value);
}

void clinux_refuse_ancillary_data(int listener, bool accepts_descriptors) {
    int value = 0;
    // Accepted sockets inherit these options. clinux_peek would mistake any other ancillary data
    // for descriptors, because it sets MSG_CTRUNC as well.
    (void)setsockopt(listener, SOL_SOCKET, SO_PASSCRED, &value, sizeof value);
    (void)setsockopt(listener, SOL_SOCKET, SO_PASSSEC, &value, sizeof value);
    (void)setsockopt(listener, SOL_SOCKET, PASS_PIDFD, &value, sizeof value);
    if (!accepts_descriptors)
        (void)setsockopt(listener, SOL_SOCKET, PASS_RIGHTS, &value, sizeof value);
}

static void release(clinux_closer *closer) {
    if (atomic_fetch_sub(&closer->users, 1) != 1)
        return;
    close(closer->reports);
    free(closer);
}

clinux_closer *clinux_closer_create(int *reports) {
    int ends[2];
    clinux_closer *closer = calloc(1, sizeof *closer);
    if (closer == NULL)
        return NULL;
    // A report is one datagram.
    if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0) {
        free(closer);
        return NULL;
    }
    atomic_init(&closer->users, 1);
    closer->reports = ends[1];
    *reports = ends[0];
    return closer;
}

void clinux_closer_release(clinux_closer *closer) {
    release(closer);
}

static void do_nothing(int signal) {
    (void)signal;
}

// Starts a timer that interrupts this thread's waits; false if the kernel has no timer left.
static bool start_interrupts(timer_t *timer) {
    struct sigaction action = {.sa_handler = do_nothing, .sa_flags = SA_RESTART};
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, INTERRUPT);
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = INTERRUPT};
    event.sigev_notify_thread_id = gettid();
    if (sigaction(INTERRUPT, &action, NULL) != 0 ||
        timer_create(CLOCK_MONOTONIC, &event, timer) != 0)
        return false;
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    struct itimerspec setting = {.it_interval = interrupt_interval, .it_value = interrupt_interval};
    timer_settime(*timer, 0, &setting, NULL);
    return true;
}

static void *run(void *context) {
    job *task = context;
    char bytes[4096];
    timer_t timer;
    bool has_timer = start_interrupts(&timer);
    // Unread input is discarded first, so that the peer's last read returns the end and not
    // ECONNRESET. Without a control buffer, descriptors are dropped without being installed, which
    // does not call their flush.
    for (int count = 0; count < MAXIMUM_READS; count += 1) {
        ssize_t received = recv(task->socket, bytes, sizeof bytes, MSG_DONTWAIT);
        if (received == 0 || (received < 0 && errno == EAGAIN))
            break;
    }
    close(task->socket);
    if (has_timer)
        timer_delete(timer);
    // At most one report per thread is queued, and there is room for ten.
    (void)send(task->closer->reports, &task->tag, sizeof task->tag, MSG_NOSIGNAL);
    release(task->closer);
    free(task);
    return NULL;
}

int clinux_closer_start(clinux_closer *closer, int socket, uint32_t tag) {
    job *task = calloc(1, sizeof *task);
    if (task == NULL)
        return ENOMEM;
    *task = (job){.closer = closer, .socket = socket, .tag = tag};
    atomic_fetch_add(&closer->users, 1);
    int problem = clinux_start_detached(run, task);
    if (problem != 0) {
        release(closer);
        free(task);
    }
    return problem;
}
