/// A libudev that reports what a script has it report: this program defines the functions itself.
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
    char calibration[128]; ///< Empty: none.
    char label[64];        ///< The name of the input device behind a node; empty: none.
    char vendor[8];        ///< As sysfs has it, and so `product`.
    char product[8];
    int error; ///< Of a message: not 0 for an error in its place.
};

/// Adds a device to those that are there. The program ends where there are too many.
void udev_double_list(const struct udev_device *device);

/// Takes all devices away.
void udev_double_clear(void);

/// Adds a message to those that wait. The program ends where there are too many.
void udev_double_send(const struct udev_device *message);

/// Objects of udev's that were handed out and not given back.
int udev_double_references(void);

#endif
