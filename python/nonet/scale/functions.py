"""What tells a user's function from others, so that a folder never mixes the answers of two."""

from __future__ import annotations

import dis
import functools
import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from nonet.core.errors import ArgumentError


def function_name(function: Callable[[Any], Any]) -> str:
    """Return a name for a function: that of its place in a module, if it has one.

    All others (lambdas, inner functions, partial ones, methods of a value) also get a checksum of
    their code and of the values they hold. ArgumentError if one of these cannot be told from
    others; values are not stored, because one may be a password.

    >>> function_name(len), function_name(lambda batch: batch).split("#")[0]
    ('builtins:len', 'nonet.scale.functions:<lambda>')
    """
    inner: Any = function
    while isinstance(inner, functools.partial):
        inner = inner.func
    owner = inner if hasattr(inner, "__qualname__") else type(inner)
    name = f"{owner.__module__}:{owner.__qualname__}"
    if _is_found(function):
        return name
    digest = hashlib.sha256()
    try:
        for piece in _pieces(function):
            digest.update(b"%d:%s," % (len(piece), piece))
    except _UnknownError as error:
        raise ArgumentError(
            f"verb: expected a function that can be told from others, found {name} with {error}; "
            "write a function with a name in a module, and use that"
        ) from None
    except RecursionError:
        raise ArgumentError(f"verb: {name} holds too much; write a function in a module") from None
    return f"{name}#{digest.hexdigest()[:16]}"


class _UnknownError(Exception):
    """A value whose contents are unknown."""


def _unknown(value: Any) -> _UnknownError:
    kind = type(value)
    return _UnknownError(f"a value of the type {kind.__module__}.{kind.__qualname__}")


def _is_found(value: Any) -> bool:
    """Return whether a module has this very value under its name."""
    found: Any = sys.modules.get(getattr(value, "__module__", None) or "")
    for name in getattr(value, "__qualname__", "<none>").split("."):
        found = getattr(found, name, None)
    return found is value


def _pieces(value: Any, outer: tuple[Any, ...] = ()) -> Iterator[bytes]:
    """Yield what a value consists of: the same for equal values, in every process.

    `outer` are the functions that it is a part of: they may call themselves and each other.
    """
    yield type(value).__qualname__.encode()
    if value is None or value is ... or isinstance(value, bool | int | float | complex | str):
        yield repr(value).encode()
    elif isinstance(value, ModuleType):
        yield value.__name__.encode()
    elif isinstance(value, os.PathLike):
        yield repr(os.fspath(value)).encode()
    elif isinstance(value, CodeType):
        yield from _code_pieces(value, outer)
    elif _is_found(value):
        yield f"{value.__module__}:{value.__qualname__}".encode()
    elif isinstance(value, Mapping):
        yield from _pieces(list(value.items()), outer)
    elif isinstance(value, list | tuple):
        yield b"%d" % len(value)
        for one in value:
            yield from _pieces(one, outer)
    elif isinstance(value, set | frozenset):
        yield from sorted(b"".join(_pieces(one, outer)) for one in value)
    elif isinstance(value, functools.partial):
        yield from _pieces((value.func, value.args, value.keywords), outer)
    elif isinstance(value, FunctionType):
        if value not in outer:
            yield from _function_pieces(value, (*outer, value))
    elif isinstance(value, MethodType | BuiltinFunctionType):
        yield from _pieces((value.__name__, value.__self__), outer)
    else:
        yield from _buffer_pieces(value)


def _function_pieces(function: FunctionType, outer: tuple[Any, ...]) -> Iterator[bytes]:
    """Yield what a function does, holds and reads."""
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    held = (function.__code__, function.__defaults__, function.__kwdefaults__, cells)
    yield from _pieces(held, outer)
    for name in sorted(_globals_of(function.__code__)):
        if name in function.__globals__:
            value = function.__globals__[name]
            try:
                yield b"".join(_pieces(value, outer))
            except _UnknownError:
                yield type(value).__qualname__.encode()  # Such as a logger, or a schema.


def _code_pieces(code: CodeType, outer: tuple[Any, ...]) -> Iterator[bytes]:
    """Yield what a code does, whatever its file and its lines are."""
    yield code.co_code
    yield from _pieces((code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars), outer)
    yield from _pieces(code.co_consts, outer)


def _globals_of(code: CodeType) -> set[str]:
    """Return the names of the global variables that a code and the functions within it read."""
    inner = [_globals_of(one) for one in code.co_consts if isinstance(one, CodeType)]
    found = dis.get_instructions(code)
    names = {one.argval for one in found if one.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    return names.union(*inner)


def _buffer_pieces(value: Any) -> Iterator[bytes]:
    """Yield the contents of bytes or of an array."""
    try:
        view = memoryview(value)
    except (TypeError, ValueError):
        raise _unknown(value) from None
    if "O" in view.format:  # It holds addresses, which differ between runs.
        raise _unknown(value)
    yield repr((view.format, view.shape)).encode()
    yield view.tobytes()
