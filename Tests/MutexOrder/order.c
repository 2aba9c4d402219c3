#define _GNU_SOURCE // RTLD_NEXT
#include "MutexOrder.h"

#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>
#include <stdint.h>

// Synchronization._MutexHandle._lockSlow(UInt32) and ._unlockSlow(). They belong to the library's
// ABI: the compiler emits calls to them in all code that uses a Mutex.
#define LOCK   "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT  __attribute__((swiftcall))
#define SELF   __attribute__((swift_context))

typedef SWIFT void lock_function(uint32_t thread, SELF void *mutex);
typedef SWIFT void unlock_function(SELF void *mutex);

lock_function mutex_order_lock __asm__(LOCK);
unlock_function mutex_order_unlock __asm__(UNLOCK);

SWIFT void mutex_order_lock(uint32_t thread, SELF void *mutex) {
    lock_function *lock = (lock_function *)dlsym(RTLD_NEXT, LOCK);
    lock(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT void mutex_order_unlock(SELF void *mutex) {
    unlock_function *unlock = (unlock_function *)dlsym(RTLD_NEXT, UNLOCK);
    __tsan_release(mutex);
    unlock(mutex);
}
