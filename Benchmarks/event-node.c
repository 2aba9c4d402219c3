/// Simulates event nodes in a program that is started with this library in LD_PRELOAD.
///
/// If the program opens /dev/input/bench0 it receives a copy of descriptor 3, and for bench1,
/// bench2 … copies of the following ones: sockets from which it reads the reports of a panel. Its
/// ioctl(2) queries are answered with the description of the workloads' panel. Masks are accepted
/// and have no effect: the writer of the reports decides whether to omit masked events.
///
/// Compiled with DELIBERATE_MALLOC, each read of a node allocates once: a test that counts
/// allocations must detect this.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NODE "/dev/input/bench"

enum { first_device = 3, maximum_descriptors = 4096, slots = 10, units_per_mm = 31 };

static bool is_node[maximum_descriptors];

struct code {
    unsigned type, code;
};

static const struct code codes[] = {
    {EV_SYN, SYN_REPORT},
    {EV_KEY, BTN_TOUCH},
    {EV_MSC, MSC_TIMESTAMP},
    {EV_ABS, ABS_X},
    {EV_ABS, ABS_Y},
    {EV_ABS, ABS_PRESSURE},
    {EV_ABS, ABS_MT_SLOT},
    {EV_ABS, ABS_MT_POSITION_X},
    {EV_ABS, ABS_MT_POSITION_Y},
    {EV_ABS, ABS_MT_TRACKING_ID},
    {EV_ABS, ABS_MT_PRESSURE},
};

// The buffer of a request, which the answer fills as far as there is room.
struct answer {
    uint8_t *bytes;
    size_t size;
};

static void set_bit(struct answer answer, unsigned bit) {
    if (bit / 8 < answer.size)
        answer.bytes[bit / 8] |= (uint8_t)(1U << bit % 8);
}

// Answers with the codes of a type; for type 0 with the types.
static int answer_codes(struct answer answer, unsigned type) {
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        if (type == 0)
            set_bit(answer, codes[i].type);
        else if (type == codes[i].type)
            set_bit(answer, codes[i].code);
    }
    return (int)answer.size;
}

static int answer_name(struct answer answer) {
    static const char name[] = "Bench Ten Point Touch";
    size_t size = sizeof name < answer.size ? sizeof name : answer.size;
    memcpy(answer.bytes, name, size);
    return (int)size;
}

static struct input_absinfo axis(unsigned code) {
    switch (code) {
    case ABS_X:
    case ABS_MT_POSITION_X:
        return (struct input_absinfo){.maximum = 16383, .resolution = units_per_mm};
    case ABS_Y:
    case ABS_MT_POSITION_Y:
        return (struct input_absinfo){.maximum = 9215, .resolution = units_per_mm};
    case ABS_PRESSURE:
    case ABS_MT_PRESSURE:
        return (struct input_absinfo){.maximum = 255};
    case ABS_MT_SLOT:
        return (struct input_absinfo){.maximum = slots - 1};
    case ABS_MT_TRACKING_ID:
        return (struct input_absinfo){.maximum = 65535};
    default:
        return (struct input_absinfo){0};
    }
}

// Fills in the values of the slots, after the code of the request: no finger touches the panel.
static int answer_slots(int32_t *request, size_t size) {
    int32_t value = request[0] == ABS_MT_TRACKING_ID ? -1 : 0;
    for (size_t i = 1; i < size / sizeof *request; i++)
        request[i] = value;
    return 0;
}

static int describe(unsigned number, struct answer answer) {
    static const struct input_id identity = {
        .bustype = BUS_USB, .vendor = 0x0eef, .product = 0x7200, .version = 0x0210};
    static const int version = EV_VERSION;
    memset(answer.bytes, 0, answer.size);
    if (number == _IOC_NR(EVIOCGVERSION)) {
        memcpy(answer.bytes, &version, sizeof version);
    } else if (number == _IOC_NR(EVIOCGID)) {
        memcpy(answer.bytes, &identity, sizeof identity);
    } else if (number == _IOC_NR(EVIOCGNAME(0))) {
        return answer_name(answer);
    } else if (number == _IOC_NR(EVIOCGPROP(0))) {
        set_bit(answer, INPUT_PROP_DIRECT);
        return (int)answer.size;
    } else if (number >= _IOC_NR(EVIOCGABS(0)) && number < _IOC_NR(EVIOCGABS(ABS_CNT))) {
        struct input_absinfo info = axis(number - _IOC_NR(EVIOCGABS(0)));
        memcpy(answer.bytes, &info, sizeof info);
    } else if (number >= _IOC_NR(EVIOCGBIT(0, 0)) && number < _IOC_NR(EVIOCGBIT(EV_CNT, 0))) {
        return answer_codes(answer, number - _IOC_NR(EVIOCGBIT(0, 0)));
    }
    return 0;
}

int ioctl(int descriptor, unsigned long request, ...) {
    va_list optional;
    va_start(optional, request);
    void *argument = va_arg(optional, void *);
    va_end(optional);
    bool is_ours = descriptor >= 0 && descriptor < maximum_descriptors && is_node[descriptor];
    if (!is_ours || _IOC_TYPE(request) != 'E')
        return (int)syscall(SYS_ioctl, descriptor, request, argument);
    if (_IOC_NR(request) == _IOC_NR(EVIOCGMTSLOTS(0)))
        return answer_slots(argument, _IOC_SIZE(request));
    // Clocks, masks and grabs.
    if (!(_IOC_DIR(request) & _IOC_READ))
        return 0;
    return describe(_IOC_NR(request), (struct answer){argument, _IOC_SIZE(request)});
}

// Returns a copy of the descriptor, so that the program may close it and open the node again.
static int open_node(const char *number) {
    int given = first_device + (int)strtol(number, NULL, 10);
    int opened = fcntl(given, F_DUPFD_CLOEXEC, first_device);
    if (opened >= maximum_descriptors) {
        close(opened);
        errno = EMFILE;
        return -1;
    }
    if (opened >= 0)
        is_node[opened] = true;
    return opened;
}

static int open_any(const char *path, int flags, mode_t mode) {
    if (strncmp(path, NODE, strlen(NODE)) == 0)
        return open_node(path + strlen(NODE));
    int opened = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    // The number may have belonged to a node.
    if (opened >= 0 && opened < maximum_descriptors)
        is_node[opened] = false;
    return opened;
}

int open(const char *path, int flags, ...) {
    va_list optional;
    va_start(optional, flags);
    mode_t mode = va_arg(optional, mode_t);
    va_end(optional);
    return open_any(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list optional;
    va_start(optional, flags);
    mode_t mode = va_arg(optional, mode_t);
    va_end(optional);
    return open_any(path, flags, mode);
}

#ifdef DELIBERATE_MALLOC
ssize_t read(int descriptor, void *bytes, size_t size) {
    if (descriptor >= 0 && descriptor < maximum_descriptors && is_node[descriptor]) {
        // Volatile, because otherwise the compiler removes both calls.
        void *volatile block = malloc(1);
        free(block);
    }
    return syscall(SYS_read, descriptor, bytes, size);
}
#endif
