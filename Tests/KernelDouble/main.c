/// Plays a script on a simulated input device and on CEvdev's reader of it, and prints the answers.
///
/// Each line of standard input, or of the file named by the argument, is a command; commands marked
/// > answer with one line. Events are written TYPE:CODE:VALUE in commands, and
/// TYPE:CODE:VALUE:MICROSECONDS in answers.
///
///     device SLOTS [button] [mouse] [keys] [pen] [anonymous] [claims-all] [grabbed] [no-clock]
///            [no-masks]
///     frame MICROSECONDS EVENT...         the driver reports a frame
///     own MICROSECONDS EVENT...           the kernel itself reports a frame: its SYN_REPORT is 1
///     half MICROSECONDS EVENT...          the driver begins a frame, which `frame` completes
///     lose MICROSECONDS EVENT...          the same, but SYN_DROPPED replaces the events
///     later CALLS MICROSECONDS EVENT...   `frame` just before the CALLSth system call from here
///     later-own CALLS MICROSECONDS EVENT...   `own` just before that call
///     interrupt CALLS                     the next CALLS system calls fail with EINTR
///     gone                                the device is removed
///     forget SLOT                         empties the slot without an event for readers
///     forget-button                       releases BTN_TOUCH without an event for readers
///     forget-pressure                     sets ABS_PRESSURE to 0 without an event for readers
///   > open PATH                           result
///   > open-pen PATH                       the descriptor is open: 1, or -errno
///   > read-pen CAPACITY                   result and events
///   > pen-tools                           the tools of the open pen that are near, or -errno
///   > about                               name, phys, ids, layout, clock, the range of ABS_MT_SLOT
///   > read CAPACITY                       result and events
///   > resynchronise MICROSECONDS CAPACITY result, the latest timestamp, and events
///   > turn CAPACITY                       reads all events, and queries after losses: result
///   > silence MICROSECONDS                lift-gone with the contacts of the reader's last frame
///   > lift-gone MICROSECONDS [pressed] SLOT:ID...
///                                         result and events, given the contacts read last
///   > released                            whether releases of the kernel are held back
///   > check                               result
///   > grab 0|1                            result
///   > grabbed                             whether the reader has grabbed it
///   > slots                               the kernel's slots: ID,X,Y,PRESSURE for each
///   > contacts                            the reader's slots; then its counters
///   > whole                               the same, with all consumed events fed at once
///   > slot                                the current slot of the kernel and of the reader
#include "CEvdev.h"
#include "kernel.h"
#include "reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define READ_MAX CEVDEV_RESYNCHRONISATION_MAX

static cevdev_device *device;
static int pen = -1;
// The events of the last read, which a resynchronisation receives.
static struct input_event events[READ_MAX];
static size_t read_count;
static int64_t last_us;

_Noreturn static void fail(const char *what, const char *line) {
    fprintf(stderr, "KernelDouble: %s: %s\n", what, line ? line : "");
    exit(1);
}

static int64_t next_number(void) {
    const char *word = strtok(NULL, " ");
    if (!word)
        fail("a number is missing", NULL);
    return strtoll(word, NULL, 10);
}

static void setup_device(void) {
    struct kernel_setup setup = {.slots = (int32_t)next_number()};
    for (const char *word; (word = strtok(NULL, " "));) {
        setup.has_button |= !strcmp(word, "button");
        setup.is_mouse |= !strcmp(word, "mouse");
        setup.has_keys |= !strcmp(word, "keys");
        setup.has_pen |= !strcmp(word, "pen");
        setup.is_anonymous |= !strcmp(word, "anonymous");
        setup.claims_all |= !strcmp(word, "claims-all");
        setup.is_grabbed |= !strcmp(word, "grabbed");
        setup.refuses_clock |= !strcmp(word, "no-clock");
        setup.refuses_masks |= !strcmp(word, "no-masks");
    }
    cevdev_device_close(device);
    device = NULL;
    if (pen >= 0)
        cevdev_pen_close(pen);
    pen = -1;
    reader_end();
    read_count = 0;
    last_us = 0;
    kernel_reset(&setup);
}

static struct kernel_frame next_frame(void) {
    struct kernel_frame frame = {.time_us = next_number()};
    for (const char *word; (word = strtok(NULL, " "));) {
        struct input_event *event = &frame.events[frame.count++];
        if (frame.count > KERNEL_QUEUE ||
            // NOLINTNEXTLINE(cert-err34-c): a test writes these numbers.
            sscanf(word, "%hu:%hu:%d", &event->type, &event->code, &event->value) != 3)
            fail("no event, or one too many", word);
    }
    return frame;
}

