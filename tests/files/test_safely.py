"""Files that are replaced when they are complete."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from nonet.files.safely import Draft, check_place, is_stdout, partial_name, replaced

needs_permissions = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything is permitted"
)


def write(path: Path, text: str = "new") -> None:
    with replaced(path) as place:
        Path(place).write_text(text)


def mode_of(path: str | Path) -> int:
    return stat.S_IMODE(os.stat(path).st_mode)


def test_the_old_file_is_there_until_the_end(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    with replaced(path) as place:
        Path(place).write_text("new")
        assert path.read_text() == "old" and os.path.dirname(place) == str(tmp_path)
    assert path.read_text() == "new" and os.listdir(tmp_path) == ["a"]


@pytest.mark.parametrize("error", [KeyError, OSError, KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("exists", [False, True])
def test_a_failure_changes_nothing(
    tmp_path: Path, error: type[BaseException], exists: bool
) -> None:
    path = tmp_path / "a"
    if exists:
        path.write_text("old")

    def fail() -> None:
        with replaced(path) as place:
            Path(place).write_text("half")
            raise error

    with pytest.raises(error):
        fail()
    assert os.listdir(tmp_path) == ["a"] * exists
    assert not exists or path.read_text() == "old"


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
def test_permissions_stay_and_hold_from_the_start(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    path.chmod(mode)
    with replaced(path) as place:
        assert mode_of(place) == mode
    assert mode_of(path) == mode


def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "any").write_text("")
    write(tmp_path / "a")
    assert mode_of(tmp_path / "a") == mode_of(tmp_path / "any")


@needs_permissions
def test_what_must_not_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(PermissionError, match="/a'"):
        check_place(path)
    path.chmod(0o644)
    tmp_path.chmod(0o555)
    with pytest.raises(PermissionError, match="/a'"):
        check_place(path)
    tmp_path.chmod(0o755)


@pytest.mark.parametrize("name", ["", "no/such", "a/b", "folder/"])
def test_a_name_that_cannot_be_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a").write_text("old")
    with pytest.raises(OSError, match=r"No such file|Not a directory|Is a directory") as caught:
        check_place(name)
    assert caught.value.filename == name and os.listdir() == ["a"]


@pytest.mark.parametrize("exists", [False, True])
def test_the_target_of_a_link_is_replaced(tmp_path: Path, exists: bool) -> None:
    (tmp_path / "folder").mkdir()
    target, link, further = tmp_path / "folder" / "a", tmp_path / "link", tmp_path / "further"
    if exists:
        target.write_text("old")
    link.symlink_to("folder/a")
    further.symlink_to(link)
    write(further)
    assert link.is_symlink() and further.is_symlink() and target.read_text() == "new"
    assert partial_name(further) == f"{target}.partial"


def test_what_is_finished_stands_beside_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    draft = Draft(path)
    Path(draft.place).write_text("half")
    assert draft.keep_partial() == f"{path}.partial"
    draft.drop()
    assert path.read_text() == "old" and Path(f"{path}.partial").read_text() == "half"
    assert sorted(os.listdir(tmp_path)) == ["a", "a.partial"]


def test_long_names_have_neighbours(tmp_path: Path) -> None:
    path = tmp_path / ("é" * 127)
    write(path)
    assert path.read_text() == "new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
def test_a_pipe_is_written_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    seen: list[str] = []
    reader = threading.Thread(target=lambda: seen.append(path.read_text()))
    reader.start()
    write(path)
    reader.join()
    assert seen == ["new"] and os.listdir(tmp_path) == ["pipe"]
    assert Draft(path).keep_partial() is None


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no /dev/fd")
def test_a_file_that_is_open_already_is_written_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a"
    with path.open("w") as stream:
        draft = Draft(f"/dev/fd/{stream.fileno()}")
        assert draft.is_direct
        (tmp_path / "link").symlink_to(f"/dev/fd/{stream.fileno()}")
        assert Draft(tmp_path / "link").is_direct
    draft = Draft(path)
    draft.drop()
    assert not draft.is_direct


def test_names_of_stdout() -> None:
    assert is_stdout("-") and is_stdout("/dev/stdout")
    assert not is_stdout("./-") and not is_stdout("stdout")


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    draft, fresh = Draft(path), Draft(path)
    killed, other = tmp_path / ".a.txt.0123abcd.part", tmp_path / ".b.txt.0123abcd.part"
    mine = tmp_path / ".a.txt.of-mine.part"
    for left in (killed, other, mine):
        left.write_text("half")
    for old in (draft.place, killed, other, mine):
        os.utime(old, (0, 0))
    Draft(path).drop()
    names = {entry.name for entry in tmp_path.iterdir()}
    assert names == {*(Path(one.place).name for one in (draft, fresh)), other.name, mine.name}
    for one in (draft, fresh):
        one.drop()


def test_what_was_just_left_stays_for_a_while(tmp_path: Path) -> None:
    left = tmp_path / ".a.txt.0123abcd.part"
    left.write_text("half")
    Draft(tmp_path / "a.txt").drop()
    assert left.exists()
