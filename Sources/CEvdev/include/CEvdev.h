/// Collects input events of the kernel into frames of multitouch slots.
///
/// The only module that includes <linux/input.h>, libevdev and libudev. Names begin with `cevdev_`;
/// functions that can fail return 0 or -errno, those that create return NULL if out of memory.
#ifndef CEVDEV_H
#define CEVDEV_H

#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "touch_frame.h"

/// The maximum number of contacts of a device without slots.
#define CEVDEV_MAX_ANONYMOUS 16

/// The number of tools of a pen: BTN_TOOL_PEN, RUBBER, BRUSH, PENCIL and AIRBRUSH.
#define CEVDEV_PEN_TOOLS 5

/// The time after a pen has left in which contacts may be those of the hand that held it, in µs.
/// libinput waits as long before it accepts touches again.
#define CEVDEV_PEN_QUIET_US 90000

/// The properties that a device announces about its contacts.
typedef struct cevdev_layout {
    /// Slots of a multitouch device (the maximum of ABS_MT_SLOT plus one); clamped to 1…64.
    int32_t slots;

    /// Whether the device uses multitouch protocol B. If it uses neither B nor A, ABS_X, ABS_Y and
    /// ABS_PRESSURE are slot 0, whose contacts get increasing generated tracking ids.
    bool multitouch;

    /// Whether the device uses multitouch protocol A: each frame has all contacts in any order,
    /// each followed by an SYN_MT_REPORT. `multitouch` takes precedence.
    bool anonymous;

    /// Whether the device has `touch_key`; if not, events of the key are ignored.
    bool has_btn_touch;

    /// The key used as BTN_TOUCH: BTN_LEFT of an absolute mouse, which has neither BTN_TOUCH nor
    /// pressure. 0 means BTN_TOUCH.
    uint16_t touch_key;

    /// Whether the device has ABS_PRESSURE. A single-touch device without BTN_TOUCH is touched
    /// while it is above `pressure_threshold`; without both codes it never has a contact.
    bool has_pressure;
    int32_t pressure_threshold;

    /// Whether the device reports hovering fingers without the slots in which they are: it has
    /// ABS_DISTANCE and no ABS_MT_DISTANCE. If so, its BTN_TOUCH is trusted from the start.
    bool hovers;
} cevdev_layout;

/// Counts of events that an assembler ignored since it was created.
typedef struct cevdev_counters {
    uint64_t dropouts;            ///< Number of SYN_DROPPED.
    uint64_t dropped_events;      ///< Events of unfinished frames that SYN_DROPPED discarded.
    uint64_t unknown_slot_events; ///< Events of unannounced slots, including their ABS_MT_SLOT.
    uint64_t brief_contacts;      ///< Contacts that landed and lifted within one frame.
} cevdev_counters;

/// Assembles the input events of one device into frames of slots.
typedef struct cevdev_assembler cevdev_assembler;

/// Creates an assembler with every slot empty and all values 0; NULL if out of memory.
cevdev_assembler *cevdev_assembler_create(const cevdev_layout *layout);

/// Frees an assembler and the frame it owns; NULL is allowed.
void cevdev_assembler_destroy(cevdev_assembler *assembler);

/// Consumes events up to and including the first SYN_REPORT.
///
/// `*frame` is then the finished frame, owned by the assembler and valid until the next call, or
/// NULL if the events ended inside a frame; every SYN_REPORT finishes a frame, even an empty one.
/// Returns the number of consumed events: call again with the rest. How a stream is divided into
/// calls does not affect its frames. Never blocks, never allocates.
///
/// - Events of a slot that was not announced are ignored, up to the next ABS_MT_SLOT.
/// - A tracking id in a slot that has another: the old contact lifts, the new one lands.
/// - BTN_TOUCH 0 lifts every contact, whatever the slots hold; with BTN_TOUCH 1 those that still
///   have an id land. BTN_TOUCH of a multitouch device is trusted from the first 1 on. Until then,
///   because the reader was late or the driver only ever sends 0, only the slots count.
/// - A SYN_REPORT of value 1 is the kernel's own: if the frame lifts contacts and has no events of
///   others, the kernel released keys or slots (`released`). If BTN_TOUCH is 0 then, it is unknown
///   whether slots that still have an id are touched: they land with their next event, not with the
///   next BTN_TOUCH 1.
/// - A slot whose ABS_MT_DISTANCE is above 0 has no contact: its finger hovers.
/// - Protocol A: contacts with a tracking id continue in the slot of that id, those without in the
///   slots that minimise the sum of squared distances, as the kernel's input_mt_assign_slots()
///   does. A frame contains every contact, so that missing ones have lifted; but a frame without
///   any contact and without BTN_TOUCH 0 changes nothing. If ids disappear and others appear in one
///   frame, the new contacts are assigned to the slots of the nearest old ones. The tracking ids in
///   `slots` are generated.
/// - BTN_TOOL_PEN and similar keys only set `frame->pen`: contacts are reported as before, and
///   every live one is in `sampled` when the pen arrives.
/// - SYN_DROPPED: the unfinished frame is discarded and the slots are restored to the last
///   SYN_REPORT. The events up to the next SYN_REPORT are treated as the present state, which a
///   recorder writes there (and a reader of hardware generates from EVIOCGMTSLOTS); slots without
///   an event keep their contact. That frame is `resynchronised`: every slot that was live is
///   `lifted`, with its earlier values, and every slot that is live has `landed`.
size_t cevdev_assembler_feed(cevdev_assembler *assembler, const struct input_event *events,
                             size_t count, const touch_frame **frame);

