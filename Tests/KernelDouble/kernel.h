/// The kernel's side of one input device, simulated in this program.
///
/// It keeps slots, filters, queues and drops events like the kernel's input core and evdev, and
/// answers ioctl(2) and read(2), which this program defines itself. So a test can choose exactly
/// the events between two system calls of a reader.
#ifndef KERNEL_DOUBLE_H
#define KERNEL_DOUBLE_H

#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The number of events for which a reader's queue has room.
#define KERNEL_QUEUE 64

/// The properties of the device and the behaviour of its kernel; set before it is opened.
struct kernel_setup {
    int32_t slots;        ///< 0 for single touch.
    bool has_button;      ///< Whether it has BTN_TOUCH.
    bool is_mouse;        ///< Whether it is a single-touch device that reports BTN_LEFT only.
    bool has_keys;        ///< Whether it is a keyboard too.
    bool has_pen;         ///< Whether it has BTN_TOOL_PEN.
    bool is_anonymous;    ///< Whether it reports contacts without slots (protocol A).
    bool refuses_clock;   ///< Whether EVIOCSCLOCKID fails.
    bool refuses_masks;   ///< Whether EVIOCSMASK fails.
    bool is_grabbed;      ///< Whether another program has grabbed it.
    bool claims_all;      ///< Whether it announces the axis below ABS_MT_SLOT too.
    unsigned interrupted; ///< How many of the next calls fail with EINTR.
    bool gone;            ///< Whether every call fails with ENODEV.
};

extern struct kernel_setup kernel_setup;

/// One frame of a driver, without its SYN_REPORT.
struct kernel_frame {
    int64_t time_us;
    bool is_own; ///< For `kernel_send_later`: whether the kernel itself reports it.
    size_t count;
    struct input_event events[KERNEL_QUEUE];
};

/// Replaces the device with a new one without contacts, for the next open.
void kernel_reset(const struct kernel_setup *setup);

/// Reports a frame of the driver.
void kernel_send(const struct kernel_frame *frame);

/// Reports a frame of the kernel itself: the value of its SYN_REPORT is 1.
void kernel_send_own(const struct kernel_frame *frame);

/// Reports the first events of a frame of the driver; its next frame completes it.
void kernel_send_half(const struct kernel_frame *frame);

/// Reports the first events of a frame of the driver, which readers lose: SYN_DROPPED replaces
/// them. The driver's next frame completes it.
void kernel_lose(const struct kernel_frame *frame);

/// Schedules a frame just before the `calls`th next call of ioctl(2) or read(2). Returns false if
/// too many are scheduled.
bool kernel_send_later(unsigned calls, const struct kernel_frame *frame);

/// Whether the reader has grabbed the device.
bool kernel_is_grabbed(void);

/// Releases a slot without an event for readers.
void kernel_forget(int32_t slot);

/// Releases BTN_TOUCH without an event for readers.
void kernel_forget_button(void);

/// Sets the pressure to 0 without an event for readers.
void kernel_forget_pressure(void);

/// The kernel's value of an axis: for a multitouch axis, that of the slot.
int32_t kernel_value(int32_t slot, unsigned code);

#endif
