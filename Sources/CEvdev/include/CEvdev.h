/// Kernel input events to frames of multitouch slots.
///
/// The only module that sees <linux/input.h>, libevdev and libudev. Names begin with `cevdev_`;
/// functions that can fail return 0 or -errno, those that create return NULL for want of memory.
#ifndef CEVDEV_H
#define CEVDEV_H

#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The most slots a device can have here; one bit each in the masks of a frame.
#define CEVDEV_MAX_SLOTS 64

/// The most contacts that a device without slots can have here.
#define CEVDEV_MAX_ANONYMOUS 16

/// How long after a pen left contacts are the hand's that held it, µs: the device may still tell of
/// it (libinput waits as long before it hears touches again).
#define CEVDEV_PEN_QUIET_US 90000

/// What one slot holds, in device units, as the kernel last said it.
///
/// Values persist from contact to contact, as the kernel's own do: it leaves out what did not
/// change. That holds for `tool_type` too: two palms in a row in one slot, and the kernel names
/// MT_TOOL_PALM once (input_handle_abs_event() filters it like every other axis of the slot).
typedef struct cevdev_slot {
    int32_t tracking_id; ///< -1: no contact.
    int32_t x;
    int32_t y;
    int32_t pressure;
    int32_t touch_major;
    int32_t touch_minor;
    int32_t tool_type; ///< MT_TOOL_FINGER, MT_TOOL_PEN, MT_TOOL_PALM.
} cevdev_slot;

/// Everything that changed up to and including one SYN_REPORT.
///
/// Bit n of a mask stands for slot n. A contact that landed and lifted within the frame is in none
/// of the masks (`cevdev_counters.brief_contacts`). A slot can be in `lifted` and in `landed`: its
/// old contact ended and a new one came, whichever way the device told it.
typedef struct cevdev_frame {
    int64_t time_us;      ///< The kernel's stamp of the SYN_REPORT, µs; saturates.
    uint64_t live;        ///< Slots with a contact that is on the glass now.
    uint64_t landed;      ///< Slots whose present contact is new in this frame; part of `live`.
    uint64_t lifted;      ///< Slots whose former contact ended in this frame, as `ended` has it.
    uint64_t sampled;     ///< Slots with an event of the present contact; a landing always is one.
    uint64_t ended_moved; ///< Of `lifted`: those that changed position in this frame before it.
    bool resynchronised;  ///< After SYN_DROPPED: `slots` is the present, the past is lost.
    bool pen;             ///< A pen is near, or was less than CEVDEV_PEN_QUIET_US ago.
    bool released;        ///< The kernel let go of what is in `lifted`: no finger was seen to lift.
    bool has_pressed;     ///< BTN_TOUCH of a multitouch device is believed: it has been 1.

    /// The slots as they stand. `tracking_id` is what the device says of the slot, so a slot can
    /// hold an id and yet not be `live`: BTN_TOUCH says that nothing touches the glass.
    cevdev_slot slots[CEVDEV_MAX_SLOTS];

    /// For slots in `lifted`, the old contact's last values as they stood when it ended. Only
    /// those slots are filled in.
    cevdev_slot ended[CEVDEV_MAX_SLOTS];
} cevdev_frame;

/// The slots of a frame, for callers who cannot index a C array.
static inline const cevdev_slot *cevdev_frame_slots(const cevdev_frame *frame) {
    return frame->slots;
}

/// The contacts of a frame that ended, by slot; only those of `lifted` mean something.
static inline const cevdev_slot *cevdev_frame_ended(const cevdev_frame *frame) {
    return frame->ended;
}

/// What a device announced about its contacts.
typedef struct cevdev_layout {
    /// Slots of a multitouch device (the maximum of ABS_MT_SLOT, plus one); taken as 1…64.
    int32_t slots;

    /// Whether the device speaks multitouch protocol B. Where it speaks neither, ABS_X, ABS_Y and
    /// ABS_PRESSURE are slot 0, its contacts having tracking ids of our own, growing.
    bool multitouch;

    /// Whether the device speaks multitouch protocol A: it tells all contacts in each frame, an
    /// SYN_MT_REPORT after each, in any order. `multitouch` is looked at first.
    bool anonymous;

    /// Whether the device has BTN_TOUCH; where it has none, the key is never looked at.
    bool has_btn_touch;

    /// The key that stands for BTN_TOUCH: BTN_LEFT of an absolute mouse, which has neither
    /// BTN_TOUCH nor pressure. 0: BTN_TOUCH itself.
    uint16_t touch_key;

    /// Whether a single-touch device without BTN_TOUCH has ABS_PRESSURE, and is touched while that
    /// is above `least_pressure`. Without either it never has a contact.
    bool has_pressure;
    int32_t least_pressure;

    /// Whether the device tells of fingers that do not touch it: it has ABS_MT_DISTANCE or
    /// ABS_DISTANCE. Then BTN_TOUCH, where it has that, is believed from the start.
    bool hovers;
} cevdev_layout;

