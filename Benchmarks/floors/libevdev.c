/// What libevdev alone costs on a stream of events: `libevdev FILE.evbin PASSES [SLOTS]`.
///
/// Asks libevdev for each event (libevdev_next_event) of a device that answers as the oracle of the
/// tests does, and that has a frame at a time; nothing is done with them. Prints `frames=N ns0=N
/// …`.
#include "../../Tests/LibevdevOracle/device.h"

#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Events up to and including the first SYN_REPORT: what the kernel would wake a reader for.
static size_t frame_length(const struct input_event *events, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (events[i].type == EV_SYN && events[i].code == SYN_REPORT)
            return i + 1;
    return count;
}

static long follow(struct libevdev *device, const struct input_event *events, size_t count) {
    struct input_event event;
    long frames = 0;
    while (count > 0) {
        size_t length = frame_length(events, count);
        oracle_device.events = events;
        oracle_device.count = length;
        while (libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL, &event) ==
               LIBEVDEV_READ_STATUS_SUCCESS)
            frames += event.type == EV_SYN && event.code == SYN_REPORT;
        events += length;
        count -= length;
    }
    return frames;
}

int main(int count, char **arguments) {
    int file = count >= 3 ? open(arguments[1], O_RDONLY | O_CLOEXEC) : -1;
    struct stat status;
    if (file < 0 || fstat(file, &status) < 0) {
        fprintf(stderr, "usage: libevdev FILE.evbin PASSES [SLOTS]\n");
        return 64;
    }
    void *events = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    oracle_device.descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
    oracle_device.slots = count > 3 ? (int)strtol(arguments[3], NULL, 10) : 10;
    oracle_device.has_btn_touch = 1;
    struct libevdev *device = NULL;
    if (events == MAP_FAILED || libevdev_new_from_fd(oracle_device.descriptor, &device) < 0) {
        fprintf(stderr, "libevdev: cannot make the device\n");
        return 74;
    }
    for (long pass = 0; pass < strtol(arguments[2], NULL, 10); pass++) {
        long long begin = now();
        long frames = follow(device, events, (size_t)status.st_size / sizeof(struct input_event));
        if (pass == 0)
            printf("frames=%ld", frames);
        printf(" ns%ld=%lld", pass, (now() - begin) / (frames ? frames : 1));
    }
    printf("\n");
    libevdev_free(device);
    return 0;
}
