/// A libevdev reader of a touch device, compared with the kernel: `reader NODE`.
///
/// Prints `ready` once the node is open. For each line on standard input it reads all events that
/// wait, then prints the changes since the last line: `down SLOT X Y` and `up SLOT X Y`, in the
/// axes' units at the end of the frame; `differ NAME READER KERNEL` for each value that differs
/// from the kernel's; `dropped` for each SYN_DROPPED; and `done`. Ends at the end of standard
/// input, or prints `gone` when the device is removed.
#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MAX_SLOTS = 32 };

struct reader {
    struct libevdev *device;
    int slots;
    int ids[MAX_SLOTS]; // tracking ids at the end of the last frame
};

static void fail(const char *what, int error) {
    fprintf(stderr, "reader: cannot %s: %s\n", what, strerror(error));
    exit(1);
}

static void end_frame(struct reader *reader) {
    for (int slot = 0; slot < reader->slots; slot++) {
        int id = libevdev_get_slot_value(reader->device, (unsigned)slot, ABS_MT_TRACKING_ID);
        if (id == reader->ids[slot])
            continue;
        int x = libevdev_get_slot_value(reader->device, (unsigned)slot, ABS_MT_POSITION_X);
        int y = libevdev_get_slot_value(reader->device, (unsigned)slot, ABS_MT_POSITION_Y);
        if (reader->ids[slot] >= 0)
            printf("up %d %d %d\n", slot, x, y);
        if (id >= 0)
            printf("down %d %d %d\n", slot, x, y);
        reader->ids[slot] = id;
    }
}

static void read_all(struct reader *reader) {
    struct input_event event;
    unsigned flags = LIBEVDEV_READ_FLAG_NORMAL;
    for (;;) {
        int status = libevdev_next_event(reader->device, flags, &event);
        if (status == -EAGAIN && flags == LIBEVDEV_READ_FLAG_NORMAL)
            return;
        if (status == -EAGAIN) {
            flags = LIBEVDEV_READ_FLAG_NORMAL;
            continue;
        }
        if (status == -ENODEV) {
            puts("gone");
            exit(0);
        }
        if (status < 0)
            fail("read the device", -status);
        if (status == LIBEVDEV_READ_STATUS_SYNC && flags == LIBEVDEV_READ_FLAG_NORMAL) {
            puts("dropped");
            flags = LIBEVDEV_READ_FLAG_SYNC;
        }
        if (libevdev_event_is_code(&event, EV_SYN, SYN_REPORT))
            end_frame(reader);
    }
}

static void compare_axis(const struct reader *reader, unsigned code, const char *name) {
    struct {
        unsigned code;
        int values[MAX_SLOTS];
    } kernel = {.code = code};
    int descriptor = libevdev_get_fd(reader->device);
    if (ioctl(descriptor, EVIOCGMTSLOTS(sizeof kernel), &kernel) < 0)
        fail("ask for the slots", errno);
    for (int slot = 0; slot < reader->slots; slot++) {
        int value = libevdev_get_slot_value(reader->device, (unsigned)slot, code);
        if (value != kernel.values[slot])
            printf("differ %s[%d] %d %d\n", name, slot, value, kernel.values[slot]);
    }
}

static void compare(const struct reader *reader) {
    struct input_absinfo slot;
    if (ioctl(libevdev_get_fd(reader->device), EVIOCGABS(ABS_MT_SLOT), &slot) < 0)
        fail("ask for the slot", errno);
    int current = libevdev_get_current_slot(reader->device);
    if (current != slot.value)
        printf("differ slot %d %d\n", current, slot.value);
    compare_axis(reader, ABS_MT_TRACKING_ID, "id");
    compare_axis(reader, ABS_MT_POSITION_X, "x");
    compare_axis(reader, ABS_MT_POSITION_Y, "y");
    compare_axis(reader, ABS_MT_PRESSURE, "pressure");
}

// Waits for events or a request and handles them; returns false at the end of standard input.
static bool serve(struct reader *reader) {
    struct pollfd ready[] = {{libevdev_get_fd(reader->device), POLLIN, 0},
                             {STDIN_FILENO, POLLIN, 0}};
    if (poll(ready, 2, -1) < 0)
        fail("wait", errno);
    read_all(reader);
    if (ready[1].revents == 0)
        return true;
    char request;
    if (read(STDIN_FILENO, &request, 1) != 1)
        return false;
    compare(reader);
    puts("done");
    if (fflush(stdout) != 0)
        fail("write", errno);
    return true;
}

int main(int argc, char *argv[]) {
    if (argc != 2) {
        fputs("Usage: reader NODE\n", stderr);
        return 64;
    }
    struct reader reader = {0};
    int descriptor = open(argv[1], O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0)
        fail("open the node", errno);
    int status = libevdev_new_from_fd(descriptor, &reader.device);
    if (status < 0)
        fail("take the device", -status);
    reader.slots = libevdev_get_num_slots(reader.device);
    if (reader.slots > MAX_SLOTS)
        reader.slots = MAX_SLOTS;
    for (int slot = 0; slot < reader.slots; slot++)
        reader.ids[slot] =
            libevdev_get_slot_value(reader.device, (unsigned)slot, ABS_MT_TRACKING_ID);
    puts("ready");
    if (fflush(stdout) != 0)
        fail("write", errno);
    while (serve(&reader)) {
    }
    libevdev_free(reader.device);
    return close(descriptor) == 0 ? 0 : 1;
}
