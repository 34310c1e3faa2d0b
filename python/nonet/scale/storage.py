"""Files and folders by path or URL; URLs need the package fsspec."""

from __future__ import annotations

import io
import os
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, NamedTuple, cast

from nonet.core.errors import ArgumentError

try:
    import fcntl
except ImportError:  # Windows has no fcntl, and no locks here.
    fcntl = None  # type: ignore[assignment]

TEMPORARY = ".tmp"
"""How the names of unfinished files end, so that nobody takes them for a shard."""
_LOCK, _PROBE = ".lock", ".probe"
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+(::|://)")
_LOGIN = re.compile(r"(?<=://)([^@]*:.*|[^/@]*)@")
_QUERY = re.compile(r"\?.*")


class Stamp(NamedTuple):
    """What shows that a file changed: its size, and when it was written or its checksum."""

    size: int
    token: str


def is_url(path: str) -> bool:
    """Return whether a path is a URL, and not a file on this machine."""
    return _URL.match(path) is not None


def shown(path: str) -> str:
    """Return a path as it may be printed and stored: without a password or a signature.

    A password may have any character, unless its writer took care to escape it. So if there is a
    colon, everything up to the last @ is hidden.

    >>> shown("ftp://ada:secret@host/a.csv?token=1")
    'ftp://***@host/a.csv?***'
    >>> shown("ftp://ada:se/cr@t@host/a@b.csv"), shown("ftp://ada@host/a@b.csv")
    ('ftp://***@b.csv', 'ftp://***@host/a@b.csv')
    """
    return _QUERY.sub("?***", _LOGIN.sub("***@", path)) if is_url(path) else path


def shown_address(address: str) -> str:
    """Return the address of a cluster as it may be printed: without a password.

    >>> shown_address("tcp://ada:secret@host:8786"), shown_address("ada:secret@host:1")
    ('tcp://***@host:8786', '***@host:1')
    """
    return shown(address) if "://" in address else shown(f"any://{address}").removeprefix("any://")


def _system(path: str) -> tuple[Any, str]:
    """Return the file system of a URL, and the path on it."""
    try:
        fsspec = import_module("fsspec")
    except ImportError:
        raise ArgumentError(
            f"{shown(path)} needs the package fsspec: pip install 'nonet[batch]'"
        ) from None
    try:
        return cast("tuple[Any, str]", fsspec.core.url_to_fs(path))
    except (ValueError, ImportError, OSError) as error:
        raise problem_with(path, error) from None


def problem_with(path: str, error: Exception) -> ArgumentError:
    """Return what to say about a file or folder, without a password that the error may repeat."""
    said = str(getattr(error, "strerror", None) or error)
    return ArgumentError(f"{shown(path)}: {without_secrets(said, path)}")


def without_secrets(text: str, url: str) -> str:
    """Return a text without the password and the signature of a URL, or parts of them.

    >>> without_secrets("'se' is no port of ada:se/cret@host", "ftp://ada:se/cret@host")
    "'***' is no port of ***:***/***@host"
    """
    text = text.replace(url, shown_address(url))
    url = url if "://" in url else f"any://{url}"
    secrets = [match[0] for match in (_LOGIN.search(url), _QUERY.search(url)) if match]
    parts = {part for secret in secrets for part in re.split(r"[:/@?&=]", secret) if part}
    for part in sorted(parts, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(part)}(?!\w)", "***", text)
    return text


def open_input(path: str) -> io.BufferedReader:
    """Open a file for reading."""
    if not is_url(path):
        return open(path, "rb")
    return _opened(*_system(path))


def _opened(system: Any, place: str) -> io.BufferedReader:
    if "memory" in system.protocol:
        # Every reader of such a file would share one position.
        return io.BufferedReader(cast("io.RawIOBase", io.BytesIO(system.cat_file(place))))
    return io.BufferedReader(system.open(place, "rb"), 1 << 20)


def stamp_of(path: str) -> Stamp:
    """Return the stamp of a file."""
    if not is_url(path):
        status = os.stat(path)
        return Stamp(status.st_size, str(status.st_mtime_ns))
    system, place = _system(path)
    info = system.info(place)
    known = ("ETag", "etag", "md5", "mtime", "LastModified", "last_modified", "created")
    token = next((str(info[name]) for name in known if info.get(name)), "")
    return Stamp(int(info.get("size") or 0), token)


def listed(path: str) -> list[str]:
    """Return the files that an input stands for: itself, or those of a folder in order of name.

    Names that start with a dot or an underscore are left out, as is usual for data sets.
    """
    if not is_url(path):
        if not os.path.isdir(path):
            os.stat(path)
            return [path]
        walk = os.walk(path)
        found = [os.path.join(folder, name) for folder, _, names in walk for name in names]
        return sorted(one for one in found if _is_data(os.path.relpath(one, path)))
    system, place = _system(path)
    if not system.isdir(place):
        system.info(place)
        return [path]
    names = sorted(one[len(place) :].strip("/") for one in system.find(place))
    return [_below(path, name) for name in names if _is_data(name)]


def _below(url: str, name: str) -> str:
    """Return the URL of a file in a folder, with everything that its server asks for.

    >>> _below("ftp://ada:secret@host/a/?token=1", "b.csv")
    'ftp://ada:secret@host/a/b.csv?token=1'
    """
    folder, mark, query = url.partition("?")
    return f"{folder.rstrip('/')}/{name}{mark}{query}"


def _is_data(name: str) -> bool:
    return not any(part.startswith((".", "_")) for part in re.split(r"[/\\]", name))


class Folder:
    """A folder to write to. Files appear under their names only when they are complete."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._is_url = is_url(path)
        self._system: Any = None
        self._place = path
        if self._is_url:
            self._system, self._place = _system(path)

    def __str__(self) -> str:
        return shown(self.path)

    def holds(self, path: str) -> bool:
        """Return whether a file is in the folder."""
        if self._is_url or is_url(path):
            return path.startswith(f"{self.path.partition('?')[0].rstrip('/')}/")
        return os.path.realpath(path).startswith(os.path.join(os.path.realpath(self.path), ""))

    def create(self) -> None:
        """Create the folder and check that it can be written to."""
        self.write(_PROBE, [b""])
        self.remove(_PROBE)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Say what is wrong with the folder: it is read-only, or the disk is full."""
        try:
            yield
        except OSError as error:
            raise ArgumentError(
                f"{self}: cannot be written to: {error.strerror or error}"
            ) from None

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other runs on this machine out of the folder; a killed run's lock is gone."""
        if self._is_url or fcntl is None:
            yield
            return
        with open(self._join(_LOCK), "wb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise ArgumentError(f"{self}: another run is writing to this folder") from None
            yield

    def names(self, under: str = "") -> list[str]:
        """Return the names of the files in the folder, or in a folder below it."""
        place = self._join(under)
        if self._is_url:
            self._system.invalidate_cache()
            if not self._system.exists(place):
                return []
            found = self._system.ls(place, detail=True)
            return sorted(one["name"].rsplit("/", 1)[-1] for one in found if one["type"] == "file")
        with suppress(FileNotFoundError):
            return sorted(entry.name for entry in os.scandir(place) if entry.is_file())
        return []

    def read(self, name: str) -> bytes | None:
        """Return the bytes of a file; None if there is none."""
        place = self._join(name)
        try:
            if self._is_url:
                return cast("bytes", self._system.cat_file(place))
            with open(place, "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None
        except NotADirectoryError:
            raise ArgumentError(f"{self}: expected a folder, found a file") from None

    def path_of(self, name: str) -> str:
        """Return the path or URL of a file in the folder."""
        return _below(self.path, name) if self._is_url else self._join(name)

    def open(self, name: str) -> io.BufferedReader:
        """Open a file for reading."""
        place = self._join(name)
        if self._is_url:
            return _opened(self._system, place)
        return open(place, "rb")

    def write(self, name: str, pieces: Iterable[bytes]) -> None:
        """Write a file: under a temporary name, which is renamed when it is complete."""
        place = self._join(name)
        draft = f"{place}.{secrets.token_hex(4)}{TEMPORARY}"
        try:
            with self._writing():
                file = self._open_draft(draft)
            with file:
                for piece in pieces:  # What goes wrong in here is not the folder's fault.
                    with self._writing():
                        self._put(file, piece)
                with self._writing():
                    self._flush(file)
            with self._writing():
                self._rename(draft, place)
        except BaseException:
            with suppress(OSError):
                self._system.rm_file(draft) if self._is_url else os.unlink(draft)
            raise

    def _open_draft(self, draft: str) -> Any:
        if self._is_url:
            self._system.makedirs(draft.rsplit("/", 1)[0], exist_ok=True)
            return self._system.open(draft, "wb")
        os.makedirs(os.path.dirname(draft), exist_ok=True)
        return open(draft, "wb", buffering=0)  # Closing must have nothing left to write.

    def _put(self, file: Any, piece: bytes) -> None:
        if self._is_url:
            file.write(piece)
            return
        left = memoryview(piece)
        while left:
            left = left[file.write(left) :]

    def _flush(self, file: Any) -> None:
        if self._is_url:
            file.close()  # Some systems send a file only now.
        else:
            os.fsync(file.fileno())

    def _rename(self, draft: str, place: str) -> None:
        if self._is_url:
            if self._system.exists(place):
                self._system.rm_file(place)
            self._system.mv(draft, place)
        else:
            os.replace(draft, place)

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        with suppress(FileNotFoundError):
            if self._is_url:
                self._system.rm_file(self._join(name))
            else:
                os.unlink(self._join(name))

    def _join(self, name: str) -> str:
        if self._is_url:
            return f"{self._place.rstrip('/')}/{name}" if name else self._place
        return os.path.join(self._place, name) if name else self._place