/// Consumes events that are read from a device as they arrive: like `cevdev_assembler_feed`, but up
/// to the first SYN_DROPPED at most, which is not consumed.
///
/// If `*frame` is NULL and fewer than `count` were consumed, events were lost, and the rest is
/// outdated. Call `cevdev_device_resynchronise`, and feed the events that it returns to
/// `cevdev_assembler_feed`.
size_t cevdev_assembler_feed_live(cevdev_assembler *assembler, const struct input_event *events,
                                  size_t count, const touch_frame **frame);

/// The slot that the device last selected, announced or not; 0 before the first. A SYN_DROPPED
/// resets it to the slot at the end of the last frame.
int32_t cevdev_assembler_slot(const cevdev_assembler *assembler);

/// The counters since the assembler was created.
cevdev_counters cevdev_assembler_counters(const cevdev_assembler *assembler);

/// An event's timestamp in µs; saturates.
int64_t cevdev_event_time_us(const struct input_event *event);

/// An open event node and its description at the time it was opened.
typedef struct cevdev_device cevdev_device;

/// The maximum number of events that `cevdev_device_resynchronise` returns: for each slot its
/// number and eight values, and the dropout, the current slot, BTN_TOUCH, the tools of a pen and
/// the report.
#define CEVDEV_RESYNCHRONISATION_MAX (TOUCH_MAX_SLOTS * 9 + 10)

/// Opens an event node read-only, queries its description, and selects CLOCK_MONOTONIC for
/// timestamps if the kernel supports it (`cevdev_device_is_monotonic`).
///
/// The caller decides whether it is a touchscreen. Before anything else, all events are masked that
/// are not needed: the kernel passes on BTN_TOUCH and BTN_TOOL_* (and BTN_LEFT if no other code
/// reports touches), the multitouch axes or else ABS_X, ABS_Y and ABS_PRESSURE, and MSC_TIMESTAMP.
/// So the keys of a device that is also a keyboard are never received. Contacts may be down
/// already: call `cevdev_device_resynchronise` before the first read.
///
/// Returns 0 or -errno, `*device` then being NULL: -ENOENT and -EACCES of open(2) (the latter until
/// udev has set the mode of a new node), -ENOTTY for other files, -ENODEV if the device was removed
/// meanwhile, -ENOTSUP if it has keys and the kernel cannot mask them.
int cevdev_device_open(const char *path, cevdev_device **device);

/// Closes the node and frees its description; NULL is allowed.
void cevdev_device_close(cevdev_device *device);

/// Grabs the device's events for this reader (EVIOCGRAB), or shares them again.
///
/// While a device is grabbed, no other reader receives its events, not even the desktop. Closing
/// the node ends the grab. Returns 0 or -errno: -EBUSY if another program has grabbed the device.
int cevdev_device_grab(cevdev_device *device, bool grabbed);

/// The descriptor, for poll(2); it is non-blocking. Reports POLLERR and POLLHUP permanently once
/// the device is removed.
int cevdev_device_fd(const cevdev_device *device);

/// The device's name; NULL if it has no name. Owned by the device.
const char *cevdev_device_name(const cevdev_device *device);

/// The device's physical path; NULL if its driver reports none. Owned by the device.
const char *cevdev_device_phys(const cevdev_device *device);

