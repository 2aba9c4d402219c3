#include "CTouchFrame.h"

#include <stddef.h>

// What writers and readers of a frame rely on.
_Static_assert(TOUCH_MAX_SLOTS == 8 * sizeof(((touch_frame *)0)->live), "a mask has a bit a slot");
_Static_assert(offsetof(touch_slot, tracking_id) == 0, "what is no value of a contact comes first");
