/// A replacement of libudev, whose functions this program defines itself. A script defines its
/// events.
#ifndef UDEV_DOUBLE_H
#define UDEV_DOUBLE_H

#include <stdbool.h>
#include <sys/types.h>

/// A device, in a list or in a message.
struct udev_device {
    char name[32];
    char node[64];
    char action[16]; ///< The action of a message.
    dev_t number;
    bool is_touchscreen;
    bool is_pen;
    bool is_pad;           ///< The buttons of a tablet.
    char calibration[128]; ///< Empty for none.
    char label[64];        ///< The name of a node's input device; empty for none.
    char vendor[8];        ///< Four hexadecimal digits, as in sysfs.
    char product[8];       ///< The same.
    char phys[64];         ///< The physical path; empty for none.
    int error;             ///< If not 0, the error that replaces a message.
};

/// Adds a device to the list. The program ends if there are too many.
void udev_double_list(const struct udev_device *device);

/// Removes all devices from the list.
void udev_double_clear(void);

/// Queues a message. The program ends if there are too many.
void udev_double_send(const struct udev_device *message);

/// The number of objects that libudev has returned and the monitor has not released.
int udev_double_references(void);

#endif
