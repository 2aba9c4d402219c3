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

/// The most slots a device can have here; one bit each in the masks of a frame.
#define CEVDEV_MAX_SLOTS 64

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

    /// Whether the device speaks multitouch protocol B. Where it does not, ABS_X, ABS_Y and
    /// ABS_PRESSURE are slot 0 and BTN_TOUCH is its contact, with tracking ids of our own, growing.
    bool multitouch;

    /// Whether the device has BTN_TOUCH; where it has none, the key is never looked at (and a
    /// single-touch device never has a contact).
    bool has_btn_touch;
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
/// - SYN_DROPPED: the unfinished frame is dropped and the slots go back to the last SYN_REPORT. The
///   events up to the next SYN_REPORT are taken for the present state, as a recorder writes them
///   (and as a reader of hardware makes them from EVIOCGMTSLOTS); a slot they do not name keeps
///   its contact. That frame is `resynchronised`; all that was live is `lifted`, with its values
///   of before, and all that is live has `landed`.
size_t cevdev_assembler_feed(cevdev_assembler *assembler, const struct input_event *events,
                             size_t count, const cevdev_frame **frame);

/// What was left out so far.
cevdev_counters cevdev_assembler_counters(const cevdev_assembler *assembler);

#endif
