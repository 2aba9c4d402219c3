#include "device.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

struct oracle_device oracle_device = {.descriptor = -1};

static void set_bit(uint8_t *bits, size_t size, unsigned bit) {
    if (bit / 8 < size)
        bits[bit / 8] |= (uint8_t)(1u << (bit % 8));
}

static void describe_codes(unsigned type, uint8_t *bits, size_t size) {
    switch (type) {
    case 0: // The event types.
        set_bit(bits, size, EV_SYN);
        set_bit(bits, size, EV_ABS);
        set_bit(bits, size, EV_MSC);
        if (oracle_device.has_btn_touch)
            set_bit(bits, size, EV_KEY);
        break;
    case EV_KEY:
        set_bit(bits, size, BTN_TOUCH);
        break;
    case EV_MSC:
        set_bit(bits, size, MSC_TIMESTAMP);
        break;
    case EV_ABS:
        set_bit(bits, size, ABS_X);
        set_bit(bits, size, ABS_Y);
        set_bit(bits, size, ABS_PRESSURE);
        for (unsigned code = ABS_MT_SLOT; oracle_device.slots && code <= ABS_MT_TOOL_Y; code++)
            set_bit(bits, size, code);
        break;
    }
}

static void describe_axis(unsigned code, struct input_absinfo *axis) {
    *axis = (struct input_absinfo){.minimum = 0, .maximum = INT16_MAX};
    if (code == ABS_MT_SLOT)
        axis->maximum = oracle_device.slots - 1;
}

// Every slot empty, as on an untouched panel.
static void describe_slots(int32_t *request, size_t size) {
    int32_t empty = request[0] == ABS_MT_TRACKING_ID ? -1 : 0;
    for (size_t i = 1; i < size / sizeof *request; i++)
        request[i] = empty;
}

static int answer(unsigned long request, void *argument) {
    unsigned number = _IOC_NR(request);
    size_t size = _IOC_SIZE(request);
    if (number == _IOC_NR(EVIOCGMTSLOTS(0))) {
        describe_slots(argument, size);
        return 0;
    }
    if (!(_IOC_DIR(request) & _IOC_READ))
        return 0;
    memset(argument, 0, size);
    if (number >= _IOC_NR(EVIOCGABS(0))) {
        describe_axis(number - _IOC_NR(EVIOCGABS(0)), argument);
    } else if (number >= _IOC_NR(EVIOCGBIT(0, 0))) {
        describe_codes(number - _IOC_NR(EVIOCGBIT(0, 0)), argument, size);
        return (int)size;
    }
    return 0;
}

int ioctl(int descriptor, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (descriptor == oracle_device.descriptor && _IOC_TYPE(request) == 'E')
        return answer(request, argument);
    return (int)syscall(SYS_ioctl, descriptor, request, argument);
}

ssize_t read(int descriptor, void *buffer, size_t size) {
    if (descriptor != oracle_device.descriptor)
        return syscall(SYS_read, descriptor, buffer, size);
    size_t count = size / sizeof(struct input_event);
    if (count > oracle_device.count)
        count = oracle_device.count;
    if (count == 0) {
        errno = EAGAIN;
        return -1;
    }
    memcpy(buffer, oracle_device.events, count * sizeof(struct input_event));
    oracle_device.events += count;
    oracle_device.count -= count;
    return (ssize_t)(count * sizeof(struct input_event));
}
