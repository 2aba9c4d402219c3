/// How long it takes from a device to a client, of servers that run side by side:
/// `latency BURSTS FRAMES PAUSE_US DIRECTORY COMMAND … [-- COMMAND …] …`.
///
/// Starts each command with a device as descriptor 3, gives it a socket's path in the directory as
/// its last argument, and connects a client. A finger drags on each device. Then the servers have
/// their turns: a burst of frames each, of which the first two only warm up, with a pause before
/// each frame; each time another server begins. All run on one CPU, and in this process group.
/// Prints a line for each burst: the number of the server, and the nanoseconds from the write of
/// each frame to its line.
#define _GNU_SOURCE
#include "rig.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { most_servers = 4, burst_warm = 2, line_timeout_ms = 5000 };
enum { warm_frames = 300, warm_us = 1000, warm_tries = 20 };

struct party {
    struct rig_server server;
    int client;
    int frames;  // Reported so far.
    int fingers; // Landed so far.
};

static struct party parties[most_servers];
static int party_count;

static void pin(void) {
    cpu_set_t allowed, one;
    CPU_ZERO(&one);
    if (sched_getaffinity(0, sizeof allowed, &allowed) < 0)
        rig_give_up("sched_getaffinity");
    for (int cpu = CPU_SETSIZE - 1; cpu >= 0 && CPU_COUNT(&one) == 0; cpu--)
        if (CPU_ISSET(cpu, &allowed))
            CPU_SET(cpu, &one);
    if (sched_setaffinity(0, sizeof one, &one) < 0)
        rig_give_up("sched_setaffinity");
}

// To and fro, by a millimetre each way and frame.
static int place(int frame) {
    int step = frame % 200;
    return 4000 + 31 * (step < 100 ? step : 200 - step);
}

static void stamp_and_report(struct party *party, struct input_event *events, size_t count) {
    int64_t us = rig_now_us();
    for (size_t i = 0; i < count; i++) {
        events[i].input_event_sec = us / 1000000;
        events[i].input_event_usec = us % 1000000;
    }
    rig_report(party->server.devices[0], events, count);
}

// A finger lands, the one before it has lifted.
static void land(struct party *party) {
    struct input_event lift[] = {
        {.type = EV_ABS, .code = ABS_MT_TRACKING_ID, .value = -1},
        {.type = EV_KEY, .code = BTN_TOUCH, .value = 0},
        {.type = EV_SYN, .code = SYN_REPORT},
    };
    struct input_event landing[] = {
        {.type = EV_ABS, .code = ABS_MT_TRACKING_ID, .value = ++party->fingers},
        {.type = EV_ABS, .code = ABS_MT_POSITION_X, .value = place(party->frames)},
        {.type = EV_ABS, .code = ABS_MT_POSITION_Y, .value = place(party->frames)},
        {.type = EV_KEY, .code = BTN_TOUCH, .value = 1},
        {.type = EV_SYN, .code = SYN_REPORT},
    };
    if (party->fingers > 1)
        stamp_and_report(party, lift, sizeof lift / sizeof *lift);
    stamp_and_report(party, landing, sizeof landing / sizeof *landing);
}

// The panel's next report of the finger.
static void report(struct party *party) {
    int at = place(++party->frames);
    struct input_event events[] = {
        {.type = EV_ABS, .code = ABS_MT_POSITION_X, .value = at},
        {.type = EV_ABS, .code = ABS_MT_POSITION_Y, .value = at},
        {.type = EV_SYN, .code = SYN_REPORT},
    };
    stamp_and_report(party, events, sizeof events / sizeof *events);
}

static void await_line(int client) {
    char bytes[1 << 14];
    ssize_t count = 0;
    do {
        if (rig_await_input(client, line_timeout_ms))
            count = recv(client, bytes, sizeof bytes, 0);
        if (count <= 0)
            rig_give_up("no line came");
    } while (bytes[count - 1] != '\n');
}

// Drags a finger until each frame has had its line for a while: one that landed before the server
// had opened the device is no finger to it.
static void warm_up(struct party *party) {
    for (int try = 0; try < warm_tries; try++) {
        int lines = 0;
        land(party);
        for (int i = 0; i < warm_frames; i++) {
            report(party);
            rig_rest_us(warm_us);
            lines += rig_drain(party->client);
        }
        if (lines > warm_frames / 2)
            return;
    }
    rig_give_up("a drag has no lines");
}

// Starts a server, and drags a finger on its device.
static void add(const char *directory, char **words, int count) {
    struct party *party = &parties[party_count];
    char path[4096];
    char **command = calloc((size_t)count + 2, sizeof *command);
    if (!command || party_count == most_servers)
        rig_give_up("latency");
    snprintf(path, sizeof path, "%s/latency-%d.sock", directory, party_count++);
    memcpy(command, words, (size_t)count * sizeof *command);
    command[count] = path;
    rig_start(&party->server, 1, command);
    free(command);
    party->client = rig_connect(path);
    warm_up(party);
}

static void play(int number, int frames, int64_t pause_us) {
    struct party *party = &parties[number];
    rig_drain(party->client);
    printf("%d", number);
    for (int i = -burst_warm; i < frames; i++) {
        if (pause_us > 0)
            rig_rest_us(pause_us);
        int64_t begin = rig_now_ns();
        report(party);
        await_line(party->client);
        int64_t taken = rig_now_ns() - begin;
        if (i >= 0)
            printf(" %lld", (long long)taken);
    }
    printf("\n");
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
    for (int burst = 0; burst < bursts; burst++)
        for (int i = 0; i < party_count; i++)
            play((burst + i) % party_count, frames, pause_us);
    for (int i = 0; i < party_count; i++)
        rig_stop(&parties[i].server);
    return 0;
}
