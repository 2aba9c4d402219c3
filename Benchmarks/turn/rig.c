#define _GNU_SOURCE
#include "rig.h"

#include <fcntl.h>
#include <linux/sockios.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { first_device = 3, most_servers = 8, step_us = 50 };

static pid_t servers[most_servers];
static int server_count;

int64_t rig_now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

int64_t rig_now_us(void) {
    return rig_now_ns() / 1000;
}

void rig_rest_us(int64_t us) {
    struct timespec time = {.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000};
    nanosleep(&time, NULL);
}

void rig_give_up(const char *what) {
    perror(what);
    for (int i = 0; i < server_count; i++)
        kill(servers[i], SIGKILL);
    exit(74);
}

// In the child: nothing but the devices is handed on.
static void become(const int *ends, int count, char **command) {
    int kept[rig_most_devices];
    // Out of the way first: an end may have the number of another device.
    for (int i = 0; i < count; i++)
        kept[i] = fcntl(ends[i], F_DUPFD_CLOEXEC, first_device + rig_most_devices);
    for (int i = 0; i < count; i++)
        dup2(kept[i], first_device + i);
    execvp(command[0], command);
    perror(command[0]);
    _exit(127);
}

void rig_start(struct rig_server *server, int device_count, char **command) {
    int ends[rig_most_devices];
    if (device_count > rig_most_devices || server_count == most_servers)
        rig_give_up("too many devices or servers");
    server->device_count = device_count;
    for (int i = 0; i < device_count; i++) {
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) < 0)
            rig_give_up("socketpair");
        server->devices[i] = pair[0];
        ends[i] = pair[1];
    }
    server->process = fork();
    if (server->process < 0)
        rig_give_up("fork");
    if (server->process == 0)
        become(ends, device_count, command);
    servers[server_count++] = server->process;
    for (int i = 0; i < device_count; i++)
        close(ends[i]);
}

void rig_stop(struct rig_server *server) {
    kill(server->process, SIGTERM);
    for (int waited = 0; waitpid(server->process, NULL, WNOHANG) == 0; waited++) {
        if (waited > rig_timeout_ms)
            rig_give_up("a server does not end");
        rig_rest_us(1000);
    }
    for (int i = 0; i < server_count; i++)
        if (servers[i] == server->process)
            servers[i] = servers[--server_count];
}

int rig_connect(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path)
        rig_give_up("too long a path");
    memcpy(address.sun_path, path, strlen(path) + 1);
    int client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client < 0)
        rig_give_up("socket");
    int64_t end = rig_now_us() + INT64_C(1000) * rig_timeout_ms;
    while (connect(client, (struct sockaddr *)&address, sizeof address) < 0) {
        if (rig_now_us() > end)
            rig_give_up("connect");
        rig_rest_us(1000);
    }
    return client;
}

void rig_report(int device, const struct input_event *events, size_t count) {
    size_t size = count * sizeof *events;
    if (write(device, events, size) != (ssize_t)size)
        rig_give_up("write");
}

void rig_await_read(int device) {
    int64_t end = rig_now_us() + INT64_C(1000) * rig_timeout_ms;
    int unread = 1;
    while (ioctl(device, SIOCOUTQ, &unread) == 0 && unread > 0) {
        if (rig_now_us() > end)
            rig_give_up("a frame is not read");
        rig_rest_us(step_us);
    }
}

bool rig_await_input(int descriptor, int timeout_ms) {
    struct pollfd ready = {.fd = descriptor, .events = POLLIN};
    return poll(&ready, 1, timeout_ms) > 0;
}

bool rig_drain(int client) {
    char bytes[1 << 16];
    bool was_there = false;
    while (recv(client, bytes, sizeof bytes, MSG_DONTWAIT) > 0)
        was_there = true;
    return was_there;
}
