/// Measures the latency from a device to a client, and the processor time, of servers that run side
/// by side: `latency BURSTS FRAMES PAUSE_US DIRECTORY COMMAND … [-- COMMAND …] …`.
///
/// Starts each command with a device as descriptor 3, passes it a socket's path in the directory as
/// its last argument, and connects a client. A finger drags on each device. Then the servers take
/// turns: a burst of frames each, preceded by two that are not measured, with a pause before each
/// frame; each round begins with another server. All run on one CPU, and in this process group.
/// Prints a line for each burst: the number of the server, and the nanoseconds from the write of
/// each frame to its line. Then prints a line for each server: `cpu`, its number, and its
/// nanoseconds of processor time a frame. A failure ends the program and every server.
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/input.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { maximum_servers = 4, device_number = 3, burst_warm = 2, timeout_ms = 20000 };
enum { warm_frames = 300, warm_us = 1000, warm_tries = 20 };

struct server {
    pid_t process;
    int device, client;
    int frames;  // Reported so far.
    int fingers; // Landed so far.
};

static struct server servers[maximum_servers];
static int server_count;

static int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void sleep_us(int64_t us) {
    struct timespec time = {.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000};
    nanosleep(&time, NULL);
}

__attribute__((noreturn)) static void give_up(const char *what) {
    perror(what);
    for (int i = 0; i < server_count; i++)
        kill(servers[i].process, SIGKILL);
    exit(74);
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

// The position of the finger in a frame, in units: it moves to and fro by a millimetre a frame.
static int finger_position(int frame) {
    int step = frame % 200;
    return 4000 + 31 * (step < 100 ? step : 200 - step);
}

static void stamp_and_report(struct server *server, struct input_event *events, size_t count) {
    int64_t us = now_ns() / 1000;
    for (size_t i = 0; i < count; i++) {
        events[i].input_event_sec = us / 1000000;
        events[i].input_event_usec = us % 1000000;
    }
    ssize_t size = (ssize_t)(count * sizeof *events);
    if (write(server->device, events, (size_t)size) != size)
        give_up("write");
}

// Lands a finger, after lifting the one before it.
static void land(struct server *server) {
    struct input_event lift[] = {
        {.type = EV_ABS, .code = ABS_MT_TRACKING_ID, .value = -1},
        {.type = EV_KEY, .code = BTN_TOUCH, .value = 0},
        {.type = EV_SYN, .code = SYN_REPORT},
    };
    struct input_event landing[] = {
        {.type = EV_ABS, .code = ABS_MT_TRACKING_ID, .value = ++server->fingers},
        {.type = EV_ABS, .code = ABS_MT_POSITION_X, .value = finger_position(server->frames)},
        {.type = EV_ABS, .code = ABS_MT_POSITION_Y, .value = finger_position(server->frames)},
        {.type = EV_KEY, .code = BTN_TOUCH, .value = 1},
        {.type = EV_SYN, .code = SYN_REPORT},
    };
    if (server->fingers > 1)
        stamp_and_report(server, lift, sizeof lift / sizeof *lift);
    stamp_and_report(server, landing, sizeof landing / sizeof *landing);
}

// Reports the next position of the finger.
static void report(struct server *server) {
    int position = finger_position(++server->frames);
    struct input_event events[] = {
        {.type = EV_ABS, .code = ABS_MT_POSITION_X, .value = position},
        {.type = EV_ABS, .code = ABS_MT_POSITION_Y, .value = position},
        {.type = EV_SYN, .code = SYN_REPORT},
    };
    stamp_and_report(server, events, sizeof events / sizeof *events);
}

static void await_line(int client) {
    char bytes[1 << 14];
    ssize_t count = 0;
    do {
        struct pollfd ready = {.fd = client, .events = POLLIN};
        if (poll(&ready, 1, timeout_ms) > 0)
            count = recv(client, bytes, sizeof bytes, 0);
        if (count <= 0)
            give_up("no line came");
    } while (bytes[count - 1] != '\n');
}

// Reads all available bytes. Returns whether there were any.
static bool drain(int client) {
    char bytes[1 << 16];
    bool found = false;
    while (recv(client, bytes, sizeof bytes, MSG_DONTWAIT) > 0)
        found = true;
    return found;
}

// Drags fingers until more than half of the frames of a drag have lines: a finger that landed
// before the server opened the device is not recognised.
static void warm_up(struct server *server) {
    for (int try = 0; try < warm_tries; try++) {
        int lines = 0;
        land(server);
        for (int i = 0; i < warm_frames; i++) {
            report(server);
            sleep_us(warm_us);
            lines += drain(server->client);
        }
        if (lines > warm_frames / 2)
            return;
    }
    give_up("a drag has no lines");
}

// Runs a command in the child, which inherits only the device.
static void execute(int device, char **command) {
    if (device == device_number)
        fcntl(device, F_SETFD, 0);
    else
        dup2(device, device_number);
    execvp(command[0], command);
    perror(command[0]);
    _exit(127);
}

static void start(struct server *server, char **command) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) < 0)
        give_up("socketpair");
    server->device = pair[0];
    server->process = fork();
    if (server->process < 0)
        give_up("fork");
    if (server->process == 0)
        execute(pair[1], command);
    server_count++;
    close(pair[1]);
}

