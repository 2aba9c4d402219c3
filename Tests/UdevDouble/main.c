/// Plays a script of udev's events on the monitor of touchscreens and pens, and prints its reports.
///
/// Each line of standard input is a command. Each report of the monitor is printed as `CHANGE NODE
/// CALIBRATION`, with NAME VENDOR:PRODUCT if the node is not a touchscreen, and `pen` PHYS if it is
/// a pen; `= RESULT` follows the reports of a call. A device is written SYSNAME NUMBER
/// [touchscreen]
/// [pen] [pad] [calibration=TEXT] [label=NAME:VENDOR:PRODUCT] [phys=TEXT]; its node is
/// /dev/input/SYSNAME.
///
///     others 0|1            calls cevdev_monitor_include_others
///     list DEVICE           adds a device to udev's list
///     clear                 empties udev's list
///     message ACTION DEVICE queues a message
///     error ERRNO           queues an error
///     enumerate             calls cevdev_monitor_enumerate
///     receive               calls cevdev_monitor_receive
#include "CEvdev.h"
#include "udev.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn static void fail(const char *what) {
    fprintf(stderr, "UdevDouble: %s\n", what);
    exit(1);
}

static const char *next_word(void) {
    const char *word = strtok(NULL, " ");
    if (!word)
        fail("a word is missing");
    return word;
}

static struct udev_device next_device(void) {
    struct udev_device device = {0};
    snprintf(device.name, sizeof device.name, "%s", next_word());
    snprintf(device.node, sizeof device.node, "/dev/input/%s", device.name);
    device.number = (dev_t)strtoul(next_word(), NULL, 10);
    for (const char *word; (word = strtok(NULL, " "));) {
        device.is_touchscreen |= !strcmp(word, "touchscreen");
        device.is_pen |= !strcmp(word, "pen");
        device.is_pad |= !strcmp(word, "pad");
        if (!strncmp(word, "phys=", 5))
            snprintf(device.phys, sizeof device.phys, "%s", word + 5);
        if (!strncmp(word, "calibration=", 12))
            snprintf(device.calibration, sizeof device.calibration, "%s", word + 12);
        if (!strncmp(word, "label=", 6))
            sscanf(word + 6, "%63[^:]:%7[^:]:%7s", device.label, device.vendor, device.product);
    }
    return device;
}

static void report(void *context, cevdev_change change, const cevdev_node *node) {
    static const char *const names[] = {"added", "removed", "changed", "rescan"};
    if (strcmp(context, "context") != 0)
        fail("the context is not the caller's");
    const char *calibration = node ? node->calibration : NULL;
    printf("%s %s %s", names[change], node ? node->path : "-", calibration ? calibration : "-");
    if (node && change != CEVDEV_REMOVED && !node->is_touchscreen)
        printf(" %s %04x:%04x", node->name ? node->name : "-", node->vendor, node->product);
    if (node && change != CEVDEV_REMOVED && node->is_pen)
        printf(" pen %s", node->phys ? node->phys : "-");
    putchar('\n');
}

static void play(cevdev_monitor *monitor, char *line) {
    const char *command = strtok(line, " ");
    if (!command)
        return;
    if (!strcmp(command, "list")) {
        struct udev_device device = next_device();
        udev_double_list(&device);
    } else if (!strcmp(command, "clear")) {
        udev_double_clear();
    } else if (!strcmp(command, "message")) {
        const char *action = next_word();
        struct udev_device device = next_device();
        snprintf(device.action, sizeof device.action, "%s", action);
        udev_double_send(&device);
    } else if (!strcmp(command, "error")) {
        struct udev_device device = {.error = (int)strtol(next_word(), NULL, 10)};
        udev_double_send(&device);
    } else if (!strcmp(command, "others")) {
        cevdev_monitor_include_others(monitor, strtol(next_word(), NULL, 10) != 0);
    } else if (!strcmp(command, "enumerate")) {
        printf("= %d\n", cevdev_monitor_enumerate(monitor, report, "context"));
    } else if (!strcmp(command, "receive")) {
        printf("= %d\n", cevdev_monitor_receive(monitor, report, "context"));
    } else {
        fail("no such command");
    }
}

int main(void) {
    char line[512];
    cevdev_monitor *monitor;
    if (cevdev_monitor_open(&monitor) != 0)
        fail("the monitor does not open");
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        play(monitor, line);
    }
    cevdev_monitor_close(monitor);
    if (udev_double_references() != 0)
        fail("an object of udev was not released");
    return fflush(stdout) == 0 ? 0 : 1;
}