/// What an assembler had to leave out, since it was created.
typedef struct cevdev_counters {
    uint64_t dropouts;            ///< SYN_DROPPED seen.
    uint64_t dropped_events;      ///< Events of unfinished frames that SYN_DROPPED threw away.
    uint64_t unknown_slot_events; ///< Events of slots not announced, their ABS_MT_SLOT included.
    uint64_t brief_contacts;      ///< Contacts that landed and lifted within one frame.
} cevdev_counters;

/// Puts input events together to frames of slots, for one device.
typedef struct cevdev_assembler cevdev_assembler;

/// An assembler with every slot empty and all values 0; NULL where there is no memory.
cevdev_assembler *cevdev_assembler_create(const cevdev_layout *layout);

/// Frees an assembler and the frame it owns; NULL is allowed.
void cevdev_assembler_destroy(cevdev_assembler *assembler);

/// Consumes events up to and including the first SYN_REPORT.
///
/// `*frame` is then the finished frame, owned by the assembler and valid until the next call, or
/// NULL where the events ended inside a frame; every SYN_REPORT gives a frame, even an empty one.
/// Returns how many events were consumed: call again with the rest. How a stream is cut into calls
/// does not change its frames. Never blocks, never allocates.
///
/// - A slot that is not announced: its events, up to the next ABS_MT_SLOT that is, are ignored.
/// - A tracking id in a slot that holds another: the old contact lifts, the new one lands.
/// - BTN_TOUCH 0 lifts every contact, whatever the slots hold; BTN_TOUCH 1 lets those that are
///   still held land. A multitouch device is believed from its first BTN_TOUCH 1 on: where the
///   reader came late, or the driver only ever says 0, the slots alone count.
/// - A SYN_REPORT of value 1 is the kernel's own: where the frame lifts contacts and says nothing
///   of others, it let go of keys or slots (`released`). Where BTN_TOUCH is 0 then, slots that are
///   still held do not land with the next BTN_TOUCH 1, but with the next event of their own:
///   whether the finger is still there nobody knows.
/// - A slot whose ABS_MT_DISTANCE is above 0 has no contact: its finger hovers.
/// - Protocol A: contacts with a tracking id go on in the slot of that id, those without in the
///   slots that make the sum of squared distances least, as the kernel's own
///   input_mt_assign_slots() has it. Each of its frames is all there is, so what it does not tell
///   has lifted; but one that tells of no contact at all, nor of BTN_TOUCH 0, says nothing. Where
///   ids go and others come in one frame, the new contacts take the slots of the old ones nearest.
///   Tracking ids in `slots` are our own.
/// - BTN_TOOL_PEN and its like only set `frame->pen`: contacts are told as ever, and every live one
///   is in `sampled` when the pen comes.
/// - SYN_DROPPED: the unfinished frame is dropped and the slots go back to the last SYN_REPORT. The
///   events up to the next SYN_REPORT are taken for the present state, as a recorder writes them
///   (and as a reader of hardware makes them from EVIOCGMTSLOTS); a slot they do not name keeps
///   its contact. That frame is `resynchronised`; all that was live is `lifted`, with its values
///   of before, and all that is live has `landed`.
size_t cevdev_assembler_feed(cevdev_assembler *assembler, const struct input_event *events,
                             size_t count, const cevdev_frame **frame);

/// What was left out so far.
cevdev_counters cevdev_assembler_counters(const cevdev_assembler *assembler);

/// An event's stamp in µs; saturates.
int64_t cevdev_event_time_us(const struct input_event *event);

/// Where the first SYN_DROPPED is among `events`; `count` where there is none.
size_t cevdev_find_dropout(const struct input_event *events, size_t count);

/// An open event node, described as it was when it was opened.
typedef struct cevdev_device cevdev_device;

/// Room for whatever `cevdev_device_resynchronise` makes: for each slot its number and eight
/// values, and the dropout, the current slot, BTN_TOUCH, the tools of a pen and the report.
#define CEVDEV_RESYNCHRONISATION_MAX (CEVDEV_MAX_SLOTS * 9 + 10)

