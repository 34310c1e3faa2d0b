"""Files that take the place of others when they are complete, and not before."""

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
except ImportError:  # Windows has none; drafts of killed processes stay there.
    fcntl = None  # type: ignore[assignment]

_LONGEST_NAME = 200
"""Bytes of a name that its neighbour takes over; file systems allow 255."""
_TOKEN = 4
"""Random bytes in the name of a draft."""
_ABANDONED = 60.0
"""Seconds after which a draft without a lock is one that nobody writes."""
_STDOUT = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


def is_stdout(path: str) -> bool:
    """Tell whether a name is that of stdout; opened as a file, it would be cut to nothing."""
    return path in _STDOUT


def is_plain_file(path: str) -> bool:
    """Tell whether a name is that of a plain file, or of none yet: no pipe and no device."""
    try:
        old = os.stat(path)
    except OSError:
        return True
    return stat.S_ISREG(old.st_mode) and not _is_descriptor(path)


class Draft:
    """A file on its way: it is written at `place`, a neighbour of the file that it is to replace.

    Of a symbolic link, the target is replaced. A pipe, a device or whatever else is no plain file
    is written as it is. The neighbour is made at once, with the permissions of the old file, so
    that an OSError comes before the work; it is gone after `keep`, `keep_partial` or `drop`. One
    that a killed process has left is removed by the next draft of the same file.
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
        """The open neighbour, locked until the end, so that nobody takes it for abandoned."""
        if self.is_direct:
            return
        if old is not None and not os.access(self._target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), self._path)
        folder, name = os.path.split(self._target)
        short = os.fsdecode(os.fsencode(name)[:_LONGEST_NAME])
        _remove_abandoned(folder, short)
        place = os.path.join(folder, f".{short}.{secrets.token_hex(_TOKEN)}.part")
        try:
            self._lock = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        except OSError as error:
            raise OSError(error.errno, error.strerror, self._path) from None
        if not _lock_now(self._lock):
            self._unlock()  # Windows does not rename a file that is open.
        self.place = place
        if old is not None:
            _take_over(place, old)

    def keep(self) -> None:
        """Put the file, which is complete and closed, in the place of the old one."""
        if not self.is_direct:
            os.replace(self.place, self._target)
            self._unlock()

    def keep_partial(self) -> str | None:
        """Leave the old file alone and this one beside it; return its name, None of a pipe."""
        if self.is_direct:
            return None
        name = partial_name(self._path)
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
    """Give the place to write a file at; it replaces the old one if nothing goes wrong."""
    draft = Draft(path)
    try:
        yield draft.place
        draft.keep()
    finally:
        draft.drop()


def check_place(path: str | os.PathLike[str]) -> None:
    """Raise the OSError that a file of this name would meet: before the work, not after it."""
    Draft(path).drop()


def partial_name(path: str | os.PathLike[str]) -> str:
    """Name the file that has what was finished when the work was stopped."""
    path = os.fspath(path)
    return f"{os.path.realpath(path) if os.path.islink(path) else path}.partial"


def _remove_abandoned(folder: str, name: str) -> None:
    """Remove the drafts of a file that a process left when it was killed.

    Nobody has a lock on those. A draft that has just been made may not have its lock yet, so that
    only those count that have not been touched for a while.
    """
    pattern = re.compile(rf"\.{re.escape(name)}\.[0-9a-f]{{{2 * _TOKEN}}}\.part")
    with suppress(OSError):
        places = [
            entry.path for entry in os.scandir(folder or ".") if pattern.fullmatch(entry.name)
        ]
        for place in places:
            if time.time() - os.stat(place).st_mtime > _ABANDONED and not _is_in_use(place):
                os.unlink(place)


def _is_in_use(place: str) -> bool:
    file = os.open(place, os.O_WRONLY)
    try:
        return not _lock_now(file)
    finally:
        os.close(file)


def _lock_now(file: int) -> bool:
    """Lock an open file and tell whether that worked; never where files cannot be locked."""
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
    """Tell whether a name leads to a file that is open already, as /dev/stderr and /dev/fd/3 do."""
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
