/// Shows ThreadSanitizer what Swift's Mutex orders, in programs that are linked with it.
///
/// Taking a mutex that is free is compiled into the caller, and seen. Waiting for one, and waking
/// who waits, is in libswiftSynchronization, which is not built with the sanitizer: what one thread
/// did before it let go of the mutex looks like a race with what the next does then. The functions
/// of that library are replaced by ones that call them and report it.
#ifndef MUTEX_ORDER_H
#define MUTEX_ORDER_H

#endif
