#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "csession.h"

// landlock(7), which needs no privilege, and for which libc has no functions.

// LANDLOCK_ACCESS_FS_TRUNCATE, which the headers of Debian 12 do not define. The kernel knows it
// since version 3 of the interface.
static const uint64_t truncate_access = 1ULL << 14;

// Permits, in `rules`, `access` to everything below `path`, if that exists.
static void permit(int rules, const char *path, uint64_t access) {
    int folder = open(path, O_PATH | O_CLOEXEC);
    struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = folder};
    if (folder < 0)
        return;
    (void)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(folder);
}

bool csession_confine(const char *folder) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    uint64_t all = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
    if (version >= 3)
        all |= truncate_access;
    const struct landlock_ruleset_attr attributes = {.handled_access_fs = all};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
    if (rules < 0)
        return false;
    // Fonts and their configuration.
    static const char *const readable[] = {"/etc",  "/home", "/nix", "/opt",
                                           "/root", "/usr",  "/var"};
    for (size_t index = 0; index < sizeof readable / sizeof *readable; index++)
        permit(rules, readable[index], LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR);
    permit(rules, folder, all & ~(uint64_t)LANDLOCK_ACCESS_FS_EXECUTE);
    bool is_confined = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                       syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    close(rules);
    return is_confined;
}
