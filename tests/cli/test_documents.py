"""The command with documents, zip files and notes: what it reads, writes and says."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import subprocess
import types
import zipfile
from pathlib import Path

import pytest

from boards import EASY, EASY_SOLUTION, FOUR, FOUR_SOLUTION, HARD, JIGSAW, SIX
from command import Nonet, command, environment
from nonet import ArgumentError, Puzzle, parse
from nonet.cli import run as run_command
from nonet.documents.catalog import DOCUMENTS
from nonet.documents.zip_file import Archive
from nonet.notations import grid
from nonet.notations.catalog import NOTATIONS

BAD = "12345"

ROWS = "\n".join(EASY[i : i + 9] for i in range(0, 81, 9))
TABLE = f"name,quiz,answer\nfirst,{EASY},{EASY_SOLUTION}\nbad,oops,\nlast,{FOUR},{FOUR_SOLUTION}\n"
GAMES = f'<opensudoku><game data="{EASY.replace(".", "0")}"/><game data="1"/></opensudoku>'
OBJECTS = f'{{"puzzle": "{EASY}", "author": "me"}}\n{{"puzzle": "{FOUR}"}}\n'


def zipped(members: dict[str, str | bytes]) -> bytes:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return sink.getvalue()


def unzipped(path: Path) -> dict[str, str]:
    archive = Archive(io.BytesIO(path.read_bytes()))
    found = {member.name: archive.open(member).read().decode() for member in archive.members}
    archive.close()
    return found


# Reading


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("verb", ["solve", "count", "check", "convert"])
def test_every_verb_takes_a_table(quick: Nonet, tmp_path: Path, verb: str, packed: bool) -> None:
    data = TABLE.encode()
    (tmp_path / "table").write_bytes(gzip.compress(data) if packed else data)
    runs = [quick(verb, "table"), quick(verb, "-", stdin=(tmp_path / "table").read_bytes())]
    said = {
        "solve": f"{EASY_SOLUTION} unique\n{'.' * 81} malformed\n{FOUR_SOLUTION} unique\n",
        "count": "1\nmalformed\n1\n",
        "check": "right\nmalformed\nright\n",
        "convert": f"{EASY}\n{FOUR}\n",
    }[verb]
    for run, place in zip(runs, ("table, line 3, column 5", "line 3, column 5"), strict=True):
        assert (run.returncode, run.stdout) == (2, said)
        assert run.stderr.startswith(f"nonet: {place}: expected") and "(field 'quiz')" in run.stderr


def test_other_documents_and_their_places(quick: Nonet, tmp_path: Path) -> None:
    (tmp_path / "games.xml").write_text(f'<?xml version="1.0"?>\n{GAMES}')
    (tmp_path / "some").write_text(OBJECTS)
    (tmp_path / "list.sdm").write_text(f"{HARD}\n{EASY}\n")
    run = quick("solve", "--json", "games.xml", "some", "list.sdm", FOUR)
    found = [json.loads(line) for line in run.stdout.splitlines()]
    assert [(o["source"], o["line"], o["status"]) for o in found] == [
        ("games.xml", 2, "unique"),
        ("games.xml", 2, "malformed"),
        ("some", 1, "unique"),
        ("some", 2, "unique"),
        ("list.sdm", 1, "unique"),
        ("list.sdm", 2, "unique"),
        ("argument 4", None, "unique"),
    ]
    plain = quick("solve", "games.xml", "some", "list.sdm", FOUR)
    words = [line.split()[1] for line in plain.stdout.splitlines()]
    assert words == [o["status"] for o in found]


def test_the_name_decides_where_the_content_does_not(quick: Nonet, tmp_path: Path) -> None:
    (tmp_path / "bare.csv").write_text(f"1;{FOUR}\n2;{FOUR}\n")
    assert quick("count", "bare.csv").stdout == "1\n1\n"
    commas = "\n".join(",".join(EASY[i : i + 9].replace(".", "0")) for i in range(0, 81, 9))
    (tmp_path / "board.csv").write_text(commas)
    assert quick("solve", "board.csv").stdout == f"{EASY_SOLUTION} unique\n"
    (tmp_path / "what.csv").write_text(f"a,b\n{BAD},1\n")
    run = quick("convert", "what.csv")
    assert run.returncode == 2 and "(or say which: --column puzzle=NAME)" in run.stderr
    (tmp_path / "what.xml").write_text("<html/>")
    assert "expected the element <opensudoku>, found <html>" in quick("solve", "what.xml").stderr


def test_named_documents_and_columns(quick: Nonet) -> None:
    data = f"a\tb\n{FOUR_SOLUTION}\t{FOUR}\n"
    run = quick("convert", "--from", "csv", "--column", "puzzle=b", stdin=data)
    assert run.stdout == f"{FOUR}\n"
    run = quick("convert", "--from", "csv", "--column", "puzzle=1", stdin=data)
    assert run.stdout == f"{FOUR_SOLUTION}\n"
    assert "expected WHAT=NAME" in quick("solve", "--column", "b", stdin=data).stderr
    run = quick("solve", "--from", "sdm", stdin=f"{EASY}\n{FOUR}\n")
    assert run.stdout == f"{EASY_SOLUTION} unique\n{FOUR_SOLUTION} unique\n"
    run = quick("solve", "--from", "opensudoku", stdin=EASY)
    assert run.returncode == 2 and "expected XML" in run.stderr


def test_zip_files_are_read_member_by_member(quick: Nonet, tmp_path: Path) -> None:
    members: dict[str, str | bytes] = {
        "a/list.txt": f"{EASY}\n{BAD}\n",
        "a/": "",
        "grid.txt": ROWS,
        "table.csv": TABLE,
        "inner.zip": zipped({"x": EASY}),
        "packed.gz": gzip.compress(f"{FOUR}\n{FOUR}\n".encode()),
    }
    (tmp_path / "all.zip").write_bytes(zipped(members))
    run = quick("count", "--json", "all.zip")
    found = [json.loads(line) for line in run.stdout.splitlines()]
    assert [(o["source"], o["line"], o.get("count")) for o in found] == [
        ("all.zip/a/list.txt", 1, 1),
        ("all.zip/a/list.txt", 2, None),
        ("all.zip/grid.txt", None, 1),
        ("all.zip/table.csv", 2, 1),
        ("all.zip/table.csv", 3, None),
        ("all.zip/table.csv", 4, 1),
        ("all.zip/inner.zip", None, None),
        ("all.zip/packed.gz", 1, 1),
        ("all.zip/packed.gz", 2, 1),
    ]
    plain = quick("solve", "all.zip")
    assert plain.returncode == 2 and "found a zip file, 'inner.zip'" in plain.stderr
    assert [line.split()[1] == "unique" for line in plain.stdout.splitlines()] == [
        o.get("count") == 1 for o in found
    ]
    piped = quick("solve", stdin=(tmp_path / "all.zip").read_bytes())
    assert piped.stdout == plain.stdout


def test_one_puzzle_in_a_zip_file_is_one_puzzle(quick: Nonet, tmp_path: Path) -> None:
    (tmp_path / "one.zip").write_bytes(zipped({"grid.txt": ROWS}))
    assert quick("solve", "one.zip").stdout == f"{EASY_SOLUTION} unique\n"
    for data, said in (
        (b"PK\x03\x04", "expected a whole zip file"),
        (zipped({"a": b"0" * (1 << 25)}), "expands at most"),
        (zipped({}), "none in it"),
    ):
        (tmp_path / "bad.zip").write_bytes(data)
        run = quick("solve", "bad.zip")
        assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
        assert run.stderr.startswith("nonet: bad.zip") and said in run.stderr


def test_documents_through_a_slow_pipe(nonet: Nonet) -> None:
    script = f"(echo puzzle,name; echo {EASY},a; sleep 30) | {' '.join(command('solve'))}"
    process = subprocess.Popen(
        ["bash", "-c", script], stdout=subprocess.PIPE, env=environment(), start_new_session=True
    )
    assert process.stdout is not None
    assert process.stdout.readline().decode() == f"{EASY_SOLUTION} unique\n"
    os.killpg(process.pid, 15)
    process.wait()
    process.stdout.close()


# Writing


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("end", ["", ".gz", ".zip"])
def test_outputs_by_their_names(quick: Nonet, tmp_path: Path, name: str, end: str) -> None:
    path = f"out{DOCUMENTS[name].SUFFIXES[0]}{end}"
    (tmp_path / "in.txt").write_text(f"{EASY}\n{HARD}\n")
    run = quick("convert", "in.txt", "-o", path)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert quick("convert", path).stdout == f"{EASY}\n{HARD}\n"
    assert name in quick("convert", "--explain", path).stdout or name == "sdm"
    if not end and name != "parquet":
        assert quick("convert", "--to", name, "in.txt").stdout == (tmp_path / path).read_text()


def test_notes_that_get_lost_are_named_once(quick: Nonet) -> None:
    run = quick("convert", "--to", "line", stdin=TABLE)
    assert run.stderr.splitlines()[1:] == [
        "nonet: line cannot hold name (2 puzzles), solution (2 puzzles)"
    ]
    run = quick("convert", "--to", "jsonl", stdin=TABLE)
    assert len(run.stderr.splitlines()) == 1
    (first, _) = map(json.loads, run.stdout.splitlines())
    assert first == {"puzzle": EASY, "solution": EASY_SOLUTION, "name": "first"}


def test_boards_that_a_document_does_not_have_are_left_out(quick: Nonet) -> None:
    run = quick("convert", "--to", "sdm", EASY, FOUR, HARD)
    assert run.returncode == 2
    assert run.stdout == f"{EASY}\n{HARD}\n".replace(".", "0")
    assert run.stderr.startswith("nonet: argument 2: sdm supports only 9x9 boards with 3x3 boxes")
    run = quick("convert", "--to", "opensudoku", SIX)
    assert (run.returncode, "OpenSudoku supports only 9x9 boards" in run.stderr) == (2, True)
    lists = f"{FOUR}\n" * 1001
    regions = "".join("ABCDEFGHI"[number] for number in JIGSAW.layout.regions or b"")
    run = quick("convert", "--to", "csv", "--regions", regions, stdin=f"{JIGSAW}\n{JIGSAW}\n")
    assert run.returncode == 0
    objects = "".join(json.dumps({"puzzle": line}) + "\n" for line in lists.split())
    late = json.dumps({"puzzle": str(JIGSAW), "regions": regions, "name": "late"})
    run = quick("convert", "--to", "csv", stdin=f"{objects}{late}\n")
    assert run.returncode == 2 and "csv cannot hold puzzle (1 puzzle)" in run.stderr


def test_zip_files_of_lists_and_of_single_puzzles(quick: Nonet, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{EASY}\n{HARD}\n")
    quick("convert", "in.txt", "-o", "a.zip")
    assert unzipped(tmp_path / "a.zip") == {"a.txt": f"{EASY}\n{HARD}\n"}
    quick("convert", "in.txt", "-o", "a.sdm.zip")
    zeros = f"{EASY}\n{HARD}\n".replace(".", "0")
    assert unzipped(tmp_path / "a.sdm.zip") == {"a.sdm": zeros}
    run = quick("convert", "--to", "grid", "in.txt", "-o", "b.zip")
    assert run.returncode == 0
    found = unzipped(tmp_path / "b.zip")
    assert list(found) == ["00001.txt", "00002.txt"]
    assert [parse(text) for text in found.values()] == [parse(EASY), parse(HARD)]
    assert quick("convert", "b.zip").stdout == f"{EASY}\n{HARD}\n"


def test_several_lines_for_each_of_many_are_refused_with_advice(
    quick: Nonet, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    module = types.ModuleType("rows")

    def draw(puzzle: Puzzle) -> str:
        if puzzle.layout.size > 9:
            raise ArgumentError("rows has boards up to 9x9")
        return grid.format(puzzle, frame=False)

    vars(module).update(NAME="rows", SUFFIXES=(".rows",), HOLDS=frozenset(), SUMMARY="rows")
    vars(module).update(parse=grid.parse, format=draw, recognize=lambda text: None)
    monkeypatch.setitem(NOTATIONS, "rows", module)
    assert quick("convert", "--to", "rows", FOUR).stdout == "1..4\n..1.\n2.4.\n.3..\n".replace(
        "1..4", "...4"
    )
    run = quick("convert", "--to", "rows", FOUR, EASY)
    assert (run.returncode, run.stdout) == (2, "") and "-o FILE.zip" in run.stderr
    run = quick("convert", FOUR, "." * 256, EASY, "-o", "many.rows.zip")
    assert run.returncode == 2 and "argument 2" in run.stderr
    assert list(unzipped(tmp_path / "many.rows.zip")) == ["00001.rows", "00002.rows"]
    quick("convert", FOUR, "-o", "one.rows")
    assert (tmp_path / "one.rows").read_text().count("\n") == 4


def test_options_that_do_not_go_together(quick: Nonet) -> None:
    for args in (["--to", "csv", "--blank", "0"], ["--to", "sdm", "--no-frame"]):
        run = quick("convert", *args, FOUR)
        assert run.returncode == 2 and "cannot be used with --to" in run.stderr
    assert quick("convert", "--to", "sdm", "--blank", ".", EASY).stdout == f"{EASY}\n"
    assert "did you mean 'jsonl'?" in quick("convert", "--to", "jsnl", FOUR).stderr


# Explaining and listing


@pytest.mark.parametrize(
    ("args", "text", "said"),
    [
        (
            [],
            FOUR,
            ["line, 4x4 with 2x2 boxes", "not grid: line 1", "the only shape for this size"],
        ),
        ([], ROWS, ["grid, 9x9", "not line: line 2, column 1: expected one line, found 9 lines"]),
        ([], SIX, ["boxes: 2x3, the usual shape (others that fit: 3x2)"]),
        (["--box", "3x2"], SIX, ["boxes: 3x2, from the options"]),
        ([], "|12|..|\n|..|12|\n|..|..|\n|..|..|\n", ["boxes: 2x2, from the text"]),
        (["--from", "line"], FOUR, ["detected by: --from"]),
        ([], "9G" + "." * 254, ["symbols: 1-9A-G"]),
        (["--alphabet", "A-P"], "G" + "." * 255, ["symbols: A-P, from the options"]),
        (
            [],
            TABLE,
            ["line 2: csv, 9x9", "detected by: a column named 'quiz'", "notes: name, solut"],
        ),
        ([], OBJECTS, ["line 1: jsonl", "an object with a field 'puzzle'", "notes: author"]),
    ],
)
def test_explaining(quick: Nonet, args: list[str], text: str, said: list[str]) -> None:
    run = quick("convert", "--explain", *args, stdin=text)
    for part in said:
        assert part in run.stdout


def test_formats_lists_everything(quick: Nonet) -> None:
    run = quick("formats")
    assert max(map(len, run.stdout.splitlines())) <= 82
    listed = re.findall(r"^  (\S+)", run.stdout, re.MULTILINE)
    assert listed == [*NOTATIONS, *DOCUMENTS]
    rows = json.loads(quick("formats", "--json").stdout)
    assert [row["name"] for row in rows] == listed
    by_name = {row["name"]: row for row in rows}
    assert by_name["line"]["boards"] == "up to 25x25" and by_name["sdm"]["boards"] == "9x9"
    assert by_name["csv"]["suffixes"] == [".csv", ".tsv"] and by_name["csv"]["kind"] == "document"
    assert all(row["reads"] and row["writes"] for row in rows if row["kind"] == "document")


@pytest.mark.parametrize(
    ("words", "offered"),
    [("nonet convert --to opens", "plain,opensudoku"), ("nonet solve --from cs", "plain,csv")],
)
def test_names_are_completed(nonet: Nonet, words: str, offered: str) -> None:
    asked = {"_NONET_COMPLETE": "bash_complete", "COMP_WORDS": words}
    run = nonet(env=environment(**asked, COMP_CWORD=str(len(words.split()) - 1)))
    assert run.stdout == f"{offered}\n"


def test_boxes_and_regions_that_get_lost_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    jigsaw = ["--regions", "AABBB AAABB CCDEE CDDDE CCDEE", "....53.4.....5.2........."]
    six = ["--box", "3x2", "15..4.24..564....3.....463..2..2..31"]
    losses = {("line", "boxes"): six, ("sdk", "boxes"): six, ("line", "regions"): jigsaw}
    for (name, what), arguments in losses.items():
        assert run_command(["convert", "--to", name, *arguments]) == 0
        assert f"{name} cannot hold {what} (1 puzzle)" in capsys.readouterr().err
    for name, arguments in (("grid", six), ("f-puzzles", six), ("f-puzzles", jigsaw)):
        assert run_command(["convert", "--to", name, *arguments]) == 0
        assert "cannot hold" not in capsys.readouterr().err


def test_advice_is_given_in_options(capsys: pytest.CaptureFixture[str]) -> None:
    uneven = "1 . | . .\n. . . | .\n. | . . .\n. . | . 1\n"
    assert run_command(["convert", "--from", "grid", uneven]) == 2
    said = capsys.readouterr().err
    assert "--regions" in said and "layout=" not in said


@pytest.mark.parametrize("args", [["solve"], ["count"], ["solve", "--engine", "reference"]])
def test_pencil_marks_that_are_not_used_are_told_once(
    args: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pencil_marks = [[] if symbol != "." else [1, 2, 3, 4] for symbol in FOUR]
    some = [[], [1], *pencil_marks[2:]]
    for told, many in (("", [pencil_marks]), ("1 puzzle", [some]), ("2 puzzles", [some, some])):
        path = tmp_path / "marks.jsonl"
        rows = [json.dumps({"puzzle": FOUR, "marks": one}) for one in [pencil_marks, *many]]
        path.write_text("\n".join(rows))
        assert run_command([*args, str(path)]) == 0
        expected = (
            f"nonet: pencil marks are ignored ({told}); use --pencil-marks to start from them\n"
            if told
            else ""
        )
        assert capsys.readouterr().err == expected


def test_a_link_is_no_missing_file(quick: Nonet) -> None:
    run = quick("solve", "https://sudokupad.app/abc")
    assert run.returncode == 2 and "the short id 'abc', which only the server knows" in run.stderr


def test_a_column_is_one_thing_in_a_message(quick: Nonet, tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text("puzzle,id\n...4..1.2.4..3.?,1\n")
    said = "line 2, column 16: expected a digit 1-4 or '.' as before, found '?' (field 'puzzle')"
    assert quick("solve", "c.csv").stderr == f"nonet: c.csv, {said}\n"
