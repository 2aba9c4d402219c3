#include "assembler.h"

// The position of a contact until the device has reported one.
#define UNTOLD INT32_MIN

static void begin_contact(struct cevdev_told *told) {
    told->contact = (cevdev_slot){.tracking_id = -1, .x = UNTOLD, .y = UNTOLD};
    told->hovers = false;
}

void cevdev_forget_told(cevdev_assembler *a) {
    a->told.any = false;
    a->told.count = 0;
    begin_contact(&a->told);
}

// An SYN_MT_REPORT without a position is how drivers report that there is no contact.
void cevdev_end_told(cevdev_assembler *a) {
    struct cevdev_told *told = &a->told;
    told->any = true;
    bool placed = told->contact.x != UNTOLD && told->contact.y != UNTOLD;
    if (placed && !told->hovers) {
        if (told->count < CEVDEV_MAX_ANONYMOUS)
            told->contacts[told->count++] = told->contact;
        else
            a->counters.unknown_slot_events++;
    }
    begin_contact(told);
}

static cevdev_place place_of(const cevdev_slot *slot) {
    return (cevdev_place){.x = slot->x, .y = slot->y};
}

// The slot that each contact of the frame is assigned to; -1 while unassigned.
struct placing {
    int8_t slot_of[CEVDEV_MAX_ANONYMOUS];
    uint64_t taken; // Slots that are assigned.
};

// Contacts continue in the slot of their tracking id.
static void place_by_id(cevdev_assembler *a, struct placing *placing) {
    const struct cevdev_told *told = &a->told;
    for (uint32_t i = 0; i < told->count; i++) {
        placing->slot_of[i] = -1;
        if (told->contacts[i].tracking_id < 0)
            continue;
        for (uint64_t open = a->live & ~placing->taken; open;) {
            uint32_t slot = cevdev_take_first(&open);
            if (told->ids[slot] != told->contacts[i].tracking_id)
                continue;
            placing->slot_of[i] = (int8_t)slot;
            placing->taken |= cevdev_bit(slot);
            break;
        }
    }
}

// The remaining ones are assigned to the nearest slots, by least total distance.
static void place_by_distance(cevdev_assembler *a, struct placing *placing) {
    cevdev_place from[CEVDEV_MAX_ANONYMOUS], to[CEVDEV_MAX_ANONYMOUS];
    uint8_t contacts[CEVDEV_MAX_ANONYMOUS], slots[CEVDEV_MAX_ANONYMOUS];
    int8_t partners[CEVDEV_MAX_ANONYMOUS];
    size_t from_count = 0, to_count = 0;
    for (uint32_t i = 0; i < a->told.count; i++) {
        if (placing->slot_of[i] >= 0)
            continue;
        contacts[from_count] = (uint8_t)i;
        from[from_count++] = place_of(&a->told.contacts[i]);
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
    for (uint32_t i = 0; i < a->told.count; i++)
        if (placing->slot_of[i] < 0)
            placing->slot_of[i] = (int8_t)cevdev_take_first(&empty);
}

static void put(cevdev_assembler *a, uint32_t slot, const cevdev_slot *contact) {
    bool goes_on = a->live & cevdev_bit(slot) && a->told.ids[slot] == contact->tracking_id;
    cevdev_mark_dirty(a, slot);
    if (!goes_on)
        cevdev_set_own_id(a, slot);
    int32_t id = a->frame.slots[slot].tracking_id;
    a->frame.slots[slot] = *contact;
    a->frame.slots[slot].tracking_id = id;
    a->told.ids[slot] = contact->tracking_id;
}

void cevdev_place_told(cevdev_assembler *a) {
    struct cevdev_told *told = &a->told;
    if (told->contact.x != UNTOLD)
        cevdev_end_told(a); // Its SYN_MT_REPORT is missing.
    if (!told->any)
        return;
    if (!a->now.on_glass)
        told->count = 0;
    struct placing placing = {.taken = 0};
    place_by_id(a, &placing);
    place_by_distance(a, &placing);
    place_in_empty(a, &placing);
    for (uint64_t gone = a->live & ~placing.taken; gone;)
        cevdev_set_tracking_id(a, cevdev_take_first(&gone), -1);
    for (uint32_t i = 0; i < told->count; i++)
        put(a, (uint32_t)placing.slot_of[i], &told->contacts[i]);
    cevdev_forget_told(a);
}