static void open_device(const char *path) {
    int result = cevdev_device_open(path, &device);
    if (device) {
        cevdev_layout layout = cevdev_device_layout(device);
        if (!reader_begin(&layout))
            fail("no memory", path);
    }
    printf("%d\n", result);
}

static void open_pen(const char *path) {
    pen = cevdev_pen_open(path);
    printf("%d\n", pen < 0 ? pen : 1);
}

static void print_events(ssize_t count) {
    for (ssize_t i = 0; i < count; i++)
        printf(" %u:%u:%d:%" PRId64, events[i].type, events[i].code, events[i].value,
               cevdev_event_time_us(&events[i]));
    putchar('\n');
}

static size_t next_capacity(void) {
    int64_t capacity = next_number();
    if (capacity < 1 || capacity > READ_MAX)
        fail("a capacity is out of range", NULL);
    return (size_t)capacity;
}

static void print_read(void) {
    ssize_t count = cevdev_device_read(device, events, next_capacity());
    read_count = count > 0 ? (size_t)count : 0;
    reader_consume_read(events, read_count);
    printf("%zd", count);
    print_events(count);
}

static void print_pen_read(void) {
    ssize_t count = cevdev_pen_read(pen, events, next_capacity());
    printf("%zd", count);
    print_events(count);
}

static ssize_t resynchronise(size_t capacity) {
    ssize_t count = cevdev_device_resynchronise(device, &last_us, events, read_count, capacity);
    read_count = 0;
    reader_consume_answer(events, count > 0 ? (size_t)count : 0);
    return count;
}

static void print_resynchronised(void) {
    last_us = next_number();
    ssize_t count = resynchronise(next_capacity());
    printf("%zd %" PRId64, count, last_us);
    print_events(count);
}

static void print_turn(void) {
    size_t capacity = next_capacity();
    ssize_t count;
    while ((count = cevdev_device_read(device, events, capacity)) > 0) {
        read_count = (size_t)count;
        if (reader_consume_read(events, read_count) && (count = resynchronise(READ_MAX)) < 0)
            break;
    }
    printf("%zd\n", count);
}

static void print_lifted(const touch_frame *frame, int64_t time_us) {
    ssize_t count = cevdev_device_lift_gone(device, frame, cevdev_assembler_slot(live.assembler),
                                            time_us, events, READ_MAX);
    read_count = 0;
    reader_consume_answer(events, count > 0 ? (size_t)count : 0);
    printf("%zd", count);
    print_events(count);
}

static void print_gone(void) {
    touch_frame frame = {0};
    int64_t time_us = next_number();
    for (const char *word; (word = strtok(NULL, " "));) {
        unsigned slot;
        int32_t id;
        if (!strcmp(word, "pressed")) {
            frame.has_pressed = true;
            continue;
        }
        // NOLINTNEXTLINE(cert-err34-c): a test writes these numbers.
        if (sscanf(word, "%u:%d", &slot, &id) != 2 || slot >= TOUCH_MAX_SLOTS)
            fail("no contact", word);
        frame.live |= UINT64_C(1) << slot;
        frame.slots[slot].tracking_id = id;
    }
    print_lifted(&frame, time_us);
}

static void print_description(void) {
    uint16_t bus, vendor, product, version;
    struct input_absinfo axis = {.maximum = -1};
    cevdev_layout layout = cevdev_device_layout(device);
    cevdev_device_ids(device, &bus, &vendor, &product, &version);
    bool has_range = cevdev_device_axis(device, ABS_MT_SLOT, &axis);
    const char *name = cevdev_device_name(device), *phys = cevdev_device_phys(device);
    printf("name=%s phys=%s ids=%04x:%04x:%04x:%04x slots=%d multitouch=%d button=%d "
           "monotonic=%d direct=%d range=%d,%d\n",
           name ? name : "-", phys ? phys : "-", bus, vendor, product, version, layout.slots,
           layout.multitouch, layout.has_btn_touch, cevdev_device_is_monotonic(device),
           cevdev_device_has_property(device, INPUT_PROP_DIRECT), has_range, axis.maximum);
}

static void print_slots(void) {
    for (int32_t slot = 0; slot < kernel_setup.slots; slot++)
        printf("%s%d,%d,%d,%d", slot ? " " : "", kernel_value(slot, ABS_MT_TRACKING_ID),
               kernel_value(slot, ABS_MT_POSITION_X), kernel_value(slot, ABS_MT_POSITION_Y),
               kernel_value(slot, ABS_MT_PRESSURE));
    putchar('\n');
}

