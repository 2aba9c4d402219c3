/// How long it takes from a device to its subscribers: `latency FRAMES CLIENTS SOCKET COMMAND …`.
///
/// Starts the command with a socketpair that stands for the device as descriptor 3, connects so
/// many clients to the socket that it makes, drags a finger to and fro, and reads the line of each
/// frame. Everything runs on one CPU. Prints `p50_ns=N p99_ns=N`, from the write of a frame to the
/// first client's line.
#define _GNU_SOURCE
#include <linux/input.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { most_clients = 64, warm_frames = 200, frame_us = 500, timeout_ms = 5000 };

static int device, clients[most_clients], client_count;
static pid_t command = -1;

static void give_up(const char *what) {
    perror(what);
    if (command > 0)
        kill(command, SIGKILL);
    exit(74);
}

static int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void rest(void) {
    struct timespec time = {.tv_nsec = frame_us * 1000L};
    nanosleep(&time, NULL);
}

static void pin(void) {
    cpu_set_t allowed, one;
    CPU_ZERO(&one);
    if (sched_getaffinity(0, sizeof allowed, &allowed) < 0)
        give_up("sched_getaffinity");
    for (int cpu = CPU_SETSIZE - 1; cpu >= 0 && CPU_COUNT(&one) == 0; cpu--)
        if (CPU_ISSET(cpu, &allowed))
            CPU_SET(cpu, &one);
    if (sched_setaffinity(0, sizeof one, &one) < 0)
        give_up("sched_setaffinity");
}

static void start(char **arguments) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) < 0)
        give_up("socketpair");
    command = fork();
    if (command == 0) {
        dup2(pair[1], 3);
        execvp(arguments[0], arguments);
        _exit(127);
    }
    close(pair[1]);
    device = pair[0];
}

static void connect_client(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client < 0)
        give_up("socket");
    int64_t end = now_ns() + timeout_ms * 1000000LL;
    while (connect(client, (struct sockaddr *)&address, sizeof address) < 0) {
        if (now_ns() > end)
            give_up("connect");
        rest();
    }
    clients[client_count++] = client;
}

// One report of the panel: a finger that goes to and fro by a millimetre a frame.
static void write_frame(int number) {
    int64_t us = now_ns() / 1000;
    int away = number % 200 < 100 ? number % 100 : 100 - number % 100;
    struct input_event events[6];
    int count = 0;
#define PUT(t, c, v)                                                                               \
    events[count++] = (struct input_event) {                                                       \
        {us / 1000000, us % 1000000}, t, c, v                                                      \
    }
    if (number == 0) {
        PUT(EV_ABS, ABS_MT_TRACKING_ID, 1);
        PUT(EV_KEY, BTN_TOUCH, 1);
    }
    PUT(EV_ABS, ABS_MT_POSITION_X, 4000 + 31 * away);
    PUT(EV_ABS, ABS_MT_POSITION_Y, 4000 + 31 * away);
    PUT(EV_SYN, SYN_REPORT, 0);
    if (write(device, events, (size_t)count * sizeof *events) < 0)
        give_up("write");
}

// Waits for one line of one client.
static void read_line(int client) {
    char bytes[4096];
    ssize_t count;
    do {
        struct pollfd ready = {.fd = client, .events = POLLIN};
        if (poll(&ready, 1, timeout_ms) <= 0 || (count = read(client, bytes, sizeof bytes)) <= 0)
            give_up("no line came");
    } while (bytes[count - 1] != '\n');
}

static void drain(int client) {
    char bytes[1 << 16];
    while (recv(client, bytes, sizeof bytes, MSG_DONTWAIT) > 0)
        continue;
}

static int by_size(const void *one, const void *other) {
    int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

int main(int count, char **arguments) {
    int frames = count > 4 ? (int)strtol(arguments[1], NULL, 10) : 0;
    int wanted = count > 4 ? (int)strtol(arguments[2], NULL, 10) : 0;
    if (frames < 100 || wanted < 1 || wanted > most_clients) {
        fprintf(stderr, "usage: latency FRAMES CLIENTS SOCKET COMMAND ...\n");
        return 64;
    }
    pin();
    start(arguments + 4);
    while (client_count < wanted)
        connect_client(arguments[3]);
    for (int i = 0; i < warm_frames; i++) {
        write_frame(i);
        rest();
    }
    for (int i = 0; i < client_count; i++)
        drain(clients[i]);
    int64_t *times = calloc((size_t)frames, sizeof *times);
    if (!times)
        give_up("calloc");
    for (int i = 0; i < frames; i++) {
        rest();
        int64_t begin = now_ns();
        write_frame(warm_frames + i);
        read_line(clients[0]);
        times[i] = now_ns() - begin;
        for (int j = 1; j < client_count; j++)
            read_line(clients[j]);
    }
    kill(command, SIGTERM);
    waitpid(command, NULL, 0);
    qsort(times, (size_t)frames, sizeof *times, by_size);
    printf("p50_ns=%lld p99_ns=%lld\n", (long long)times[frames / 2],
           (long long)times[(size_t)frames * 99 / 100]);
    return 0;
}
