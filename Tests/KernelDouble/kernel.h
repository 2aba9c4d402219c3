/// One input device of a kernel that exists only in this program.
///
/// It keeps slots, filters, queues and drops events like the kernel's input core and evdev, and
/// answers ioctl(2) and read(2), which this program defines itself. So the events between two
/// system calls of a reader can be chosen exactly.
#ifndef KERNEL_DOUBLE_H
#define KERNEL_DOUBLE_H

#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Events that a reader's queue holds.
#define KERNEL_QUEUE 64

/// The properties of the device and the behaviour of its kernel; set before it is opened.
struct kernel_setup {
    int32_t slots; ///< 0: single touch.
    bool has_button;
    bool is_mouse;        ///< Whether BTN_LEFT is all that reports a touch, in a single touch.
    bool has_keys;        ///< Whether it is a keyboard too.
    bool has_pen;         ///< Whether it has BTN_TOOL_PEN.
    bool is_anonymous;    ///< Whether it reports contacts without slots (protocol A).
    bool refuses_clock;   ///< EVIOCSCLOCKID fails.
    bool refuses_masks;   ///< EVIOCSMASK is not known.
    bool is_grabbed;      ///< Another program has grabbed it.
    bool claims_all;      ///< Whether it announces the axis below ABS_MT_SLOT too.
    unsigned interrupted; ///< That many of the next calls fail with EINTR.
    bool gone;            ///< Every call fails with ENODEV.
};

extern struct kernel_setup kernel_setup;

/// One frame of a driver: its SYN_REPORT is not among the events.
struct kernel_frame {
    int64_t time_us;
    bool is_own; ///< For `kernel_send_later`: the kernel reports it itself.
    size_t count;
    struct input_event events[KERNEL_QUEUE];
};

/// Makes a new, untouched device, for the next open.
void kernel_reset(const struct kernel_setup *setup);

/// The driver reports a frame now.
void kernel_send(const struct kernel_frame *frame);

/// The kernel itself reports a frame now: its SYN_REPORT is 1.
void kernel_send_own(const struct kernel_frame *frame);

/// The driver reports a part of a frame now; its next frame completes it.
void kernel_send_half(const struct kernel_frame *frame);

/// The driver reports a part of a frame now that readers lose, with SYN_DROPPED in its place; its
/// next frame completes it.
void kernel_lose(const struct kernel_frame *frame);

/// The driver reports a frame just before the `calls`th next call, ioctl(2) or read(2). Returns
/// false if too many are scheduled.
bool kernel_send_later(unsigned calls, const struct kernel_frame *frame);

/// Whether the reader has grabbed the device.
bool kernel_is_grabbed(void);

/// The driver releases a slot, and no reader receives an event.
void kernel_forget(int32_t slot);

/// The driver releases a button, and no reader receives an event.
void kernel_forget_button(void);

/// The pressure becomes 0, and no reader receives an event.
void kernel_forget_pressure(void);

/// The kernel's value of an axis, of one slot for an axis of the slots.
int32_t kernel_value(int32_t slot, unsigned code);

#endif
