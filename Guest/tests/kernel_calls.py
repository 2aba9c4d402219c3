"""System calls that Python does not wrap: duplicating a descriptor of another process, and revoking
a node."""

import ctypes
import fcntl
import os

PIDFD_GETFD = 438  # On x86-64 and arm64.
EVIOCREVOKE = 0x40044591

_libc = ctypes.CDLL(None, use_errno=True)


def copy_descriptor(process, number):
    """A duplicate of the descriptor that a process has under a number."""
    handle = os.pidfd_open(process)
    try:
        copy = _libc.syscall(PIDFD_GETFD, handle, number, 0)
    finally:
        os.close(handle)
    if copy < 0:
        raise OSError(ctypes.get_errno(), "pidfd_getfd")
    return copy


def descriptor_of(process, path):
    """A duplicate of a process's descriptor of the file at `path`; both share the queue of events."""
    for number in os.listdir(f"/proc/{process}/fd"):
        if os.readlink(f"/proc/{process}/fd/{number}") == path:
            return copy_descriptor(process, int(number))
    raise FileNotFoundError(f"process {process} does not have {path} open")


def revoke(descriptor):
    """Revokes a descriptor of a node, and all of its duplicates."""
    fcntl.ioctl(descriptor, EVIOCREVOKE, 0)
