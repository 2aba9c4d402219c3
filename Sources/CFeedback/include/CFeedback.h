/// Effects of input devices that can be felt (force feedback), of which gesturectl plays one.
///
/// Functions return -1 with `errno` set on failure, as system calls do.
#ifndef CFEEDBACK_H
#define CFEEDBACK_H

#include <stdint.h>

/// Whether the input device that `node` was opened from plays effects (FF_RUMBLE): 1 or 0. The
/// kernel plays a rumble also where a device has periodic effects alone.
int cfeedback_is_there(int node);

/// EVIOCSFF: a rumble of `strength`, of 65535, that lasts so long. Returns its id; it is there
/// until the node is closed.
int cfeedback_upload(int node, uint16_t strength, uint16_t milliseconds);

/// Plays an effect once; one that plays begins anew.
int cfeedback_play(int node, int effect);

#endif
