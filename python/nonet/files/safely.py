"""Files that replace others only when they are complete."""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

try:
    import fcntl
except ImportError:  # Windows has no fcntl; drafts of killed processes remain.
    fcntl = None  # type: ignore[assignment]

_LONGEST_NAME = 200
"""Bytes of a name that its neighbour takes over; file systems allow 255."""
_TOKEN = 4
"""Number of random bytes in the name of a draft."""
_ABANDONED = 60.0
"""Seconds after which a draft without a lock counts as abandoned."""
_STDOUT = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


def is_stdout(path: str) -> bool:
    """Return whether a name means stdout; opening it as a file would truncate it."""
    return path in _STDOUT


def is_plain_file(path: str) -> bool:
    """Return whether a name is a regular file or does not exist yet, so not a pipe or device."""
    try:
        old = os.stat(path)
    except OSError:
        return True
    return stat.S_ISREG(old.st_mode) and not _is_descriptor(path)


class Draft:
    """A file being written at `place`, a temporary file next to the one it will replace.

    If the name is a symbolic link, its target is replaced. Pipes, devices and other special files
    are written directly. The temporary file is created at once, with the permissions of the old
    file, so that an OSError is raised before the work; `keep`, `keep_partial` or `drop` removes it.
    If a process was killed, the next draft of the same file removes what it left.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)
        old = _status_of(self._path)
        self.is_direct = not is_plain_file(self._path)
        """True if there is no neighbour."""
        self._target = self._path if self.is_direct else os.path.realpath(self._path)
        self.place = self._target
        """Where to write."""
        self._lock: int | None = None
        """The open temporary file, locked until the end so that no one treats it as abandoned."""
        if self.is_direct:
            return
        if old is not None and not os.access(self._target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), self._path)
        folder, name = os.path.split(self._target)
        short = _shortened(name)
        _remove_abandoned(folder, name)
        place = os.path.join(folder, f".{short}.{secrets.token_hex(_TOKEN)}.part")
        try:
            self._lock = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        except OSError as error:
            raise OSError(error.errno, error.strerror, self._path) from None
        if not _lock_now(self._lock):
            self._unlock()  # Windows cannot rename an open file.
        self.place = place
        if old is not None:
            _take_over(place, old)

    def keep(self) -> None:
        """Replace the old file with this one, which is complete and closed."""
        if not self.is_direct:
            os.replace(self.place, self._target)
            self._unlock()

    def keep_partial(self, *, is_cut: bool = False) -> str | None:
        """Leave the old file alone and this one next to it; return its name, None for a pipe.

        A file that is cut does not replace a longer one: it may be what this one goes on from.
        """
        if self.is_direct:
            return None
        name = partial_name(self._path)
        if is_cut and is_longer(name, self.place):
            return name
        os.replace(self.place, name)
        self._unlock()
        return name

    def drop(self) -> None:
        """Remove what was written, unless it was kept."""
        if not self.is_direct:
            with suppress(FileNotFoundError):
                os.unlink(self.place)
            self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


@contextmanager
def replaced(path: str | os.PathLike[str]) -> Iterator[str]:
    """Yield the path to write to; it replaces the old file if nothing goes wrong."""
    draft = Draft(path)
    try:
        yield draft.place
        draft.keep()
    finally:
        draft.drop()


def check_place(path: str | os.PathLike[str]) -> None:
    """Raise the OSError that writing this file would raise, before the work."""
    Draft(path).drop()


def partial_name(path: str | os.PathLike[str]) -> str:
    """Return the name of the file that keeps finished work after an interruption."""
    path = os.fspath(path)
    return f"{os.path.realpath(path) if os.path.islink(path) else path}.partial"


def is_longer(path: str, other: str) -> bool:
    """Return whether a file is there and is longer than another, which is there."""
    try:
        return os.stat(path).st_size > os.stat(other).st_size
    except FileNotFoundError:
        return False


def abandoned_drafts(path: str | os.PathLike[str]) -> list[str]:
    """Return what killed processes have written of a file."""
    folder, name = os.path.split(os.path.realpath(path))
    # Drafts of other files with long names may be called the same.
    if fcntl is None or not is_plain_file(os.fspath(path)) or _shortened(name) != name:
        return []
    with suppress(OSError):
        # A draft that is not locked yet is empty.
        places = _drafts(folder, name)
        return [place for place in places if os.stat(place).st_size and not _is_in_use(place)]
    return []


def _shortened(name: str) -> str:
    """Return the part of a name that its drafts take over."""
    return os.fsdecode(os.fsencode(name)[:_LONGEST_NAME])


def _drafts(folder: str, name: str) -> list[str]:
    """Return the drafts of a file."""
    pattern = re.compile(rf"\.{re.escape(_shortened(name))}\.[0-9a-f]{{{2 * _TOKEN}}}\.part")
    with suppress(OSError):
        found = os.scandir(folder or ".")
        return [entry.path for entry in found if pattern.fullmatch(entry.name)]
    return []


def _remove_abandoned(folder: str, name: str) -> None:
    """Remove the drafts of a file that killed processes left.

    Those have no lock. A new draft may not be locked yet, so only drafts that have not changed
    for a while are removed.
    """
    with suppress(OSError):
        for place in _drafts(folder, name):
            if time.time() - os.stat(place).st_mtime > _ABANDONED and not _is_in_use(place):
                os.unlink(place)


def _is_in_use(place: str) -> bool:
    file = os.open(place, os.O_WRONLY)
    try:
        return not _lock_now(file)
    finally:
        os.close(file)


def _lock_now(file: int) -> bool:
    """Lock an open file; return whether that worked. False on systems without file locks."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _status_of(path: str) -> os.stat_result | None:
    if not os.path.basename(path):
        code = errno.EISDIR if path else errno.ENOENT
        raise OSError(code, os.strerror(code), path)
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _is_descriptor(path: str) -> bool:
    """Return whether a name leads to an open file, as /dev/stderr and /dev/fd/3 do."""
    for _ in range(40):  # As many links as Linux follows.
        folder = os.path.realpath(os.path.dirname(path))
        path = os.path.join(folder, os.path.basename(path))
        if folder in ("/dev", "/dev/fd") or folder.startswith("/proc/"):
            return True
        if not os.path.islink(path):
            break
        path = os.path.join(folder, os.readlink(path))
    return False


def _take_over(place: str, old: os.stat_result) -> None:
    """Give a new file the owner, where that is allowed, and the permissions of an old one."""
    new = os.stat(place)
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        with suppress(OSError):
            os.chown(place, old.st_uid, old.st_gid)
    os.chmod(place, stat.S_IMODE(old.st_mode))
