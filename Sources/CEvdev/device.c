#define _GNU_SOURCE
#include "device.h"

#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// The values that an assembler keeps for a slot.
static const uint16_t multitouch_axes[CEVDEV_MAX_AXES] = {
    ABS_MT_TRACKING_ID, ABS_MT_POSITION_X,  ABS_MT_POSITION_Y, ABS_MT_PRESSURE,
    ABS_MT_TOUCH_MAJOR, ABS_MT_TOUCH_MINOR, ABS_MT_TOOL_TYPE,  ABS_MT_DISTANCE,
};
static const uint16_t single_touch_axes[] = {ABS_X, ABS_Y, ABS_PRESSURE};
#define SINGLE_TOUCH_AXES (sizeof single_touch_axes / sizeof *single_touch_axes)

int cevdev_set_event_mask(int fd, uint32_t type, const unsigned long *bits, uint32_t size) {
    struct input_mask mask = {.type = type, .codes_size = size, .codes_ptr = (uintptr_t)bits};
    int result = cevdev_ioctl(fd, EVIOCSMASK, &mask);
    return result == -EINVAL || result == -ENOTTY ? -ENOTSUP : result;
}

// Selects the left button of an absolute mouse if no other code reports touches.
static void choose_touch_key(cevdev_layout *layout, const unsigned long *keys) {
    bool is_mouse = !layout->multitouch && !layout->anonymous && !layout->has_pressure &&
                    !cevdev_has_bit(keys, BTN_TOUCH) && cevdev_has_bit(keys, BTN_LEFT);
    layout->touch_key = is_mouse ? BTN_LEFT : BTN_TOUCH;
    layout->has_btn_touch = cevdev_has_bit(keys, layout->touch_key);
}

// Masks all keys except those of touches and tools. Returns 0 or -errno: if the kernel does not
// support masks, -ENOTSUP for a device that has other keys.
static int select_keys(int fd, cevdev_layout *layout) {
    unsigned long wanted[CEVDEV_LONGS_FOR(KEY_CNT)] = {0},
                  announced[CEVDEV_LONGS_FOR(KEY_CNT)] = {0};
    for (unsigned code = BTN_TOOL_PEN; code <= BTN_TOOL_QUADTAP; code++)
        if (code != BTN_STYLUS && code != BTN_STYLUS2 && code != BTN_STYLUS3)
            cevdev_set_bit(wanted, code);
    int result = cevdev_ioctl(fd, EVIOCGBIT(EV_KEY, sizeof announced), announced);
    if (result < 0)
        return result;
    choose_touch_key(layout, announced);
    if (layout->has_btn_touch)
        cevdev_set_bit(wanted, layout->touch_key);
    result = cevdev_set_event_mask(fd, EV_KEY, wanted, sizeof wanted);
    if (result != -ENOTSUP)
        return result;
    for (size_t i = 0; i < CEVDEV_LONGS_FOR(KEY_CNT); i++)
        if (announced[i] & ~wanted[i])
            return result;
    return 0;
}

static int select_axes(int fd, cevdev_layout *layout) {
    unsigned long axes[CEVDEV_LONGS_FOR(ABS_CNT)] = {0}, wanted[CEVDEV_LONGS_FOR(ABS_CNT)] = {0};
    int result = cevdev_ioctl(fd, EVIOCGBIT(EV_ABS, sizeof axes), axes);
    if (result < 0)
        return result;
    bool has_all_axes = cevdev_has_bit(axes, ABS_MT_SLOT) && cevdev_has_bit(axes, ABS_MT_SLOT - 1);
    bool has_contacts = !has_all_axes && cevdev_has_bit(axes, ABS_MT_POSITION_X) &&
                        cevdev_has_bit(axes, ABS_MT_POSITION_Y);
    layout->has_pressure = cevdev_has_bit(axes, ABS_PRESSURE);
    layout->multitouch = has_contacts && cevdev_has_bit(axes, ABS_MT_SLOT);
    layout->anonymous = has_contacts && !layout->multitouch;
    if (has_contacts)
        for (unsigned code = ABS_MT_SLOT; code <= ABS_MT_TOOL_Y; code++)
            cevdev_set_bit(wanted, code);
    else
        for (size_t i = 0; i < SINGLE_TOUCH_AXES; i++)
            cevdev_set_bit(wanted, single_touch_axes[i]);
    result = cevdev_set_event_mask(fd, EV_ABS, wanted, sizeof wanted);
    return result == -ENOTSUP ? 0 : result;
}

// Masks all events of EV_MSC except the panel's scan time.
static int select_scan_time(int fd) {
    unsigned long wanted[CEVDEV_LONGS_FOR(MSC_CNT)] = {0};
    cevdev_set_bit(wanted, MSC_TIMESTAMP);
    return cevdev_set_event_mask(fd, EV_MSC, wanted, sizeof wanted);
}

// Called first, because the kernel does not queue masked events from then on.
static int select_events(int fd, cevdev_layout *layout) {
    int result = select_axes(fd, layout);
    if (result == 0)
        result = select_keys(fd, layout);
    if (result < 0)
        return result;
    unsigned long types[CEVDEV_LONGS_FOR(EV_CNT)] = {0};
    cevdev_set_bit(types, EV_SYN);
    cevdev_set_bit(types, EV_KEY);
    cevdev_set_bit(types, EV_ABS);
    cevdev_set_bit(types, EV_MSC);
    result = select_scan_time(fd);
    if (result == 0)
        result = cevdev_set_event_mask(fd, 0, types, sizeof types);
    return result == -ENOTSUP ? 0 : result;
}

