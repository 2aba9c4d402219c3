/// Reads a touch device and compares its slots with the kernel's: `SlotProbe NODE`.
///
/// Prints `ready` once the node is open. Each line on standard input requests a comparison, after
/// all events of the device have been read; the answer is a line that begins with `equal` or
/// `differ`. Ends when standard input ends, or prints `gone` and ends when the device is removed.
/// Exit status 0, or 1 after an error.
#include "CEvdev.h"
#include "reader.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void fail(const char *what, int error) {
    fprintf(stderr, "SlotProbe: cannot %s: %s\n", what, strerror(error));
    exit(1);
}

static void print_line(const char *line) {
    puts(line);
    if (fflush(stdout) != 0)
        fail("write", errno);
}

// Reads everything; ends the program if the device was removed.
static void read_all(struct reader *reader) {
    int result = reader_read(reader);
    if (result == -ENODEV) {
        print_line("gone");
        exit(0);
    }
    if (result < 0)
        fail("read the device", -result);
}

// The value of one axis in an assembler's slot.
static int32_t value_of(const touch_slot *slot, uint32_t code) {
    switch (code) {
    case ABS_MT_TRACKING_ID:
        return slot->tracking_id;
    case ABS_MT_POSITION_X:
        return slot->x;
    case ABS_MT_POSITION_Y:
        return slot->y;
    case ABS_MT_PRESSURE:
        return slot->pressure;
    case ABS_MT_TOUCH_MAJOR:
        return slot->touch_major;
    case ABS_MT_TOUCH_MINOR:
        return slot->touch_minor;
    default:
        return slot->tool_type;
    }
}

// Compares one axis of every slot. Returns the number of differences, and prints each on standard
// error.
static size_t differences(const struct reader *reader, uint32_t code) {
    struct {
        uint32_t code;
        int32_t values[TOUCH_MAX_SLOTS];
    } kernel = {.code = code};
    if (ioctl(cevdev_device_fd(reader->device), EVIOCGMTSLOTS(sizeof kernel), &kernel) < 0)
        fail("ask for the slots", errno);
    size_t count = 0;
    int32_t slots = cevdev_device_layout(reader->device).slots;
    for (int32_t slot = 0; slot < slots; slot++) {
        int32_t ours = value_of(&reader->slots[slot], code);
        if (ours == kernel.values[slot])
            continue;
        fprintf(stderr, "slot %d, axis 0x%x: the kernel has %d, we have %d\n", slot, code,
                kernel.values[slot], ours);
        count++;
    }
    return count;
}

static void compare(const struct reader *reader) {
    static const uint16_t codes[] = {
        ABS_MT_TRACKING_ID, ABS_MT_POSITION_X,  ABS_MT_POSITION_Y, ABS_MT_PRESSURE,
        ABS_MT_TOUCH_MAJOR, ABS_MT_TOUCH_MINOR, ABS_MT_TOOL_TYPE,
    };
    size_t count = 0;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (cevdev_device_has_code(reader->device, EV_ABS, codes[i]))
            count += differences(reader, codes[i]);
    printf("%s differences=%zu frames=%llu resynchronised=%llu\n", count ? "differ" : "equal",
           count, (unsigned long long)reader->frames, (unsigned long long)reader->resynchronised);
    if (fflush(stdout) != 0)
        fail("write", errno);
}

// Handles standard input: one comparison a line. Returns false at its end.
static bool answer(struct reader *reader) {
    char text[256];
    ssize_t size = read(STDIN_FILENO, text, sizeof text);
    if (size < 0 && errno != EINTR)
        fail("read standard input", errno);
    for (ssize_t i = 0; i < size; i++) {
        if (text[i] != '\n')
            continue;
        read_all(reader);
        compare(reader);
    }
    return size != 0;
}

int main(int count, char **arguments) {
    static struct reader reader;
    if (count != 2) {
        fprintf(stderr, "usage: SlotProbe NODE\n");
        return 64;
    }
    int result = reader_open(&reader, arguments[1]);
    if (result < 0)
        fail("open the device", -result);
    if (!cevdev_device_layout(reader.device).multitouch)
        fail("compare a device without slots", ENOTSUP);
    print_line("ready");
    struct pollfd sources[] = {
        {.fd = cevdev_device_fd(reader.device), .events = POLLIN},
        {.fd = STDIN_FILENO, .events = POLLIN},
    };
    for (;;) {
        if (poll(sources, 2, -1) < 0 && errno != EINTR)
            fail("wait", errno);
        if (sources[0].revents)
            read_all(&reader);
        if (sources[1].revents && !answer(&reader))
            break;
    }
    reader_close(&reader);
    return 0;
}
