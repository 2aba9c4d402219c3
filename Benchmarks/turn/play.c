/// Plays events to a running daemon, each frame a turn of its loop:
/// `play FILE.evbin PASSES CLIENTS DEVICES SOCKET COMMAND …`.
///
/// Starts the command (gestured with event-node.c preloaded), connects so many clients to the
/// socket that it makes, and has each device report each frame, one after the other, as soon as the
/// one before is read. Stamps are those of the file and an hour hence, so that nothing is due by
/// the clock, however slow the daemon is made; a pass starts later than the one before by its span
/// and a second. Prints `frames=N events=N`: the turns of a pass, and the lines of gestures that
/// the first client read in it.
#define _GNU_SOURCE
#include "rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { most_clients = 1000, room = 1 << 20 };

static const int64_t hour_us = INT64_C(3600000000), pause_us = 1000000, settle_us = 200000;

struct file {
    struct input_event *events;
    size_t count;
};

static int clients[most_clients], client_count;
static char bytes[room + 1];

static struct file read_file(const char *path) {
    struct file file = {0};
    struct stat status;
    FILE *stream = fopen(path, "re");
    if (!stream || fstat(fileno(stream), &status) < 0)
        rig_give_up(path);
    file.count = (size_t)status.st_size / sizeof *file.events;
    file.events = malloc(file.count * sizeof *file.events);
    if (!file.events || fread(file.events, sizeof *file.events, file.count, stream) != file.count)
        rig_give_up(path);
    fclose(stream);
    return file;
}

static int64_t stamp(const struct input_event *event) {
    return event->input_event_sec * INT64_C(1000000) + event->input_event_usec;
}

static void delay(struct file file, int64_t us) {
    for (size_t i = 0; i < file.count; i++) {
        int64_t later = stamp(&file.events[i]) + us;
        file.events[i].input_event_sec = later / 1000000;
        file.events[i].input_event_usec = later % 1000000;
    }
}

// Reads until the daemon has described everything to the client.
static void await_snapshot(int client) {
    size_t count = 0;
    while (!memmem(bytes, count, "\"snapshot_end\"", strlen("\"snapshot_end\""))) {
        ssize_t more = -1;
        if (rig_await_input(client, rig_timeout_ms))
            more = recv(client, bytes + count, room - count, 0);
        if (more <= 0)
            rig_give_up("no snapshot");
        count += (size_t)more;
    }
}

// Gesture lines in what was read: whole lines, as the daemon sends them.
static long count_lines(size_t count) {
    static const char mark[] = "{\"type\":\"gesture\"";
    long lines = 0;
    for (const char *at = bytes; (at = memmem(at, bytes + count - at, mark, strlen(mark))); at++)
        lines++;
    return lines;
}

// Reads what is there for each client; the gesture lines of the first.
static long read_clients(void) {
    long lines = 0;
    for (int i = 0; i < client_count; i++) {
        ssize_t count;
        while ((count = recv(clients[i], bytes, room, MSG_DONTWAIT)) > 0)
            if (i == 0)
                lines += count_lines((size_t)count);
    }
    return lines;
}

struct tally {
    long frames, lines;
};

// All frames of the file, to each device.
static struct tally play(const struct rig_server *server, struct file file) {
    struct tally tally = {0};
    size_t first = 0;
    for (size_t i = 0; i < file.count; i++) {
        if (file.events[i].type != EV_SYN || file.events[i].code != SYN_REPORT)
            continue;
        for (int j = 0; j < server->device_count; j++) {
            rig_report(server->devices[j], file.events + first, i + 1 - first);
            rig_await_read(server->devices[j]);
            tally.lines += read_clients();
            tally.frames++;
        }
        first = i + 1;
    }
    // The last turn may not be over.
    rig_rest_us(settle_us);
    tally.lines += read_clients();
    return tally;
}

int main(int count, char **arguments) {
    long passes = count > 6 ? strtol(arguments[2], NULL, 10) : 0;
    long wanted = count > 6 ? strtol(arguments[3], NULL, 10) : 0;
    long devices = count > 6 ? strtol(arguments[4], NULL, 10) : 0;
    if (passes < 1 || wanted < 0 || wanted > most_clients || devices < 1 ||
        devices > rig_most_devices) {
        fprintf(stderr, "usage: play FILE.evbin PASSES CLIENTS DEVICES SOCKET COMMAND ...\n");
        return 64;
    }
    struct file file = read_file(arguments[1]);
    if (file.count == 0)
        rig_give_up(arguments[1]);
    struct rig_server server;
    rig_start(&server, (int)devices, arguments + 6);
    while (client_count < wanted) {
        clients[client_count++] = rig_connect(arguments[5]);
        await_snapshot(clients[client_count - 1]);
    }
    int64_t span = stamp(&file.events[file.count - 1]) - stamp(file.events) + pause_us;
    delay(file, rig_now_us() + hour_us - stamp(file.events));
    struct tally tally = {0};
    for (long pass = 0; pass < passes; pass++) {
        struct tally played = play(&server, file);
        if (pass == 0)
            tally = played;
        delay(file, span);
    }
    rig_stop(&server);
    free(file.events);
    printf("frames=%ld events=%ld\n", tally.frames, tally.lines);
    return 0;
}
