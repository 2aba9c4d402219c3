"""Calls that Python has no names for: a descriptor of another process, and revoking one."""

import ctypes
import fcntl
import os

PIDFD_GETFD = 438  # x86-64 and all newer
EVIOCREVOKE = 0x40044591

_libc = ctypes.CDLL(None, use_errno=True)


def copy_descriptor(process, number):
    """A descriptor of ours for what a process has open under a number."""
    handle = os.pidfd_open(process)
    try:
        copy = _libc.syscall(PIDFD_GETFD, handle, number, 0)
    finally:
        os.close(handle)
    if copy < 0:
        raise OSError(ctypes.get_errno(), "pidfd_getfd")
    return copy


def descriptor_of(process, path):
    """A descriptor of ours for the file that a process has open at `path`, its queue and all."""
    for number in os.listdir(f"/proc/{process}/fd"):
        if os.readlink(f"/proc/{process}/fd/{number}") == path:
            return copy_descriptor(process, int(number))
    raise FileNotFoundError(f"process {process} does not have {path} open")


def revoke(descriptor):
    """Has the kernel take a node away from everybody who reads it through this opening."""
    fcntl.ioctl(descriptor, EVIOCREVOKE, 0)
