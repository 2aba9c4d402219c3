/// What it costs at least to know where the fingers are: `parse FILE.evbin PASSES`.
///
/// Reads an array of 64-bit `struct input_event` as a daemon would read a device, and keeps a table
/// of slots: nothing is recognised, nothing is written but `frames=N ns0=N …`.
#include <fcntl.h>
#include <linux/input.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct slot {
    int32_t id, x, y, pressure;
};

static struct slot slots[64];
static unsigned current;
static uint64_t changed;
uint64_t volatile seen; // Keeps the compiler from leaving the work out.

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void take_axis(unsigned code, int32_t value) {
    struct slot *slot = &slots[current];
    switch (code) {
    case ABS_MT_SLOT:
        current = (unsigned)value % 64;
        return;
    case ABS_MT_TRACKING_ID:
        slot->id = value;
        break;
    case ABS_MT_POSITION_X:
        slot->x = value;
        break;
    case ABS_MT_POSITION_Y:
        slot->y = value;
        break;
    case ABS_MT_PRESSURE:
        slot->pressure = value;
        break;
    default:
        return;
    }
    changed |= 1ULL << current;
}

// The frames in what was read.
static long take(const struct input_event *events, size_t count) {
    long frames = 0;
    for (size_t i = 0; i < count; i++) {
        if (events[i].type == EV_ABS) {
            take_axis(events[i].code, events[i].value);
        } else if (events[i].type == EV_SYN && events[i].code == SYN_REPORT) {
            frames++;
            seen += changed;
            changed = 0;
        }
    }
    return frames;
}

int main(int count, char **arguments) {
    static struct input_event events[1024];
    int file = count == 3 ? open(arguments[1], O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) {
        fprintf(stderr, "usage: parse FILE.evbin PASSES\n");
        return 64;
    }
    for (long pass = 0; pass < strtol(arguments[2], NULL, 10); pass++) {
        long long begin = now();
        long frames = 0;
        ssize_t bytes;
        lseek(file, 0, SEEK_SET);
        while ((bytes = read(file, events, sizeof events)) > 0)
            frames += take(events, (size_t)bytes / sizeof *events);
        if (pass == 0)
            printf("frames=%ld", frames);
        printf(" ns%ld=%lld", pass, (now() - begin) / (frames ? frames : 1));
    }
    printf("\n");
    return 0;
}