static int connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int client = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client < 0 || strlen(path) >= sizeof address.sun_path)
        give_up(path);
    memcpy(address.sun_path, path, strlen(path) + 1);
    for (int waited = 0; connect(client, (struct sockaddr *)&address, sizeof address) < 0;
         waited++) {
        if (waited > timeout_ms)
            give_up("connect");
        sleep_us(1000);
    }
    return client;
}

// Starts a server, connects a client, and drags a finger on its device.
static void add(const char *directory, char **arguments, int count) {
    struct server *server = &servers[server_count];
    char path[4096];
    char **command = calloc((size_t)count + 2, sizeof *command);
    if (!command || server_count == maximum_servers)
        give_up("latency");
    snprintf(path, sizeof path, "%s/latency-%d.sock", directory, server_count);
    memcpy(command, arguments, (size_t)count * sizeof *command);
    command[count] = path;
    start(server, command);
    free(command);
    server->client = connect_to(path);
    warm_up(server);
}

static void play(int number, int frames, int64_t pause_us) {
    struct server *server = &servers[number];
    drain(server->client);
    printf("%d", number);
    for (int i = -burst_warm; i < frames; i++) {
        if (pause_us > 0)
            sleep_us(pause_us);
        int64_t begin = now_ns();
        report(server);
        await_line(server->client);
        int64_t elapsed = now_ns() - begin;
        if (i >= 0)
            printf(" %lld", (long long)elapsed);
    }
    printf("\n");
}

// Nanoseconds of processor time so far: the first figure of schedstat.
static int64_t processor_time(const struct server *server) {
    char text[64] = "";
    sleep_us(warm_us); // The server's last turn may still run.
    snprintf(text, sizeof text, "/proc/%d/schedstat", (int)server->process);
    FILE *file = fopen(text, "re");
    if (!file || !fgets(text, sizeof text, file))
        give_up("schedstat");
    fclose(file);
    return strtoll(text, NULL, 10);
}

static void play_in_turn(int bursts, int frames, int64_t pause_us) {
    int64_t before[maximum_servers] = {0};
    for (int i = 0; i < server_count; i++)
        before[i] = processor_time(&servers[i]);
    for (int burst = 0; burst < bursts; burst++)
        for (int i = 0; i < server_count; i++)
            play((burst + i) % server_count, frames, pause_us);
    for (int i = 0; i < server_count; i++) {
        int64_t processor_ns = processor_time(&servers[i]) - before[i];
        int64_t turns = (int64_t)bursts * (frames + burst_warm);
        printf("cpu %d %lld\n", i, (long long)(processor_ns / turns));
    }
}

int main(int count, char **arguments) {
    int bursts = count > 5 ? (int)strtol(arguments[1], NULL, 10) : 0;
    int frames = count > 5 ? (int)strtol(arguments[2], NULL, 10) : 0;
    int64_t pause_us = count > 5 ? strtol(arguments[3], NULL, 10) : -1;
    if (bursts < 1 || frames < 1 || pause_us < 0) {
        fprintf(stderr, "usage: latency BURSTS FRAMES PAUSE_US DIRECTORY COMMAND ... "
                        "[-- COMMAND ...] ...\n");
        return 64;
    }
    pin();
    for (int first = 5, i = 5; i <= count; i++) {
        if (i < count && strcmp(arguments[i], "--") != 0)
            continue;
        add(arguments[4], arguments + first, i - first);
        first = i + 1;
    }
    play_in_turn(bursts, frames, pause_us);
    for (int i = 0; i < server_count; i++)
        kill(servers[i].process, SIGTERM);
    while (wait(NULL) > 0) {
    }
    return 0;
}
