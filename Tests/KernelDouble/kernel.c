#include "kernel.h"
#include "queue.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX_SLOTS     64
#define MAX_SCHEDULED 16

struct kernel_setup kernel_setup;

static struct {
    int descriptor; // -1 until the first ioctl that only an event node supports.
    int32_t slots[MAX_SLOTS][ABS_CNT];
    int32_t axes[ABS_CNT];
    int32_t driver_slot; // The driver's current slot; queued before the next event of this slot.
    uint8_t keys[KEY_CNT];
    bool is_grabbed;
} device = {.descriptor = -1};

static struct {
    unsigned calls; // The number of calls until the frame is sent; 0 if the entry is free.
    struct kernel_frame frame;
} scheduled[MAX_SCHEDULED];

static bool is_slot_axis(unsigned code) {
    return kernel_setup.slots && code >= ABS_MT_TOUCH_MAJOR && code <= ABS_MT_TOOL_Y;
}

void kernel_reset(const struct kernel_setup *setup) {
    kernel_setup = *setup;
    memset(&device, 0, sizeof device);
    memset(scheduled, 0, sizeof scheduled);
    queue_reset();
    device.descriptor = -1;
    for (size_t i = 0; i < MAX_SLOTS; i++)
        device.slots[i][ABS_MT_TRACKING_ID] = -1;
}

int32_t kernel_value(int32_t slot, unsigned code) {
    return is_slot_axis(code) ? device.slots[slot][code] : device.axes[code];
}

bool kernel_is_grabbed(void) {
    return device.is_grabbed;
}

void kernel_forget(int32_t slot) {
    if (slot >= 0 && slot < MAX_SLOTS)
        device.slots[slot][ABS_MT_TRACKING_ID] = -1;
}

void kernel_forget_button(void) {
    device.keys[BTN_TOUCH] = 0;
}

void kernel_forget_pressure(void) {
    device.axes[ABS_PRESSURE] = 0;
}

static void send_axis(const struct input_event *event, int64_t time_us) {
    if (event->code == ABS_MT_SLOT) {
        if (event->value >= 0 && event->value < kernel_setup.slots)
            device.driver_slot = event->value;
        return;
    }
    // Without slots the kernel keeps no state of multitouch axes, and filters no event.
    if (kernel_setup.is_anonymous && event->code > ABS_MT_SLOT) {
        queue_add(EV_ABS, event->code, event->value, time_us);
        return;
    }
    bool in_slot = is_slot_axis(event->code);
    int32_t *value =
        in_slot ? &device.slots[device.driver_slot][event->code] : &device.axes[event->code];
    if (*value == event->value)
        return;
    *value = event->value;
    if (in_slot && device.axes[ABS_MT_SLOT] != device.driver_slot) {
        device.axes[ABS_MT_SLOT] = device.driver_slot;
        queue_add(EV_ABS, ABS_MT_SLOT, device.driver_slot, time_us);
    }
    queue_add(EV_ABS, event->code, event->value, time_us);
}

void kernel_send_half(const struct kernel_frame *frame) {
    for (size_t i = 0; i < frame->count; i++) {
        const struct input_event *event = &frame->events[i];
        if (event->type == EV_ABS && event->code < ABS_CNT) {
            send_axis(event, frame->time_us);
        } else if (event->type == EV_KEY && event->code < KEY_CNT) {
            if (device.keys[event->code] == event->value)
                continue;
            device.keys[event->code] = (uint8_t)event->value;
            queue_add(EV_KEY, event->code, event->value, frame->time_us);
        } else {
            queue_add(event->type, event->code, event->value, frame->time_us);
        }
    }
}

void kernel_send(const struct kernel_frame *frame) {
    kernel_send_half(frame);
    queue_report(frame->time_us, 0);
}

void kernel_send_own(const struct kernel_frame *frame) {
    kernel_send_half(frame);
    queue_report(frame->time_us, 1);
}

void kernel_lose(const struct kernel_frame *frame) {
    queue_begin_loss(frame->time_us);
    kernel_send_half(frame);
    queue_end_loss();
}

