/// Shows ThreadSanitizer the order that Swift's Mutex imposes, in programs that are linked with it.
///
/// Locking a free mutex is compiled into the caller, and visible. Waiting for one, and waking a
/// waiter, are in libswiftSynchronization, which is not built with the sanitizer: accesses of one
/// thread before it unlocks the mutex appear to race with those of the next thread. The functions
/// of that library are replaced by ones that call them and report it.
#ifndef MUTEX_ORDER_H
#define MUTEX_ORDER_H

#endif
