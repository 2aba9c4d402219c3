#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct relay {
    int target;
    int source;
    int ended;
} relay;

// Writes bytes, blocking. If no reader is left, drops the rest.
static void pass(int target, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(target, bytes, count);
        if (written >= 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (errno == EAGAIN) {
            // Another process that shares the file description has made it non-blocking.
            struct pollfd request = {.fd = target, .events = POLLOUT};
            poll(&request, 1, -1);
        } else if (errno != EINTR) {
            return;
        }
    }
}

static void *run(void *context) {
    relay *task = context;
    char bytes[4096];
    ssize_t count;
    while ((count = read(task->source, bytes, sizeof bytes)) != 0) {
        if (count > 0) {
            pass(task->target, bytes, (size_t)count);
        } else if (errno != EINTR) {
            break;
        }
    }
    close(task->source);
    close(task->target);
    close(task->ended);
    free(task);
    return NULL;
}

int clinux_start_detached(void *(*body)(void *), void *context) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_t attributes;
    int problem = pthread_attr_init(&attributes);
    if (problem != 0)
        return problem;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, (size_t)256 * 1024);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    problem = pthread_create(&thread, &attributes, body, context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return problem;
}

int clinux_relay_start(int target, int *input, int *ended) {
    int input_pipe[2], end_pipe[2];
    if (pipe2(input_pipe, O_CLOEXEC) != 0)
        return -1;
    if (pipe2(end_pipe, O_CLOEXEC) != 0) {
        int problem = errno;
        close(input_pipe[0]);
        close(input_pipe[1]);
        errno = problem;
        return -1;
    }
    // Not malloc, whose failures tests cannot inject here (docs/fuzzing.md).
    relay *task = calloc(1, sizeof *task);
    // A duplicate: the caller may close `target`, and its number may be reused, before the thread
    // ends.
    int copy = fcntl(target, F_DUPFD_CLOEXEC, 3);
    int problem = task == NULL ? ENOMEM : copy < 0 ? errno : 0;
    if (problem == 0) {
        *task = (relay){.target = copy, .source = input_pipe[0], .ended = end_pipe[1]};
        // Only this end of the pipe is non-blocking: the thread waits at the other end.
        fcntl(input_pipe[1], F_SETFL, O_NONBLOCK);
        problem = clinux_start_detached(run, task);
    }
    if (problem == 0) {
        *input = input_pipe[1];
        *ended = end_pipe[0];
        return 0;
    }
    free(task);
    if (copy >= 0)
        close(copy);
    for (int each = 0; each < 2; each += 1) {
        close(input_pipe[each]);
        close(end_pipe[each]);
    }
    errno = problem;
    return -1;
}
