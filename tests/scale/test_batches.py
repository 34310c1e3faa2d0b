"""Batches: the same bytes whatever happens on the way, and nothing lost."""

from __future__ import annotations

import gzip
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import nonet
from batch_folders import LINES, TEXT, read, rows, shards
from boards import EASY, FOUR, HARD
from nonet.scale import batches
from nonet.scale.batches import batch_status, run_batch, verify_batch
from nonet.scale.inputs import plan_input

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def test_rows_keep_their_order_and_nothing_is_missing(text: Path, tmp_path: Path) -> None:
    report = run_batch("solve", text, tmp_path / "out", chunk_rows=64)
    assert (report.rows, report.chunks, report.done) == (500, 8, 8)
    assert report.is_complete and report.statuses == {"unique": 500}
    found = rows(tmp_path / "out")
    assert [row["puzzle"] for row in found] == LINES
    for row in found[::50]:
        assert nonet.check(nonet.Solution.from_line(row["solution"]), nonet.parse(row["puzzle"]))
    again = run_batch("solve", text, tmp_path / "out", chunk_rows=64)
    assert (again.done, again.resumed) == (8, 8)


def written(tmp_path: Path, kind: str) -> Path:
    """Write the puzzles as a file of some kind, with a number for each if it is a table."""
    path = tmp_path / f"puzzles.{kind}"
    if kind in ("csv", "quoted.csv"):
        cell = '"a, b\nc {}"' if kind == "quoted.csv" else "{}"
        body = "".join(f"{cell.format(i)},{line}\n" for i, line in enumerate(LINES))
        path.write_text(f"id,puzzle\n{body}")
    elif kind == "jsonl":
        lines = [json.dumps({"id": i, "puzzle": line}) for i, line in enumerate(LINES)]
        path.write_text("".join(f"{line}\n" for line in lines))
    elif kind == "json":
        path.write_text(json.dumps([{"id": i, "puzzle": line} for i, line in enumerate(LINES)]))
    elif kind == "parquet":
        table = pa.table({"id": range(len(LINES)), "puzzle": LINES})
        pq.write_table(table, path, row_group_size=130)
    elif kind == "txt.gz":
        path.write_bytes(gzip.compress(TEXT.encode()))
    elif kind == "utf16.txt":
        path.write_bytes(TEXT.encode("utf-16"))
    elif kind == "zip":
        nonet.write(map(nonet.parse, LINES), path)
    else:
        path.write_text(TEXT.removesuffix("\n"))
    return path