/// The bus type, vendor, product and version.
void cevdev_device_ids(const cevdev_device *device, uint16_t *bus, uint16_t *vendor,
                       uint16_t *product, uint16_t *version);

/// Whether the device has a property such as INPUT_PROP_DIRECT; false for an invalid one.
bool cevdev_device_has_property(const cevdev_device *device, unsigned property);

/// Whether the device announces a code, masked or not; false for an invalid one.
bool cevdev_device_has_code(const cevdev_device *device, unsigned type, unsigned code);

/// An absolute axis as it was at open: range, fuzz, flat and resolution in device units. Returns
/// false, without changing `*axis`, if the device has no such axis.
bool cevdev_device_axis(const cevdev_device *device, unsigned code, struct input_absinfo *axis);

/// The layout of the device for an assembler.
///
/// A device that announces every axis (including the one below ABS_MT_SLOT) does not count as
/// multitouch.
cevdev_layout cevdev_device_layout(const cevdev_device *device);

/// Whether timestamps are from CLOCK_MONOTONIC. If not, they are from the wall clock, and the
/// caller has to stamp frames when it reads them.
bool cevdev_device_is_monotonic(const cevdev_device *device);

/// Reads available events, at most `capacity` (> 0), in one read(2) unless all of them are held
/// back.
///
/// Before a device is removed, and when it is suspended, the kernel releases its keys
/// (input_dev_release_keys(), and input_mt_release_slots() of some kernels), although no finger
/// lifted. It does so in a frame of its own, whose SYN_REPORT is 1 where drivers send 0. If the
/// read ends in such a frame, complete or not, the frame is held back until more is read, which
/// shows that the device has not been removed (`cevdev_device_is_released`). A frame that releases
/// a tool of a pen is not held back, because the device may return without the pen. Held events are
/// returned anyway if `capacity` leaves no room for more.
///
/// Returns the number of events, 0 if no event is available, or -errno: -ENODEV means that the
/// device was removed. Feed the events to `cevdev_assembler_feed_live`, which finds out whether
/// events were lost. Never blocks, never allocates.
ssize_t cevdev_device_read(cevdev_device *device, struct input_event *events, size_t capacity);

/// Whether the kernel released the device's keys in a frame that is held back: the device is being
/// removed, or was suspended. If it is not removed within some time, call
/// `cevdev_device_lift_gone`.
bool cevdev_device_is_released(const cevdev_device *device);

/// Whether the device still exists and may be read: one that was removed unnoticed returns -ENODEV.
/// Returns 0 or -errno.
int cevdev_device_check(const cevdev_device *device);

/// Queries the state of the contacts, after SYN_DROPPED and after opening.
///
/// Discards the readable events, queries the kernel, and repeats that if a frame arrived meanwhile.
/// Fills `events` with SYN_DROPPED, the state of every slot, the current slot, BTN_TOUCH and
/// SYN_REPORT: one frame for an assembler. The kernel does not know the contacts of protocol A: if
/// there may be some, another SYN_DROPPED follows, so that the next frame of the device, which is
/// complete, is treated as the present state, too. All these events have the timestamp `*last_us`
/// (µs), which is first raised to that of the last discarded event; if the clock is not monotonic
/// it is unchanged.
///
/// On entry the first `known` of `events` are those of the last read. The current slot is the last
/// one that they select after the dropout. `known` is 0 after opening.
///
/// Returns the number of events, or -errno: -ENODEV if the device was removed, -ENOSPC if
/// `capacity` is too small (CEVDEV_RESYNCHRONISATION_MAX always suffices). Never blocks, never
/// allocates.
///
/// A frame that the driver is in the middle of then follows and applies on top, with one exception:
/// if no frame since the dropout (or since opening) has reported the current slot, and that changes
/// in the first half of the frame, events before the change are attributed to the later slot.
ssize_t cevdev_device_resynchronise(cevdev_device *device, int64_t *last_us,
                                    struct input_event *events, size_t known, size_t capacity);

