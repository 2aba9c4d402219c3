#include "assembler.h"

static void land(cevdev_assembler *a, uint32_t slot) {
    cevdev_mark_dirty(a, slot);
    a->live |= cevdev_bit(slot);
    a->landed |= cevdev_bit(slot);
}

void cevdev_lift(cevdev_assembler *a, uint32_t slot) {
    uint64_t bit = cevdev_bit(slot);
    a->live &= ~bit;
    if (a->landed & bit) {
        a->landed &= ~bit;
        a->counters.brief_contacts++;
        return;
    }
    // After SYN_DROPPED every live contact has been ended already, with its earlier values.
    if (a->lifted & bit)
        return;
    cevdev_mark_dirty(a, slot);
    const touch_slot *last = &a->frame.slots[slot], *first = &a->before[slot];
    a->frame.ended[slot] = *last;
    a->lifted |= bit;
    if (last->x != first->x || last->y != first->y)
        a->ended_moved |= bit;
}

RARE void cevdev_set_tracking_id(cevdev_assembler *a, uint32_t slot, int32_t value) {
    uint64_t bit = cevdev_bit(slot);
    touch_slot *s = &a->frame.slots[slot];
    int32_t id = value < 0 ? -1 : value;
    if (id == s->tracking_id)
        return;
    cevdev_mark_dirty(a, slot);
    if (a->live & bit)
        cevdev_lift(a, slot);
    else if (s->tracking_id >= 0 && s->tracking_id != a->before[slot].tracking_id &&
             !(a->now.hovering & bit))
        a->counters.brief_contacts++; // The contact landed and lifted while BTN_TOUCH was 0.
    s->tracking_id = id;
    a->now.doubtful &= ~bit;
    if (id < 0) {
        a->now.identified &= ~bit;
        return;
    }
    a->now.identified |= bit;
    if (a->now.is_touching && !(a->now.hovering & bit))
        land(a, slot);
}

void cevdev_set_generated_id(cevdev_assembler *a, uint32_t slot) {
    cevdev_set_tracking_id(a, slot, a->next_tracking_id);
    a->next_tracking_id = (a->next_tracking_id + 1) & INT32_MAX;
}

// The tracking id may precede the distance, so that a contact can turn out to hover.
RARE void cevdev_set_distance(cevdev_assembler *a, uint32_t slot, int32_t distance) {
    uint64_t bit = cevdev_bit(slot);
    if (distance > 0) {
        a->now.hovering |= bit;
        if (a->landed & bit) {
            a->landed &= ~bit;
            a->live &= ~bit;
        } else if (a->live & bit) {
            cevdev_lift(a, slot);
        }
        return;
    }
    a->now.hovering &= ~bit;
    if (a->now.is_touching && (a->now.identified & ~a->live & bit))
        land(a, slot);
}

static void set_touching(cevdev_assembler *a, bool is_touching) {
    a->now.touch_key_trusted |= is_touching;
    if (!a->now.touch_key_trusted)
        return;
    a->now.is_touching = is_touching;
    uint64_t changed =
        is_touching ? a->now.identified & ~a->live & ~a->now.hovering & ~a->now.doubtful : a->live;
    while (changed) {
        uint32_t slot = cevdev_pop_first(&changed);
        if (is_touching)
            land(a, slot);
        else
            cevdev_lift(a, slot);
    }
}

RARE void cevdev_trust_current_slot(cevdev_assembler *a) {
    // A resynchronisation reports the kernel's state of every slot, not events of the driver.
    if (a->resynchronised)
        return;
    a->now.doubtful &= ~a->now.current_bit;
    if (a->now.is_touching &&
        (a->now.identified & ~a->live & ~a->now.hovering & a->now.current_bit))
        land(a, a->now.current);
}

RARE void cevdev_handle_kernel_report(cevdev_assembler *a) {
    // Not every such report releases contacts: the input core also inserts one if the events of a
    // driver exceed its buffer.
    a->frame.released = a->lifted && !a->resynchronised && !a->frame.sampled;
    if (!a->now.is_touching)
        a->now.doubtful = a->now.identified;
}

// For protocol A, whose slots are filled when the frame is finished.
static void set_type_a_touching(cevdev_assembler *a, bool is_touching) {
    a->now.touch_key_trusted |= is_touching;
    a->now.is_touching = is_touching || !a->now.touch_key_trusted;
    a->type_a.describes_contacts |= !is_touching;
}

static void set_only_contact(cevdev_assembler *a, bool pressed) {
    if (!pressed)
        cevdev_set_tracking_id(a, 0, -1);
    else if (!a->live)
        cevdev_set_generated_id(a, 0);
}

RARE void cevdev_set_pressure(cevdev_assembler *a, int32_t pressure) {
    a->frame.slots[0].pressure = pressure;
    set_only_contact(a, pressure > a->layout.pressure_threshold);
}

static void handle_touch_key(cevdev_assembler *a, bool pressed) {
    if (!a->layout.has_btn_touch)
        return;
    if (a->layout.multitouch)
        set_touching(a, pressed);
    else if (a->layout.anonymous)
        set_type_a_touching(a, pressed);
    else
        set_only_contact(a, pressed);
}

RARE void cevdev_handle_key(cevdev_assembler *a, uint16_t code, bool pressed) {
    if (code == a->layout.touch_key) {
        handle_touch_key(a, pressed);
    } else if (code >= BTN_TOOL_PEN && code <= BTN_TOOL_AIRBRUSH) {
        uint8_t bit = (uint8_t)(1u << (code - BTN_TOOL_PEN));
        a->knows_pen |= pressed;
        a->now.pen_tools = (uint8_t)(pressed ? a->now.pen_tools | bit : a->now.pen_tools & ~bit);
    }
}

RARE void cevdev_update_pen(cevdev_assembler *a, int64_t time_us) {
    touch_frame *frame = &a->frame;
    bool was_near = frame->pen;
    if (a->at_report.pen_tools && !a->now.pen_tools)
        a->pen_left_us = time_us;
    int64_t quiet_us;
    frame->pen = a->now.pen_tools ||
                 (was_near && !__builtin_sub_overflow(time_us, a->pen_left_us, &quiet_us) &&
                  quiet_us < CEVDEV_PEN_QUIET_US);
    // When the pen arrives, consumers receive every contact, moved or not.
    if (frame->pen && !was_near)
        frame->sampled |= frame->live;
}
