#include "device.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

_Static_assert(BTN_TOOL_PEN + CEVDEV_PEN_TOOLS == BTN_TOOL_FINGER, "a finger is not a pen");

// Refuses a device without a tool: nothing can be read from it. Returns 0 or -errno.
static int require_tool(int fd) {
    unsigned long keys[CEVDEV_LONGS_FOR(KEY_CNT)] = {0};
    int result = cevdev_ioctl(fd, EVIOCGBIT(EV_KEY, sizeof keys), keys);
    if (result < 0)
        return result;
    for (unsigned code = BTN_TOOL_PEN; code <= BTN_TOOL_AIRBRUSH; code++)
        if (cevdev_has_bit(keys, code))
            return 0;
    return -EINVAL;
}

// Masks everything except the tools. Returns 0 or -errno.
static int select_tools(int fd) {
    unsigned long tools[CEVDEV_LONGS_FOR(KEY_CNT)] = {0}, types[CEVDEV_LONGS_FOR(EV_CNT)] = {0};
    for (unsigned code = BTN_TOOL_PEN; code <= BTN_TOOL_AIRBRUSH; code++)
        cevdev_set_bit(tools, code);
    cevdev_set_bit(types, EV_SYN);
    cevdev_set_bit(types, EV_KEY);
    int result = cevdev_set_event_mask(fd, EV_KEY, tools, sizeof tools);
    return result < 0 ? result : cevdev_set_event_mask(fd, 0, types, sizeof types);
}

// The last step: as the clock changes, the kernel discards the events that it queued before they
// were masked (evdev_set_clk_type()). Returns 0 or -errno.
static int select_clock(int fd) {
    int clock = CLOCK_MONOTONIC;
    int result = cevdev_ioctl(fd, EVIOCSCLOCKID, &clock);
    return result == -EINVAL ? -ENOTSUP : result;
}

int cevdev_pen_open(const char *path) {
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return -errno;
    int result = require_tool(fd);
    if (result == 0)
        result = select_tools(fd);
    if (result == 0)
        result = select_clock(fd);
    if (result == 0)
        return fd;
    close(fd);
    return result;
}

ssize_t cevdev_pen_read(int fd, struct input_event *events, size_t capacity) {
    ssize_t size;
    do
        size = read(fd, events, capacity * sizeof *events);
    while (size < 0 && errno == EINTR);
    if (size < 0)
        return errno == EAGAIN ? 0 : -errno;
    return size == 0 ? -ENODEV : size / (ssize_t)sizeof *events;
}

void cevdev_pen_close(int fd) {
    close(fd);
}

int cevdev_pen_tools(int fd) {
    unsigned long keys[CEVDEV_LONGS_FOR(BTN_TOOL_AIRBRUSH + 1)] = {0};
    int result = cevdev_ioctl(fd, EVIOCGKEY(sizeof keys), keys);
    if (result < 0)
        return result;
    int tools = 0;
    for (int i = 0; i < CEVDEV_PEN_TOOLS; i++)
        tools |= cevdev_has_bit(keys, BTN_TOOL_PEN + (unsigned)i) << i;
    return tools;
}
