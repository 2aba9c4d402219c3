/// Shows the minimum cost of a daemon from a device to its clients: `forwarder SOCKET`.
///
/// Waits in epoll, reads the device of descriptor 3, and sends each client of the socket a line of
/// fixed text for each read.
#define _GNU_SOURCE
#include <linux/input.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { device = 3, maximum_clients = 64, line_bytes = 300 };

static int serve(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (strlen(path) >= sizeof address.sun_path)
        return -1;
    memcpy(address.sun_path, path, strlen(path) + 1);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) < 0 ||
        listen(listener, 64) < 0)
        return -1;
    return listener;
}

static void watch(int epoll, int descriptor) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
    epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

int main(int count, char **arguments) {
    static struct input_event events[1024];
    char line[line_bytes];
    int clients[maximum_clients], connected = 0;
    int listener = count == 2 ? serve(arguments[1]) : -1;
    if (listener < 0) {
        fprintf(stderr, "usage: forwarder SOCKET\n");
        return 64;
    }
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\n';
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    watch(epoll, device);
    watch(epoll, listener);
    for (;;) {
        struct epoll_event ready[16];
        int found = epoll_wait(epoll, ready, 16, -1);
        for (int i = 0; i < found; i++) {
            if (ready[i].data.fd == listener) {
                int client = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
                if (client >= 0 && connected < maximum_clients)
                    clients[connected++] = client;
            } else if (read(device, events, sizeof events) <= 0) {
                return 0;
            } else {
                for (int j = 0; j < connected; j++)
                    (void)!send(clients[j], line, sizeof line, MSG_NOSIGNAL);
            }
        }
    }
}
