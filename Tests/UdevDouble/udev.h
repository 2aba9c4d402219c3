/// A libudev that reports a script's events: this program defines the functions itself.
#ifndef UDEV_DOUBLE_H
#define UDEV_DOUBLE_H

#include <stdbool.h>
#include <sys/types.h>

/// A device, in a list or in a message.
struct udev_device {
    char name[32];
    char node[64];
    char action[16]; ///< Of a message.
    dev_t number;
    bool is_touchscreen;
    char calibration[128]; ///< Empty for none.
    char label[64];        ///< The name of a node's input device; empty for none.
    char vendor[8];        ///< As in sysfs, and so `product`.
    char product[8];
    int error; ///< Of a message: not 0 for an error in its place.
};

/// Adds a device to the list. The program ends if there are too many.
void udev_double_list(const struct udev_device *device);

/// Removes all devices.
void udev_double_clear(void);

/// Queues a message. The program ends if there are too many.
void udev_double_send(const struct udev_device *message);

/// The number of udev's objects that were not released.
int udev_double_references(void);

#endif