bool kernel_send_later(unsigned calls, const struct kernel_frame *frame) {
    for (size_t i = 0; i < MAX_SCHEDULED; i++)
        if (scheduled[i].calls == 0) {
            scheduled[i].calls = calls;
            scheduled[i].frame = *frame;
            return true;
        }
    return false;
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

static void describe_axes(void *bits, size_t size) {
    set_bit(bits, size, ABS_X);
    set_bit(bits, size, ABS_Y);
    if (!kernel_setup.is_mouse)
        set_bit(bits, size, ABS_PRESSURE);
    for (unsigned code = ABS_MT_SLOT; kernel_setup.slots && code <= ABS_MT_TOOL_Y; code++)
        set_bit(bits, size, code);
    for (unsigned code = ABS_MT_POSITION_X; code <= ABS_MT_POSITION_Y; code++)
        if (kernel_setup.is_anonymous)
            set_bit(bits, size, code);
    if (kernel_setup.claims_all)
        set_bit(bits, size, ABS_MT_SLOT - 1);
}

static void describe_codes(unsigned type, void *bits, size_t size) {
    if (type == 0) {
        set_bit(bits, size, EV_ABS);
        set_bit(bits, size, EV_MSC);
        if (kernel_setup.has_button || kernel_setup.has_keys || kernel_setup.has_pen ||
            kernel_setup.is_mouse)
            set_bit(bits, size, EV_KEY);
    } else if (type == EV_KEY) {
        if (kernel_setup.has_button)
            set_bit(bits, size, BTN_TOUCH);
        if (kernel_setup.is_mouse)
            set_bit(bits, size, BTN_LEFT);
        if (kernel_setup.has_pen)
            set_bit(bits, size, BTN_TOOL_PEN);
        for (unsigned code = KEY_1; kernel_setup.has_keys && code < KEY_COMPOSE; code++)
            set_bit(bits, size, code);
    } else if (type == EV_MSC) {
        set_bit(bits, size, MSC_TIMESTAMP);
    } else if (type == EV_ABS) {
        describe_axes(bits, size);
    }
}

static int answer_axis(unsigned code, struct input_absinfo *axis) {
    *axis = (struct input_absinfo){.value = device.axes[code], .maximum = 4095, .resolution = 10};
    if (code == ABS_MT_SLOT)
        axis->maximum = kernel_setup.slots - 1;
    return 0;
}

static int answer_slots(int32_t *request, size_t size) {
    unsigned code = (unsigned)request[0];
    size_t count = size / sizeof *request - 1;
    for (size_t i = 0; i < count && i < (size_t)kernel_setup.slots; i++)
        request[1 + i] = device.slots[i][code];
    return 0;
}

static int answer_keys(void *bits, size_t size) {
    memset(bits, 0, size);
    for (unsigned code = 0; code < KEY_CNT; code++)
        if (device.keys[code])
            set_bit(bits, size, code);
    queue_flush(EV_KEY);
    return (int)size;
}

static int answer_name(char *name, size_t size) {
    static const char model[] = "Double Touch";
    size_t length = size < sizeof model ? size : sizeof model;
    memcpy(name, model, length);
    return (int)length;
}

static int answer_grab(const void *argument) {
    if (argument && (kernel_setup.is_grabbed || device.is_grabbed))
        return refuse(EBUSY);
    if (!argument && !device.is_grabbed)
        return refuse(EINVAL);
    device.is_grabbed = argument != NULL;
    return 0;
}

static int answer(unsigned long request, void *argument) {
    unsigned number = _IOC_NR(request);
    size_t size = _IOC_SIZE(request);
    if (request == EVIOCSMASK)
        return kernel_setup.refuses_masks ? refuse(EINVAL) : queue_set_mask(argument);
    if (request == EVIOCSCLOCKID)
        return kernel_setup.refuses_clock ? refuse(EINVAL) : queue_restart();
    if (request == EVIOCGRAB)
        return answer_grab(argument);
    if (number == _IOC_NR(EVIOCGMTSLOTS(0)))
        return kernel_setup.slots ? answer_slots(argument, size) : refuse(EINVAL);
    if (number == _IOC_NR(EVIOCGKEY(0)))
        return answer_keys(argument, size);
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
    if (number >= _IOC_NR(EVIOCGBIT(0, 0)))
        describe_codes(number - _IOC_NR(EVIOCGBIT(0, 0)), argument, size);
    return (int)size;
}

// Sends the scheduled frames that are due before a call is answered. Returns 0, or -1 with errno if
// the call fails.
static int enter(void) {
    for (size_t i = 0; i < MAX_SCHEDULED; i++)
        if (scheduled[i].calls > 0) {
            scheduled[i].calls--;
            if (scheduled[i].calls == 0)
                (scheduled[i].frame.is_own ? kernel_send_own : kernel_send)(&scheduled[i].frame);
        }
    if (kernel_setup.gone)
        return refuse(ENODEV);
    if (kernel_setup.interrupted == 0)
        return 0;
    kernel_setup.interrupted--;
    return refuse(EINTR);
}

int ioctl(int descriptor, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (_IOC_TYPE(request) != 'E')
        return (int)syscall(SYS_ioctl, descriptor, request, argument);
    device.descriptor = descriptor;
    return enter() < 0 ? -1 : answer(request, argument);
}

ssize_t read(int descriptor, void *buffer, size_t size) {
    if (descriptor != device.descriptor)
        return syscall(SYS_read, descriptor, buffer, size);
    if (enter() < 0)
        return -1;
    size_t count = queue_pop(buffer, size / sizeof(struct input_event));
    return count ? (ssize_t)(count * sizeof(struct input_event)) : refuse(EAGAIN);
}

int poll(struct pollfd *requests, nfds_t count, int timeout_ms) {
    if (count != 1 || requests[0].fd != device.descriptor)
        return (int)syscall(SYS_poll, requests, count, timeout_ms);
    requests[0].revents = queue_is_readable() ? POLLIN : 0;
    return requests[0].revents != 0;
}
