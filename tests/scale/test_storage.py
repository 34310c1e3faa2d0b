"""Files by path or URL, and passwords that nobody may see."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, ClassVar

import pytest

import nonet
from batch_folders import TEXT
from nonet.scale.batches import run_batch, verify_batch
from nonet.scale.storage import shown, shown_address

pytest.importorskip("pyarrow")


def test_urls(tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    with fsspec.open("memory://in/a.txt", "w") as file:
        file.write(TEXT)
    (tmp_path / "a.txt").write_text(TEXT)
    report = run_batch("solve", "memory://in/a.txt", "memory://out", chunk_rows=100)
    assert report.is_complete and report.rows == 500
    run_batch("solve", tmp_path / "a.txt", tmp_path / "out", chunk_rows=100)
    memory = fsspec.filesystem("memory")
    names = sorted(name.rsplit("/", 1)[-1] for name in memory.glob("/out/part-*"))
    for name in names:
        assert memory.cat_file(f"/out/{name}") == (tmp_path / "out" / name).read_bytes()
    assert run_batch("solve", "memory://in/a.txt", "memory://out", chunk_rows=100).resumed == 5
    assert verify_batch("memory://out").is_complete


SECRET_URLS = [
    f"ftp://ada:{password}@127.0.0.1:1/x.csv"
    for password in ("p@ss", "pa/ss", "p:a@s/s", "12/34", "p?ss", "p?s@s")
]


@pytest.mark.parametrize("url", SECRET_URLS)
def test_errors_of_a_file_system_name_no_secrets(url: str) -> None:
    pytest.importorskip("fsspec")
    with pytest.raises(nonet.ArgumentError, match=r"^ftp://\*\*\*@127.0.0.1:1/x.csv: ") as bad:
        run_batch("solve", url, "out")
    assert not re.search(r"ada|ss|12|34", str(bad.value).replace("127.0.0.1", ""))


def test_secrets_are_neither_printed_nor_stored() -> None:
    assert shown("s3://key:secret@bucket/a?X-Amz-Signature=1") == "s3://***@bucket/a?***"
    assert shown("/home/me@work/a?b") == "/home/me@work/a?b"
    for url in SECRET_URLS:
        assert shown(url) == "ftp://***@127.0.0.1:1/x.csv"
        assert shown_address(url.removesuffix("/x.csv")) == "ftp://***@127.0.0.1:1"
    with pytest.raises(nonet.ArgumentError, match="found 'spark=tcp://\\*\\*\\*@host:1'"):
        run_batch("solve", "x", "out", cluster="spark=tcp://ada:secret@host:1")
    with pytest.raises(nonet.ArgumentError) as caught:
        run_batch("solve", "nowhere://ada:secret@host/a.csv?token=x", "out")
    assert "secret" not in str(caught.value) and "token" not in str(caught.value)


def test_a_server_is_given_the_password_but_nobody_else(tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")

    class Locked(fsspec.get_filesystem_class("memory")):  # type: ignore[misc]
        """Files in memory that open with a password alone."""

        protocol = ("locked", "memory")
        cachable = False
        store: ClassVar[dict[str, Any]] = {}
        pseudo_dirs: ClassVar[list[str]] = [""]

        def __init__(self, password: str = "", **options: Any) -> None:
            if password != "secret":
                raise PermissionError(f"locked://ada:{password}@host has another password")
            super().__init__(**options)

        @classmethod
        def _strip_protocol(cls, path: str) -> str:
            return "/" + re.sub(r"^locked://([^/@]*@)?", "", path).strip("/")

        @staticmethod
        def _get_kwargs_from_urls(path: str) -> dict[str, Any]:
            found = re.match(r"locked://\w+:(\w+)@", path)
            return {"password": found[1]} if found else {}

    fsspec.register_implementation("locked", Locked, clobber=True)
    for name in ("a.txt", "b.txt"):
        with fsspec.open(f"locked://ada:secret@host/in/{name}", "w") as file:
            file.write(TEXT)
    inputs, out = "locked://ada:secret@host/in", "locked://ada:secret@host/out"
    report = run_batch("solve", inputs, out, chunk_rows=300)
    assert report.is_complete and report.rows == 1000
    assert run_batch("solve", inputs, out, chunk_rows=300).resumed == 4
    assert verify_batch(out).is_complete
    assert run_batch("count", out, "locked://ada:secret@host/counted").rows == 1000
    assert not any(b"secret" in file.getvalue() for file in Locked.store.values())
    assert "secret" not in repr(report)
    wrong = "locked://ada:wrong@host"
    for place in ((wrong, out), (inputs, wrong)):
        with pytest.raises(nonet.ArgumentError, match="has another password") as caught:
            run_batch("solve", *place)
        assert "wrong" not in str(caught.value)