/// Opens an event node for reading only, asks what it is, and has its stamps taken from
/// CLOCK_MONOTONIC where the kernel does so (`cevdev_device_is_monotonic`).
///
/// Whether it is a touchscreen is for the caller to judge. The kernel is told first of all which
/// events to leave out: keys other than BTN_TOUCH and BTN_TOOL_* (and BTN_LEFT where that is all
/// that tells a touch), the axes of single touch where
/// there are slots, and all that is neither a key nor an absolute axis. So the keys of a device
/// that is a keyboard too never come here. Contacts may be on the glass already: call
/// `cevdev_device_resynchronise` before the first read.
///
/// Returns 0 or -errno, `*device` then being NULL: -ENOENT and -EACCES of open(2) (the latter until
/// udev has set the mode of a new node), -ENOTTY for what is no event node, -ENODEV where the
/// device went meanwhile, -ENOTSUP where it has keys and the kernel cannot leave them out.
int cevdev_device_open(const char *path, cevdev_device **device);

/// Closes the node and frees what it was described with; NULL is allowed.
void cevdev_device_close(cevdev_device *device);

/// Takes the device's events for this reader alone (EVIOCGRAB), or shares them again.
///
/// Nobody else hears of the device then, the desktop neither; closing the node ends it. Returns 0
/// or -errno: -EBUSY where another program has grabbed it, and hears all there is to hear.
int cevdev_device_grab(cevdev_device *device, bool grabbed);

/// The descriptor, for poll(2); it does not block. Reports POLLERR and POLLHUP for ever once the
/// device is gone.
int cevdev_device_fd(const cevdev_device *device);

/// The device's name; NULL where it has none. The device owns it.
const char *cevdev_device_name(const cevdev_device *device);

/// Where the device is plugged in, as its driver says; NULL where it does not. The device owns it.
const char *cevdev_device_phys(const cevdev_device *device);

/// The numbers that tell makes and models apart.
void cevdev_device_ids(const cevdev_device *device, uint16_t *bus, uint16_t *vendor,
                       uint16_t *product, uint16_t *version);

/// Whether the device has a property, as INPUT_PROP_DIRECT; false for what is no property.
bool cevdev_device_has_property(const cevdev_device *device, unsigned property);

/// Whether the device announces a code, left out by the kernel or not; false for what is no code.
bool cevdev_device_has_code(const cevdev_device *device, unsigned type, unsigned code);

/// An absolute axis as it was at open: range, fuzz, flat and resolution in device units. Returns
/// false, and leaves `*axis` alone, where the device has no such axis.
bool cevdev_device_axis(const cevdev_device *device, unsigned code, struct input_absinfo *axis);

/// What an assembler has to know of the device.
///
/// A device that announces all there is (the axis below ABS_MT_SLOT too) is no multitouch one.
cevdev_layout cevdev_device_layout(const cevdev_device *device);

/// Whether stamps are of CLOCK_MONOTONIC. Where they are not, they are of the wall clock: stamp
/// frames when they are read.
bool cevdev_device_is_monotonic(const cevdev_device *device);

/// Reads what is there, at most `capacity` (> 0) events, in one read(2) unless all of it is held
/// back.
///
/// Before a device goes away, and when it is put to sleep, its keys are said to be up
/// (input_dev_release_keys(), and input_mt_release_slots() of some kernels), in a frame of its own
/// whose SYN_REPORT is 1 where drivers say 0: no finger lifted. Where such a frame ends what was
/// read, whole or in part, it is held back until more is read, which comes after it and shows that
/// the device has not gone (`cevdev_device_is_released`). One with a tool of a pen is not: the
/// device may come back, and the pen not. What is held back is handed out all the same where
/// `capacity` leaves no room beside it.
///
/// Returns the number of events, 0 where there are none, or -errno: -ENODEV means that the device
/// is gone. Look for SYN_DROPPED among them (`cevdev_find_dropout`) before feeding an assembler,
/// which would take what follows for the present. Never blocks, never allocates.
ssize_t cevdev_device_read(cevdev_device *device, struct input_event *events, size_t capacity);

/// Whether the kernel let go of the device's keys, in a frame that is held back: it goes away, or
/// it was put to sleep. Where it has not gone some time later, call `cevdev_device_lift_gone`.
bool cevdev_device_is_released(const cevdev_device *device);

/// Whether the device is still there, and may be read: one that went unnoticed answers -ENODEV.
/// Returns 0 or -errno.
int cevdev_device_check(const cevdev_device *device);

