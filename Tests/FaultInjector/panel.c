#define _GNU_SOURCE
#include "faults.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SLOTS 10

bool is_panel(int descriptor) {
    struct stat status;
    return syscall(SYS_newfstatat, descriptor, "", &status, AT_EMPTY_PATH) == 0 &&
           S_ISFIFO(status.st_mode);
}

static int refuse(int error) {
    errno = error;
    return -1;
}

static void set_bit(void *bits, size_t size, unsigned bit) {
    unsigned long *words = bits;
    size_t width = sizeof *words * 8;
    if (bit / 8 < size)
        words[bit / width] |= 1ul << bit % width;
}

static void describe_codes(unsigned type, void *bits, size_t size) {
    static const unsigned axes[] = {ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y,
                                    ABS_MT_TRACKING_ID};
    if (type == 0) {
        set_bit(bits, size, EV_KEY);
        set_bit(bits, size, EV_ABS);
    } else if (type == EV_KEY) {
        set_bit(bits, size, BTN_TOUCH);
    } else if (type == EV_ABS) {
        for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
            set_bit(bits, size, axes[i]);
    }
}

static int answer_slots(int32_t *request, size_t size) {
    size_t count = size / sizeof *request - 1;
    int32_t empty = request[0] == ABS_MT_TRACKING_ID ? -1 : 0;
    for (size_t i = 0; i < count; i++)
        request[1 + i] = empty;
    return 0;
}

static int answer_axis(unsigned code, struct input_absinfo *axis) {
    *axis = (struct input_absinfo){.maximum = 4095, .resolution = 10};
    if (code == ABS_MT_SLOT)
        axis->maximum = SLOTS - 1;
    if (code == ABS_MT_TRACKING_ID)
        axis->maximum = 65535;
    return 0;
}

static int answer_name(char *name, size_t size) {
    static const char model[] = "Fault Touch";
    size_t length = size < sizeof model ? size : sizeof model;
    memcpy(name, model, length);
    return (int)length;
}

int panel_answer(int descriptor, unsigned long request, void *argument) {
    (void)descriptor;
    unsigned number = _IOC_NR(request);
    size_t size = _IOC_SIZE(request);
    if (request == EVIOCSMASK || request == EVIOCSCLOCKID || request == EVIOCGRAB)
        return 0;
    if (number == _IOC_NR(EVIOCGMTSLOTS(0)))
        return answer_slots(argument, size);
    memset(argument, 0, size);
    if (number == _IOC_NR(EVIOCGNAME(0)))
        return answer_name(argument, size);
    if (number == _IOC_NR(EVIOCGPHYS(0)) || number == _IOC_NR(EVIOCGUNIQ(0)))
        return refuse(ENOENT);
    if (number == _IOC_NR(EVIOCGPROP(0)))
        set_bit(argument, size, INPUT_PROP_DIRECT);
    if (request == EVIOCGID)
        *(struct input_id *)argument = (struct input_id){BUS_USB, 0x1234, 0x5678, 0x0110};
    if (number >= _IOC_NR(EVIOCGABS(0)))
        return answer_axis(number - _IOC_NR(EVIOCGABS(0)), argument);
    if (number >= _IOC_NR(EVIOCGBIT(0, 0)) && number < _IOC_NR(EVIOCGBIT(EV_MAX, 0)))
        describe_codes(number - _IOC_NR(EVIOCGBIT(0, 0)), argument, size);
    return (int)size;
}