static void print_contacts(const struct consumer *consumer) {
    cevdev_layout layout = cevdev_device_layout(device);
    int32_t slots = layout.multitouch ? layout.slots : layout.anonymous ? CEVDEV_MAX_ANONYMOUS : 1;
    for (int32_t i = 0; i < slots; i++) {
        const touch_slot *slot = &consumer->frame.slots[i];
        printf("%d,%d,%d,%d ", slot->tracking_id, slot->x, slot->y, slot->pressure);
    }
    cevdev_counters counters = cevdev_assembler_counters(consumer->assembler);
    printf("frames=%" PRIu64 ",live=%" PRIx64 ",dropouts=%" PRIu64 ",dropped=%" PRIu64
           ",unknown=%" PRIu64 ",brief=%" PRIu64 ",slot=%d\n",
           consumer->frames, consumer->frame.live, counters.dropouts, counters.dropped_events,
           counters.unknown_slot_events, counters.brief_contacts,
           cevdev_assembler_slot(consumer->assembler));
}

// Handles the commands that have no answer. Returns false for other commands.
static bool prepare(const char *command) {
    if (!strcmp(command, "device")) {
        setup_device();
    } else if (!strcmp(command, "frame")) {
        struct kernel_frame frame = next_frame();
        kernel_send(&frame);
    } else if (!strcmp(command, "own")) {
        struct kernel_frame frame = next_frame();
        kernel_send_own(&frame);
    } else if (!strcmp(command, "half")) {
        struct kernel_frame frame = next_frame();
        kernel_send_half(&frame);
    } else if (!strcmp(command, "lose")) {
        struct kernel_frame frame = next_frame();
        kernel_lose(&frame);
    } else if (!strcmp(command, "later") || !strcmp(command, "later-own")) {
        unsigned calls = (unsigned)next_number();
        struct kernel_frame frame = next_frame();
        frame.is_own = !strcmp(command, "later-own");
        if (!kernel_send_later(calls, &frame))
            fail("too many frames are scheduled", NULL);
    } else if (!strcmp(command, "interrupt")) {
        kernel_setup.interrupted = (unsigned)next_number();
    } else if (!strcmp(command, "forget")) {
        kernel_forget((int32_t)next_number());
    } else if (!strcmp(command, "forget-button")) {
        kernel_forget_button();
    } else if (!strcmp(command, "forget-pressure")) {
        kernel_forget_pressure();
    } else if (!strcmp(command, "gone")) {
        kernel_setup.gone = true;
    } else {
        return false;
    }
    return true;
}

// Handles the commands of a pen. Returns false for other commands.
static bool play_pen(const char *command) {
    if (!strcmp(command, "open-pen")) {
        const char *path = strtok(NULL, " ");
        open_pen(path ? path : "");
    } else if (!strcmp(command, "read-pen")) {
        print_pen_read();
    } else if (!strcmp(command, "pen-tools")) {
        printf("%d\n", cevdev_pen_tools(pen));
    } else {
        return false;
    }
    return true;
}

static void play(char *line) {
    const char *command = strtok(line, " ");
    if (!command || prepare(command) || play_pen(command))
        return;
    if (!strcmp(command, "open")) {
        const char *path = strtok(NULL, " ");
        open_device(path ? path : "");
    } else if (!device) {
        fail("no device is open", command);
    } else if (!strcmp(command, "about")) {
        print_description();
    } else if (!strcmp(command, "read")) {
        print_read();
    } else if (!strcmp(command, "resynchronise")) {
        print_resynchronised();
    } else if (!strcmp(command, "lift-gone")) {
        print_gone();
    } else if (!strcmp(command, "silence")) {
        print_lifted(&live.frame, next_number());
    } else if (!strcmp(command, "turn")) {
        print_turn();
    } else if (!strcmp(command, "released")) {
        printf("%d\n", cevdev_device_is_released(device));
    } else if (!strcmp(command, "check")) {
        printf("%d\n", cevdev_device_check(device));
    } else if (!strcmp(command, "grab")) {
        printf("%d\n", cevdev_device_grab(device, next_number() != 0));
    } else if (!strcmp(command, "grabbed")) {
        printf("%d\n", kernel_is_grabbed());
    } else if (!strcmp(command, "slots")) {
        print_slots();
    } else if (!strcmp(command, "contacts")) {
        print_contacts(&live);
    } else if (!strcmp(command, "whole")) {
        reader_consume_whole();
        print_contacts(&whole);
    } else if (!strcmp(command, "slot")) {
        printf("%d %d\n", kernel_value(0, ABS_MT_SLOT), cevdev_assembler_slot(live.assembler));
    } else {
        fail("no such command", command);
    }
}

int main(int count, char **arguments) {
    static char line[1 << 16];
    if (count == 2 && !freopen(arguments[1], "r", stdin))
        fail("cannot open", arguments[1]);
    // A low limit, so that leaked descriptors make open(2) fail.
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){.rlim_cur = 64, .rlim_max = 64});
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        play(line);
    }
    cevdev_device_close(device);
    return fflush(stdout) == 0 ? 0 : 1;
}