KINDS = ["csv", "quoted.csv", "jsonl", "json", "parquet", "txt.gz", "utf16.txt", "zip", "txt"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("chunk_rows", [1000, 130, 77])
def test_every_kind_of_file_is_cut_anywhere(tmp_path: Path, kind: str, chunk_rows: int) -> None:
    path = written(tmp_path, kind)
    report = run_batch("convert", path, tmp_path / "out", chunk_rows=chunk_rows, form="jsonl")
    has_more = kind == "parquet" and chunk_rows == 77  # Its groups have 130 rows.
    assert report.chunks == -(-500 // chunk_rows) + has_more and report.rejected == 0
    found = rows(tmp_path / "out")
    assert [row["puzzle"] for row in found] == LINES
    if kind in ("csv", "jsonl", "parquet"):
        assert [int(row["id"]) for row in found] == list(range(500))


def test_chunks_of_parquet_begin_with_groups_of_rows(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    with pq.ParquetWriter(path, pa.schema([("puzzle", pa.string())])) as writer:
        for start, end in ((0, 40), (40, 80), (80, 330), (330, 350), (350, 420)):
            writer.write_table(pa.table({"puzzle": LINES[start:end]}))
    assert plan_input(str(path), batches.Reading(), 100).starts == (0, 80, 180, 280, 350)
    assert plan_input(str(path), batches.Reading(), 1000).starts == (0,)
    run_batch("solve", path, tmp_path / "out", chunk_rows=100)
    assert [row["puzzle"] for row in rows(tmp_path / "out")] == LINES[:420]


@pytest.mark.parametrize("kind", ["txt", "csv", "jsonl", "parquet"])
def test_rejected_rows_have_their_place_in_the_file(tmp_path: Path, kind: str) -> None:
    bad = {100: "oops", 333: "12345", 499: "y" * 81}
    lines = [bad.get(number, line) for number, line in enumerate(LINES)]
    path = tmp_path / f"a.{kind}"
    if kind == "parquet":
        pq.write_table(pa.table({"puzzle": lines}), path)
    elif kind == "jsonl":
        path.write_text("".join(json.dumps({"puzzle": line}) + "\n" for line in lines))
    else:
        head = "puzzle\n" if kind == "csv" else ""
        path.write_text(head + "".join(f"{line}\n" for line in lines))
    report = run_batch("solve", path, tmp_path / "out", chunk_rows=90)
    assert report.rejected == 3 and report.statuses == {"malformed": 3, "unique": 497}
    found = [row for part in sorted((tmp_path / "out/_rejected").iterdir()) for row in read(part)]
    first = 2 if kind == "csv" else 1
    assert [row["row"] for row in found] == [number + first for number in bad]
    assert all(row["file"] == str(path) for row in found)
    for row in found:
        assert f"line {row['row']}" in row["reason"]


@pytest.mark.parametrize(
    ("kind", "line"), [("csv", "1,2,3\n"), ("jsonl", "oops\n"), ("jsonl", '{"id": 3}\n')]
)
@pytest.mark.parametrize("chunk_rows", [1000, 130, 1])
def test_a_line_that_is_no_row_of_its_table_is_rejected(
    tmp_path: Path, kind: str, line: str, chunk_rows: int
) -> None:
    path = written(tmp_path, kind)
    good = path.read_text().splitlines(keepends=True)
    path.write_text("".join([*good[:140], line, *good[140:200]]))
    report = run_batch("solve", path, tmp_path / "out", chunk_rows=chunk_rows, form="jsonl")
    assert report.rejected == 1 and report.rows == 201 - (kind == "csv")
    [bad] = [row for path in (tmp_path / "out/_rejected").iterdir() for row in read(path)]
    assert (bad["file"], bad["row"]) == (str(path), 141)
    found = [row["puzzle"] for row in rows(tmp_path / "out") if row["status"] == "unique"]
    assert found == LINES[: report.rows - 1]


def test_the_folder_of_a_batch_stands_for_its_shards(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("\n".join([*LINES[:50], "oops", *LINES[50:70]]))
    solved = tmp_path / "solved"
    run_batch("solve", path, solved, chunk_rows=20)
    report = run_batch("count", solved, tmp_path / "counted")
    assert (report.rows, report.rejected) == (71, 1)
    assert [row["puzzle"] for row in rows(tmp_path / "counted") if row["puzzle"]] == LINES[:70]
    (solved / "part-000001.parquet").unlink()
    with pytest.raises(nonet.ArgumentError, match=r"not finished: 3 of 4 chunks"):
        run_batch("count", solved, tmp_path / "again")


def test_the_folder_is_a_data_set(tmp_path: Path) -> None:
    path, out = tmp_path / "a.txt", tmp_path / "out"
    path.write_text("".join(f"{line}\n" for line in [*LINES[:30], "oops", *LINES[30:60]]))
    run_batch("solve", path, out, chunk_rows=20)
    assert pq.read_table(out).column("puzzle").drop_null().to_pylist() == LINES[:60]
    assert pq.read_table(out / "_rejected").column("row").to_pylist() == [31]


def test_the_output_may_be_in_the_input(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("".join(f"{line}\n" for line in LINES[:9]))
    for resumed in (0, 3):
        report = run_batch("solve", tmp_path, tmp_path / "out", chunk_rows=3)
        assert (report.rows, report.chunks, report.resumed) == (9, 3, resumed)
    (tmp_path / "new/in").mkdir(parents=True)
    (tmp_path / "new/in/a.txt").write_text(f"{LINES[0]}\n")
    with pytest.raises(nonet.ArgumentError, match="expected files beside the output, found none"):
        run_batch("solve", tmp_path / "new", tmp_path / "new/in")
    assert run_batch("solve", tmp_path / "new/in", tmp_path / "new").rows == 1


def test_an_empty_batch_is_an_input(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("")
    run_batch("solve", tmp_path / "a.txt", tmp_path / "one")
    assert run_batch("solve", tmp_path / "one", tmp_path / "two").is_complete
    (tmp_path / "empty").mkdir()
    with pytest.raises(nonet.ArgumentError, match="expected files, found an empty folder"):
        run_batch("solve", tmp_path / "empty", tmp_path / "three")


def test_a_file_is_no_output(text: Path) -> None:
    with pytest.raises(nonet.ArgumentError, match="expected a folder, found a file"):
        run_batch("solve", text, text)


@pytest.mark.parametrize("odd", ["oops", str(FOUR), f" {EASY}"])
def test_columns_keep_their_types_beside_puzzles_that_are_not_plain(
    tmp_path: Path, odd: str
) -> None:
    table = pa.table({"id": [1, 2, 3], "weight": [0.5, None, 1.5], "puzzle": [*LINES[:2], odd]})
    pq.write_table(table, tmp_path / "a.parquet")
    run_batch("solve", tmp_path / "a.parquet", tmp_path / "out", chunk_rows=1)
    found = [pq.read_table(path) for path in sorted((tmp_path / "out").glob("part-*"))]
    columns = ["id", "weight"]
    assert pa.concat_tables(found).select(columns).equals(table.select(columns))


def test_folders_and_several_inputs(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    (folder / "b").mkdir(parents=True)
    (folder / "b/2.txt").write_text("".join(f"{line}\n" for line in LINES[100:150]))
    (folder / "1.txt").write_text("".join(f"{line}\n" for line in LINES[:100]))
    (folder / "_SUCCESS").write_text("")
    (folder / ".hidden").write_text("oops")
    (tmp_path / "more.txt").write_text("".join(f"{line}\n" for line in LINES[150:160]))
    run_batch("convert", [folder, tmp_path / "more.txt"], tmp_path / "out", chunk_rows=60)
    assert [row["puzzle"] for row in rows(tmp_path / "out")] == LINES[:160]


@pytest.mark.parametrize("verb", ["solve", "count", "check", "rate", "explain", "canonical"])
def test_every_verb(tmp_path: Path, verb: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"{EASY}\n{FOUR}\noops\n" * 3)
    one = run_batch(verb, path, tmp_path / "one", chunk_rows=100)
    two = run_batch(verb, path, tmp_path / "two", chunk_rows=100)
    assert one.rows == 9 and one.rejected == 3
    assert shards(tmp_path / "one") == shards(tmp_path / "two")
    assert one.statuses == two.statuses and one.statuses["malformed"] == 3


def test_a_damaged_shard_is_found_and_made_again(text: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run_batch("solve", text, out, chunk_rows=200)
    before = shards(out)
    (out / "part-000001.parquet").write_bytes(b"PAR1")
    assert verify_batch(out).damaged == ("part-000001.parquet",)
    (out / "part-000001.parquet").unlink()
    assert batch_status(out).done == 2
    assert run_batch("solve", text, out, chunk_rows=200).resumed == 2
    assert shards(out) == before


def test_missing_and_foreign_tables_are_named(tmp_path: Path) -> None:
    text, out = tmp_path / "puzzles.txt", tmp_path / "out"
    text.write_text(f"{EASY}\noops\n" * 4 + f"{EASY}\n" * 4)
    run_batch("solve", text, out, chunk_rows=4)
    assert verify_batch(out).is_complete
    missing = ("part-000000.parquet", "_rejected/part-000001.parquet")
    for name in missing:
        (out / name).unlink()
    foreign = ("mine.parquet", "part-000000.jsonl", "part-000099.parquet")
    foreign += ("_rejected/part-000002.parquet",)  # That chunk has no rejected rows.
    for name in foreign:
        (out / name).write_bytes((out / "part-000002.parquet").read_bytes())
    report = verify_batch(out)
    assert (report.damaged, report.foreign) == (missing, foreign)
    assert (report.done, report.is_complete) == (1, False)
    for name in foreign:
        (out / name).unlink()
    assert run_batch("solve", text, out, chunk_rows=4).resumed == 1
    assert verify_batch(out).is_complete
    (out / "_chunks/000001.json").unlink()  # A run was killed before it wrote this.
    assert verify_batch(out).foreign == ()
    (out / "part-000099.parquet").write_bytes(b"")
    assert not verify_batch(out).is_complete


def test_damaged_rejected_rows_are_made_again(tmp_path: Path) -> None:
    text, out = tmp_path / "puzzles.txt", tmp_path / "out"
    text.write_text(f"{EASY}\noops\n" * 5)
    run_batch("solve", text, out, chunk_rows=4)
    name = "_rejected/part-000001.parquet"
    before = (out / name).read_bytes()
    (out / name).write_bytes(b"PAR1")
    assert verify_batch(out).damaged == (name,)
    (out / name).unlink()
    assert batch_status(out).done == 2
    assert run_batch("solve", text, out, chunk_rows=4).resumed == 2
    assert (out / name).read_bytes() == before


def test_a_function_of_ones_own(text: Path, tmp_path: Path) -> None:
    def clues(batch: Any) -> Any:
        numbers = [sum(c != "." for c in line) for line in batch["puzzle"].to_pylist()]
        return pa.record_batch({"puzzle": batch["puzzle"], "mine": numbers})

    report = run_batch(clues, text, tmp_path / "out", chunk_rows=120)
    assert report.rows == 500
    assert {row["mine"] for row in rows(tmp_path / "out")} == {30}
    columns = {"puzzle": LINES[:2], "status": ["mine", "yours"], "clues": [1, 2]}
    pq.write_table(pa.table(columns), tmp_path / "a.parquet")
    run_batch(lambda batch: batch, tmp_path / "a.parquet", tmp_path / "same")
    assert pq.read_table(tmp_path / "same/part-000000.parquet").to_pydict() == columns

    def wrong(batch: Any) -> Any:
        return 5

    with pytest.raises(nonet.ArgumentError, match=r"expected a function that returns a pyarrow"):
        run_batch(wrong, text, tmp_path / "wrong")


@pytest.mark.parametrize("kind", ["txt", "csv", "parquet"])
def test_a_shard_without_rows_has_the_columns_of_the_others(tmp_path: Path, kind: str) -> None:
    lines = [*["oops"] * 10, *LINES[:5], "oops"]
    path = tmp_path / f"a.{kind}"
    if kind == "txt":
        path.write_text("".join(f"{line}\n" for line in lines))
    elif kind == "csv":
        path.write_text("id,puzzle\n" + "".join(f"{i},{line}\n" for i, line in enumerate(lines)))
    else:
        pq.write_table(pa.table({"id": range(16), "puzzle": lines}), path)

    def number(batch: Any) -> Any:
        return batch.append_column("n", pa.array(range(batch.num_rows), pa.int32()))

    def pick(batch: Any) -> Any:
        batch["puzzle"][0]  # Fails without rows.
        return batch

    run_batch(number, path, tmp_path / "out", chunk_rows=5)
    shards = [pq.read_table(one) for one in sorted((tmp_path / "out").glob("*.parquet"))]
    assert [one.num_rows for one in shards] == [0, 0, 5, 0]
    assert all(one.schema == shards[2].schema for one in shards)
    assert pa.concat_tables(shards)["puzzle"].to_pylist() == LINES[:5]
    run_batch(pick, path, tmp_path / "picked", chunk_rows=5)
    shards = [pq.read_table(one) for one in sorted((tmp_path / "picked").glob("*.parquet"))]
    assert all(one.schema == shards[2].schema for one in shards)


def test_a_function_has_the_same_columns_for_every_batch(text: Path, tmp_path: Path) -> None:
    seen: list[int] = []

    def varying(batch: Any) -> Any:
        seen.append(1)
        return pa.record_batch({f"a{len(seen)}": batch["puzzle"]})

    text.write_text(TEXT * 40)
    with pytest.raises(
        nonet.ArgumentError, match=r"same columns.*found a2 \(string\) after a1 \(string\)"
    ):
        run_batch(varying, text, tmp_path / "out")


def test_a_function_has_the_same_columns_for_every_chunk(text: Path, tmp_path: Path) -> None:
    def varying(batch: Any) -> Any:
        return pa.record_batch({"a" if LINES[0] in batch["puzzle"].to_pylist() else "b": [1]})

    for _ in range(2):
        with pytest.raises(nonet.ArgumentError, match=r"same columns.*\(int64\) after . \(int64\)"):
            run_batch(varying, text, tmp_path / "out", chunk_rows=100)


def test_puzzles_that_an_engine_does_not_support_are_kept(text: Path, tmp_path: Path) -> None:
    report = run_batch("solve", text, tmp_path / "out", engine="small")
    assert report.rejected == 500 and report.statuses == {"malformed": 500}
    found = rows(tmp_path / "out")
    assert [row["puzzle"] for row in found] == LINES
    assert all("supports boards up to 8x8" in row["error"] for row in found)


def test_a_function_has_a_name_for_each_column(text: Path, tmp_path: Path) -> None:
    def twice(batch: Any) -> Any:
        return pa.RecordBatch.from_arrays([batch["puzzle"]] * 2, names=["a", "a"])

    with pytest.raises(nonet.ArgumentError, match="a name for each column, found 'a' twice"):
        run_batch(twice, text, tmp_path / "out")


@pytest.fixture
def finished(text: Path, tmp_path: Path) -> Iterator[Path]:
    run_batch("solve", text, tmp_path / "out", chunk_rows=300)
    return tmp_path / "out"


def test_another_batch_is_refused(text: Path, finished: Path, tmp_path: Path) -> None:
    before = shards(finished)
    with pytest.raises(nonet.ArgumentError, match='with verb "solve", not "count"'):
        run_batch("count", text, finished, chunk_rows=300)
    with pytest.raises(nonet.ArgumentError, match="with chunk_rows 300, not 500000"):
        run_batch("solve", text, finished)
    with pytest.raises(nonet.ArgumentError, match="with the number of inputs 1, not 2"):
        run_batch("solve", [text, text], finished, chunk_rows=300)
    with pytest.raises(nonet.ArgumentError, match=r'with layout null, not {"size": 9'):
        run_batch("solve", text, finished, chunk_rows=300, layout=nonet.Layout.of_size(9))
    with pytest.raises(nonet.ArgumentError, match=r'with columns\.puzzle null, not "a";'):
        run_batch("solve", text, finished, chunk_rows=300, columns={"puzzle": "a"})
    other = text.with_name("others.txt")
    other.write_text(TEXT)
    with pytest.raises(nonet.ArgumentError, match=r"with inputs .*puzzles.txt\", not .*others.txt"):
        run_batch("solve", other, finished, chunk_rows=300)
    run_batch("count", text, tmp_path / "counted", chunk_rows=300, limit=nonet.Limit())
    with pytest.raises(nonet.ArgumentError, match="with nodes null, not 3;"):
        run_batch("count", text, tmp_path / "counted", chunk_rows=300, limit=nonet.Limit(nodes=3))
    with pytest.raises(nonet.ArgumentError, match="holds this batch already"):
        run_batch("solve", text, finished, chunk_rows=300, resume=False)
    assert shards(finished) == before


def test_a_finished_batch_run_again_writes_nothing(
    text: Path, finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even a lock, so that the folder may be read-only; permissions do not stop root."""

    def refuse(self: object, *_: object) -> None:
        raise PermissionError

    draft = finished / "part-000001.parquet.12345678.tmp"
    draft.write_bytes(b"half")
    assert run_batch("solve", text, finished, chunk_rows=300).resumed == 2
    assert not draft.exists()
    draft.write_bytes(b"half")
    (finished / ".lock").unlink()
    for name in ("create", "locked", "write", "remove"):
        monkeypatch.setattr(f"nonet.scale.storage.Folder.{name}", refuse)
    assert run_batch("solve", text, finished, chunk_rows=300).resumed == 2
    assert not (finished / ".lock").exists()


def test_an_input_that_changed_is_noticed(text: Path, finished: Path) -> None:
    text.write_text(TEXT + f"{EASY}\n")
    with pytest.raises(nonet.ArgumentError, match="changed since this batch began"):
        run_batch("solve", text, finished, chunk_rows=300)


@pytest.mark.parametrize("verb", ["solve", "count"])
def test_a_batch_that_another_run_began_meanwhile_is_noticed(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    out = tmp_path / "out"
    plan = batches.plan_input

    def plan_slowly(*given: Any) -> Any:
        monkeypatch.setattr(batches, "plan_input", plan)
        run_batch(verb, text, out, chunk_rows=300)
        return plan(*given)

    monkeypatch.setattr(batches, "plan_input", plan_slowly)
    if verb == "solve":
        assert run_batch("solve", text, out, chunk_rows=300).resumed == 2
    else:
        with pytest.raises(nonet.ArgumentError, match="holds another batch"):
            run_batch("solve", text, out, chunk_rows=300)
    assert json.loads((out / "_manifest.json").read_text())["verb"] == verb
    assert verify_batch(out).is_complete


def test_a_table_of_paths_says_what_explain_says(tmp_path: Path) -> None:
    puzzles = [*LINES[:20], HARD, "." * 81, "11" + "." * 79]
    path = tmp_path / "a.txt"
    path.write_text("".join(f"{line}\n" for line in puzzles))
    for order, limit in (("nonet", None), ("hodoku", nonet.Limit(nodes=30))):
        out = tmp_path / order
        run_batch("explain", path, out, order=order, limit=limit, form="jsonl")
        for line, row in zip(puzzles, rows(out), strict=True):
            board = nonet.Board.of(nonet.parse(line))
            found = nonet.explain(board, order=order, limit=limit)
            assert row["status"] == found.status.word and row["solved"] == found.solved
            is_unique = found.status is nonet.Status.UNIQUE
            assert row["solution"] == (str(found.solutions[0]) if is_unique else None)
            assert row["steps"] == len(found.steps) and row["hardest"] == found.hardest
            used = " ".join(dict.fromkeys(found.techniques))
            assert row["techniques"] == (used or None) and row["stopped_by"] == found.stopped_by
            assert row["hodoku_level"] == found.hodoku_level
            assert row["hodoku_score"] == found.hodoku_score


def test_a_folder_of_others_is_refused(text: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/thesis.tex").write_text("precious")
    with pytest.raises(nonet.ArgumentError, match=r"not empty and has no _manifest.json"):
        run_batch("solve", text, tmp_path / "mine")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.tex"]
    (tmp_path / "mine/_manifest.json").write_text("[]")
    with pytest.raises(nonet.ArgumentError, match="is not the manifest of a batch"):
        run_batch("solve", text, tmp_path / "mine")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"verb": "slove"}, "no verb named 'slove'; did you mean 'solve'?"),
        ({"verb": 5}, "verb: expected a name or a function, found 5"),
        ({"inputs": "missing.txt"}, "missing.txt: no such file or folder"),
        ({"inputs": []}, "inputs: expected at least one file, found none"),
        ({"chunk_rows": 0}, "chunk_rows: expected an integer of 1 or more, found 0"),
        ({"form": "xml"}, "form: expected parquet or jsonl, found 'xml'"),
        ({"cluster": "cloud"}, "cluster: expected local, dask, ray"),
        ({"cluster": 3}, "cluster: expected a text such as dask or ray=ADDRESS, found 3"),
        ({"inputs": None}, "inputs: expected a path or URL, or a list of them, found None"),
        ({"inputs": 5}, "inputs: expected a path or URL, or a list of them, found 5"),
        ({"inputs": b".."}, "inputs: expected a path or URL, or a list of them, found b'..'"),
        ({"inputs": ["a", 3]}, "inputs: expected a path or URL, found 3"),
        ({"inputs": ""}, "inputs: expected a path or URL, found ''"),
        ({"output": None}, "output: expected a path or URL, found None"),
        ({"output": ""}, "output: expected a path or URL, found ''"),
        ({"columns": "x"}, "columns: expected a dict such as {'puzzle': 'Grid'}, found 'x'"),
        ({"rules": "diagonals"}, "rules: expected a list of rules, found 'diagonals'"),
        ({"rules": ["diagonal"]}, "no rule named 'diagonal'; did you mean 'diagonals'?"),
        ({"rules": [5]}, "rules: expected rules or their names, found 5"),
        ({"layout": "9x9"}, "layout: expected a Layout, found '9x9'"),
        ({"alphabet": 3}, "alphabet: expected a text, found 3"),
        ({"limit": "x"}, "limit: expected a Limit, an integer or None, found 'x'"),
        ({"progress": 3}, "progress: expected a function, found 3"),
        ({"scales": "er"}, "expected the options of solve: engine; found 'scales'"),
        ({"engine": "lames"}, "no engine named 'lames'; did you mean 'lanes'?"),
        ({"verb": len, "engine": "lanes"}, "expected no options for a function, found 'engine'"),
        ({"verb": len, "limit": 5}, "expected no options for a function, found 'limit'"),
    ],
)
def test_bad_arguments_are_named_before_the_work(
    text: Path, tmp_path: Path, arguments: dict[str, Any], message: str
) -> None:
    given = {"verb": "solve", "inputs": text, "output": tmp_path / "out"} | arguments
    with pytest.raises(nonet.NonetError) as caught:
        run_batch(given.pop("verb"), given.pop("inputs"), given.pop("output"), **given)
    assert message in str(caught.value)
    assert not (tmp_path / "out").exists()


def test_puzzles_in_a_parquet_file_are_texts_or_lists(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"puzzle": [1, 2]}), path)
    with pytest.raises(
        nonet.ArgumentError, match="text or lists in the column 'puzzle', found int64"
    ):
        run_batch("solve", path, tmp_path / "out")
    pq.write_table(pa.table({"puzzle": [[int(c) for c in str(EASY).replace(".", "0")]]}), path)
    assert run_batch("solve", path, tmp_path / "out").statuses == {"unique": 1}


@pytest.mark.parametrize("kind", ["csv", "quoted.csv", "utf16.csv", "jsonl", "parquet"])
def test_a_table_without_puzzles_is_refused_before_the_work(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"a.{kind}"
    if kind == "jsonl":
        path.write_text(f'{{"id": 1, "grid": "{EASY}"}}\n' * 2)
    elif kind != "parquet":
        text = f"id,grid\n1,{EASY}\n2,{EASY}\n"
        text = text.replace("1,", '"1, or\nso",') if kind == "quoted.csv" else text
        path.write_text(text, encoding="utf-16" if kind == "utf16.csv" else "utf-8")
    else:
        pq.write_table(pa.table({"id": [1, 2], "grid": [EASY, EASY]}), path)
    with pytest.raises(nonet.ArgumentError, match="expected a column named puzzle"):
        run_batch("solve", path, tmp_path / "out")
    with pytest.raises(nonet.ArgumentError, match="expected a column 'mine' for the puzzle"):
        run_batch("solve", path, tmp_path / "out", columns={"puzzle": "mine"})
    assert not (tmp_path / "out").exists()
    assert run_batch("solve", path, tmp_path / "out", columns={"puzzle": "grid"}).rows == 2


def test_a_folder_that_was_killed_before_its_first_chunk_is_accepted(
    text: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    for name in (".lock", ".probe.12345678.tmp", "_manifest.json.12345678.tmp"):
        (out / name).write_bytes(b"")
    assert run_batch("solve", text, out, chunk_rows=300).is_complete
    assert not list(out.rglob("*.tmp"))


@pytest.mark.parametrize(
    "data",
    [b"", b"\n\n# nothing\n", gzip.compress(b""), gzip.compress(b"# nothing\n"), b"id,puzzle\n"],
    ids=["nothing", "comments", "gzip of nothing", "gzip of comments", "heading"],
)
def test_an_empty_input_is_an_empty_batch(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.txt").write_bytes(data)
    report = run_batch("solve", tmp_path / "a.txt", tmp_path / "out")
    assert (report.rows, report.chunks) == (0, 0) and report.is_complete


def test_objects_without_a_puzzle_before_others_are_bad_rows(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    for number, first in enumerate(('{"id": 1}\n', "oops\n", "\n\n")):
        path.write_text(f'{first}{{"puzzle": "{EASY}"}}\n')
        report = run_batch("solve", path, tmp_path / f"out{number}")
        assert report.statuses["unique"] == 1 and report.rejected == (number < 2)
    path.write_text("\n\n")
    assert run_batch("solve", path, tmp_path / "out").rows == 0


def test_a_damaged_gzip_file_is_refused_before_the_work(tmp_path: Path) -> None:
    packed = gzip.compress(TEXT.encode())
    path = tmp_path / "a.gz"
    for data in (packed[:2] + b"1234", packed[: len(packed) // 2], packed[:50] + packed[90:]):
        path.write_bytes(data)
        with pytest.raises(nonet.ArgumentError, match=r"a.gz: expected a whole gzip file"):
            run_batch("solve", path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_manifest_that_is_damaged_is_named(text: Path, finished: Path) -> None:
    path = finished / "_manifest.json"
    whole = json.loads(path.read_text())
    broken = [{name: value for name, value in whole.items() if name != gone} for gone in whole]
    for found in (*broken, {"format": 1}, whole | {"files": [{}]}, whole | {"files": 5}):
        path.write_text(json.dumps(found))
        for look in (batch_status, verify_batch, lambda out: run_batch("solve", text, out)):
            with pytest.raises(nonet.ArgumentError, match=r"_manifest.json is not the manifest"):
                look(finished)


def test_progress_adds_up(text: Path, tmp_path: Path) -> None:
    seen: list[batches.BatchProgress] = []
    run_batch("solve", text, tmp_path / "out", chunk_rows=100, progress=seen.append)
    assert (seen[-1].rows, seen[-1].total, seen[-1].chunks) == (500, 500, 5)
    assert seen[-1].statuses == {"unique": 500}


def test_progress_is_told_by_one_thread_at_a_time(text: Path, tmp_path: Path) -> None:
    inside = threading.Lock()

    def tell(_: batches.BatchProgress) -> None:
        assert inside.acquire(blocking=False)
        time.sleep(0.005)
        inside.release()

    assert run_batch("solve", text, tmp_path / "out", chunk_rows=10, progress=tell).rows == 500
