/// Reports to ThreadSanitizer the order that Swift's Mutex imposes, in programs that link this
/// library.
///
/// The code that locks a free mutex is compiled into the caller, so the sanitizer sees it. The code
/// that waits for a mutex or wakes a waiter is in libswiftSynchronization, which is not built with
/// the sanitizer: accesses of one thread before it unlocks the mutex appear to race with those of
/// the next thread. This library replaces the functions of libswiftSynchronization with ones that
/// call them and report the order.
#ifndef MUTEX_ORDER_H
#define MUTEX_ORDER_H

#endif