// Chooses the axes to query: none in protocol A, whose contacts the kernel does not keep.
static void choose_axes(cevdev_device *device) {
    bool multitouch = device->layout.multitouch;
    if (device->layout.anonymous)
        return;
    const uint16_t *axes = multitouch ? multitouch_axes : single_touch_axes;
    size_t count = multitouch ? CEVDEV_MAX_AXES : SINGLE_TOUCH_AXES;
    for (size_t i = 0; i < count; i++)
        if (cevdev_device_has_code(device, EV_ABS, axes[i]))
            device->axes[device->axis_count++] = axes[i];
}

static int32_t slot_count(const cevdev_device *device) {
    struct input_absinfo slots;
    if (!device->layout.multitouch || !cevdev_device_axis(device, ABS_MT_SLOT, &slots) ||
        slots.maximum < 0)
        return 1;
    return slots.maximum < TOUCH_MAX_SLOTS ? slots.maximum + 1 : TOUCH_MAX_SLOTS;
}

static void describe_touch(const cevdev_device *device, cevdev_layout *layout) {
    struct input_absinfo pressure = {0};
    layout->slots = slot_count(device);
    layout->has_pressure = cevdev_device_axis(device, ABS_PRESSURE, &pressure);
    layout->pressure_threshold = pressure.minimum;
    layout->hovers = cevdev_device_has_code(device, EV_ABS, ABS_DISTANCE) &&
                     !cevdev_device_has_code(device, EV_ABS, ABS_MT_DISTANCE);
}

static bool has_pen(const cevdev_device *device) {
    for (unsigned code = BTN_TOOL_PEN; code <= BTN_TOOL_AIRBRUSH; code++)
        if (cevdev_device_has_code(device, EV_KEY, code))
            return true;
    return false;
}

static int describe(cevdev_device *device) {
    // libevdev would print remarks about unusual devices on standard error.
    libevdev_set_log_function(NULL, NULL);
    int result = select_events(device->fd, &device->layout);
    if (result == 0)
        result = libevdev_new_from_fd(device->fd, &device->description);
    if (result < 0)
        return result;
    describe_touch(device, &device->layout);
    device->has_pen = has_pen(device);
    choose_axes(device);
    int clock = CLOCK_MONOTONIC;
    device->monotonic = cevdev_ioctl(device->fd, EVIOCSCLOCKID, &clock) == 0;
    return 0;
}

int cevdev_device_open(const char *path, cevdev_device **device) {
    *device = NULL;
    cevdev_device *opened = calloc(1, sizeof *opened);
    if (!opened)
        return -ENOMEM;
    // A terminal named by mistake must not become the controlling terminal of the daemon.
    opened->fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    int result = opened->fd < 0 ? -errno : describe(opened);
    if (result < 0) {
        cevdev_device_close(opened);
        return result;
    }
    *device = opened;
    return 0;
}

void cevdev_device_close(cevdev_device *device) {
    if (!device)
        return;
    libevdev_free(device->description);
    if (device->fd >= 0)
        close(device->fd);
    free(device);
}

int cevdev_device_grab(cevdev_device *device, bool grabbed) {
    // evdev interprets the pointer itself as a Boolean.
    int result = cevdev_ioctl(device->fd, EVIOCGRAB, grabbed ? device : NULL);
    // EINVAL: the device is not grabbed.
    return !grabbed && result == -EINVAL ? 0 : result;
}

int cevdev_device_check(const cevdev_device *device) {
    // A query that every node answers and that does not affect its queue.
    struct input_id id;
    int result = cevdev_ioctl(device->fd, EVIOCGID, &id);
    return result < 0 ? result : 0;
}

int cevdev_device_fd(const cevdev_device *device) {
    return device->fd;
}

static const char *non_empty(const char *value) {
    return value && *value ? value : NULL;
}

const char *cevdev_device_name(const cevdev_device *device) {
    return non_empty(libevdev_get_name(device->description));
}

const char *cevdev_device_phys(const cevdev_device *device) {
    return non_empty(libevdev_get_phys(device->description));
}

void cevdev_device_ids(const cevdev_device *device, uint16_t *bus, uint16_t *vendor,
                       uint16_t *product, uint16_t *version) {
    *bus = (uint16_t)libevdev_get_id_bustype(device->description);
    *vendor = (uint16_t)libevdev_get_id_vendor(device->description);
    *product = (uint16_t)libevdev_get_id_product(device->description);
    *version = (uint16_t)libevdev_get_id_version(device->description);
}

bool cevdev_device_has_property(const cevdev_device *device, unsigned property) {
    return libevdev_has_property(device->description, property);
}

bool cevdev_device_has_code(const cevdev_device *device, unsigned type, unsigned code) {
    return libevdev_has_event_code(device->description, type, code);
}

bool cevdev_device_axis(const cevdev_device *device, unsigned code, struct input_absinfo *axis) {
    const struct input_absinfo *known = libevdev_get_abs_info(device->description, code);
    if (known)
        *axis = *known;
    return known != NULL;
}

cevdev_layout cevdev_device_layout(const cevdev_device *device) {
    return device->layout;
}

bool cevdev_device_is_monotonic(const cevdev_device *device) {
    return device->monotonic;
}
