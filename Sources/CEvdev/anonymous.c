#include "assembler.h"

// The position of a contact until the device has reported one.
#define UNREPORTED INT32_MIN

static void begin_contact(struct cevdev_type_a_frame *type_a) {
    type_a->contact = (touch_slot){.tracking_id = -1, .x = UNREPORTED, .y = UNREPORTED};
    type_a->hovers = false;
}

void cevdev_discard_type_a(cevdev_assembler *a) {
    a->type_a.any = false;
    a->type_a.count = 0;
    begin_contact(&a->type_a);
}

// An SYN_MT_REPORT without a position is how drivers report that there is no contact.
void cevdev_end_type_a_contact(cevdev_assembler *a) {
    struct cevdev_type_a_frame *type_a = &a->type_a;
    type_a->any = true;
    bool placed = type_a->contact.x != UNREPORTED && type_a->contact.y != UNREPORTED;
    if (placed && !type_a->hovers) {
        if (type_a->count < CEVDEV_MAX_ANONYMOUS)
            type_a->contacts[type_a->count++] = type_a->contact;
        else
            a->counters.unknown_slot_events++;
    }
    begin_contact(type_a);
}

static cevdev_place place_of(const touch_slot *slot) {
    return (cevdev_place){.x = slot->x, .y = slot->y};
}

// The slot that each contact of the frame is assigned to; -1 while unassigned.
struct placing {
    int8_t slot_of[CEVDEV_MAX_ANONYMOUS];
    uint64_t taken; // Slots that are assigned.
};

// Contacts continue in the slot of their tracking id.
static void place_by_id(cevdev_assembler *a, struct placing *placing) {
    const struct cevdev_type_a_frame *type_a = &a->type_a;
    for (uint32_t i = 0; i < type_a->count; i++) {
        placing->slot_of[i] = -1;
        if (type_a->contacts[i].tracking_id < 0)
            continue;
        for (uint64_t open = a->live & ~placing->taken; open;) {
            uint32_t slot = cevdev_take_first(&open);
            if (type_a->ids[slot] != type_a->contacts[i].tracking_id)
                continue;
            placing->slot_of[i] = (int8_t)slot;
            placing->taken |= cevdev_bit(slot);
            break;
        }
    }
}

// The remaining ones are assigned to the nearest slots, by minimum total distance.
static void place_by_distance(cevdev_assembler *a, struct placing *placing) {
    cevdev_place from[CEVDEV_MAX_ANONYMOUS], to[CEVDEV_MAX_ANONYMOUS];
    uint8_t contacts[CEVDEV_MAX_ANONYMOUS], slots[CEVDEV_MAX_ANONYMOUS];
    int8_t partners[CEVDEV_MAX_ANONYMOUS];
    size_t from_count = 0, to_count = 0;
    for (uint32_t i = 0; i < a->type_a.count; i++) {
        if (placing->slot_of[i] >= 0)
            continue;
        contacts[from_count] = (uint8_t)i;
        from[from_count++] = place_of(&a->type_a.contacts[i]);
    }
    for (uint64_t open = a->live & ~placing->taken; open;) {
        uint32_t slot = cevdev_take_first(&open);
        slots[to_count] = (uint8_t)slot;
        to[to_count++] = place_of(&a->frame.slots[slot]);
    }
    cevdev_match(from, from_count, to, to_count, partners);
    for (size_t i = 0; i < from_count; i++) {
        if (partners[i] < 0)
            continue;
        uint8_t slot = slots[partners[i]];
        placing->slot_of[contacts[i]] = (int8_t)slot;
        placing->taken |= cevdev_bit(slot);
    }
}

// Contacts that are still unassigned take the first empty slots.
static void place_in_empty(cevdev_assembler *a, struct placing *placing) {
    uint64_t empty = ~(placing->taken | a->live);
    for (uint32_t i = 0; i < a->type_a.count; i++)
        if (placing->slot_of[i] < 0)
            placing->slot_of[i] = (int8_t)cevdev_take_first(&empty);
}

static void put(cevdev_assembler *a, uint32_t slot, const touch_slot *contact) {
    bool goes_on = a->live & cevdev_bit(slot) && a->type_a.ids[slot] == contact->tracking_id;
    cevdev_mark_dirty(a, slot);
    if (!goes_on)
        cevdev_set_own_id(a, slot);
    int32_t id = a->frame.slots[slot].tracking_id;
    a->frame.slots[slot] = *contact;
    a->frame.slots[slot].tracking_id = id;
    a->type_a.ids[slot] = contact->tracking_id;
}

void cevdev_place_type_a(cevdev_assembler *a) {
    struct cevdev_type_a_frame *type_a = &a->type_a;
    if (type_a->contact.x != UNREPORTED)
        cevdev_end_type_a_contact(a); // Its SYN_MT_REPORT is missing.
    if (!type_a->any)
        return;
    if (!a->now.is_touching)
        type_a->count = 0;
    struct placing placing = {.taken = 0};
    place_by_id(a, &placing);
    place_by_distance(a, &placing);
    place_in_empty(a, &placing);
    for (uint64_t gone = a->live & ~placing.taken; gone;)
        cevdev_set_tracking_id(a, cevdev_take_first(&gone), -1);
    for (uint32_t i = 0; i < type_a->count; i++)
        put(a, (uint32_t)placing.slot_of[i], &type_a->contacts[i]);
    cevdev_discard_type_a(a);
}