/// Asks what is on the glass, after SYN_DROPPED and after opening.
///
/// Throws away what can be read, asks the kernel, and asks again where a frame came meanwhile.
/// Fills `events` with SYN_DROPPED, the state of every slot, the current slot, BTN_TOUCH and
/// SYN_REPORT: one frame for an assembler. Of the contacts of a device without slots the kernel
/// knows nothing: where there may be some, another SYN_DROPPED follows, so that the frame that the
/// device tells next, which is all there is, is taken for the present as well. All bear the stamp
/// `*last_us` (µs), which first grows to the latest one thrown away; where the clock is not
/// monotonic it stays as it is.
///
/// Returns the number of events, or -errno: -ENODEV where the device is gone, -ENOSPC where
/// `capacity` is too small (CEVDEV_RESYNCHRONISATION_MAX always does). Never blocks, never
/// allocates.
///
/// A frame that the driver has half told by then follows and fits on top, but for one case: where
/// no frame since the dropout (or since opening) has told the current slot, and that changes in the
/// frame's first half, what came before the change is taken for the later slot's.
ssize_t cevdev_device_resynchronise(cevdev_device *device, int64_t *last_us,
                                    struct input_event *events, size_t capacity);

/// Asks which contacts of `frame`, the last one that was read, the kernel has no more.
///
/// For a device that has been silent for long (a finger that rests is silent too), and for one that
/// was released and has not gone. Fills `events` with a frame for an assembler that lifts those
/// contacts and touches no other, stamped `time_us`; its SYN_REPORT is 1. A slot that has another
/// contact now is one whose contact is gone; the other stays unheard of. Where BTN_TOUCH is
/// believed and the kernel has it up, every contact is gone, whatever the slots hold.
///
/// Returns the number of events, or -errno; 0 where every contact is there, and where something
/// waits to be read, which is newer. -ENODEV where the device is gone, -ENOSPC where `capacity` is
/// below CEVDEV_RESYNCHRONISATION_MAX. Never blocks, never allocates.
ssize_t cevdev_device_lift_gone(cevdev_device *device, const cevdev_frame *frame, int64_t time_us,
                                struct input_event *events, size_t capacity);

/// Tells of touchscreens that come and go, as udev tags them.
typedef struct cevdev_monitor cevdev_monitor;

/// What happened to a node.
typedef enum cevdev_change {
    CEVDEV_ADDED,   ///< It is there, its rules have run, and it can be opened.
    CEVDEV_REMOVED, ///< It is gone. Reported of every event node, touchscreen or not.
    CEVDEV_CHANGED, ///< The rules ran again; the calibration may be another.
    CEVDEV_RESCAN,  ///< Messages were lost: enumerate again, and compare. There is no node.
} cevdev_change;

/// What udev and sysfs say of an event node.
typedef struct cevdev_node {
    const char *path;
    const char *calibration; ///< LIBINPUT_CALIBRATION_MATRIX; NULL where there is none.
    bool is_touchscreen;     ///< Whether udev tags it so.
    const char *name;        ///< Of what is no touchscreen alone; NULL where sysfs has none.
    uint16_t vendor;         ///< The same.
    uint16_t product;        ///< The same.
} cevdev_node;

/// Called for each change. `node` and what it points to are valid during the call only; it is NULL
/// for CEVDEV_RESCAN.
typedef void (*cevdev_found)(void *context, cevdev_change change, const cevdev_node *node);

/// Listens to udev from now on. Returns 0 or -errno, `*monitor` then being NULL.
int cevdev_monitor_open(cevdev_monitor **monitor);

/// Stops listening; NULL is allowed.
void cevdev_monitor_close(cevdev_monitor *monitor);

/// The descriptor, for poll(2); it does not block.
int cevdev_monitor_fd(const cevdev_monitor *monitor);

/// Whether event nodes that udev does not tag as touchscreens are reported too; not at first.
void cevdev_monitor_include_others(cevdev_monitor *monitor, bool include);

/// Calls `found` with CEVDEV_ADDED for each touchscreen that is there now.
///
/// One panel gives udev several devices; only its `event*` node counts. An addition that
/// `cevdev_monitor_receive` finds queued for it is reported again, and one that udev repeats: the
/// caller knows what it has open. Returns 0 or -errno.
int cevdev_monitor_enumerate(cevdev_monitor *monitor, cevdev_found found, void *context);

/// Calls `found` for all that udev has said and that was not received yet. Returns 0 or -errno:
/// close the monitor then, and open another.
int cevdev_monitor_receive(cevdev_monitor *monitor, cevdev_found found, void *context);

#endif
