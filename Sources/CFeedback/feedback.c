#include "CFeedback.h"

#include <errno.h>
#include <limits.h>
#include <linux/input.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define BITS_PER_LONG (CHAR_BIT * sizeof(unsigned long))

int cfeedback_is_there(int node) {
    unsigned long bits[FF_CNT / BITS_PER_LONG + 1] = {0};
    if (ioctl(node, EVIOCGBIT(EV_FF, sizeof bits), bits) < 0)
        return -1;
    return (bits[FF_RUMBLE / BITS_PER_LONG] >> FF_RUMBLE % BITS_PER_LONG & 1) != 0;
}

int cfeedback_upload(int node, uint16_t strength, uint16_t milliseconds) {
    struct ff_effect effect;
    memset(&effect, 0, sizeof effect);
    effect.type = FF_RUMBLE;
    effect.id = -1;
    effect.replay.length = milliseconds;
    effect.u.rumble.strong_magnitude = strength;
    effect.u.rumble.weak_magnitude = strength;
    return ioctl(node, EVIOCSFF, &effect) < 0 ? -1 : effect.id;
}

int cfeedback_play(int node, int effect) {
    struct input_event event;
    memset(&event, 0, sizeof event);
    event.type = EV_FF;
    event.code = (uint16_t)effect;
    event.value = 1;
    ssize_t count = write(node, &event, sizeof event);
    if (count >= 0 && (size_t)count < sizeof event)
        errno = EIO;
    return count == sizeof event ? 0 : -1;
}
