"""The files that a configuration names: what is wrong with each, before the program connects."""

from __future__ import annotations

import os
import ssl
import stat

from .configuration import TLS, Configuration, read_secret


def faults(settings: Configuration) -> list[str]:
    """Reads each file; returns its fault, after the member that names it and its location."""
    tls = settings.broker.tls or TLS()
    named = (("broker.tls.ca_file", tls.ca_file), ("broker.tls.certificate_file", tls.certificate_file),
             ("broker.tls.key_file", tls.key_file), ("broker.password_file", settings.broker.password_file))
    found = []
    for member, path in named:
        fault = _fault(member, path, tls) if path else None
        if fault:
            # A credential of the unit is named by no member.
            found.append(f"{settings.places.get(member, member)}: {fault}")
    return found


def _fault(member: str, path: str, tls: TLS) -> str | None:
    """What is wrong with a file; None if nothing is."""
    try:
        # Other files, such as a FIFO, may never end.
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            return f"cannot read {path}: it is not a file"
        with open(path, "rb") as file:
            file.read(1)
        if member.endswith("password_file"):
            read_secret(path)
        elif member.endswith("key_file"):
            return _key_fault(path, tls)
        else:
            return _certificate_fault(path)
    except OSError as error:
        return f"cannot read {path}: {error.strerror}"
    except ValueError as error:
        return str(error)
    return None


def _certificate_fault(path: str) -> str | None:
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cafile=path)
    except ssl.SSLError as error:
        return f"{path} has no certificate in PEM ({error.reason or error})"
    return None


def _key_fault(path: str, tls: TLS) -> str | None:
    """Why a key is not that of the certificate; None if the certificate itself is wrong, which is reported as its
    own fault."""
    certificate = tls.certificate_file
    try:
        if not certificate or _certificate_fault(certificate):
            return None
    except OSError:
        return None
    try:
        # An empty passphrase: a key that needs one is refused, and not asked for on the terminal.
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_cert_chain(certificate, path, password=lambda: b"")
    except ssl.SSLError as error:
        reason = f" ({error.reason})" if error.reason else ""
        return f"{path} has no key in PEM without a passphrase that belongs to {certificate}{reason}"
    return None