/// Queries which contacts of `frame`, the last one that was read, the kernel no longer has.
///
/// For a device that has been silent for long (a resting finger is silent, too), and for one that
/// was released and not removed. Fills `events` with a frame for an assembler that lifts those
/// contacts and affects no other, with timestamp `time_us`; its SYN_REPORT is 1. The frame ends
/// with `slot`, the assembler's (`cevdev_assembler_slot`), as the current slot. If a slot has
/// another contact in the kernel, only the lift of the old one is reported. If BTN_TOUCH is trusted
/// and 0 in the kernel, every contact is lifted, whatever the slots hold.
///
/// Returns the number of events, or -errno; 0 if the kernel has every contact, or if there are
/// unread events, which are newer. -ENODEV if the device was removed, -ENOSPC if `capacity` is
/// below CEVDEV_RESYNCHRONISATION_MAX. Never blocks, never allocates.
ssize_t cevdev_device_lift_gone(cevdev_device *device, const touch_frame *frame, int32_t slot,
                                int64_t time_us, struct input_event *events, size_t capacity);

/// Opens the event node of a pen, for reading only its proximity; non-blocking, with timestamps of
/// CLOCK_MONOTONIC.
///
/// Masks all events except those of the tools of a pen and reports, and discards those that the
/// kernel queued before: positions of the pen are never received. A tool may be near already: call
/// `cevdev_pen_tools` before the first read.
///
/// Returns the descriptor or -errno: those of `cevdev_device_open`, -EINVAL if the device has no
/// such tool, -ENOTSUP if the kernel cannot mask events.
int cevdev_pen_open(const char *path);

/// Closes the node of a pen.
void cevdev_pen_close(int fd);

/// Reads available events of a pen, at most `capacity` (> 0). Returns their number, 0 if there is
/// none, or -errno: -ENODEV means that the device was removed. After SYN_DROPPED `cevdev_pen_tools`
/// has to be called. Never blocks, never allocates.
ssize_t cevdev_pen_read(int fd, struct input_event *events, size_t capacity);

/// Queries the tools of a pen that are near; the kernel discards unread events of them. Returns one
/// bit each, from BTN_TOOL_PEN on, or -errno.
int cevdev_pen_tools(int fd);

/// Reports added, changed and removed touchscreens and pens, as udev tags them.
typedef struct cevdev_monitor cevdev_monitor;

/// A change of a node.
typedef enum cevdev_change {
    CEVDEV_ADDED,   ///< The node exists, its udev rules have run, and it can be opened.
    CEVDEV_REMOVED, ///< The node was removed. Reported of every event node, touchscreen or not.
    CEVDEV_CHANGED, ///< The rules ran again; the calibration may have changed.
    CEVDEV_RESCAN,  ///< Messages were lost: enumerate again and compare. There is no node.
} cevdev_change;

/// The properties of an event node in udev and sysfs.
typedef struct cevdev_node {
    const char *path;
    const char *calibration; ///< LIBINPUT_CALIBRATION_MATRIX; NULL if not set.
    bool is_touchscreen;     ///< Whether udev tags it as a touchscreen.
    bool is_pen;             ///< Whether udev tags it as a tablet, which has a pen.

    // Set only for pens, and for nodes that are not touchscreens.
    const char *name; ///< NULL if sysfs has none.
    const char *phys; ///< NULL if sysfs has none.
    uint16_t vendor;  ///< 0 if sysfs has none.
    uint16_t product; ///< 0 if sysfs has none.
} cevdev_node;

/// Called for each change. `node` and what it points to are valid only during the call; NULL for
/// CEVDEV_RESCAN.
typedef void (*cevdev_found)(void *context, cevdev_change change, const cevdev_node *node);

/// Subscribes to udev. Returns 0 or -errno, `*monitor` then being NULL.
int cevdev_monitor_open(cevdev_monitor **monitor);

/// Ends the subscription; NULL is allowed.
void cevdev_monitor_close(cevdev_monitor *monitor);

/// The descriptor, for poll(2); it is non-blocking.
int cevdev_monitor_fd(const cevdev_monitor *monitor);

/// Whether event nodes that udev tags neither as touchscreens nor as pens are reported too; false
/// by default.
void cevdev_monitor_include_others(cevdev_monitor *monitor, bool include);

/// Calls `found` with CEVDEV_ADDED for each touchscreen and each pen that exists now.
///
/// One panel has several udev devices; only its `event*` node counts. A node can be reported twice:
/// if its addition is also queued for `cevdev_monitor_receive`, or if udev repeats it. The caller
/// knows which nodes it has open. Returns 0 or -errno.
int cevdev_monitor_enumerate(cevdev_monitor *monitor, cevdev_found found, void *context);

/// Calls `found` for every queued message of udev. Returns 0 or -errno; after an error close the
/// monitor and open another one.
int cevdev_monitor_receive(cevdev_monitor *monitor, cevdev_found found, void *context);

#endif
