#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>

// The file actions of the child between fork and exec. Returns 0 or an errno.
static int describe_files(posix_spawn_file_actions_t *actions, const char *directory) {
    int problem = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (problem == 0)
        problem = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
    if (problem == 0 && directory)
        problem = posix_spawn_file_actions_addchdir_np(actions, directory);
    return problem;
}

static int describe_signals(posix_spawnattr_t *attributes) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int problem = posix_spawnattr_setsigmask(attributes, &none);
    if (problem == 0)
        problem = posix_spawnattr_setsigdefault(attributes, &all);
    if (problem == 0)
        problem = posix_spawnattr_setpgroup(attributes, 0);
    if (problem == 0)
        problem = posix_spawnattr_setflags(
            attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    return problem;
}

int clinux_spawn(pid_t *process, char *const arguments[], char *const environment[],
                 const char *directory) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int problem = posix_spawn_file_actions_init(&actions);
    if (problem != 0)
        return problem;
    problem = posix_spawnattr_init(&attributes);
    if (problem != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return problem;
    }
    problem = describe_files(&actions, directory);
    if (problem == 0)
        problem = describe_signals(&attributes);
    if (problem == 0)
        problem =
            posix_spawnp(process, arguments[0], &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return problem;
}

char *const *clinux_environment(void) {
    return environ;
}
