/// Lists for AddressSanitizer what is the toolchain's fault, in the tests' own process.
///
/// A file of suppressions would have to be readable by every user that the tests run programs as.
#ifndef TOOLCHAIN_FAULTS_H
#define TOOLCHAIN_FAULTS_H

/// Asked by the sanitizer when it starts.
const char *__asan_default_suppressions(void);

#endif
