#include "assembler.h"

// The position of a contact until the device has reported one.
#define UNREPORTED INT32_MIN

static void begin_contact(struct cevdev_type_a_frame *type_a) {
    type_a->contact = (touch_slot){.tracking_id = -1, .x = UNREPORTED, .y = UNREPORTED};
    type_a->hovers = false;
}

void cevdev_discard_type_a(cevdev_assembler *a) {
    a->type_a.describes_contacts = false;
    a->type_a.count = 0;
    begin_contact(&a->type_a);
}

// Drivers report that there is no contact by an SYN_MT_REPORT without a position.
void cevdev_end_type_a_contact(cevdev_assembler *a) {
    struct cevdev_type_a_frame *type_a = &a->type_a;
    type_a->describes_contacts = true;
    bool has_position = type_a->contact.x != UNREPORTED && type_a->contact.y != UNREPORTED;
    if (has_position && !type_a->hovers) {
        if (type_a->count < CEVDEV_MAX_ANONYMOUS)
            type_a->contacts[type_a->count++] = type_a->contact;
        else
            a->counters.unknown_slot_events++;
    }
    begin_contact(type_a);
}

static cevdev_position position_of(const touch_slot *slot) {
    return (cevdev_position){.x = slot->x, .y = slot->y};
}

// The slot that each contact of the frame is assigned to; -1 while unassigned.
struct assignment {
    int8_t slot_of[CEVDEV_MAX_ANONYMOUS];
    uint64_t assigned; // The slots in `slot_of`.
};

// Assigns contacts to the slots of their tracking ids.
static void assign_by_id(cevdev_assembler *a, struct assignment *assignment) {
    const struct cevdev_type_a_frame *type_a = &a->type_a;
    for (uint32_t i = 0; i < type_a->count; i++) {
        assignment->slot_of[i] = -1;
        if (type_a->contacts[i].tracking_id < 0)
            continue;
        for (uint64_t open = a->live & ~assignment->assigned; open;) {
            uint32_t slot = cevdev_pop_first(&open);
            if (type_a->ids[slot] != type_a->contacts[i].tracking_id)
                continue;
            assignment->slot_of[i] = (int8_t)slot;
            assignment->assigned |= cevdev_bit(slot);
            break;
        }
    }
}

// Assigns the remaining contacts to the nearest slots, by the minimum sum of squared distances.
static void assign_by_distance(cevdev_assembler *a, struct assignment *assignment) {
    cevdev_position from[CEVDEV_MAX_ANONYMOUS], to[CEVDEV_MAX_ANONYMOUS];
    uint8_t contacts[CEVDEV_MAX_ANONYMOUS], slots[CEVDEV_MAX_ANONYMOUS];
    int8_t partners[CEVDEV_MAX_ANONYMOUS];
    size_t from_count = 0, to_count = 0;
    for (uint32_t i = 0; i < a->type_a.count; i++) {
        if (assignment->slot_of[i] >= 0)
            continue;
        contacts[from_count] = (uint8_t)i;
        from[from_count++] = position_of(&a->type_a.contacts[i]);
    }
    for (uint64_t open = a->live & ~assignment->assigned; open;) {
        uint32_t slot = cevdev_pop_first(&open);
        slots[to_count] = (uint8_t)slot;
        to[to_count++] = position_of(&a->frame.slots[slot]);
    }
    cevdev_match(from, from_count, to, to_count, partners);
    for (size_t i = 0; i < from_count; i++) {
        if (partners[i] < 0)
            continue;
        uint8_t slot = slots[partners[i]];
        assignment->slot_of[contacts[i]] = (int8_t)slot;
        assignment->assigned |= cevdev_bit(slot);
    }
}

// Assigns contacts that still have no slot to the first empty ones.
static void assign_empty_slots(cevdev_assembler *a, struct assignment *assignment) {
    uint64_t empty = ~(assignment->assigned | a->live);
    for (uint32_t i = 0; i < a->type_a.count; i++)
        if (assignment->slot_of[i] < 0)
            assignment->slot_of[i] = (int8_t)cevdev_pop_first(&empty);
}

static void store_contact(cevdev_assembler *a, uint32_t slot, const touch_slot *contact) {
    bool continues = a->live & cevdev_bit(slot) && a->type_a.ids[slot] == contact->tracking_id;
    cevdev_mark_dirty(a, slot);
    if (!continues)
        cevdev_set_generated_id(a, slot);
    int32_t id = a->frame.slots[slot].tracking_id;
    a->frame.slots[slot] = *contact;
    a->frame.slots[slot].tracking_id = id;
    a->type_a.ids[slot] = contact->tracking_id;
}

void cevdev_assign_type_a(cevdev_assembler *a) {
    struct cevdev_type_a_frame *type_a = &a->type_a;
    if (type_a->contact.x != UNREPORTED)
        cevdev_end_type_a_contact(a); // Its SYN_MT_REPORT is missing.
    if (!type_a->describes_contacts)
        return;
    if (!a->now.is_touching)
        type_a->count = 0;
    struct assignment assignment = {.assigned = 0};
    assign_by_id(a, &assignment);
    assign_by_distance(a, &assignment);
    assign_empty_slots(a, &assignment);
    for (uint64_t gone = a->live & ~assignment.assigned; gone;)
        cevdev_set_tracking_id(a, cevdev_pop_first(&gone), -1);
    for (uint32_t i = 0; i < type_a->count; i++)
        store_contact(a, (uint32_t)assignment.slot_of[i], &type_a->contacts[i]);
    cevdev_discard_type_a(a);
}
