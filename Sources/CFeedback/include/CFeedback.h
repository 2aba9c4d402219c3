/// Effects of input devices that can be felt (force feedback), of which gesturectl plays one.
///
/// Functions return -1 with `errno` set on failure, as system calls do.
#ifndef CFEEDBACK_H
#define CFEEDBACK_H

#include <stdint.h>

/// Whether the input device of the open node `node` plays effects (FF_RUMBLE): 1 or 0. The kernel
/// also plays a rumble on a device that only has periodic effects.
int cfeedback_is_there(int node);

/// EVIOCSFF: uploads a rumble of `strength`, out of 65535, and of the given duration. Returns its
/// id, which is valid until the node is closed.
int cfeedback_upload(int node, uint16_t strength, uint16_t milliseconds);

/// Plays an effect once; one that is playing restarts.
int cfeedback_play(int node, int effect);

#endif
