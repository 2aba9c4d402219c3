#!/usr/bin/python3
"""A file system in user space that never writes its files out, and clients that pass such files
(SCM_RIGHTS).

unanswered_files.py SOCKET FOLDER [UID CLIENTS]...: mounts the file system at FOLDER, in a mount
namespace of its own. Each user UID has one file, and CLIENTS connections, each of which passes a
descriptor of that file. To close such a descriptor then takes for ever, because the close waits for
a page that another descriptor has written. Prints "passed", then a line of JSON for each user: why
its connections ended ("reasons"), and why one more, made after them, ended ("late"). Runs until it
is killed; /dev/fuse is closed then, which ends the waits. Exits 77 if it cannot be mounted.

Speaks the kernel's protocol (linux/fuse.h) itself: a library would be a dependency of only this test.
"""

import ctypes
import json
import os
import select
import socket
import struct
import sys
import time

# The maximum duration of the waits, in seconds.
PATIENCE = 120

LOOKUP, GETATTR, SETATTR, OPEN, WRITE, RELEASE, FLUSH, INIT = 1, 3, 4, 14, 16, 18, 25, 26
FORGET, INTERRUPT, BATCH_FORGET = 2, 36, 42
ENOENT, ENOSYS = 2, 38
NEW_NAMESPACE, PRIVATE = 0x20000, 1 << 18 | 1 << 14
# Written pages stay in the cache, and are written out at the close.
WRITEBACK_CACHE = 1 << 16
FILES = 16
PING = b'{"type":"ping"}\n'

libc = ctypes.CDLL(None, use_errno=True)


def attributes(node):
    """struct fuse_attr: the folder, or one of the files."""
    kind = 0o040777 if node == 1 else 0o100666
    return struct.pack("<6Q10I", node, 0 if node == 1 else 4096, 8, 0, 0, 0, 0, 0, 0, kind, 1, 0, 0, 0, 4096, 0)


def answer(operation, node, body):
    """The answer to a request; None for no answer, a number for an error."""
    if operation == INIT:
        _, _, readahead, flags = struct.unpack_from("<4I", body)
        return struct.pack("<4I2H2I36x", 7, 31, readahead, flags & WRITEBACK_CACHE, 16, 12, 65536, 1)
    if operation == LOOKUP:
        name = body.rstrip(b"\0").decode()
        if not name.isdigit() or int(name) >= FILES:
            return ENOENT
        return struct.pack("<4Q2I", int(name) + 2, 0, 60, 60, 0, 0) + attributes(int(name) + 2)
    if operation in (GETATTR, SETATTR):
        return struct.pack("<Q2I", 60, 0, 0) + attributes(node)
    if operation == OPEN:
        return struct.pack("<Q2I", 1, 0, 0)
    if operation in (FLUSH, RELEASE):
        return b""
    return None if operation in (WRITE, FORGET, BATCH_FORGET, INTERRUPT) else ENOSYS


def serve(device, life):
    """Answers the kernel until the other process ends, which holds the other end of `life`."""
    end = time.monotonic() + PATIENCE
    while (left := end - time.monotonic()) > 0:
        ready = select.select([device, life], [], [], left)[0]
        if life in ready or not ready:
            return
        try:
            request = os.read(device, 1 << 17)
        except OSError:
            return
        _, operation, unique, node = struct.unpack_from("<2I2Q", request)
        reply = answer(operation, node, request[40:])
        if reply is not None:
            error, data = (-reply, b"") if isinstance(reply, int) else (0, reply)
            os.write(device, struct.pack("<IiQ", 16 + len(data), error, unique) + data)


def mount(folder):
    """Mounts the file system; returns /dev/fuse. Exits with 77 if it cannot be mounted."""
    try:
        device = os.open("/dev/fuse", os.O_RDWR | os.O_NONBLOCK)
    except OSError as error:
        print(f"cannot open /dev/fuse: {error}", file=sys.stderr)
        sys.exit(77)
    options = f"fd={device},rootmode=40000,user_id=0,group_id=0".encode()
    if libc.unshare(NEW_NAMESPACE) != 0 or libc.mount(None, b"/", None, PRIVATE, None) != 0 \
            or libc.mount(b"unanswered", folder.encode(), b"fuse", 0, options) != 0:
        print(f"cannot mount: {os.strerror(ctypes.get_errno())}", file=sys.stderr)
        sys.exit(77)
    return device


def start(life, body, *arguments):
    """Starts a process; it inherits all of this one's descriptors except the end of `life` whose
    close it waits for."""
    if os.fork() == 0:
        os.close(life[1])
        body(*arguments, life[0])
        os._exit(0)


def write_pages(names, written, life):
    """Writes a page of each file, reports that, and then waits until the other process ends: to close
    the files would wait."""
    files = [os.open(name, os.O_RDWR) for name in names]
    for file in files:
        os.pwrite(file, bytes(4096), 0)
    os.write(written, b".")
    os.read(life, 1)


def connect(path, uid):
    """A connection of a user, who need not be able to reach the path."""
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(60)
    os.seteuid(uid)
    libc.setfsuid(0)
    try:
        client.connect(path)
    finally:
        os.seteuid(0)
    return client


def pass_descriptors(path, uid, count, name):
    """The connections of a user, each of which has passed a descriptor of the file."""
    clients = [connect(path, uid) for _ in range(count)]
    for client in clients:
        passed = os.open(name, os.O_RDWR)
        socket.send_fds(client, [PING], [passed])
        os.close(passed)
    return clients


def reason(client):
    """Why the daemon ended a connection."""
    data = b""
    while part := client.recv(65536):
        data += part
    return json.loads(data.splitlines()[-1]).get("reason")


def ending(path, uid):
    """Why the daemon ends one more connection of a user; None if it serves it."""
    with connect(path, uid) as late:
        data = late.recv(65536)
        return json.loads(data.splitlines()[-1]).get("reason")


def main(path, folder, *words):
    """Runs the clients, and waits to be killed."""
    users = list(zip(map(int, words[::2]), map(int, words[1::2])))
    names = [f"{folder}/{index}" for index in range(len(users))]
    life, written = os.pipe(), os.pipe()
    device = mount(folder)
    start(life, serve, device)
    os.close(device)
    clients = [pass_descriptors(path, uid, count, name) for (uid, count), name in zip(users, names)]
    # Only now: closing the passed descriptors would wait.
    start(life, write_pages, names, written[1])
    os.read(written[0], 1)
    print("passed", flush=True)
    for (uid, _), connections in zip(users, clients):
        reasons = [reason(each) for each in connections]
        print(json.dumps({"uid": uid, "reasons": reasons, "late": ending(path, uid)}), flush=True)
    os.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
