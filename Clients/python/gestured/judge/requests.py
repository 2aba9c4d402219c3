"""Whether the daemon accepts a request, as its schema says, and its reply."""

from __future__ import annotations

import json
from types import UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from .. import requests as types
from . import lines
from .lines import Line

TYPES = {"subscribe": types.Subscribe, "add_zone": types.AddZone, "move_zone": types.MoveZone,
         "remove_zone": types.RemoveZone, "zones": types.ZonesRequest, "set_output": types.SetOutput,
         "status": types.StatusRequest,
         "ping": types.Ping}


class Fault(Exception):
    """What is wrong with a request."""

    def __init__(self, code: str, member: str = "") -> None:
        super().__init__(f"{code}: {member}" if member else code)
        self.code = code
        self.member = member


def read(text: bytes) -> Line:
    """The members of a request; raises Fault if the daemon refuses it."""
    try:
        request = json.loads(text)
    except (ValueError, RecursionError):
        raise Fault("bad_json") from None
    if not isinstance(request, dict):
        raise Fault("bad_json")
    kind = request.get("type")
    if not isinstance(kind, str) or kind not in TYPES:
        raise Fault("unknown_type", str(kind)[:80])
    check(request, TYPES[kind], "")
    if not 1 <= request.get("max_rate_hz", 1) <= 240:
        raise Fault("invalid_value", "max_rate_hz")
    if len(request.get("fingers", (1, 1))) != 2:
        raise Fault("invalid_value", "fingers")
    return request


def reply(request: Line) -> Line:
    """The reply to a request that is accepted."""
    answers: dict[str, Line] = {"status": {"status": lines.STATUS}, "zones": {"zones": lines.ZONES}}
    return {"type": "reply", **identity(request), "ok": True, **answers.get(request["type"], {})}


def refusal(text: bytes, fault: Fault) -> Line:
    """The reply to a request that is refused."""
    try:
        request = json.loads(text)
    except (ValueError, RecursionError):
        request = None
    error = {"code": fault.code, "message": f"the judge refuses this: {fault}",
             **({"member": fault.member} if fault.member else {})}
    return {"type": "reply", **identity(request), "ok": False, "error": error}


def identity(request: Any) -> Line:
    """The member `id` of a request, if it has one."""
    return {"id": request["id"]} if isinstance(request, dict) and isinstance(request.get("id"), (int, str)) else {}


def check(value: Any, hint: Any, path: str) -> None:
    """Raises Fault unless the value has the type."""
    if is_typeddict(hint):
        check_members(value, hint, path)
    elif get_origin(hint) is list:
        if not isinstance(value, list):
            raise Fault("invalid_value", path)
        for index, each in enumerate(value):
            check(each, get_args(hint)[0], f"{path}[{index}]")
    elif not is_of(value, hint):
        raise Fault("invalid_value", path)


def check_members(value: Any, hint: Any, path: str) -> None:
    """Raises Fault unless the value is an object of the type."""
    if not isinstance(value, dict):
        raise Fault("invalid_value", path)
    hints = get_type_hints(hint, include_extras=True)
    for name, each in hints.items():
        member = f"{path}.{name}" if path else name
        is_optional = get_origin(each) is NotRequired
        if name in value:
            check(value[name], get_args(each)[0] if is_optional else each, member)
        elif not is_optional:
            raise Fault("invalid_value", member)
    for name in value:
        if name not in hints:
            raise Fault("unknown_member", f"{path}.{name}" if path else name)


def is_of(value: Any, hint: Any) -> bool:
    """Whether a value has a type without members."""
    origin = get_origin(hint)
    if hint is Any:
        return True
    if origin is Literal:
        return value in get_args(hint)
    if origin in (Union, UnionType):
        return any(is_of(value, each) for each in get_args(hint))
    if hint in (int, float):
        return type(value) in (int, float) and (hint is float or value == int(value))
    return isinstance(value, origin or hint)
